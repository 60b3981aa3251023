/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A column that would need more digits before the point uses the next unit. */
#define UNITS_MAX 1000000

#define NO_BREAK_SPACE "\u00a0"

struct TableText
{
  int n_columns;
  DurationColumn durations[]; /* of columns of durations */
};

/* ---- units ---- */

static int
compare_doubles (const void *a, const void *b)
{
  const double *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

static int64_t
whole_ns (double ns)
{
  return ns >= 0x1p62 ? INT64_MAX / 2 : (int64_t) llround (MAX (ns, 0));
}

/* Returns false when memory runs out. */
static bool
find_unit (const TableSource *source, int column, DurationColumn *ret_unit)
{
  double *values = malloc (MAX (source->n_rows, 1) * sizeof *values);
  size_t n = 0;

  if (values == NULL)
    return false;
  /* Opening a row does not change the unit. */
  for (size_t row = 0; row < source->n_rows - source->n_beneath; row++)
    {
      TableValue value = source->value (source, row, column);
      double ns = fabs (table_value_number (&value));

      if (ns > 0) /* nor what is not defined */
        values[n++] = ns;
    }
  qsort (values, n, sizeof *values, compare_doubles);
  int64_t median_ns = n > 0 ? whole_ns (values[n / 2]) : 0, largest_ns = n > 0 ? whole_ns (values[n - 1]) : 0;
  free (values);

  *ret_unit = duration_column_of (median_ns);
  if (largest_ns / ret_unit->unit_ns >= UNITS_MAX)
    *ret_unit = duration_column_of (largest_ns / (UNITS_MAX / 1000));
  return true;
}

TableText *
table_text_new (const TableSource *source)
{
  TableText *text = calloc (1, sizeof *text + (size_t) source->n_columns * sizeof text->durations[0]);

  if (text == NULL)
    return NULL;
  text->n_columns = source->n_columns;
  for (int i = 0; i < source->n_columns; i++)
    if (table_kind_is_time (source->columns[i].kind) && !find_unit (source, i, &text->durations[i]))
      {
        free (text);
        return NULL;
      }
  return text;
}

void
table_text_free (TableText *text)
{
  free (text);
}

char *
table_text_head (const TableText *text, const TableSource *source, int column)
{
  const TableColumn *of = &source->columns[column];

  const char *unit = table_kind_is_time (of->kind) ? text->durations[column].unit
                     : of->kind == TABLE_BANDWIDTH ? "GB/s"
                                                   : NULL;

  if (unit == NULL)
    return g_strdup (of->title);
  /* Translators: the head of a column, and the unit of its numbers: "Total, ms". */
  return g_strdup_printf (_ ("%s, %s"), of->title, unit);
}

/* ---- cells ---- */

static void
append_duration (GString *out, const DurationColumn *column, const NumberStyle *style, double ns)
{
  char buffer[NUMBER_TEXT_MAX];

  if (ns < 0)
    g_string_append_c (out, '-');
  /* Removes the unit, which is in the head, and the no-break space before it. */
  duration_column_text (column, style, whole_ns (fabs (ns)), buffer);
  char *end = g_strrstr (buffer, NO_BREAK_SPACE);
  g_string_append_len (out, buffer, end != NULL ? end - buffer : (gssize) strlen (buffer));
}

static void
append_count (GString *out, const NumberStyle *style, int64_t n)
{
  char buffer[NUMBER_TEXT_MAX];

  if (n < 0)
    g_string_append_c (out, '-');
  g_string_append (out, number_text_count (style, n < 0 ? -(uint64_t) n : (uint64_t) n, buffer));
}

static void
append_bytes (GString *out, const NumberStyle *style, double bytes)
{
  char buffer[NUMBER_TEXT_MAX];

  if (bytes < 0)
    g_string_append_c (out, '-');
  g_string_append (out, number_text_bytes (style, (uint64_t) MIN (fabs (bytes), 0x1p63), buffer));
}

/* "1,204.5" */
static void
append_tenths (GString *out, const NumberStyle *style, double number)
{
  DurationColumn column = { .unit = "", .unit_ns = 10, .decimals = 1 };

  append_duration (out, &column, style, number * 10);
}

/* The shortest that is the same number. */
static void
append_real (GString *out, double real)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.15g", real);
  if (g_ascii_strtod (buffer, NULL) != real)
    g_ascii_dtostr (buffer, sizeof buffer, real);
  g_string_append (out, buffer);
}

