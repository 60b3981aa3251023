/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/window_actions.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/about.h"
#include "app/desktop/guide.h"
#include "app/scope/choose_annotation.h"
#include "app/scope/use_annotation.h"
#include "app/desktop/installed_paths.h"
#include "app/commands/bookmark_actions.h"
#include "app/desktop/open_dialog.h"
#include "app/desktop/preferences.h"
#include "app/desktop/toasts.h"
#include "app/window/profile_page.h"
#include "app/commands/shortcuts.h"
#include "widgets/timeline/scene/timeline_command_table.h"

/* ---- opening ---- */

static void
open_chosen (GFile *file, gpointer data)
{
  app_window_open_file (APP_WINDOW (data), file);
}

static void
open_files (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  open_dialog_show (GTK_WINDOW (window), false, open_chosen, window);
}

static void
open_folder (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  open_dialog_show (GTK_WINDOW (window), true, open_chosen, window);
}

static void
open_sample (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  g_autofree char *path = installed_sample_path ();
  (void) action;
  (void) parameter;

  if (path != NULL)
    app_window_open (window, path);
  else
    app_window_say (window, _ ("The sample profile is not installed"));
}

static void
open_path (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  app_window_open (window, g_variant_get_bytestring (parameter));
}

static void
cancel_opening (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_cancel_opening (window);
}

static void
retry_opening (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_retry_opening (window);
}

static void
reload (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_reload (window);
}

static void
show_together (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_show_together (window);
}

static void
add_counters (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_add_counters (window);
}

static void
save_part (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_save_part (window);
}

static void
align_ranks (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_align (window);
}

static void
open_rank (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_open_rank (window);
}

static void
close_profile (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  LoadedProfile *shown = app_window_shown (window);
  (void) action;
  (void) parameter;

  if (shown != NULL)
    app_window_unload (window, shown);
  else
    gtk_window_close (GTK_WINDOW (window));
}

/* ---- pages ---- */

static void
show_page (GSimpleAction *action, GVariant *name, gpointer window)
{
  ViewPage page;
  (void) action;

  if (profile_page_find (g_variant_get_string (name, NULL), &page))
    app_window_set_page (window, page);
}

static void
show_information (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_show_information (window, false);
}

static void
show_health (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_show_information (window, true);
}

static void
show_profiles (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_show_profiles (window);
}

static void
go_back (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_go_back (window);
}

static void
toggle_details (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_toggle_details (window);
}

static void
toggle_fullscreen (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  if (gtk_window_is_fullscreen (window))
    gtk_window_unfullscreen (window);
  else
    gtk_window_fullscreen (window);
}

/* ---- steps ---- */

/* On the timeline a step is gone to; dashboard and tables, which have no place to go to, are limited to it. So is a scope
 * that is one step already, wherever one is. */
static void
go_to_step (AppWindow *window, uint64_t step)
{
  ViewState *state = loaded_profile_state (app_window_shown (window));
  ViewScope scope = *view_state_scope (state);

  if (step == UINT64_MAX)
    return;
  if (app_window_page (window) != VIEW_PAGE_TIMELINE
      || (scope.window == SCOPE_STEPS && scope.first_step == scope.last_step))
    {
      scope.window = SCOPE_STEPS;
      scope.first_step = scope.last_step = step;
      view_state_set_scope (state, &scope);
    }
  view_state_go_to_step (state, step);
}

static void
walk_steps (AppWindow *window, int by)
{
  LoadedProfile *shown = app_window_shown (window);

  if (shown != NULL && view_state_walk_steps (loaded_profile_state (shown), by))
    go_to_step (window, view_state_current_step (loaded_profile_state (shown)));
}

static void
go_to_next_step (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  walk_steps (window, 1);
}

static void
go_to_previous_step (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  walk_steps (window, -1);
}

static void
go_to_slowest_step (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  LoadedProfile *shown = app_window_shown (window);
  (void) action;
  (void) parameter;

  if (shown != NULL)
    go_to_step (window, view_state_slowest_step (loaded_profile_state (shown)));
}

