/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <stdlib.h>

#include "tests/gen/prng.h"
#include "trace/attach/shift_search.h"

#define SECOND_NS  INT64_C (1000000000)
#define SPAN_NS    (60 * SECOND_NS)
#define SAMPLE_NS  (SECOND_NS / 2)
#define N_SEEDS    20
#define N_SHORT    125
#define BUSY_MAX   4096
#define SAMPLE_MAX 4096

typedef struct
{
  BusyInterval busy[BUSY_MAX];
  TelemetrySample samples[SAMPLE_MAX];
  ShiftPair pair;
} Gpu;

/* Work and pauses of random lengths up to the given ones. */
static void
make_work (Gpu *gpu, uint64_t seed, int64_t longest_ns)
{
  Prng prng = prng_init (seed, 1);
  int64_t at_ns = 0;

  gpu->pair = (ShiftPair){ .busy = gpu->busy };
  while (at_ns < SPAN_NS && gpu->pair.n_busy < BUSY_MAX)
    {
      at_ns += (int64_t) prng_below (&prng, (uint64_t) longest_ns) + 1;
      int64_t end_ns = at_ns + (int64_t) prng_below (&prng, (uint64_t) longest_ns) + 1;
      gpu->busy[gpu->pair.n_busy++] = (BusyInterval){ at_ns, end_ns, 0 };
      at_ns = end_ns;
    }
}

static double
busy_share (const Gpu *gpu, int64_t begin_ns, int64_t end_ns)
{
  int64_t sum_ns = 0;

  for (size_t i = 0; i < gpu->pair.n_busy; i++)
    sum_ns += MAX (0, MIN (end_ns, gpu->busy[i].end_ns) - MAX (begin_ns, gpu->busy[i].begin_ns));
  return (double) sum_ns / (double) (end_ns - begin_ns);
}

/* Samples from before the profile to behind it, by a clock that is shift_ns behind that of the profile, each of percent and a
 * little off. */
static void
sample (Gpu *gpu, uint64_t seed, int64_t shift_ns)
{
  Prng prng = prng_init (seed, 2);

  gpu->pair.samples = gpu->samples;
  gpu->pair.n = 0;
  for (int64_t at_ns = -20 * SECOND_NS; at_ns < SPAN_NS + 25 * SECOND_NS; at_ns += SAMPLE_NS)
    {
      int64_t time_ns = at_ns + (int64_t) prng_below (&prng, 20000000);
      double value = 100 * busy_share (gpu, time_ns - SAMPLE_NS, time_ns) + (double) prng_below (&prng, 5);

      gpu->samples[gpu->pair.n++] = (TelemetrySample){ time_ns - shift_ns, (double) (int) value };
    }
}

static ShiftFound
found_in (const ShiftPair *pairs,
          size_t n,
          const ShiftRange *ranges,
          size_t n_ranges,
          int64_t span_ns,
          int64_t interval_ns)
{
  const ShiftSearch search = {
    .pairs = pairs,
    .n_pairs = n,
    .begin_ns = 0,
    .end_ns = span_ns,
    .interval_ns = interval_ns,
    .ranges = ranges,
    .n_ranges = n_ranges,
  };
  ShiftFound result;

  g_assert_true (shift_search_run (&search, &result));
  return result;
}

static ShiftFound
found (const ShiftPair *pairs, size_t n, const ShiftRange *ranges, size_t n_ranges)
{
  return found_in (pairs, n, ranges, n_ranges, SPAN_NS, SAMPLE_NS);
}

static void
known_shifts_are_found (void)
{
  for (uint64_t seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autofree Gpu *gpu = g_new0 (Gpu, 1);
      Prng prng = prng_init (seed, 3);
      int64_t shift_ns = (int64_t) prng_below (&prng, 100 * SECOND_NS) - 50 * SECOND_NS;
      const ShiftRange range = { 0, 60 * SECOND_NS };

      make_work (gpu, seed, 3 * SECOND_NS);
      sample (gpu, seed, shift_ns);
      ShiftFound result = found (&gpu->pair, 1, &range, 1);
      g_test_message ("seed %d: %d, next %d, off by %d ms", (int) seed, (int) (100 * result.correlation),
                      (int) (100 * result.second), (int) ((result.shift_ns - shift_ns) / 1000000));
      g_assert_true (result.is_sure);
      g_assert_cmpint (llabs (result.shift_ns - shift_ns), <, SAMPLE_NS / 4);
    }
}

