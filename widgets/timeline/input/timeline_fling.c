/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/timeline_fling.h"

#include <math.h>

#define TRAIL_US INT64_C (100000)
#define REST_US  INT64_C (60000) /* a hand that has not moved for so long stands still */

/* In this time the velocity falls to 1/e; the whole way is velocity x DECAY_S. */
#define DECAY_S 0.30

#define SLOWEST_PX_PER_S 60.0 /* at the begin */
#define FASTEST_PX_PER_S 12000.0
#define UNSEEN_PX        0.5

static unsigned
place_in_ring (const HandTrail *trail, unsigned i)
{
  return i % (sizeof trail->at / sizeof trail->at[0]);
}

void
hand_trail_add (HandTrail *trail, int64_t time_us, double x_px, double y_px)
{
  unsigned place = place_in_ring (trail, trail->n++);

  trail->at[place].time_us = time_us;
  trail->at[place].x_px = x_px;
  trail->at[place].y_px = y_px;
}

void
hand_trail_velocity (const HandTrail *trail, int64_t now_us, double *ret_x, double *ret_y)
{
  const unsigned n_kept = sizeof trail->at / sizeof trail->at[0];
  unsigned last = place_in_ring (trail, trail->n - 1), first = last;

  *ret_x = *ret_y = 0;
  if (trail->n < 2 || now_us - trail->at[last].time_us > REST_US)
    return;
  for (unsigned back = 2; back <= trail->n && back <= n_kept; back++)
    {
      unsigned place = place_in_ring (trail, trail->n - back);

      if (now_us - trail->at[place].time_us > TRAIL_US)
        break;
      first = place;
    }
  double elapsed_s = (double) (trail->at[last].time_us - trail->at[first].time_us) / 1e6;
  if (elapsed_s <= 0)
    return;
  *ret_x = (trail->at[last].x_px - trail->at[first].x_px) / elapsed_s;
  *ret_y = (trail->at[last].y_px - trail->at[first].y_px) / elapsed_s;
}

static double
bounded (double velocity)
{
  return fmin (fmax (velocity, -FASTEST_PX_PER_S), FASTEST_PX_PER_S);
}

double
timeline_fling_px (double velocity, double elapsed_s)
{
  return bounded (velocity) * DECAY_S * (1 - exp (-fmax (elapsed_s, 0) / DECAY_S));
}

bool
timeline_fling_is_over (double velocity, double elapsed_s)
{
  double speed = fabs (bounded (velocity));

  return speed < SLOWEST_PX_PER_S || speed * DECAY_S * exp (-elapsed_s / DECAY_S) < UNSEEN_PX;
}
