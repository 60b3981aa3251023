/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/stat_table.h"

#include <stdlib.h>
#include <string.h>

#include "trace/stats/tables/stat_table_fill.h"

static bool
is_text (StatType type)
{
  return type == STAT_NAME || type == STAT_TEXT || type == STAT_CRITICAL;
}

static bool
is_real (StatType type)
{
  return type == STAT_DURATION_REAL || type == STAT_PERCENT || type == STAT_BANDWIDTH;
}

/* Returns the bytes of a cell. */
static size_t
cell_bytes (StatType type)
{
  return is_text (type) ? sizeof (uint32_t) : is_real (type) ? sizeof (double) : sizeof (int64_t);
}

bool
stat_table_init (StatTable *table, const StatsScope *scope, const char *title, uint64_t n_rows)
{
  *table = (StatTable){
    .trace = scope->trace,
    .title = title,
    .begin_ns = scope->begin_ns,
    .end_ns = scope->end_ns,
    .is_whole = scope->is_whole,
    .n_rows = n_rows,
    .rows = calloc ((size_t) n_rows + 1, sizeof (StatRow)),
    .texts = string_table_new (),
  };
  if (table->rows != NULL && table->texts != NULL)
    return true;
  stat_table_clear (table);
  return false;
}

bool
stat_table_add_column (StatTable *table, const StatColumnInfo *info)
{
  StatColumn column = { .info = info };
  size_t n = (size_t) table->n_rows + 1;

  if (table->n_columns == STAT_COLUMNS_MAX)
    return false;
  column.is_null = calloc (n, 1);
  if (info->type != STAT_HISTOGRAM)
    column.whole = calloc (n, cell_bytes (info->type));
  if (column.is_null == NULL || (info->type != STAT_HISTOGRAM && column.whole == NULL))
    {
      free (column.is_null);
      free (column.whole);
      return false;
    }
  table->columns[table->n_columns++] = column;
  return true;
}

void
stat_table_set_percent (StatTable *table, StatColumn *column, uint64_t row, double part)
{
  int64_t whole_ns = table->wholes[column->info->of].ns;

  if (whole_ns > 0)
    column->real[row] = 100.0 * part / (double) whole_ns;
  else
    column->is_null[row] = 1;
}

bool
stat_table_add_text (StatTable *table, const char *text, size_t length, uint32_t *ret_text)
{
  uint32_t id, n_strings = trace_n_strings (table->trace);

  if (!string_table_intern (table->texts, text, length, &id) || id >= STAT_TEXT_NONE - n_strings)
    return false;
  *ret_text = n_strings + id;
  return true;
}

bool
stat_table_is_null (const StatTable *table, uint32_t column, uint64_t row)
{
  const StatColumn *cells = &table->columns[column];

  return cells->is_null != NULL && cells->is_null[row];
}

StatReason
stat_table_reason (const StatTable *table, uint32_t column, uint64_t row)
{
  const StatReason *reasons = table->columns[column].reasons;

  return reasons != NULL ? reasons[row] : (StatReason){ 0 };
}

bool
stat_table_set_text (StatTable *table, StatColumn *column, uint64_t row, const char *text)
{
  column->is_null[row] = text == NULL;
  return text == NULL || stat_table_add_text (table, text, strlen (text), &column->text[row]);
}

bool
stat_table_set_reason (const StatTable *table, StatColumn *column, uint64_t row, StatReason reason)
{
  if (column->reasons == NULL)
    column->reasons = calloc ((size_t) table->n_rows + 1, sizeof *column->reasons);
  if (column->reasons == NULL)
    return false;
  column->reasons[row] = reason;
  return true;
}

const char *
stat_table_text (const StatTable *table, uint32_t column, uint64_t row, size_t *ret_length)
{
  uint32_t n_strings = trace_n_strings (table->trace);
  uint32_t id = stat_table_is_null (table, column, row) ? STRING_EMPTY : table->columns[column].text[row];

  return id < n_strings ? trace_string (table->trace, id, ret_length)
                        : string_table_get (table->texts, id - n_strings, ret_length);
}

const char *
stat_table_shown (const StatTable *table, uint32_t column, uint64_t row)
{
  uint32_t n_strings = trace_n_strings (table->trace);
  uint32_t id = stat_table_is_null (table, column, row) ? STRING_EMPTY : table->columns[column].text[row];

  /* Texts of the table are valid UTF-8. */
  return id < n_strings ? trace_display_name (table->trace, id)
                        : string_table_get (table->texts, id - n_strings, NULL);
}

int
stat_table_column (const StatTable *table, const char *key)
{
  for (uint32_t i = 0; i < table->n_columns; i++)
    if (strcmp (table->columns[i].info->key, key) == 0)
      return (int) i;
  return -1;
}

void
stat_table_clear (StatTable *table)
{
  for (uint32_t i = 0; i < table->n_columns; i++)
    {
      free (table->columns[i].whole);
      free (table->columns[i].is_null);
      free (table->columns[i].reasons);
    }
  free (table->rows);
  string_table_free (table->texts);
  *table = (StatTable){ 0 };
}
