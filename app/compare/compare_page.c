/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/compare_page.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/compare/compare_task.h"
#include "app/compare/cost_section.h"
#include "app/compare/difference_table.h"
#include "app/compare/save_comparison.h"
#include "app/compare/sides_bar.h"
#include "app/desktop/mnemonic.h"
#include "app/desktop/settings.h"
#include "widgets/compare/compare_overview.h"
#include "widgets/compare/compare_words.h"
#include "widgets/compare/timelines/compared_timelines.h"
#include "widgets/dashboard/pane_target.h"

#define SIDEBAR_PX 168
#define GAP_PX     12

struct _ComparePage
{
  GtkWidget parent_instance;

  SideList *sides;
  RememberedPairs *pairs;
  CompareTask *task;
  Library *library;
  CostSection *costs;
  CompareResult result; /* what is shown; all NULL: nothing yet */
  bool is_stale;        /* the sides are others than those of result */

  GtkWidget *column, *bar, *faces, *list, *stack, *overview, *timelines, *compare_steps, *compare_parts, *message;
  GtkWidget *tables[N_ROW_KINDS]; /* NULL until it is first shown */
};

G_DEFINE_FINAL_TYPE (ComparePage, compare_page, GTK_TYPE_WIDGET)

/* The rows of the list. */
#define OVERVIEW_ROW  0
#define TIMELINES_ROW 1
#define TABLES_ROW    2 /* the first of the tables */

/* ---- ways out ---- */

/* NULL: it was unloaded. */
static LoadedProfile *
loaded_of (ComparePage *self, const Trace *trace)
{
  ProfileList *list = side_list_profiles (self->sides);

  for (guint i = 0; i < profile_list_count (list); i++)
    if (loaded_profile_profile (profile_list_get (list, i))->trace == trace)
      return profile_list_get (list, i);
  return NULL;
}

/* The profile of a side of what is shown, which may be other sides than those that are being compared. */
static ViewState *
show_side (ComparePage *self, guint side)
{
  const Compared *compared = self->result.compared;

  if (compared == NULL || side >= compared->n_sides)
    return NULL;
  LoadedProfile *loaded = loaded_of (self, compared->sides[side].profile->trace);
  if (loaded == NULL)
    return NULL;
  profile_list_show (side_list_profiles (self->sides), loaded);
  return loaded_profile_state (loaded);
}

static void
show_slice (ComparePage *self, guint side, guint64 slice)
{
  ViewState *state = show_side (self, side);

  if (state != NULL && slice < trace_slices (view_state_profile (state)->trace)->n)
    view_state_want_slice (state, slice);
}

static void
show_gap (ComparePage *self, guint side, guint device, gint64 begin_ns, gint64 end_ns)
{
  ViewState *state = show_side (self, side);
  const PaneTarget target = { .kind = TARGET_GAP, .device = device, .begin_ns = begin_ns, .end_ns = end_ns };

  if (state != NULL && device < trace_n_devices (view_state_profile (state)->trace))
    pane_target_show (&target, state);
}

static void
show_table (ComparePage *self, guint side, const char *id, const char *name)
{
  g_autofree char *kept = g_strdup (name); /* the profile it is of may go */
  ViewState *state = show_side (self, side);

  if (state != NULL)
    view_state_want_table (state, id, kept);
}

/* A row of a table on all sides at once. */
static void
show_on_timelines (ComparePage *self, guint64 row, GtkWidget *table)
{
  TableSource *source = difference_table_source (DIFFERENCE_TABLE (table));
  uint64_t slices[COMPARED_SIDES_MAX];

  if (source == NULL || row >= source->n_rows)
    return;
  for (uint32_t side = 0; side < COMPARED_SIDES_MAX; side++)
    slices[side] = side < compare_source_compared (source)->n_sides
                     ? compare_source_slice (source, (size_t) row, side)
                     : SLICE_NONE;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list),
                           gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), TIMELINES_ROW));
  compared_timelines_show_slices (COMPARED_TIMELINES (self->timelines), slices);
  gtk_widget_grab_focus (self->timelines);
}

/* ---- kernels paired by hand ---- */

