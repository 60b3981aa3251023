/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of texts in a picture: heads, rows, and changes with their arrows. Columns are as wide as their texts; the first
 * takes what is left, and names in it are cut in the middle. If even that does not fit, the others are cut too. */

#pragma once

#include "widgets/look/change_arrow.h"

typedef struct
{
  char *text; /* taken */
  ChangeTone tone;
  bool has_arrow, is_up;
  bool is_quiet; /* in the secondary colour */
} PictureCell;

typedef struct PictureTable PictureTable;

PictureTable *picture_table_new (void);
void picture_table_free (PictureTable *table); /* NULL is allowed */

/* Add all columns first, then the cells row by row. Takes head. */
void picture_table_add_column (PictureTable *table, char *head, bool is_right);
void picture_table_add (PictureTable *table, PictureCell cell);

/* Returns the width in which nothing is cut. */
double picture_table_width_px (const PictureTable *table, const DrawStyle *style);

/* The same, but long texts of the first column may be cut. */
double picture_table_least_px (const PictureTable *table, const DrawStyle *style);

/* Draws from the upper edge of place over its width; with NULL for cr it only measures. Returns the height. */
double picture_table_draw (const PictureTable *table, cairo_t *cr, const DrawStyle *style, const Rect *place);
