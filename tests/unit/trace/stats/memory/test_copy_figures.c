/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory in use over a window, and how fast copies were, of profiles opened from text, against counting. */

#include <glib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/opened_text.h"
#include "trace/model/arg_finder.h"
#include "trace/stats/memory/bandwidth_stats.h"
#include "trace/stats/memory/memory_stats.h"
#include "trace/stats/memory/memory_use_stats.h"

#define ROUNDS 60

static const Profile *
profile_of (GString *events)
{
  g_autofree char *json = g_strdup_printf (
    "{\"schemaVersion\": 1, \"traceEvents\": [\n%s"
    "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, \"ts\": 0, \"dur\": 200, "
    "\"args\": {\"device\": 0, \"stream\": 7, \"correlation\": 1}},\n"
    "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 10, \"tid\": 10, "
    "\"ts\": 0, \"dur\": 5, \"args\": {\"correlation\": 1}}]}",
    events->str);

  return opened_text ("figures.json", json, NULL);
}

/* ---- memory use ---- */

typedef struct
{
  int time_us;
  int64_t bytes;
} Change;

static void
add_change (GString *events, const Change *change)
{
  g_string_append_printf (
    events,
    "{\"ph\": \"i\", \"s\": \"t\", \"cat\": \"cpu_instant_event\", \"name\": \"[memory]\", \"pid\": 10, "
    "\"tid\": 10, \"ts\": %d, \"args\": {\"Total Allocated\": %" PRId64
    ", \"Bytes\": 1, \"Device Id\": 0, \"Device Type\": 1}},\n",
    change->time_us, change->bytes);
}

/* What stands in a microsecond; -1: it is not known. */
static int64_t
standing_at (const Change *changes, int n, int64_t time_us)
{
  int64_t bytes = -1;

  for (int i = 0; i < n && changes[i].time_us <= time_us; i++)
    bytes = changes[i].bytes;
  return bytes;
}

static void
check_series (const StatsScope *scope, const MemoryUseStats *stats, const Change *changes, int n)
{
  int64_t begin_us = scope->begin_ns / 1000, end_us = scope->end_ns / 1000, length_us = end_us - begin_us;
  double integral = 0, known = 0;
  int64_t most = -1;
  uint64_t n_changes = 0;

  for (int i = 0; i < n; i++)
    if (scope->is_whole || (changes[i].time_us >= begin_us && changes[i].time_us < end_us))
      {
        n_changes++;
        most = MAX (most, changes[i].bytes);
      }
  for (int64_t at = begin_us; at < end_us; at++)
    {
      int64_t bytes = standing_at (changes, n, at);

      most = MAX (most, bytes);
      if (bytes >= 0)
        {
          integral += (double) bytes;
          known++;
        }
    }
  if (stats == NULL)
    {
      g_assert_cmpint (most, ==, -1);
      return;
    }
  g_assert_cmpuint (stats->n_changes, ==, n_changes);
  g_assert_cmpfloat (stats->peak_bytes, ==, (double) most);
  g_assert_cmpint (stats->peak_ns, >=, scope->begin_ns);
  if (known > 0)
    g_assert_cmpfloat_with_epsilon (stats->mean_bytes, integral / known, 1e-6);
  else
    g_assert_true (isnan (stats->mean_bytes));
  for (int bucket = 0; bucket < MEMORY_USE_BUCKETS && length_us > 0; bucket++)
    {
      double sum = 0, share = 0;

      for (int64_t at = 0; at < length_us; at++)
        {
          int64_t begin = MAX (bucket * length_us, at * MEMORY_USE_BUCKETS);
          int64_t end = MIN ((bucket + 1) * length_us, (at + 1) * MEMORY_USE_BUCKETS);
          int64_t bytes = standing_at (changes, n, begin_us + at);

          if (end > begin && bytes >= 0)
            {
              sum += (double) bytes * (double) (end - begin);
              share += (double) (end - begin);
            }
        }
      if (share > 0)
        g_assert_cmpfloat_with_epsilon (stats->bucket_mean[bucket], sum / share, 1e-6);
      g_assert_true (isnan (stats->bucket_mean[bucket]) == isnan (stats->bucket_most[bucket]));
      if (!isnan (stats->bucket_most[bucket]))
        {
          g_assert_cmpfloat (stats->bucket_most[bucket], >=, stats->bucket_mean[bucket] - 1e-6);
          g_assert_cmpfloat (stats->bucket_most[bucket], <=, stats->peak_bytes);
        }
    }
}

