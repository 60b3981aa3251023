/* SPDX-License-Identifier: Apache-2.0
 *
 * Which ranks a view shows: as a text and back, ready choices against all ranks compared one by one, and in the history. */

#include "tests/unit/fixtures/ranked_job.h"
#include "widgets/state/shown_pair.h"
#include "widgets/state/view_state.h"

#define N_RANKS 24
#define N_STEPS 5

static ViewState *
state_of (const RankedJob *job)
{
  const Profile *profile = ranked_job_new (job);
  ViewState *state = view_state_new (profile);

  profile_unref (profile);
  return state;
}

static const RankChoice *
choice_of (ViewState *state, const char *text)
{
  const RankChoice *choice;

  g_assert_true (rank_choice_from_text (view_state_profile (state)->trace, text, &choice));
  return choice;
}

static void
choose (ViewState *state, const char *text)
{
  const RankChoice *choice = choice_of (state, text);

  view_state_set_ranks (state, choice);
  rank_choice_unref (choice);
}

static void
assert_ranks (ViewState *state, const char *expected)
{
  g_autofree char *text = rank_choice_to_text (view_state_ranks (state), view_state_profile (state)->trace);

  g_assert_cmpstr (text, ==, expected);
}

static void
any_choice_comes_back_from_its_text (void)
{
  g_autoptr (ViewState) state =
    state_of (&(RankedJob){ .n_ranks = N_RANKS, .ranks_per_node = 8, .number_stride = 3, .n_steps = 1 });
  const Trace *trace = view_state_profile (state)->trace;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (int i = 0; i < 500; i++)
    {
      bool is_chosen[N_RANKS];
      const RankChoice *again;
      int32_t most = g_rand_int_range (random, 1, 8);

      for (uint32_t r = 0; r < N_RANKS; r++)
        is_chosen[r] = g_rand_int_range (random, 0, most) == 0;
      const RankChoice *choice = rank_choice_new (is_chosen, N_RANKS, NULL);
      g_autofree char *text = rank_choice_to_text (choice, trace);
      if (choice == NULL)
        continue;
      g_assert_true (rank_choice_from_text (trace, text, &again));
      g_assert_true (rank_choice_equal (choice, again));
      for (uint32_t r = 0; r < N_RANKS; r++)
        g_assert_true (rank_choice_has (again, r) == is_chosen[r]);
      rank_choice_unref (choice);
      rank_choice_unref (again);
    }
}

static void
ranges_are_of_numbers (void)
{
  g_autoptr (ViewState) state =
    state_of (&(RankedJob){ .n_ranks = 6, .ranks_per_node = 6, .number_stride = 10, .n_steps = 1 });
  const Trace *trace = view_state_profile (state)->trace;
  static const char *const wrong[] = {
    "", ",", "1", "60-70", "20-10", "-10", "10-", "a", "10,,20", "10;20", "99999999999999999999", "10-20-30"
  };
  const RankChoice *choice;

  choose (state, " 0 - 25,50 ");
  assert_ranks (state, "0, 10, 20, 50");
  choose (state, "5-15, 1000, 40");
  assert_ranks (state, "10, 40");
  choose (state, "0\u201310");
  assert_ranks (state, "0, 10");
  choose (state, "0-1000");
  assert_ranks (state, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_false (rank_choice_from_text (trace, wrong[i], &choice));
      g_assert_null (choice);
    }
}

/* Returns the ranks, the slowest first. */
static GArray *
ranks_by_time (const Profile *profile, int64_t number)
{
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  double times[N_RANKS] = { 0 };
  int counts[N_RANKS] = { 0 };

  for (uint64_t i = 0; i < step_table_count (profile->steps); i++)
    {
      const TraceStep *step = step_table_get (profile->steps, i);

      if (number < 0 ? step->is_truncated : step->number != number)
        continue;
      times[step->rank] += (double) step->wall_ns;
      counts[step->rank]++;
    }
  for (uint32_t r = 0; r < N_RANKS; r++)
    {
      guint at = 0;

      while (at < ranks->len
             && times[g_array_index (ranks, uint32_t, at)] / counts[g_array_index (ranks, uint32_t, at)]
                  >= times[r] / counts[r])
        at++;
      g_array_insert_val (ranks, at, r);
    }
  return ranks;
}

static void
assert_slowest (ViewState *state, int64_t number)
{
  g_autoptr (GArray) ranks = ranks_by_time (view_state_profile (state), number);
  const RankChoice *choice = view_state_ranks (state);

  g_assert_nonnull (choice);
  g_assert_cmpuint (rank_choice_n (choice), ==, READY_RANKS_SLOWEST);
  for (guint i = 0; i < READY_RANKS_SLOWEST; i++)
    g_assert_true (rank_choice_has (choice, g_array_index (ranks, uint32_t, i)));
}

