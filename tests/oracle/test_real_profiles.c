/* SPDX-License-Identifier: Apache-2.0
 *
 * Every real trace as a Trace: the promises of its header, display names, lanes, graph launches. */

#include <glib.h>
#include <string.h>

#include "tests/import/trace_check.h"
#include "trace/open/open.h"
#include "trace/stats/kernel/kernel_stats.h"

#define TOP              15
#define ALIKE_CHARACTERS 40

static char *
traces_folder (void)
{
  const char *folder = g_getenv ("STEPSCOPE_TRACES");

  if (folder != NULL)
    return g_strdup (folder);
  return g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "..", "shared", "traces", NULL);
}

/* Paths of the .json and .json.gz files of some folders; empty where there are no real traces. */
static GPtrArray *
list_traces (void)
{
  static const char *const folders[] = { "kineto", "kineto_multirank/dlrm_8rank", "chrome_other", "rocm",
                                         "nsys" };
  g_autofree char *root = traces_folder ();
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (size_t i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = g_build_filename (root, folders[i], NULL);
      g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);

      for (const char *name; directory != NULL && (name = g_dir_read_name (directory)) != NULL;)
        if (g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".json.gz"))
          g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
    }
  return paths;
}

static Trace *
open_trace (const char *path)
{
  g_autoptr (GError) error = NULL;
  Trace *trace = trace_open (path, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static Trace *
open_named (GPtrArray *paths, const char *part)
{
  for (guint i = 0; i < paths->len; i++)
    if (strstr (paths->pdata[i], part) != NULL)
      return open_trace (paths->pdata[i]);
  return NULL;
}

/* Names of slices that read the same. */
static guint
count_equal_names (const Trace *trace)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree guint8 *used = g_new0 (guint8, trace_n_strings (trace));
  const SliceColumns *slices = trace_slices (trace);
  guint n_equal = 0;

  for (uint64_t i = 0; i < slices->n; i++)
    if (!used[slices->name[i]])
      {
        used[slices->name[i]] = 1;
        n_equal += !g_hash_table_add (seen, (gpointer) trace_display_name (trace, slices->name[i]));
      }
  return n_equal;
}

/* Of the kernels with most time, how many there are, and how many begin like another of them. */
static void
count_alike (const Trace *trace, guint *n_top, guint *n_alike)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, &error);
  StatsScope scope = stats_scope_whole (trace, steps);
  KernelStatsTable kernels;
  char *begins[TOP];

  g_assert_true (kernel_stats_compute (&scope, NULL, NULL, &kernels));
  guint n = (guint) MIN (kernels.n, TOP);
  for (guint i = 0; i < n; i++)
    {
      const char *name = trace_display_name (trace, kernels.kernels[i].name);
      begins[i] = g_utf8_strlen (name, -1) <= ALIKE_CHARACTERS ? g_strdup (name)
                                                               : g_utf8_substring (name, 0, ALIKE_CHARACTERS);
    }
  for (guint i = 0; i < n; i++)
    {
      bool alike = false;
      for (guint j = 0; j < n; j++)
        alike = alike || (i != j && strcmp (begins[i], begins[j]) == 0);
      *n_alike += alike;
    }
  for (guint i = 0; i < n; i++)
    g_free (begins[i]);
  *n_top += n;
  kernel_stats_clear (&kernels);
}

static void
test_every_trace_keeps_the_promises_of_its_header (void)
{
  g_autoptr (GPtrArray) paths = list_traces ();
  guint n_top = 0, n_alike = 0;

  if (paths->len == 0)
    {
      g_test_skip ("no real traces");
      return;
    }
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (Trace) trace = open_trace (paths->pdata[i]);
      g_autofree char *broken = trace_check (trace);

      if (broken != NULL)
        g_error ("%s: %s", (const char *) paths->pdata[i], broken);
      g_assert_cmpuint (count_equal_names (trace), ==, 0);
      count_alike (trace, &n_top, &n_alike);
    }
  g_test_message ("%u traces; %u of %u entries of their top %d kernels alike in %d characters", paths->len,
                  n_alike, n_top, TOP, ALIKE_CHARACTERS);
  g_assert_cmpuint (n_top, >, 100);
  g_assert_cmpuint (n_alike * 10, <=, n_top);
}

static void
test_overlapping_kernels_lie_in_lanes (void)
{
  g_autoptr (GPtrArray) paths = list_traces ();
  g_autoptr (Trace) trace = open_named (paths, "TraceLens__b200__eager_trace");
  uint32_t n_lanes = 0;
  uint64_t n_overlaps = 0, n_kernels = 0;

  if (trace == NULL)
    {
      g_test_skip ("no real traces");
      return;
    }
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    if (trace_track (trace, t)->kind == TRACK_STREAM)
      {
        n_lanes = MAX (n_lanes, trace_track (trace, t)->n_rows);
        n_overlaps += trace_track (trace, t)->n_overlaps;
        n_kernels += trace_track (trace, t)->n_slices;
      }
  g_assert_cmpuint (n_lanes, >=, 2);
  g_assert_cmpuint (n_overlaps, ==, 74);
  g_assert_cmpuint (n_kernels, ==, 929);
}

static void
test_one_graph_launch_runs_993_kernels (void)
{
  g_autoptr (GPtrArray) paths = list_traces ();
  g_autoptr (Trace) trace = open_named (paths, "xdit_flux_aiter");
  uint64_t n_most = 0;

  if (trace == NULL)
    {
      g_test_skip ("no real traces");
      return;
    }
  for (uint64_t i = 0; i < trace_slices (trace)->n; i++)
    {
      uint64_t first;
      n_most = MAX (n_most, trace_flows_from (trace, i, &first));
    }
  g_assert_cmpuint (n_most, ==, 993);
}

static void
test_no_correlation_links_nothing (void)
{
  g_autoptr (GPtrArray) paths = list_traces ();

  if (paths->len == 0)
    {
      g_test_skip ("no real traces");
      return;
    }
  for (guint i = 0; i < MIN (paths->len, 12); i++)
    {
      g_autoptr (Trace) trace = open_trace (paths->pdata[i]);

      for (uint64_t f = 0; f < trace_n_flows (trace); f++)
        if (trace_flow (trace, f).kind == FLOW_LAUNCH)
          g_assert_cmpint (trace_slices (trace)->correlation[trace_flow (trace, f).to], !=, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/real/every_trace_keeps_the_promises_of_its_header",
                   test_every_trace_keeps_the_promises_of_its_header);
  g_test_add_func ("/real/overlapping_kernels_lie_in_lanes", test_overlapping_kernels_lie_in_lanes);
  g_test_add_func ("/real/one_graph_launch_runs_993_kernels", test_one_graph_launch_runs_993_kernels);
  g_test_add_func ("/real/no_correlation_links_nothing", test_no_correlation_links_nothing);
  return g_test_run ();
}