static void
memory_use_is_what_stands_until_the_next_change (void)
{
  GRand *random = g_rand_new_with_seed (503);

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (GString) events = g_string_new (NULL);
      int n = g_rand_int_range (random, 0, 12), at_us = g_rand_int_range (random, 0, 40);
      Change changes[12];

      for (int i = 0; i < n; i++, at_us += g_rand_int_range (random, 0, 20))
        {
          changes[i] = (Change){ MIN (at_us, 199), g_rand_int_range (random, 0, 1000) };
          add_change (events, &changes[i]);
        }
      const Profile *profile = profile_of (events);
      for (int w = 0; w < 5; w++)
        {
          int64_t begin_ns = 1000 * g_rand_int_range (random, 0, 200);
          int64_t end_ns = begin_ns + 1000 * g_rand_int_range (random, 0, 120);
          StatsScope scope = w == 0 ? stats_scope_whole (profile->trace, profile->steps)
                                    : stats_scope_window (profile->trace, profile->steps, &begin_ns, &end_ns);
          MemoryUseTable table;

          g_assert_true (memory_use_stats_compute (&scope, profile->memory, NULL, NULL, &table));
          g_assert_cmpuint (table.n, <=, 1);
          check_series (&scope, table.n > 0 ? &table.series[0] : NULL, changes, n);
          memory_use_stats_clear (&table);
        }
      profile_unref (profile);
    }
  g_rand_free (random);
}

/* ---- bandwidth ---- */

static void
add_copy (GString *events, const char *name, int time_us, int dur_us, const char *args)
{
  g_string_append_printf (
    events,
    "{\"ph\": \"X\", \"cat\": \"gpu_memcpy\", \"name\": \"%s\", \"pid\": 0, \"tid\": 8, "
    "\"ts\": %d, \"dur\": %d, \"args\": {\"device\": 0, \"stream\": 8%s}},\n",
    name, time_us, dur_us, args);
}

static const BandwidthStats *
find_kind (const BandwidthTable *table, const char *kind, HostMemory memory)
{
  for (uint64_t i = 0; i < table->n; i++)
    if (strcmp (table->kinds[i].kind, kind) == 0 && table->kinds[i].memory == memory)
      return &table->kinds[i];
  g_assert_not_reached ();
}

