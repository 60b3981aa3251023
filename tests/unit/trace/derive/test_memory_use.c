/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/opened_text.h"
#include "trace/model/trace_private.h"
#include "widgets/timeline/view/timeline_plan.h"

#define EVENT                                                                                     \
  "{\"ph\": \"i\", \"s\": \"t\", \"cat\": \"cpu_instant_event\", \"name\": \"%s\", \"pid\": 10, " \
  "\"tid\": %d, \"ts\": %d, \"args\": {%s}},\n"

/* A GPU that runs one kernel for 100 us, launched by process 10. */
#define KERNEL                                                                                              \
  "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, \"ts\": 0, \"dur\": 100, " \
  "\"args\": {\"device\": 0, \"stream\": 7, \"correlation\": 1}},\n"                                        \
  "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 10, \"tid\": 10, "   \
  "\"ts\": 0, \"dur\": 5, \"args\": {\"correlation\": 1}}\n"

static void
add_change (GString *json, int thread, int time_us, int type, int device, int64_t bytes)
{
  g_autofree char *args =
    g_strdup_printf ("\"Total Reserved\": 9, \"Total Allocated\": %" PRId64 ", \"Bytes\": 1, "
                     "\"Device Id\": %d, \"Device Type\": %d",
                     bytes, device, type);

  g_string_append_printf (json, EVENT, "[memory]", thread, time_us, args);
}

static const Profile *
profile_of (GString *json)
{
  g_string_prepend (json, "{\"traceEvents\": [\n");
  g_string_append (json, KERNEL "]}");
  const Profile *profile = opened_text ("memory.json", json->str, NULL);
  g_string_free (json, TRUE);
  return profile;
}

static uint32_t
find_track (const Profile *profile, TrackKind kind)
{
  for (uint32_t t = 0; t < trace_n_tracks (profile->trace); t++)
    if (trace_track (profile->trace, t)->kind == kind)
      return t;
  g_assert_not_reached ();
}

static void
changes_of_all_threads_make_one_series (void)
{
  GString *json = g_string_new (NULL);

  add_change (json, 10, 10, 1, 0, 1000);
  add_change (json, 10, 50, 1, 0, 500);
  add_change (json, 11, 30, 1, 0, 4000);
  add_change (json, 11, 40, 0, -1, 77);
  add_change (json, 11, 45, 1, 3, 12345);
  const Profile *profile = profile_of (json);
  const MemorySeries *gpu = memory_use_of_track (profile->memory, find_track (profile, TRACK_DEVICE));
  uint32_t process = find_track (profile, TRACK_PROCESS);
  const MemorySeries *cpu = memory_use_of_track (profile->memory, process);

  const SampleColumns *samples = memory_use_samples (profile->memory);
  static const double values[] = { 1000, 4000, 500 };

  g_assert_nonnull (gpu);
  g_assert_cmpuint (gpu->n, ==, 3);
  for (uint64_t i = 0; i < 3; i++)
    g_assert_cmpfloat (sample_value (samples, gpu->first + i), ==, values[i]);
  g_assert_cmpint (sample_time_ns (samples, gpu->first + 1) - sample_time_ns (samples, gpu->first), ==, 20000);
  g_assert_cmpfloat (gpu->most, ==, 4000);
  g_assert_nonnull (cpu);
  g_assert_cmpuint (cpu->n, ==, 1);
  g_assert_cmpfloat (cpu->most, ==, 77);
  g_assert_null (memory_use_of_track (profile->memory, find_track (profile, TRACK_STREAM)));
  profile_unref (profile);
}

/* What is known of it has a row, whose columns are what stands until the next change. */
static void
a_series_is_drawn_as_a_counter (void)
{
  GString *json = g_string_new (NULL);

  add_change (json, 10, 25, 1, 0, 1000);
  add_change (json, 10, 50, 1, 0, 250);
  add_change (json, 10, 75, 1, 0, 0);
  const Profile *profile = profile_of (json);
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  TimelinePlan *plan = timeline_plan_new ();
  TimelineView view = { .profile = profile,
                        .tree = tree,
                        .begin_ns = profile->begin_ns,
                        .end_ns = profile->begin_ns + 100000,
                        .width_px = 100,
                        .height_px = 1000 };
  uint32_t n, n_plans, row = 0;
  const TimelineRow *rows = track_tree_rows (tree, &n);

  while (row < n && rows[row].memory == NULL)
    row++;
  g_assert_cmpuint (row, <, n);
  g_assert_cmpstr (rows[row].label, ==, "GPU 0 memory");
  g_assert_cmpint (rows[row - 1].kind, ==, ROW_UTILIZATION);
  g_assert_true (timeline_plan_make (plan, &view, 1));
  const TimelineRowPlan *plans = timeline_plan_rows (plan, &n_plans);
  g_assert_cmpuint (n_plans, ==, n);
  const float *shares = plans[row].shares;
  g_assert_cmpfloat (shares[20], ==, 0);
  g_assert_cmpfloat (shares[40], ==, 1);
  g_assert_cmpfloat (shares[60], ==, 0.25f);
  g_assert_cmpfloat (shares[90], ==, 0);
  timeline_plan_free (plan);
  track_tree_free (tree);
  profile_unref (profile);
}

