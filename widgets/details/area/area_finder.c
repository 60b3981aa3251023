/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/area/area_finder.h"

#include "widgets/controls/background_answer.h"

/* So many areas' figures are remembered: those of the kept ones, and some that one goes back and forth between. */
#define REMEMBERED_MAX 16

/* What takes longer than this gives way to the newest question. */
#define PATIENCE_US 300000

typedef struct
{
  AreaFigures figures; /* the first member: what is given out */
  gint n_users;
  bool is_done;    /* of the thread that works on it */
  AreaStats stats; /* likewise, until they are the figures' */
} Question;

struct AreaFinder
{
  BackgroundAnswer *answer;
  GPtrArray *remembered; /* Question, the ones used last at the end */
  Question *asked;       /* whose answer is awaited; NULL */
  Question *next;        /* what is to be asked then; NULL */
  gint64 asked_us;       /* when */
  void (*found) (const AreaFigures *figures, bool is_last, gpointer user_data);
  gpointer user_data;
};

/* ---- one question ---- */

static Question *
question_of (const AreaFigures *figures)
{
  return (Question *) (uintptr_t) figures;
}

static Question *
question_ref (Question *question)
{
  g_atomic_int_inc (&question->n_users);
  return question;
}

static void
question_unref (gpointer data)
{
  Question *question = data;

  if (!g_atomic_int_dec_and_test (&question->n_users))
    return;
  if (question->is_done)
    area_stats_clear (&question->stats);
  track_set_unref (question->figures.area.tracks);
  profile_unref (question->figures.profile);
  g_free (question);
}

static Question *
question_new (ViewState *state, const ViewArea *area)
{
  Question *question = g_new0 (Question, 1);

  question->n_users = 1;
  question->figures.profile = profile_ref (view_state_profile (state));
  question->figures.area = *area;
  track_set_ref (area->tracks);
  question->figures.scope = view_state_area_scope (state, area);
  return question;
}

const AreaFigures *
area_figures_ref (const AreaFigures *figures)
{
  return &question_ref (question_of (figures))->figures;
}

void
area_figures_unref (const AreaFigures *figures)
{
  question_unref (question_of (figures));
}

bool
area_figures_same (const AreaFigures *figures, const AreaFigures *other)
{
  return figures->profile == other->profile && view_area_equal (&figures->area, &other->area)
         && figures->scope.begin_ns == other->scope.begin_ns && figures->scope.end_ns == other->scope.end_ns
         && figures->scope.rank == other->scope.rank && figures->scope.device == other->scope.device;
}

/* ---- asking ---- */

static void
work_on (gpointer data)
{
  Question *question = data;

  question->is_done =
    area_stats_compute (&question->figures.scope, background_answer_should_continue, NULL, &question->stats);
}

static void
forget_questions (AreaFinder *finder)
{
  background_answer_drop (finder->answer);
  g_clear_pointer (&finder->asked, question_unref);
  g_clear_pointer (&finder->next, question_unref);
}

static void answered (gpointer data, gpointer user_data);

static void
ask (AreaFinder *finder, Question *question)
{
  forget_questions (finder);
  finder->asked = question_ref (question);
  finder->asked_us = g_get_monotonic_time ();
  background_answer_ask (finder->answer, question_ref (question), question_unref, work_on, answered, finder);
}

static void
remember (AreaFinder *finder, Question *question)
{
  g_ptr_array_add (finder->remembered, question_ref (question));
  if (finder->remembered->len > REMEMBERED_MAX)
    g_ptr_array_remove_index (finder->remembered, 0);
}

static void
answered (gpointer data, gpointer user_data)
{
  Question *question = data, *next;
  AreaFinder *finder = user_data;

  g_clear_pointer (&finder->asked, question_unref);
  next = g_steal_pointer (&finder->next);
  /* Delivered, so it was wanted to its end: it is not done because memory ran out. */
  question->figures.has_failed = !question->is_done;
  if (question->is_done)
    {
      question->figures.stats = question->stats;
      question->figures.is_known = true;
      remember (finder, question);
    }
  if (next != NULL)
    ask (finder, next);
  finder->found (&question->figures, next == NULL, finder->user_data);
  g_clear_pointer (&next, question_unref);
}

/* A new reference; NULL: not known. What is found counts as used last. */
static Question *
find_remembered (AreaFinder *finder, const Question *wanted)
{
  for (guint i = 0; i < finder->remembered->len; i++)
    {
      Question *found = finder->remembered->pdata[i];

      if (!area_figures_same (&found->figures, &wanted->figures))
        continue;
      question_ref (found);
      g_ptr_array_remove_index (finder->remembered, i);
      remember (finder, found);
      return found;
    }
  return NULL;
}

const AreaFigures *
area_finder_ask (AreaFinder *finder, ViewState *state, const ViewArea *area)
{
  Question *question = question_new (state, area);
  Question *known = find_remembered (finder, question);

  if (known != NULL)
    {
      forget_questions (finder);
      question_unref (question);
      return &known->figures;
    }
  bool is_asked = finder->asked != NULL && area_figures_same (&finder->asked->figures, &question->figures);
  if (!is_asked && (finder->asked == NULL || g_get_monotonic_time () - finder->asked_us > PATIENCE_US))
    {
      ask (finder, question);
      return &question->figures;
    }
  g_clear_pointer (&finder->next, question_unref);
  if (!is_asked)
    finder->next = question_ref (question);
  return &question->figures;
}

AreaFinder *
area_finder_new (void (*found) (const AreaFigures *figures, bool is_last, gpointer user_data),
                 gpointer user_data)
{
  AreaFinder *finder = g_new0 (AreaFinder, 1);

  finder->answer = background_answer_new ();
  finder->remembered = g_ptr_array_new_with_free_func (question_unref);
  finder->found = found;
  finder->user_data = user_data;
  return finder;
}

void
area_finder_free (AreaFinder *finder)
{
  forget_questions (finder);
  background_answer_free (finder->answer);
  g_ptr_array_unref (finder->remembered);
  g_free (finder);
}
