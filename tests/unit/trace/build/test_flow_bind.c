/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "trace/build/flow_bind.h"

#define N_ROWS   3
#define N_SLICES 200 /* in each */
#define N_POINTS 4000

/* One track of three lanes, in which slices follow one another. */
typedef struct
{
  TraceTrack track;
  TraceRow rows[N_ROWS];
  int64_t start_ns[N_ROWS * N_SLICES], dur_ns[N_ROWS * N_SLICES];
  uint8_t kind[N_ROWS * N_SLICES];
  FlowPlace place;
  TraceBuilder builder;
  Trace trace;
  uint32_t track_map[1];
  uint64_t n_begun[N_ROWS];
} Profile;

static void
fill (Profile *profile, GRand *random, uint64_t n_slices)
{
  memset (profile, 0, sizeof *profile);
  profile->track = (TraceTrack){ .n_rows = N_ROWS };
  for (uint32_t r = 0; r < N_ROWS; r++)
    {
      int64_t time_ns = g_rand_int_range (random, 0, 50);

      profile->rows[r] = (TraceRow){ .first_slice = r * N_SLICES, .n_slices = n_slices, .lane = r };
      for (uint64_t i = r * N_SLICES; i < r * N_SLICES + n_slices; i++)
        {
          profile->start_ns[i] = time_ns;
          profile->dur_ns[i] = g_rand_int_range (random, 0, 6);
          profile->kind[i] = g_rand_boolean (random) ? SLICE_CALL : SLICE_OPERATOR;
          time_ns += MAX (profile->dur_ns[i], 1) + g_rand_int_range (random, 0, 6);
        }
    }
  for (int i = 0; i < FLOW_POINT_TRACKS; i++)
    profile->place.tracks[i] = i == 0 ? 0 : TRACE_NONE;
  profile->builder.places = (FlowPlaceColumn){ &profile->place, 1, 1 };
  profile->trace.tracks = (TrackColumn){ &profile->track, 1, 1 };
  profile->trace.rows = (RowColumn){ profile->rows, N_ROWS, N_ROWS };
  profile->trace.slices = (SliceColumns){
    .n = N_ROWS * N_SLICES, .start_ns = profile->start_ns, .dur_ns = profile->dur_ns, .kind = profile->kind
  };
}

/* Of the last one of each row that has begun and not ended: one of the preferred kind that begins there, else the one
 * that began last, else the shortest. */
static uint64_t
around (const Profile *profile, const FlowPoint *point)
{
  uint64_t best = SLICE_NONE;
  bool best_exact = false;

  for (uint32_t r = 0; r < N_ROWS; r++)
    {
      const TraceRow *row = &profile->rows[r];
      uint64_t last = SLICE_NONE;

      for (uint64_t i = row->first_slice; i < row->first_slice + row->n_slices; i++)
        if (profile->start_ns[i] <= point->time_ns)
          last = i;
      if (last == SLICE_NONE || profile->start_ns[last] + profile->dur_ns[last] < point->time_ns)
        continue;

      bool exact = point->prefer != SLICE_OTHER && profile->kind[last] == point->prefer
                   && profile->start_ns[last] == point->time_ns;
      if (best == SLICE_NONE || (exact && !best_exact)
          || (exact == best_exact
              && (profile->start_ns[last] > profile->start_ns[best]
                  || (profile->start_ns[last] == profile->start_ns[best]
                      && profile->dur_ns[last] < profile->dur_ns[best]))))
        {
          best = last;
          best_exact = exact;
        }
    }
  return best;
}

static uint64_t
behind (const Profile *profile, const FlowPoint *point)
{
  uint64_t best = SLICE_NONE;

  for (uint32_t r = 0; r < N_ROWS; r++)
    for (uint64_t i = profile->rows[r].first_slice;
         i < profile->rows[r].first_slice + profile->rows[r].n_slices; i++)
      if (profile->start_ns[i] >= point->time_ns
          && (best == SLICE_NONE || profile->start_ns[i] < profile->start_ns[best]))
        best = i;
  return best != SLICE_NONE ? best : around (profile, point);
}

/* Points in order of time, close to one another, far apart and back again. */
static int64_t
next_time (GRand *random, int64_t time_ns)
{
  switch (g_rand_int_range (random, 0, 4))
    {
    case 0:
      return g_rand_int_range (random, -10, 1500);
    case 1:
      return time_ns - g_rand_int_range (random, 0, 30);
    default:
      return time_ns + g_rand_int_range (random, 0, 4);
    }
}

static void
points_are_bound_as_if_all_slices_were_looked_at (void)
{
  static const uint64_t lengths[] = { 0, 1, 2, 3, 50, N_SLICES };
  GRand *random = g_rand_new_with_seed (5);
  Profile *profile = g_new (Profile, 1);

  for (size_t l = 0; l < G_N_ELEMENTS (lengths); l++)
    {
      FlowBind bind = {
        .builder = &profile->builder,
        .trace = &profile->trace,
        .track_map = profile->track_map,
        .n_begun = profile->n_begun,
      };
      int64_t time_ns = 0;

      fill (profile, random, lengths[l]);
      for (size_t i = 0; i < N_POINTS; i++)
        {
          FlowPoint point = {
            .time_ns = time_ns = next_time (random, time_ns),
            .prefer = g_rand_boolean (random) ? SLICE_CALL : SLICE_OTHER,
            .next_slice = g_rand_boolean (random),
          };

          g_assert_cmpuint (flow_bind (&bind, &point), ==,
                            point.next_slice ? behind (profile, &point) : around (profile, &point));
        }
    }
  g_free (profile);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow_bind/points_are_bound_as_if_all_slices_were_looked_at",
                   points_are_bound_as_if_all_slices_were_looked_at);
  return g_test_run ();
}
