/* SPDX-License-Identifier: Apache-2.0
 *
 * The velocity of a drag, and how far the released view moves on. No widget, no clock. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The last positions of the pointer. There are none when it is zero-initialised. */
typedef struct
{
  struct
  {
    int64_t time_us;
    double x_px, y_px;
  } at[16]; /* a ring */
  unsigned n;
} HandTrail;

/* Adds a position. time_us must not decrease from call to call. */
void hand_trail_add (HandTrail *trail, int64_t time_us, double x_px, double y_px);

/* Returns the velocity over the last tenth of a second in px per second; 0 if the pointer rested before
 * now_us. */
void hand_trail_velocity (const HandTrail *trail, int64_t now_us, double *ret_x, double *ret_y);

/* Returns how far a view released with a velocity has moved after that time. It slows down and is
 * proportional to the velocity. */
double timeline_fling_px (double velocity, double elapsed_s);

/* Returns whether the rest of the motion would be invisible; true for velocities that are too small from
 * the start. */
bool timeline_fling_is_over (double velocity, double elapsed_s);
