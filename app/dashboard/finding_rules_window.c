/* SPDX-License-Identifier: Apache-2.0 */

#include "app/dashboard/finding_rules_window.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "app/desktop/mnemonic.h"
#include "app/desktop/open_dialog.h"
#include "app/desktop/settings.h"
#include "trace/findings/finding_rules.h"
#include "trace/findings/threshold_file.h"
#include "widgets/look/screen_style.h"

#define ENABLED   "enabled"
#define WIDTH_PX  680
#define HEIGHT_PX 720

#define FINDING_RULES_TYPE_WINDOW (finding_rules_window_get_type ())
G_DECLARE_FINAL_TYPE (FindingRulesWindow, finding_rules_window, FINDING_RULES, WINDOW, AdwPreferencesWindow)

/* The row of a rule. */
typedef struct
{
  FindingRulesWindow *window;
  const FindingRule *rule;
  GtkWidget *row, *is_on;
  GtkAdjustment *values[RULE_THRESHOLDS_MAX]; /* NULL until it is folded out */
} RuleRow;

struct _FindingRulesWindow
{
  AdwPreferencesWindow parent_instance;

  FindingThresholds thresholds;
  RuleRow *rows; /* finding_rules_count () */
  GtkWidget *reset;
  bool is_showing; /* controls follow the thresholds, not the other way round */
};

G_DEFINE_FINAL_TYPE (FindingRulesWindow, finding_rules_window, ADW_TYPE_PREFERENCES_WINDOW)

static void
say (FindingRulesWindow *self, const char *text)
{
  g_autofree char *title = g_markup_escape_text (text, -1);

  adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (self), adw_toast_new (title));
}

/* ---- values ---- */

static void
keep (FindingRulesWindow *self)
{
  g_autofree char *text = threshold_text_of_changes (&self->thresholds);

  settings_set_finding_rules (*text != '\0' ? text : NULL);
  gtk_widget_set_sensitive (self->reset, *text != '\0');
}

/* A value that is as the program comes is no change. */
static void
change (FindingRulesWindow *self, const FindingRule *rule, const char *key, double value, double usual)
{
  if (self->is_showing)
    return;
  if (value == usual)
    finding_thresholds_unset (&self->thresholds, rule->id, key);
  else
    finding_thresholds_set (&self->thresholds, rule->id, key, value);
  keep (self);
}

static double
value_of (FindingRulesWindow *self, const FindingRule *rule, const char *key, double usual)
{
  finding_thresholds_get (&self->thresholds, rule->id, key, &usual);
  return usual;
}

static void
on_switched (RuleRow *row)
{
  change (row->window, row->rule, ENABLED, gtk_switch_get_active (GTK_SWITCH (row->is_on)), 1);
}

static void
on_value (GtkAdjustment *value, RuleRow *row)
{
  for (unsigned i = 0; i < RULE_THRESHOLDS_MAX; i++)
    if (row->values[i] == value)
      change (row->window, row->rule, row->rule->thresholds[i].key, gtk_adjustment_get_value (value),
              row->rule->thresholds[i].value);
}

/* Shows the thresholds in all controls that there are. */
static void
show_values (FindingRulesWindow *self)
{
  g_autofree char *text = threshold_text_of_changes (&self->thresholds);

  self->is_showing = true;
  for (size_t i = 0; i < finding_rules_count (); i++)
    {
      RuleRow *row = &self->rows[i];

      gtk_switch_set_active (GTK_SWITCH (row->is_on), value_of (self, row->rule, ENABLED, 1) != 0);
      for (unsigned j = 0; j < RULE_THRESHOLDS_MAX && row->values[j] != NULL; j++)
        gtk_adjustment_set_value (row->values[j], value_of (self, row->rule, row->rule->thresholds[j].key,
                                                            row->rule->thresholds[j].value));
    }
  self->is_showing = false;
  gtk_widget_set_sensitive (self->reset, *text != '\0');
}

/* ---- rows ---- */

/* As many digits as the value has. */
static gboolean
on_output (GtkSpinButton *spin)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (spin))->numbers;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_auto (GStrv) parts =
    g_strsplit (g_ascii_formatd (number, sizeof number, "%.10g", gtk_spin_button_get_value (spin)), ".", 2);
  g_autofree char *text = g_strjoinv (numbers->decimal, parts);

  if (strcmp (text, gtk_editable_get_text (GTK_EDITABLE (spin))) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

static GtkWidget *
threshold_row_new (RuleRow *row, unsigned i)
{
  const RuleThreshold *threshold = &row->rule->thresholds[i];
  double by = threshold->most <= 1 ? 0.05 : threshold->most <= 10 ? 0.5 : 1;
  double value = value_of (row->window, row->rule, threshold->key, threshold->value);
  GtkAdjustment *adjustment = gtk_adjustment_new (value, 0, threshold->most, by, by * 10, 0);
  GtkWidget *spin = gtk_spin_button_new (adjustment, 1, 3), *line = adw_action_row_new ();

  row->values[i] = adjustment;
  g_signal_connect (spin, "output", G_CALLBACK (on_output), NULL);
  gtk_spin_button_update (GTK_SPIN_BUTTON (spin));
  g_signal_connect (adjustment, "value-changed", G_CALLBACK (on_value), row);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (line), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (line), _ (threshold->title));
  adw_action_row_add_suffix (ADW_ACTION_ROW (line), spin);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (line), spin);
  mnemonic_name (spin, _ (threshold->title));
  return line;
}

