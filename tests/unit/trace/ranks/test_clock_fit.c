/* SPDX-License-Identifier: Apache-2.0
 *
 * Clocks of simulated jobs are known: what is found is compared with them. */

#include "trace/ranks/clock_fit.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

#include "tests/gen/prng.h"

#define N_SEEDS 20

typedef struct
{
  uint32_t n_ranks, tensor; /* of each rank: collectives of all, or of `tensor` neighbours and of every tensor-th rank */
  uint32_t n_steps, n_of_step;
  double step_ns;
  uint32_t percent_wrong; /* of the ends, which are late by up to 1 ms */
} Job;

typedef struct
{
  double offset_ns, drift; /* of the clock: how much it shows more than the time that has passed */
} TrueClock;

static double
shown_ns (const TrueClock *clock, double true_ns)
{
  return true_ns + clock->offset_ns + clock->drift * true_ns;
}

static bool
is_in (const Job *job, uint32_t rank, uint32_t kind, uint32_t which)
{
  if (job->tensor == 0)
    return true;
  return kind == 0 ? rank / job->tensor == which : rank % job->tensor == which;
}

static void
add_collective (ClockReadingColumn *readings,
                const Job *job,
                const TrueClock *clocks,
                Prng *prng,
                uint32_t instance,
                uint32_t kind,
                uint32_t which,
                double end_ns)
{
  for (uint32_t rank = 0; rank < job->n_ranks; rank++)
    {
      double late_ns = (double) prng_below (prng, 2000);

      if (!is_in (job, rank, kind, which))
        continue;
      if (prng_below (prng, 100) < job->percent_wrong)
        late_ns += (double) prng_below (prng, 1000000);
      g_assert_true (clock_reading_column_push (
        readings,
        (ClockReading){ .end_ns = llround (1.7e18) + llround (shown_ns (&clocks[rank], end_ns + late_ns)),
                        .instance = instance,
                        .rank = rank }));
    }
}

static ClockReadingColumn
simulate (const Job *job, const TrueClock *clocks, Prng *prng)
{
  ClockReadingColumn readings = { 0 };
  uint32_t instance = 0;

  for (uint32_t step = 0; step < job->n_steps; step++)
    for (uint32_t i = 0; i < job->n_of_step; i++)
      {
        double end_ns = step * job->step_ns + (i + 1) * job->step_ns / (job->n_of_step + 1);
        uint32_t kind = i % 2, n = job->tensor == 0 ? 1 : kind == 0 ? job->n_ranks / job->tensor : job->tensor;

        for (uint32_t which = 0; which < n; which++)
          add_collective (&readings, job, clocks, prng, instance++, kind, which, end_ns);
      }
  return readings;
}

static TrueClock *
random_clocks (uint32_t n, Prng *prng)
{
  TrueClock *clocks = g_new (TrueClock, n);

  for (uint32_t i = 0; i < n; i++)
    clocks[i] = (TrueClock){ .offset_ns = (double) prng_below (prng, 10000000) - 5e6,
                             .drift = ((double) prng_below (prng, 40000) - 20000) * 1e-9 };
  return clocks;
}

/* Returns how far corrected times of one instant are apart at most. */
static double
largest_error_ns (const ClockFit *fit, const Job *job, const TrueClock *clocks)
{
  double largest_ns = 0;

  for (double at = 0; at <= 1; at += 0.05)
    {
      double true_ns = at * job->n_steps * job->step_ns;
      int64_t first_ns = 0;

      for (uint32_t rank = 0; rank < job->n_ranks; rank++)
        {
          int64_t own_ns = llround (1.7e18) + llround (shown_ns (&clocks[rank], true_ns));
          int64_t corrected_ns = clock_fit_correct_ns (fit, rank, own_ns);

          if (rank == 0)
            first_ns = corrected_ns;
          largest_ns = MAX (largest_ns, fabs ((double) (corrected_ns - first_ns)));
        }
    }
  return largest_ns;
}

