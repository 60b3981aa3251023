/* SPDX-License-Identifier: Apache-2.0
 *
 * A view that was let go while it moved: how fast a hand was, and how far the view goes on. Pure. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Where a hand was last; zero-initialised: nowhere yet. */
typedef struct
{
  struct
  {
    int64_t time_us;
    double x_px, y_px;
  } at[16]; /* a ring */
  unsigned n;
} HandTrail;

/* time_us: not before that of the place before. */
void hand_trail_add (HandTrail *trail, int64_t time_us, double x_px, double y_px);

/* How fast it was over the last tenth of a second, px per second; 0 where it rested before now_us. */
void hand_trail_velocity (const HandTrail *trail, int64_t now_us, double *ret_x, double *ret_y);

/* How far what was let go with a velocity has gone after so long: less and less. In proportion to the velocity. */
double timeline_fling_px (double velocity, double elapsed_s);

/* What is left of the way could not be seen any more; true for what is too slow from the beginning. */
bool timeline_fling_is_over (double velocity, double elapsed_s);
