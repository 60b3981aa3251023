/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections of the dashboard's figures: what is computed when, what is kept, and histograms against counting slice by
 * slice. */

#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/container/stoppable_order.h"
#include "widgets/dashboard/panes/pane_gpu_active.h"
#include "widgets/dashboard/panes/pane_query.h"
#include "widgets/dashboard/sections/dashboard_cache.h"
#include "widgets/dashboard/sections/section_histograms.h"
#include "widgets/dashboard/sections/section_idle.h"
#include "widgets/dashboard/sections/section_kernels.h"
#include "widgets/dashboard/sections/section_queries.h"
#include "widgets/dashboard/sections/section_steps.h"
#include "widgets/dashboard/sections/section_time.h"

static const Profile *
random_profile (guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (Trace) trace = random_profile_new (random);
  g_autoptr (GError) error = NULL;
  const Profile *profile = profile_new (trace, "random", NULL, &error);

  g_assert_no_error (error);
  return profile;
}

/* ---- computing ---- */

static void
count_call (void *user_data)
{
  atomic_fetch_add ((atomic_int *) user_data, 1);
}

static void
test_what_is_asked_for_comes_with_what_it_needs (void)
{
  const Profile *profile = random_profile (1);
  StatsScope whole = stats_scope_whole (profile->trace, profile->steps);
  g_autoptr (DashboardData) data = dashboard_data_begin (profile, &whole, NULL);
  const SectionMask time = SECTION_BIT (SECTION_TIME);
  const SectionMask with_time = time | SECTION_BIT (SECTION_IDLE) | SECTION_BIT (SECTION_DEVICES);
  atomic_int n_sections = 0;

  g_assert_false (dashboard_data_has (data, time));
  g_assert_null (dashboard_time (data));
  dashboard_data_compute (data, time, 0, NULL, count_call, &n_sections);
  g_assert_cmpint (n_sections, ==, 3);
  g_assert_true (dashboard_data_has (data, with_time));
  g_assert_false (dashboard_data_failed (data, SECTIONS_ALL));
  for (DashboardSection i = 0; i < N_DASHBOARD_SECTIONS; i++)
    g_assert_cmpint (dashboard_section (data, i) != NULL, ==, (with_time & SECTION_BIT (i)) != 0);

  /* What is there is not computed again, and stays where it is. */
  const TimeFigures *figures = dashboard_time (data);
  dashboard_data_compute (data, SECTIONS_ALL, 0, NULL, count_call, &n_sections);
  g_assert_cmpint (n_sections, ==, N_DASHBOARD_SECTIONS);
  g_assert_true (dashboard_time (data) == figures);
  profile_unref (profile);
}

typedef struct
{
  const DashboardData *data;
  DashboardSection order[N_DASHBOARD_SECTIONS];
  int n;
} Order;

static void
note_order (void *user_data)
{
  Order *order = user_data;

  for (DashboardSection i = 0; i < N_DASHBOARD_SECTIONS; i++)
    {
      bool is_known = dashboard_section (order->data, i) == NULL;

      for (int known = 0; known < order->n; known++)
        is_known = is_known || order->order[known] == i;
      if (!is_known)
        order->order[order->n++] = i;
    }
}

static void
test_what_is_on_the_screen_comes_first (void)
{
  const Profile *profile = random_profile (3);
  StatsScope whole = stats_scope_whole (profile->trace, profile->steps);
  g_autoptr (DashboardData) data = dashboard_data_begin (profile, &whole, NULL);
  Order order = { .data = data };

  g_setenv ("STEPSCOPE_THREADS", "1", TRUE);
  dashboard_data_compute (data, SECTIONS_ALL, SECTION_BIT (SECTION_STEPS) | SECTION_BIT (SECTION_OVERLAP),
                          NULL, note_order, &order);
  g_unsetenv ("STEPSCOPE_THREADS");
  g_assert_cmpint (order.n, ==, N_DASHBOARD_SECTIONS);
  g_assert_cmpint (order.order[0], ==, SECTION_DEVICES); /* that overlap comes after */
  g_assert_cmpint (order.order[1], ==, SECTION_OVERLAP);
  g_assert_cmpint (order.order[2], ==, SECTION_STEPS);
  profile_unref (profile);
}

