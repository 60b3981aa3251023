/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of the dashboard against small profiles that are counted by hand, random ones, the sample, and, where
 * $STEPSCOPE_TRACES names real traces, those: the same numbers as `stats` gives. */

#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/fixtures/launched_work.h"
#include "tests/unit/fixtures/opened_text.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/build/builder.h"
#include "trace/open/open.h"
#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/summary/summary.h"
#include "trace/stats/tables/stat_tables.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/panes/panes.h"
#include "widgets/dashboard/sections/dashboard_data.h"
#include "widgets/dashboard/sections/section_activity.h"
#include "widgets/dashboard/sections/section_kernels.h"
#include "widgets/dashboard/sections/section_precision.h"
#include "widgets/dashboard/sections/section_steps.h"
#include "widgets/dashboard/sections/section_time.h"

/* ---- what holds for any profile ---- */

static void
check_shares (const DashboardData *data)
{
  const TimeFigures *time = dashboard_time (data);
  const TimeSplit *split = &dashboard_devices (data)->split;
  const ActivityFigures *activity = dashboard_activity (data);
  uint32_t sum = 0;

  for (int i = 0; i < N_TIME_PARTS; i++)
    sum += time->part_tenths[i];
  g_assert_cmpuint (sum, ==, split->total_ns > 0 ? 1000 : 0);
  g_assert_cmpuint (time->active_tenths + time->idle_tenths, ==, sum);
  g_assert_cmpint (time->part_ns[TIME_HOST_BOUND] + time->part_ns[TIME_OTHER_IDLE], ==, split->idle_ns);

  sum = 0;
  for (int i = 0; i < N_ACTIVITY_PARTS; i++)
    sum += activity->part_tenths[i];
  g_assert_cmpuint (sum, ==, activity->total_ns > 0 ? 1000 : 0);
}

static void
check_top (const DashboardData *data, bool by_count, uint32_t n_rows)
{
  const SliceColumns *slices = trace_slices (data->scope.trace);
  const KernelFigures *kernels = dashboard_kernels (data);
  const KernelTop top = kernel_figures_top (kernels, by_count, n_rows);
  uint64_t count = top.other_count, whole = by_count ? kernels->n_launches : (uint64_t) kernels->total_ns;
  int64_t total_ns = top.other_ns;
  uint32_t sum = top.other_tenths;

  g_assert_cmpuint (top.n + top.n_others, ==, kernels->n_names);
  g_assert_true (top.n == n_rows || top.n_others == 0);
  for (uint32_t i = 0; i < top.n; i++)
    {
      const DashboardKernel *row = &top.rows[i];

      sum += top.tenths[i];
      count += row->count;
      total_ns += row->total_ns;
      if (i > 0 && by_count)
        g_assert_cmpuint (row->count, <=, row[-1].count);
      else if (i > 0)
        g_assert_cmpint (row->total_ns, <=, row[-1].total_ns);
      g_assert_cmpuint (row->longest, !=, SLICE_NONE);
      g_assert_cmpuint (slices->name[row->longest], ==, row->name);
      g_assert_cmpint (slices->dur_ns[row->longest], <=, row->total_ns);
      g_assert_true (stats_scope_holds_start (&data->scope, slices->start_ns[row->longest]));
    }
  g_assert_cmpuint (sum, ==, whole > 0 ? 1000 : 0);
  g_assert_cmpuint (count, ==, kernels->n_launches);
  g_assert_cmpint (total_ns, ==, kernels->total_ns);
}

