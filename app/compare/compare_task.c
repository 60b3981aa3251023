/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/compare_task.h"

#include <stdatomic.h>

#include "app/desktop/settings.h"
#include "widgets/controls/background_answer.h"

/* A comparison runs on several threads, and background_answer_should_continue () answers on one alone: so each request has a
 * flag of its own. It is shared by the request and the task. */
typedef struct
{
  atomic_bool is_cancelled;
} Flag;

struct CompareTask
{
  BackgroundAnswer *answer;
  RememberedPairs *pairs;
  Flag *flag; /* of the latest request; from g_atomic_rc_box_new (); NULL: none */
  void (*done) (CompareResult *result, gpointer user_data);
  gpointer user_data;
};

typedef struct
{
  ComparedSide sides[COMPARED_SIDES_MAX];
  uint32_t n_sides;
  RememberedPairs *pairs;
  FindingThresholds thresholds;
  Flag *flag;
  CompareResult result;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  for (uint32_t i = 0; i < question->n_sides; i++)
    {
      profile_unref (question->sides[i].profile);
      g_free (question->sides[i].name);
      g_free (question->sides[i].scope);
    }
  for (int kind = 0; kind < N_ROW_KINDS; kind++)
    table_source_unref (question->result.sources[kind]);
  compare_durations_free (question->result.step_times);
  compare_curves_unref (question->result.curves);
  compared_findings_free (question->result.findings);
  finding_thresholds_clear (&question->thresholds);
  compared_unref (question->result.compared);
  g_atomic_rc_box_release (question->flag);
  g_object_unref (question->pairs);
  g_free (question);
}

static bool
should_continue (void *user_data)
{
  return !atomic_load_explicit (&((Flag *) user_data)->is_cancelled, memory_order_relaxed);
}

static void
work_on (gpointer data)
{
  Question *question = data;
  CompareResult *result = &question->result;

  g_autoptr (GArray) pairs = remembered_pairs_read (question->pairs);
  result->compared =
    compared_new (question->sides, question->n_sides, (const HandPair *) (void *) pairs->data, pairs->len,
                  should_continue, question->flag);
  if (result->compared == NULL)
    return;
  for (int kind = 0; kind < N_ROW_KINDS; kind++)
    result->sources[kind] = compare_source_new (result->compared, (RowKind) kind);
  result->step_times = compare_durations_of_steps (result->compared);
  result->curves = compare_curves_new (result->compared, should_continue, question->flag);
  result->findings = compared_findings_new (result->compared, &question->thresholds, should_continue, question->flag);
}

static void
take_answer (gpointer data, gpointer user_data)
{
  CompareTask *task = user_data;

  task->done (&((Question *) data)->result, task->user_data);
}

CompareTask *
compare_task_new (RememberedPairs *pairs,
                  void (*done) (CompareResult *result, gpointer user_data),
                  gpointer user_data)
{
  CompareTask *task = g_new0 (CompareTask, 1);

  task->answer = background_answer_new_long ();
  task->pairs = g_object_ref (pairs);
  task->done = done;
  task->user_data = user_data;
  return task;
}

void
compare_task_cancel (CompareTask *task)
{
  if (task->flag == NULL)
    return;
  atomic_store (&task->flag->is_cancelled, true);
  g_clear_pointer (&task->flag, g_atomic_rc_box_release);
  background_answer_drop (task->answer);
}

void
compare_task_free (CompareTask *task)
{
  compare_task_cancel (task);
  background_answer_free (task->answer);
  g_object_unref (task->pairs);
  g_free (task);
}

void
compare_task_ask (CompareTask *task, const ComparedSide *sides, uint32_t n_sides)
{
  Question *question = g_new0 (Question, 1);

  compare_task_cancel (task);
  task->flag = g_atomic_rc_box_new0 (Flag);
  question->flag = g_atomic_rc_box_acquire (task->flag);
  question->pairs = g_object_ref (task->pairs);
  question->thresholds = settings_finding_thresholds ();
  question->n_sides = n_sides;
  for (uint32_t i = 0; i < n_sides; i++)
    question->sides[i] = (ComparedSide){ profile_ref (sides[i].profile), sides[i].part,
                                         g_strdup (sides[i].name), g_strdup (sides[i].scope) };
  background_answer_ask (task->answer, question, question_free, work_on, take_answer, task);
}