typedef struct
{
  atomic_int n_sections;
  int limit;
} Patience;

static bool
is_patient (void *user_data)
{
  Patience *patience = user_data;

  return atomic_load (&patience->n_sections) < patience->limit;
}

static void
count_section (void *user_data)
{
  atomic_fetch_add (&((Patience *) user_data)->n_sections, 1);
}

/* What is not wanted any more is not there, and not taken for failed; a later call makes up for it. */
static void
test_what_is_not_wanted_is_left (void)
{
  const Profile *profile = random_profile (2);
  StatsScope whole = stats_scope_whole (profile->trace, profile->steps);

  for (int limit = 0; limit < N_DASHBOARD_SECTIONS; limit++)
    {
      g_autoptr (DashboardData) data = dashboard_data_begin (profile, &whole, NULL);
      Patience patience = { .limit = limit };
      int n = 0;

      dashboard_data_compute (data, SECTIONS_ALL, 0, is_patient, count_section, &patience);
      for (DashboardSection i = 0; i < N_DASHBOARD_SECTIONS; i++)
        n += dashboard_section (data, i) != NULL;
      g_assert_cmpint (n, ==, patience.n_sections);
      g_assert_cmpint (n, >=, limit);
      if (limit == 0)
        g_assert_cmpint (n, ==, 0);
      g_assert_false (dashboard_data_failed (data, SECTIONS_ALL));
      dashboard_data_compute (data, SECTIONS_ALL, 0, NULL, NULL, NULL);
      g_assert_true (dashboard_data_has (data, SECTIONS_ALL));
    }
  profile_unref (profile);
}

/* One thread with many steps, one stream with many kernels and copies. */
static const Profile *
large_profile (void)
{
  const int n = 2 * STOPPABLE_AT_ONCE + 1000;
  TraceBuilder *builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *step = g_strdup_printf ("ProfilerStep#%d", i);
      int64_t start_ns = (int64_t) i * 1000;

      building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, step, start_ns, 900, 0);
      building_add_slice (builder, tracks.stream, SLICE_KERNEL, i % 3 == 0 ? "gemm" : "add", start_ns, 300,
                          0);
      building_add_slice (builder, tracks.stream, SLICE_MEMCPY, "Memcpy HtoD (Pinned -> Device)",
                          start_ns + 400, 300, 0);
    }
  g_autoptr (Trace) trace = building_finish (builder);
  const Profile *profile = profile_new (trace, "large", NULL, &error);
  g_assert_no_error (error);
  return profile;
}

typedef struct
{
  atomic_int n_asked;
  int n_patient;
} Refusal;

static bool
is_not_refused (void *user_data)
{
  Refusal *refusal = user_data;

  return atomic_fetch_add (&refusal->n_asked, 1) < refusal->n_patient;
}

/* Whenever they are told so, and without asking again. */
static void
test_long_sections_end_when_they_are_not_wanted (void)
{
  static const DashboardSection sections[] = { SECTION_DEVICES, SECTION_KERNELS, SECTION_ACTIVITY,
                                               SECTION_COPIES, SECTION_STEPS };
  const Profile *profile = large_profile ();
  StatsScope whole = stats_scope_whole (profile->trace, profile->steps);
  g_autoptr (DashboardData) data = dashboard_data_begin (profile, &whole, NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      const SectionKind *kind = &section_kinds[sections[i]];
      Refusal never = { .n_patient = INT_MAX };
      void *section = kind->compute (data, is_not_refused, &never);

      g_assert_nonnull (section);
      kind->free (section);
      g_assert_cmpint (never.n_asked, >=, 4);
      for (int n = 0; n < never.n_asked; n++)
        {
          Refusal refusal = { .n_patient = n };

          g_assert_null (kind->compute (data, is_not_refused, &refusal));
          g_assert_cmpint (refusal.n_asked, ==, n + 1);
        }
    }
  profile_unref (profile);
}

