/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/window_private.h"

#include <glib/gi18n-lib.h>

#include "app/commands/bookmark_actions.h"
#include "app/compare/compare_page.h"
#include "app/desktop/toasts.h"
#include "app/information/information_page.h"
#include "app/scope/scope_bar.h"
#include "app/sharing/save_part.h"
#include "app/start/start_page.h"
#include "app/window/profile_page.h"
#include "app/window/window_actions.h"
#include "app/window/window_header.h"
#include "trace/model/job_tables.h"
#include "widgets/look/screen_style.h"
#include "widgets/state/health_summary.h"

static ProfilePage *
find_page (AppWindow *window, LoadedProfile *loaded)
{
  for (GtkWidget *page = gtk_widget_get_first_child (window->profiles); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    if (profile_page_loaded (PROFILE_PAGE (page)) == loaded)
      return PROFILE_PAGE (page);
  return NULL;
}

static void
place_toasts (AppWindow *window)
{
  LoadedProfile *shown = profile_list_shown (window->list);
  ProfilePage *page = shown != NULL && window->face == FACE_HOME ? find_page (window, shown) : NULL;

  toasts_keep_free (app_window_toasts (window), page != NULL ? profile_page_tabs_px (page) : 0);
}

static void
remember_page (AppWindow *window, GParamSpec *property, AdwViewStack *stack)
{
  ViewPage page;
  (void) property;

  if (!profile_page_find (adw_view_stack_get_visible_child_name (stack), &page))
    return;
  window->page = page;
  scope_bar_set_page (window->scope_bar, page);
  place_toasts (window);
  window_actions_update (window);
}

static void
show_health (AppWindow *window, LoadedProfile *shown)
{
  WindowHeader *header = WINDOW_HEADER (window->header);

  if (shown == NULL)
    {
      window_header_set_pill (header, NULL, false);
      return;
    }
  HealthSummary health = health_summary_of (loaded_profile_profile (shown));
  health.doubt = profile_findings_doubt (profile_page_findings (find_page (window, shown)));
  g_autofree char *pill = health_summary_pill (&health, screen_style_get (GTK_WIDGET (window))->numbers);

  window_header_set_pill (header, pill, health_summary_is_loss (&health));
  scope_bar_set_doubt (window->scope_bar, health.doubt);
}

static void
follow_findings (AppWindow *window)
{
  show_health (window, profile_list_shown (window->list));
}

static ProfilePage *
add_page (AppWindow *window, LoadedProfile *loaded)
{
  ProfilePage *page = PROFILE_PAGE (profile_page_new (loaded, window->compare));

  bookmark_actions_follow (app_window_toasts (window), loaded);
  profile_page_show (page, window->page);
  gtk_stack_add_child (GTK_STACK (window->profiles), GTK_WIDGET (page));
  g_signal_connect_object (profile_page_stack (page), "notify::visible-child", G_CALLBACK (remember_page),
                           window, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "findings-changed", G_CALLBACK (follow_findings), window, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "offer-dismissed", G_CALLBACK (window_dismiss_together), window,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "tabs-moved", G_CALLBACK (place_toasts), window, G_CONNECT_SWAPPED);
  return page;
}

static void
remove_unloaded_pages (AppWindow *window)
{
  GtkWidget *next;

  for (GtkWidget *page = gtk_widget_get_first_child (window->profiles); page != NULL; page = next)
    {
      next = gtk_widget_get_next_sibling (page);
      if (!profile_list_has (window->list, profile_page_loaded (PROFILE_PAGE (page))))
        gtk_stack_remove (GTK_STACK (window->profiles), page);
    }
}

static void
show_title (AppWindow *window, LoadedProfile *shown)
{
  if (shown == NULL)
    {
      gtk_window_set_title (GTK_WINDOW (window), _ ("Stepscope"));
      return;
    }
  g_autofree char *name = profile_short_name (loaded_profile_profile (shown)->name);
  /* Translators: the window's title: a profile's name, then the program's. */
  g_autofree char *title = g_strdup_printf (_ ("%s - Stepscope"), name);
  gtk_window_set_title (GTK_WINDOW (window), title);
}

void
window_show_face (AppWindow *window, Face face)
{
  LoadedProfile *shown = profile_list_shown (window->list);
  GtkStack *faces = GTK_STACK (window->faces);
  bool is_profile = shown != NULL && (face == FACE_HOME || face == FACE_INFORMATION);
  bool slides = window->face != FACE_INFORMATION; /* not where it is renewed */

  window->face = face;
  switch (face)
    {
    case FACE_OPENING:
      gtk_stack_set_visible_child (faces, window->frames);
      break;
    case FACE_FAILURE:
      gtk_stack_set_visible_child (faces, window->failure);
      break;
    case FACE_INFORMATION:
      gtk_stack_set_visible_child_full (
        faces, "information", slides ? GTK_STACK_TRANSITION_TYPE_OVER_LEFT : GTK_STACK_TRANSITION_TYPE_NONE);
      break;
    case FACE_PROFILES:
      gtk_stack_set_visible_child_full (faces, "start", GTK_STACK_TRANSITION_TYPE_NONE);
      break;
    default:
      gtk_stack_set_visible_child (faces, shown != NULL ? window->profiles : window->start);
    }
  start_page_set_back (START_PAGE (window->start), face == FACE_PROFILES);
  gtk_widget_set_visible (window->scope_bar, is_profile);
  gtk_widget_set_visible (window->opening, profile_opener_is_busy (window->opener));
  /* What lies over the pages is left by its own buttons: the page that one came from cannot be chosen anew. */
  window_header_set_stack (WINDOW_HEADER (window->header),
                           shown != NULL && face == FACE_HOME ? profile_page_stack (find_page (window, shown))
                                                              : NULL,
                           face == FACE_INFORMATION ? _ ("Information")
                           : face == FACE_PROFILES  ? _ ("All Profiles")
                                                    : _ ("Stepscope"));
  place_toasts (window);
  window_actions_update (window);
}

static void
remove_information (AppWindow *window)
{
  GtkWidget *page = gtk_stack_get_child_by_name (GTK_STACK (window->faces), "information");

  if (page != NULL)
    gtk_stack_remove (GTK_STACK (window->faces), page);
}

static void
add_information (AppWindow *window, LoadedProfile *shown)
{
  GtkWidget *page =
    information_page_new (loaded_profile_state (shown), profile_page_findings (find_page (window, shown)));

  /* A page that is still sliding away is of another time. */
  remove_information (window);
  gtk_stack_add_named (GTK_STACK (window->faces), page, "information");
}

/* Whether one of them has taken the place of the other: as a file is read on, or once more. */
static bool
is_of_same_file (LoadedProfile *a, LoadedProfile *b)
{
  return a != NULL && b != NULL
         && g_str_equal (loaded_profile_profile (a)->path, loaded_profile_profile (b)->path);
}

/* What lies over the page stays as long as the page below is of the same file. */
static void
renew_face (AppWindow *window, LoadedProfile *shown, bool is_another)
{
  bool stays = !is_another || is_of_same_file (window->shown, shown);

  if (window->face == FACE_INFORMATION && stays)
    {
      if (is_another)
        {
          add_information (window, shown);
          window_show_face (window, FACE_INFORMATION);
        }
      return;
    }
  window_show_face (window, FACE_HOME);
  remove_information (window);
}

void
window_follow_list (AppWindow *window)
{
  LoadedProfile *shown = profile_list_shown (window->list);
  bool is_another = shown != window->shown;

  if (shown != NULL)
    {
      ProfilePage *page = find_page (window, shown);

      if (page == NULL)
        page = add_page (window, shown);
      profile_page_show (page, window->page);
      gtk_stack_set_visible_child (GTK_STACK (window->profiles), GTK_WIDGET (page));
    }
  window_offer_together (window, shown != NULL ? find_page (window, shown) : NULL);
  scope_bar_set_state (window->scope_bar, shown != NULL ? loaded_profile_state (shown) : NULL);
  show_title (window, shown);
  show_health (window, shown);
  renew_face (window, shown, is_another);
  remove_unloaded_pages (window);
  g_set_object (&window->shown, shown);
}

void
app_window_show_information (AppWindow *window, bool at_health)
{
  LoadedProfile *shown = profile_list_shown (window->list);

  if (shown == NULL)
    return;
  if (window->face != FACE_INFORMATION)
    {
      add_information (window, shown);
      window_show_face (window, FACE_INFORMATION);
    }
  GtkWidget *page = gtk_stack_get_child_by_name (GTK_STACK (window->faces), "information");
  information_page_focus (page);
  if (at_health)
    information_page_show_health (page);
}

void
app_window_show_profiles (AppWindow *window)
{
  if (profile_list_shown (window->list) == NULL)
    return;
  window_show_face (window, FACE_PROFILES);
  start_page_focus (START_PAGE (window->start));
}

void
app_window_go_back (AppWindow *window)
{
  if (window->face == FACE_OPENING)
    app_window_cancel_opening (window);
  else
    window_show_face (window, FACE_HOME);
}

LoadedProfile *
app_window_shown (AppWindow *window)
{
  return profile_list_shown (window->list);
}

ViewPage
app_window_page (AppWindow *window)
{
  return window->page;
}

void
app_window_set_page (AppWindow *window, ViewPage page)
{
  LoadedProfile *shown = profile_list_shown (window->list);

  if (shown == NULL)
    return;
  profile_page_show (find_page (window, shown), page);
  window_show_face (window, FACE_HOME);
}

bool
app_window_can_save_part (AppWindow *window)
{
  LoadedProfile *shown = profile_list_shown (window->list);

  return shown != NULL && !loaded_profile_is_partial (shown) && !trace_is_job (loaded_profile_profile (shown)->trace);
}

void
app_window_save_part (AppWindow *window)
{
  if (app_window_can_save_part (window))
    save_part_show (GTK_WINDOW (window), loaded_profile_state (profile_list_shown (window->list)));
}

void
app_window_save_comparison (AppWindow *window)
{
  compare_page_save_picture (COMPARE_PAGE (window->compare));
}

void
app_window_compare_step (AppWindow *window, uint64_t step)
{
  LoadedProfile *shown = profile_list_shown (window->list);

  if (shown == NULL)
    return;
  if (step == UINT64_MAX)
    step = view_state_current_step (loaded_profile_state (shown));
  if (step >= step_table_count (loaded_profile_profile (shown)->steps))
    {
      app_window_say_in_passing (window, _ ("The profile has no steps"));
      return;
    }
  if (loaded_profile_is_partial (shown))
    {
      app_window_say_in_passing (window, _ ("The profile is still being read"));
      return;
    }
  side_list_compare_step (compare_page_sides (COMPARE_PAGE (window->compare)), shown, step);
  app_window_set_page (window, VIEW_PAGE_COMPARE);
}

TimelinePage *
app_window_timeline (AppWindow *window)
{
  LoadedProfile *shown = profile_list_shown (window->list);

  return shown != NULL && window->face == FACE_HOME ? profile_page_timeline (find_page (window, shown))
                                                    : NULL;
}

void
app_window_toggle_details (AppWindow *window)
{
  LoadedProfile *shown = profile_list_shown (window->list);

  if (shown != NULL && window->page == VIEW_PAGE_TIMELINE)
    profile_page_toggle_details (find_page (window, shown));
}

bool
app_window_can_go_back (AppWindow *window)
{
  return window->face != FACE_HOME;
}
