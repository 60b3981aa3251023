/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_bar.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/quiet_tooltip.h"
#include "widgets/controls/short_bar.h"

#define GAP_PX       8
#define FILTER_MS    120 /* from the last letter on */
#define FILTER_CHARS 22
#define FILTER_WORDS _ ("Filter rows")

/* In a narrow window. */
#define FILTER_CHARS_MIN 11

struct _TableBar
{
  GtkWidget parent_instance;
  GtkWidget *bar, *box, *entry, *regex, *controls;
  GtkWidget *columns; /* the popover of whichever button was pressed last */
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
  quiet_tooltip_set (self->entry, text != NULL ? text : FILTER_WORDS);
}

void
table_bar_add (TableBar *self, GtkWidget *control)
{
  gtk_box_append (GTK_BOX (short_forms_get (SHORT_FORMS (self->controls), 0)), control);
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
  g_object_set (self->entry, "placeholder-text", FILTER_WORDS, "width-chars", FILTER_CHARS_MIN,
                "max-width-chars", FILTER_CHARS, NULL);
  quiet_tooltip_set (self->entry, FILTER_WORDS);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, FILTER_WORDS,
                                  -1);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (typed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "stop-search", G_CALLBACK (end_filter), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), self->entry);

  self->regex = gtk_toggle_button_new_with_label (".*");
  /* ".*" is not written from right to left. */
  gtk_widget_set_direction (gtk_button_get_child (GTK_BUTTON (self->regex)), GTK_TEXT_DIR_LTR);
  quiet_tooltip_set (self->regex, _ ("Regular expression"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->regex), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Regular expression"), -1);
  g_signal_connect_object (self->regex, "toggled", G_CALLBACK (typed), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), self->regex);
}

/* ---- buttons and menus ---- */

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

/* The forms of the buttons. */
enum
{
  BUTTON_WITH_NAME,
  BUTTON_AS_ICON,
};

static void
describe (GtkWidget *button, const char *description)
{
  quiet_tooltip_set (button, description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
}

static GtkWidget *
menu_button_new (const char *description)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (button), TRUE);
  describe (button, description);
  return button;
}

static GtkWidget *
forms_new (GtkWidget *with_name, GtkWidget *as_icon)
{
  GtkWidget *forms = short_forms_new ();

  short_forms_add (SHORT_FORMS (forms), with_name);
  short_forms_add (SHORT_FORMS (forms), as_icon);
  return forms;
}

static GtkWidget *
copy_new (void)
{
  GtkWidget *with_name = menu_button_new (_ ("Copy or save the table"));
  GtkWidget *as_icon = menu_button_new (_ ("Copy or save the table"));
  g_autoptr (GMenuModel) menu = copy_menu ();

  gtk_menu_button_set_label (GTK_MENU_BUTTON (with_name), _ ("Copy"));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (as_icon), "edit-copy-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (with_name), menu);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (as_icon), menu);
  return forms_new (with_name, as_icon);
}

static GtkWidget *
show_new (void)
{
  GtkWidget *with_name = gtk_button_new_with_label (_ ("Show in Timeline"));
  GtkWidget *as_icon = gtk_button_new_from_icon_name ("stepscope-timeline-symbolic");

  for (GtkWidget *const *button = (GtkWidget *const[]){ with_name, as_icon, NULL }; *button != NULL; button++)
    gtk_actionable_set_action_name (GTK_ACTIONABLE (*button), "table.show");
  quiet_tooltip_set (with_name, _ ("Search the timeline for the name of the selected row"));
  quiet_tooltip_set (as_icon, _ ("Search the timeline for the name of the selected row"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (as_icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Show in Timeline"), -1);
  return forms_new (with_name, as_icon);
}

static void
take_columns (GtkMenuButton *button, gpointer user_data)
{
  TableBar *self = user_data;
  GtkWidget *owner = gtk_widget_get_parent (self->columns);

  if (owner == GTK_WIDGET (button))
    return;
  if (owner != NULL)
    gtk_menu_button_set_popover (GTK_MENU_BUTTON (owner), NULL);
  gtk_menu_button_set_popover (button, self->columns);
}

static GtkWidget *
choose_new (TableBar *self)
{
  GtkWidget *with_name = menu_button_new (_ ("Columns to show"));
  GtkWidget *as_icon = menu_button_new (_ ("Columns to show"));

  gtk_menu_button_set_label (GTK_MENU_BUTTON (with_name), _ ("Columns"));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (as_icon), "view-dual-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (with_name), take_columns, self, NULL);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (as_icon), take_columns, self, NULL);
  take_columns (GTK_MENU_BUTTON (with_name), self);
  return forms_new (with_name, as_icon);
}

static void
add_actions (TableBar *self, bool has_events)
{
  GtkWidget *show = show_new (), *choose = choose_new (self), *copy = copy_new ();

  gtk_widget_set_visible (show, has_events);
  gtk_box_append (GTK_BOX (self->box), show);
  gtk_box_append (GTK_BOX (self->box), choose);
  gtk_box_append (GTK_BOX (self->box), copy);

  /* The order in which a narrow window shortens the bar. Before that, the filter shrinks to its least width. */
  /* clang-format off */
  const ShortStep order[] = {
    { SHORT_FORMS (show),           BUTTON_AS_ICON },
    { SHORT_FORMS (copy),           BUTTON_AS_ICON },
    { SHORT_FORMS (choose),         BUTTON_AS_ICON },
    { SHORT_FORMS (self->controls), 0 }, /* has one form, which gets an ellipsis in the end */
  };
  /* clang-format on */
  self->bar = short_bar_new (self->box, order, G_N_ELEMENTS (order));
  gtk_widget_set_parent (self->bar, GTK_WIDGET (self));
}

/* ---- the widget ---- */

static void
table_bar_dispose (GObject *object)
{
  TableBar *self = TABLES_BAR (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->bar, gtk_widget_unparent);
  g_clear_object (&self->columns);
  G_OBJECT_CLASS (table_bar_parent_class)->dispose (object);
}

static void
table_bar_class_init (TableBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = table_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[SIGNAL_FILTER_CHANGED] = g_signal_new ("filter-changed", G_TYPE_FROM_CLASS (klass),
                                                 G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
table_bar_init (TableBar *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);
  gtk_widget_add_css_class (GTK_WIDGET (self), "table-bar");
  add_filter (self);
  self->controls = short_forms_new ();
  short_forms_add (SHORT_FORMS (self->controls), gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX));
  gtk_widget_set_hexpand (self->controls, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->controls);
}

GtkWidget *
table_bar_new (GtkWidget *columns, bool has_events)
{
  TableBar *self = g_object_new (TABLES_TYPE_BAR, NULL);

  self->columns = g_object_ref_sink (columns);
  add_actions (self, has_events);
  return GTK_WIDGET (self);
}
