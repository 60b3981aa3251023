/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/difference_table.h"

#include <glib/gi18n-lib.h>

#include "app/compare/pair_popover.h"
#include "app/compare/row_opening.h"
#include "app/desktop/settings.h"
#include "app/tables/save_table.h"
#include "widgets/compare/compare_card.h"
#include "widgets/compare/compare_words.h"
#include "widgets/compare/durations_chart.h"
#include "widgets/compare/kernel_pairing.h"
#include "widgets/controls/background_answer.h"
#include "widgets/controls/popover_place.h"
#include "widgets/tables/table_view.h"

#define DURATIONS_PX 150

struct _DifferenceTable
{
  GtkWidget parent_instance;

  RowKind kind;
  TableSource *source; /* NULL: none yet */
  uint64_t row;        /* the selected one; UINT64_MAX: none */
  RowOpening *opening;
  GtkWidget *view, *go_to, *card, *chart;
  GtkWidget *menu, *pair;      /* popovers over the view; NULL until they are first shown */
  double menu_x_px, menu_y_px; /* where the menu was opened last, in the view */
  GSimpleActionGroup *actions;
  BackgroundAnswer *answer;
};

G_DEFINE_FINAL_TYPE (DifferenceTable, difference_table, GTK_TYPE_WIDGET)

