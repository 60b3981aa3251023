/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window_private.h"

#include <glib/gi18n-lib.h>

#include "app/command_palette.h"
#include "app/opening/failure_page.h"
#include "app/opening/file_drop.h"
#include "widgets/health_summary.h"
#include "app/information/information_page.h"
#include "app/opening/opening_bar.h"
#include "app/opening/pane_frames.h"
#include "app/memory/bookmark_actions.h"
#include "app/memory/profile_memory.h"
#include "app/profile_page.h"
#include "app/scope/scope_bar.h"
#include "app/settings.h"
#include "app/toasts.h"
#include "app/opening/start_page.h"
#include "app/window_actions.h"
#include "app/window_header.h"
#include "app/window_keys.h"
#include "widgets/screen_style.h"

G_DEFINE_TYPE (AppWindow, app_window, ADW_TYPE_APPLICATION_WINDOW)

/* ---- what is shown ---- */

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
remember_page (AppWindow *window, GParamSpec *property, AdwViewStack *stack)
{
  ViewPage page;
  (void) property;

  if (!profile_page_find (adw_view_stack_get_visible_child_name (stack), &page))
    return;
  window->page = page;
  scope_bar_set_page (window->scope_bar, page);
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
  ProfilePage *page = PROFILE_PAGE (profile_page_new (loaded));

  bookmark_actions_follow (window, loaded);
  profile_page_show (page, window->page);
  gtk_stack_add_child (GTK_STACK (window->profiles), GTK_WIDGET (page));
  g_signal_connect_object (profile_page_stack (page), "notify::visible-child", G_CALLBACK (remember_page),
                           window, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "findings-changed", G_CALLBACK (follow_findings), window, G_CONNECT_SWAPPED);
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
    default:
      if (shown == NULL)
        start_page_refresh (window->start);
      gtk_stack_set_visible_child (faces, shown != NULL ? window->profiles : window->start);
    }
  gtk_widget_set_visible (window->scope_bar, is_profile);
  gtk_widget_set_visible (window->opening, profile_opener_is_busy (window->opener));
  /* What lies over the pages is left by its own buttons: the page that one came from cannot be chosen anew. */
  window_header_set_stack (WINDOW_HEADER (window->header),
                           shown != NULL && face == FACE_HOME ? profile_page_stack (find_page (window, shown))
                                                              : NULL,
                           face == FACE_INFORMATION ? _ ("Information") : _ ("Stepscope"));
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

/* The list, or what of it is shown, is another. */
static void
follow_list (AppWindow *window)
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