/* Shares of the window are of what lies in it. */
static void
check_within (const DashboardData *data)
{
  const StatsScope *scope = &data->scope;
  const SliceColumns *slices = trace_slices (scope->trace);
  const KernelFigures *kernels = dashboard_kernels (data);
  const KernelTop top = kernel_figures_top (kernels, false, DASHBOARD_TOP_MAX);
  int64_t within_ns = 0, shown_ns = top.other_within_ns, by_precision_ns = 0;

  for (uint64_t i = 0; i < slices->n; i++)
    {
      int64_t begin_ns = slices->start_ns[i], end_ns = begin_ns + slices->dur_ns[i];

      if (slices->kind[i] != SLICE_KERNEL || (slices->flags[i] & SLICE_UNFINISHED)
          || !stats_scope_holds_track (scope, trace_track (scope->trace, trace_track_of (scope->trace, i))))
        continue;
      within_ns += MAX (MIN (end_ns, scope->end_ns) - MAX (begin_ns, scope->begin_ns), 0);
    }
  g_assert_cmpint (kernels->within_ns, ==, within_ns);
  for (uint32_t i = 0; i < top.n; i++)
    shown_ns += top.rows[i].within_ns;
  g_assert_cmpint (shown_ns, ==, within_ns);
  for (int i = 0; i < N_PRECISIONS; i++)
    by_precision_ns += dashboard_precision (data)->within_ns[i];
  g_assert_cmpint (by_precision_ns, <=, within_ns);
  if (dashboard_precision (data)->total_ns == kernels->total_ns && scope->is_whole)
    g_assert_cmpint (by_precision_ns, ==, within_ns);
}

static void
check_lines (const DashboardData *data)
{
  const DeviceFigures *devices = dashboard_devices (data);
  double busy_ns = 0;

  for (uint32_t i = 0; i < devices->n_nodes + data->n_devices; i++)
    {
      const DashboardLine *line = &devices->lines[i];

      g_assert_true ((line->device == TRACE_NONE) == (i < devices->n_nodes));
      for (int bucket = 0; bucket < DASHBOARD_BUCKETS; bucket++)
        g_assert_true (line->values[bucket] >= -1e-9 && line->values[bucket] <= 1 + 1e-9);
      if (line->device != TRACE_NONE)
        busy_ns += line->mean * (double) (data->scope.end_ns - data->scope.begin_ns);
    }
  if (devices->split.total_ns > 0)
    g_assert_cmpfloat_with_epsilon (busy_ns, (double) devices->split.busy_ns, 1 + busy_ns * 1e-6);
}

static void
check_steps (const DashboardData *data)
{
  const StepFigures *steps = dashboard_steps (data);
  uint64_t sum = 0;

  for (uint32_t bin = 0; bin < steps->bins.n_bins; bin++)
    {
      sum += steps->bins.counts[bin];
      g_assert_true ((steps->bin_first[bin] == UINT64_MAX) == (steps->bins.counts[bin] == 0));
      if (steps->bins.counts[bin] == 0)
        continue;

      const TraceStep *step = step_table_get (data->scope.steps, steps->bin_first[bin]);
      g_assert_false (step->is_truncated);
      g_assert_cmpint (step->wall_ns, >=, histogram_edge_ns (&steps->bins, bin));
      g_assert_cmpint (step->wall_ns, <=, histogram_edge_ns (&steps->bins, bin + 1));
    }
  g_assert_cmpuint (sum, ==, steps->wall.count);
}

/* Every text is there, is valid, and every part leads to something of the profile. */
static void
check_panes (const DashboardData *data)
{
  const Pane *panes[DASHBOARD_PANES_MAX];
  size_t n = dashboard_panes_of (data->profile, panes);

  for (size_t i = 0; i < 2 * n; i++)
    {
      const PaneOptions options = { .is_other = i >= n && panes[i % n]->other_label != NULL };
      const PaneContext pane = { panes[i % n], data, &options, &number_style_c };
      g_autofree char *sentence = pane_sentence (&pane);
      g_autofree char *footer = pane.kind->footer != NULL ? pane_footer (&pane) : NULL;

      g_assert_true (pane_is_ready (pane.kind, &options, data));
      g_assert_true (footer == NULL || g_utf8_validate (footer, -1, NULL));
      g_autofree char *alternative = pane_alternative (&pane);
      g_assert_true (*alternative != '\0' && g_utf8_validate (alternative, -1, NULL));
      if (sentence != NULL)
        {
          g_assert_cmpstr (sentence, ==, alternative);
          g_assert_true (*sentence != '\0');
          continue;
        }
      g_autoptr (PaneTable) table = pane.kind->table (&pane);
      g_autofree char *tsv = pane_table_tsv (table);
      g_assert_true (g_utf8_validate (tsv, -1, NULL));
      g_assert_cmpuint (pane_table_n_rows (table), >, 0);
      g_assert_cmpuint (table->cells->len % table->n_columns, ==, 0);
    }
}