enum
{
  ROW_WANTED,
  SLICE_WANTED,
  GAP_WANTED,
  TABLE_WANTED,
  PAIR_WANTED,
  PART_WANTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Tables of one profile; NULL: there is none of that kind. */
static const char *const table_ids[N_ROW_KINDS] = {
  [ROWS_KERNELS] = "kernels",         [ROWS_OPERATORS] = "operators",     [ROWS_MODULES] = "modules",
  [ROWS_ANNOTATIONS] = "annotations", [ROWS_COLLECTIVES] = "collectives", [ROWS_CALLS] = "runtime",
};

/* ---- durations of the chosen row ---- */

typedef struct
{
  TableSource *source;
  uint64_t slices[COMPARED_SIDES_MAX];
  CompareDurations *durations;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  table_source_unref (question->source);
  compare_durations_free (question->durations);
  g_free (question);
}

static void
work_on (gpointer data)
{
  Question *question = data;

  question->durations = compare_durations_like (compare_source_compared (question->source), question->slices,
                                                background_answer_should_continue, NULL);
}

static void
take_answer (gpointer data, gpointer user_data)
{
  Question *question = data;
  DifferenceTable *self = user_data;

  durations_chart_set (DURATIONS_CHART (self->chart), g_steal_pointer (&question->durations));
}

static void
ask_for_durations (DifferenceTable *self)
{
  Question *question = g_new0 (Question, 1);

  question->source = table_source_ref (self->source);
  for (uint32_t side = 0; side < compare_source_compared (self->source)->n_sides; side++)
    question->slices[side] = compare_source_slice (self->source, (size_t) self->row, side);
  background_answer_ask (self->answer, question, question_free, work_on, take_answer, self);
}

/* ---- the chosen row ---- */

static bool
has_row (DifferenceTable *self)
{
  return self->source != NULL && self->row < self->source->n_rows;
}

/* There is one. */
static RowKind
kind_of_row (DifferenceTable *self)
{
  return compare_source_row_kind (self->source, (size_t) self->row);
}

static bool
leads_to_slice (DifferenceTable *self)
{
  return has_row (self) && self->source->slice (self->source, (size_t) self->row) != SLICE_NONE;
}

static bool
leads_somewhere (DifferenceTable *self)
{
  return leads_to_slice (self) || (has_row (self) && self->source->leads (self->source, (size_t) self->row));
}

static void
follow_row (DifferenceTable *self, uint64_t row)
{
  self->row = row;
  bool leads = leads_to_slice (self); /* causes of idle time have no slices, and no durations */

  gtk_widget_set_sensitive (self->go_to, leads_somewhere (self));
  gtk_widget_set_visible (self->card, leads);
  if (!leads)
    {
      background_answer_drop (self->answer);
      durations_chart_set (DURATIONS_CHART (self->chart), NULL);
      return;
    }
  g_autofree char *footer =
    /* Translators: a kernel, operator and so on. */
    g_strdup_printf (
      _ ("Slices with the exact name of the longest of “%s” in the scope of each side; lines are medians."),
      compare_source_name (self->source, (size_t) row));
  compare_card_set_footer (self->card, footer);
  ask_for_durations (self);
}

static void
select_row (DifferenceTable *self, uint64_t row)
{
  /* The view may still show what was before. */
  follow_row (self, table_view_source (TABLES_VIEW (self->view)) == self->source ? row : UINT64_MAX);
}

/* ---- ways out ---- */

/* Its longest slice or gap on a side. */
static void
go_to_place (DifferenceTable *self, guint side)
{
  uint64_t slice =
    has_row (self) ? compare_source_slice (self->source, (size_t) self->row, side) : SLICE_NONE;
  const IdleGap *gap = has_row (self) ? compare_source_gap (self->source, (size_t) self->row, side) : NULL;

  if (slice != SLICE_NONE)
    g_signal_emit (self, signals[SLICE_WANTED], 0, side, slice);
  else if (gap != NULL)
    g_signal_emit (self, signals[GAP_WANTED], 0, side, gap->device, gap->begin_ns, gap->end_ns);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", _ ("This side does not have it"));
}

static void
activate_row (DifferenceTable *self, uint64_t row)
{
  guint n = self->source != NULL ? compare_source_compared (self->source)->n_sides : 0;

  select_row (self, row);
  if (leads_to_slice (self))
    g_signal_emit (self, signals[ROW_WANTED], 0, self->row);
  else
    for (guint i = 1; i <= n && has_row (self); i++)
      if (compare_source_gap (self->source, (size_t) self->row, i % n) != NULL)
        {
          go_to_place (self, i % n);
          return;
        }
}

static void
on_slice (GSimpleAction *action, GVariant *side, gpointer user_data)
{
  (void) action;
  go_to_place (user_data, g_variant_get_uint32 (side));
}

static void
on_table (GSimpleAction *action, GVariant *side, gpointer user_data)
{
  DifferenceTable *self = user_data;
  guint of = g_variant_get_uint32 (side);

  (void) action;
  if (!has_row (self) || table_ids[kind_of_row (self)] == NULL
      || of >= compare_source_compared (self->source)->n_sides)
    return;
  uint64_t slice = compare_source_slice (self->source, (size_t) self->row, of);
  const Trace *trace = compare_source_compared (self->source)->comparison.sides[of].trace;
  if (slice == SLICE_NONE)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", _ ("This side does not have it"));
      return;
    }
  g_signal_emit (self, signals[TABLE_WANTED], 0, of, table_ids[kind_of_row (self)],
                 trace_display_name (trace, slice_name (trace_slices (trace), slice)));
}

/* ---- pairs by hand ---- */

static void
emit_names (DifferenceTable *self, guint signal, char *name, char *other)
{
  g_signal_emit (self, signals[signal], 0, name, other);
  g_free (name);
  g_free (other);
}

static void
pair_chosen (DifferenceTable *self, uint64_t candidate)
{
  char *name, *other;

  if (has_row (self)
      && kernel_pairing_names (compare_source_compared (self->source), self->row, candidate, &name, &other))
    emit_names (self, PAIR_WANTED, name, other);
}

