/* SPDX-License-Identifier: Apache-2.0 */

#include "app/start/loaded_rows.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"
#include "widgets/controls/quiet_tooltip.h"
#include "widgets/look/screen_style.h"

#define HEIGHT_MAX_PX 168
#define KEY_PROFILE   "loaded-profile"

struct _LoadedRows
{
  GtkWidget parent_instance;

  ProfileList *list;
  GtkWidget *column, *rows;
};

G_DEFINE_FINAL_TYPE (LoadedRows, loaded_rows, GTK_TYPE_WIDGET)

static guint unload_signal;

static void
loaded_rows_dispose (GObject *object)
{
  LoadedRows *self = LOADED_ROWS (object);

  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  g_clear_object (&self->list);
  g_clear_pointer (&self->column, gtk_widget_unparent);
  G_OBJECT_CLASS (loaded_rows_parent_class)->dispose (object);
}

static void
loaded_rows_class_init (LoadedRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = loaded_rows_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  unload_signal = g_signal_new ("unload", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, LOADED_TYPE_PROFILE);
}

static void
unload (LoadedRows *self, GtkWidget *button)
{
  g_signal_emit (self, unload_signal, 0, g_object_get_data (G_OBJECT (button), KEY_PROFILE));
}

static GtkWidget *
text_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
button_new (LoadedProfile *loaded, const char *label, const char *name)
{
  GtkWidget *button = mnemonic_button_new (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  quiet_tooltip_set (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (button), KEY_PROFILE, g_object_ref (loaded), g_object_unref);
  return button;
}

static GtkWidget *
row_new (LoadedRows *self, LoadedProfile *loaded)
{
  const Profile *profile = loaded_profile_profile (loaded);
  const char *title = loaded_profile_title (loaded);
  g_autofree char *facts = profile_facts_line (profile, loaded_profile_facts (loaded),
                                               screen_style_get (GTK_WIDGET (self))->numbers);
  g_autofree char *show_name = g_strdup_printf (_ ("Show %s"), title);
  g_autofree char *unload_name = g_strdup_printf (_ ("Unload %s"), title);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = text_new (facts, "caption");
  GtkWidget *show = button_new (loaded, _ ("_Show"), show_name);
  GtkWidget *bin = button_new (loaded, _ ("_Unload"), unload_name);

  gtk_widget_add_css_class (line, "secondary");
  gtk_widget_add_css_class (line, "numeric");
  gtk_box_append (GTK_BOX (texts), text_new (title, "heading"));
  gtk_box_append (GTK_BOX (texts), line);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (show), g_variant_new_bytestring (profile->path));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (show), "win.open-path");
  g_signal_connect_swapped (bin, "clicked", G_CALLBACK (unload), self);
  gtk_widget_add_css_class (row, "loaded-row");
  /* What can be scrolled has a least height; a lone row is in the middle of it. */
  gtk_widget_set_vexpand (row, TRUE);
  gtk_box_append (GTK_BOX (row), texts);
  gtk_box_append (GTK_BOX (row), show);
  gtk_box_append (GTK_BOX (row), bin);
  return row;
}

static void
update (LoadedRows *self)
{
  guint n = profile_list_count (self->list);

  for (GtkWidget *row; (row = gtk_widget_get_first_child (self->rows)) != NULL;)
    gtk_box_remove (GTK_BOX (self->rows), row);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        gtk_box_append (GTK_BOX (self->rows), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
      gtk_box_append (GTK_BOX (self->rows), row_new (self, profile_list_get (self->list, i)));
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

static void
loaded_rows_init (LoadedRows *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  /* The card is what is scrolled in: its shadow is outside of it. */
  gtk_widget_add_css_class (scrolled, "card");
  gtk_widget_set_overflow (scrolled, GTK_OVERFLOW_HIDDEN);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), HEIGHT_MAX_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->rows);
  gtk_box_append (GTK_BOX (self->column), text_new (_ ("Loaded profiles"), "heading"));
  gtk_box_append (GTK_BOX (self->column), scrolled);
  gtk_widget_set_parent (self->column, GTK_WIDGET (self));
}

GtkWidget *
loaded_rows_new (ProfileList *list)
{
  LoadedRows *self = g_object_new (LOADED_TYPE_ROWS, NULL);

  self->list = g_object_ref (list);
  g_signal_connect_swapped (list, "changed", G_CALLBACK (update), self);
  update (self);
  return GTK_WIDGET (self);
}