Library *
app_window_library (AppWindow *window)
{
  return window->library;
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

TimelinePage *
app_window_timeline (AppWindow *window)
{
  LoadedProfile *shown = profile_list_shown (window->list);

  return shown != NULL && window->face == FACE_HOME ? profile_page_timeline (find_page (window, shown)) : NULL;
}

void
app_window_toggle_commands (AppWindow *window)
{
  command_palette_toggle (COMMAND_PALETTE (window->commands));
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

bool
app_window_is_opening (AppWindow *window)
{
  return profile_opener_is_busy (window->opener);
}

/* ---- toasts ---- */

#define LONG_TOAST_S 60

static AdwToast *
toast_new (const char *text)
{
  AdwToast *toast = adw_toast_new ("");
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_toast_set_title (toast, markup);
  return toast;
}

void
app_window_say (AppWindow *window, const char *text)
{
  toasts_add (ADW_TOAST_OVERLAY (window->toasts), toast_new (text));
}

void
app_window_say_until_read (AppWindow *window, const char *text)
{
  AdwToast *toast = toast_new (text);

  /* What is to be said later waits for it: not for ever. */
  adw_toast_set_timeout (toast, LONG_TOAST_S);
  toasts_add_first (ADW_TOAST_OVERLAY (window->toasts), toast);
}

/* ---- the window ---- */

static void
remember_size (AppWindow *window)
{
  WindowSize size = settings_window_size ();

  size.is_maximized = gtk_window_is_maximized (GTK_WINDOW (window));
  if (!size.is_maximized && !gtk_window_is_fullscreen (GTK_WINDOW (window)))
    gtk_window_get_default_size (GTK_WINDOW (window), &size.width_px, &size.height_px);
  settings_set_window_size (&size);
}

static gboolean
app_window_close_request (GtkWindow *window)
{
  AppWindow *self = APP_WINDOW (window);

  remember_size (self);
  for (guint i = 0; i < profile_list_count (self->list); i++)
    profile_memory_save (loaded_profile_state (profile_list_get (self->list, i)));
  profile_opener_cancel (self->opener);
  return GTK_WINDOW_CLASS (app_window_parent_class)->close_request (window);
}

static void
app_window_dispose (GObject *object)
{
  AppWindow *window = APP_WINDOW (object);

  if (window->opener != NULL)
    {
      g_signal_handlers_disconnect_by_data (window->opener, window);
      profile_opener_cancel (window->opener);
    }
  if (window->list != NULL)
    g_signal_handlers_disconnect_by_data (window->list, window);
  g_clear_object (&window->opener);
  g_clear_object (&window->partial);
  g_clear_object (&window->shown);
  g_clear_object (&window->list);
  G_OBJECT_CLASS (app_window_parent_class)->dispose (object);
}

static void
app_window_finalize (GObject *object)
{
  g_free (APP_WINDOW (object)->retry_path);
  G_OBJECT_CLASS (app_window_parent_class)->finalize (object);
}

static void
app_window_class_init (AppWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = app_window_close_request;
}

static void
build (AppWindow *window)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  window->header = window_header_new (window->list);
  window->scope_bar = scope_bar_new ();
  window->start = start_page_new ();
  window->opening = opening_bar_new ();
  window->frames = pane_frames_new ();
  window->failure = failure_page_new ();
  window->profiles = gtk_stack_new ();
  window->faces = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (window->faces), window->start, "start");
  gtk_stack_add_named (GTK_STACK (window->faces), window->profiles, "profiles");
  gtk_stack_add_named (GTK_STACK (window->faces), window->frames, "frames");
  gtk_stack_add_named (GTK_STACK (window->faces), window->failure, "failure");
  gtk_widget_set_vexpand (window->faces, TRUE);

  window->toasts = adw_toast_overlay_new ();
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (window->toasts), window->faces);
  gtk_box_append (GTK_BOX (column), window->header);
  gtk_box_append (GTK_BOX (column), window->scope_bar);
  gtk_box_append (GTK_BOX (column), window->opening);
  gtk_box_append (GTK_BOX (column), window->toasts);
  window->commands = command_palette_new (window);
  gtk_widget_set_parent (window->commands, column);
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), column);
}

static void
app_window_init (AppWindow *window)
{
  WindowSize size = settings_window_size ();

  window->list = profile_list_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), size.width_px, size.height_px);
  gtk_widget_set_size_request (GTK_WIDGET (window), WINDOW_WIDTH_MIN_PX, WINDOW_HEIGHT_MIN_PX);
  if (size.is_maximized)
    gtk_window_maximize (GTK_WINDOW (window));
  build (window);
}

AppWindow *
app_window_new (GtkApplication *application, Library *library)
{
  AppWindow *window = g_object_new (APP_TYPE_WINDOW, "application", application, NULL);

  window->library = library;
  window->opener = profile_opener_new (library);
  window_actions_add (window);
  window_keys_add (GTK_WIDGET (window));
  file_drop_add (GTK_WIDGET (window), (void (*) (GtkWidget *, GFile *)) app_window_open_file);
  g_signal_connect_swapped (window->header, "unload", G_CALLBACK (app_window_unload), window);
  g_signal_connect_swapped (window->list, "changed", G_CALLBACK (follow_list), window);
  window_follow_opener (window);
  follow_list (window);
  return window;
}
