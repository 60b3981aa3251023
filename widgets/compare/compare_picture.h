/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison as one picture: its sides, what changed most, and cards with the summary, the waterfalls, the step times and
 * the kernels with the largest differences. Two cards are side by side where the width allows. */

#pragma once

#include "widgets/compare/compare_durations.h"

/* Kernels in the picture; the window and the command line list all. */
#define COMPARE_PICTURE_KERNELS 12

/* Returns the height that shows everything. step_times is of compare_durations_of_steps (). */
int compare_picture_height_px (const DrawStyle *style,
                               const Compared *compared,
                               const CompareDurations *step_times,
                               int width_px);

/* Draws from the origin of the context. What is below height_px is left out. */
void compare_picture_draw (cairo_t *cr,
                           const DrawStyle *style,
                           const Compared *compared,
                           const CompareDurations *step_times,
                           int width_px,
                           int height_px);
