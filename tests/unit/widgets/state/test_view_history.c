/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/view_history.h"

#include <glib.h>

#include "trace/model/trace.h"

#define REST VIEW_HISTORY_REST_US

static ViewPlace
place (int64_t begin_ns, int64_t end_ns)
{
  return (ViewPlace){ begin_ns, end_ns, SLICE_NONE, NULL };
}

static ViewHistory *
history_new (void)
{
  ViewPlace first = place (0, 1000);

  return view_history_new (&first);
}

static void
visit (ViewHistory *history, int64_t begin_ns, int64_t end_ns, int64_t now_us)
{
  ViewPlace at = place (begin_ns, end_ns);

  view_history_visit (history, &at, now_us);
}

static void
assert_goes (ViewHistory *history, int by, int64_t begin_ns)
{
  ViewPlace at;

  g_assert_true (view_history_can_go (history, by));
  g_assert_true (view_history_go (history, by, &at));
  g_assert_cmpint (at.begin_ns, ==, begin_ns);
}

static void
assert_stays (ViewHistory *history, int by)
{
  ViewPlace at;

  g_assert_false (view_history_can_go (history, by));
  g_assert_false (view_history_go (history, by, &at));
}

static void
test_back_and_forward (void)
{
  ViewHistory *history = history_new ();

  assert_stays (history, -1);
  visit (history, 100, 200, 10 * REST);
  visit (history, 110, 120, 20 * REST);
  assert_stays (history, 1);
  assert_goes (history, -1, 100);
  assert_goes (history, -1, 0);
  assert_stays (history, -1);
  assert_goes (history, 1, 100);
  assert_goes (history, 1, 110);
  assert_stays (history, 1);
  assert_goes (history, -2, 0);
  view_history_free (history);
}

static void
test_ten_notches_are_one_move (void)
{
  ViewHistory *history = history_new ();
  int64_t now_us = 5 * REST;

  for (int i = 1; i <= 10; i++)
    visit (history, i, 1000 - i, now_us += REST / 2);
  visit (history, 500, 501, now_us += REST);
  assert_goes (history, -1, 10);
  assert_goes (history, -1, 0);
  assert_stays (history, -1);
  view_history_free (history);
}

static void
test_what_comes_soon_after_going_back_does_not_replace_it (void)
{
  ViewHistory *history = history_new ();

  visit (history, 100, 200, 10 * REST);
  assert_goes (history, -1, 0);
  visit (history, 300, 400, 10 * REST + 1);
  assert_stays (history, 1);
  assert_goes (history, -1, 0);
  assert_goes (history, 1, 300);
  view_history_free (history);
}

static void
test_a_way_out_and_back_leaves_nothing (void)
{
  ViewHistory *history = history_new ();
  int64_t now_us = 10 * REST;

  visit (history, 100, 200, now_us);
  visit (history, 0, 1000, now_us + 1);
  assert_stays (history, -1);
  visit (history, 5, 50, now_us + 2);
  assert_goes (history, -1, 0);
  assert_stays (history, -1);
  view_history_free (history);
}

static void
test_going_elsewhere_cuts_off_what_was_forward (void)
{
  ViewHistory *history = history_new ();

  for (int i = 1; i <= 5; i++)
    visit (history, i, 2000, i * 10 * REST);
  assert_goes (history, -3, 2);
  visit (history, 70, 80, 100 * REST);
  assert_stays (history, 1);
  assert_goes (history, -1, 2);
  view_history_free (history);
}

static void
test_a_selection_is_no_move (void)
{
  ViewHistory *history = history_new ();
  ViewPlace selected = { 0, 1000, 42, NULL }, at;

  visit (history, 100, 200, 10 * REST);
  assert_goes (history, -1, 0);
  view_history_visit (history, &selected, 20 * REST);
  assert_goes (history, 1, 100);
  g_assert_true (view_history_go (history, -1, &at));
  g_assert_cmpuint (at.slice, ==, 42);
  view_history_free (history);
}

