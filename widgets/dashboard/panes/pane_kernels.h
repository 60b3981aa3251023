/* SPDX-License-Identifier: Apache-2.0
 *
 * The panes of GPU kernels by total time and by number of launches: the top 15 as bars, and all kernels as rings. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_kernels_by_time;
extern const Pane pane_kernels_by_count;
extern const Pane pane_all_kernels_by_time;
extern const Pane pane_all_kernels_by_count;