static void
append_plain (GString *out, const TableValue *value)
{
  switch (value->type)
    {
    case TABLE_VALUE_INTEGER:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, value->integer);
      break;
    case TABLE_VALUE_REAL:
      append_real (out, value->real);
      break;
    case TABLE_VALUE_TEXT:
      g_string_append (out, value->text);
      break;
    default:
      break;
    }
}

void
table_text_append (GString *out,
                   const TableText *text,
                   const TableSource *source,
                   const NumberStyle *style,
                   const TableValue *value,
                   int column)
{
  TableKind kind = source->columns[column].kind;
  double number = table_value_number (value);
  char buffer[NUMBER_TEXT_MAX];

  if (value->type == TABLE_VALUE_TEXT)
    g_string_append (out, value->text);
  else if (kind == TABLE_HISTOGRAM || kind == TABLE_CHECK)
    return;
  else if (isnan (number))
    g_string_append (out, _ ("n/a"));
  else if (table_kind_is_time (kind))
    {
      if (kind == TABLE_CHANGE && number > 0)
        g_string_append_c (out, '+');
      append_duration (out, &text->durations[column], style, number);
    }
  else if (kind == TABLE_COUNT && value->type == TABLE_VALUE_INTEGER)
    append_count (out, style, value->integer);
  else if (kind == TABLE_PERCENT)
    g_string_append (out, number_text_share (style, number / 100, buffer));
  else if (kind == TABLE_BANDWIDTH)
    append_tenths (out, style, number);
  else if (kind == TABLE_BYTES)
    append_bytes (out, style, number);
  else if (kind == TABLE_FLAG)
    g_string_append (out, number != 0 ? _ ("yes") : _ ("no"));
  else
    append_plain (out, value);
}

/* Where the character begins that the byte is of. */
static const char *
character_at (const char *text, size_t byte)
{
  while (byte > 0 && ((unsigned char) text[byte] & 0xc0) == 0x80)
    byte--;
  return text + byte;
}

void
table_text_append_brief (GString *out,
                         const TableText *text,
                         const TableSource *source,
                         const NumberStyle *style,
                         const TableValue *value,
                         int column)
{
  const size_t half = TABLE_CELL_BYTES_MAX / 2;
  size_t length = value->type == TABLE_VALUE_TEXT ? strlen (value->text) : 0;

  if (length <= TABLE_CELL_BYTES_MAX)
    {
      table_text_append (out, text, source, style, value, column);
      return;
    }
  g_string_append_len (out, value->text, character_at (value->text, half) - value->text);
  g_string_append (out, "…");
  g_string_append (out, character_at (value->text, length - half));
}

/* Bytes that are not UTF-8 are replaced. */
static char *
begin_of (const char *text, size_t length)
{
  if (length <= TABLE_TOOLTIP_BYTES_MAX)
    return g_utf8_make_valid (text, (gssize) length);
  g_autofree char *begin = g_utf8_make_valid (text, character_at (text, TABLE_TOOLTIP_BYTES_MAX) - text);
  return g_strconcat (begin, "…", NULL);
}

void
table_text_append_exact (GString *out, const TableValue *value)
{
  if (value->type != TABLE_VALUE_TEXT || value->exact == NULL)
    {
      append_plain (out, value);
      return;
    }
  g_autofree char *valid = g_utf8_make_valid (value->exact, (gssize) value->n_exact);
  g_string_append (out, valid);
}

char *
table_text_tooltip (const TableSource *source, const NumberStyle *style, const TableValue *value, int column)
{
  TableKind kind = source->columns[column].kind;
  double number = table_value_number (value);
  char buffer[NUMBER_TEXT_MAX];

  if (value->type == TABLE_VALUE_TEXT)
    return value->exact != NULL ? begin_of (value->exact, value->n_exact)
                                : begin_of (value->text, strlen (value->text));
  if (isnan (number) || !table_kind_is_time (kind))
    return NULL;
  if (number < 0)
    {
      char exact[NUMBER_TEXT_MAX];

      number_text_exact_ns (style, whole_ns (-number), exact);
      return g_strconcat ("-", exact, NULL);
    }
  return g_strdup (number_text_exact_ns (style, whole_ns (number), buffer));
}

char *
table_text_cell_tooltip (const TableSource *source, const NumberStyle *style, size_t row, int column)
{
  TableValue value = source->value (source, row, column);
  g_autofree char *text = table_text_tooltip (source, style, &value, column);
  g_autofree char *reason = source->reason != NULL ? source->reason (source, row, column) : NULL;

  if (text == NULL || reason == NULL)
    return text != NULL ? g_steal_pointer (&text) : g_steal_pointer (&reason);
  return g_strconcat (text, "\n", reason, NULL);
}
