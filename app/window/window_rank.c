/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/window_private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "app/desktop/open_dialog.h"
#include "trace/model/job_tables.h"

/* The rank whose trace was asked for, and the step that was in view. */
struct RankWanted
{
  char *path;
  int64_t number; /* of the rank */
  bool has_step;
  int64_t step;
};

typedef struct
{
  AppWindow *window; /* referenced */
  RankWanted *wanted;
} Asked;

void
rank_wanted_free (RankWanted *wanted)
{
  g_free (wanted->path);
  g_free (wanted);
}

static RankWanted *
wanted_new (ViewState *state, const TraceRank *rank)
{
  RankWanted *wanted = g_new0 (RankWanted, 1);
  uint64_t i = view_state_current_step (state);

  wanted->number = rank->number;
  if (i != UINT64_MAX)
    {
      const TraceStep *step = step_table_get (view_state_profile (state)->steps, i);

      wanted->has_step = step->has_number;
      wanted->step = step->number;
    }
  return wanted;
}

/* ---- the profile of the rank ---- */

static void
go_to_step (LoadedProfile *loaded, const RankWanted *wanted)
{
  const Profile *profile = loaded_profile_profile (loaded);
  uint64_t first, n = profile_steps_of_rank (profile, 0, &first);

  for (uint64_t i = first; i < first + n && wanted->has_step; i++)
    if (step_table_get (profile->steps, i)->has_number
        && step_table_get (profile->steps, i)->number == wanted->step)
      {
        view_state_go_to_step (loaded_profile_state (loaded), i);
        return;
      }
}

void
window_rank_opened (AppWindow *window, LoadedProfile *loaded)
{
  if (window->rank_wanted == NULL
      || !g_str_equal (loaded_profile_profile (loaded)->path, window->rank_wanted->path))
    return;
  const Trace *trace = loaded_profile_profile (loaded)->trace;
  if (trace_n_ranks (trace) == 1 && trace_rank (trace, 0)->number != window->rank_wanted->number)
    {
      g_autofree char *text =
        g_strdup_printf (_ ("This is the trace of rank %" PRId64 ", not of rank %" PRId64),
                         trace_rank (trace, 0)->number, window->rank_wanted->number);
      app_window_say (window, text);
    }
  else
    go_to_step (loaded, window->rank_wanted);
  g_clear_pointer (&window->rank_wanted, rank_wanted_free);
}

/* Takes wanted and path. */
static void
open_trace (AppWindow *window, RankWanted *wanted, char *path)
{
  LoadedProfile *loaded = profile_list_find_by_name (window->list, path);

  wanted->path = path;
  g_clear_pointer (&window->rank_wanted, rank_wanted_free);
  window->rank_wanted = wanted;
  app_window_open (window, path);
  /* Else it is opened later. */
  if (loaded != NULL)
    window_rank_opened (window, loaded);
  app_window_set_page (window, VIEW_PAGE_TIMELINE);
}

/* ---- where the trace is ---- */

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  if (asked->wanted != NULL)
    rank_wanted_free (asked->wanted);
  g_object_unref (asked->window);
  g_free (asked);
}

static void
open_chosen (GFile *file, gpointer data)
{
  Asked *asked = data;
  char *path = g_file_get_path (file);

  if (path == NULL)
    app_window_say (asked->window, _ ("Only files of this computer can be read"));
  else if (asked->wanted != NULL)
    open_trace (asked->window, g_steal_pointer (&asked->wanted), path);
}

/* Where the trace was when it was summarised, of a path that is not absolute from the job's folder on, or else beside the
 * profile of the job; NULL if it is neither here nor there. The profile may be anybody's, so that only regular files are
 * opened. */
static char *
find_trace (const Profile *job, const char *path)
{
  g_autofree char *folder = g_path_get_dirname (job->path), *name = g_path_get_basename (path);
  g_autofree char *beside = g_build_filename (folder, name, NULL),
                  *there = g_canonicalize_filename (path, folder);

  if (g_file_test (there, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&there);
  return g_file_test (beside, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&beside) : NULL;
}

/* That of the scope or of the selection, or else that of the step in view. */
static uint32_t
rank_in_view (ViewState *state)
{
  const Trace *trace = view_state_profile (state)->trace;
  const ViewScope *scope = view_state_scope (state);
  const ViewSelection *selection = view_state_selection (state);

  if (scope->device != TRACE_NONE)
    return trace_device (trace, scope->device)->rank;
  if (scope->rank != TRACE_NONE)
    return scope->rank;
  if (selection->kind == SELECTED_SLICE)
    return trace_track (trace, trace_track_of (trace, selection->slice))->rank;
  return selection->kind == SELECTED_GAP ? trace_device (trace, selection->device)->rank
                                         : view_state_step_rank (state);
}

static const TraceRank *
rank_shown (AppWindow *window)
{
  LoadedProfile *shown = app_window_shown (window);

  if (shown == NULL || loaded_profile_is_partial (shown))
    return NULL;
  const Trace *trace = loaded_profile_profile (shown)->trace;
  uint32_t rank = trace_is_job (trace) ? rank_in_view (loaded_profile_state (shown)) : TRACE_NONE;
  return rank < trace_n_ranks (trace) ? trace_rank (trace, rank) : NULL;
}

bool
app_window_can_open_rank (AppWindow *window)
{
  return rank_shown (window) != NULL;
}

void
app_window_open_rank (AppWindow *window)
{
  const TraceRank *rank = rank_shown (window);
  LoadedProfile *shown = app_window_shown (window);

  if (rank == NULL)
    return;
  const Profile *job = loaded_profile_profile (shown);
  const char *path = trace_string (job->trace, rank->path, NULL);
  RankWanted *wanted = wanted_new (loaded_profile_state (shown), rank);
  char *found = find_trace (job, path);
  if (found != NULL)
    {
      open_trace (window, wanted, found);
      return;
    }

  g_autofree char *name = g_path_get_basename (path), *shown_name = g_filename_display_name (name);
  /* Translators: the title of a dialog: "Where Is rank4.json.gz, the Trace of Rank 4?" */
  g_autofree char *title =
    g_strdup_printf (_ ("Where Is %s, the Trace of Rank %" PRId64 "?"), shown_name, rank->number);
  Asked *asked = g_new (Asked, 1);
  *asked = (Asked){ g_object_ref (window), wanted };
  open_dialog_show_one (GTK_WINDOW (window), title, _ ("Traces"), "*", open_chosen, asked, asked_free);
}