static void
go_to_median_step (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  LoadedProfile *shown = app_window_shown (window);
  (void) action;
  (void) parameter;

  if (shown != NULL)
    go_to_step (window, view_state_median_step (loaded_profile_state (shown)));
}

static void
choose_annotation (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  LoadedProfile *shown = app_window_shown (window);
  (void) action;
  (void) parameter;

  if (shown != NULL)
    choose_annotation_show (GTK_WINDOW (window), loaded_profile_state (shown), app_window_library (window));
}

/* names: the pattern, and what it is called. */
static void
make_annotation_step (GSimpleAction *action, GVariant *names, gpointer window)
{
  LoadedProfile *shown = app_window_shown (window);
  const char *pattern, *name;
  (void) action;

  g_variant_get (names, "(&s&s)", &pattern, &name);
  if (shown != NULL)
    use_annotation (app_window_toasts (window), loaded_profile_state (shown), app_window_library (window), pattern,
                    name, g_cclosure_new_object_swap (G_CALLBACK (window_actions_update), window));
}

/* ---- comparing ---- */

static void
compare_profiles (GSimpleAction *action, GVariant *paths, gpointer window)
{
  g_autofree const char **texts = g_variant_get_bytestring_array (paths, NULL);
  (void) action;

  app_window_compare (window, texts);
}

static void
show_compare (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_set_page (window, VIEW_PAGE_COMPARE);
}

static void
save_comparison (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_save_comparison (window);
}

static void
save_report (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_save_report (window);
}

static void
compare_step (GSimpleAction *action, GVariant *step, gpointer window)
{
  (void) action;
  app_window_compare_step (window, g_variant_get_uint64 (step));
}

/* ---- commands ---- */

static void
run_on_timeline (GSimpleAction *action, GVariant *id, gpointer window)
{
  TimelinePage *timeline = app_window_timeline (window);
  TimelineCommand command = timeline_command_find (g_variant_get_string (id, NULL));
  (void) action;

  if (timeline != NULL && command != TIMELINE_NO_COMMAND)
    timeline_page_run (timeline, command);
}

/* For what knows no window, such as the timeline. */
static void
say (GSimpleAction *action, GVariant *text, gpointer window)
{
  (void) action;
  app_window_say_in_passing (window, g_variant_get_string (text, NULL));
}

/* The text of an earlier "say" is not true any more. */
static void
unsay (GSimpleAction *action, GVariant *text, gpointer window)
{
  (void) action;
  toasts_take_back (app_window_toasts (window), g_variant_get_string (text, NULL));
}

static void
toggle_commands (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  app_window_toggle_commands (window);
}

/* ---- bookmarks ---- */

static void
export_bookmarks (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  LoadedProfile *shown = app_window_shown (window);
  (void) action;
  (void) parameter;

  if (shown != NULL)
    bookmark_actions_export (GTK_WINDOW (window), app_window_toasts (window), shown);
}

static void
import_bookmarks (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  LoadedProfile *shown = app_window_shown (window);
  (void) action;
  (void) parameter;

  if (shown != NULL)
    bookmark_actions_import (GTK_WINDOW (window), app_window_toasts (window), shown);
}

/* ---- help ---- */

static void
show_preferences (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  preferences_show (GTK_WINDOW (window), app_window_library (window));
}

static void
show_guide (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  guide_show (GTK_WINDOW (window), app_window_toasts (window));
}

static void
show_shortcuts (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  shortcuts_show (GTK_WINDOW (window));
}

static void
show_about (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  (void) action;
  (void) parameter;
  about_show (GTK_WINDOW (window));
}

/* ---- the tables ---- */

