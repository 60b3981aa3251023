/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/alignment_task.h"

#include "widgets/controls/background_answer.h"

struct AlignmentTask
{
  Compared *compared; /* NULL: none */
  uint32_t n;
  AlignmentChoices choices;
  bool has_choices;
  BackgroundAnswer *listing, *finding;
  void (*choices_arrived) (const AlignmentChoices *choices, gpointer user_data);
  void (*found) (const AlignmentAnswer *answer, gpointer user_data);
  gpointer user_data;
};

typedef struct
{
  Compared *compared;
  uint32_t n;
  AlignmentChoices choices; /* of a list */
  bool has_choices;
  Alignment alignment; /* of a search; its name is owned */
  AlignmentAnswer answer;
  GError *error;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  if (question->has_choices)
    alignment_choices_clear (&question->choices);
  g_clear_error (&question->error);
  g_free ((char *) question->alignment.name);
  compared_unref (question->compared);
  g_free (question);
}

static Question *
question_new (const AlignmentTask *task)
{
  Question *question = g_new0 (Question, 1);

  question->compared = compared_ref (task->compared);
  question->n = task->n;
  return question;
}

static const StatsScope *
scope_of (const Question *question, uint32_t side)
{
  return &question->compared->comparison.sides[side].steps.scope;
}

static void
list (gpointer data)
{
  Question *question = data;
  StatsScope scopes[COMPARED_SIDES_MAX];

  for (uint32_t i = 0; i < question->n; i++)
    scopes[i] = *scope_of (question, i);
  question->has_choices = alignment_choices_compute (scopes, question->n, background_answer_should_continue,
                                                     NULL, &question->choices);
  if (!question->has_choices)
    alignment_choices_clear (&question->choices);
}

static void
drop_choices (AlignmentTask *task)
{
  if (task->has_choices)
    alignment_choices_clear (&task->choices);
  task->has_choices = false;
}

static void
take_choices (gpointer data, gpointer user_data)
{
  Question *question = data;
  AlignmentTask *task = user_data;

  if (!question->has_choices)
    return;
  AlignmentChoices before = task->choices;
  bool had_any = task->has_choices;

  task->choices = question->choices;
  task->has_choices = true;
  question->has_choices = false;
  task->choices_arrived (&task->choices, task->user_data);
  if (had_any)
    alignment_choices_clear (&before);
}

static void
find (gpointer data)
{
  Question *question = data;

  for (uint32_t i = 0; i < question->n && question->error == NULL; i++)
    if (!alignment_find (&question->alignment, scope_of (question, i), background_answer_should_continue,
                         NULL, &question->answer.instants[i], &question->error))
      question->answer.side = i;
}

static void
take_instants (gpointer data, gpointer user_data)
{
  Question *question = data;
  AlignmentTask *task = user_data;

  question->answer.error = question->error;
  task->found (&question->answer, task->user_data);
}

AlignmentTask *
alignment_task_new (void (*choices_arrived) (const AlignmentChoices *choices, gpointer user_data),
                    void (*found) (const AlignmentAnswer *answer, gpointer user_data),
                    gpointer user_data)
{
  AlignmentTask *task = g_new0 (AlignmentTask, 1);

  task->choices_arrived = choices_arrived;
  task->found = found;
  task->user_data = user_data;
  task->listing = background_answer_new_index ();
  task->finding = background_answer_new_long ();
  return task;
}

void
alignment_task_free (AlignmentTask *task)
{
  if (task == NULL)
    return;
  background_answer_free (task->listing);
  background_answer_free (task->finding);
  drop_choices (task);
  compared_unref (task->compared);
  g_free (task);
}

void
alignment_task_set (AlignmentTask *task, Compared *compared, uint32_t n)
{
  Compared *before = task->compared;

  background_answer_drop (task->listing);
  background_answer_drop (task->finding);
  drop_choices (task);
  task->compared = compared != NULL ? compared_ref (compared) : NULL;
  task->n = n;
  compared_unref (before);
  if (compared != NULL)
    background_answer_ask (task->listing, question_new (task), question_free, list, take_choices, task);
}

void
alignment_task_find (AlignmentTask *task, const Alignment *alignment)
{
  if (task->compared == NULL)
    return;
  Question *question = question_new (task);

  question->alignment = *alignment;
  question->alignment.name = g_memdup2 (alignment->name, alignment->length);
  background_answer_ask (task->finding, question, question_free, find, take_instants, task);
}
