/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/summary_grid.h"

#include <glib/gi18n-lib.h>

#include "widgets/compare/compare_words.h"
#include "widgets/look/screen_style.h"

#define COLUMN_GAP_PX 16
#define ROW_GAP_PX    4
#define PART_PX       12 /* a part of the figure above it */
#define ARROW_PX      12
#define ARROW_TOP_PX  4

GtkWidget *
summary_grid_new (void)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), COLUMN_GAP_PX);
  gtk_grid_set_row_spacing (GTK_GRID (grid), ROW_GAP_PX);
  gtk_widget_add_css_class (grid, "summary-grid");
  gtk_widget_add_css_class (grid, "numeric");
  return grid;
}

static GtkWidget *
label_new (const char *text, double xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), (float) xalign);
  gtk_widget_set_valign (label, GTK_ALIGN_BASELINE);
  return label;
}

static void
add_head (GtkGrid *grid, int column, const char *text, double xalign)
{
  GtkWidget *label = label_new (text, xalign);

  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "secondary");
  gtk_grid_attach (grid, label, column, 0, 1, 1);
}

static void
add_heads (GtkGrid *grid, const Compared *compared)
{
  int column = 0;

  add_head (grid, column++, compare_words_summary_head (compared), 0);
  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      g_autofree char *change = compare_words_change_head (compared, side);

      add_head (grid, column++, compared_letter (side), 1);
      if (side > 0)
        add_head (grid, column++, change, 0);
    }
}

/* How a figure of a side differs from that of the baseline. Takes both texts; reason may be NULL. */
static GtkWidget *
change_new (const Compared *compared,
            char *text,
            char *reason,
            double difference,
            bool has_changed,
            ChangeTone tone)
{
  static const char *const classes[] = { [CHANGE_BETTER] = "better", [CHANGE_WORSE] = "worse" };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *label = label_new (text, 0);

  gtk_widget_set_valign (box, GTK_ALIGN_BASELINE);
  if (has_changed && difference != 0)
    {
      GtkWidget *arrow =
        gtk_image_new_from_icon_name (difference > 0 ? "pan-up-symbolic" : "pan-down-symbolic");

      gtk_image_set_pixel_size (GTK_IMAGE (arrow), ARROW_PX);
      gtk_widget_set_valign (arrow, GTK_ALIGN_START); /* beside the first line */
      gtk_widget_set_margin_top (arrow, ARROW_TOP_PX);
      gtk_box_append (GTK_BOX (box), arrow);
    }
  gtk_label_set_wrap (GTK_LABEL (label), compared->n_sides == 2);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_add_css_class (box, tone != CHANGE_PLAIN ? classes[tone] : has_changed ? "plain" : "secondary");
  gtk_widget_set_tooltip_text (label, reason);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, reason, -1);
  g_free (text);
  g_free (reason);
  return box;
}

static void
add_title (GtkGrid *grid,
           const Compared *compared,
           int row,
           const char *text,
           const char *meaning,
           bool is_part)
{
  GtkWidget *title = label_new (text, 0);

  gtk_label_set_wrap (GTK_LABEL (title), compared->n_sides == 2);
  gtk_widget_set_tooltip_text (title, meaning);
  if (is_part)
    {
      gtk_widget_set_margin_start (title, PART_PX);
      gtk_widget_add_css_class (title, "secondary");
    }
  gtk_grid_attach (grid, title, 0, row, 1, 1);
}

static void
add_row (GtkGrid *grid, int row, const Compared *compared, SummaryKey key, const NumberStyle *numbers)
{
  const SummaryCell *cells = compared->comparison.summary.cells[key];
  int column = 1;

  add_title (grid, compared, row, compare_words_key (key), compare_words_key_meaning (key), false);
  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      g_autofree char *value = compare_words_value (key, &cells[side], numbers);

      gtk_grid_attach (grid, label_new (value, 1), column++, row, 1, 1);
      if (side > 0)
        gtk_grid_attach (grid,
                         change_new (compared, compare_words_change (key, &cells[0], &cells[side], numbers),
                                     compare_words_change_reason (compared, key, side),
                                     cells[side].difference.difference, cells[side].differs == DIFFERS_YES,
                                     compare_words_tone (key, &cells[side])),
                         column++, row, 1, 1);
    }
}

/* ---- idle time by cause ---- */

static const CompareTable *
causes_of (const Compared *compared)
{
  return &compared->comparison.tables[ROWS_IDLE];
}