static void
test_other_histograms_share_the_rest (void)
{
  static const char *const names[] = { "step", NULL };
  const Profile *profile = random_profile (3);
  StatsScope whole = stats_scope_whole (profile->trace, profile->steps);
  DashboardData *data = dashboard_data_begin (profile, &whole, NULL);

  dashboard_data_compute (data, SECTIONS_ALL, 0, NULL, NULL, NULL);
  const KernelFigures *kernels = dashboard_kernels (data);
  g_autoptr (DashboardData) other = dashboard_data_with (
    data, &(DashboardChoices){ .annotations = names, .short_gap_ns = data->short_gap_ns });
  dashboard_data_unref (data); /* what is shared lives on */
  g_assert_true (dashboard_kernels (other) == kernels);
  g_assert_false (dashboard_data_has (other, SECTION_BIT (SECTION_HISTOGRAMS)));
  dashboard_data_compute (other, SECTIONS_ALL, 0, NULL, NULL, NULL);
  g_assert_nonnull (dashboard_histogram (other, "step"));
  g_assert_null (dashboard_histogram (other, "another"));
  profile_unref (profile);
}

static void
test_another_limit_of_launch_overhead_shares_the_rest (void)
{
  const Profile *profile = random_profile (4);
  StatsScope whole = stats_scope_whole (profile->trace, profile->steps);
  g_autoptr (DashboardData) data = dashboard_data_begin (profile, &whole, NULL);

  dashboard_data_compute (data, SECTIONS_ALL, 0, NULL, NULL, NULL);
  g_assert_cmpint (dashboard_idle (data)->causes.short_ns, ==, IDLE_SHORT_NS);
  g_assert_true (dashboard_data_is_of (data, NULL));
  const DashboardChoices choices = { .short_gap_ns = 7 };
  g_assert_false (dashboard_data_is_of (data, &choices));
  g_autoptr (DashboardData) other = dashboard_data_with (data, &choices);
  g_assert_true (dashboard_data_is_of (other, &choices));
  g_assert_true (dashboard_kernels (other) == dashboard_kernels (data));
  g_assert_false (dashboard_data_has (other, SECTION_BIT (SECTION_IDLE)));
  g_assert_false (dashboard_data_has (other, SECTION_BIT (SECTION_TIME))); /* what comes after it uses it */
  dashboard_data_compute (other, SECTIONS_ALL, 0, NULL, NULL, NULL);
  g_assert_cmpint (dashboard_idle (other)->causes.short_ns, ==, 7);
  profile_unref (profile);
}

/* ---- choices of panes ---- */

static void
test_active_time_is_of_any_work_or_of_what_computes (void)
{
  const Profile *profile = random_profile (5);
  StatsScope whole = stats_scope_whole (profile->trace, profile->steps);
  g_autoptr (DashboardData) data = dashboard_data_begin (profile, &whole, NULL);
  const PaneOptions options = { .is_other = true };
  const PaneContext usual = { &pane_gpu_active, data, &PANE_OPTIONS_DEFAULT, &number_style_c };
  const PaneContext compute = { &pane_gpu_active, data, &options, &number_style_c };

  dashboard_data_compute (data, SECTIONS_ALL, 0, NULL, NULL, NULL);
  const DeviceFigures *devices = dashboard_devices (data);
  int64_t compute_ns = devices->all_overlaps.compute_ns;
  g_autoptr (PaneTable) of_all = pane_gpu_active.table (&usual);
  g_autoptr (PaneTable) of_compute = pane_gpu_active.table (&compute);

  g_assert_cmpint (compute_ns, >, 0);
  g_assert_cmpint (compute_ns, <, devices->split.busy_ns);
  g_assert_cmpint (g_ascii_strtoll (pane_table_cell (of_all, 0, 1), NULL, 10), ==, devices->split.busy_ns);
  g_assert_cmpint (g_ascii_strtoll (pane_table_cell (of_compute, 0, 1), NULL, 10), ==, compute_ns);
  g_assert_cmpint (g_ascii_strtoll (pane_table_cell (of_compute, 1, 1), NULL, 10), ==,
                   devices->split.total_ns - compute_ns);
  profile_unref (profile);
}

