/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/table_records.h"

#include <string.h>

#include "app/cli/out/json_text.h"
#include "app/cli/out/record.h"
#include "app/cli/reports/report_record.h"

static void
add_text (Record *record, const StatTable *table, uint32_t column, uint64_t row)
{
  size_t length;
  const char *text = stat_table_text (table, column, row, &length);
  bool is_name = table->columns[column].info->type == STAT_NAME;

  record_add_text (record, table->columns[column].info->key, text, length,
                   is_name ? stat_table_shown (table, column, row) : NULL);
}

static GString *
bins_json (const StatTable *table, uint64_t row)
{
  GString *out = g_string_new ("[");

  for (unsigned bin = 0; bin < STAT_BINS; bin++)
    {
      if (bin > 0)
        g_string_append_c (out, ',');
      json_append_integer (out, table->rows[row].bins[bin]);
    }
  return g_string_append_c (out, ']');
}

static void
add_cell (Record *record, const StatTable *table, uint32_t column, uint64_t row)
{
  const StatColumn *cells = &table->columns[column];
  const char *key = cells->info->key;

  if (stat_table_is_null (table, column, row))
    {
      record_add_null (record, key);
      return;
    }
  switch (cells->info->type)
    {
    case STAT_NAME:
    case STAT_TEXT:
    case STAT_CRITICAL:
      add_text (record, table, column, row);
      break;
    case STAT_COUNT:
    case STAT_NUMBER:
    case STAT_DURATION:
    case STAT_TIME:
    case STAT_BYTES:
      record_add_integer (record, key, cells->whole[row]);
      break;
    case STAT_DURATION_REAL:
    case STAT_PERCENT:
    case STAT_BANDWIDTH:
      record_add_real (record, key, cells->real[row]);
      break;
    case STAT_YES_NO:
      record_add_boolean (record, key, cells->whole[row] != 0);
      break;
    case STAT_HISTOGRAM:
      record_add_json (record, key, bins_json (table, row));
      break;
    }
}

static char *
header_of (const StatTable *table)
{
  GString *header = g_string_new (NULL);

  for (uint32_t column = 0; column < table->n_columns; column++)
    g_string_append_printf (header, "%s%s", column > 0 ? "," : "", table->columns[column].info->key);
  return g_string_free (header, FALSE);
}

GPtrArray *
table_records (const StatsScope *scope, const char *id, const StatTableOptions *options, char **ret_header)
{
  StatTable table;

  if (!stat_table_kind (id)->compute (scope, options, NULL, NULL, &table))
    return NULL;
  GPtrArray *records = records_new ();
  if (ret_header != NULL)
    *ret_header = header_of (&table);
  for (uint64_t row = 0; row < table.n_rows; row++)
    {
      Record *record = record_new ();

      for (uint32_t column = 0; column < table.n_columns; column++)
        add_cell (record, &table, column, row);
      g_ptr_array_add (records, record);
    }
  stat_table_clear (&table);
  return records;
}