/* The figures that `stats` prints of the same scope. */
static void
check_statistics (const DashboardData *data)
{
  const StepFigures *steps = dashboard_steps (data);
  const KernelFigures *ranked = dashboard_kernels (data);
  const TimeSplit *split = &dashboard_devices (data)->split;
  DeviceStatsTable devices;
  KernelStatsTable kernels;
  SummaryStats summary;

  g_assert_true (device_stats_compute (&data->scope, NULL, NULL, &devices));
  g_assert_true (kernel_stats_compute (&data->scope, NULL, NULL, &kernels));
  g_assert_true (summary_stats_compute (&data->scope, &devices, &kernels, &summary));
  g_assert_cmpuint (data->n_devices, ==, summary.n_devices);
  g_assert_cmpuint (ranked->n_launches, ==, summary.kernel_count);
  g_assert_cmpint (ranked->total_ns, ==, summary.kernel_total_ns);
  g_assert_cmpuint (steps->wall.count + steps->n_truncated, ==, summary.n_steps);
  g_assert_true ((steps->wall.count > 0) == summary.has_step_wall);
  if (summary.has_step_wall)
    g_assert_cmpfloat (steps->wall.median_ns, ==, summary.step_wall_median_ns);
  if (split->total_ns > 0)
    {
      g_assert_cmpint (split->busy_ns, ==, summary.busy_ns);
      g_assert_cmpint (dashboard_time (data)->part_ns[TIME_EXPOSED_COMMUNICATION], ==,
                       summary.exposed_communication_ns);
      /* Parts that add up may differ by a tenth from what each alone is rounded to. */
      g_assert_cmpfloat_with_epsilon (dashboard_time (data)->active_tenths / 10.0, summary.gpu_active_percent,
                                      0.2);
    }
  for (uint32_t i = 0; i < ranked->by_time.n; i++)
    {
      g_assert_cmpuint (ranked->by_time.rows[i].name, ==, kernels.kernels[i].name);
      g_assert_cmpint (ranked->by_time.rows[i].total_ns, ==, kernels.kernels[i].duration.total_ns);
      g_assert_cmpuint (ranked->by_time.rows[i].count, ==, kernels.kernels[i].duration.count);
    }
  device_stats_clear (&devices);
  kernel_stats_clear (&kernels);
}

static void
check (const Profile *profile, const StatsScope *scope)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DashboardData) data = dashboard_data_new (profile, scope, &error);

  g_assert_no_error (error);
  check_shares (data);
  for (uint32_t n_rows = DASHBOARD_TOP_MIN; n_rows <= DASHBOARD_TOP_MAX; n_rows += 7)
    {
      check_top (data, false, n_rows);
      check_top (data, true, n_rows);
    }
  check_within (data);
  check_lines (data);
  check_steps (data);
  check_panes (data);
  check_statistics (data);
}

static void
test_random_profiles (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (int round = 0; round < 150; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (GError) error = NULL;
      const Profile *profile = profile_new (trace, "random", NULL, &error);

      g_assert_no_error (error);
      for (int i = 0; i < 3; i++)
        {
          StatsScope scope = random_profile_scope (random, trace, profile->steps);

          check (profile, &scope);
        }
      profile_unref (profile);
    }
}

static void
check_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);
  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, path, NULL, &error);
  g_assert_no_error (error);
  StatsScope whole = stats_scope_whole (trace, profile->steps);
  int64_t begin_ns = whole.begin_ns + (whole.end_ns - whole.begin_ns) / 3;
  StatsScope part = stats_scope_window (trace, profile->steps, &begin_ns, NULL);

  check (profile, &whole);
  check (profile, &part);
  profile_unref (profile);
}