static const GActionEntry entries[] = {
  { .name = "open", .activate = open_files },
  { .name = "open-folder", .activate = open_folder },
  { .name = "open-sample", .activate = open_sample },
  { .name = "open-path", .activate = open_path, .parameter_type = "ay" },
  { .name = "compare-profiles", .activate = compare_profiles, .parameter_type = "aay" },
  { .name = "compare", .activate = show_compare },
  { .name = "save-report", .activate = save_report },
  { .name = "save-comparison", .activate = save_comparison },
  { .name = "compare-step", .activate = compare_step, .parameter_type = "t" },
  { .name = "cancel-opening", .activate = cancel_opening },
  { .name = "retry-opening", .activate = retry_opening },
  { .name = "reload", .activate = reload },
  { .name = "show-together", .activate = show_together },
  { .name = "add-counters", .activate = add_counters },
  { .name = "save-part", .activate = save_part },
  { .name = "align-ranks", .activate = align_ranks, .state = "false" },
  { .name = "open-rank", .activate = open_rank },
  { .name = "close-profile", .activate = close_profile },
  { .name = "unload-profile", .activate = close_profile },
  { .name = "page", .activate = show_page, .parameter_type = "s", .state = "'dashboard'" },
  { .name = "information", .activate = show_information },
  { .name = "information-health", .activate = show_health },
  { .name = "all-profiles", .activate = show_profiles },
  { .name = "back", .activate = go_back },
  { .name = "details", .activate = toggle_details },
  { .name = "fullscreen", .activate = toggle_fullscreen },
  { .name = "next-step", .activate = go_to_next_step },
  { .name = "previous-step", .activate = go_to_previous_step },
  { .name = "slowest-step", .activate = go_to_slowest_step },
  { .name = "median-step", .activate = go_to_median_step },
  { .name = "choose-annotation", .activate = choose_annotation },
  { .name = "use-annotation", .activate = make_annotation_step, .parameter_type = "(ss)" },
  { .name = "timeline", .activate = run_on_timeline, .parameter_type = "s" },
  { .name = "say", .activate = say, .parameter_type = "s" },
  { .name = "unsay", .activate = unsay, .parameter_type = "s" },
  { .name = "commands", .activate = toggle_commands },
  { .name = "preferences", .activate = show_preferences },
  { .name = "guide", .activate = show_guide },
  { .name = "shortcuts", .activate = show_shortcuts },
  { .name = "about", .activate = show_about },
  { .name = "export-bookmarks", .activate = export_bookmarks },
  { .name = "import-bookmarks", .activate = import_bookmarks },
};

static const char *const with_profile[] = {
  "page",         "information", "information-health", "next-step",      "previous-step",
  "slowest-step", "median-step", "unload-profile",
  "export-bookmarks", "import-bookmarks", "compare", "compare-step", "all-profiles",
};

static void
set_enabled (AppWindow *window, const char *name, bool is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (window), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

void
window_actions_update (AppWindow *window)
{
  GAction *page = g_action_map_lookup_action (G_ACTION_MAP (window), "page");
  LoadedProfile *shown = app_window_shown (window);
  bool takes_steps = shown != NULL && !use_annotation_is_busy (loaded_profile_state (shown));

  for (size_t i = 0; i < G_N_ELEMENTS (with_profile); i++)
    set_enabled (window, with_profile[i], shown != NULL);
  set_enabled (window, "reload", shown != NULL && !loaded_profile_is_combined (shown));
  set_enabled (window, "add-counters", app_window_can_add_counters (window));
  set_enabled (window, "save-part", app_window_can_save_part (window));
  set_enabled (window, "align-ranks", app_window_can_align (window));
  set_enabled (window, "save-report", app_window_can_save_report (window));
  set_enabled (window, "open-rank", app_window_can_open_rank (window));
  set_enabled (window, "show-together", app_window_can_show_together (window));
  set_enabled (window, "choose-annotation", takes_steps);
  set_enabled (window, "use-annotation", takes_steps);
  set_enabled (window, "details", shown != NULL && app_window_page (window) == VIEW_PAGE_TIMELINE);
  set_enabled (window, "save-comparison", shown != NULL && app_window_page (window) == VIEW_PAGE_COMPARE);
  set_enabled (window, "back", app_window_can_go_back (window));
  set_enabled (window, "cancel-opening", app_window_is_opening (window));
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (window), "align-ranks")),
                             g_variant_new_boolean (app_window_is_aligned (window)));
  g_simple_action_set_state (G_SIMPLE_ACTION (page),
                             g_variant_new_string (profile_page_name (app_window_page (window))));
}

void
window_actions_add (AppWindow *window)
{
  g_action_map_add_action_entries (G_ACTION_MAP (window), entries, G_N_ELEMENTS (entries), window);
}