static void
copies_are_told_apart_and_measured (void)
{
  g_autoptr (GString) events = g_string_new (NULL);
  BandwidthTable table;

  add_copy (events, "Memcpy HtoD (Pageable -> Device)", 1, 10, ", \"bytes\": 50000");
  add_copy (events, "Memcpy HtoD (Pinned -> Device)", 20, 10, ", \"correlation\": 4, \"bytes\": 250000");
  add_copy (events, "Memcpy HtoD (Pinned -> Device)", 40, 1, ", \"bytes\": 5000");
  add_copy (events, "Memcpy HtoD (Pinned -> Device)", 50, 0, ", \"bytes\": 700");
  add_copy (events, "Memcpy HtoD (Pinned -> Device)", 60, 30, "");
  add_copy (events, "Memcpy DtoD (Device -> Device)", 100, 2, ", \"bytes\": \"2000\"");
  add_copy (events, "", 110, 1, ", \"bytes\": -5");
  add_copy (events, "copyBuffer", 120, 1, ", \"bytes\": 1000");
  const Profile *profile = profile_of (events);
  StatsScope scope = stats_scope_whole (profile->trace, profile->steps);

  g_assert_true (bandwidth_stats_compute (&scope, NULL, NULL, &table));
  g_assert_cmpuint (table.n, ==, 5);
  const BandwidthStats *pageable = find_kind (&table, "HtoD", HOST_MEMORY_PAGEABLE);
  g_assert_cmpuint (pageable->count, ==, 1);
  g_assert_cmpfloat (pageable->p50_gb_s, ==, 5);
  const BandwidthStats *pinned = find_kind (&table, "HtoD", HOST_MEMORY_PINNED);
  g_assert_true (pinned == &table.kinds[0]);
  g_assert_cmpuint (pinned->count, ==, 4);
  g_assert_cmpint (pinned->total_ns, ==, 41000);
  g_assert_cmpint (pinned->bytes, ==, 255700);
  g_assert_cmpuint (pinned->n_without_length, ==, 1);
  g_assert_cmpuint (pinned->n_without_bytes, ==, 1);
  g_assert_cmpuint (pinned->n_measured, ==, 2);
  g_assert_cmpfloat (pinned->p50_gb_s, ==, 15);
  g_assert_cmpfloat_with_epsilon (pinned->p95_gb_s, 24, 1e-9);
  g_assert_cmpfloat (pinned->max_gb_s, ==, 25);
  g_assert_cmpfloat_with_epsilon (pinned->mean_gb_s, 255.0 / 11, 1e-9);
  g_assert_cmpint (slice_dur_ns (trace_slices (profile->trace), pinned->longest), ==, 30000);
  g_assert_cmpfloat (find_kind (&table, "DtoD", HOST_MEMORY_UNKNOWN)->p50_gb_s, ==, 1);
  g_assert_cmpfloat (find_kind (&table, "copyBuffer", HOST_MEMORY_UNKNOWN)->max_gb_s, ==, 1);
  const BandwidthStats *nameless = find_kind (&table, "", HOST_MEMORY_UNKNOWN);
  g_assert_cmpuint (nameless->n_without_bytes, ==, 1);
  g_assert_true (isnan (nameless->p50_gb_s));
  bandwidth_stats_clear (&table);

  /* Of a window those that start in it, whole. */
  int64_t begin_ns = 25000, end_ns = 60000;
  scope = stats_scope_window (profile->trace, profile->steps, &begin_ns, &end_ns);
  g_assert_true (bandwidth_stats_compute (&scope, NULL, NULL, &table));
  g_assert_cmpuint (table.n, ==, 1);
  g_assert_cmpuint (table.kinds[0].count, ==, 2);
  bandwidth_stats_clear (&table);
  profile_unref (profile);
}

/* As GPU memory operations count them. */
static void
copies_that_are_labelled_as_kernels_are_copies (void)
{
  static const char *const names[] = { "MEMORY_COPY_HOST_TO_DEVICE", "MEMORY_COPY_HOST_TO_DEVICE",
                                       "__amd_rocclr_copyBuffer.kd", "__amd_rocclr_fillBufferAligned",
                                       "gemm" };
  g_autoptr (GString) events = g_string_new (NULL);
  BandwidthTable table;
  MemoryStatsTable operations;

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_append_printf (
      events,
      "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"%s\", \"pid\": 0, \"tid\": 7, \"ts\": %d, \"dur\": 10, "
      "\"args\": {\"device\": 0, \"stream\": 7%s}},\n",
      names[i], 300 + 20 * (int) i, i == 1 ? ", \"bytes\": 50000" : "");
  add_copy (events, "Memcpy HtoD (Host -> Device)", 500, 10, ", \"bytes\": 30000");
  const Profile *profile = profile_of (events);
  StatsScope scope = stats_scope_whole (profile->trace, profile->steps);

  g_assert_true (bandwidth_stats_compute (&scope, NULL, NULL, &table));
  g_assert_cmpuint (table.n, ==, 2);
  const BandwidthStats *to_device = find_kind (&table, "HtoD", HOST_MEMORY_UNKNOWN);
  g_assert_cmpuint (to_device->count, ==, 3);
  g_assert_cmpuint (to_device->n_without_bytes, ==, 1);
  g_assert_cmpfloat (to_device->mean_gb_s, ==, 4);
  g_assert_cmpuint (find_kind (&table, "__amd_rocclr_copyBuffer.kd", HOST_MEMORY_UNKNOWN)->count, ==, 1);

  g_assert_true (memory_stats_compute_with_kernels (&scope, NULL, NULL, &operations));
  for (uint64_t i = 0; i < operations.n; i++)
    if (!operations.kinds[i].is_set)
      {
        const BandwidthStats *kind = find_kind (&table, operations.kinds[i].kind, HOST_MEMORY_UNKNOWN);

        g_assert_cmpuint (kind->count, ==, operations.kinds[i].count);
        g_assert_cmpint (kind->total_ns, ==, operations.kinds[i].total_ns);
        g_assert_cmpint (kind->bytes, ==, operations.kinds[i].bytes);
      }
  g_assert_cmpuint (operations.n, ==, table.n + 1);
  memory_stats_clear (&operations);
  bandwidth_stats_clear (&table);
  profile_unref (profile);
}