static void
add_cause (GtkGrid *grid, int row, const Compared *compared, uint64_t cause, const NumberStyle *numbers)
{
  const TableCell *base = compare_table_cell (causes_of (compared), cause, 0);
  g_autofree char *name = compare_words_row (compared, ROWS_IDLE, cause);
  int column = 1;

  add_title (grid, compared, row, name, _ ("The part of the idle time that has this cause, per step and GPU"),
             true);
  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      const TableCell *cell = compare_table_cell (causes_of (compared), cause, side);
      char value[NUMBER_TEXT_MAX];

      number_text_duration (numbers, cell->per_step, value);
      gtk_grid_attach (grid, label_new (value, 1), column++, row, 1, 1);
      if (side > 0)
        gtk_grid_attach (grid,
                         change_new (compared, compare_words_row_change (base, cell, numbers),
                                     compare_words_row_reason (cell), cell->difference,
                                     cell->change == CHANGED_YES, compare_words_row_tone (cell)),
                         column++, row, 1, 1);
    }
}

static void
append_causes (GString *out, const Compared *compared, const NumberStyle *numbers)
{
  for (uint64_t cause = 0; cause < causes_of (compared)->n; cause++)
    {
      const TableCell *base = compare_table_cell (causes_of (compared), cause, 0);
      g_autofree char *name = compare_words_row (compared, ROWS_IDLE, cause);

      g_string_append_c (out, '\n');
      /* Translators: a cause of idle time, below the line "Idle". */
      g_string_append_printf (out, _ ("Idle: %s"), name);
      for (uint32_t side = 0; side < compared->n_sides; side++)
        {
          const TableCell *cell = compare_table_cell (causes_of (compared), cause, side);
          char value[NUMBER_TEXT_MAX];

          g_string_append_printf (out, "\t%s", number_text_duration (numbers, cell->per_step, value));
          if (side == 0)
            continue;
          g_autofree char *change = compare_words_row_change (base, cell, numbers);
          g_string_append_printf (out, "\t%s", change);
        }
    }
}

/* ---- the grid ---- */

/* Step times say nothing without steps. */
static bool
is_shown (const Compared *compared, SummaryKey key)
{
  for (uint32_t side = 0; side < compared->n_sides; side++)
    if (compared->comparison.summary.cells[key][side].has_value)
      return true;
  return false;
}

void
summary_grid_set (GtkWidget *grid, const Compared *compared)
{
  const NumberStyle *numbers = screen_style_get (grid)->numbers;
  GtkWidget *child;
  int row = 1;

  while ((child = gtk_widget_get_first_child (grid)) != NULL)
    gtk_grid_remove (GTK_GRID (grid), child);
  if (compared == NULL)
    return;
  add_heads (GTK_GRID (grid), compared);
  for (SummaryKey key = 0; key < N_SUMMARY_KEYS; key++)
    {
      if (is_shown (compared, key))
        add_row (GTK_GRID (grid), row++, compared, key, numbers);
      for (uint64_t cause = 0; key == SUMMARY_IDLE && cause < causes_of (compared)->n; cause++)
        add_cause (GTK_GRID (grid), row++, compared, cause, numbers);
    }
}

char *
summary_grid_text (GtkWidget *grid, const Compared *compared)
{
  const NumberStyle *numbers = screen_style_get (grid)->numbers;
  g_autoptr (GString) out = g_string_new (compare_words_summary_head (compared));

  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      g_autofree char *text = compared_side_text (compared, side);

      g_string_append_printf (out, "\t%s", text);
      if (side > 0)
        g_string_append_printf (out, "\t%s", /* xgettext:no-c-format */ _ ("Change (95 % interval)"));
    }
  for (SummaryKey key = 0; key < N_SUMMARY_KEYS; key++)
    {
      const SummaryCell *cells = compared->comparison.summary.cells[key];

      if (!is_shown (compared, key))
        continue;
      g_string_append_printf (out, "\n%s", compare_words_key (key));
      for (uint32_t side = 0; side < compared->n_sides; side++)
        {
          g_autofree char *value = compare_words_value (key, &cells[side], numbers);
          g_autofree char *change =
            side > 0 ? compare_words_change (key, &cells[0], &cells[side], numbers) : NULL;

          g_string_append_printf (out, "\t%s", value);
          if (change != NULL)
            g_string_append_printf (out, "\t%s", change);
        }
      if (key == SUMMARY_IDLE)
        append_causes (out, compared, numbers);
    }
  return g_strdup (out->str);
}
