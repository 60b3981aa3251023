/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_memory_use.h"

#include <stdlib.h>

static int
compare_peaks (const void *a, const void *b)
{
  const MemoryUseStats *x = a, *y = b;
  bool x_is_device = x->device >= 0, y_is_device = y->device >= 0;

  if (x_is_device != y_is_device)
    return x_is_device ? -1 : 1;
  if (x->peak_bytes != y->peak_bytes)
    return x->peak_bytes > y->peak_bytes ? -1 : 1;
  return x->track < y->track ? -1 : x->track > y->track;
}

static int
compare_places (const void *a, const void *b)
{
  const MemoryUseStats *x = a, *y = b;

  if ((x->device < 0) != (y->device < 0)) /* processes come last */
    return x->device < 0 ? 1 : -1;
  return x->track < y->track ? -1 : x->track > y->track;
}

/* Of all devices or of none. */
static bool
add_reserved (MemoryUseFigures *figures,
              const StatsScope *scope,
              bool (*should_continue) (void *),
              void *user_data)
{
  MemoryUseTable table;

  if (figures->n_devices == 0 || figures->n_devices > MEMORY_USE_RESERVED_MAX)
    return true;
  if (!memory_use_stats_of_counter (scope, MEMORY_COUNTER_RESERVED, should_continue, user_data, &table))
    return false;
  for (uint32_t i = 0; i < figures->n_devices && table.n == figures->n_devices; i++)
    for (uint32_t r = 0; r < table.n; r++)
      if (table.series[r].device == figures->shown[i].device)
        figures->reserved[i] = table.series[r];
  figures->n_reserved = table.n == figures->n_devices ? table.n : 0;
  memory_use_stats_clear (&table);
  return true;
}

void *
section_memory_use_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  MemoryUseFigures *figures = calloc (1, sizeof *figures);
  MemoryUseTable table = { 0 };

  if (figures == NULL
      || !memory_use_stats_compute (&data->scope, data->profile->memory, should_continue, user_data, &table))
    {
      free (figures);
      return NULL;
    }
  if (table.n > 0)
    qsort (table.series, table.n, sizeof *table.series, compare_peaks);
  for (uint32_t i = 0; i < table.n; i++)
    {
      figures->n_devices += table.series[i].device >= 0;
      figures->n_processes += table.series[i].device < 0;
      if (figures->n_shown < MEMORY_USE_SHOWN_MAX)
        figures->shown[figures->n_shown++] = table.series[i];
    }
  qsort (figures->shown, figures->n_shown, sizeof *figures->shown, compare_places);
  for (uint32_t i = 0; i < figures->n_shown; i++)
    figures->peak_bytes = MAX (
      figures->peak_bytes,
      figures->shown[i].device >= 0 || figures->n_devices == 0 ? figures->shown[i].peak_bytes : 0);
  memory_use_stats_clear (&table);
  if (add_reserved (figures, &data->scope, should_continue, user_data))
    return figures;
  free (figures);
  return NULL;
}

void
section_memory_use_free (void *section)
{
  free (section);
}
