/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/window_private.h"

#include "app/commands/command_palette.h"
#include "app/compare/compare_page.h"
#include "app/dashboard/pane_frames.h"
#include "app/desktop/file_drop.h"
#include "app/desktop/settings.h"
#include "app/desktop/toasts.h"
#include "app/memory/profile_memory.h"
#include "app/opening/failure_page.h"
#include "app/opening/opening_bar.h"
#include "app/scope/scope_bar.h"
#include "app/start/start_page.h"
#include "app/window/window_actions.h"
#include "app/window/window_header.h"
#include "app/window/window_keys.h"

G_DEFINE_TYPE (AppWindow, app_window, ADW_TYPE_APPLICATION_WINDOW)

/* ---- toasts ---- */

#define LONG_TOAST_S 60

void
app_window_say (AppWindow *window, const char *text)
{
  toasts_say (ADW_TOAST_OVERLAY (window->toasts), text);
}

void
app_window_say_in_passing (AppWindow *window, const char *text)
{
  toasts_add_passing (ADW_TOAST_OVERLAY (window->toasts), toast_of_text (text));
}

void
app_window_say_until_read (AppWindow *window, const char *text)
{
  AdwToast *toast = toast_of_text (text);

  /* What is to be said later waits for it: not for ever. */
  adw_toast_set_timeout (toast, LONG_TOAST_S);
  toasts_add_first (ADW_TOAST_OVERLAY (window->toasts), toast);
}

/* ---- what belongs to it ---- */

Library *
app_window_library (AppWindow *window)
{
  return window->library;
}

bool
app_window_is_opening (AppWindow *window)
{
  return profile_opener_is_busy (window->opener);
}

void
app_window_toggle_commands (AppWindow *window)
{
  command_palette_toggle (COMMAND_PALETTE (window->commands), app_window_timeline (window));
}

AdwToastOverlay *
app_window_toasts (AppWindow *window)
{
  return ADW_TOAST_OVERLAY (window->toasts);
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
  /* Tasks that have not ended hold the window, so that it is not disposed of before they do. */
  window_end_together (self);
  g_cancellable_cancel (self->closing);
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
  window_end_together (window);
  if (window->aligning != NULL)
    g_cancellable_cancel (window->aligning);
  g_cancellable_cancel (window->closing);
  g_clear_pointer (&window->rank_wanted, rank_wanted_free);
  g_clear_object (&window->opener);
  g_clear_object (&window->compare);
  g_clear_object (&window->partial);
  g_clear_object (&window->shown);
  g_clear_object (&window->list);
  g_clear_object (&window->known);
  G_OBJECT_CLASS (app_window_parent_class)->dispose (object);
}

static void
app_window_finalize (GObject *object)
{
  g_free (APP_WINDOW (object)->retry_path);
  g_strfreev (APP_WINDOW (object)->retry_more);
  g_object_unref (APP_WINDOW (object)->closing);
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
  window->start = start_page_new (window->known, window->list);
  window->compare = g_object_ref_sink (compare_page_new (window->list, window->library));
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
  window->commands = command_palette_new (GTK_APPLICATION_WINDOW (window));
  gtk_widget_set_parent (window->commands, column);
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), column);
}

static void
app_window_init (AppWindow *window)
{
  WindowSize size = settings_window_size ();

  window->list = profile_list_new ();
  window->closing = g_cancellable_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), size.width_px, size.height_px);
  gtk_widget_set_size_request (GTK_WIDGET (window), WINDOW_WIDTH_MIN_PX, WINDOW_HEIGHT_MIN_PX);
  if (size.is_maximized)
    gtk_window_maximize (GTK_WINDOW (window));
}

AppWindow *
app_window_new (GtkApplication *application, Library *library, KnownProfiles *known)
{
  AppWindow *window = g_object_new (APP_TYPE_WINDOW, "application", application, NULL);

  window->library = library;
  window->known = g_object_ref (known);
  build (window);
  window->opener = profile_opener_new (library);
  window_actions_add (window);
  window_keys_add (GTK_WIDGET (window));
  file_drop_add (GTK_WIDGET (window), (void (*) (GtkWidget *, GFile *)) app_window_open_file);
  g_signal_connect_swapped (window->header, "unload", G_CALLBACK (app_window_unload), window);
  g_signal_connect_swapped (window->start, "unload", G_CALLBACK (app_window_unload), window);
  g_signal_connect_swapped (window->list, "changed", G_CALLBACK (window_follow_list), window);
  window_follow_opener (window);
  window_follow_list (window);
  return window;
}