static void
on_pair (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DifferenceTable *self = user_data;

  (void) action;
  (void) parameter;
  if (!has_row (self) || self->kind != ROWS_KERNELS)
    return;
  if (self->pair == NULL)
    {
      self->pair = pair_popover_new ();
      gtk_widget_set_parent (self->pair, self->view);
      gtk_popover_set_position (GTK_POPOVER (self->pair), GTK_POS_BOTTOM);
      g_signal_connect_object (self->pair, "chosen", G_CALLBACK (pair_chosen), self, G_CONNECT_SWAPPED);
    }
  popover_place (GTK_POPOVER (self->pair), self->menu_x_px, self->menu_y_px, 1, 1);
  pair_popover_open (PAIR_POPOVER (self->pair), compare_source_compared (self->source), self->row);
}

static void
on_part (GSimpleAction *action, GVariant *side, gpointer user_data)
{
  DifferenceTable *self = user_data;
  const Compared *compared = self->source != NULL ? compare_source_compared (self->source) : NULL;
  guint of = g_variant_get_uint32 (side);

  (void) action;
  if (has_row (self) && self->kind == ROWS_KERNELS && of < compared->n_sides
      && kernel_pairing_can_part (compared, self->row, of))
    emit_names (self, PART_WANTED, kernel_pairing_name (compared, self->row, 0),
                kernel_pairing_name (compared, self->row, of));
}

static void
append_pairing (DifferenceTable *self, GMenu *menu)
{
  const Compared *compared = compare_source_compared (self->source);
  g_autoptr (GMenu) section = g_menu_new ();
  g_autoptr (GArray) candidates = kernel_pairing_candidates (compared, self->row);

  if (candidates->len > 0)
    g_menu_append (section, _ ("_Pair With…"), "row.pair");
  for (guint side = 1; side < compared->n_sides; side++)
    if (kernel_pairing_can_part (compared, self->row, side))
      {
        g_autofree char *label = compared->n_sides == 2
                                   ? g_strdup (_ ("P_art This Pair"))
                                   : g_strdup_printf (_ ("P_art This Pair in %s"), compared_letter (side));
        g_autofree char *action = g_strdup_printf ("row.part(uint32 %u)", side);

        g_menu_append (section, label, action);
      }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* ---- menus ---- */

static void
append_ways (GMenu *menu, const Compared *compared, const char *action, const char *format)
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint side = 0; side < compared->n_sides; side++)
    {
      g_autofree char *label = g_strdup_printf (format, compared_letter (side));
      g_autofree char *detailed = g_strdup_printf ("%s(uint32 %u)", action, side);

      g_menu_append (section, label, detailed);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GMenu *
ways_new (DifferenceTable *self, const Compared *compared)
{
  GMenu *menu = g_menu_new ();

  append_ways (menu, compared, "row.slice",
               self->kind == ROWS_IDLE ? _ ("Longest Gap in %s") : _ ("Longest Slice in %s"));
  if (table_ids[self->kind] != NULL)
    append_ways (menu, compared, "row.table", _ ("Table of %s"));
  return menu;
}

static void
fill_ways (DifferenceTable *self, const Compared *compared)
{
  g_autoptr (GMenu) menu = ways_new (self, compared);

  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->go_to), G_MENU_MODEL (menu));
}

/* ---- what is beneath a row ---- */

static void
show_source (DifferenceTable *self, TableSource *source)
{
  bool has_steps = compare_source_compared (source)->comparison.sides[0].steps.has_steps;

  table_view_set_source (TABLES_VIEW (self->view), source,
                         has_steps
                           ? _ ("Largest difference first; means per step used and GPU, on the host per rank")
                           : _ ("Largest difference first; whole windows, per GPU, on the host per rank"),
                         compare_words_table_none (self->kind));
}

static void
show_nothing (DifferenceTable *self)
{
  TableSource *empty = table_source_empty ();

  table_view_set_source (TABLES_VIEW (self->view), empty, "", "");
  table_source_unref (empty);
}

/* Takes source, the same table as before with other rows beneath. */
static void
take_folded (TableSource *source, TableSource *before, gpointer user_data)
{
  DifferenceTable *self = user_data;

  if (source == NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s",
                                _ ("It launched no kernel in the scope of any side"));
  if (source == NULL || before != self->source)
    {
      table_source_unref (source);
      return;
    }
  self->source = source;
  if (has_row (self) && table_source_is_beneath (before, (size_t) self->row))
    follow_row (self, UINT64_MAX);
  show_source (self, source);
  table_source_unref (before);
}

