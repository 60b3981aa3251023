/* SPDX-License-Identifier: Apache-2.0
 *
 * Figures of an area, a window of time on some tracks, against counting nanosecond by nanosecond. */

#include <glib.h>

#include "tests/unit/fixtures/random_profile.h"
#include "trace/stats/summary/area_stats.h"

#define ROUNDS 40

/* Each track or every other one, or none; NULL: all. */
static const TrackSet *
random_tracks (GRand *random, const Trace *trace)
{
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  int share = g_rand_int_range (random, 0, 4);

  if (share == 0)
    return NULL;
  for (uint32_t t = trace_n_tracks (trace); t > 0; t--)
    if (g_rand_int_range (random, 0, 4) < share)
      {
        uint32_t track = t - 1;
        g_array_append_val (tracks, track);
      }
  return track_set_new ((const uint32_t *) (const void *) tracks->data, tracks->len);
}

static bool
is_counted (const StatsScope *scope, uint64_t i)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  const TraceTrack *track = trace_track (scope->trace, slices->track[i]);
  uint32_t device = random_profile_device_of (scope->trace, i);

  return !(slices->flags[i] & SLICE_UNFINISHED) && (scope->rank == TRACE_NONE || track->rank == scope->rank)
         && (scope->device == TRACE_NONE || track->device < 0 || device == scope->device)
         && track_set_holds (scope->tracks, slices->track[i]);
}

/* Of one track, or (TRACE_NONE) of all. */
static TrackStats
count_track (const StatsScope *scope, uint32_t track)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  TrackStats stats = { .track = track, .longest = SLICE_NONE };

  for (uint64_t i = 0; i < slices->n; i++)
    {
      bool starts_inside =
        scope->is_whole || (slices->start_ns[i] >= scope->begin_ns && slices->start_ns[i] < scope->end_ns);
      bool reaches =
        slices->start_ns[i] < scope->end_ns && slices->start_ns[i] + slices->dur_ns[i] > scope->begin_ns;

      if (!is_counted (scope, i) || (track != TRACE_NONE && slices->track[i] != track))
        continue;
      stats.n_before += !starts_inside && reaches;
      if (!starts_inside)
        continue;
      stats.count++;
      stats.total_ns += slices->dur_ns[i];
      if (stats.longest == SLICE_NONE || slices->dur_ns[i] > slices->dur_ns[stats.longest])
        stats.longest = i;
    }
  for (int64_t at = scope->begin_ns; at < scope->end_ns; at++)
    for (uint64_t i = 0; i < slices->n; i++)
      if (is_counted (scope, i) && (track == TRACE_NONE || slices->track[i] == track)
          && slices->start_ns[i] <= at && slices->start_ns[i] + slices->dur_ns[i] > at)
        {
          stats.busy_ns++;
          break;
        }
  return stats;
}

static void
check_tracks (const StatsScope *scope, const TrackStatsTable *table)
{
  TrackStats all = count_track (scope, TRACE_NONE);
  uint32_t n = 0;

  for (uint32_t t = 0; t < trace_n_tracks (scope->trace); t++)
    {
      TrackStats counted = count_track (scope, t);

      if (counted.count + counted.n_before == 0)
        continue;
      g_assert_cmpuint (n, <, table->n);
      const TrackStats *stats = &table->tracks[n++];
      g_assert_cmpuint (stats->track, ==, t);
      g_assert_cmpuint (stats->count, ==, counted.count);
      g_assert_cmpuint (stats->n_before, ==, counted.n_before);
      g_assert_cmpint (stats->total_ns, ==, counted.total_ns);
      g_assert_cmpint (stats->busy_ns, ==, counted.busy_ns);
      g_assert_cmpuint (stats->longest, ==, counted.longest);
    }
  g_assert_cmpuint (table->n, ==, n);
  g_assert_cmpuint (table->count, ==, all.count);
  g_assert_cmpuint (table->n_before, ==, all.n_before);
  g_assert_cmpint (table->total_ns, ==, all.total_ns);
  g_assert_cmpint (table->busy_ns, ==, all.busy_ns);
}

/* Device work of the tracks, each device for itself. */
static void
check_devices (const StatsScope *scope, const AreaStats *stats)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  int64_t busy_ns = 0;
  uint32_t n_devices = 0;

  for (uint32_t device = 0; device < trace_n_devices (scope->trace); device++)
    {
      bool has_stream = false;

      for (uint32_t t = 0; t < trace_n_tracks (scope->trace); t++)
        has_stream =
          has_stream
          || (trace_track (scope->trace, t)->kind == TRACK_STREAM
              && trace_track (scope->trace, t)->parent == trace_device (scope->trace, device)->track
              && track_set_holds (scope->tracks, t));
      if (!has_stream
          || (scope->rank != TRACE_NONE && trace_device (scope->trace, device)->rank != scope->rank)
          || (scope->device != TRACE_NONE && scope->device != device))
        continue;
      n_devices++;
      for (int64_t at = scope->begin_ns; at < scope->end_ns; at++)
        for (uint64_t i = 0; i < slices->n; i++)
          if (is_counted (scope, i) && random_profile_device_of (scope->trace, i) == device
              && slice_kind_is_gpu_activity ((SliceKind) slices->kind[i]) && slices->start_ns[i] <= at
              && slices->start_ns[i] + slices->dur_ns[i] > at)
            {
              busy_ns++;
              break;
            }
    }
  g_assert_cmpuint (stats->summary.n_devices, ==, n_devices);
  g_assert_cmpint (stats->summary.busy_ns, ==, busy_ns);
  g_assert_cmpint (stats->split.compute_ns + stats->split.exposed_communication_ns
                     + stats->split.exposed_copy_ns + stats->split.idle_ns,
                   ==, stats->split.total_ns);
}

