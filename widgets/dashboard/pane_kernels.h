/* SPDX-License-Identifier: Apache-2.0
 *
 * The top 15 GPU kernels, by time spent and by number of launches. */

#pragma once

#include "widgets/dashboard/pane.h"

extern const Pane pane_kernels_by_time;
extern const Pane pane_kernels_by_count;
