/* SPDX-License-Identifier: Apache-2.0 */

#include "app/tables/tables_page.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/settings.h"
#include "app/tables/query_page.h"
#include "app/tables/statistics_table.h"
#include "trace/stats/memory/allocation_stats.h"
#include "widgets/controls/quiet_tooltip.h"

#define SIDEBAR_PX 184

#define QUERY_ID "query"

struct _TablesPage
{
  GtkWidget parent_instance;

  LoadedProfile *loaded;
  GtkWidget *sidebar, *list, *stack;
  bool is_opening; /* the row was chosen by the program: it is not to be remembered */
};

G_DEFINE_FINAL_TYPE (TablesPage, tables_page, GTK_TYPE_WIDGET)

static const char *
id_of (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "id");
}

static GtkWidget *
build (TablesPage *self, const char *id)
{
  if (g_str_equal (id, QUERY_ID))
    return query_page_new (self->loaded);
  return statistics_table_new (self->loaded, stat_table_kind (id));
}

static void
show_row (TablesPage *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  if (row == NULL)
    return;
  GtkStack *stack = GTK_STACK (self->stack);
  if (gtk_stack_get_child_by_name (stack, id_of (row)) == NULL)
    gtk_stack_add_named (stack, build (self, id_of (row)), id_of (row));
  gtk_stack_set_visible_child_name (stack, id_of (row));
  if (!self->is_opening)
    settings_set_table (id_of (row));
}

/* Enter on a row goes into what it shows. */
static void
enter_row (TablesPage *self)
{
  GtkWidget *shown = gtk_stack_get_visible_child (GTK_STACK (self->stack));

  if (shown != NULL)
    gtk_widget_grab_focus (shown);
}

static GtkListBoxRow *
find_row (TablesPage *self, const char *id)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    if (g_strcmp0 (id_of (row), id) == 0)
      return row;
  return NULL;
}

void
tables_page_show (TablesPage *self, const char *id, const char *filter)
{
  GtkListBoxRow *row = find_row (self, id);

  if (row == NULL)
    return;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  GtkWidget *shown = gtk_stack_get_visible_child (GTK_STACK (self->stack));
  if (STATISTICS_IS_TABLE (shown))
    statistics_table_set_filter (STATISTICS_TABLE (shown), filter);
  else if (QUERY_IS_PAGE (shown) && *filter != '\0')
    query_page_show (QUERY_PAGE (shown), filter);
}

/* ---- the widget ---- */

static void
add_row (TablesPage *self, const char *id, const char *title)
{
  GtkWidget *row = gtk_list_box_row_new (), *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  quiet_tooltip_of_cut_text (label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data (G_OBJECT (row), "id", (gpointer) id);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void
add_sidebar (TablesPage *self)
{
  self->list = gtk_list_box_new ();
  gtk_widget_add_css_class (self->list, "navigation-sidebar");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_BROWSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Tables"),
                                  -1);
  for (const StatTableKind *kind = stat_tables; kind->id != NULL; kind++)
    add_row (self, kind->id, _ (kind->title));
  add_row (self, QUERY_ID, _ ("Query"));

  self->sidebar = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->sidebar), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->sidebar), self->list);
  gtk_widget_set_size_request (self->sidebar, SIDEBAR_PX, -1);
  gtk_widget_add_css_class (self->sidebar, "tables-sidebar");
  gtk_widget_set_parent (self->sidebar, GTK_WIDGET (self));
  g_signal_connect_object (self->list, "row-selected", G_CALLBACK (show_row), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (enter_row), self, G_CONNECT_SWAPPED);
}

static gboolean
tables_page_grab_focus (GtkWidget *widget)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (TABLES_PAGE (widget)->list));

  return row != NULL && gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* GTK 4.8 goes by Tab from row to row. Here the sidebar is one stop, at the row that is shown. */
static gboolean
tables_page_focus (GtkWidget *widget, GtkDirectionType direction)
{
  TablesPage *self = TABLES_PAGE (widget);
  bool on_list = (gtk_widget_get_state_flags (self->sidebar) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
  bool on_table = (gtk_widget_get_state_flags (self->stack) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;

  switch (direction)
    {
    case GTK_DIR_TAB_FORWARD:
      if (on_list || on_table)
        return gtk_widget_child_focus (self->stack, direction);
      return tables_page_grab_focus (widget);
    case GTK_DIR_TAB_BACKWARD:
      if (on_list)
        return FALSE;
      return gtk_widget_child_focus (self->stack, direction) || tables_page_grab_focus (widget);
    default:
      return GTK_WIDGET_CLASS (tables_page_parent_class)->focus (widget, direction);
    }
}

static void
tables_page_dispose (GObject *object)
{
  TablesPage *self = TABLES_PAGE (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->loaded);
  G_OBJECT_CLASS (tables_page_parent_class)->dispose (object);
}

static void
tables_page_class_init (TablesPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tables_page_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = tables_page_grab_focus;
  GTK_WIDGET_CLASS (klass)->focus = tables_page_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
tables_page_init (TablesPage *self)
{
  self->stack = gtk_stack_new ();
  gtk_widget_set_hexpand (self->stack, TRUE);
  gtk_widget_set_vexpand (self->stack, TRUE);
  add_sidebar (self);
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

static bool
may_have_rows (const StatTableKind *kind, const Trace *trace, const NameTotals *totals)
{
  return kind->has_instant ? allocation_stats_has_history (trace) : stat_table_has_slices (kind, totals);
}

/* The table that was shown last; where the profile has no rows for it, the allocations of a profile with a history of
 * them, or the first table that has rows. */
static const char *
table_to_open (const char *last, const Trace *trace)
{
  const StatTableKind *kind = stat_table_kind (last);
  NameTotals totals;

  if (g_str_equal (last, QUERY_ID) || !name_totals_of (trace, &totals))
    return last;
  if (kind == NULL || !may_have_rows (kind, trace, &totals))
    kind = allocation_stats_has_history (trace) ? stat_table_kind ("allocations")
                                                : stat_table_first_with_rows (&totals);
  name_totals_clear (&totals);
  return kind != NULL ? kind->id : last;
}

GtkWidget *
tables_page_new (LoadedProfile *loaded)
{
  TablesPage *self = g_object_new (TABLES_TYPE_PAGE, NULL);
  g_autofree char *last = settings_table ();
  const Trace *trace = view_state_profile (loaded_profile_state (loaded))->trace;
  GtkListBoxRow *row = find_row (self, table_to_open (last, trace));

  self->loaded = g_object_ref (loaded);
  if (row == NULL)
    row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0);
  self->is_opening = true;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  self->is_opening = false;
  return GTK_WIDGET (self);
}