/* ---- queries ---- */

#define ENDLESS "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"

static void
test_queries_have_their_rows_or_say_why_not (void)
{
  static const DashboardQuery queries[] = {
    { "slices", "select id as slice_id, name, dur_ns from slice order by id" },
    { "scope", "select scope_begin_ns() as b, scope_end_ns() as e" },
    { "wrong", "select nonsense from slice" },
    { "endless", ENDLESS },
    { "gone", NULL },
    { "none", "select id from slice where id < 0" },
    { "names", "select 'a' || char(9) as text, 1.5 as real, null as missing, x'00ff' as bytes" },
  };
  const DashboardChoices choices = { .queries = queries, .n_queries = G_N_ELEMENTS (queries) };
  const Profile *profile = random_profile (3);
  StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
  size_t n_slices = (size_t) trace_slices (profile->trace)->n;

  scope.begin_ns += 5;
  g_autoptr (DashboardData) data = dashboard_data_begin (profile, &scope, &choices);
  dashboard_data_compute (data, SECTION_BIT (SECTION_QUERIES), 0, NULL, NULL, NULL);

  const QueryResult *slices = dashboard_query (data, "slices");
  g_assert_cmpuint (slices->n_all, ==, n_slices);
  g_assert_cmpuint (slices->n_rows, ==, MIN (n_slices, DASHBOARD_QUERY_ROWS));
  g_assert_cmpint (slices->n_columns, ==, 3);
  g_assert_true (slices->is_number[0] && !slices->is_number[1] && slices->is_number[2]);
  for (size_t i = 0; i < slices->n_rows; i++)
    g_assert_cmpuint (slices->slices[i], ==, i);

  const QueryResult *ends = dashboard_query (data, "scope");
  g_assert_cmpint (ends->cells[0].integer, ==, scope.begin_ns);
  g_assert_cmpint (ends->cells[1].integer, ==, scope.end_ns);
  g_assert_cmpuint (ends->slices[0], ==, SLICE_NONE);

  g_assert_nonnull (strstr (dashboard_query (data, "wrong")->error, "nonsense"));
  g_assert_true (dashboard_query (data, "endless")->is_stopped);
  g_assert_true (dashboard_data_may_improve (data, SECTION_BIT (SECTION_QUERIES)));
  g_assert_null (dashboard_query_sql (data, "gone"));
  g_assert_cmpuint (dashboard_query (data, "gone")->n_rows, ==, 0);
  g_assert_cmpuint (dashboard_query (data, "none")->n_rows, ==, 0);
  g_assert_null (dashboard_query (data, "none")->error);
  g_assert_null (dashboard_query (data, "another"));

  const QueryCell *cells = dashboard_query (data, "names")->cells;
  g_assert_cmpstr (cells[0].text, ==, "a\t");
  g_assert_cmpfloat (cells[1].real, ==, 1.5);
  g_assert_cmpint (cells[2].type, ==, QUERY_CELL_NONE);
  g_assert_cmpstr (cells[3].text, ==, "2 B");

  /* Words and drawing of each. */
  for (size_t i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      const PaneOptions options = { .name = queries[i].name };
      const PaneContext pane = { &pane_query, data, &options, &number_style_c };
      g_autofree char *text = pane_alternative (&pane);

      g_assert_true (pane_is_ready (&pane_query, &options, data));
      g_assert_cmpstr (text, !=, "");
    }
  g_assert_false (pane_is_ready (&pane_query, &(PaneOptions){ .name = "another" }, data));
  profile_unref (profile);
}

/* From the third time that it is asked on. */
static bool
stops_at_once (void *user_data)
{
  return atomic_fetch_add ((atomic_int *) user_data, 1) < 3;
}

