/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <glib.h>

#include "tests/unit/fixtures/building.h"

static void
overlapping_kernels_of_one_stream_are_kept (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);

  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "third", 60, 20, 0);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "second", 40, 30, 0);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "first", 0, 50, 0);
  g_autoptr (Trace) trace = building_finish (builder);

  const SliceColumns *slices = trace_slices (trace);
  const TraceTrack *track = trace_track (trace, slices->track[0]);
  g_assert_cmpuint (slices->n, ==, 3);
  g_assert_cmpuint (track->n_rows, ==, 2);
  g_assert_cmpuint (track->n_overlaps, ==, 2);
  g_assert_cmpuint (building_health_count (trace, HEALTH_SLICE_OVERLAP), ==, 2);
  g_assert_cmpuint (building_slice_named (trace, "first"), ==, 0);
  g_assert_cmpuint (building_slice_named (trace, "third"), ==, 1);
  g_assert_cmpuint (building_slice_named (trace, "second"), ==, 2);
  g_assert_cmpint (slices->start_ns[2], ==, 40);
  g_assert_cmpint (slices->dur_ns[2], ==, 30);
}

static void
equal_starts_put_the_longer_first_then_keep_the_order (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);

  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "inner 1", 5, 10, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "outer", 5, 90, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "inner 2", 5, 10, 0);
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpuint (building_slice_named (trace, "outer"), ==, 0);
  g_assert_cmpuint (building_slice_named (trace, "inner 1"), ==, 1);
  g_assert_cmpuint (building_slice_named (trace, "inner 2"), ==, 2);
}

/* Every slice is found again, with everything it had; the correlation id says which it was. */
static void
random_slices_arrive_unchanged (void)
{
  GRand *random = g_rand_new_with_seed (89);

  for (int round = 0; round < 40; round++)
    {
      TraceBuilder *builder = trace_builder_new ();
      uint32_t n = (uint32_t) g_rand_int_range (random, 1, 400), n_ranks = round % 2 == 0 ? 1 : 3;
      SliceInput *inputs = malloc (n * sizeof *inputs);
      BuildingTracks tracks[3];
      bool *found = calloc (n, sizeof *found);
      int64_t first_ns = INT64_MAX;

      for (uint32_t r = 0; r < n_ranks; r++)
        {
          building_begin_rank (builder, -1);
          tracks[r] = building_add_tracks (builder);
          trace_builder_set_time_base (builder, INT64_C (1700000000000000000) + 1000 * r, true);
        }
      for (uint32_t i = 0; i < n; i++)
        {
          uint32_t rank = i % n_ranks;
          const uint32_t of_kind[] = { tracks[rank].operators, tracks[rank].stream, tracks[rank].sync };
          int kind = g_rand_int_range (random, 0, 3);
          g_autofree char *name = g_strdup_printf ("name %d", g_rand_int_range (random, 0, 20));

          inputs[i] = (SliceInput){
            .track = of_kind[kind],
            .name = building_intern (builder, name),
            .category = building_intern (builder, kind == 0 ? "cpu_op" : "kernel"),
            .kind = kind == 0   ? SLICE_OPERATOR
                    : kind == 1 ? SLICE_KERNEL
                                : SLICE_SYNC,
            .start_ns = g_rand_int_range (random, -500, 500),
            .dur_ns = g_rand_int_range (random, 0, round % 3 == 0 ? 5 : 300),
            .correlation = i + 1,
            .args = ARGS_NONE,
          };
          first_ns = MIN (first_ns, inputs[i].start_ns + 1000 * (int64_t) rank);
          trace_builder_add_slice (builder, &inputs[i]);
        }
      g_autoptr (Trace) trace = building_finish (builder);
      const SliceColumns *slices = trace_slices (trace);
      int64_t epoch_ns;

      g_assert_cmpuint (slices->n, ==, n);
      g_assert_true (trace_epoch_ns (trace, &epoch_ns));
      g_assert_cmpint (epoch_ns, ==, INT64_C (1700000000000000000) + first_ns);
      for (uint64_t i = 0; i < n; i++)
        {
          uint32_t input = (uint32_t) slices->correlation[i] - 1;
          const SliceInput *slice = &inputs[input];
          int64_t rank = input % n_ranks;

          g_assert_false (found[input]);
          found[input] = true;
          g_assert_cmpint (slices->start_ns[i], ==, slice->start_ns + 1000 * rank - first_ns);
          g_assert_cmpint (slices->dur_ns[i], ==, slice->dur_ns);
          g_assert_cmpuint (slices->name[i], ==, slice->name);
          g_assert_cmpuint (slices->category[i], ==, slice->category);
          g_assert_cmpint (slices->kind[i], ==, slice->kind);
          g_assert_cmpuint (slices->args[i], ==, ARGS_NONE);
          g_assert_cmpint (trace_track (trace, slices->track[i])->rank, ==, rank);
        }
      free (inputs);
      free (found);
    }
  g_rand_free (random);
}

