/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/lane_grids_keeper.h"

#include "widgets/controls/background_answer.h"

struct LaneGridsKeeper
{
  BackgroundAnswer *answer;
  const Profile *profile; /* of the trace asked for last; referenced, so that no other has its address */
  LaneGrids *grids;       /* NULL: not there */
};

typedef struct
{
  const Profile *profile;
  LaneGrids *grids;
} Question;

LaneGridsKeeper *
lane_grids_keeper_new (void)
{
  LaneGridsKeeper *keeper = g_new0 (LaneGridsKeeper, 1);

  keeper->answer = background_answer_new_index ();
  return keeper;
}

void
lane_grids_keeper_free (LaneGridsKeeper *keeper)
{
  background_answer_free (keeper->answer);
  lane_grids_unref (keeper->grids);
  profile_unref (keeper->profile);
  g_free (keeper);
}

static void
free_question (gpointer data)
{
  Question *question = data;

  lane_grids_unref (question->grids);
  profile_unref (question->profile);
  g_free (question);
}

static void
work (gpointer data)
{
  Question *question = data;

  question->grids = lane_grids_new (question->profile, background_answer_should_continue, NULL);
}

static void
deliver (gpointer data, gpointer user_data)
{
  Question *question = data;
  LaneGridsKeeper *keeper = user_data;

  keeper->grids = g_steal_pointer (&question->grids);
}

const LaneGrids *
lane_grids_keeper_get (LaneGridsKeeper *keeper, const Profile *profile)
{
  /* Profiles that only differ in their steps share the trace, and their grids are the same. */
  if (keeper->profile == NULL || keeper->profile->trace != profile->trace)
    {
      Question *question = g_new0 (Question, 1);
      const Profile *before = keeper->profile;

      g_clear_pointer (&keeper->grids, lane_grids_unref);
      keeper->profile = profile_ref (profile);
      profile_unref (before);
      question->profile = profile_ref (profile);
      background_answer_ask (keeper->answer, question, free_question, work, deliver, keeper);
    }
  return keeper->grids;
}