static void
test_an_endless_query_ends_when_it_is_not_wanted (void)
{
  static const DashboardQuery queries[] = { { "endless", ENDLESS }, { "again", ENDLESS } };
  const DashboardChoices choices = { .queries = queries, .n_queries = G_N_ELEMENTS (queries) };
  const Profile *profile = random_profile (3);
  StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
  g_autoptr (DashboardData) data = dashboard_data_begin (profile, &scope, &choices);
  atomic_int n_asked = 0;
  gint64 begin_us = g_get_monotonic_time ();

  dashboard_data_compute (data, SECTION_BIT (SECTION_QUERIES), 0, stops_at_once, NULL, &n_asked);
  g_assert_false (dashboard_data_has (data, SECTION_BIT (SECTION_QUERIES)));
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, DASHBOARD_QUERY_S * G_USEC_PER_SEC);
  profile_unref (profile);
}

/* ---- keeping ---- */

static StatsScope
window (const Profile *profile, int64_t begin_ns)
{
  int64_t end_ns = begin_ns + 10;

  return stats_scope_window (profile->trace, profile->steps, &begin_ns, &end_ns);
}

static bool
is_kept (DashboardCache *cache, const Profile *profile, int64_t begin_ns, const DashboardData *data)
{
  StatsScope scope = window (profile, begin_ns);
  g_autoptr (DashboardData) got = dashboard_cache_get (cache, profile, &scope, NULL);

  return got == data;
}

static void
test_the_last_windows_are_kept (void)
{
  const Profile *profile = random_profile (4);
  DashboardCache *cache = dashboard_cache_new ();
  DashboardData *first = NULL;

  for (int i = 0; i < DASHBOARD_CACHE_MAX; i++)
    {
      StatsScope scope = window (profile, i);
      g_autoptr (DashboardData) data = dashboard_cache_get (cache, profile, &scope, NULL);

      if (i == 0)
        first = dashboard_data_ref (data);
    }
  g_assert_true (is_kept (cache, profile, 0, first));
  /* Now it was asked for last, so that it is not the one that goes. */
  g_assert_false (is_kept (cache, profile, DASHBOARD_CACHE_MAX, first));
  g_assert_true (is_kept (cache, profile, 0, first));
  for (int i = 1; i <= DASHBOARD_CACHE_MAX; i++)
    g_assert_false (is_kept (cache, profile, i + 100, first));
  g_assert_false (is_kept (cache, profile, 0, first));
  dashboard_data_unref (first);
  dashboard_cache_free (cache);
  profile_unref (profile);
}

/* Asks a cache again for the figures of a scope, for which the query was short of room; the same query with room. */
static void
check_computed_again (DashboardCache *cache, DashboardData *data, const DashboardChoices *choices)
{
  const SectionMask queries = SECTION_BIT (SECTION_QUERIES);
  g_autoptr (DashboardData) again = dashboard_cache_get (cache, data->profile, &data->scope, choices);

  g_assert_true (dashboard_data_may_improve (data, SECTIONS_ALL));
  g_assert_true (again != data);
  g_assert_false (dashboard_data_has (again, queries));
  g_assert_true (dashboard_section (again, SECTION_STEPS) == dashboard_section (data, SECTION_STEPS));
  dashboard_data_compute (again, queries, 0, NULL, NULL, NULL);
  g_assert_false (dashboard_data_may_improve (again, SECTIONS_ALL));
  g_assert_cmpuint (dashboard_query (again, "many")->n_all, ==, 1);
  g_autoptr (DashboardData) kept = dashboard_cache_get (cache, data->profile, &data->scope, choices);
  g_assert_true (kept == again);
}

static void
test_what_failed_is_computed_again (void)
{
  static const DashboardQuery query = {
    "many", "with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) "
            "select length(group_concat(i)) from n"
  };
  const DashboardChoices choices = { .queries = &query, .n_queries = 1 };
  const SectionMask sections = SECTION_BIT (SECTION_QUERIES) | SECTION_BIT (SECTION_STEPS);
  const Profile *profile = random_profile (4);
  const StatsScope whole = stats_scope_whole (profile->trace, profile->steps);
  int64_t usual_bytes = sqlite3_hard_heap_limit64 (-1);

  /* No database at all; and one in which the query has not enough memory. */
  for (int64_t limit_bytes = 1; limit_bytes <= 1000001; limit_bytes += 1000000)
    {
      DashboardCache *cache = dashboard_cache_new ();
      g_autoptr (DashboardData) data = dashboard_cache_get (cache, profile, &whole, &choices);

      sqlite3_hard_heap_limit64 (limit_bytes);
      dashboard_data_compute (data, sections, 0, NULL, NULL, NULL);
      sqlite3_hard_heap_limit64 (usual_bytes);
      g_assert_true (dashboard_data_has (data, sections));
      g_assert_cmpint (dashboard_data_failed (data, sections), ==, limit_bytes == 1);
      check_computed_again (cache, data, &choices);
      dashboard_cache_free (cache);
    }
  profile_unref (profile);
}

