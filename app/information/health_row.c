/* SPDX-License-Identifier: Apache-2.0 */

#include "app/information/health_row.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/copy_button.h"
#include "app/information/information_row.h"

static const struct
{
  const char *icon, *css_class;
} severities[] = {
  [HEALTH_INFO] = { "dialog-information-symbolic", "severity-info" },
  [HEALTH_WARNING] = { "dialog-warning-symbolic", "severity-warning" },
  [HEALTH_ERROR] = { "dialog-error-symbolic", "severity-warning" },
  [HEALTH_DATA_LOSS] = { "dialog-error-symbolic", "severity-loss" },
};

static GtkWidget *
severity_new (const char *icon, const char *word, const char *css_class)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_widget_add_css_class (box, css_class);
  gtk_widget_set_size_request (box, INFORMATION_LABEL_WIDTH_PX, -1);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name (icon));
  gtk_box_append (GTK_BOX (box), gtk_label_new (word));
  return box;
}

static GtkWidget *
paragraph_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* The place can be selected: it is what one types elsewhere. */
static GtkWidget *
place_new (const char *text)
{
  GtkWidget *place = paragraph_new (text, "caption");

  gtk_widget_add_css_class (place, "secondary");
  gtk_widget_add_css_class (place, "numeric");
  gtk_label_set_selectable (GTK_LABEL (place), TRUE);
  return place;
}

static GtkWidget *
texts_new (const HealthEntry *entry)
{
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), paragraph_new (entry->what, "heading"));
  gtk_box_append (GTK_BOX (texts), paragraph_new (entry->effect, NULL));
  if (entry->advice != NULL)
    gtk_box_append (GTK_BOX (texts), paragraph_new (entry->advice, "secondary"));
  if (entry->place != NULL)
    gtk_box_append (GTK_BOX (texts), place_new (entry->place));
  return texts;
}

static GtkWidget *
row_new (GtkWidget *box, const char *name)
{
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_widget_add_css_class (box, "health-row");
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

static gboolean
press_copy (GtkWidget *row, GVariant *arguments, gpointer copy)
{
  (void) row;
  (void) arguments;
  return gtk_widget_activate (copy);
}

static void
copy_by_key (GtkWidget *row, GtkWidget *copy)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkShortcut *shortcut = gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_c, GDK_CONTROL_MASK),
                                            gtk_callback_action_new (press_copy, copy, NULL));

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), shortcut);
  gtk_widget_add_controller (row, keys);
}

GtkWidget *
health_row_new (const HealthEntry *entry, GtkSizeGroup *counts)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  GtkWidget *count = gtk_label_new (entry->count);
  g_autofree char *whole = health_entry_text (entry);
  GtkWidget *copy = copy_button_new (whole, _ ("Copy this row"));
  GtkWidget *row;

  gtk_box_append (GTK_BOX (box), severity_new (severities[entry->severity].icon, entry->severity_word,
                                               severities[entry->severity].css_class));
  gtk_box_append (GTK_BOX (box), texts_new (entry));
  gtk_label_set_xalign (GTK_LABEL (count), 1);
  gtk_widget_add_css_class (count, "numeric");
  gtk_widget_set_valign (count, GTK_ALIGN_START);
  gtk_size_group_add_widget (counts, count);
  gtk_box_append (GTK_BOX (box), count);
  gtk_widget_set_valign (copy, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), copy);
  row = row_new (box, whole);
  copy_by_key (row, copy);
  return row;
}

GtkWidget *
health_row_new_none (const char *sentence)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("object-select-symbolic"));
  gtk_box_append (GTK_BOX (box), paragraph_new (sentence, NULL));
  return row_new (box, sentence);
}
