/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/preferences.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/cache_task.h"
#include "app/desktop/mnemonic.h"
#include "app/desktop/settings.h"
#include "widgets/look/number_text.h"
#include "widgets/look/screen_style.h"

/* While the limit is being turned nothing is removed. */
#define TRIM_DELAY_MS 1500

#define PREFERENCES_TYPE_WINDOW (preferences_window_get_type ())
G_DECLARE_FINAL_TYPE (PreferencesWindow, preferences_window, PREFERENCES, WINDOW, AdwPreferencesWindow)

/* On a screen of 800 px all but the last group is in view. */
#define WIDTH_PX  640
#define HEIGHT_PX 780

struct _PreferencesWindow
{
  AdwPreferencesWindow parent_instance;

  Library *library;
  GtkWidget *size_row, *size, *clear;
  guint trim_timer;
  guint n_tasks; /* under way */
};

G_DEFINE_FINAL_TYPE (PreferencesWindow, preferences_window, ADW_TYPE_PREFERENCES_WINDOW)

static void
preferences_window_dispose (GObject *object)
{
  PreferencesWindow *window = PREFERENCES_WINDOW (object);

  G_OBJECT_CLASS (preferences_window_parent_class)->dispose (object);
  /* A limit that was typed and not confirmed becomes the limit only as its entry goes. */
  if (window->trim_timer != 0)
    {
      g_clear_handle_id (&window->trim_timer, g_source_remove);
      cache_task_run (CACHE_TRIM, NULL, NULL);
    }
}

static void
preferences_window_class_init (PreferencesWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = preferences_window_dispose;
}

static void
preferences_window_init (PreferencesWindow *window)
{
  (void) window;
}

/* ---- rows ---- */

static GtkWidget *
row_new (const char *title, GtkWidget *control)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), TRUE);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), control);
  mnemonic_name (control, title);
  return row;
}

static void
set_subtitle (GtkWidget *row, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), markup);
}

/* ---- appearance ---- */

static void
choose_colors (AdwComboRow *row)
{
  const char *word = color_choice_word ((ColorChoice) adw_combo_row_get_selected (row));

  g_action_group_activate_action (G_ACTION_GROUP (g_application_get_default ()), "color-scheme",
                                  g_variant_new_string (word));
}

static GtkWidget *
style_row_new (void)
{
  GtkWidget *row = adw_combo_row_new ();
  const char *const words[N_COLOR_CHOICES + 1] = {
    [COLORS_FOLLOW_SYSTEM] = _ ("Follow system"),
    [COLORS_LIGHT] = _ ("Light"),
    [COLORS_DARK] = _ ("Dark"),
  };
  g_autoptr (GtkStringList) choices = gtk_string_list_new (words);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("_Style"));
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), TRUE);
  mnemonic_name (row, _ ("_Style"));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (choices));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), settings_colors ());
  g_signal_connect (row, "notify::selected", G_CALLBACK (choose_colors), NULL);
  return row;
}

static GtkWidget *
details_row_new (void)
{
  GtkWidget *control = gtk_switch_new ();
  GtkWidget *row = row_new (_ ("_Details in the timeline"), control);

  set_subtitle (row, _ ("The pane below or beside the tracks (Ctrl+F9)"));
  settings_bind (SETTINGS_DETAILS_VISIBLE, control, "active");
  return row;
}

static GtkWidget *
patterns_row_new (void)
{
  GtkWidget *control = gtk_switch_new ();
  GtkWidget *row = row_new (_ ("_Patterns"), control);

  set_subtitle (row, _ ("Distinguish kinds of work by lines and dots as well as by color"));
  settings_bind (SETTINGS_PATTERNS, control, "active");
  return row;
}

static GtkWidget *
appearance_group_new (void)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ ("Appearance"));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), style_row_new ());
  if (settings_are_stored ())
    {
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), patterns_row_new ());
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), details_row_new ());
    }
  return group;
}

/* ---- keys ---- */

static void
choose_keys (AdwComboRow *row)
{
  settings_set_keys ((KeyPreset) adw_combo_row_get_selected (row));
}

