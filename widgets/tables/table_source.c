/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_source.h"

#include <math.h>
#include <string.h>

void
table_source_init (TableSource *source)
{
  atomic_init (&source->n_references, 1);
}

TableSource *
table_source_ref (TableSource *source)
{
  atomic_fetch_add_explicit (&source->n_references, 1, memory_order_relaxed);
  return source;
}

void
table_source_unref (TableSource *source)
{
  if (source != NULL && atomic_fetch_sub_explicit (&source->n_references, 1, memory_order_acq_rel) == 1)
    source->free (source);
}

static void
keep (TableSource *source)
{
  (void) source;
}

TableSource *
table_source_empty (void)
{
  static TableSource empty = { .n_references = 1, .free = keep };

  return table_source_ref (&empty);
}

double
table_value_number (const TableValue *value)
{
  switch (value->type)
    {
    case TABLE_VALUE_INTEGER:
      return (double) value->integer;
    case TABLE_VALUE_REAL:
      return value->real;
    default:
      return NAN;
    }
}

/* ---- order ---- */

typedef enum
{
  CLASS_NUMBER,
  CLASS_TEXT,
  CLASS_NONE,
} ValueClass;

static ValueClass
class_of (const TableValue *value)
{
  switch (value->type)
    {
    case TABLE_VALUE_INTEGER:
      return CLASS_NUMBER;
    case TABLE_VALUE_REAL:
      return isnan (value->real) ? CLASS_NONE : CLASS_NUMBER;
    case TABLE_VALUE_TEXT:
      return CLASS_TEXT;
    default:
      return CLASS_NONE;
    }
}

static int
compare_numbers (const TableValue *a, const TableValue *b)
{
  if (a->type == TABLE_VALUE_INTEGER && b->type == TABLE_VALUE_INTEGER)
    return (a->integer > b->integer) - (a->integer < b->integer);
  double x = table_value_number (a), y = table_value_number (b);
  return (x > y) - (x < y);
}

static unsigned char
lower (char c)
{
  return (unsigned char) (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static int
compare_texts (const char *a, const char *b)
{
  size_t i = 0;

  while (a[i] != '\0' && lower (a[i]) == lower (b[i]))
    i++;
  int by_letters = lower (a[i]) - lower (b[i]);
  return by_letters != 0 ? by_letters : strcmp (a, b);
}

int
table_value_compare (const TableValue *a, const TableValue *b)
{
  ValueClass class_a = class_of (a), class_b = class_of (b);

  if (class_a != class_b)
    return class_a < class_b ? -1 : 1;
  if (class_a == CLASS_NUMBER)
    return compare_numbers (a, b);
  return class_a == CLASS_TEXT ? compare_texts (a->text, b->text) : 0;
}

int
table_source_find_column (const TableSource *source, const char *id)
{
  for (int i = 0; i < source->n_columns; i++)
    if (strcmp (source->columns[i].id, id) == 0)
      return i;
  return -1;
}
