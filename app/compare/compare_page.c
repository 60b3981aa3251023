/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/compare_page.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/compare/compare_task.h"
#include "app/compare/cost_section.h"
#include "app/compare/difference_table.h"
#include "app/compare/sides_bar.h"
#include "app/desktop/mnemonic.h"
#include "widgets/compare/compare_overview.h"
#include "widgets/compare/compare_words.h"

#define SIDEBAR_PX 168
#define GAP_PX     12

struct _ComparePage
{
  GtkWidget parent_instance;

  SideList *sides;
  CompareTask *task;
  Library *library;
  CostSection *costs;
  CompareResult result; /* what is shown; all NULL: nothing yet */
  bool is_stale;        /* the sides are others than those of result */

  GtkWidget *column, *bar, *faces, *list, *stack, *overview, *compare_steps, *message;
  GtkWidget *tables[N_ROW_KINDS]; /* NULL until it is first shown */
};

G_DEFINE_FINAL_TYPE (ComparePage, compare_page, GTK_TYPE_WIDGET)

#define OVERVIEW_ROW 0 /* then the tables */

/* ---- ways out ---- */

/* The side's profile, shown. */
static ViewState *
show_side (ComparePage *self, guint side)
{
  ProfileList *list = side_list_profiles (self->sides);

  if (side >= side_list_count (self->sides)
      || !profile_list_has (list, side_list_get (self->sides, side)->loaded))
    return NULL;
  LoadedProfile *loaded = side_list_get (self->sides, side)->loaded;
  profile_list_show (list, loaded);
  return loaded_profile_state (loaded);
}

static void
show_slice (ComparePage *self, guint side, guint64 slice)
{
  ViewState *state = self->is_stale ? NULL : show_side (self, side);

  if (state != NULL && slice < trace_slices (view_state_profile (state)->trace)->n)
    view_state_want_slice (state, slice);
}

static void
show_table (ComparePage *self, guint side, const char *id, const char *name)
{
  g_autofree char *kept = g_strdup (name); /* the profile it is of may go */
  ViewState *state = self->is_stale ? NULL : show_side (self, side);

  if (state != NULL)
    view_state_want_table (state, id, kept);
}

/* ---- tables ---- */

static GtkWidget *
table_of (ComparePage *self, RowKind kind)
{
  if (self->tables[kind] == NULL)
    {
      self->tables[kind] = difference_table_new (kind);
      gtk_stack_add_named (GTK_STACK (self->stack), self->tables[kind], row_kind_word (kind));
      g_signal_connect_object (self->tables[kind], "slice-wanted", G_CALLBACK (show_slice), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->tables[kind], "table-wanted", G_CALLBACK (show_table), self,
                               G_CONNECT_SWAPPED);
      if (self->result.sources[kind] != NULL)
        difference_table_set (DIFFERENCE_TABLE (self->tables[kind]), self->result.sources[kind]);
    }
  return self->tables[kind];
}

static void
show_row (ComparePage *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  int place = row != NULL ? gtk_list_box_row_get_index (row) : OVERVIEW_ROW;

  gtk_stack_set_visible_child (
    GTK_STACK (self->stack), place == OVERVIEW_ROW ? self->overview : table_of (self, (RowKind) (place - 1)));
}

/* Enter on a row goes into what it shows. */
static void
enter_row (ComparePage *self)
{
  gtk_widget_child_focus (self->stack, GTK_DIR_TAB_FORWARD);
}

/* ---- computing ---- */

static void
clear_result (ComparePage *self)
{
  for (int kind = 0; kind < N_ROW_KINDS; kind++)
    g_clear_pointer (&self->result.sources[kind], table_source_unref);
  g_clear_pointer (&self->result.compared, compared_unref);
}

static void
say (ComparePage *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->message), text);
  gtk_stack_set_visible_child_name (GTK_STACK (self->faces), "message");
}

static void
take_result (CompareResult *result, gpointer user_data)
{
  ComparePage *self = user_data;

  sides_bar_set_busy (self->bar, false);
  if (result->compared == NULL)
    {
      self->is_stale = true; /* who comes back may find more */
      say (self, _ ("Not enough memory for this comparison"));
      return;
    }
  clear_result (self);
  self->result.compared = g_steal_pointer (&result->compared);
  compare_overview_set (COMPARE_OVERVIEW (self->overview), self->result.compared,
                        g_steal_pointer (&result->step_times));
  cost_section_set (self->costs, self->result.compared);
  for (int kind = 0; kind < N_ROW_KINDS; kind++)
    {
      self->result.sources[kind] = g_steal_pointer (&result->sources[kind]);
      if (self->tables[kind] != NULL)
        difference_table_set (DIFFERENCE_TABLE (self->tables[kind]), self->result.sources[kind]);
    }
  gtk_stack_set_visible_child_name (GTK_STACK (self->faces), "result");
}