static void
what_says_nothing_is_left_out (void)
{
  static const char *const args[] = {
    "",
    "\"Total Allocated\": 5",
    "\"Device Type\": 1, \"Device Id\": 0",
    "\"Total Allocated\": \"many\", \"Device Type\": 1, \"Device Id\": 0",
    "\"Total Allocated\": -5, \"Device Type\": 1, \"Device Id\": 0",
    "\"Total Allocated\": 5.5, \"Device Type\": 1, \"Device Id\": 0",
    "\"Total Allocated\": 5, \"Device Type\": 1, \"Device Id\": 99999999999999999999",
  };
  GString *json = g_string_new (NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (args); i++)
    g_string_append_printf (json, EVENT, "[memory]", 10, 10 + (int) i, args[i]);
  g_string_append_printf (json, EVENT, "[memories]", 10, 60,
                          "\"Total Allocated\": 5, \"Device Type\": 1, \"Device Id\": 0");
  const Profile *profile = profile_of (json);
  for (uint32_t t = 0; t < trace_n_tracks (profile->trace); t++)
    g_assert_null (memory_use_of_track (profile->memory, t));
  profile_unref (profile);
}

/* Kept in the file, or found anew where that lacks it: the same, also of many threads whose changes mingle. */
static void
what_is_kept_is_what_is_found (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  GString *json = g_string_new (NULL);

  for (int i = 0; i < 3000; i++)
    add_change (json, 10 + g_rand_int_range (random, 0, 5), g_rand_int_range (random, 0, 900),
                g_rand_int_range (random, 0, 2), g_rand_int_range (random, 0, 2),
                g_rand_int_range (random, 0, 1 << 30));
  const Profile *profile = profile_of (json);
  Trace *trace = (Trace *) profile->trace;
  g_assert_nonnull (trace->memory);
  trace->memory = NULL;
  MemoryUse *found = memory_use_new (trace);
  const SampleColumns *p = memory_use_samples (profile->memory), *q = memory_use_samples (found);
  int n_series = 0;

  g_assert_cmpuint (p->n, >, 2000);
  g_assert_cmpuint (p->n, ==, q->n);
  for (uint64_t i = 0; i < p->n; i++)
    {
      g_assert_cmpint (p->time_ns[i], ==, q->time_ns[i]);
      g_assert_cmpfloat (p->value[i], ==, q->value[i]);
    }
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const MemorySeries *x = memory_use_of_track (profile->memory, t), *y = memory_use_of_track (found, t);
      double most = 0;

      g_assert_true ((x == NULL) == (y == NULL));
      if (x == NULL)
        continue;
      n_series++;
      g_assert_cmpuint (x->first, ==, y->first);
      g_assert_cmpuint (x->n, ==, y->n);
      g_assert_cmpfloat (x->most, ==, y->most);
      for (uint64_t i = x->first; i < x->first + x->n; i++)
        {
          most = fmax (most, sample_value (p, i));
          g_assert_true (i == x->first || p->time_ns[i] >= p->time_ns[i - 1]);
        }
      g_assert_cmpfloat (x->most, ==, most);
    }
  g_assert_cmpint (n_series, ==, 2);
  memory_use_free (found);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory_use/changes_of_all_threads_make_one_series",
                   changes_of_all_threads_make_one_series);
  g_test_add_func ("/memory_use/a_series_is_drawn_as_a_counter", a_series_is_drawn_as_a_counter);
  g_test_add_func ("/memory_use/what_says_nothing_is_left_out", what_says_nothing_is_left_out);
  g_test_add_func ("/memory_use/what_is_kept_is_what_is_found", what_is_kept_is_what_is_found);
  return g_test_run ();
}
