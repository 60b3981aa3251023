/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "GPU active time": the exact busy share of the window. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_gpu_active;
