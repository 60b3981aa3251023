/* SPDX-License-Identifier: Apache-2.0
 *
 * A small table of figures: names at the left, numbers right-aligned in columns, its denominator in a line
 * below. Drawn with Cairo and Pango, without a widget per cell. */

#pragma once

#include "trace/model/trace.h"
#include "widgets/charts/chart.h"

#define FIGURE_COLUMNS_MAX 6

typedef struct FigureTable FigureTable;

/* Copies the texts. heads has n_columns elements, at most FIGURE_COLUMNS_MAX. */
FigureTable *
figure_table_new (const char *title, const char *const *heads, size_t n_columns, const char *note);
void figure_table_free (FigureTable *table);

/* Adds a row. cells has one element per column and is copied. slice is the slice that the row leads to, or SLICE_NONE. */
void figure_table_add (FigureTable *table,
                       const char *const *cells,
                       WorkKind work,
                       bool has_swatch,
                       uint64_t slice);

/* Adds a row for everything without a row, at the end. It leads nowhere and looks like the rest in charts. */
void figure_table_add_others (FigureTable *table, const char *const *cells);

/* Sets the total number of rows, of which the added rows are the first. If there are more, the last place
 * shows how many. */
void figure_table_set_n (FigureTable *table, uint64_t n);

/* Returns the number of shown rows. */
int figure_table_n_rows (const FigureTable *table);
uint64_t figure_table_slice (const FigureTable *table, int row);

/* Returns "add f32: Count 12, Total 1.20 ms, ...". Free with g_free (). */
char *figure_table_text (const FigureTable *table, int row);

double figure_table_height_px (const DrawStyle *style, int n_rows);

/* Draws the table. Its rows are parts of marks and map, numbered from first_part. Both may be NULL. */
void figure_table_draw (cairo_t *cr,
                        const Rect *rect,
                        const DrawStyle *style,
                        const FigureTable *table,
                        int first_part,
                        const ChartMarks *marks,
                        ChartMap *map);

/* Draws grey blocks in place of n_rows rows. */
void figure_table_draw_ghost (cairo_t *cr,
                              const Rect *rect,
                              const DrawStyle *style,
                              const char *title,
                              int n_rows);

/* Draws the title and note of something else beside the tables and returns the room between them. */
void figure_table_draw_frame (cairo_t *cr,
                              const Rect *rect,
                              const DrawStyle *style,
                              const char *title,
                              const char *note);
Rect figure_table_body (const Rect *rect, const DrawStyle *style);
