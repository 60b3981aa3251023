/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/median_rank.h"

#include <stdatomic.h>

#include "widgets/controls/background_answer.h"
#include "widgets/state/shown_pair.h"

/* The work is shared by several threads, and background_answer_should_continue () answers on one alone: so each question has a
 * flag of its own, from g_atomic_rc_box_new (). */
typedef struct
{
  atomic_bool is_cancelled;
} Flag;

struct MedianRank
{
  Flag *flag; /* of the last question; NULL: none */
  BackgroundAnswer *answer;
  ViewState *state; /* not owned: it has the scene's lifetime */
  void (*not_found) (gpointer user_data);
  gpointer user_data;
};

typedef struct
{
  const Profile *profile;
  uint32_t rank; /* TRACE_NONE: the latest */
  uint64_t step;
  Flag *flag;
  bool is_found;
  RankPair pair;
} Question;

MedianRank *
median_rank_new (ViewState *state, void (*not_found) (gpointer user_data), gpointer user_data)
{
  MedianRank *median = g_new0 (MedianRank, 1);

  median->answer = background_answer_new_long ();
  median->state = state;
  median->not_found = not_found;
  median->user_data = user_data;
  return median;
}

void
median_rank_drop (MedianRank *median)
{
  if (median->flag == NULL)
    return;
  atomic_store (&median->flag->is_cancelled, true);
  g_clear_pointer (&median->flag, g_atomic_rc_box_release);
  background_answer_drop (median->answer);
}

void
median_rank_free (MedianRank *median)
{
  median_rank_drop (median);
  background_answer_free (median->answer);
  g_free (median);
}

static void
free_question (gpointer data)
{
  Question *question = data;

  profile_unref (question->profile);
  g_atomic_rc_box_release (question->flag);
  g_free (question);
}

static bool
should_continue (void *flag)
{
  return !atomic_load_explicit (&((Flag *) flag)->is_cancelled, memory_order_relaxed);
}

static void
work (gpointer data)
{
  Question *question = data;
  StatsScope scope = stats_scope_whole (question->profile->trace, question->profile->steps);
  JobStragglers job;

  question->is_found = job_stragglers_init (&job, &scope, should_continue, question->flag)
                       && rank_pair_in_step (&job, question->rank, question->step, &question->pair);
  job_stragglers_clear (&job);
}

static void
deliver (gpointer data, gpointer user_data)
{
  const Question *question = data;
  MedianRank *median = user_data;

  g_clear_pointer (&median->flag, g_atomic_rc_box_release);
  /* With other steps the pair would be in another one. */
  if (question->is_found && view_state_profile (median->state) == question->profile)
    shown_pair_show (median->state, &question->pair);
  else
    median->not_found (median->user_data);
}

/* Returns TRACE_NONE if nothing of a rank is selected. */
static uint32_t
selected_rank (ViewState *state)
{
  const ViewSelection *selection = view_state_selection (state);
  const Trace *trace = view_state_profile (state)->trace;

  if (selection->kind == SELECTED_SLICE)
    return trace_track (trace, trace_track_of (trace, selection->slice))->rank;
  if (selection->kind == SELECTED_GAP)
    return trace_device (trace, selection->device)->rank;
  return TRACE_NONE;
}

bool
median_rank_can_ask (MedianRank *median)
{
  return trace_n_ranks (view_state_profile (median->state)->trace) > 1
         && !view_state_ranks_are_of_scope (median->state)
         && view_state_current_step (median->state) != UINT64_MAX;
}

bool
median_rank_ask (MedianRank *median)
{
  Question *question;

  if (!median_rank_can_ask (median))
    return false;
  median_rank_drop (median);
  median->flag = g_atomic_rc_box_new0 (Flag);
  question = g_new0 (Question, 1);
  *question = (Question){ .profile = profile_ref (view_state_profile (median->state)),
                          .flag = g_atomic_rc_box_acquire (median->flag),
                          .rank = selected_rank (median->state),
                          .step = view_state_current_step (median->state) };
  background_answer_ask (median->answer, question, free_question, work, deliver, median);
  return true;
}