static void
the_time_zone_is_found_among_all (void)
{
  for (uint64_t seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autofree Gpu *gpu = g_new0 (Gpu, 1);
      Prng prng = prng_init (seed, 4);
      ShiftRange ranges[5];
      size_t zone = (size_t) prng_below (&prng, 5);

      for (size_t i = 0; i < G_N_ELEMENTS (ranges); i++)
        ranges[i] = (ShiftRange){ ((int64_t) i - 2) * 900 * SECOND_NS, 30 * SECOND_NS };
      int64_t shift_ns = ranges[zone].centre_ns + (int64_t) prng_below (&prng, 6 * SECOND_NS) - 3 * SECOND_NS;
      make_work (gpu, seed, 2 * SECOND_NS);
      sample (gpu, seed, shift_ns);
      ShiftFound result = found (&gpu->pair, 1, ranges, G_N_ELEMENTS (ranges));
      g_assert_true (result.is_sure);
      g_assert_cmpint (llabs (result.shift_ns - shift_ns), <, SAMPLE_NS / 4);
    }
}

static void
several_gpus_count_together (void)
{
  g_autofree Gpu *first = g_new0 (Gpu, 1), *second = g_new0 (Gpu, 1);
  const ShiftRange range = { 0, 60 * SECOND_NS };

  make_work (first, 5, 2 * SECOND_NS);
  make_work (second, 6, 2 * SECOND_NS);
  sample (first, 5, 7 * SECOND_NS);
  sample (second, 6, 7 * SECOND_NS);
  const ShiftPair pairs[] = { first->pair, second->pair };
  ShiftFound result = found (pairs, 2, &range, 1);
  g_assert_true (result.is_sure);
  g_assert_cmpint (llabs (result.shift_ns - 7 * SECOND_NS), <, SAMPLE_NS / 4);
  g_assert_cmpuint (result.n_samples, >, 200);
}

static void
noise_finds_nothing (void)
{
  for (uint64_t seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autofree Gpu *gpu = g_new0 (Gpu, 1);
      Prng prng = prng_init (seed, 5);
      const ShiftRange range = { 0, 90 * SECOND_NS };

      make_work (gpu, seed, 3 * SECOND_NS);
      sample (gpu, seed, 0);
      for (size_t i = 0; i < gpu->pair.n; i++)
        gpu->samples[i].value = (double) prng_below (&prng, 101);
      g_assert_false (found (&gpu->pair, 1, &range, 1).is_sure);
    }
}

/* Values that stay for a while, as those of GPUs do, each second. */
static void
sample_noise (Gpu *gpu, uint64_t seed, size_t n, int64_t begin_ns)
{
  Prng prng = prng_init (seed, 6);
  double value = 50;

  gpu->pair.samples = gpu->samples;
  gpu->pair.n = n;
  for (size_t i = 0; i < n; i++)
    {
      const double next[] = { 0, (double) prng_below (&prng, 101), 100, value };

      value = next[prng_below (&prng, 4)];
      gpu->samples[i] = (TelemetrySample){ begin_ns + (int64_t) i * SECOND_NS, value };
    }
}

static void
noise_in_a_short_profile_finds_nothing (void)
{
  static const struct
  {
    int span_s, n, before_s;
  } rows[] = { { 12, 12, 0 }, { 12, 40, 15 }, { 15, 25, 5 }, { 20, 30, 5 }, { 30, 40, 5 } };
  unsigned n_found = 0;

  for (size_t r = 0; r < G_N_ELEMENTS (rows); r++)
    for (uint64_t seed = 1; seed <= N_SHORT; seed++)
      {
        g_autofree Gpu *gpu = g_new0 (Gpu, 1);
        const ShiftRange range = { 0, 60 * SECOND_NS };

        make_work (gpu, seed * 7 + r, 3 * SECOND_NS);
        sample_noise (gpu, seed, (size_t) rows[r].n, -rows[r].before_s * SECOND_NS);
        n_found += found_in (&gpu->pair, 1, &range, 1, rows[r].span_s * SECOND_NS, SECOND_NS).is_sure;
      }
  g_assert_cmpuint (n_found, ==, 0);
}

static void
gpus_that_work_alike_count_as_one (void)
{
  for (uint64_t seed = 1; seed <= N_SHORT; seed++)
    {
      g_autofree Gpu *gpu = g_new0 (Gpu, 1);
      const ShiftRange range = { 0, 60 * SECOND_NS };
      ShiftPair pairs[8];

      make_work (gpu, seed, 3 * SECOND_NS);
      sample_noise (gpu, seed, 40, -15 * SECOND_NS);
      for (size_t i = 0; i < G_N_ELEMENTS (pairs); i++)
        pairs[i] = gpu->pair;
      g_assert_false (found_in (pairs, G_N_ELEMENTS (pairs), &range, 1, 15 * SECOND_NS, SECOND_NS).is_sure);
    }
}

