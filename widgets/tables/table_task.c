/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_task.h"

#include <stdlib.h>

/* ---- rows in order ---- */

typedef struct
{
  TableOrdered ordered;
  void (*take) (TableOrdered *ordered, gpointer user_data);
} Order;

static void
order_free (gpointer data)
{
  Order *order = data;
  TableOrdered *ordered = &order->ordered;

  table_source_unref (ordered->source);
  table_text_free (ordered->text);
  g_free (ordered->filter);
  free (ordered->rows);
  g_clear_error (&ordered->error);
  g_free (order);
}

static void
find_order (gpointer data)
{
  TableOrdered *ordered = &((Order *) data)->ordered;

  if (ordered->needs_text)
    ordered->text = table_text_new (ordered->source);
  table_order_find (ordered->source, &ordered->question, background_answer_should_continue, NULL,
                    &ordered->rows, &ordered->n, &ordered->error);
}

static void
take_order (gpointer data, gpointer user_data)
{
  Order *order = data;

  order->take (&order->ordered, user_data);
}

void
table_task_order (BackgroundAnswer *answer,
                  TableSource *source,
                  bool needs_text,
                  const TableQuestion *question,
                  void (*take) (TableOrdered *ordered, gpointer user_data),
                  gpointer user_data)
{
  Order *order = g_new0 (Order, 1);
  TableOrdered *ordered = &order->ordered;

  ordered->source = table_source_ref (source);
  ordered->needs_text = needs_text;
  ordered->filter = g_strdup (question->filter);
  ordered->question = *question;
  ordered->question.filter = ordered->filter;
  order->take = take;
  background_answer_ask (answer, order, order_free, find_order, take_order, user_data);
}

/* ---- copies ---- */

typedef struct
{
  TableSource *source;
  TableText *text;
  NumberStyle style;
  TableFormat format;
  GArray *columns;
  uint64_t *rows;
  size_t n;
  char *out;
  void (*take) (const char *text, gpointer user_data);
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  table_source_unref (export->source);
  table_text_free (export->text);
  g_array_unref (export->columns);
  g_free (export->rows);
  g_free (export->out);
  g_free (export);
}

static void
write_export (gpointer data)
{
  Export *export = data;

  export->text = table_text_new (export->source);
  if (export->text != NULL)
    export->out = table_export (export->source, export->text, &export->style, export->format,
                                (const int *) (const void *) export->columns->data,
                                (int) export->columns->len, export->rows, export->n, true);
}

static void
take_export (gpointer data, gpointer user_data)
{
  Export *export = data;

  if (export->out != NULL)
    export->take (export->out, user_data);
}

void
table_task_export (BackgroundAnswer *answer,
                   TableSource *source,
                   GArray *columns,
                   const uint64_t *rows,
                   size_t n,
                   const NumberStyle *style,
                   TableFormat format,
                   void (*take) (const char *text, gpointer user_data),
                   gpointer user_data)
{
  Export *export = g_new0 (Export, 1);

  export->source = table_source_ref (source);
  export->style = *style;
  export->format = format;
  export->columns = g_array_ref (columns);
  export->rows = g_memdup2 (rows, n * sizeof *rows);
  export->n = n;
  export->take = take;
  background_answer_ask (answer, export, export_free, write_export, take_export, user_data);
}
