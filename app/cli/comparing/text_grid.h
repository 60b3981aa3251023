/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of texts, printed as aligned columns for a terminal or as a Markdown table. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct
{
  const char *title; /* static or interned */
  bool is_name;      /* a name of the file: aligned to the left, cut (name_cut.h), code in Markdown */
} GridColumn;

typedef struct
{
  GridColumn *columns;
  guint n_columns;
  GPtrArray *cells;  /* texts, row after row; owned */
  GPtrArray *exacts; /* by cell: the number that it tells, as a decimal; NULL if none; owned */
} TextGrid;

TextGrid *text_grid_new (void);
void text_grid_free (TextGrid *grid);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TextGrid, text_grid_free)

/* Call this for all columns before the first cell. title is copied. */
void text_grid_add_column (TextGrid *grid, const char *title, bool is_name);

/* Adds the next cell; takes text, which may hold any bytes. A row has a cell for each column. */
void text_grid_add (TextGrid *grid, char *text);

/* The same for a cell that tells a number. */
void text_grid_add_number (TextGrid *grid, char *text, double number);

guint text_grid_n_rows (const TextGrid *grid);

/* Control sequences in cells are replaced. The first takes O(rows^2) per column of names. */
void text_grid_print (GString *out, const TextGrid *grid);
void text_grid_print_markdown (GString *out, const TextGrid *grid);