static PairDecision
decision_before (ComparePage *self, const char *name, const char *other)
{
  const Compared *compared = self->result.compared;

  for (size_t i = 0; compared != NULL && i < compared->n_pairs; i++)
    if (strcmp (compared->pairs[i].base, name) == 0 && strcmp (compared->pairs[i].other, other) == 0)
      return compared->pairs[i].sort == HAND_APART ? PAIR_APART : PAIR_TOGETHER;
  return PAIR_FORGOTTEN;
}

static void
pair_kernels (ComparePage *self, const char *name, const char *other)
{
  remembered_pairs_decide (self->pairs, GTK_WIDGET (self), name, other, PAIR_TOGETHER,
                           decision_before (self, name, other));
}

static void
part_kernels (ComparePage *self, const char *name, const char *other)
{
  remembered_pairs_decide (self->pairs, GTK_WIDGET (self), name, other, PAIR_APART,
                           decision_before (self, name, other));
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
      g_signal_connect_object (self->tables[kind], "gap-wanted", G_CALLBACK (show_gap), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->tables[kind], "table-wanted", G_CALLBACK (show_table), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->tables[kind], "row-wanted", G_CALLBACK (show_on_timelines), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->tables[kind], "pair-wanted", G_CALLBACK (pair_kernels), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->tables[kind], "part-wanted", G_CALLBACK (part_kernels), self,
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

  GtkWidget *shown = place == OVERVIEW_ROW    ? self->overview
                     : place == TIMELINES_ROW ? self->timelines
                                              : table_of (self, (RowKind) (place - TABLES_ROW));

  gtk_stack_set_visible_child (GTK_STACK (self->stack), shown);
}

/* Enter on a row goes into what it shows. */
static void
enter_row (ComparePage *self)
{
  gtk_widget_child_focus (self->stack, GTK_DIR_TAB_FORWARD);
}

/* ---- computing ---- */

Compared *
compare_page_compared (ComparePage *self)
{
  return self->result.compared;
}

static void
clear_result (ComparePage *self)
{
  for (int kind = 0; kind < N_ROW_KINDS; kind++)
    g_clear_pointer (&self->result.sources[kind], table_source_unref);
  g_clear_pointer (&self->result.compared, compared_unref);
}

/* Drops what is shown and what the widgets hold of it, so that the profiles of it can go. */
static void
drop_result (ComparePage *self)
{
  if (self->result.compared == NULL)
    return;
  clear_result (self);
  compare_overview_clear (COMPARE_OVERVIEW (self->overview));
  compared_timelines_set (COMPARED_TIMELINES (self->timelines), NULL);
  cost_section_set (self->costs, NULL);
  for (int kind = 0; kind < N_ROW_KINDS; kind++)
    if (self->tables[kind] != NULL)
      difference_table_set (DIFFERENCE_TABLE (self->tables[kind]), NULL);
}

static bool
holds_unloaded (ComparePage *self)
{
  const Compared *compared = self->result.compared;

  for (uint32_t side = 0; compared != NULL && side < compared->n_sides; side++)
    if (loaded_of (self, compared->sides[side].profile->trace) == NULL)
      return true;
  return false;
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
                        g_steal_pointer (&result->step_times), result->curves,
                        g_steal_pointer (&result->findings));
  compared_timelines_set (COMPARED_TIMELINES (self->timelines), self->result.compared);
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

  return shown != NULL && !loaded_profile_is_partial (shown)
         && step_table_count (loaded_profile_profile (shown)->steps) > 1;
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
  const char *awaited = side_list_awaited (self->sides);
  if (awaited != NULL)
    {
      g_autofree char *text = sides_bar_reading_text (awaited);

      say (self, text);
      return;
    }
  gtk_widget_set_visible (self->compare_steps, can_compare_steps (self));
  gtk_widget_set_visible (self->compare_parts, n == 1);
  gtk_stack_set_visible_child_name (GTK_STACK (self->faces), "empty");
}

static bool
shows_result (ComparePage *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->faces)), "result") == 0;
}

/* Whether it is seen or not: a profile that is unloaded must not stay in memory. */
static void
drop_unloaded (ComparePage *self)
{
  if (!holds_unloaded (self))
    return;
  drop_result (self);
  if (shows_result (self))
    say (self, _ ("Computing…"));
}

