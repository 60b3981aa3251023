/* SPDX-License-Identifier: Apache-2.0
 *
 * Which panes there are and in which order, what is remembered of that, and the tables that are copied. */

#include <string.h>

#include "tests/unit/fixtures/opened_text.h"
#include "widgets/dashboard/panes/pane_arrangement.h"
#include "widgets/dashboard/panes/pane_histogram.h"
#include "widgets/dashboard/panes/panes.h"
#include "widgets/dashboard/sections/section_kernels.h"

static const Profile *
profile_with_gpu (void)
{
  return opened_text ("x.json",
                      "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":0,\"dur\":10,"
                      "\"pid\":0,\"tid\":7,\"args\":{\"device\":0,\"stream\":7}}]}",
                      NULL);
}

static const Profile *
profile_without_gpu (void)
{
  return opened_text (
    "y.json",
    "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"o\",\"ts\":0,\"dur\":10,\"pid\":1,\"tid\":1}]}",
    NULL);
}

static char *
text_of (const PaneArrangement *panes)
{
  g_auto (GStrv) entries = pane_arrangement_entries (panes);

  return g_strjoinv (" ", entries);
}

static size_t
place_of (const PaneArrangement *panes, const char *id)
{
  return pane_arrangement_find (panes, dashboard_pane_find (id), NULL);
}

static void
test_of_the_usual_order_nothing_is_remembered (void)
{
  g_autoptr (PaneArrangement) panes = pane_arrangement_new ();
  g_autofree char *text = text_of (panes);

  g_assert_cmpstr (text, ==, "");
  g_assert_true (pane_arrangement_is_default (panes));
  g_assert_cmpuint (pane_arrangement_count (panes), ==, dashboard_panes_count ());
  for (size_t i = 0; i < dashboard_panes_count (); i++)
    {
      g_assert_true (pane_arrangement_item (panes, i)->pane == dashboard_pane (i));
      g_assert_true (dashboard_pane_find (dashboard_pane (i)->id) == dashboard_pane (i));
      g_assert_null (strpbrk (dashboard_pane (i)->id, ", "));
    }
}

static void
test_what_is_remembered_is_what_was_made (void)
{
  g_autoptr (PaneArrangement) panes = pane_arrangement_new ();
  g_autoptr (PaneArrangement) read = pane_arrangement_new ();

  pane_arrangement_move (panes, place_of (panes, "gpu-activity"), 0);
  pane_arrangement_set_hidden (panes, place_of (panes, "gpu-active"), true);
  pane_arrangement_set_rows (panes, place_of (panes, "all-kernels-by-time"), 5);
  pane_arrangement_set_other (panes, place_of (panes, "kernels-by-time"), true);
  pane_arrangement_set_choice (panes, place_of (panes, "rank-steps"), 0, 2);
  pane_arrangement_set_choice (panes, place_of (panes, "rank-steps"), 1, 1);
  g_assert_true (pane_arrangement_add (panes, &pane_histogram, "forward, name=x"));
  g_auto (GStrv) entries = pane_arrangement_entries (panes);
  g_assert_true (pane_arrangement_read (read, (const char *const *) entries));
  g_assert_false (pane_arrangement_read (read, (const char *const *) entries));
  g_autofree char *made = text_of (panes), *was_read = text_of (read);
  g_assert_cmpstr (made, ==, was_read);
  g_assert_cmpuint (place_of (read, "gpu-activity"), ==, 0);
  g_assert_true (pane_arrangement_item (read, place_of (read, "gpu-active"))->is_hidden);
  g_assert_cmpuint (pane_arrangement_item (read, place_of (read, "all-kernels-by-time"))->options.n_rows, ==,
                    5);
  g_assert_true (pane_arrangement_item (read, place_of (read, "kernels-by-time"))->options.is_other);
  g_assert_true (g_strv_contains ((const char *const *) entries, "rank-steps,figure=lateness,order=node"));
  g_assert_cmpuint (pane_arrangement_item (read, place_of (read, "rank-steps"))->options.choices[0], ==, 2);
  g_assert_cmpuint (pane_arrangement_item (read, place_of (read, "rank-steps"))->options.choices[1], ==, 1);
  g_assert_cmpuint (pane_arrangement_find (read, &pane_histogram, "forward, name=x"), ==,
                    dashboard_panes_count ());

  g_assert_true (pane_arrangement_read (read, NULL));
  g_assert_true (pane_arrangement_is_default (read));
}

