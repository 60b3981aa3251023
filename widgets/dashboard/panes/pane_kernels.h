/* SPDX-License-Identifier: Apache-2.0
 *
 * GPU kernels by time spent and by number of launches: the top 15 as bars, and all of them as rings. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_kernels_by_time;
extern const Pane pane_kernels_by_count;
extern const Pane pane_all_kernels_by_time;
extern const Pane pane_all_kernels_by_count;