static GtkWidget *
keys_row_new (void)
{
  GtkWidget *row = adw_combo_row_new ();
  const char *const words[N_KEY_PRESETS + 1] = {
    [KEYS_DEFAULT] = _ ("Stepscope"),
    [KEYS_NSIGHT] = _ ("Nsight Systems"),
    [KEYS_PERFETTO] = _ ("Perfetto, chrome://tracing"),
  };
  g_autoptr (GtkStringList) choices = gtk_string_list_new (words);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Keys as _in"));
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), TRUE);
  mnemonic_name (row, _ ("Keys as _in"));
  set_subtitle (row, _ ("Commands without a key in the chosen preset keep their default key"));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (choices));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), settings_keys ());
  g_signal_connect (row, "notify::selected", G_CALLBACK (choose_keys), NULL);
  return row;
}

static GtkWidget *
keys_group_new (void)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ ("Keyboard"));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), keys_row_new ());
  return group;
}

/* ---- the dashboard ---- */

static GtkWidget *
dashboard_group_new (void)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkAdjustment *adjustment = gtk_adjustment_new (0, 0, LAUNCH_GAP_US_MAX, 1, 10, 0);
  GtkWidget *spin = gtk_spin_button_new (adjustment, 1, 0);
  GtkWidget *row = row_new (_ ("Launch _overhead below, in µs"), spin);

  set_subtitle (row, _ ("In “Idle by cause”, a shorter gap before work that was already launched is launch overhead"));
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  settings_bind (SETTINGS_LAUNCH_GAP, adjustment, "value");
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ ("Dashboard"));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  return group;
}

/* ---- what is remembered ---- */

static void
forget_views (Library *library, gpointer data)
{
  (void) data;
  library_forget_views (library);
}

static void
forget (GtkWidget *button)
{
  PreferencesWindow *window = PREFERENCES_WINDOW (gtk_widget_get_root (button));

  library_later (window->library, forget_views, NULL, NULL);
  gtk_widget_set_sensitive (button, FALSE);
  adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (window), adw_toast_new (_ ("Views forgotten")));
}

static GtkWidget *
memory_group_new (void)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *control = gtk_switch_new ();
  GtkWidget *row = row_new (_ ("_Remember views of profiles"), control);
  GtkWidget *forget_row = adw_action_row_new ();
  GtkWidget *button = mnemonic_button_new (_ ("_Forget All Views"));

  set_subtitle (row, _ ("Reopening a profile restores the visible time, the selection and the folded rows"));
  settings_bind (SETTINGS_REMEMBER_VIEWS, control, "active");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect (button, "clicked", G_CALLBACK (forget), NULL);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (forget_row), _ ("Views of all profiles"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (forget_row), _ ("Bookmarks and notes are kept"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (forget_row), button);
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ ("Memory"));
  if (settings_are_stored ())
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), forget_row);
  return group;
}

/* ---- the cache ---- */

static char *
size_text (const CacheSize *size, const NumberStyle *numbers)
{
  char bytes[NUMBER_TEXT_MAX], n[NUMBER_TEXT_MAX];

  if (size->n_files == 0)
    return g_strdup (_ ("empty"));
  /* Translators: how large the cache is: "3.1 GB, 12 profiles". */
  return g_strdup_printf (ngettext ("%s, %s profile", "%s, %s profiles", (gulong) size->n_files),
                          number_text_bytes (numbers, size->bytes, bytes),
                          number_text_count (numbers, size->n_files, n));
}

static void
tell_freed (PreferencesWindow *window, uint64_t bytes_freed)
{
  char bytes[NUMBER_TEXT_MAX];

  number_text_bytes (screen_style_get (GTK_WIDGET (window))->numbers, bytes_freed, bytes);
  g_autofree char *text = g_strdup_printf (_ ("%s freed"), bytes);
  g_autofree char *markup = g_markup_escape_text (text, -1);
  adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (window), adw_toast_new (markup));
}

static void
take_report (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PreferencesWindow) window = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (CacheReport) report = cache_task_finish (result, &error);
  (void) source;

  window->n_tasks--;
  if (window->size == NULL || !gtk_widget_get_mapped (GTK_WIDGET (window)))
    return;
  gtk_widget_set_sensitive (window->clear,
                            report != NULL && report->size.n_files > 0 && window->n_tasks == 0);
  if (report == NULL)
    {
      set_subtitle (window->size_row, error->message);
      gtk_label_set_text (GTK_LABEL (window->size), _ ("not available"));
      return;
    }
  g_autofree char *path = g_filename_display_name (report->path);
  g_autofree char *size = size_text (&report->size, screen_style_get (GTK_WIDGET (window))->numbers);
  set_subtitle (window->size_row, path);
  gtk_label_set_text (GTK_LABEL (window->size), size);
  if (report->bytes_freed > 0)
    tell_freed (window, report->bytes_freed);
}

