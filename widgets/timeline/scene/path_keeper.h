/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds on a thread the critical path of the step in view, of the step of the selected slice or of the selected span, while
 * that is shown. Main thread only. */

#pragma once

#include "widgets/state/view_state.h"
#include "widgets/timeline/links/step_path.h"

typedef struct PathKeeper PathKeeper;

/* Calls arrived (user_data) after the path has changed. Takes no reference to state, which must outlive it. */
PathKeeper *path_keeper_new (ViewState *state, void (*arrived) (gpointer user_data), gpointer user_data);
void path_keeper_free (PathKeeper *keeper);

/* Returns why there is no path to look for, translated, or NULL. O(steps + selected rows). */
const char *path_keeper_refusal (const PathKeeper *keeper);

/* Sets whether a path is wanted. */
bool path_keeper_is_on (const PathKeeper *keeper);
void path_keeper_set_on (PathKeeper *keeper, bool is_on);

/* Wants the path of a step (of the step table), until the selection, the span in view or the rank changes whose steps are
 * shown. */
void path_keeper_show_step (PathKeeper *keeper, uint64_t step);

/* Call this after the selection has changed, or the span in view has come to rest. Looks for the path of another place, and
 * ends the search for that of the one before; the path before stays until the new one is there. */
void path_keeper_follow (PathKeeper *keeper);

/* Returns the path, or NULL. Borrowed until the next call. */
const StepPath *path_keeper_get (const PathKeeper *keeper);

/* Returns whether a path is being looked for. */
bool path_keeper_is_looking (const PathKeeper *keeper);

/* Returns why a path is wanted and neither there nor looked for, translated, or NULL. */
const char *path_keeper_note (const PathKeeper *keeper);