static void
check_job (const Job *job)
{
  for (uint64_t seed = 0; seed < N_SEEDS; seed++)
    {
      Prng prng = prng_init (seed, job->n_ranks);
      g_autofree TrueClock *clocks = random_clocks (job->n_ranks, &prng);
      ClockReadingColumn readings = simulate (job, clocks, &prng);
      ClockFit fit;

      g_assert_true (clock_fit_init (&fit, job->n_ranks, readings.at, readings.n, NULL, NULL));
      double error_ns = largest_error_ns (&fit, job, clocks);
      g_test_message ("seed %d: %.0f ns", (int) seed, error_ns);
      g_assert_cmpfloat (error_ns, <=, 5000);
      for (uint32_t rank = 0; rank < job->n_ranks; rank++)
        {
          g_assert_cmpuint (fit.ranks[rank].frame, ==, 0);
          g_assert_cmpint (fit.ranks[rank].residual_p50_ns, <=, 2000);
        }
      clock_fit_clear (&fit);
      clock_reading_column_clear (&readings);
    }
}

static void
test_two_ranks (void)
{
  check_job (&(Job){ .n_ranks = 2, .n_steps = 20, .n_of_step = 10, .step_ns = 1e8 });
}

static void
test_eight_ranks_with_wrong_ends (void)
{
  check_job (&(Job){ .n_ranks = 8, .n_steps = 20, .n_of_step = 10, .step_ns = 1e8, .percent_wrong = 10 });
}

static void
test_groups_that_share_ranks (void)
{
  check_job (&(Job){ .n_ranks = 64, .tensor = 8, .n_steps = 20, .n_of_step = 10, .step_ns = 1e8 });
}

static void
test_minutes (void)
{
  check_job (&(Job){ .n_ranks = 8, .n_steps = 100, .n_of_step = 6, .step_ns = 2e9, .percent_wrong = 5 });
}

/* Neighbours alone: the way from the first rank to the last one leads over all of them. */
static void
test_chain (void)
{
  enum { N = 16 };
  Job job = { .n_ranks = N, .n_steps = 20, .step_ns = 1e8 };

  for (uint64_t seed = 0; seed < N_SEEDS; seed++)
    {
      Prng prng = prng_init (seed, 77);
      g_autofree TrueClock *clocks = random_clocks (N, &prng);
      ClockReadingColumn readings = { 0 };
      ClockFit fit;

      for (uint32_t i = 0; i < 2000; i++)
        for (uint32_t rank = i % (N - 1), end = rank + 2; rank < end; rank++)
          g_assert_true (clock_reading_column_push (
            &readings,
            (ClockReading){ .end_ns = llround (1.7e18)
                                      + llround (shown_ns (&clocks[rank], i * 1e6 + (double) prng_below (&prng, 500))),
                            .instance = i,
                            .rank = rank }));
      g_assert_true (clock_fit_init (&fit, N, readings.at, readings.n, NULL, NULL));
      g_assert_cmpfloat (largest_error_ns (&fit, &job, clocks), <=, 5000);
      clock_fit_clear (&fit);
      clock_reading_column_clear (&readings);
    }
}

/* The lowest rank takes part in fewer collectives than the others, whose clocks are a minute ahead and drift. */
static void
test_clocks_that_are_far_apart (void)
{
  const Job job = { .n_ranks = 4, .n_steps = 20, .step_ns = 1e8 };
  const TrueClock clocks[] = { { 0, 0 }, { 60e9, 40e-6 }, { 60e9, 40e-6 }, { 60e9, 40e-6 } };
  Prng prng = prng_init (1, 60);
  ClockReadingColumn readings = { 0 };
  ClockFit fit;

  for (uint32_t i = 0; i < 600; i++)
    for (uint32_t rank = i % 3 == 0 ? 0 : 1; rank < job.n_ranks; rank++)
      g_assert_true (clock_reading_column_push (
        &readings, (ClockReading){ .end_ns = llround (1.7e18)
                                             + llround (shown_ns (&clocks[rank], i * 3e6 + (double) prng_below (&prng, 500))),
                                   .instance = i,
                                   .rank = rank }));
  g_assert_true (clock_fit_init (&fit, job.n_ranks, readings.at, readings.n, NULL, NULL));
  g_assert_cmpfloat (largest_error_ns (&fit, &job, clocks), <=, 5000);
  clock_fit_clear (&fit);
  clock_reading_column_clear (&readings);
}