/* Settings are files that anyone may write, also a later version. */
static void
test_what_is_not_known_is_left_out (void)
{
  static const char *const entries[] = {
    "gpu-activity,rows=7,other,hidden,wide",
    "no-such-pane",
    "",
    ",hidden",
    "annotation",
    "annotation,name=",
    "all-kernels-by-time,rows=99999999999999999999",
    "gpu-activity",
    "annotation,name=a",
    "annotation,hidden,name=a",
    "annotation,name=\xff",
    "query",
    "query,name=a",
    "query,name=a",
    "gpu-active,name=a",
    "rank-steps,figure=no-such,order=,figure,order=value",
    NULL,
  };
  g_autoptr (PaneArrangement) panes = pane_arrangement_new ();

  g_assert_true (pane_arrangement_read (panes, entries));
  g_assert_cmpuint (pane_arrangement_count (panes), ==, dashboard_panes_count () + 3);
  g_assert_cmpuint (place_of (panes, "gpu-activity"), ==, 5); /* behind those that all kernels stand behind */
  const PaneItem *activity = pane_arrangement_item (panes, place_of (panes, "gpu-activity"));
  g_assert_true (activity->is_hidden && !activity->options.is_other && activity->options.n_rows == 0);
  const PaneItem *ring = pane_arrangement_item (panes, place_of (panes, "all-kernels-by-time"));
  g_assert_cmpuint (ring->options.n_rows, ==, DASHBOARD_TOP_MAX);
  g_assert_false (
    pane_arrangement_item (panes, pane_arrangement_find (panes, &pane_histogram, "a"))->is_hidden);
}

static void
test_panes_that_are_new_stand_where_they_belong (void)
{
  g_autoptr (PaneArrangement) panes = pane_arrangement_new ();
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();

  /* All but one are remembered, in the usual order. */
  for (size_t i = 0; i < dashboard_panes_count (); i++)
    if (strcmp (dashboard_pane (i)->id, "gpu-utilization") != 0)
      g_ptr_array_add (entries, (char *) dashboard_pane (i)->id);
  g_ptr_array_add (entries, NULL);
  pane_arrangement_read (panes, (const char *const *) entries->pdata);
  g_assert_true (pane_arrangement_is_default (panes));
}

static void
test_neighbours_are_those_that_are_shown (void)
{
  g_autoptr (PaneArrangement) panes = pane_arrangement_new ();
  const Profile *profile = profile_with_gpu (), *without_gpu = profile_without_gpu ();
  size_t items[DASHBOARD_PANES_MAX], none = pane_arrangement_count (panes), n_applying = 0;

  for (size_t i = 0; i < none; i++)
    n_applying += dashboard_pane_applies (pane_arrangement_item (panes, i)->pane, profile);
  g_assert_cmpuint (n_applying, <, none); /* those of memory snapshots and of sampled GPUs */
  g_assert_cmpuint (pane_arrangement_shown (panes, profile, items), ==, n_applying);
  pane_arrangement_set_hidden (panes, 1, true);
  g_assert_cmpuint (pane_arrangement_shown (panes, profile, items), ==, n_applying - 1);
  g_assert_cmpuint (items[1], ==, 2);
  g_assert_cmpuint (pane_arrangement_neighbour (panes, profile, 2, -1), ==, 0);
  g_assert_cmpuint (pane_arrangement_neighbour (panes, profile, 0, 1), ==, 2);
  g_assert_cmpuint (pane_arrangement_neighbour (panes, profile, 0, -1), ==, none);
  g_assert_cmpuint (pane_arrangement_neighbour (panes, profile, items[n_applying - 2], 1), ==, none);

  size_t n = pane_arrangement_shown (panes, without_gpu, items);
  for (size_t i = 0; i < n; i++)
    g_assert_false (pane_arrangement_item (panes, items[i])->pane->needs_gpu);
  g_assert_cmpuint (pane_arrangement_neighbour (panes, without_gpu, items[0], 1), ==,
                    n > 1 ? items[1] : none);
  profile_unref (profile);
  profile_unref (without_gpu);
}

