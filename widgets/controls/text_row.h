/* SPDX-License-Identifier: Apache-2.0
 *
 * A row of texts in columns, drawn by one widget: a list keeps widgets for some 200 rows, so that each counts. */

#pragma once

#include <gtk/gtk.h>

#define TEXT_ROW_COLUMNS_MAX 5

typedef struct
{
  int px;         /* width at the usual text size; 0: a share of what is left over */
  int share;      /* of it */
  bool is_number; /* at the right, never cut */
} TextRowColumn;

#define DETAILS_TYPE_TEXT_ROW (text_row_get_type ())
G_DECLARE_FINAL_TYPE (TextRow, text_row, DETAILS, TEXT_ROW, GtkWidget)

/* columns: n of them, static. is_head: they are the names of columns. */
GtkWidget *text_row_new (const TextRowColumn *columns, int n, bool is_head);

/* texts: one per column, copied; valid UTF-8. For assistive technology they are one sentence. */
void text_row_set (TextRow *row, const char *const *texts);
