/* SPDX-License-Identifier: Apache-2.0 */

#include "app/application.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/popover_grab.h"
#include "app/desktop/settings.h"
#include "app/known/known_profiles.h"
#include "app/library/library.h"
#include "app/window/window.h"
#include "app/window/window_keys.h"
#include "widgets/look/screen_style.h"

struct _StepscopeApplication
{
  AdwApplication parent_instance;

  Library *library;
  KnownProfiles *known;
  bool reads_stdin;
};

G_DEFINE_TYPE (StepscopeApplication, stepscope_application, ADW_TYPE_APPLICATION)

/* ---- style ---- */

static void
follow_style (AdwStyleManager *manager)
{
  bool is_dark = adw_style_manager_get_dark (manager);
  bool is_contrast = adw_style_manager_get_high_contrast (manager);

  screen_style_set_theme (is_contrast ? (is_dark ? THEME_CONTRAST_DARK : THEME_CONTRAST)
                                      : (is_dark ? THEME_DARK : THEME_LIGHT));
}

static void
follow_patterns (void)
{
  screen_style_set_patterns (settings_patterns ());
}

static void
apply_colors (ColorChoice colors)
{
  static const AdwColorScheme schemes[N_COLOR_CHOICES] = {
    [COLORS_FOLLOW_SYSTEM] = ADW_COLOR_SCHEME_DEFAULT,
    [COLORS_LIGHT] = ADW_COLOR_SCHEME_FORCE_LIGHT,
    [COLORS_DARK] = ADW_COLOR_SCHEME_FORCE_DARK,
  };

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), schemes[colors]);
}

/* ---- actions ---- */

static void
choose_colors (GSimpleAction *action, GVariant *word, gpointer application)
{
  ColorChoice colors = color_choice_find (g_variant_get_string (word, NULL));
  (void) application;

  settings_set_colors (colors);
  apply_colors (colors);
  g_simple_action_set_state (action, word);
}

static AppWindow *
add_window (StepscopeApplication *application)
{
  return app_window_new (GTK_APPLICATION (application), application->library, application->known);
}

static void
open_window (GSimpleAction *action, GVariant *parameter, gpointer application)
{
  (void) action;
  (void) parameter;
  gtk_window_present (GTK_WINDOW (add_window (application)));
}

/* Each window is asked, so that it remembers its size. */
static void
quit (GSimpleAction *action, GVariant *parameter, gpointer application)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (application));
  (void) action;
  (void) parameter;

  for (GList *window = windows; window != NULL; window = window->next)
    gtk_window_close (window->data);
}

static const GActionEntry entries[] = {
  { .name = "new-window", .activate = open_window },
  { .name = "quit", .activate = quit },
  { .name = "color-scheme", .activate = choose_colors, .parameter_type = "s", .state = "'system'" },
};

/* ---- the application ---- */

static AppWindow *
first_window (StepscopeApplication *application)
{
  for (GList *window = gtk_application_get_windows (GTK_APPLICATION (application)); window != NULL;
       window = window->next)
    if (APP_IS_WINDOW (window->data))
      return window->data;
  return add_window (application);
}

static void
read_stdin (StepscopeApplication *application, AppWindow *window)
{
  if (application->reads_stdin)
    app_window_open (window, "-");
  application->reads_stdin = false;
}

static void
stepscope_application_activate (GApplication *base)
{
  StepscopeApplication *application = STEPSCOPE_APPLICATION (base);
  AppWindow *window = first_window (application);

  gtk_window_present (GTK_WINDOW (window));
  read_stdin (application, window);
}

static void
stepscope_application_open (GApplication *base, GFile **files, int n_files, const char *hint)
{
  StepscopeApplication *application = STEPSCOPE_APPLICATION (base);
  AppWindow *window = first_window (application);
  (void) hint;

  /* Before the window is seen: what is there at once stands in its first frame. */
  for (int i = 0; i < n_files; i++)
    app_window_open_file (window, files[i]);
  read_stdin (application, window);
  gtk_window_present (GTK_WINDOW (window));
}

static void
stepscope_application_startup (GApplication *base)
{
  StepscopeApplication *application = STEPSCOPE_APPLICATION (base);
  AdwStyleManager *manager = adw_style_manager_get_default ();

  G_APPLICATION_CLASS (stepscope_application_parent_class)->startup (base);
  g_set_application_name (_ ("Stepscope"));
  gtk_window_set_default_icon_name (STEPSCOPE_APPLICATION_ID);
  popover_grab_watch ();

  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  window_keys_add_accelerators (GTK_APPLICATION (application));

  ColorChoice colors = settings_colors ();
  g_simple_action_set_state (
    G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (application), "color-scheme")),
    g_variant_new_string (color_choice_word (colors)));
  g_signal_connect (manager, "notify::dark", G_CALLBACK (follow_style), NULL);
  g_signal_connect (manager, "notify::high-contrast", G_CALLBACK (follow_style), NULL);
  apply_colors (colors);
  follow_style (manager);
  settings_follow_patterns (follow_patterns);
}

static void
stepscope_application_finalize (GObject *object)
{
  g_object_unref (STEPSCOPE_APPLICATION (object)->known);
  G_OBJECT_CLASS (stepscope_application_parent_class)->finalize (object);
}

static void
stepscope_application_class_init (StepscopeApplicationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = stepscope_application_finalize;
  G_APPLICATION_CLASS (klass)->startup = stepscope_application_startup;
  G_APPLICATION_CLASS (klass)->activate = stepscope_application_activate;
  G_APPLICATION_CLASS (klass)->open = stepscope_application_open;
}

static void
stepscope_application_init (StepscopeApplication *application)
{
  (void) application;
}

/* ---- what the library cannot store ---- */

static gboolean
say_loss (gpointer reason)
{
  GApplication *application = g_application_get_default ();
  g_autofree char *text = g_strdup_printf (
    _ ("Bookmarks, prices and changes to the list of profiles cannot be stored: %s"), (const char *) reason);

  for (GList *at = application != NULL ? gtk_application_get_windows (GTK_APPLICATION (application)) : NULL;
       at != NULL; at = at->next)
    if (APP_IS_WINDOW (at->data))
      {
        app_window_say_until_read (at->data, text);
        return G_SOURCE_REMOVE;
      }
  g_printerr ("stepscope: %s\n", text);
  return G_SOURCE_REMOVE;
}

/* On a thread of the library's. */
static void
tell_loss (const char *reason, gpointer data)
{
  (void) data;
  g_idle_add_full (G_PRIORITY_DEFAULT, say_loss, g_strdup (reason), g_free);
}

StepscopeApplication *
stepscope_application_new (Library *library, bool reads_stdin)
{
  GApplicationFlags flags = G_APPLICATION_HANDLES_OPEN | (reads_stdin ? G_APPLICATION_NON_UNIQUE : 0);
  StepscopeApplication *application = g_object_new (STEPSCOPE_TYPE_APPLICATION, "application-id",
                                                    STEPSCOPE_APPLICATION_ID, "flags", flags, NULL);

  application->library = library;
  application->known = known_profiles_new (library);
  library_tell_loss (library, tell_loss, NULL);
  application->reads_stdin = reads_stdin;
  return application;
}
