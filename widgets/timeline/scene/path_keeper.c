/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/path_keeper.h"

#include <glib/gi18n-lib.h>

#include "trace/model/job_tables.h"
#include "widgets/controls/background_answer.h"
#include "widgets/timeline/scene/timeline_area.h"

struct PathKeeper
{
  ViewState *state;
  BackgroundAnswer *answer;
  void (*arrived) (gpointer user_data);
  gpointer user_data;

  bool is_on, is_looking;
  PathPlace sought; /* what was asked for last, if profile is not NULL */
  const Profile *profile;
  const StepPath *path;
};

/* ---- of what ---- */

/* The step of the selected slice if that is in view, else the step in view. */
static uint64_t
step_wanted (ViewState *state)
{
  const ViewSelection *selection = view_state_selection (state);
  int64_t begin_ns, end_ns;
  uint64_t step = UINT64_MAX;

  view_state_span (state, &begin_ns, &end_ns);
  if (selection->kind == SELECTED_SLICE && selection->begin_ns < end_ns && selection->end_ns >= begin_ns)
    step = timeline_area_step_of_selection (state);
  return step != UINT64_MAX ? step : view_state_current_step (state);
}

/* Rows of several ranks have no path in common: it is that of the first. */
static uint32_t
rank_of_area (ViewState *state, const TrackSet *tracks)
{
  size_t n = 0;
  const uint32_t *members = tracks != NULL ? track_set_members (tracks, &n) : NULL;

  return n > 0 ? trace_track (view_state_profile (state)->trace, members[0])->rank
               : view_state_step_rank (state);
}

static bool
find_place (ViewState *state, PathPlace *ret_place)
{
  const Profile *profile = view_state_profile (state);
  const ViewSelection *selection = view_state_selection (state);
  uint64_t step;

  if (trace_is_job (profile->trace) || trace_n_ranks (profile->trace) == 0)
    return false;
  if (selection->kind == SELECTED_AREA)
    {
      *ret_place = (PathPlace){ UINT64_MAX, rank_of_area (state, selection->tracks), selection->begin_ns,
                                selection->end_ns };
      return ret_place->rank < trace_n_ranks (profile->trace);
    }
  step = step_wanted (state);
  if (step == UINT64_MAX)
    return false;
  *ret_place = path_place_of_step (profile, step);
  return true;
}

const char *
path_keeper_refusal (ViewState *state)
{
  PathPlace place;

  if (trace_is_job (view_state_profile (state)->trace))
    return _ ("A profile of summaries has no critical path; open the trace of a rank");
  return find_place (state, &place) ? NULL
                                    : _ ("No steps in this file; drag across rows to select a span first");
}

/* ---- the answer ---- */

typedef struct
{
  const Profile *profile;
  PathPlace place;
  const StepPath *path;
} Question;

static void
forget_question (gpointer data)
{
  Question *question = data;

  profile_unref (question->profile);
  step_path_unref (question->path);
  g_free (question);
}

static void
find_path (gpointer data)
{
  Question *question = data;

  question->path =
    step_path_new (question->profile, &question->place, background_answer_should_continue, NULL);
}

static void
take_path (gpointer data, gpointer user_data)
{
  Question *question = data;
  PathKeeper *keeper = user_data;
  const StepPath *before = keeper->path;

  keeper->is_looking = false;
  keeper->path = g_steal_pointer (&question->path);
  keeper->arrived (keeper->user_data);
  step_path_unref (before);
}

static void
ask (PathKeeper *keeper, const Profile *profile, const PathPlace *place)
{
  Question *question = g_new (Question, 1);

  *question = (Question){ profile_ref (profile), *place, NULL };
  keeper->is_looking = true;
  background_answer_ask (keeper->answer, question, forget_question, find_path, take_path, keeper);
}

static void
drop (PathKeeper *keeper)
{
  const StepPath *before = g_steal_pointer (&keeper->path);
  bool was_looking = keeper->is_looking;

  background_answer_drop (keeper->answer);
  keeper->is_looking = false;
  g_clear_pointer (&keeper->profile, profile_unref);
  if (before != NULL || was_looking)
    keeper->arrived (keeper->user_data);
  step_path_unref (before);
}

void
path_keeper_follow (PathKeeper *keeper)
{
  const Profile *profile = view_state_profile (keeper->state);
  PathPlace place;

  if (!keeper->is_on || !find_place (keeper->state, &place))
    {
      drop (keeper);
      return;
    }
  if (profile == keeper->profile && path_place_is_same (&place, &keeper->sought))
    return;
  if (profile != keeper->profile)
    {
      g_clear_pointer (&keeper->profile, profile_unref);
      keeper->profile = profile_ref (profile);
    }
  keeper->sought = place;
  ask (keeper, profile, &place);
  keeper->arrived (keeper->user_data);
}

/* ---- life ---- */

bool
path_keeper_is_on (const PathKeeper *keeper)
{
  return keeper->is_on;
}

void
path_keeper_set_on (PathKeeper *keeper, bool is_on)
{
  keeper->is_on = is_on;
  path_keeper_follow (keeper);
}

const StepPath *
path_keeper_get (const PathKeeper *keeper)
{
  return keeper->path;
}

bool
path_keeper_is_looking (const PathKeeper *keeper)
{
  return keeper->is_looking;
}

PathKeeper *
path_keeper_new (ViewState *state, void (*arrived) (gpointer user_data), gpointer user_data)
{
  PathKeeper *keeper = g_new0 (PathKeeper, 1);

  keeper->state = state;
  keeper->answer = background_answer_new_long ();
  keeper->arrived = arrived;
  keeper->user_data = user_data;
  return keeper;
}

void
path_keeper_free (PathKeeper *keeper)
{
  if (keeper == NULL)
    return;
  background_answer_free (keeper->answer);
  step_path_unref (keeper->path);
  profile_unref (keeper->profile);
  g_free (keeper);
}