static bool
find_parts (ComparePage *self, ComparedSide *sides, guint n, GError **error)
{
  bool ok = true;

  for (guint i = 0; i < n && ok; i++)
    {
      const Side *side = side_list_get (self->sides, i);
      const Profile *profile = loaded_profile_profile (side->loaded);

      sides[i].profile = profile;
      sides[i].name = profile_short_name (profile->name);
      sides[i].scope = side_text (side);
      ok = side_part (side, &sides[i].part, error);
    }
  return ok;
}

static void
ask (ComparePage *self, guint n)
{
  ComparedSide sides[COMPARED_SIDES_MAX] = { 0 };
  g_autoptr (GError) error = NULL;

  self->is_stale = false;
  if (find_parts (self, sides, n, &error))
    {
      if (self->result.compared == NULL)
        say (self, _ ("Computing…"));
      sides_bar_set_busy (self->bar, self->result.compared != NULL);
      compare_task_ask (self->task, sides, n);
    }
  else
    say (self, error->message);
  for (guint i = 0; i < n; i++)
    {
      g_free (sides[i].name);
      g_free (sides[i].scope);
    }
}

/* The steps of a profile can be compared with each other. */
static bool
can_compare_steps (ComparePage *self)
{
  LoadedProfile *shown = profile_list_shown (side_list_profiles (self->sides));

  return shown != NULL && step_table_count (loaded_profile_profile (shown)->steps) > 1;
}

static void
compute (ComparePage *self)
{
  guint n = side_list_count (self->sides);

  if (!self->is_stale || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (n >= 2)
    {
      ask (self, n);
      return;
    }
  gtk_widget_set_visible (self->compare_steps, can_compare_steps (self));
  gtk_stack_set_visible_child_name (GTK_STACK (self->faces), "empty");
}

/* ---- views ---- */

static void
build_views (ComparePage *self)
{
  self->overview = compare_overview_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->overview, "overview");
  self->costs =
    cost_section_new (self->library, compare_overview_costs (COMPARE_OVERVIEW (self->overview)));
}

/* Views keep the profiles that they show in memory, also unloaded ones: they begin anew. */
static void
renew_views (ComparePage *self)
{
  clear_result (self);
  g_clear_pointer (&self->costs, cost_section_free);
  for (GtkWidget *view; (view = gtk_widget_get_first_child (self->stack)) != NULL;)
    gtk_stack_remove (GTK_STACK (self->stack), view);
  for (int kind = 0; kind < N_ROW_KINDS; kind++)
    self->tables[kind] = NULL;
  build_views (self);
  gtk_list_box_select_row (GTK_LIST_BOX (self->list),
                           gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), OVERVIEW_ROW));
}

/* What was computed may be of a profile that goes. */
static void
sides_changed (ComparePage *self)
{
  compare_task_cancel (self->task);
  sides_bar_set_busy (self->bar, false);
  self->is_stale = true;
  gtk_widget_set_visible (self->bar, side_list_count (self->sides) >= 2);
  if (side_list_count (self->sides) < 2 && self->result.compared != NULL)
    renew_views (self);
  compute (self);
}

/* ---- one profile alone ---- */

static void
compare_steps (ComparePage *self)
{
  LoadedProfile *shown = profile_list_shown (side_list_profiles (self->sides));

  if (shown != NULL)
    side_list_compare_step (self->sides, shown, view_state_slowest_step (loaded_profile_state (shown)));
}

static GtkWidget *
empty_new (ComparePage *self)
{
  GtkWidget *page = adw_status_page_new (), *buttons = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX);
  GtkWidget *open = mnemonic_button_new (_ ("_Open…"));

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (page), "stepscope-compare-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (page), _ ("Compare needs a second profile"));
  adw_status_page_set_description (ADW_STATUS_PAGE (page),
                                   _ ("Differences are shown per step, largest first."));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open");
  gtk_widget_add_css_class (open, "pill");
  gtk_widget_add_css_class (open, "suggested-action");
  self->compare_steps = mnemonic_button_new (_ ("Compare the _Slowest Step With the Median Step"));
  gtk_widget_add_css_class (self->compare_steps, "pill");
  g_signal_connect_swapped (self->compare_steps, "clicked", G_CALLBACK (compare_steps), self);
  gtk_widget_set_halign (buttons, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (buttons), open);
  gtk_box_append (GTK_BOX (buttons), self->compare_steps);
  adw_status_page_set_child (ADW_STATUS_PAGE (page), buttons);
  return page;
}

/* ---- the widget ---- */

SideList *
compare_page_sides (ComparePage *self)
{
  return self->sides;
}

static void
compare_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (compare_page_parent_class)->map (widget);
  compute (COMPARE_PAGE (widget));
}

static bool
shows_result (ComparePage *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->faces)), "result") == 0;
}

