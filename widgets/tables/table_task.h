/* SPDX-License-Identifier: Apache-2.0
 *
 * What a table needs that takes longer than a frame: its rows in order, and its text for other programs, worked out on
 * another thread. Main thread. */

#pragma once

#include "widgets/controls/background_answer.h"
#include "widgets/tables/table_export.h"
#include "widgets/tables/table_order.h"

typedef struct
{
  TableSource *source; /* may be taken */
  bool needs_text;
  TableText *text; /* of the source, where it was asked for; may be taken; NULL: out of memory */
  char *filter;
  TableQuestion question; /* as it was asked */
  uint64_t *rows;         /* for free (); may be taken; NULL: an error */
  size_t n;
  GError *error;
} TableOrdered;

/* source is referenced, the question copied. needs_text: its units are not known yet. */
void table_task_order (BackgroundAnswer *answer,
                       TableSource *source,
                       bool needs_text,
                       const TableQuestion *question,
                       void (*take) (TableOrdered *ordered, gpointer user_data),
                       gpointer user_data);

/* columns, of int, is referenced, rows copied. take () does not come where there is not enough memory. */
void table_task_export (BackgroundAnswer *answer,
                        TableSource *source,
                        GArray *columns,
                        const uint64_t *rows,
                        size_t n,
                        const NumberStyle *style,
                        TableFormat format,
                        void (*take) (const char *text, gpointer user_data),
                        gpointer user_data);