static void
turn_fold (DifferenceTable *self, uint64_t row)
{
  if (self->source != NULL && self->source == table_view_source (TABLES_VIEW (self->view)))
    row_opening_turn (self->opening, self->source, row);
}

static void
on_fold (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DifferenceTable *self = user_data;

  (void) action;
  (void) parameter;
  if (has_row (self))
    turn_fold (self, self->row);
}

static void
append_fold (DifferenceTable *self, GMenu *menu)
{
  g_autoptr (GMenu) section = g_menu_new ();
  TableFold fold = row_opening_fold (self->source, self->row);

  if (fold == TABLE_FOLD_NONE)
    return;
  g_menu_append (section, fold == TABLE_FOLD_OPEN ? _ ("Hide the _Kernels") : _ ("Show the _Kernels"),
                 "row.fold");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
open_menu (DifferenceTable *self, uint64_t row, double x_px, double y_px)
{
  select_row (self, row);
  if (!has_row (self))
    return;
  g_autoptr (GMenu) menu = g_menu_new (), end = g_menu_new ();

  if (leads_somewhere (self))
    {
      g_autoptr (GMenu) ways = ways_new (self, compare_source_compared (self->source));

      g_menu_append_section (menu, NULL, G_MENU_MODEL (ways));
    }
  append_fold (self, menu);
  if (self->kind == ROWS_KERNELS)
    append_pairing (self, menu);
  g_menu_append (end, _ ("_Copy Row"), "table.copy-row");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (end));
  if (self->menu == NULL)
    {
      self->menu = gtk_popover_menu_new_from_model (NULL);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_parent (self->menu, self->view);
    }
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), G_MENU_MODEL (menu));
  self->menu_x_px = x_px;
  self->menu_y_px = y_px;
  popover_place (GTK_POPOVER (self->menu), x_px, y_px, 1, 1);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* ---- the widget ---- */

/* Whether a row counts the same on a side of another comparison of the same profiles. */
static bool
is_same_row (const TableSource *a, uint64_t row_a, const TableSource *b, uint64_t row_b, guint side)
{
  uint64_t slice = compare_source_slice (a, (size_t) row_a, side);

  return slice != SLICE_NONE && slice == compare_source_slice (b, (size_t) row_b, side)
         && compare_source_compared (a)->sides[side].profile
              == compare_source_compared (b)->sides[side].profile;
}

/* The row of another source of the same kind that is the chosen one, such as after it was paired; UINT64_MAX: none. */
static uint64_t
row_in (DifferenceTable *self, const TableSource *source)
{
  guint n = has_row (self) ? MIN (compare_source_compared (self->source)->n_sides,
                                  compare_source_compared (source)->n_sides)
                           : 0;

  for (uint64_t row = 0; row < source->n_rows && n > 0 && !table_source_is_beneath (self->source, self->row);
       row++)
    for (guint side = 0; side < n; side++)
      if (is_same_row (self->source, self->row, source, row, side))
        return row;
  return UINT64_MAX;
}

void
difference_table_set (DifferenceTable *self, TableSource *source)
{
  uint64_t row = source != NULL ? row_in (self, source) : UINT64_MAX;
  TableSource *before = self->source;

  self->source = source != NULL ? table_source_ref (source) : NULL;
  row_opening_drop (self->opening);
  g_clear_pointer (&self->pair, gtk_widget_unparent); /* it holds what was compared before */
  follow_row (self, UINT64_MAX);
  if (source != NULL)
    {
      fill_ways (self, compare_source_compared (source));
      show_source (self, source);
      table_view_select (TABLES_VIEW (self->view), row);
    }
  else
    show_nothing (self);
  table_source_unref (before);
}

