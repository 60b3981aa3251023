/* SPDX-License-Identifier: Apache-2.0
 *
 * A row of texts in columns, drawn by one widget. A list keeps about 200 row widgets, so the number of
 * widgets per row matters. */

#pragma once

#include <gtk/gtk.h>

#define TEXT_ROW_COLUMNS_MAX 5

typedef struct
{
  int px;         /* width at the default text size; 0 for a share of the remaining width */
  int share;      /* of the remaining width */
  bool is_number; /* right-aligned, never cut */
} TextRowColumn;

#define DETAILS_TYPE_TEXT_ROW (text_row_get_type ())
G_DECLARE_FINAL_TYPE (TextRow, text_row, DETAILS, TEXT_ROW, GtkWidget)

/* Creates a row of texts. columns has n static elements. is_head is true for the row with the names of the columns. */
GtkWidget *text_row_new (const TextRowColumn *columns, int n, bool is_head);

/* Sets the texts, one per column, which are copied and must be valid UTF-8. Assistive technology reads
 * them as one sentence. */
void text_row_set (TextRow *row, const char *const *texts);