/* ---- arguments ---- */

static void
wanted_arguments_are_found_among_others (void)
{
  static const char *const keys[] = { "bytes", "correlation" };
  GRand *random = g_rand_new_with_seed (509);
  g_autoptr (GString) events = g_string_new (NULL);
  ArgFinder finder;

  for (int i = 0; i < 150; i++)
    {
      static const char *const others[] = { ", \"a\": [1, 2, 3]", ", \"bytes\": 7", ", \"b\": null",
                                            ", \"correlation\": 9",
                                            ", \"text\": \"a long text of its own\"" };
      g_autoptr (GString) args = g_string_new (NULL);

      for (size_t k = 0; k < G_N_ELEMENTS (others); k++)
        if (g_rand_boolean (random))
          g_string_append (args, others[k]);
      add_copy (events, "copy", i, 1, args->str);
    }
  const Profile *profile = profile_of (events);
  const SliceColumns *slices = trace_slices (profile->trace);
  arg_finder_init (&finder, profile->trace, keys, G_N_ELEMENTS (keys));
  for (uint64_t i = 0; i < slices->n; i++)
    {
      unsigned n[2] = { 0 }, found[2] = { 0 }, key;
      ArgIter iter;
      Arg arg;

      if (trace_args (profile->trace, slices->args[i], &iter))
        {
          while (arg_iter_next (&iter, &arg))
            for (unsigned k = 0; k < 2; k++)
              n[k] += strcmp (trace_string (profile->trace, arg.key, NULL), keys[k]) == 0;
          arg_iter_clear (&iter);
        }
      if (arg_finder_begin (&finder, slices->args[i]))
        while (arg_finder_next (&finder, &key, &arg))
          {
            g_assert_cmpstr (trace_string (profile->trace, arg.key, NULL), ==, keys[key]);
            found[key]++;
          }
      g_assert_cmpuint (n[0], ==, found[0]);
      g_assert_cmpuint (n[1], ==, found[1]);
    }
  g_assert_false (arg_finder_begin (&finder, ARGS_NONE));
  g_assert_false (arg_finder_begin (&finder, UINT64_MAX - 7));
  arg_finder_clear (&finder);
  profile_unref (profile);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory_use_stats/is_what_stands_until_the_next_change",
                   memory_use_is_what_stands_until_the_next_change);
  g_test_add_func ("/bandwidth/copies_are_told_apart_and_measured", copies_are_told_apart_and_measured);
  g_test_add_func ("/bandwidth/copies_that_are_labelled_as_kernels_are_copies",
                   copies_that_are_labelled_as_kernels_are_copies);
  g_test_add_func ("/arg_finder/wanted_arguments_are_found_among_others",
                   wanted_arguments_are_found_among_others);
  return g_test_run ();
}
