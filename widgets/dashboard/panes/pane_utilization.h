/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "GPU utilization over time": the busy share of equal parts of the window, for each node and GPU. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_utilization;