static void
test_the_oldest_are_forgotten (void)
{
  ViewHistory *history = history_new ();
  int n = 0;
  ViewPlace at = { 0 };

  for (int i = 1; i <= 3 * VIEW_HISTORY_MAX; i++)
    visit (history, i, 5000, i * 10 * REST);
  while (view_history_go (history, -1, &at))
    n++;
  g_assert_cmpint (n, ==, VIEW_HISTORY_MAX - 1);
  g_assert_cmpint (at.begin_ns, ==, 3 * VIEW_HISTORY_MAX - n);
  view_history_free (history);
}

static const RankChoice *
one_rank (uint32_t rank)
{
  bool is_chosen[4] = { false };

  is_chosen[rank] = true;
  return rank_choice_new (is_chosen, 4, NULL);
}

static void
test_other_ranks_are_another_place (void)
{
  ViewHistory *history = history_new ();
  const RankChoice *first = one_rank (1), *same = one_rank (1), *second = one_rank (2);
  ViewPlace at = place (0, 1000);

  at.ranks = first;
  view_history_visit (history, &at, REST / 4); /* soon after, but no move of the span */
  at.ranks = same;
  view_history_visit (history, &at, REST / 2);
  at.ranks = second;
  view_history_visit (history, &at, REST);
  rank_choice_unref (first);
  rank_choice_unref (same);
  rank_choice_unref (second);
  g_assert_true (view_history_go (history, -1, &at));
  g_assert_true (rank_choice_has (at.ranks, 1) && !rank_choice_has (at.ranks, 2));
  g_assert_true (view_history_go (history, -1, &at));
  g_assert_null (at.ranks);
  assert_stays (history, -1);
  g_assert_true (view_history_go (history, 2, &at));
  g_assert_true (rank_choice_has (at.ranks, 2));
  for (int i = 0; i < 2 * VIEW_HISTORY_MAX; i++)
    {
      const RankChoice *other = one_rank ((uint32_t) i % 4);

      at.ranks = other;
      view_history_visit (history, &at, (i + 2) * REST);
      rank_choice_unref (other);
    }
  assert_goes (history, 1 - VIEW_HISTORY_MAX, 0);
  visit (history, 5, 6, 1000 * REST);
  assert_stays (history, 1);
  view_history_free (history);
}

/* Against a list that keeps everything. */
static void
test_random_ways_are_those_of_a_list (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (int64_t));
  ViewHistory *history = history_new ();
  int64_t now_us = 0, begin_ns = 0;
  int current = 0;

  g_array_append_val (list, begin_ns);
  for (int i = 0; i < 400; i++)
    {
      int by = g_rand_int_range (random, -2, 3);
      ViewPlace at;

      now_us += 2 * REST;
      if (by != 0 && view_history_go (history, by, &at))
        {
          current += by;
          g_assert_cmpint (at.begin_ns, ==, g_array_index (list, int64_t, (guint) current));
        }
      else if (list->len < VIEW_HISTORY_MAX)
        {
          begin_ns = i + 1;
          visit (history, begin_ns, 10000, now_us);
          g_array_set_size (list, (guint) ++current);
          g_array_append_val (list, begin_ns);
        }
    }
  view_history_free (history);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view_history/back_and_forward", test_back_and_forward);
  g_test_add_func ("/view_history/ten_notches_are_one_move", test_ten_notches_are_one_move);
  g_test_add_func ("/view_history/what_comes_soon_after_going_back_does_not_replace_it",
                   test_what_comes_soon_after_going_back_does_not_replace_it);
  g_test_add_func ("/view_history/other_ranks_are_another_place", test_other_ranks_are_another_place);
  g_test_add_func ("/view_history/a_way_out_and_back_leaves_nothing", test_a_way_out_and_back_leaves_nothing);
  g_test_add_func ("/view_history/going_elsewhere_cuts_off_what_was_forward",
                   test_going_elsewhere_cuts_off_what_was_forward);
  g_test_add_func ("/view_history/a_selection_is_no_move", test_a_selection_is_no_move);
  g_test_add_func ("/view_history/the_oldest_are_forgotten", test_the_oldest_are_forgotten);
  g_test_add_func ("/view_history/random_ways_are_those_of_a_list", test_random_ways_are_those_of_a_list);
  return g_test_run ();
}