static void
the_slowest_are_slowest (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (int round = 0; round < 20; round++)
    {
      int64_t step_ns[N_RANKS * N_STEPS];

      /* Few lengths, so that many are equally slow. */
      for (int i = 0; i < N_RANKS * N_STEPS; i++)
        step_ns[i] = RANKED_JOB_STEP_NS / 4 + 1000000 * g_rand_int_range (random, 0, 1 + 4 * round);
      g_autoptr (ViewState) state = state_of (&(RankedJob){ .n_ranks = N_RANKS,
                                                            .ranks_per_node = 8,
                                                            .number_stride = 1,
                                                            .n_steps = N_STEPS,
                                                            .step_ns = step_ns });

      g_assert_true (view_state_choose_ranks (state, RANKS_SLOWEST));
      assert_slowest (state, -1);
      for (uint64_t step = 0; step < N_STEPS; step++)
        {
          view_state_go_to_step (state, step);
          int64_t number =
            step_table_get (view_state_profile (state)->steps, view_state_current_step (state))->number;
          g_assert_true (view_state_choose_ranks (state, RANKS_SLOWEST_IN_STEP));
          assert_slowest (state, number);
        }
    }
}

static void
one_per_node_is_the_first (void)
{
  g_autoptr (ViewState) state =
    state_of (&(RankedJob){ .n_ranks = 10, .ranks_per_node = 4, .number_stride = 1, .n_steps = 1 });
  g_autoptr (ViewState) one_node =
    state_of (&(RankedJob){ .n_ranks = 3, .ranks_per_node = 3, .number_stride = 1, .n_steps = 0 });
  g_autoptr (ViewState) one_rank =
    state_of (&(RankedJob){ .n_ranks = 1, .ranks_per_node = 1, .number_stride = 1, .n_steps = 1 });

  g_assert_true (view_state_choose_ranks (state, RANKS_ONE_PER_NODE));
  assert_ranks (state, "0, 4, 8");
  g_assert_true (view_state_choose_ranks (state, RANKS_ALL));
  assert_ranks (state, NULL);
  g_assert_true (view_state_choose_ranks (one_node, RANKS_ONE_PER_NODE));
  assert_ranks (one_node, "0");
  g_assert_false (view_state_choose_ranks (one_node, RANKS_SLOWEST));
  g_assert_false (view_state_choose_ranks (one_node, RANKS_SLOWEST_IN_STEP));
  assert_ranks (one_node, "0");
  g_assert_false (view_state_can_choose_ranks (one_rank, RANKS_ALL));
}

static void
going_back_shows_the_ranks_of_before (void)
{
  g_autoptr (ViewState) state =
    state_of (&(RankedJob){ .n_ranks = 8, .ranks_per_node = 4, .number_stride = 1, .n_steps = 3 });
  int64_t begin_ns, end_ns, back_begin_ns, back_end_ns;

  view_state_span (state, &begin_ns, &end_ns);
  choose (state, "0-3");
  choose (state, "2");
  const RankChoice *pair = choice_of (state, "5, 7");
  view_state_show_ranks (state, pair, 1000, 2000);
  rank_choice_unref (pair);
  assert_ranks (state, "5, 7");
  g_assert_true (view_state_go_in_history (state, -1));
  assert_ranks (state, "2");
  view_state_span (state, &back_begin_ns, &back_end_ns);
  g_assert_cmpint (back_begin_ns, ==, begin_ns);
  g_assert_cmpint (back_end_ns, ==, end_ns);
  g_assert_true (view_state_go_in_history (state, -2));
  assert_ranks (state, NULL);
  g_assert_true (view_state_go_in_history (state, 3));
  assert_ranks (state, "5, 7");
  view_state_span (state, &back_begin_ns, &back_end_ns);
  g_assert_cmpint (back_begin_ns, ==, 1000);
  g_assert_cmpint (back_end_ns, ==, 2000);
  g_assert_false (view_state_go_in_history (state, 1));
}

static void
what_is_selected_is_shown (void)
{
  g_autoptr (ViewState) state =
    state_of (&(RankedJob){ .n_ranks = 8, .ranks_per_node = 4, .number_stride = 1, .n_steps = 3 });
  const Profile *profile = view_state_profile (state);

  choose (state, "1, 2");
  g_assert_cmpuint (view_state_step_rank (state), ==, 1);
  view_state_select_slice (state, ranked_job_kernel (profile, 2));
  assert_ranks (state, "1, 2");
  g_assert_cmpuint (view_state_step_rank (state), ==, 2);
  view_state_select_slice (state, ranked_job_kernel (profile, 6));
  assert_ranks (state, "1, 2, 6");
  view_state_go_to_slice (state, ranked_job_kernel (profile, 0));
  assert_ranks (state, "0-2, 6");
  view_state_select_gap (state, 7, 10, 20);
  assert_ranks (state, "0-2, 6, 7");
  choose (state, "3");
  g_assert_cmpuint (view_state_step_rank (state), ==, 3);
}