static void
run (PreferencesWindow *window, CacheTask task)
{
  window->n_tasks++;
  gtk_widget_set_sensitive (window->clear, FALSE);
  cache_task_run (task, take_report, g_object_ref (window));
}

static void
clear (PreferencesWindow *window)
{
  run (window, CACHE_EMPTY);
}

static void
measure (PreferencesWindow *window)
{
  run (window, CACHE_MEASURE);
}

static gboolean
trim (gpointer data)
{
  PreferencesWindow *window = data;

  window->trim_timer = 0;
  run (window, CACHE_TRIM);
  return G_SOURCE_REMOVE;
}

static void
trim_soon (PreferencesWindow *window)
{
  g_clear_handle_id (&window->trim_timer, g_source_remove);
  window->trim_timer = g_timeout_add (TRIM_DELAY_MS, trim, window);
}

/* What was turned a moment ago holds, however soon the window is closed. */
static gboolean
trim_before_close (PreferencesWindow *window)
{
  if (window->trim_timer != 0)
    {
      g_clear_handle_id (&window->trim_timer, g_source_remove);
      run (window, CACHE_TRIM);
    }
  return GDK_EVENT_PROPAGATE;
}

static GtkWidget *
size_row_new (PreferencesWindow *window)
{
  window->size = gtk_label_new ("");
  window->size_row = adw_action_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (window->size_row), _ ("Space used"));
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (window->size_row), 3);
  gtk_widget_add_css_class (window->size, "numeric");
  gtk_widget_set_margin_end (window->size, 6);
  adw_action_row_add_suffix (ADW_ACTION_ROW (window->size_row), window->size);

  window->clear = mnemonic_button_new (_ ("_Clear Cache"));
  gtk_widget_set_valign (window->clear, GTK_ALIGN_CENTER);
  gtk_widget_set_sensitive (window->clear, FALSE);
  g_signal_connect_swapped (window->clear, "clicked", G_CALLBACK (clear), window);
  adw_action_row_add_suffix (ADW_ACTION_ROW (window->size_row), window->clear);
  return window->size_row;
}

static GtkWidget *
limit_row_new (PreferencesWindow *window)
{
  GtkAdjustment *adjustment = gtk_adjustment_new (0, 0, CACHE_LIMIT_GIB_MAX, 1, 10, 0);
  GtkWidget *spin = gtk_spin_button_new (adjustment, 1, 0);
  GtkWidget *row = row_new (_ ("_Limit in GiB"), spin);

  set_subtitle (row, _ ("The least recently used profiles are removed first; 0 keeps none"));
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  settings_bind (SETTINGS_CACHE_LIMIT, adjustment, "value");
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (trim_soon), window, G_CONNECT_SWAPPED);
  return row;
}

static GtkWidget *
cache_group_new (PreferencesWindow *window)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ ("Cache"));
  adw_preferences_group_set_description (
    ADW_PREFERENCES_GROUP (group),
    _ (
      "What was read of a profile is kept, so that opening it again takes no time. Files that you open are never "
      "changed."));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), size_row_new (window));
  if (settings_are_stored ())
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), limit_row_new (window));
  return group;
}

void
preferences_show (GtkWindow *parent, Library *library)
{
  PreferencesWindow *window = g_object_new (PREFERENCES_TYPE_WINDOW, NULL);
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());

  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (appearance_group_new ()));
  if (settings_are_stored ())
    adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (keys_group_new ()));
  window->library = library;
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (memory_group_new ()));
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (cache_group_new (window)));
  if (settings_are_stored ())
    adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (dashboard_group_new ()));
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), page);
  adw_preferences_window_set_search_enabled (ADW_PREFERENCES_WINDOW (window), FALSE);
  g_signal_connect (window, "close-request", G_CALLBACK (trim_before_close), NULL);
  g_signal_connect (window, "map", G_CALLBACK (measure), NULL);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH_PX, HEIGHT_PX);
  gtk_window_present (GTK_WINDOW (window));
}