static void
test_moving_makes_room (void)
{
  g_autoptr (PaneArrangement) panes = pane_arrangement_new ();

  pane_arrangement_move (panes, 1, 3);
  g_assert_true (pane_arrangement_item (panes, 1)->pane == dashboard_pane (2));
  g_assert_true (pane_arrangement_item (panes, 2)->pane == dashboard_pane (3));
  g_assert_true (pane_arrangement_item (panes, 3)->pane == dashboard_pane (1));
  pane_arrangement_move (panes, 3, 1);
  g_assert_true (pane_arrangement_is_default (panes));
}

static void
test_histograms_are_added_shown_and_removed (void)
{
  g_autoptr (PaneArrangement) panes = pane_arrangement_new ();
  size_t n = pane_arrangement_count (panes);

  g_assert_false (pane_arrangement_add (panes, &pane_histogram, ""));
  for (int i = 0; i < PANE_ADDED_MAX; i++)
    {
      g_autofree char *name = g_strdup_printf ("annotation %d", i);

      g_assert_true (pane_arrangement_add (panes, &pane_histogram, name));
    }
  g_assert_false (pane_arrangement_add (panes, &pane_histogram, "one more"));
  g_assert_cmpuint (pane_arrangement_count (panes), ==, n + PANE_ADDED_MAX);
  pane_arrangement_set_hidden (panes, n, true);
  g_auto (GStrv) without_first = pane_arrangement_names (panes, &pane_histogram);
  g_assert_cmpuint (g_strv_length (without_first), ==, PANE_ADDED_MAX - 1);
  g_assert_cmpstr (without_first[0], ==, "annotation 1");
  g_assert_true (pane_arrangement_add (panes, &pane_histogram, "annotation 0")); /* there: shown again */
  g_assert_false (pane_arrangement_item (panes, n)->is_hidden);
  while (pane_arrangement_count (panes) > n)
    pane_arrangement_remove (panes, n);
  g_assert_true (pane_arrangement_is_default (panes));
}

/* ---- tables ---- */

static void
test_cells_stay_cells (void)
{
  g_autoptr (PaneTable) table =
    pane_table_new ((const PaneColumn[]){ { "Name", false }, { "Share (%)", true }, { NULL, false } });

  pane_table_add (table, "a\tb\nc");
  pane_table_add_tenths (table, 271, ",");
  pane_table_add (table, "x|y *z* \xff");
  pane_table_add_ns (table, -5);
  g_autofree char *tsv = pane_table_tsv (table), *markdown = pane_table_markdown (table);
  g_autofree char *lines = pane_table_lines (table);
  g_assert_cmpstr (tsv, ==, "Name\tShare (%)\na b c\t27,1\nx|y *z* \uFFFD\t-5\n");
  g_assert_cmpstr (markdown, ==,
                   "| Name | Share (%) |\n| --- | ---: |\n| a b c | 27,1 |\n| x\\|y \\*z\\* \uFFFD | -5 |\n");
  g_assert_cmpstr (lines, ==, "a b c: Share (%) 27,1\nx|y *z* \uFFFD: Share (%) -5");
  g_assert_cmpuint (pane_table_n_rows (table), ==, 2);
  g_assert_cmpstr (pane_table_cell (table, 1, 1), ==, "-5");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pane_arrangement/of_the_usual_order_nothing_is_remembered",
                   test_of_the_usual_order_nothing_is_remembered);
  g_test_add_func ("/pane_arrangement/what_is_remembered_is_what_was_made",
                   test_what_is_remembered_is_what_was_made);
  g_test_add_func ("/pane_arrangement/what_is_not_known_is_left_out", test_what_is_not_known_is_left_out);
  g_test_add_func ("/pane_arrangement/panes_that_are_new_stand_where_they_belong",
                   test_panes_that_are_new_stand_where_they_belong);
  g_test_add_func ("/pane_arrangement/neighbours_are_those_that_are_shown",
                   test_neighbours_are_those_that_are_shown);
  g_test_add_func ("/pane_arrangement/moving_makes_room", test_moving_makes_room);
  g_test_add_func ("/pane_arrangement/histograms_are_added_shown_and_removed",
                   test_histograms_are_added_shown_and_removed);
  g_test_add_func ("/pane_table/cells_stay_cells", test_cells_stay_cells);
  return g_test_run ();
}
