/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of chosen ranks, against those of all ranks, and what is typed to choose them. */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/ranked_job.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/rows/rank_find.h"
#include "widgets/timeline/rows/track_edit.h"

#define N_RANKS 12

static const Profile *
job_new (void)
{
  return ranked_job_new (
    &(RankedJob){ .n_ranks = N_RANKS, .ranks_per_node = 4, .number_stride = 1, .n_steps = 2 });
}

/* Whether a row is of a chosen rank, or of a node with one. */
static bool
is_chosen (const Trace *trace, const TimelineRow *row, const RankChoice *choice)
{
  if (row->track == TRACE_NONE)
    return true;
  if (trace_track (trace, row->track)->kind != TRACK_NODE)
    return rank_choice_has (choice, trace_track (trace, row->track)->rank);
  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    if (trace_rank (trace, r)->node == row->track && rank_choice_has (choice, r))
      return true;
  return false;
}

/* One row a line, of chosen ranks only. */
static char *
rows_text (const TrackTree *tree, const RankChoice *choice)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (tree, &n);
  GString *text = g_string_new ("");

  for (uint32_t r = 0; r < n; r++)
    if (is_chosen (track_tree_trace (tree), &rows[r], choice))
      g_string_append_printf (text, "%d %d %u %d %u %u %s %s\n", (int) rows[r].kind, rows[r].depth,
                              rows[r].track, rows[r].height_px, rows[r].first_row, rows[r].n_rows,
                              rows[r].label, rows[r].band);
  return g_string_free (text, FALSE);
}

static const RankChoice *
random_choice (GRand *random, uint32_t n_ranks)
{
  bool is_wanted[64] = { false };
  int32_t most = g_rand_int_range (random, 1, 6);

  for (uint32_t r = 0; r < n_ranks; r++)
    is_wanted[r] = g_rand_int_range (random, 0, most) == 0;
  return rank_choice_new (is_wanted, n_ranks, NULL);
}

static void
rows_of_chosen_ranks_are_those_of_all (void)
{
  const Profile *const profiles[] = { job_new (), timeline_profile_ranks () };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (TrackLayout) layout = track_layout_new ();

  for (size_t p = 0; p < G_N_ELEMENTS (profiles); p++)
    {
      TrackTree *all = track_tree_new (profiles[p], 12, TRACE_NONE, TRACE_NONE);
      TrackTree *tree = track_tree_new (profiles[p], 12, TRACE_NONE, TRACE_NONE);

      for (int i = 0; i < 100; i++)
        {
          const RankChoice *choice = random_choice (random, trace_n_ranks (profiles[p]->trace));
          track_tree_set_ranks (tree, choice, layout);
          g_autofree char *text = rows_text (tree, NULL), *expected = rows_text (all, choice);

          g_assert_cmpstr (text, ==, expected);
          rank_choice_unref (choice);
        }
      track_tree_free (all);
      track_tree_free (tree);
      profile_unref (profiles[p]);
    }
}

static const RankChoice *
one_rank (uint32_t rank)
{
  bool is_wanted[N_RANKS] = { false };

  is_wanted[rank] = true;
  return rank_choice_new (is_wanted, N_RANKS, NULL);
}

static void
one_chosen_rank_is_as_the_scope_of_it (void)
{
  const Profile *profile = job_new ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  g_autoptr (TrackLayout) layout = track_layout_new ();

  for (uint32_t r = 0; r < N_RANKS; r++)
    {
      const RankChoice *choice = one_rank (r), *other = one_rank ((r + 1) % N_RANKS);
      TrackTree *scoped = track_tree_new (profile, 12, r, TRACE_NONE);

      track_tree_set_ranks (tree, choice, layout);
      track_tree_fit_height (tree, 600);
      track_tree_fit_height (scoped, 600);
      g_autofree char *text = rows_text (tree, NULL), *expected = rows_text (scoped, NULL);
      g_assert_cmpstr (text, ==, expected);
      /* A scope is stronger than a choice. */
      track_tree_set_ranks (scoped, other, layout);
      track_tree_fit_height (scoped, 600);
      g_autofree char *same = rows_text (scoped, NULL);
      g_assert_cmpstr (same, ==, expected);
      rank_choice_unref (choice);
      rank_choice_unref (other);
      track_tree_free (scoped);
    }
  track_tree_free (tree);
  profile_unref (profile);
}

