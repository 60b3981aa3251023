/* SPDX-License-Identifier: Apache-2.0
 *
 * Queries of the user on the dashboard: their rows, or why they have none, and how they end. */

#include <stdatomic.h>
#include <string.h>

#include "tests/unit/fixtures/seeded_profile.h"
#include "widgets/dashboard/panes/pane_query.h"
#include "widgets/dashboard/sections/section_queries.h"

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
  const Profile *profile = seeded_profile (3);
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
  const Profile *profile = seeded_profile (3);
  StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
  g_autoptr (DashboardData) data = dashboard_data_begin (profile, &scope, &choices);
  atomic_int n_asked = 0;
  gint64 begin_us = g_get_monotonic_time ();

  dashboard_data_compute (data, SECTION_BIT (SECTION_QUERIES), 0, stops_at_once, NULL, &n_asked);
  g_assert_false (dashboard_data_has (data, SECTION_BIT (SECTION_QUERIES)));
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, DASHBOARD_QUERY_S * G_USEC_PER_SEC);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/section_queries/queries_have_their_rows_or_say_why_not",
                   test_queries_have_their_rows_or_say_why_not);
  g_test_add_func ("/section_queries/an_endless_query_ends_when_it_is_not_wanted",
                   test_an_endless_query_ends_when_it_is_not_wanted);
  return g_test_run ();
}
