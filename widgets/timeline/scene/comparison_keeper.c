/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/comparison_keeper.h"

#include "widgets/controls/background_answer.h"

struct ComparisonKeeper
{
  BackgroundAnswer *answer;
  void (*arrived) (gpointer user_data);
  gpointer user_data;

  const Profile *profile; /* NULL: nothing is asked for; referenced, so that no other has its address */
  uint64_t step, median;
  const StepComparison *comparison;
};

typedef struct
{
  const Profile *profile;
  uint64_t step, median;
  const StepComparison *comparison;
} Question;

ComparisonKeeper *
comparison_keeper_new (void (*arrived) (gpointer user_data), gpointer user_data)
{
  ComparisonKeeper *keeper = g_new0 (ComparisonKeeper, 1);

  keeper->answer = background_answer_new_long ();
  keeper->arrived = arrived;
  keeper->user_data = user_data;
  return keeper;
}

void
comparison_keeper_free (ComparisonKeeper *keeper)
{
  comparison_keeper_drop (keeper);
  background_answer_free (keeper->answer);
  g_free (keeper);
}

static void
free_question (gpointer data)
{
  Question *question = data;

  step_comparison_unref (question->comparison);
  profile_unref (question->profile);
  g_free (question);
}

static void
work (gpointer data)
{
  Question *question = data;

  question->comparison = step_comparison_new (question->profile, question->step, question->median,
                                              background_answer_should_continue, NULL);
}

static void
deliver (gpointer data, gpointer user_data)
{
  Question *question = data;
  ComparisonKeeper *keeper = user_data;

  step_comparison_unref (keeper->comparison);
  keeper->comparison = g_steal_pointer (&question->comparison);
  keeper->arrived (keeper->user_data);
}

void
comparison_keeper_ask (ComparisonKeeper *keeper, const Profile *profile, uint64_t step, uint64_t median)
{
  if (keeper->profile == profile && keeper->step == step && keeper->median == median)
    return;
  Question *question = g_new0 (Question, 1);
  const Profile *before = keeper->profile;

  keeper->profile = profile_ref (profile);
  keeper->step = step;
  keeper->median = median;
  profile_unref (before);
  *question = (Question){ .profile = profile_ref (profile), .step = step, .median = median };
  background_answer_ask (keeper->answer, question, free_question, work, deliver, keeper);
}

void
comparison_keeper_drop (ComparisonKeeper *keeper)
{
  background_answer_drop (keeper->answer);
  g_clear_pointer (&keeper->comparison, step_comparison_unref);
  g_clear_pointer (&keeper->profile, profile_unref);
}

const StepComparison *
comparison_keeper_get (ComparisonKeeper *keeper)
{
  return keeper->comparison;
}
