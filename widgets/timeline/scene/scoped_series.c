/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/scoped_series.h"

#include "widgets/controls/background_answer.h"

struct ScopedSeries
{
  BackgroundAnswer *answer;
  void (*arrived) (gpointer user_data);
  gpointer user_data;

  const NameSeries *all; /* that was asked about last; referenced; NULL: nothing was */
  StatsScope scope;
  bool is_whole;
  const NameSeries *in_scope; /* NULL: not there */
};

typedef struct
{
  const Profile *profile; /* keeps the trace and its steps */
  const NameSeries *all;
  StatsScope scope;
  const NameSeries *in_scope;
} Question;

ScopedSeries *
scoped_series_new (void (*arrived) (gpointer user_data), gpointer user_data)
{
  ScopedSeries *scoped = g_new0 (ScopedSeries, 1);

  scoped->answer = background_answer_new_long ();
  scoped->arrived = arrived;
  scoped->user_data = user_data;
  scoped->is_whole = true;
  return scoped;
}

static void
forget (ScopedSeries *scoped)
{
  background_answer_drop (scoped->answer);
  g_clear_pointer (&scoped->in_scope, name_series_unref);
  g_clear_pointer (&scoped->all, name_series_unref);
}

void
scoped_series_free (ScopedSeries *scoped)
{
  if (scoped == NULL)
    return;
  forget (scoped);
  background_answer_free (scoped->answer);
  g_free (scoped);
}

static void
free_question (gpointer data)
{
  Question *question = data;

  g_clear_pointer (&question->in_scope, name_series_unref);
  name_series_unref (question->all);
  profile_unref (question->profile);
  g_free (question);
}

static void
work (gpointer data)
{
  Question *question = data;

  question->in_scope =
    name_series_in (question->all, &question->scope, background_answer_should_continue, NULL);
}

static void
deliver (gpointer data, gpointer user_data)
{
  Question *question = data;
  ScopedSeries *scoped = user_data;

  g_clear_pointer (&scoped->in_scope, name_series_unref);
  scoped->in_scope = g_steal_pointer (&question->in_scope);
  scoped->arrived (scoped->user_data);
}

static bool
is_same_scope (const StatsScope *a, const StatsScope *b)
{
  return a->is_whole == b->is_whole && a->begin_ns == b->begin_ns && a->end_ns == b->end_ns
         && a->rank == b->rank && a->device == b->device;
}

static bool
wants_whole (ViewState *state, const StatsScope *scope)
{
  const ViewSelection *selection = view_state_selection (state);

  return view_state_scope_is_default (state) || selection->kind != SELECTED_SLICE
         || !name_series_is_in (scope, selection->slice);
}

void
scoped_series_follow (ScopedSeries *scoped, ViewState *state, const NameSeries *all)
{
  StatsScope scope = view_state_stats_scope (state);
  bool is_whole = wants_whole (state, &scope), was_whole = scoped->is_whole;

  if (all == scoped->all && is_whole == was_whole && (is_whole || is_same_scope (&scope, &scoped->scope)))
    return;
  forget (scoped);
  if (all != NULL)
    scoped->all = name_series_ref (all);
  scoped->scope = scope;
  scoped->is_whole = is_whole;
  if (all != NULL && !is_whole)
    {
      Question *question = g_new0 (Question, 1);

      question->profile = profile_ref (view_state_profile (state));
      question->all = name_series_ref (all);
      question->scope = scope;
      background_answer_ask (scoped->answer, question, free_question, work, deliver, scoped);
    }
  if (is_whole && !was_whole)
    scoped->arrived (scoped->user_data);
}

const NameSeries *
scoped_series_get (ScopedSeries *scoped, bool *ret_is_whole)
{
  *ret_is_whole = scoped->is_whole;
  return scoped->is_whole ? scoped->all : scoped->in_scope;
}