static void
unfinished_slices_end_with_their_rank (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  SliceInput open = { .track = tracks.operators,
                      .kind = SLICE_OPERATOR,
                      .flags = SLICE_UNFINISHED,
                      .start_ns = 20,
                      .args = ARGS_NONE };

  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 10, 90, 0);
  open.name = building_intern (builder, "open");
  trace_builder_add_slice (builder, &open);
  /* The recording itself begins after all else, and its end is missing. */
  open.track = tracks.profiler;
  open.kind = SLICE_PROFILER_SPAN;
  open.start_ns = 500;
  open.name = building_intern (builder, "span");
  trace_builder_add_slice (builder, &open);
  building_begin_rank (builder, 1);
  tracks = building_add_tracks (builder);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "later", 10, 1000, 0);
  g_autoptr (Trace) trace = building_finish (builder);

  const SliceColumns *slices = trace_slices (trace);
  uint64_t slice = building_slice_named (trace, "open");
  g_assert_cmpint (slices->start_ns[slice], ==, 10);
  g_assert_cmpint (slices->dur_ns[slice], ==, 80);
  g_assert_cmpint (slices->flags[slice], ==, SLICE_UNFINISHED);
  g_assert_cmpint (slices->dur_ns[building_slice_named (trace, "span")], ==, 0);
  g_assert_cmpint (slices->flags[building_slice_named (trace, "a")], ==, 0);
}

static void
overlapping_slices_of_a_track_are_those_of_brute_force (void)
{
  GRand *random = g_rand_new_with_seed (97);
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  U64Column out = { 0 };

  for (int i = 0; i < 600; i++)
    building_add_slice (builder, i % 3 == 0 ? tracks.operators : tracks.stream, SLICE_KERNEL, "k",
                        g_rand_int_range (random, 0, 3000),
                        g_rand_int_range (random, 0, i % 50 == 0 ? 900 : 9), 0);
  g_autoptr (Trace) trace = building_finish (builder);
  const SliceColumns *slices = trace_slices (trace);
  for (int round = 0; round < 300; round++)
    for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
      {
        int64_t begin_ns = g_rand_int_range (random, -100, 4000);
        int64_t end_ns = begin_ns + g_rand_int_range (random, 1, 500);
        const TraceTrack *track = trace_track (trace, t);
        size_t n = 0;

        out.n = 0;
        g_assert_true (trace_track_overlapping (trace, t, begin_ns, end_ns, &out));
        /* Slices of a track are row by row, each by start. */
        for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
          if (slices->start_ns[i] < end_ns && building_occupied_until (slices, i) > begin_ns)
            {
              g_assert_cmpuint (n, <, out.n);
              g_assert_cmpuint (out.at[n++], ==, i);
            }
        g_assert_cmpuint (n, ==, out.n);
      }
  u64_column_clear (&out);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add_func ("/trace_builder/" path #test, test)
  ADD ("slices/", overlapping_kernels_of_one_stream_are_kept);
  ADD ("slices/", equal_starts_put_the_longer_first_then_keep_the_order);
  ADD ("slices/", random_slices_arrive_unchanged);
  ADD ("slices/", unfinished_slices_end_with_their_rank);
  ADD ("slices/", overlapping_slices_of_a_track_are_those_of_brute_force);
#undef ADD
  return g_test_run ();
}