static void
the_work_of_another_run_finds_nothing (void)
{
  for (uint64_t seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autofree Gpu *gpu = g_new0 (Gpu, 1), *other = g_new0 (Gpu, 1);
      const ShiftRange range = { 0, 60 * SECOND_NS };

      make_work (gpu, seed, 3 * SECOND_NS);
      make_work (other, seed + 1000, 3 * SECOND_NS);
      sample (other, seed, 0);
      other->pair.busy = gpu->busy;
      other->pair.n_busy = gpu->pair.n_busy;
      g_assert_false (found (&other->pair, 1, &range, 1).is_sure);
    }
}

static void
work_that_repeats_finds_nothing (void)
{
  g_autofree Gpu *gpu = g_new0 (Gpu, 1);
  const ShiftRange range = { 0, 60 * SECOND_NS };

  gpu->pair = (ShiftPair){ .busy = gpu->busy };
  for (int64_t at_ns = 0; at_ns < SPAN_NS; at_ns += 4 * SECOND_NS)
    gpu->busy[gpu->pair.n_busy++] = (BusyInterval){ at_ns, at_ns + 2 * SECOND_NS, 0 };
  sample (gpu, 1, 3 * SECOND_NS);
  ShiftFound result = found (&gpu->pair, 1, &range, 1);
  g_assert_false (result.is_sure);
  g_assert_cmpfloat (result.correlation, >, 0.9);
}

static void
a_gpu_that_is_always_busy_finds_nothing (void)
{
  g_autofree Gpu *gpu = g_new0 (Gpu, 1);
  const ShiftRange range = { 0, 60 * SECOND_NS };

  gpu->pair = (ShiftPair){ .busy = gpu->busy, .n_busy = 1 };
  gpu->busy[0] = (BusyInterval){ 0, SPAN_NS, 0 };
  sample (gpu, 1, 3 * SECOND_NS);
  ShiftFound result = found (&gpu->pair, 1, &range, 1);
  g_assert_false (result.is_sure);
  g_assert_cmpuint (result.n_samples, ==, 0);
}

static void
few_samples_find_nothing (void)
{
  g_autofree Gpu *gpu = g_new0 (Gpu, 1);
  const ShiftRange range = { 0, 60 * SECOND_NS };

  make_work (gpu, 1, 3 * SECOND_NS);
  sample (gpu, 1, 0);
  gpu->pair.samples += 60;
  gpu->pair.n = SHIFT_SAMPLES_MIN - 1;
  g_assert_false (found (&gpu->pair, 1, &range, 1).is_sure);
  g_assert_false (found (NULL, 0, &range, 1).is_sure);
  g_assert_false (found (&gpu->pair, 1, NULL, 0).is_sure);
}

static void
many_samples_over_a_long_time_are_bounded (void)
{
  g_autofree Gpu *gpu = g_new0 (Gpu, 1);
  const size_t n = 1000000;
  g_autofree TelemetrySample *samples = g_new (TelemetrySample, n);
  const ShiftRange range = { 0, 48 * 3600 * SECOND_NS };

  make_work (gpu, 1, 3 * SECOND_NS);
  for (size_t i = 0; i < n; i++)
    samples[i] = (TelemetrySample){ (int64_t) i * 1000000 - 500 * SECOND_NS, (double) (i * 7919 % 101) };
  const ShiftPair pair = { samples, n, gpu->busy, gpu->pair.n_busy };
  g_assert_false (found (&pair, 1, &range, 1).is_sure);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shift_search/known_shifts_are_found", known_shifts_are_found);
  g_test_add_func ("/shift_search/the_time_zone_is_found_among_all", the_time_zone_is_found_among_all);
  g_test_add_func ("/shift_search/several_gpus_count_together", several_gpus_count_together);
  g_test_add_func ("/shift_search/noise_finds_nothing", noise_finds_nothing);
  g_test_add_func ("/shift_search/noise_in_a_short_profile_finds_nothing",
                   noise_in_a_short_profile_finds_nothing);
  g_test_add_func ("/shift_search/gpus_that_work_alike_count_as_one", gpus_that_work_alike_count_as_one);
  g_test_add_func ("/shift_search/the_work_of_another_run_finds_nothing",
                   the_work_of_another_run_finds_nothing);
  g_test_add_func ("/shift_search/work_that_repeats_finds_nothing", work_that_repeats_finds_nothing);
  g_test_add_func ("/shift_search/a_gpu_that_is_always_busy_finds_nothing",
                   a_gpu_that_is_always_busy_finds_nothing);
  g_test_add_func ("/shift_search/few_samples_find_nothing", few_samples_find_nothing);
  g_test_add_func ("/shift_search/many_samples_over_a_long_time_are_bounded",
                   many_samples_over_a_long_time_are_bounded);
  return g_test_run ();
}
