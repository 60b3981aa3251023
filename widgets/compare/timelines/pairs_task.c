/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/pairs_task.h"

#include "widgets/controls/background_answer.h"

struct PairsTask
{
  SidePairs *pairs;
  uint32_t wanted_from;  /* to be found once there are pairs */
  uint64_t wanted_slice; /* SLICE_NONE: none */
  BackgroundAnswer *pairing, *finding;
  void (*pairs_arrived) (gpointer user_data);
  void (*found) (const SelectedSlices *slices, gpointer user_data);
  gpointer user_data;
};

typedef struct
{
  Compared *compared;
  SidePairs *pairs;
  SelectedSlices slices;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  side_pairs_unref (question->pairs);
  compared_unref (question->compared);
  g_free (question);
}

static void
pair (gpointer data)
{
  Question *question = data;

  question->pairs = side_pairs_new (question->compared, background_answer_should_continue, NULL);
}

static void
find (gpointer data)
{
  Question *question = data;
  SelectedSlices *slices = &question->slices;
  uint64_t slice = slices->slices[slices->from];

  for (uint32_t side = 0; side < side_pairs_n_sides (question->pairs); side++)
    if (side != slices->from && background_answer_should_continue (NULL))
      slices->slices[side] =
        side_pairs_find (question->pairs, slices->from, slice, side, &slices->answers[side]);
  slices->is_known = true;
}

static void
take_found (gpointer data, gpointer user_data)
{
  Question *question = data;
  PairsTask *task = user_data;

  task->found (&question->slices, task->user_data);
}

static void
take_pairs (gpointer data, gpointer user_data)
{
  Question *question = data;
  PairsTask *task = user_data;
  SidePairs *before = task->pairs;

  if (question->pairs == NULL)
    return;
  task->pairs = g_steal_pointer (&question->pairs);
  task->pairs_arrived (task->user_data);
  side_pairs_unref (before);
  if (task->wanted_slice != SLICE_NONE)
    pairs_task_find (task, task->wanted_from, task->wanted_slice);
}

PairsTask *
pairs_task_new (void (*pairs_arrived) (gpointer user_data),
                void (*found) (const SelectedSlices *slices, gpointer user_data),
                gpointer user_data)
{
  PairsTask *task = g_new0 (PairsTask, 1);

  task->pairs_arrived = pairs_arrived;
  task->found = found;
  task->user_data = user_data;
  task->wanted_slice = SLICE_NONE;
  task->pairing = background_answer_new_index ();
  task->finding = background_answer_new_long ();
  return task;
}

void
pairs_task_free (PairsTask *task)
{
  if (task == NULL)
    return;
  background_answer_free (task->pairing);
  background_answer_free (task->finding);
  side_pairs_unref (task->pairs);
  g_free (task);
}

void
pairs_task_set (PairsTask *task, Compared *compared)
{
  Question *question;
  SidePairs *before = g_steal_pointer (&task->pairs);

  pairs_task_cancel_find (task);
  background_answer_drop (task->pairing);
  if (before != NULL)
    task->pairs_arrived (task->user_data);
  side_pairs_unref (before);
  if (compared == NULL)
    return;
  question = g_new0 (Question, 1);
  question->compared = compared_ref (compared);
  background_answer_ask (task->pairing, question, question_free, pair, take_pairs, task);
}

SidePairs *
pairs_task_pairs (PairsTask *task)
{
  return task->pairs;
}

void
pairs_task_find (PairsTask *task, uint32_t from, uint64_t slice)
{
  pairs_task_cancel_find (task);
  if (task->pairs == NULL)
    {
      task->wanted_from = from;
      task->wanted_slice = slice;
      return;
    }
  Question *question = g_new0 (Question, 1);

  question->pairs = side_pairs_ref (task->pairs);
  question->slices.from = from;
  for (uint32_t side = 0; side < SIDE_PAIRS_MAX; side++)
    question->slices.slices[side] = side == from ? slice : SLICE_NONE;
  background_answer_ask (task->finding, question, question_free, find, take_found, task);
}

void
pairs_task_cancel_find (PairsTask *task)
{
  background_answer_drop (task->finding);
  task->wanted_slice = SLICE_NONE;
}
