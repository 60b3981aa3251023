/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of trace/stats/tables as reports: a record a row, its columns under their keys. */

#include <string.h>

#include "app/cli/out/json_text.h"
#include "app/cli/reports/report.h"
#include "app/cli/reports/report_record.h"
#include "trace/stats/tables/stat_tables.h"

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

static GPtrArray *
table_records (const StatsScope *scope, const char *id, StatGrouping grouping)
{
  StatTable table;

  if (!stat_table_kind (id)->compute (scope, &(StatTableOptions){ grouping }, NULL, NULL, &table))
    return NULL;
  GPtrArray *records = records_new ();
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

#define SPREAD_KEYS "mean_ns,median_ns,p95_ns,p99_ns,min_ns,max_ns,stddev_ns,"
#define KERNEL_KEYS                                                                                        \
  "count,total_ns,percent_of_kernel_time,percent_of_window," SPREAD_KEYS "category,precision,tensor_core," \
  "distribution"
#define HOST_KEYS \
  "name,count,total_ns,self_ns,percent_of_self_time,percent_of_window," SPREAD_KEYS "distribution"

/* A report of a name, whose records are the rows of a table. */
#define TABLE_REPORT(called, heading, table, grouping, keys)                \
  static GPtrArray *called##_records (ReportFigures *figures)               \
  {                                                                         \
    return table_records (report_figures_scope (figures), table, grouping); \
  }                                                                         \
                                                                            \
  const StatsReport report_##called = {                                     \
    .name = #called,                                                        \
    .title = heading,                                                       \
    .header = keys,                                                         \
    .use = REPORT_ASKED,                                                    \
    .records = called##_records,                                            \
  };

TABLE_REPORT (kernels_by_name, "Kernels by name", "kernels", STAT_BY_NAME, "name," KERNEL_KEYS)
TABLE_REPORT (kernels_by_base, "Kernels by base name", "kernels", STAT_BY_BASE, "name," KERNEL_KEYS)
TABLE_REPORT (kernels_by_launch,
              "Kernels by launch configuration",
              "kernels",
              STAT_BY_LAUNCH,
              "name,grid,block,registers,shared_bytes," KERNEL_KEYS)
TABLE_REPORT (operators, "Operators", "operators", STAT_BY_NAME, HOST_KEYS)
TABLE_REPORT (modules, "Modules", "modules", STAT_BY_NAME, HOST_KEYS)
TABLE_REPORT (python, "Python functions", "python", STAT_BY_NAME, HOST_KEYS)
TABLE_REPORT (annotations_by_name, "Annotations by name", "annotations", STAT_BY_NAME, HOST_KEYS)
TABLE_REPORT (
  memory_by_name,
  "Memory operations by name",
  "memory",
  STAT_BY_NAME,
  "name,count,total_ns,percent_of_memory_time,percent_of_window,bytes,bandwidth_gb_per_s," SPREAD_KEYS
  "distribution")
TABLE_REPORT (collectives,
              "Collectives",
              "collectives",
              STAT_BY_NAME,
              "name,collective,process_group,group_size,dtype,count,total_ns,percent_of_communication_time,"
              "percent_of_window,bytes,algorithm_gb_per_s,bus_gb_per_s," SPREAD_KEYS "distribution")
TABLE_REPORT (runtime, "Runtime calls", "runtime", STAT_BY_NAME, HOST_KEYS)
TABLE_REPORT (
  step_times,
  "Steps",
  "steps",
  STAT_BY_NAME,
  "name,index,number,rank,host_begin_ns,wall_ns,percent_of_step_time,host_ns,device_ns,busy_ns,activities,"
  "truncated")