static void
test_sample (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "resources", "sample", NULL);

  check_file (path);
}

static void
test_real_traces (void)
{
  static const char *const paths[] = {
    "kineto/HTA__amd_trace__mi250_minitoy_train_ROCm6_2_kineto.json.gz",
    "kineto/HTA__df_index_resolver__df_index_resolver.json.gz",
    "kineto/HTA__cpu_only__rank-34.Jul_15_10_52_41.1074.pt.trace.json.gz",
    "kineto_multirank/dlrm_8rank",
  };
  const char *root = g_getenv ("STEPSCOPE_TRACES");

  if (root == NULL)
    {
      g_test_skip ("STEPSCOPE_TRACES names no folder");
      return;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *path = g_build_filename (root, paths[i], NULL);

      check_file (path);
    }
}

/* ---- sentences ---- */

static void
assert_sentence (Trace *trace, const int64_t *end_ns, const char *wanted)
{
  g_autoptr (GError) error = NULL;
  const Profile *profile = profile_new (trace, "x.json", NULL, &error);
  StatsScope scope = end_ns == NULL ? stats_scope_whole (trace, profile->steps)
                                    : stats_scope_window (trace, profile->steps, NULL, end_ns);
  g_autoptr (DashboardData) data = dashboard_data_new (profile, &scope, &error);
  g_autofree char *sentence = dashboard_text_sentence (data, &number_style_c);
  g_autofree char *plain = g_strdup (sentence);
  char *to = plain;

  /* Narrow no-break spaces do not show in a test. */
  for (const char *from = sentence; *from != '\0';)
    if (g_str_has_prefix (from, "\u202f"))
      {
        *to++ = ' ';
        from += strlen ("\u202f");
      }
    else
      *to++ = *from++;
  *to = '\0';
  g_assert_cmpstr (plain, ==, wanted);
  profile_unref (profile);
}

static void
test_sentence_names_the_largest_wait (void)
{
  const LaunchedWork communication[] = { { 0, 500, 0, "gemm" }, { 500, 400, 10, "ncclDevKernel_AllReduce" } };
  const LaunchedWork host[] = { { 0, 300, 0, "gemm" }, { 700, 300, 400, "gemm" } };
  const LaunchedWork other[] = { { 0, 300, 0, "gemm" }, { 700, 300, 10, "gemm" } };
  const LaunchedWork copies[] = { { 0, 600, 0, "gemm" },
                                  { 600, 400, 10, "Memcpy HtoD (Pageable -> Device)" } };
  const LaunchedWork none[] = { { 0, 1000, 0, "gemm" } };
  const LaunchedWork unexplained[] = { { 0, 300, 0, "gemm" }, { 400, 200, 10, "gemm" } };
  const LaunchedWork mostly[] = { { 0, 300, 0, "gemm" }, { 600, 300, 10, "gemm" } };
  g_autoptr (Trace) a = launched_work_trace (communication, G_N_ELEMENTS (communication), 1, 1000);
  g_autoptr (Trace) b = launched_work_trace (host, G_N_ELEMENTS (host), 1, 1000);
  g_autoptr (Trace) c = launched_work_trace (other, G_N_ELEMENTS (other), 1, 1000);
  g_autoptr (Trace) d = launched_work_trace (copies, G_N_ELEMENTS (copies), 1, 1000);
  g_autoptr (Trace) e = launched_work_trace (none, G_N_ELEMENTS (none), 1, 1000);
  g_autoptr (Trace) f = launched_work_trace (unexplained, G_N_ELEMENTS (unexplained), 1, 1000);
  g_autoptr (Trace) g = launched_work_trace (mostly, G_N_ELEMENTS (mostly), 1, 1000);

  assert_sentence (
    a, NULL,
    "The GPU was busy 90.0 % of 1.000\u00a0µs. Largest wait: communication not covered by compute, 40.0 %.");
  assert_sentence (
    b, NULL,
    "The GPU was busy 60.0 % of 1.000\u00a0µs. The GPU waited mostly for the host (40.0 %), most of it in "
    "`loader` (1 gap).");
  assert_sentence (
    c, NULL,
    "The GPU was busy 60.0 % of 1.000\u00a0µs. Largest wait: idle although work had been launched, 40.0 %.");
  assert_sentence (
    d, NULL,
    "The GPU was busy 100.0 % of 1.000\u00a0µs. Largest wait: memcpy not covered by compute, 40.0 %.");
  assert_sentence (e, NULL, "The GPU was busy 100.0 % of 1.000\u00a0µs. No wait above 2.0 %.");
  assert_sentence (
    f, NULL,
    "The GPU was busy 50.0 % of 1.000\u00a0µs. Largest wait: idle time that no launch explains, 50.0 %.");
  assert_sentence (g, NULL,
                   "The GPU was busy 60.0 % of 1.000\u00a0µs. Largest wait: idle, 40.0 %; for most of that "
                   "time work had been launched.");
}

