/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranks beside the median rank, in jobs whose kernels have known lengths. */

#include "trace/ranks/rank_pair.h"

#include <glib.h>

#include "tests/unit/fixtures/building.h"

#define N_RANKS 7
#define N_STEPS 4

#define MS            1000000
#define STEP_NS       (100 * MS)
#define COMPUTE_AT_NS (10 * MS)
#define MEET_NS       (80 * MS) /* when the collective of a step ends, from its begin */
#define ALL_REDUCE    "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"

typedef struct
{
  int64_t compute_ns[N_RANKS][N_STEPS];
} Lengths;

static int64_t
end_of_step (int64_t step)
{
  return step * STEP_NS + MEET_NS;
}

/* Between two collectives a rank computes, then begins the next one. */
static void
add_step (TraceBuilder *builder, const BuildingTracks *tracks, int64_t step, int64_t compute_ns)
{
  g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", (int) step + 30);
  int64_t begin_ns = step * STEP_NS, compute_at_ns = begin_ns + COMPUTE_AT_NS,
          meet_at_ns = compute_at_ns + compute_ns;

  building_add_slice (builder, tracks->annotations, SLICE_ANNOTATION, name, begin_ns, STEP_NS - MS, 0);
  building_add_slice (builder, tracks->calls, SLICE_CALL, "cudaLaunchKernel", begin_ns + MS, MS / 100,
                      2 * step + 1);
  building_add_slice (builder, tracks->calls, SLICE_CALL, "cudaLaunchKernel", begin_ns + 2 * MS, MS / 100,
                      2 * step + 2);
  building_add_slice (builder, tracks->stream, SLICE_KERNEL, "gemm", compute_at_ns, compute_ns, 2 * step + 1);
  building_add_slice (builder, tracks->stream, SLICE_KERNEL, ALL_REDUCE, meet_at_ns,
                      end_of_step (step) - meet_at_ns, 2 * step + 2);
}

static Trace *
job_of (const Lengths *lengths)
{
  TraceBuilder *builder = trace_builder_new ();

  for (int64_t r = 0; r < N_RANKS; r++)
    {
      building_begin_rank (builder, r);
      BuildingTracks tracks = building_add_tracks (builder);
      for (int64_t step = 0; step < N_STEPS; step++)
        add_step (builder, &tracks, step, lengths->compute_ns[r][step]);
    }
  return building_finish (builder);
}

/* The shorter of how many other ranks. */
static int
n_shorter (const Lengths *lengths, uint32_t rank, uint64_t step)
{
  int n = 0;

  for (uint32_t r = 0; r < N_RANKS; r++)
    n += lengths->compute_ns[r][step] < lengths->compute_ns[rank][step];
  return n;
}

static void
check_pair (const Lengths *lengths,
            const Trace *trace,
            const StepTable *steps,
            const RankPair *pair,
            uint64_t step)
{
  const TraceStep *of = step_table_get (steps, pair->step);

  g_assert_cmpint (pair->cause, ==, GAP_COMPUTE);
  g_assert_cmpint (n_shorter (lengths, pair->median, step), ==, N_RANKS / 2);
  g_assert_cmpint (pair->excess_ns, ==,
                   lengths->compute_ns[pair->rank][step] - lengths->compute_ns[pair->median][step]);
  g_assert_cmpuint (of->rank, ==, pair->rank);
  g_assert_cmpint (of->number, ==, (int64_t) step + 30);
  g_assert_cmpint (pair->begin_ns, ==, (int64_t) step * STEP_NS);
  g_assert_cmpint (pair->end_ns, ==, (int64_t) step * STEP_NS + STEP_NS - MS);
  g_assert_cmpint (slice_end_ns (trace_slices (trace), pair->slice), ==, end_of_step ((int64_t) step));
  g_assert_cmpuint (trace_track (trace, trace_track_of (trace, pair->slice))->rank, ==, pair->rank);
}

/* All lengths of a step differ, so that there is one median rank. */
static void
shuffle (GRand *random, Lengths *lengths)
{
  for (int step = 0; step < N_STEPS; step++)
    for (int r = 0; r < N_RANKS; r++)
      {
        int other = g_rand_int_range (random, 0, r + 1);

        lengths->compute_ns[r][step] = lengths->compute_ns[other][step];
        lengths->compute_ns[other][step] = (5 + 4 * r) * MS;
      }
}

static void
the_later_ranks_stand_beside_the_median (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (17);

  for (int round = 0; round < 20; round++)
    {
      Lengths lengths;
      g_autoptr (GError) error = NULL;
      JobStragglers job;
      RankPair pair;

      shuffle (random, &lengths);
      g_autoptr (Trace) trace = job_of (&lengths);
      g_autoptr (StepTable) steps = step_table_new (trace, NULL, &error);
      StatsScope scope = stats_scope_whole (trace, steps);
      g_assert_true (job_stragglers_init (&job, &scope, NULL, NULL));
      for (uint64_t step = 1; step < N_STEPS; step++)
        {
          for (uint32_t r = 0; r < N_RANKS; r++)
            {
              /* The step is given as that of another rank. */
              uint64_t of_another = ((r + 3) % N_RANKS) * N_STEPS + step;

              g_assert_true (rank_pair_in_step (&job, r, of_another, &pair));
              g_assert_cmpuint (pair.rank, ==, r);
              if (n_shorter (&lengths, r, step) > N_RANKS / 2)
                check_pair (&lengths, trace, steps, &pair, step);
            }
          g_assert_true (rank_pair_in_step (&job, TRACE_NONE, step, &pair));
          g_assert_cmpint (n_shorter (&lengths, pair.rank, step), ==, N_RANKS - 1);
          check_pair (&lengths, trace, steps, &pair, step);
        }
      /* Before the first collective there is nothing to compare from. */
      g_assert_false (rank_pair_in_step (&job, 2, 0, &pair));
      g_assert_false (rank_pair_in_step (&job, 2, UINT64_MAX, &pair));
      job_stragglers_clear (&job);
    }
}

static void
a_rank_alone_has_no_other (void)
{
  TraceBuilder *builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  JobStragglers job;
  RankPair pair;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  for (int64_t step = 0; step < N_STEPS; step++)
    add_step (builder, &tracks, step, 5 * MS);
  g_autoptr (Trace) trace = building_finish (builder);
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, &error);
  StatsScope scope = stats_scope_whole (trace, steps);
  g_assert_true (job_stragglers_init (&job, &scope, NULL, NULL));
  g_assert_false (rank_pair_in_step (&job, 0, 1, &pair));
  g_assert_false (rank_pair_in_step (&job, TRACE_NONE, 1, &pair));
  job_stragglers_clear (&job);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank_pair/the_later_ranks_stand_beside_the_median",
                   the_later_ranks_stand_beside_the_median);
  g_test_add_func ("/rank_pair/a_rank_alone_has_no_other", a_rank_alone_has_no_other);
  return g_test_run ();
}