/* What was computed may be of a profile that goes. */
static void
sides_changed (ComparePage *self)
{
  compare_task_cancel (self->task);
  sides_bar_set_busy (self->bar, false);
  self->is_stale = true;
  gtk_widget_set_visible (self->bar, side_list_count (self->sides) >= 1);
  drop_unloaded (self);
  if (side_list_count (self->sides) < 2)
    drop_result (self);
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

/* The user then chooses the part of each side in its menu. */
static void
compare_parts (ComparePage *self)
{
  side_list_add (self->sides);
}

static GtkWidget *
empty_new (ComparePage *self)
{
  GtkWidget *page = adw_status_page_new (), *buttons = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX);
  GtkWidget *open = mnemonic_button_new (_ ("_Open…"));

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (page), "stepscope-compare-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (page), _ ("Compare needs a second profile"));
  adw_status_page_set_description (
    ADW_STATUS_PAGE (page), _ ("Differences are shown per step, largest first. Two parts of one profile can "
                               "be compared too, such as two ranks."));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open");
  gtk_widget_add_css_class (open, "pill");
  gtk_widget_add_css_class (open, "suggested-action");
  self->compare_steps = mnemonic_button_new (_ ("Compare the _Slowest Step With the Median Step"));
  gtk_widget_add_css_class (self->compare_steps, "pill");
  g_signal_connect_swapped (self->compare_steps, "clicked", G_CALLBACK (compare_steps), self);
  self->compare_parts = mnemonic_button_new (_ ("Compare _Parts of This Profile"));
  gtk_widget_add_css_class (self->compare_parts, "pill");
  g_signal_connect_swapped (self->compare_parts, "clicked", G_CALLBACK (compare_parts), self);
  gtk_widget_set_halign (buttons, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (buttons), open);
  gtk_box_append (GTK_BOX (buttons), self->compare_steps);
  gtk_box_append (GTK_BOX (buttons), self->compare_parts);
  adw_status_page_set_child (ADW_STATUS_PAGE (page), buttons);
  return page;
}

/* ---- the widget ---- */

SideList *
compare_page_sides (ComparePage *self)
{
  return self->sides;
}

void
compare_page_save_picture (ComparePage *self)
{
  bool are_timelines = gtk_stack_get_visible_child (GTK_STACK (self->stack)) == self->timelines;

  /* A table has no picture of its own. */
  if (are_timelines)
    save_comparison_ask_timelines (COMPARED_TIMELINES (self->timelines));
  else
    save_comparison_ask (COMPARE_OVERVIEW (self->overview));
}

static void
compare_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (compare_page_parent_class)->map (widget);
  compute (COMPARE_PAGE (widget));
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
  if (self->pairs != NULL)
    g_signal_handlers_disconnect_by_data (self->pairs, self);
  g_clear_object (&self->pairs);
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
  add_row (self, _ ("Timelines"));
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
  self->overview = compare_overview_new ();
  self->timelines = compared_timelines_new ();
  settings_bind (SETTINGS_KEYS, self->timelines, "keys");
  g_signal_connect_object (self->timelines, "slice-wanted", G_CALLBACK (show_slice), self, G_CONNECT_SWAPPED);
  self->costs =
    cost_section_new (self->library, compare_overview_costs (COMPARE_OVERVIEW (self->overview)));
  self->message = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_widget_add_css_class (self->message, "secondary");
  gtk_stack_add_named (GTK_STACK (self->stack), self->overview, "overview");
  gtk_stack_add_named (GTK_STACK (self->stack), self->timelines, "timelines");
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
  self->is_stale = true;
}

GtkWidget *
compare_page_new (ProfileList *list, Library *library)
{
  ComparePage *self = g_object_new (COMPARE_TYPE_PAGE, NULL);

  self->sides = side_list_new (list);
  self->pairs = remembered_pairs_new (library);
  self->task = compare_task_new (self->pairs, take_result, self);
  self->library = library;
  build (self);
  g_signal_connect_swapped (self->sides, "changed", G_CALLBACK (sides_changed), self);
  g_signal_connect_swapped (self->pairs, "changed", G_CALLBACK (sides_changed), self);
  settings_follow (SETTINGS_FINDING_RULES, G_OBJECT (self), G_CALLBACK (sides_changed));
  /* After that of the sides, which may have changed with the list. */
  g_signal_connect_object (list, "changed", G_CALLBACK (drop_unloaded), self, G_CONNECT_SWAPPED);
  sides_changed (self);
  return GTK_WIDGET (self);
}
