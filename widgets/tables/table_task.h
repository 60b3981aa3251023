/* SPDX-License-Identifier: Apache-2.0
 *
 * Sorts the rows of a table and exports its text on another thread, since both take longer than a frame.
 * Main thread. */

#pragma once

#include "widgets/controls/background_answer.h"
#include "widgets/tables/table_export.h"
#include "widgets/tables/table_order.h"

typedef struct
{
  TableSource *source; /* may be taken */
  bool needs_text;
  TableText *text; /* of the source, if it was requested; may be taken; NULL when memory runs out */
  char *filter;
  TableQuestion question; /* as it was asked */
  uint64_t *rows;         /* for free (); may be taken; NULL after an error */
  size_t n;
  GError *error;
} TableOrdered;

/* Takes a reference to source and copies the question. needs_text requests the TableText of source as well, for a
 * source whose units are not known yet. take () is called on the main thread, also after an error, unless something else
 * was asked of answer or answer was dropped before. */
void table_task_order (BackgroundAnswer *answer,
                       TableSource *source,
                       bool needs_text,
                       const TableQuestion *question,
                       void (*take) (TableOrdered *ordered, gpointer user_data),
                       gpointer user_data);

/* Takes a reference to columns, an array of int, and copies rows. take () is not called when memory runs
 * out. */
void table_task_export (BackgroundAnswer *answer,
                        TableSource *source,
                        GArray *columns,
                        const uint64_t *rows,
                        size_t n,
                        const NumberStyle *style,
                        TableFormat format,
                        void (*take) (const char *text, gpointer user_data),
                        gpointer user_data);
