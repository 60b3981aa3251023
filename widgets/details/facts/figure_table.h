/* SPDX-License-Identifier: Apache-2.0
 *
 * A small table of figures: names at the left, numbers right-aligned in columns, its denominator in a line below. Pure:
 * drawn with Cairo and Pango, without a widget for each cell. */

#pragma once

#include "trace/model/trace.h"
#include "widgets/charts/chart.h"

#define FIGURE_COLUMNS_MAX 6

typedef struct FigureTable FigureTable;

/* Texts are copied. heads: n_columns of them, at most FIGURE_COLUMNS_MAX. */
FigureTable *
figure_table_new (const char *title, const char *const *heads, size_t n_columns, const char *note);
void figure_table_free (FigureTable *table);

/* cells: one for each column, copied. slice: what the row leads to; SLICE_NONE. */
void figure_table_add (FigureTable *table,
                       const char *const *cells,
                       WorkKind work,
                       bool has_swatch,
                       uint64_t slice);

/* A row for all that have none, behind them: leads nowhere, and looks as what is left over does in charts. */
void figure_table_add_others (FigureTable *table, const char *const *cells);

/* How many rows there are of which those added are the first. Where that is more, the last place tells how many. */
void figure_table_set_n (FigureTable *table, uint64_t n);

/* That are shown. */
int figure_table_n_rows (const FigureTable *table);
uint64_t figure_table_slice (const FigureTable *table, int row);

/* "add f32: Count 12, Total 1.20 ms, ...". A new string. */
char *figure_table_text (const FigureTable *table, int row);

double figure_table_height_px (const DrawStyle *style, int n_rows);

/* Rows are the parts from first_part on. marks, map: may be NULL. */
void figure_table_draw (cairo_t *cr,
                        const Rect *rect,
                        const DrawStyle *style,
                        const FigureTable *table,
                        int first_part,
                        const ChartMarks *marks,
                        ChartMap *map);

/* Grey blocks in the places of n_rows rows. */
void figure_table_draw_ghost (cairo_t *cr,
                              const Rect *rect,
                              const DrawStyle *style,
                              const char *title,
                              int n_rows);

/* Title and note of something else that stands beside tables, and the room between them. */
void figure_table_draw_frame (cairo_t *cr,
                              const Rect *rect,
                              const DrawStyle *style,
                              const char *title,
                              const char *note);
Rect figure_table_body (const Rect *rect, const DrawStyle *style);
