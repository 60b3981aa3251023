/* SPDX-License-Identifier: Apache-2.0
 *
 * An injection changes what it says and nothing else; noise looks like that of measured runs. */

#include <glib.h>

#include "tests/gen/injection.h"
#include "tests/gen/run_noise.h"
#include "tests/gen/training_run.h"

#define N_STEPS 5

static TrainingConfig
config_with (const char *injected)
{
  TrainingConfig config = { .seed = 3,
                            .world_size = 2,
                            .n_layers = 3,
                            .begin_ns = 1000000000,
                            .first_step_number = 10,
                            .slow_step = SLOW_STEP_NEVER };

  if (injected != NULL)
    g_assert_true (injection_parse (injected, &config.injection));
  return config;
}

typedef struct
{
  TrainingRun *run;
  RecordedStep record;
} Simulated;

static void
simulated_clear (Simulated *simulated)
{
  training_run_free (simulated->run);
  recorded_step_clear (&simulated->record);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Simulated, simulated_clear)

static Simulated
simulate (const char *injected)
{
  TrainingConfig config = config_with (injected);

  return (Simulated){ .run = training_run_new (&config) };
}

/* Index of the next device activity at or after i that is not what was added. */
static size_t
next_common (const RecordedStep *record, size_t i)
{
  while (i < record->device_ops.n && record->device_ops.at[i].sync == SYNC_NONE
         && record->device_ops.at[i].work == WORK_COPY_MASK)
    i++;
  return i;
}

/* Asserts that both steps did the same work in the same order, and as long but for the work that may differ and the
 * all reduces, which wait for each other. Returns how many activities were longer. */
static int
assert_same_but_for (const RecordedStep *base, const RecordedStep *other, int may_differ)
{
  size_t i = 0, j = 0;
  int n_longer = 0;

  while ((i = next_common (base, i)) < base->device_ops.n)
    {
      j = next_common (other, j);
      g_assert_cmpuint (j, <, other->device_ops.n);
      const DeviceOp *a = &base->device_ops.at[i++], *b = &other->device_ops.at[j++];
      int64_t a_ns = a->end_ns - a->begin_ns, b_ns = b->end_ns - b->begin_ns;

      g_assert_cmpint (a->sync, ==, b->sync);
      if (a->sync != SYNC_NONE)
        continue;
      g_assert_cmpint (a->work, ==, b->work);
      if (a->work == WORK_ALL_REDUCE)
        continue;
      if ((int) a->work == may_differ)
        n_longer += b_ns > a_ns;
      else
        g_assert_cmpint (a_ns, ==, b_ns);
    }
  g_assert_cmpuint (next_common (other, j), ==, other->device_ops.n);
  return n_longer;
}

static void
test_slower_kernel_takes_longer_and_nothing_else (void)
{
  g_auto (Simulated) base = simulate (NULL);
  g_auto (Simulated) other = simulate ("kernel-slower=30%");

  for (int i = 0; i < N_STEPS; i++)
    {
      training_run_step (base.run, &base.record);
      training_run_step (other.run, &other.record);
      g_assert_cmpint (assert_same_but_for (&base.record, &other.record, WORK_SLOWER), ==, 3);
    }
}

static int
n_of (const RecordedStep *record, WorkId work)
{
  int n = 0;

  for (size_t i = 0; i < record->device_ops.n; i++)
    n += record->device_ops.at[i].sync == SYNC_NONE && record->device_ops.at[i].work == work;
  return n;
}

static void
test_added_memcpy_is_in_each_step (void)
{
  g_auto (Simulated) base = simulate (NULL);
  g_auto (Simulated) other = simulate ("added-memcpy");

  for (int i = 0; i < N_STEPS; i++)
    {
      training_run_step (base.run, &base.record);
      training_run_step (other.run, &other.record);
      assert_same_but_for (&base.record, &other.record, -1);
      g_assert_cmpint (n_of (&base.record, WORK_COPY_MASK), ==, 0);
      g_assert_cmpint (n_of (&other.record, WORK_COPY_MASK), ==, 1);
    }
}

static int
n_overlapped (const RecordedStep *record)
{
  int n = 0;

  for (size_t i = 0; i < record->device_ops.n; i++)
    for (size_t j = 0; j < record->device_ops.n; j++)
      {
        const DeviceOp *a = &record->device_ops.at[i], *b = &record->device_ops.at[j];

        n += a->sync == SYNC_NONE && b->sync == SYNC_NONE && a->work == WORK_ALL_REDUCE
             && b->work != WORK_ALL_REDUCE && a->begin_ns < b->end_ns && b->begin_ns < a->end_ns;
      }
  return n;
}

static void
test_nothing_runs_beside_an_all_reduce_without_overlap (void)
{
  g_auto (Simulated) base = simulate (NULL);
  g_auto (Simulated) other = simulate ("removed-overlap");

  for (int i = 0; i < N_STEPS; i++)
    {
      training_run_step (base.run, &base.record);
      training_run_step (other.run, &other.record);
      assert_same_but_for (&base.record, &other.record, -1);
      g_assert_cmpint (n_overlapped (&base.record), >, 10);
      g_assert_cmpint (n_overlapped (&other.record), ==, 0);
    }
}

static int64_t
loader_ns (const RecordedStep *record)
{
  for (size_t i = 0; i < record->host_ops.n; i++)
    if (g_str_has_prefix (record->host_ops.at[i].name, "enumerate(DataLoader)"))
      return record->host_ops.at[i].end_ns - record->host_ops.at[i].begin_ns;
  g_assert_not_reached ();
}