static void
test_sentence_of_several_gpus_is_an_average (void)
{
  const LaunchedWork works[] = { { 0, 300, 0, "gemm" }, { 700, 300, 10, "gemm" } };
  g_autoptr (Trace) trace = launched_work_trace (works, G_N_ELEMENTS (works), 2, 1000);

  assert_sentence (
    trace, NULL,
    "The 2 GPUs were busy 60.0 % of 1.000\u00a0µs on average. Largest wait: idle although work had been launched, 40.0 %.");
}

static void
test_sentence_says_that_there_is_nothing (void)
{
  const LaunchedWork late[] = { { 700, 300, 10, "gemm" } };
  const int64_t end_ns = 500;
  g_autoptr (Trace) trace = launched_work_trace (late, 1, 1, 1000);
  g_autoptr (Trace) without_gpu = launched_work_trace (late, 1, 0, 1000);

  assert_sentence (trace, &end_ns, "Nothing ran on GPU 0 between 0\u00a0ns and 500\u00a0ns");
  assert_sentence (without_gpu, NULL, "No GPU activity in this file");
}

/* A pane has room for nine lines: that others are not shown, and which, is said. */
static void
test_utilization_says_which_gpus_are_shown (void)
{
  const LaunchedWork works[] = { { 0, 300, 0, "gemm" } };

  for (int n = 8; n <= 10; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (Trace) trace = launched_work_trace (works, 1, n, 1000);
      const Profile *profile = profile_new (trace, "x.json", NULL, &error);
      StatsScope scope = stats_scope_whole (trace, profile->steps);
      g_autoptr (DashboardData) data = dashboard_data_new (profile, &scope, &error);
      const Pane *panes[DASHBOARD_PANES_MAX];
      size_t n_panes = dashboard_panes_of (profile, panes);

      for (size_t i = 0; i < n_panes; i++)
        if (strcmp (panes[i]->id, "gpu-utilization") == 0)
          {
            const PaneContext nodes = { panes[i], data, &PANE_OPTIONS_DEFAULT, &number_style_c };
            const PaneContext gpus = { panes[i], data, &(PaneOptions){ .is_other = true }, &number_style_c };
            g_autofree char *of_nodes = pane_footer (&nodes);
            g_autofree char *of_gpus = pane_footer (&gpus);

            g_assert_null (strstr (of_nodes, "the least busy"));
            g_assert_cmpint (strstr (of_gpus, "the least busy") != NULL, ==, n > 8);
          }
      profile_unref (profile);
    }
}