static void
pins_and_folds_stay_while_ranks_change (void)
{
  const Profile *profile = job_new ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  g_autoptr (TrackLayout) layout = track_layout_new ();
  bool is_wanted[N_RANKS] = { [0] = true, [5] = true };
  const RankChoice *choice = rank_choice_new (is_wanted, N_RANKS, NULL);
  uint32_t n, n_again, stream = trace_track_of (profile->trace, ranked_job_kernel (profile, 7));

  track_edit_pin (layout, tree, track_tree_line (tree, stream, TRACK_PART_WHOLE), true);
  track_tree_set_layout (tree, layout);
  track_tree_rows (tree, &n);
  g_assert_cmpuint (track_tree_n_pinned_rows (tree), ==, 1);
  track_tree_set_ranks (tree, choice, layout);
  g_assert_cmpuint (track_tree_n_pinned_rows (tree), ==, 0);
  track_tree_set_ranks (tree, NULL, layout);
  track_tree_rows (tree, &n_again);
  g_assert_cmpuint (track_tree_n_pinned_rows (tree), ==, 1);
  g_assert_cmpuint (n_again, ==, n);
  rank_choice_unref (choice);
  track_tree_free (tree);
  profile_unref (profile);
}

static void
assert_finds (const Trace *trace, const char *text, const char *ranks)
{
  RankFind found = rank_find (trace, text);
  g_autofree char *list = rank_choice_to_text (found.choice, trace);

  g_assert_true (found.is_found);
  g_assert_nonnull (found.sentence);
  g_assert_cmpstr (list, ==, ranks);
  rank_choice_unref (found.choice);
  g_free (found.sentence);
}

static void
assert_finds_nothing (const Trace *trace, const char *text, const char *sentence)
{
  RankFind found = rank_find (trace, text);

  g_assert_false (found.is_found);
  g_assert_null (found.choice);
  if (sentence != NULL)
    g_assert_cmpstr (found.sentence, ==, sentence);
  g_free (found.sentence);
}

static void
ranks_are_found_by_numbers_and_names (void)
{
  const Profile *profile = job_new ();
  const Trace *trace = profile->trace;

  assert_finds (trace, "0-3, 8,11", "0-3, 8, 11");
  assert_finds (trace, "NODE1", "4-7");
  assert_finds (trace, "node?", NULL);
  assert_finds (trace, "*1", "1, 4-7, 11"); /* ranks 1 and 11, node1 */
  assert_finds (trace, "rank 1", "1");
  assert_finds (trace, "rank 1*", "1, 10, 11");
  assert_finds (trace, "worker7.json", "7");
  assert_finds (trace, "worker1", "1, 10, 11");
  assert_finds (trace, "node0, 9, , ", "0-3, 9");
  assert_finds (trace, "0-100", NULL);
  assert_finds (trace, "*", NULL);
  assert_finds (trace, "n*de*2", "8-11");
  assert_finds_nothing (trace, "", NULL);
  assert_finds_nothing (trace, " , ", NULL);
  assert_finds_nothing (trace, "12", "There is no rank 12");
  assert_finds_nothing (trace, "3, 20-30", "There is no rank from 20 to 30");
  assert_finds_nothing (trace, "0, mars", "No rank, node or file has the name mars");
  assert_finds_nothing (trace, "node9*", NULL);
  profile_unref (profile);
}

static void
the_answer_says_how_many_ranks_there_are (void)
{
  const Profile *profile = job_new ();
  RankFind some = rank_find (profile->trace, "2-4"), all = rank_find (profile->trace, "*");

  g_assert_cmpstr (some.sentence, ==, "3 of 12 ranks: 2-4");
  g_assert_cmpstr (all.sentence, ==, "All 12 ranks");
  rank_choice_unref (some.choice);
  g_free (some.sentence);
  g_free (all.sentence);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/track_ranks/rows_of_chosen_ranks_are_those_of_all",
                   rows_of_chosen_ranks_are_those_of_all);
  g_test_add_func ("/track_ranks/one_chosen_rank_is_as_the_scope_of_it",
                   one_chosen_rank_is_as_the_scope_of_it);
  g_test_add_func ("/track_ranks/pins_and_folds_stay_while_ranks_change",
                   pins_and_folds_stay_while_ranks_change);
  g_test_add_func ("/track_ranks/ranks_are_found_by_numbers_and_names", ranks_are_found_by_numbers_and_names);
  g_test_add_func ("/track_ranks/the_answer_says_how_many_ranks_there_are",
                   the_answer_says_how_many_ranks_there_are);
  return g_test_run ();
}