static void
test_scopes_that_differ_are_told_apart (void)
{
  const Profile *profile = random_profile (5);
  const Profile *other_profile = random_profile (6);
  DashboardCache *cache = dashboard_cache_new ();
  const StatsScope whole = stats_scope_whole (profile->trace, profile->steps);
  StatsScope scopes[] = { whole, whole, whole, whole, whole };
  g_autoptr (DashboardData) data = dashboard_cache_get (cache, profile, &whole, NULL);

  scopes[0].is_whole = false;
  scopes[1].rank = 0;
  scopes[2].device = 0;
  scopes[3].begin_ns++;
  scopes[4].end_ns++;
  for (size_t i = 0; i < G_N_ELEMENTS (scopes); i++)
    {
      g_autoptr (DashboardData) other = dashboard_cache_get (cache, profile, &scopes[i], NULL);

      g_assert_true (other != data);
    }
  g_autoptr (DashboardData) again = dashboard_cache_get (cache, profile, &whole, NULL);
  g_assert_true (again == data);

  /* Nothing of another profile stays. */
  StatsScope other_whole = stats_scope_whole (other_profile->trace, other_profile->steps);
  g_autoptr (DashboardData) other = dashboard_cache_get (cache, other_profile, &other_whole, NULL);
  g_assert_true (other != data);
  g_autoptr (DashboardData) anew = dashboard_cache_get (cache, profile, &whole, NULL);
  g_assert_true (anew != data);
  dashboard_cache_free (cache);
  profile_unref (profile);
  profile_unref (other_profile);
}

/* ---- histograms ---- */

/* With a star at its end a name means all that begin so. */
static bool
is_meant (const char *wanted, const char *name)
{
  g_autofree char *head = g_strndup (wanted, strlen (wanted) - 1);

  return g_str_has_suffix (wanted, "*") ? g_str_has_prefix (name, head) : strcmp (wanted, name) == 0;
}

static uint64_t
count_slices (const DashboardData *data, const char *name, int64_t *ret_total_ns)
{
  const Trace *trace = data->scope.trace;
  const SliceColumns *slices = trace_slices (trace);
  uint64_t n = 0;

  *ret_total_ns = 0;
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
        if (stats_scope_holds_track (&data->scope, track) && slices->kind[i] == SLICE_ANNOTATION
            && (slices->flags[i] & SLICE_UNFINISHED) == 0
            && stats_scope_holds_start (&data->scope, slice_start_ns (slices, i))
            && is_meant (name, trace_string (trace, slice_name (slices, i), NULL)))
          {
            *ret_total_ns += slice_dur_ns (slices, i);
            n++;
          }
    }
  return n;
}

/* The bin's first slice is of it, and none of it begins before. */
static void
check_first (const DashboardData *data, const char *name, const AnnotationHistogram *histogram)
{
  const SliceColumns *slices = trace_slices (data->scope.trace);

  for (uint32_t bin = 0; bin < histogram->bins.n_bins; bin++)
    {
      uint64_t first = histogram->bin_first[bin];

      g_assert_cmpint (first == SLICE_NONE, ==, histogram->bins.counts[bin] == 0);
      if (first == SLICE_NONE)
        continue;
      g_assert_cmpuint (histogram_bin_of (&histogram->bins, slice_dur_ns (slices, first)), ==, bin);
      g_assert_true (is_meant (name, trace_string (data->scope.trace, slice_name (slices, first), NULL)));
      g_assert_true (stats_scope_holds_start (&data->scope, slice_start_ns (slices, first)));
    }
}

