/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/duration_column.h"

#include <glib.h>

static const struct
{
  const char *unit;
  int64_t unit_ns;
} units[] = {
  { "s", 1000000000 },
  { "ms", 1000000 },
  { "µs", 1000 },
  { "ns", 1 },
};

DurationColumn
duration_column_of (int64_t largest_ns)
{
  size_t i = 0;

  while (i + 1 < G_N_ELEMENTS (units) && largest_ns < units[i].unit_ns)
    i++;

  /* Two decimals below 1000 units keep short rows apart from 0; a column of whole nanoseconds has none. */
  DurationColumn column = { .unit = units[i].unit, .unit_ns = units[i].unit_ns, .decimals = 2 };
  if (column.unit_ns == 1)
    column.decimals = 0;
  else if (largest_ns / column.unit_ns < 10)
    column.decimals = 3;
  return column;
}

DurationColumn
duration_column_of_span (int64_t begin_ns, int64_t end_ns)
{
  DurationColumn column = duration_column_of (end_ns);
  int64_t step_ns = column.unit_ns;

  for (int i = 0; i < column.decimals; i++)
    step_ns /= 10;
  while (step_ns > 1 && step_ns > (end_ns - begin_ns) / 10)
    {
      step_ns /= 10;
      column.decimals++;
    }
  return column;
}

char *
duration_column_text (const DurationColumn *column,
                      const NumberStyle *style,
                      int64_t ns,
                      char buffer[NUMBER_TEXT_MAX])
{
  int64_t step_ns = column->unit_ns; /* one of the last digit */
  int64_t per_unit = 1;
  char whole[NUMBER_TEXT_MAX];

  for (int i = 0; i < column->decimals; i++)
    {
      step_ns /= 10;
      per_unit *= 10;
    }
  int64_t digits = ns / step_ns + (ns % step_ns >= step_ns - ns % step_ns ? 1 : 0);
  number_text_count (style, (uint64_t) (digits / per_unit), whole);
  if (column->decimals == 0)
    g_snprintf (buffer, NUMBER_TEXT_MAX, "%s\u00a0%s", whole, column->unit);
  else
    g_snprintf (buffer, NUMBER_TEXT_MAX, "%s%s%0*" G_GINT64_FORMAT "\u00a0%s", whole, style->decimal,
                column->decimals, digits % per_unit, column->unit);
  return buffer;
}