static gboolean
focus_list (ComparePage *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  return row != NULL && gtk_widget_grab_focus (GTK_WIDGET (row));
}

static gboolean
compare_page_grab_focus (GtkWidget *widget)
{
  ComparePage *self = COMPARE_PAGE (widget);

  return shows_result (self) ? focus_list (self) : gtk_widget_child_focus (self->faces, GTK_DIR_TAB_FORWARD);
}

static bool
has_focus (GtkWidget *widget)
{
  return (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

/* GTK 4.8 goes by Tab from row to row of a list, and each that it comes to is chosen. Here the list is one stop, at the row
 * that is shown, between the sides and what is shown of them. */
static gboolean
compare_page_focus (GtkWidget *widget, GtkDirectionType direction)
{
  ComparePage *self = COMPARE_PAGE (widget);
  bool on_list = has_focus (self->list), on_stack = has_focus (self->stack);

  if (!shows_result (self) || (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD))
    return GTK_WIDGET_CLASS (compare_page_parent_class)->focus (widget, direction);
  if (direction == GTK_DIR_TAB_FORWARD)
    {
      if (on_list || on_stack)
        return gtk_widget_child_focus (self->stack, direction);
      return gtk_widget_child_focus (self->bar, direction) || focus_list (self);
    }
  if (on_list || has_focus (self->bar))
    return gtk_widget_child_focus (self->bar, direction);
  return gtk_widget_child_focus (self->stack, direction) || focus_list (self);
}

static void
compare_page_dispose (GObject *object)
{
  ComparePage *self = COMPARE_PAGE (object);

  g_clear_pointer (&self->task, compare_task_free);
  g_clear_pointer (&self->costs, cost_section_free);
  if (self->sides != NULL)
    g_signal_handlers_disconnect_by_data (self->sides, self);
  g_clear_pointer (&self->column, gtk_widget_unparent);
  clear_result (self);
  g_clear_object (&self->sides);
  G_OBJECT_CLASS (compare_page_parent_class)->dispose (object);
}

static void
compare_page_class_init (ComparePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = compare_page_dispose;
  GTK_WIDGET_CLASS (klass)->map = compare_page_map;
  GTK_WIDGET_CLASS (klass)->grab_focus = compare_page_grab_focus;
  GTK_WIDGET_CLASS (klass)->focus = compare_page_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
add_row (ComparePage *self, const char *title)
{
  GtkWidget *row = gtk_list_box_row_new (), *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static GtkWidget *
sidebar_new (ComparePage *self)
{
  GtkWidget *sidebar = gtk_scrolled_window_new ();

  self->list = gtk_list_box_new ();
  gtk_widget_add_css_class (self->list, "navigation-sidebar");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_BROWSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Comparison"), -1);
  add_row (self, _ ("Overview"));
  for (int kind = 0; kind < N_ROW_KINDS; kind++)
    add_row (self, compare_words_table ((RowKind) kind));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (sidebar), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (sidebar), self->list);
  gtk_widget_set_size_request (sidebar, SIDEBAR_PX, -1);
  gtk_widget_add_css_class (sidebar, "tables-sidebar");
  return sidebar;
}

static void
build (ComparePage *self)
{
  GtkWidget *result = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->bar = sides_bar_new (self->sides);
  self->faces = gtk_stack_new ();
  self->stack = gtk_stack_new ();
  build_views (self);
  self->message = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_widget_add_css_class (self->message, "secondary");
  gtk_widget_set_hexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (result), sidebar_new (self));
  gtk_box_append (GTK_BOX (result), self->stack);
  gtk_stack_add_named (GTK_STACK (self->faces), empty_new (self), "empty");
  gtk_stack_add_named (GTK_STACK (self->faces), self->message, "message");
  gtk_stack_add_named (GTK_STACK (self->faces), result, "result");
  gtk_widget_set_vexpand (self->faces, TRUE);
  gtk_box_append (GTK_BOX (self->column), self->bar);
  gtk_box_append (GTK_BOX (self->column), self->faces);
  gtk_widget_set_parent (self->column, GTK_WIDGET (self));
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (show_row), self);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (enter_row), self);
  gtk_list_box_select_row (GTK_LIST_BOX (self->list),
                           gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), OVERVIEW_ROW));
}

static void
compare_page_init (ComparePage *self)
{
  self->task = compare_task_new (take_result, self);
  self->is_stale = true;
}

GtkWidget *
compare_page_new (ProfileList *list, Library *library)
{
  ComparePage *self = g_object_new (COMPARE_TYPE_PAGE, NULL);

  self->sides = side_list_new (list);
  self->library = library;
  build (self);
  g_signal_connect_swapped (self->sides, "changed", G_CALLBACK (sides_changed), self);
  sides_changed (self);
  return GTK_WIDGET (self);
}
