/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections of the dashboard's figures: which are computed when, which are shared, and how computing them stops. */

#include <limits.h>
#include <stdatomic.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/seeded_profile.h"
#include "trace/container/stoppable_order.h"
#include "widgets/dashboard/sections/dashboard_data.h"
#include "widgets/dashboard/sections/section_histograms.h"
#include "widgets/dashboard/sections/section_idle.h"
#include "widgets/dashboard/sections/section_kernels.h"
#include "widgets/dashboard/sections/section_time.h"

static void
count_call (void *user_data)
{
  atomic_fetch_add ((atomic_int *) user_data, 1);
}

static void
test_what_is_asked_for_comes_with_what_it_needs (void)
{
  const Profile *profile = seeded_profile (1);
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
  const Profile *profile = seeded_profile (3);
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
  const Profile *profile = seeded_profile (2);
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
  const Profile *profile = seeded_profile (3);
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
  const Profile *profile = seeded_profile (4);
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
  g_test_add_func ("/dashboard_sections/another_limit_of_launch_overhead_shares_the_rest",
                   test_another_limit_of_launch_overhead_shares_the_rest);
  return g_test_run ();
}