static void
test_ranks_without_collectives_keep_their_times (void)
{
  static const ClockReading readings[] = { { 1000, 0, 1 }, { 6000, 0, 3 }, { 9000, 1, 2 } };
  ClockFit fit;

  g_assert_true (clock_fit_init (&fit, 5, readings, G_N_ELEMENTS (readings), NULL, NULL));
  g_assert_cmpuint (fit.n_instances, ==, 1);
  for (uint32_t rank = 0; rank < 5; rank++)
    {
      g_assert_cmpuint (fit.ranks[rank].frame, ==, rank == 3 ? 1 : rank);
      g_assert_cmpint (clock_fit_correct_ns (&fit, rank, 7000), ==, rank == 3 ? 2000 : 7000);
    }
  clock_fit_clear (&fit);
}

static void
test_nothing_to_read (void)
{
  ClockFit fit;

  g_assert_true (clock_fit_init (&fit, 3, NULL, 0, NULL, NULL));
  g_assert_cmpint (clock_fit_correct_ns (&fit, 2, 42), ==, 42);
  clock_fit_clear (&fit);
  g_assert_true (clock_fit_init (&fit, 0, NULL, 0, NULL, NULL));
  clock_fit_clear (&fit);
}

static void
test_medians (void)
{
  for (uint64_t seed = 0; seed < 200; seed++)
    {
      Prng prng = prng_init (seed, 1);
      size_t n = 1 + prng_below (&prng, 40), nth = prng_below (&prng, n), n_less = 0, n_equal = 0;
      double values[40];

      for (size_t i = 0; i < n; i++)
        values[i] = (double) prng_below (&prng, 20);
      double found = clock_nth (values, n, nth);
      for (size_t i = 0; i < n; i++)
        {
          n_less += values[i] < found;
          n_equal += values[i] == found;
        }
      g_assert_true (n_less <= nth && nth < n_less + n_equal);
    }
}

static bool
never (void *user_data)
{
  (void) user_data;
  return false;
}

static void
test_stops (void)
{
  static const ClockReading readings[] = { { 1000, 0, 0 }, { 6000, 0, 1 } };
  ClockFit fit;

  g_assert_false (clock_fit_init (&fit, 2, readings, G_N_ELEMENTS (readings), never, NULL));
  clock_fit_clear (&fit);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock_fit/two_ranks", test_two_ranks);
  g_test_add_func ("/clock_fit/eight_ranks_with_wrong_ends", test_eight_ranks_with_wrong_ends);
  g_test_add_func ("/clock_fit/groups_that_share_ranks", test_groups_that_share_ranks);
  g_test_add_func ("/clock_fit/minutes", test_minutes);
  g_test_add_func ("/clock_fit/chain", test_chain);
  g_test_add_func ("/clock_fit/clocks_that_are_far_apart", test_clocks_that_are_far_apart);
  g_test_add_func ("/clock_fit/ranks_without_collectives_keep_their_times", test_ranks_without_collectives_keep_their_times);
  g_test_add_func ("/clock_fit/nothing_to_read", test_nothing_to_read);
  g_test_add_func ("/clock_fit/medians", test_medians);
  g_test_add_func ("/clock_fit/stops", test_stops);
  return g_test_run ();
}
