/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/pdf_table.h"

#include <math.h>

#define TITLE_PT     9.5
#define SIZE_PT      7.0
#define SIZE_MIN_PT  4.0
#define GAP_PT       5.0   /* between columns */
#define ROW_PAD_PT   1.5   /* above and below the texts of a row */
#define TEXT_MIN_PT  58.0  /* of a column of texts that is made narrower */
#define TEXT_MAX_PT  230.0 /* of one that is not */
#define FACTS_PT     300.0 /* of a table of facts, whose values stand near what they are of */
#define LINES_MAX    8     /* of a cell; a longer text is cut */

typedef struct
{
  double natural_pt; /* that no text is broken in */
  double width_pt;
  bool is_text;
} Column;

typedef struct
{
  PdfSheet *sheet;
  const DocumentTable *table;
  double size_pt, width_pt;
  guint n_columns;
  Column *columns;
} Grid;

static const DocumentCell *
cell_of (const Grid *grid, guint row, guint column)
{
  return &g_array_index (grid->table->cells, DocumentCell, row * grid->n_columns + column);
}

/* width_pt < 0: one line */
static PangoLayout *
cell_layout (const Grid *grid, const DocumentCell *cell, double width_pt)
{
  return cell->is_name ? pdf_text_name (grid->sheet->text, cell->text, grid->size_pt, width_pt)
                       : pdf_text_sentence (grid->sheet->text, cell->text, grid->size_pt, false, width_pt);
}

static PangoLayout *
head_layout (const Grid *grid, guint column, double width_pt)
{
  return pdf_text_sentence (grid->sheet->text, g_array_index (grid->table->columns, DocumentColumn, column).title,
                            grid->size_pt, true, width_pt);
}

static double
take_width (PangoLayout *layout)
{
  double width_pt = pdf_text_width_pt (layout);

  g_object_unref (layout);
  return width_pt;
}

/* The widest word of a head: heads of numbers are broken between words. */
static double
head_width_pt (const Grid *grid, guint column)
{
  g_auto (GStrv) words =
    g_strsplit (g_array_index (grid->table->columns, DocumentColumn, column).title, " ", -1);
  double most_pt = 0;

  for (char **word = words; *word != NULL; word++)
    most_pt =
      fmax (most_pt, take_width (pdf_text_sentence (grid->sheet->text, *word, grid->size_pt, true, -1)));
  return most_pt;
}

static double
measure (Grid *grid)
{
  double sum_pt = 0;

  for (guint c = 0; c < grid->n_columns; c++)
    {
      Column *column = &grid->columns[c];

      column->is_text = g_array_index (grid->table->columns, DocumentColumn, c).is_text;
      column->natural_pt = head_width_pt (grid, c);
      for (guint row = 0; row < document_table_n_rows (grid->table); row++)
        column->natural_pt =
          fmax (column->natural_pt, take_width (cell_layout (grid, cell_of (grid, row, c), -1)));
      column->width_pt = column->is_text ? fmin (column->natural_pt, TEXT_MAX_PT) : column->natural_pt;
      sum_pt += column->width_pt + GAP_PT;
    }
  return sum_pt;
}

/* Columns of texts give up room first. Returns whether all fit now. */
static bool
narrow (Grid *grid, double sum_pt)
{
  double over_pt = sum_pt - grid->width_pt, room_pt = 0;

  for (guint c = 0; c < grid->n_columns; c++)
    if (grid->columns[c].is_text)
      room_pt += fmax (grid->columns[c].width_pt - TEXT_MIN_PT, 0);
  for (guint c = 0; c < grid->n_columns && over_pt > 0 && room_pt > 0; c++)
    if (grid->columns[c].is_text)
      grid->columns[c].width_pt -=
        fmin (over_pt / room_pt, 1) * fmax (grid->columns[c].width_pt - TEXT_MIN_PT, 0);
  return over_pt <= room_pt;
}

