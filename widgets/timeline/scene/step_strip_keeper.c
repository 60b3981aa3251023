/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/step_strip_keeper.h"

#include "widgets/controls/background_answer.h"

struct StepStripKeeper
{
  BackgroundAnswer *answer;
  void (*arrived) (gpointer user_data);
  gpointer user_data;

  const Profile
    *profile; /* that was asked for last, and its rank; referenced, so that no other has its address */
  uint32_t rank;
  const StepStrip *strip; /* NULL: not there */
};

typedef struct
{
  const Profile *profile;
  uint32_t rank;
  const StepStrip *strip;
} Question;

StepStripKeeper *
step_strip_keeper_new (void (*arrived) (gpointer user_data), gpointer user_data)
{
  StepStripKeeper *keeper = g_new0 (StepStripKeeper, 1);

  keeper->answer = background_answer_new_index ();
  keeper->arrived = arrived;
  keeper->user_data = user_data;
  return keeper;
}

void
step_strip_keeper_free (StepStripKeeper *keeper)
{
  background_answer_free (keeper->answer);
  step_strip_unref (keeper->strip);
  profile_unref (keeper->profile);
  g_free (keeper);
}

static void
free_question (gpointer data)
{
  Question *question = data;

  step_strip_unref (question->strip);
  profile_unref (question->profile);
  g_free (question);
}

static void
work (gpointer data)
{
  Question *question = data;

  question->strip =
    step_strip_new (question->profile, question->rank, background_answer_should_continue, NULL);
}

static void
deliver (gpointer data, gpointer user_data)
{
  Question *question = data;
  StepStripKeeper *keeper = user_data;

  keeper->strip = g_steal_pointer (&question->strip);
  keeper->arrived (keeper->user_data);
}

static void
ask (StepStripKeeper *keeper, const Profile *profile, uint32_t rank)
{
  Question *question = g_new0 (Question, 1);

  g_clear_pointer (&keeper->strip, step_strip_unref);
  const Profile *before = keeper->profile;
  keeper->profile = profile_ref (profile);
  keeper->rank = rank;
  profile_unref (before);
  question->profile = profile_ref (profile);
  question->rank = rank;
  background_answer_ask (keeper->answer, question, free_question, work, deliver, keeper);
}

const StepStrip *
step_strip_keeper_get (StepStripKeeper *keeper, const Profile *profile, uint32_t rank)
{
  if (keeper->profile != profile || keeper->rank != rank)
    ask (keeper, profile, rank);
  return keeper->strip;
}