static void
a_scope_of_one_rank_comes_first (void)
{
  g_autoptr (ViewState) state =
    state_of (&(RankedJob){ .n_ranks = 8, .ranks_per_node = 4, .number_stride = 1, .n_steps = 3 });
  ViewScope scope = { .window = SCOPE_WHOLE, .rank = 6, .device = TRACE_NONE };

  choose (state, "1, 2");
  view_state_set_scope (state, &scope);
  g_assert_cmpuint (view_state_step_rank (state), ==, 6);
  g_assert_false (view_state_can_choose_ranks (state, RANKS_ALL));
  g_assert_false (view_state_choose_ranks (state, RANKS_SLOWEST));
  assert_ranks (state, "1, 2");
}

static void
assert_pair (ViewState *state, const RankPair *pair, const char *ranks, const char *note)
{
  int64_t begin_ns, end_ns;

  shown_pair_show (state, pair);
  assert_ranks (state, ranks);
  g_assert_cmpstr (rank_choice_note (view_state_ranks (state)), ==, note);
  g_assert_cmpuint (view_state_selection (state)->slice, ==, pair->slice);
  view_state_span (state, &begin_ns, &end_ns);
  g_assert_cmpint (begin_ns, <=, pair->begin_ns);
  g_assert_cmpint (end_ns, >=, pair->end_ns);
}

static void
a_pair_is_shown_with_what_it_is (void)
{
  g_autoptr (ViewState) state =
    state_of (&(RankedJob){ .n_ranks = 8, .ranks_per_node = 4, .number_stride = 2, .n_steps = 3 });
  g_autoptr (ViewState) two =
    state_of (&(RankedJob){ .n_ranks = 2, .ranks_per_node = 2, .number_stride = 1, .n_steps = 3 });
  RankPair pair = { .rank = 4, .median = 2, .cause = GAP_LOADER, .excess_ns = 12345678, .step = 4 * 3 + 1 };

  pair.slice = ranked_job_kernel (view_state_profile (state), 4) + 1;
  pair.begin_ns = RANKED_JOB_STEP_NS;
  pair.end_ns = 2 * RANKED_JOB_STEP_NS;
  choose (state, "0-6");
  assert_pair (state, &pair, "4, 8",
               "Rank 8 and rank 4 (median) in step 11: data loader 12.35\u00a0ms longer");
  g_assert_true (view_state_go_in_history (state, -1));
  assert_ranks (state, "0, 2, 4, 6");
  g_assert_null (rank_choice_note (view_state_ranks (state)));
  pair.step = UINT64_MAX;
  pair.cause = GAP_COMPUTE;
  pair.excess_ns = 5000;
  assert_pair (state, &pair, "4, 8", "Rank 8 and rank 4 (median): kernels 5.000\u00a0\u00b5s longer");
  pair.excess_ns = 0;
  assert_pair (state, &pair, "4, 8", "Rank 8 and rank 4 (median): it spent no more time on anything");

  /* Of two ranks both are all, and are said to be the pair none the less. */
  pair =
    (RankPair){ .rank = 1, .median = 0, .cause = GAP_HOST, .excess_ns = 2000000, .step = 3, .end_ns = 1000 };
  assert_pair (two, &pair, "0, 1", "Rank 1 and rank 0 (median) in step 10: host 2.000\u00a0ms longer");
  g_assert_true (view_state_choose_ranks (two, RANKS_ALL));
  g_assert_null (view_state_ranks (two));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank_choice/any_choice_comes_back_from_its_text", any_choice_comes_back_from_its_text);
  g_test_add_func ("/rank_choice/ranges_are_of_numbers", ranges_are_of_numbers);
  g_test_add_func ("/rank_choice/the_slowest_are_slowest", the_slowest_are_slowest);
  g_test_add_func ("/rank_choice/one_per_node_is_the_first", one_per_node_is_the_first);
  g_test_add_func ("/rank_choice/going_back_shows_the_ranks_of_before", going_back_shows_the_ranks_of_before);
  g_test_add_func ("/rank_choice/what_is_selected_is_shown", what_is_selected_is_shown);
  g_test_add_func ("/rank_choice/a_scope_of_one_rank_comes_first", a_scope_of_one_rank_comes_first);
  g_test_add_func ("/rank_choice/a_pair_is_shown_with_what_it_is", a_pair_is_shown_with_what_it_is);
  return g_test_run ();
}