/* What is left over goes to texts that have no room, then to all columns. */
static void
widen (Grid *grid)
{
  double rest_pt = grid->width_pt, wanted_pt = 0;

  for (guint c = 0; c < grid->n_columns; c++)
    {
      rest_pt -= grid->columns[c].width_pt + GAP_PT;
      wanted_pt += fmax (grid->columns[c].natural_pt - grid->columns[c].width_pt, 0);
    }
  rest_pt = fmax (rest_pt, 0);
  for (guint c = 0; c < grid->n_columns && wanted_pt > 0; c++)
    grid->columns[c].width_pt += fmin (rest_pt / wanted_pt, 1)
                                 * fmax (grid->columns[c].natural_pt - grid->columns[c].width_pt, 0);
  rest_pt = fmax (rest_pt - wanted_pt, 0);
  for (guint c = 0; c < grid->n_columns; c++)
    grid->columns[c].width_pt += rest_pt / grid->n_columns;
}

static void
choose_widths (Grid *grid)
{
  double sum_pt = measure (grid);

  while (!narrow (grid, sum_pt) && grid->size_pt > SIZE_MIN_PT)
    {
      grid->size_pt = fmax (grid->size_pt - 0.5, SIZE_MIN_PT);
      sum_pt = measure (grid);
    }
  widen (grid);
}

/* row < 0: the head */
static PangoLayout *
layout_of (const Grid *grid, int row, guint column)
{
  double width_pt = grid->columns[column].width_pt;
  PangoLayout *layout =
    row < 0 ? head_layout (grid, column, width_pt) : cell_layout (grid, cell_of (grid, (guint) row, column), width_pt);

  pango_layout_set_alignment (layout, grid->columns[column].is_text ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT);
  pango_layout_set_height (layout, -LINES_MAX);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  return layout;
}

/* Returns the height of the row, which is drawn at y_pt unless that is negative. */
static double
put_row (const Grid *grid, int row, double y_pt)
{
  const Theme *theme = grid->sheet->theme;
  double x_pt = PDF_MARGIN_PT + GAP_PT / 2, most_pt = 0;

  for (guint c = 0; c < grid->n_columns; c++)
    {
      PangoLayout *layout = layout_of (grid, row, c);

      most_pt = fmax (most_pt, pdf_text_height_pt (layout));
      if (y_pt >= 0)
        pdf_sheet_draw (grid->sheet, layout, row < 0 ? theme->secondary : theme->text, x_pt, y_pt + ROW_PAD_PT);
      g_object_unref (layout);
      x_pt += grid->columns[c].width_pt + GAP_PT;
    }
  return most_pt + 2 * ROW_PAD_PT;
}

static void
write_row (const Grid *grid, int row)
{
  PdfSheet *sheet = grid->sheet;

  sheet->y_pt += put_row (grid, row, sheet->y_pt);
  pdf_sheet_rule (sheet, sheet->y_pt, grid->width_pt);
}

void
pdf_table_write (PdfSheet *sheet, const char *title, const DocumentTable *table)
{
  g_autofree Column *columns = g_new0 (Column, table->columns->len);
  Grid grid = { sheet, table, SIZE_PT, table->is_facts ? FACTS_PT : PDF_WIDTH_PT, table->columns->len, columns };
  PangoLayout *caption = pdf_text_sentence (sheet->text, title, TITLE_PT, true, PDF_WIDTH_PT);

  choose_widths (&grid);
  pdf_sheet_need (sheet, PDF_TABLE_MIN_PT);
  sheet->y_pt += 6;
  pdf_sheet_write (sheet, caption, sheet->theme->text, 0);
  g_object_unref (caption);
  sheet->y_pt += 2;
  write_row (&grid, -1);
  for (int row = 0; row < (int) document_table_n_rows (table); row++)
    {
      if (pdf_sheet_need (sheet, put_row (&grid, row, -1)))
        write_row (&grid, -1);
      write_row (&grid, row);
    }
  if (table->note != NULL)
    {
      PangoLayout *note = pdf_text_sentence (sheet->text, table->note, SIZE_PT, false, PDF_WIDTH_PT);

      sheet->y_pt += 2;
      pdf_sheet_write (sheet, note, sheet->theme->secondary, 0);
      g_object_unref (note);
    }
  sheet->y_pt += 6;
}
