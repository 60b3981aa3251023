/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_allocations.h"

#include <stdlib.h>

#include "trace/stats/distribution.h"
#include "trace/stats/memory/allocation_stats.h"
#include "trace/stats/percent_parts.h"
#include "trace/stats/tables/table_allocations.h"

typedef struct
{
  const StatTable *table;
  int name, device, bytes, largest, count;
} Columns;

static void
take_row (AllocationFigures *figures, const Columns *columns, uint64_t row)
{
  const StatTable *table = columns->table;
  int64_t bytes = table->columns[columns->bytes].whole[row];
  int64_t count = table->columns[columns->count].whole[row];

  if (figures->n_shown < ALLOCATIONS_SHOWN_MAX)
    {
      figures->shown[figures->n_shown++] = (AllocationLine){
        .name = stat_table_is_null (table, (uint32_t) columns->name, row)
                  ? NULL
                  : g_strdup (stat_table_shown (table, (uint32_t) columns->name, row)),
        .device = table->columns[columns->device].whole[row],
        .bytes = bytes,
        .largest_bytes = table->columns[columns->largest].whole[row],
        .count = count,
      };
      return;
    }
  figures->n_others++;
  figures->other_bytes = add_saturated (figures->other_bytes, bytes);
  figures->other_count += (uint64_t) count;
}

static void
take_table (AllocationFigures *figures, const StatTable *table)
{
  const Columns columns = {
    .table = table,
    .name = stat_table_column (table, "name"),
    .device = stat_table_column (table, "device"),
    .bytes = stat_table_column (table, "bytes"),
    .largest = stat_table_column (table, "largest_bytes"),
    .count = stat_table_column (table, "count"),
  };
  int64_t parts[ALLOCATIONS_SHOWN_MAX + 1] = { 0 };
  uint32_t tenths[ALLOCATIONS_SHOWN_MAX + 1];

  figures->has_instant = table->has_instant;
  figures->at_ns = table->at_ns;
  figures->bytes = table->sum_bytes;
  figures->count = table->count;
  for (uint64_t row = 0; row < table->n_rows; row++)
    take_row (figures, &columns, row);
  for (uint32_t i = 0; i < figures->n_shown; i++)
    parts[i] = figures->shown[i].bytes;
  parts[ALLOCATIONS_SHOWN_MAX] = figures->other_bytes;
  percent_parts (parts, G_N_ELEMENTS (parts), tenths);
  for (uint32_t i = 0; i < figures->n_shown; i++)
    figures->shown[i].tenths = tenths[i];
  figures->other_tenths = tenths[ALLOCATIONS_SHOWN_MAX];
}

void *
section_allocations_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  const StatTableOptions options = { .grouping = STAT_BY_PLACE };
  AllocationFigures *figures = calloc (1, sizeof *figures);
  StatTable table;

  if (figures == NULL || !allocation_stats_has_history (data->scope.trace))
    return figures;
  if (!allocations_table_compute (&data->scope, &options, should_continue, user_data, &table))
    {
      free (figures);
      return NULL;
    }
  take_table (figures, &table);
  stat_table_clear (&table);
  return figures;
}

void
section_allocations_free (void *section)
{
  AllocationFigures *figures = section;

  for (uint32_t i = 0; i < figures->n_shown; i++)
    g_free (figures->shown[i].name);
  free (figures);
}
