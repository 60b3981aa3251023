/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_bar.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/quiet_tooltip.h"

#define GAP_PX       8
#define FILTER_MS    120 /* from the last letter on */
#define FILTER_CHARS 22

struct _TableBar
{
  GtkWidget parent_instance;
  GtkWidget *entry, *regex, *controls;
  guint timeout;
};

G_DEFINE_TYPE (TableBar, table_bar, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_FILTER_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

const char *
table_bar_filter (TableBar *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

bool
table_bar_is_regex (TableBar *self)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->regex));
}

void
table_bar_set_filter (TableBar *self, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
}

void
table_bar_clear (TableBar *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  g_clear_handle_id (&self->timeout, g_source_remove);
}

void
table_bar_focus_filter (TableBar *self)
{
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

bool
table_bar_is_typed_into (TableBar *self)
{
  return (gtk_widget_get_state_flags (self->entry) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

void
table_bar_say_wrong (TableBar *self, const char *text)
{
  if (text != NULL)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
  quiet_tooltip_set (self->entry, text);
}

void
table_bar_add (TableBar *self, GtkWidget *control)
{
  gtk_box_append (GTK_BOX (self->controls), control);
}

/* ---- the filter ---- */

static gboolean
tell (gpointer user_data)
{
  TableBar *self = user_data;

  self->timeout = 0;
  g_signal_emit (self, signals[SIGNAL_FILTER_CHANGED], 0);
  return G_SOURCE_REMOVE;
}

static void
typed (TableBar *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add (FILTER_MS, tell, self);
}

static void
end_filter (TableBar *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
}

static void
add_filter (TableBar *self)
{
  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", _ ("Filter rows"), "width-chars", FILTER_CHARS, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Filter rows"), -1);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (typed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "stop-search", G_CALLBACK (end_filter), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));

  self->regex = gtk_toggle_button_new_with_label (".*");
  /* ".*" is not written from right to left. */
  gtk_widget_set_direction (gtk_button_get_child (GTK_BUTTON (self->regex)), GTK_TEXT_DIR_LTR);
  quiet_tooltip_set (self->regex, _ ("Regular expression"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->regex), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Regular expression"), -1);
  g_signal_connect_object (self->regex, "toggled", G_CALLBACK (typed), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->regex, GTK_WIDGET (self));
}

/* ---- what can be done ---- */

static GMenuModel *
copy_menu (void)
{
  static const struct
  {
    const char *copy, *save, *format;
  } items[] = {
    { N_ ("Copy Table as TSV"), N_ ("Save as TSV…"), "tsv" },
    { N_ ("Copy Table as CSV"), N_ ("Save as CSV…"), "csv" },
    { N_ ("Copy Table as Markdown"), N_ ("Save as Markdown…"), "md" },
  };
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) row = g_menu_new (), copy = g_menu_new (), save = g_menu_new ();

  g_menu_append (row, _ ("Copy Row"), "table.copy-row");
  for (size_t i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autofree char *copy_action = g_strconcat ("table.copy::", items[i].format, NULL);
      g_autofree char *save_action = g_strconcat ("table.save::", items[i].format, NULL);

      g_menu_append (copy, _ (items[i].copy), copy_action);
      g_menu_append (save, _ (items[i].save), save_action);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (row));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copy));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (save));
  return G_MENU_MODEL (menu);
}

static GtkWidget *
menu_button_new (const char *label, const char *description)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), label);
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (button), TRUE);
  quiet_tooltip_set (button, description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
  return button;
}

static void
add_actions (TableBar *self, GtkWidget *columns, bool has_events)
{
  GtkWidget *choose = menu_button_new (_ ("Columns"), _ ("Columns to show"));
  GtkWidget *copy = menu_button_new (_ ("Copy"), _ ("Copy or save the table"));
  g_autoptr (GMenuModel) menu = copy_menu ();

  if (has_events)
    {
      GtkWidget *show = gtk_button_new_with_label (_ ("Show in Timeline"));

      quiet_tooltip_set (show, _ ("Search the timeline for the name of the selected row"));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (show), "table.show");
      gtk_widget_set_parent (show, GTK_WIDGET (self));
    }
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (choose), columns);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (copy), menu);
  gtk_widget_set_parent (choose, GTK_WIDGET (self));
  gtk_widget_set_parent (copy, GTK_WIDGET (self));
}

/* ---- the widget ---- */

static void
table_bar_dispose (GObject *object)
{
  TableBar *self = TABLES_BAR (object);
  GtkWidget *child;

  g_clear_handle_id (&self->timeout, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (table_bar_parent_class)->dispose (object);
}

static void
table_bar_class_init (TableBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = table_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  signals[SIGNAL_FILTER_CHANGED] = g_signal_new ("filter-changed", G_TYPE_FROM_CLASS (klass),
                                                 G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
table_bar_init (TableBar *self)
{
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GAP_PX);
  gtk_widget_add_css_class (GTK_WIDGET (self), "table-bar");
  add_filter (self);
  self->controls = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);
  gtk_widget_set_hexpand (self->controls, TRUE);
  gtk_widget_set_parent (self->controls, GTK_WIDGET (self));
}

GtkWidget *
table_bar_new (GtkWidget *columns, bool has_events)
{
  TableBar *self = g_object_new (TABLES_TYPE_BAR, NULL);

  add_actions (self, columns, has_events);
  return GTK_WIDGET (self);
}