/* All of them at once would be seen in the time that the window takes to appear. */
static void
on_expanded (GObject *object, GParamSpec *spec, RuleRow *row)
{
  (void) spec;
  if (row->values[0] != NULL || !adw_expander_row_get_expanded (ADW_EXPANDER_ROW (object)))
    return;
  for (unsigned i = 0; i < RULE_THRESHOLDS_MAX && row->rule->thresholds[i].key != NULL; i++)
    adw_expander_row_add_row (ADW_EXPANDER_ROW (object), threshold_row_new (row, i));
}

static GtkWidget *
rule_row_new (FindingRulesWindow *self, RuleRow *row, const FindingRule *rule)
{
  bool has_thresholds = rule->thresholds[0].key != NULL;

  row->window = self;
  row->rule = rule;
  row->row = has_thresholds ? adw_expander_row_new () : adw_action_row_new ();
  row->is_on = gtk_switch_new ();
  gtk_widget_set_valign (row->is_on, GTK_ALIGN_CENTER);
  mnemonic_name (row->is_on, _ (rule->title));
  g_signal_connect_swapped (row->is_on, "notify::active", G_CALLBACK (on_switched), row);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row->row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->row), _ (rule->title));
  if (has_thresholds)
    {
      adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row->row), _ (rule->method));
      adw_expander_row_add_action (ADW_EXPANDER_ROW (row->row), row->is_on);
      g_signal_connect (row->row, "notify::expanded", G_CALLBACK (on_expanded), row);
    }
  else
    {
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row->row), _ (rule->method));
      adw_action_row_add_suffix (ADW_ACTION_ROW (row->row), row->is_on);
    }
  return row->row;
}

/* ---- files ---- */

static void
load_from (GFile *file, gpointer data)
{
  FindingRulesWindow *self = data;
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GError) error = NULL;
  FindingThresholds read = { 0 };

  if (path == NULL)
    {
      say (self, _ ("Rules can only be loaded from this computer"));
      return;
    }
  if (!threshold_file_read (path, &read, &error))
    {
      say (self, error->message);
      return;
    }
  finding_thresholds_clear (&self->thresholds);
  self->thresholds = read;
  show_values (self);
  keep (self);
  say (self, _ ("Rules loaded"));
}

static void
save_to (GFile *file, gpointer data)
{
  FindingRulesWindow *self = data;
  g_autofree char *path = g_file_get_path (file), *text = threshold_file_text (&self->thresholds);
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    say (self, _ ("Rules can only be saved on this computer"));
  else if (g_file_set_contents (path, text, -1, &error))
    {
      g_autofree char *name = g_filename_display_basename (path);
      g_autofree char *saved = g_strdup_printf (_ ("Saved as %s"), name);

      say (self, saved);
    }
  else
    say (self, error->message);
}

static void
on_load (FindingRulesWindow *self)
{
  open_dialog_show_one (GTK_WINDOW (self), _ ("Load Rules"), _ ("Rules"), "*", load_from, g_object_ref (self),
                        g_object_unref);
}

static void
on_save (FindingRulesWindow *self)
{
  save_dialog_show (GTK_WINDOW (self), _ ("Save Rules"), "findings.rules", save_to, g_object_ref (self), g_object_unref);
}

static void
on_reset (FindingRulesWindow *self)
{
  finding_thresholds_clear (&self->thresholds);
  show_values (self);
  keep (self);
}

/* ---- life ---- */

static void
finding_rules_window_finalize (GObject *object)
{
  FindingRulesWindow *self = FINDING_RULES_WINDOW (object);

  finding_thresholds_clear (&self->thresholds);
  g_free (self->rows);
  G_OBJECT_CLASS (finding_rules_window_parent_class)->finalize (object);
}

static void
finding_rules_window_class_init (FindingRulesWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finding_rules_window_finalize;
}

static GtkWidget *
button_new (GtkWidget *box, const char *label, GCallback clicked, FindingRulesWindow *self)
{
  GtkWidget *button = mnemonic_button_new (label);

  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static GtkWidget *
file_group_new (FindingRulesWindow *self)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  button_new (box, _ ("_Load…"), G_CALLBACK (on_load), self);
  button_new (box, _ ("_Save…"), G_CALLBACK (on_save), self);
  self->reset = button_new (box, _ ("_Reset All"), G_CALLBACK (on_reset), self);
  adw_preferences_group_set_description (
    ADW_PREFERENCES_GROUP (group),
    _ ("A file of rules passes changes on to others. “check --findings --rules FILE” reads it, too."));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), box);
  return group;
}

static void
finding_rules_window_init (FindingRulesWindow *self)
{
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  GtkWidget *rules = adw_preferences_group_new ();
  g_autofree char *text = settings_finding_rules ();

  if (text != NULL && strlen (text) <= THRESHOLD_FILE_MAX_BYTES)
    threshold_text_read ("", text, strlen (text), &self->thresholds, NULL);
  self->rows = g_new0 (RuleRow, finding_rules_count ());
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (file_group_new (self)));
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (rules), _ ("Rules"));
  for (size_t i = 0; i < finding_rules_count (); i++)
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (rules),
                               rule_row_new (self, &self->rows[i], finding_rules_get (i)));
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (rules));
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (self), page);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Rules of Findings"));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH_PX, HEIGHT_PX);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  show_values (self);
}

void
finding_rules_window_show (GtkWindow *parent)
{
  gtk_window_present (g_object_new (FINDING_RULES_TYPE_WINDOW, "transient-for", parent, NULL));
}
