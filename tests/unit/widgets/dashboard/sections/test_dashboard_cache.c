/* SPDX-License-Identifier: Apache-2.0
 *
 * Which figures of the dashboard are kept, and which are computed again. */

#include <sqlite3.h>

#include "tests/unit/fixtures/seeded_profile.h"
#include "widgets/dashboard/sections/dashboard_cache.h"
#include "widgets/dashboard/sections/section_queries.h"

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
  const Profile *profile = seeded_profile (4);
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
  const Profile *profile = seeded_profile (4);
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
  const Profile *profile = seeded_profile (5);
  const Profile *other_profile = seeded_profile (6);
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dashboard_cache/the_last_windows_are_kept", test_the_last_windows_are_kept);
  g_test_add_func ("/dashboard_cache/what_failed_is_computed_again", test_what_failed_is_computed_again);
  g_test_add_func ("/dashboard_cache/scopes_that_differ_are_told_apart",
                   test_scopes_that_differ_are_told_apart);
  return g_test_run ();
}