static void
test_loader_stalls_in_the_asked_steps (void)
{
  g_auto (Simulated) base = simulate (NULL);
  g_auto (Simulated) other = simulate ("slow-loader=2/24");
  int n_slow = 0;

  for (int i = 0; i < 24; i++)
    {
      bool is_slow = i == 5 || i == 17;

      training_run_step (base.run, &base.record);
      training_run_step (other.run, &other.record);
      assert_same_but_for (&base.record, &other.record, -1);
      g_assert_cmpint (injection_slows_loader (&(Injection){ .slow_steps = 2, .slow_steps_of = 24 }, i), ==,
                       is_slow);
      g_assert_cmpint (loader_ns (&other.record) > loader_ns (&base.record) + 30000000, ==, is_slow);
      n_slow += is_slow;
    }
  g_assert_cmpint (n_slow, ==, 2);
}

static void
test_so_many_of_so_many_steps_are_slow (void)
{
  static const int cases[][2] = { { 1, 1 }, { 1, 2 }, { 2, 3 }, { 2, 24 }, { 5, 24 }, { 7, 7 }, { 0, 0 } };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Injection injection = { .slow_steps = cases[i][0], .slow_steps_of = cases[i][1] };
      int n = 0;

      for (int64_t step = 0; step < 10 * (int64_t) cases[i][1]; step++)
        n += injection_slows_loader (&injection, step);
      g_assert_cmpint (n, ==, 10 * cases[i][0]);
    }
}

static void
test_unknown_injections_are_refused (void)
{
  static const char *const bad[] = { "",
                                     "kernel-slower",
                                     "kernel-slower=",
                                     "kernel-slower=30",
                                     "kernel-slower=0%",
                                     "kernel-slower=1001%",
                                     "kernel-slower=-3%",
                                     "kernel-slower=30%%",
                                     "added-memcpy=1",
                                     "removed-overla",
                                     "slow-loader=2",
                                     "slow-loader=2/",
                                     "slow-loader=0/24",
                                     "slow-loader=25/24",
                                     "slow-loader=2/24x",
                                     "slow-loader=99999999999999999999/24" };

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      Injection injection = { .slower_permille = 7 };

      g_assert_false (injection_parse (bad[i], &injection));
      g_assert_cmpint (injection.slower_permille, ==, 7);
      g_assert_cmpint (injection.slow_steps, ==, 0);
      g_assert_cmpint (injection.slow_steps_of, ==, 0);
    }
}

static void
test_paces_drift_and_begin_slow (void)
{
  RunNoise noise = run_noise_init (11);
  enum
  {
    N = 4000
  };
  Pace paces[N];
  double sum = 0, squares = 0, products = 0;

  for (int i = 0; i < N; i++)
    paces[i] = run_noise_next (&noise);
  g_assert_cmpint (paces[0].host, >, paces[1].host);
  g_assert_cmpint (paces[0].device, >, paces[1].device);
  g_assert_cmpint (paces[0].device, >, PACE_NOMINAL * 103 / 100);

  for (int i = 2; i < N; i++)
    sum += (double) (paces[i].device - PACE_NOMINAL) / (N - 2);
  for (int i = 2; i < N; i++)
    {
      double deviation = (double) (paces[i].device - PACE_NOMINAL) - sum;

      squares += deviation * deviation;
      if (i + 1 < N)
        products += deviation * ((double) (paces[i + 1].device - PACE_NOMINAL) - sum);
    }
  /* 0.8 %, and six tenths of it last. */
  g_assert_cmpfloat (ABS (sum), <, 1000);
  g_assert_cmpfloat (squares / N, >, 7000.0 * 7000);
  g_assert_cmpfloat (squares / N, <, 9000.0 * 9000);
  g_assert_cmpfloat (products / squares, >, 0.55);
  g_assert_cmpfloat (products / squares, <, 0.65);
}

static void
test_runs_with_other_noise_differ_and_with_the_same_do_not (void)
{
  static const uint64_t seeds[] = { 1, 1, 2 };
  int64_t end_ns[3];

  for (int i = 0; i < 3; i++)
    {
      TrainingConfig config = config_with (NULL);
      RecordedStep record = { 0 };

      config.has_noise = true;
      config.noise_seed = seeds[i];
      TrainingRun *run = training_run_new (&config);
      for (int step = 0; step < N_STEPS; step++)
        training_run_step (run, &record);
      end_ns[i] = training_run_now_ns (run);
      training_run_free (run);
      recorded_step_clear (&record);
    }
  g_assert_cmpint (end_ns[0], ==, end_ns[1]);
  g_assert_cmpint (end_ns[0], !=, end_ns[2]);
  g_assert_cmpint (ABS (end_ns[0] - end_ns[2]), <, (end_ns[0] - 1000000000) / 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/injection/slower_kernel_takes_longer_and_nothing_else",
                   test_slower_kernel_takes_longer_and_nothing_else);
  g_test_add_func ("/injection/added_memcpy_is_in_each_step", test_added_memcpy_is_in_each_step);
  g_test_add_func ("/injection/nothing_runs_beside_an_all_reduce_without_overlap",
                   test_nothing_runs_beside_an_all_reduce_without_overlap);
  g_test_add_func ("/injection/loader_stalls_in_the_asked_steps", test_loader_stalls_in_the_asked_steps);
  g_test_add_func ("/injection/so_many_of_so_many_steps_are_slow", test_so_many_of_so_many_steps_are_slow);
  g_test_add_func ("/injection/unknown_injections_are_refused", test_unknown_injections_are_refused);
  g_test_add_func ("/injection/paces_drift_and_begin_slow", test_paces_drift_and_begin_slow);
  g_test_add_func ("/injection/runs_with_other_noise_differ_and_with_the_same_do_not",
                   test_runs_with_other_noise_differ_and_with_the_same_do_not);
  return g_test_run ();
}