/* Of a file that ends in the middle of an event nothing was read wrongly, but not all of it is there. */
static void
test_scope_says_what_was_lost (void)
{
  static const struct
  {
    const char *tail, *wanted;
  } files[] = {
    { "]}", "none lost" },
    { ",{\"ph\":\"X\",\"na", "the file ends early" },
    { ",{\"ph\":\"X\",\"name\":\"x\",\"ts\":{},\"dur\":2}]}", "1 of 2 events lost" },
  };
  g_autofree char *folder = g_dir_make_tmp ("stepscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x.json", NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text =
        g_strconcat ("{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":0,"
                     "\"dur\":10,\"pid\":0,\"tid\":7,\"args\":{\"device\":0,\"stream\":7}}",
                     files[i].tail, NULL);

      g_assert_true (g_file_set_contents (path, text, -1, &error));
      g_autoptr (Trace) trace = trace_open (path, NULL, &error);
      g_assert_no_error (error);
      const Profile *profile = profile_new (trace, path, NULL, &error);
      StatsScope scope = stats_scope_whole (trace, profile->steps);
      g_autoptr (DashboardData) data = dashboard_data_new (profile, &scope, &error);
      g_autofree char *told = dashboard_text_scope (data, &number_style_c);

      if (!g_str_has_suffix (told, files[i].wanted))
        g_error ("\"%s\" instead of \"%s\"", told, files[i].wanted);
      profile_unref (profile);
    }
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_profile_without_gpu_has_no_gpu_panes (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = launched_work_trace (NULL, 0, 0, 1000);
  const Profile *profile = profile_new (trace, "x.json", NULL, &error);
  const Pane *panes[DASHBOARD_PANES_MAX];

  size_t n = dashboard_panes_of (profile, panes);

  g_assert_cmpuint (n, >, 2);
  g_assert_cmpstr (panes[0]->id, ==, "findings");
  g_assert_cmpstr (panes[1]->id, ==, "summary");
  g_assert_cmpstr (panes[2]->id, ==, "step-times");
  for (size_t i = 0; i < n; i++)
    g_assert_false (panes[i]->needs_gpu);
  profile_unref (profile);
}

/* Where the file is not all there, its GPUs may be in what is missing. */
static void
test_missing_gpu_is_not_explained_where_something_was_lost (void)
{
  static const struct
  {
    const char *tail;
    bool explained;
  } files[] = { { "]}", true }, { ",{\"ph\":\"X\",\"na", false } };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text =
        g_strconcat ("{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"o\","
                     "\"ts\":0,\"dur\":10,\"pid\":1,\"tid\":1}",
                     files[i].tail, NULL);
      const Profile *profile = opened_text ("x.json", text, NULL);
      StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
      g_autoptr (DashboardData) data = dashboard_data_new (profile, &scope, &error);
      const char *advice = dashboard_text_advice (data);

      g_assert_cmpint (strstr (advice, "ProfilerActivity.CUDA") != NULL, ==, files[i].explained);
      g_assert_cmpint (strstr (advice, "could not be read") != NULL, ==, !files[i].explained);
      profile_unref (profile);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dashboard_data/shares_add_up_and_figures_are_those_of_stats/random",
                   test_random_profiles);
  g_test_add_func ("/dashboard_data/shares_add_up_and_figures_are_those_of_stats/sample", test_sample);
  g_test_add_func ("/dashboard_data/shares_add_up_and_figures_are_those_of_stats/real_traces",
                   test_real_traces);
  g_test_add_func ("/dashboard_data/sentence/names_the_largest_wait", test_sentence_names_the_largest_wait);
  g_test_add_func ("/dashboard_data/sentence/of_several_gpus_is_an_average",
                   test_sentence_of_several_gpus_is_an_average);
  g_test_add_func ("/dashboard_data/sentence/says_that_there_is_nothing",
                   test_sentence_says_that_there_is_nothing);
  g_test_add_func ("/dashboard_data/utilization/says_which_gpus_are_shown",
                   test_utilization_says_which_gpus_are_shown);
  g_test_add_func ("/dashboard_data/scope/says_what_was_lost", test_scope_says_what_was_lost);
  g_test_add_func ("/dashboard_data/profile_without_gpu_has_no_gpu_panes",
                   test_profile_without_gpu_has_no_gpu_panes);
  g_test_add_func ("/dashboard_data/missing_gpu_is_not_explained_where_something_was_lost",
                   test_missing_gpu_is_not_explained_where_something_was_lost);
  return g_test_run ();
}
