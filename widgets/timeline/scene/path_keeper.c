/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/path_keeper.h"

#include <glib/gi18n-lib.h>

#include "trace/model/job_tables.h"
#include "widgets/controls/background_answer.h"
#include "widgets/timeline/scene/timeline_area.h"

/* Whether the path of a step that was asked for is still wanted: until the user goes on to something else. */
typedef struct
{
  const Profile *profile; /* not referenced: compared only; NULL if no step was asked for */
  uint64_t step;
  uint64_t slice;           /* that was selected; SLICE_NONE if nothing was */
  uint32_t rank;            /* whose steps were shown */
  int64_t begin_ns, end_ns; /* in view */
} Asked;

struct PathKeeper
{
  ViewState *state;
  BackgroundAnswer *answer;
  void (*arrived) (gpointer user_data);
  gpointer user_data;

  bool is_on, is_looking;
  const char *note; /* translated, static: why there is no path; NULL if there is one, or may be */
  Asked asked;
  PathPlace sought; /* what was asked for last, if profile is not NULL */
  const Profile *profile;
  const StepPath *path;
};

/* ---- of what ---- */

static Asked
asked_now (ViewState *state, uint64_t step)
{
  const ViewSelection *selection = view_state_selection (state);
  Asked asked = {
    .profile = view_state_profile (state),
    .step = step,
    .slice = selection->kind == SELECTED_SLICE ? selection->slice : SLICE_NONE,
    .rank = view_state_step_rank (state),
  };

  view_state_span (state, &asked.begin_ns, &asked.end_ns);
  return asked;
}

static bool
is_still_asked (const PathKeeper *keeper)
{
  const Asked *asked = &keeper->asked;
  Asked now = asked_now (keeper->state, asked->step);
  SelectionKind kind = view_state_selection (keeper->state)->kind;

  return (kind == SELECTED_NOTHING || kind == SELECTED_SLICE) && asked->profile == now.profile
         && asked->slice == now.slice && asked->rank == now.rank && asked->begin_ns == now.begin_ns
         && asked->end_ns == now.end_ns;
}

/* The step of the selected slice if that is in view, else the step in view. */
static uint64_t
step_wanted (const PathKeeper *keeper)
{
  ViewState *state = keeper->state;
  const ViewSelection *selection = view_state_selection (state);
  int64_t begin_ns, end_ns;
  uint64_t step = UINT64_MAX;

  if (is_still_asked (keeper))
    return keeper->asked.step;
  view_state_span (state, &begin_ns, &end_ns);
  if (selection->kind == SELECTED_SLICE && selection->begin_ns < end_ns && selection->end_ns > begin_ns)
    step = timeline_area_step_of_selection (state);
  return step != UINT64_MAX ? step : view_state_current_step (state);
}

/* Rows of several ranks have no path in common: it is that of the first. Returns TRACE_NONE if they belong to none. */
static uint32_t
rank_of_area (ViewState *state, const TrackSet *tracks)
{
  size_t n = 0;
  const uint32_t *members = tracks != NULL ? track_set_members (tracks, &n) : NULL;

  for (size_t i = 0; i < n; i++)
    {
      uint32_t rank = trace_track (view_state_profile (state)->trace, members[i])->rank;

      if (rank != TRACE_NONE)
        return rank;
    }
  return tracks != NULL ? TRACE_NONE : view_state_step_rank (state);
}

/* Returns NULL, or why there is none, translated. */
static const char *
find_place (const PathKeeper *keeper, PathPlace *ret_place)
{
  ViewState *state = keeper->state;
  const Profile *profile = view_state_profile (state);
  const ViewSelection *selection = view_state_selection (state);

  if (trace_is_job (profile->trace))
    return _ ("A profile of summaries has no critical path; open the trace of a rank");
  if (selection->kind == SELECTED_AREA)
    {
      *ret_place = (PathPlace){ UINT64_MAX, rank_of_area (state, selection->tracks), selection->begin_ns,
                                selection->end_ns };
      return ret_place->rank < trace_n_ranks (profile->trace)
               ? NULL
               : _ ("The selected rows belong to no rank, so they have no critical path");
    }
  uint64_t step = step_wanted (keeper);
  if (step == UINT64_MAX)
    return _ ("No steps in this file; drag across rows to select a span first");
  *ret_place = path_place_of_step (profile, step);
  return NULL;
}

const char *
path_keeper_refusal (const PathKeeper *keeper)
{
  PathPlace place;

  return find_place (keeper, &place);
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
  keeper->note = keeper->path != NULL ? NULL : _ ("No critical path: there is not enough memory");
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
drop (PathKeeper *keeper, const char *note)
{
  const StepPath *before = g_steal_pointer (&keeper->path);
  bool is_other = before != NULL || keeper->is_looking || note != keeper->note;

  background_answer_drop (keeper->answer);
  keeper->is_looking = false;
  keeper->note = note;
  g_clear_pointer (&keeper->profile, profile_unref);
  if (is_other)
    keeper->arrived (keeper->user_data);
  step_path_unref (before);
}

void
path_keeper_follow (PathKeeper *keeper)
{
  const Profile *profile = view_state_profile (keeper->state);
  PathPlace place;

  if (!is_still_asked (keeper))
    keeper->asked.profile = NULL;
  const char *refusal = keeper->is_on ? find_place (keeper, &place) : NULL;
  if (!keeper->is_on || refusal != NULL)
    {
      drop (keeper, refusal);
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
  keeper->note = NULL;
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

void
path_keeper_show_step (PathKeeper *keeper, uint64_t step)
{
  keeper->asked = asked_now (keeper->state, step);
  path_keeper_set_on (keeper, true);
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

const char *
path_keeper_note (const PathKeeper *keeper)
{
  return keeper->note;
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