TableSource *
difference_table_source (DifferenceTable *self)
{
  return self->source;
}

static gboolean
difference_table_grab_focus (GtkWidget *widget)
{
  return gtk_widget_child_focus (DIFFERENCE_TABLE (widget)->view, GTK_DIR_TAB_FORWARD);
}

static void
difference_table_dispose (GObject *object)
{
  DifferenceTable *self = DIFFERENCE_TABLE (object);
  GtkWidget *child;

  g_clear_pointer (&self->answer, background_answer_free);
  g_clear_pointer (&self->opening, row_opening_free);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->pair, gtk_widget_unparent);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->source, table_source_unref);
  G_OBJECT_CLASS (difference_table_parent_class)->dispose (object);
}

static void
difference_table_class_init (DifferenceTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = difference_table_dispose;
  widget_class->grab_focus = difference_table_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  signals[ROW_WANTED] =
    g_signal_new ("row-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
  signals[SLICE_WANTED] = g_signal_new ("slice-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT64);
  signals[GAP_WANTED] = g_signal_new ("gap-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                      4, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_INT64, G_TYPE_INT64);
  signals[TABLE_WANTED] = g_signal_new ("table-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_STRING, G_TYPE_STRING);
  for (guint signal = PAIR_WANTED; signal <= PART_WANTED; signal++)
    signals[signal] =
      g_signal_new (signal == PAIR_WANTED ? "pair-wanted" : "part-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
difference_table_init (DifferenceTable *self)
{
  static const GActionEntry entries[] = {
    { .name = "slice", .activate = on_slice, .parameter_type = "u" },
    { .name = "table", .activate = on_table, .parameter_type = "u" },
    { .name = "fold", .activate = on_fold },
    { .name = "pair", .activate = on_pair },
    { .name = "part", .activate = on_part, .parameter_type = "u" },
  };

  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
  self->answer = background_answer_new_long ();
  self->opening = row_opening_new (take_folded, self);
  self->row = UINT64_MAX;
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "row", G_ACTION_GROUP (self->actions));
}

GtkWidget *
difference_table_new (RowKind kind)
{
  DifferenceTable *self = g_object_new (DIFFERENCE_TYPE_TABLE, NULL);
  g_autofree char *id = g_strconcat ("compare-", row_kind_word (kind), NULL);

  self->kind = kind;
  self->view = table_view_new (compare_words_table (kind), false);
  gtk_widget_set_vexpand (self->view, TRUE);
  gtk_widget_set_parent (self->view, GTK_WIDGET (self));
  self->go_to = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->go_to), _ ("Go To"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->go_to), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Go To"),
                                  -1);
  gtk_widget_set_tooltip_text (self->go_to,
                               _ ("Show the chosen row on the timeline or in the tables of a side"));
  gtk_widget_set_sensitive (self->go_to, FALSE);
  table_view_add_control (TABLES_VIEW (self->view), self->go_to);
  self->chart = durations_chart_new (_ ("Durations of the chosen row"), DURATIONS_PX);
  self->card = compare_card_new (_ ("Durations of the chosen row"), self->chart);
  gtk_widget_add_css_class (self->card, "compare-durations");
  gtk_widget_set_vexpand (self->card, FALSE);
  gtk_widget_set_visible (self->card, FALSE);
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
  GtkWidget *copy = compare_card_add_copy (self->card, _ ("Copy the durations"));
  g_signal_connect_swapped (copy, "clicked", G_CALLBACK (durations_chart_copy), self->chart);
  settings_bind_table_columns (id, self->view, "columns-text");
  save_table_follow (TABLES_VIEW (self->view), id);
  g_signal_connect_object (self->view, "row-activated", G_CALLBACK (activate_row), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "row-selected", G_CALLBACK (select_row), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "fold-wanted", G_CALLBACK (turn_fold), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "menu-wanted", G_CALLBACK (open_menu), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