static void
check_kernels (const StatsScope *scope, const AreaStats *stats)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  uint64_t n = 0;

  for (uint64_t i = 0; i < slices->n; i++)
    n += is_counted (scope, i) && slices->kind[i] == SLICE_KERNEL
         && stats_scope_holds_start (scope, slices->start_ns[i]);
  g_assert_cmpuint (stats->kernels.count, ==, n);
  for (uint64_t k = 0; k < stats->kernels.n; k++)
    {
      const KernelStats *kernel = &stats->kernels.kernels[k];
      uint64_t longest = stats->longest[k];

      g_assert_true (is_counted (scope, longest));
      g_assert_true (stats_scope_holds_start (scope, slices->start_ns[longest]));
      g_assert_cmpuint (slices->name[longest], ==, kernel->name);
      g_assert_cmpint (slices->dur_ns[longest], ==, kernel->duration.max_ns);
      for (uint64_t i = 0; i < slices->n; i++)
        if (is_counted (scope, i) && slices->kind[i] == SLICE_KERNEL && slices->name[i] == kernel->name
            && slices->dur_ns[i] == kernel->duration.max_ns
            && stats_scope_holds_start (scope, slices->start_ns[i]))
          g_assert_cmpint (slices->start_ns[i], >=, slices->start_ns[longest]);
    }
}

static void
random_areas_agree_with_counting (void)
{
  GRand *random = g_rand_new_with_seed (307);

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      const TrackSet *tracks = random_tracks (random, trace);
      AreaStats stats;

      scope.tracks = tracks;
      g_assert_true (area_stats_compute (&scope, NULL, NULL, &stats));
      check_tracks (&scope, &stats.tracks);
      check_devices (&scope, &stats);
      check_kernels (&scope, &stats);
      area_stats_clear (&stats);
      track_set_unref (tracks);
    }
  g_rand_free (random);
}

/* What has no part in a window is not looked at. */
static void
slices_of_a_row_are_those_of_the_window (void)
{
  GRand *random = g_rand_new_with_seed (311);

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      const SliceColumns *slices = trace_slices (trace);

      for (uint32_t r = 0; r < trace_n_rows (trace); r++)
        {
          const TraceRow *row = trace_row (trace, r);
          uint64_t first, end;

          g_assert_true (stats_scope_slices_of_row (&scope, row, &first, &end));
          g_assert_cmpuint (first, >=, row->first_slice);
          g_assert_cmpuint (end, >=, first);
          g_assert_cmpuint (end, <=, row->first_slice + row->n_slices);
          for (uint64_t i = row->first_slice; i < row->first_slice + row->n_slices; i++)
            if (stats_scope_touches (&scope, slices->start_ns[i], slices->dur_ns[i]))
              g_assert_true (i >= first && i < end);
        }
    }
  g_rand_free (random);
}

static bool
is_never_wanted (void *user_data)
{
  ++*(int *) user_data;
  return false;
}

static void
an_unwanted_answer_is_not_worked_out (void)
{
  GRand *random = g_rand_new_with_seed (313);
  g_autoptr (Trace) trace = random_profile_new (random);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);
  int n_asked = 0;
  AreaStats stats;

  g_assert_false (area_stats_compute (&scope, is_never_wanted, &n_asked, &stats));
  g_assert_cmpint (n_asked, ==, 1);
  g_assert_null (stats.tracks.tracks);
  g_rand_free (random);
}

static void
sets_hold_their_members_once (void)
{
  const uint32_t tracks[] = { 7, 3, 7, 0, 3 }, same[] = { 0, 7, 3 };
  const TrackSet *set = track_set_new (tracks, G_N_ELEMENTS (tracks)), *other = track_set_new (same, 3);
  const TrackSet *none = track_set_new (NULL, 0);
  size_t n;
  const uint32_t *members = track_set_members (set, &n);

  g_assert_cmpuint (n, ==, 3);
  g_assert_true (members[0] == 0 && members[1] == 3 && members[2] == 7);
  g_assert_true (track_set_holds (set, 3) && !track_set_holds (set, 4));
  g_assert_true (track_set_holds (NULL, 4) && !track_set_holds (none, 0));
  g_assert_true (track_set_equal (set, other) && !track_set_equal (set, none)
                 && !track_set_equal (set, NULL));
  g_assert_true (track_set_equal (NULL, NULL));
  track_set_unref (track_set_ref (set));
  track_set_unref (set);
  track_set_unref (other);
  track_set_unref (none);
  track_set_unref (NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/area_stats/random_areas_agree_with_counting", random_areas_agree_with_counting);
  g_test_add_func ("/area_stats/slices_of_a_row_are_those_of_the_window",
                   slices_of_a_row_are_those_of_the_window);
  g_test_add_func ("/area_stats/an_unwanted_answer_is_not_worked_out", an_unwanted_answer_is_not_worked_out);
  g_test_add_func ("/area_stats/sets_hold_their_members_once", sets_hold_their_members_once);
  return g_test_run ();
}
