/* SPDX-License-Identifier: Apache-2.0
 *
 * The pane of what was allocated at the peak. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_memory_peak;