static void
test_histograms_hold_what_counting_finds (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  uint64_t n_all = 0;

  for (int round = 0; round < 60; round++)
    {
      const Profile *profile = random_profile (g_rand_int (random));
      const SliceColumns *slices = trace_slices (profile->trace);
      StatsScope scope = random_profile_scope (random, profile->trace, profile->steps);
      g_autoptr (GPtrArray) names = g_ptr_array_new ();

      for (uint64_t i = 0; i < slices->n; i++)
        {
          const char *name = trace_string (profile->trace, slice_name (slices, i), NULL);

          if (slices->kind[i] == SLICE_ANNOTATION && names->len < 3
              && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
            g_ptr_array_add (names, (char *) name);
        }
      g_ptr_array_add (names, (char *) "no such name");
      g_ptr_array_add (names, (char *) "*");
      g_autofree char *begin = g_strdup_printf ("%.1s*", (const char *) names->pdata[0]);
      if (strcmp (begin, "n*") != 0)
        g_ptr_array_add (names, begin);
      g_ptr_array_add (names, NULL);
      g_autoptr (DashboardData) data = dashboard_data_begin (
        profile, &scope, &(DashboardChoices){ .annotations = (const char *const *) names->pdata });
      dashboard_data_compute (data, SECTION_BIT (SECTION_HISTOGRAMS), 0, NULL, NULL, NULL);
      for (guint i = 0; i + 1 < names->len; i++)
        {
          const AnnotationHistogram *histogram = dashboard_histogram (data, names->pdata[i]);
          int64_t total_ns;
          uint64_t n = count_slices (data, names->pdata[i], &total_ns), in_bins = 0;

          g_assert_nonnull (histogram);
          g_assert_cmpuint (histogram->duration.count, ==, n);
          g_assert_cmpint (histogram->duration.total_ns, ==, total_ns);
          for (uint32_t bin = 0; bin < histogram->bins.n_bins; bin++)
            in_bins += histogram->bins.counts[bin];
          g_assert_cmpuint (in_bins, ==, n);
          check_first (data, names->pdata[i], histogram);
          n_all += n;
        }
      profile_unref (profile);
    }
  g_assert_cmpuint (n_all, >, 50);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dashboard_sections/what_is_asked_for_comes_with_what_it_needs",
                   test_what_is_asked_for_comes_with_what_it_needs);
  g_test_add_func ("/dashboard_sections/what_is_on_the_screen_comes_first",
                   test_what_is_on_the_screen_comes_first);
  g_test_add_func ("/dashboard_sections/what_is_not_wanted_is_left", test_what_is_not_wanted_is_left);
  g_test_add_func ("/dashboard_sections/long_sections_end_when_they_are_not_wanted",
                   test_long_sections_end_when_they_are_not_wanted);
  g_test_add_func ("/dashboard_sections/other_histograms_share_the_rest",
                   test_other_histograms_share_the_rest);
  g_test_add_func ("/dashboard_sections/active_time_is_of_any_work_or_of_what_computes",
                   test_active_time_is_of_any_work_or_of_what_computes);
  g_test_add_func ("/dashboard_sections/queries_have_their_rows_or_say_why_not",
                   test_queries_have_their_rows_or_say_why_not);
  g_test_add_func ("/dashboard_sections/an_endless_query_ends_when_it_is_not_wanted",
                   test_an_endless_query_ends_when_it_is_not_wanted);
  g_test_add_func ("/dashboard_sections/another_limit_of_launch_overhead_shares_the_rest",
                   test_another_limit_of_launch_overhead_shares_the_rest);
  g_test_add_func ("/dashboard_sections/histograms_hold_what_counting_finds",
                   test_histograms_hold_what_counting_finds);
  g_test_add_func ("/dashboard_cache/the_last_windows_are_kept", test_the_last_windows_are_kept);
  g_test_add_func ("/dashboard_cache/what_failed_is_computed_again", test_what_failed_is_computed_again);
  g_test_add_func ("/dashboard_cache/scopes_that_differ_are_told_apart",
                   test_scopes_that_differ_are_told_apart);
  return g_test_run ();
}
