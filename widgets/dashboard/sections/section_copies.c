/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_copies.h"

#include <stdlib.h>
#include <string.h>

#include "trace/stats/distribution.h"
#include "trace/stats/percent_parts.h"

static int
compare_times (const void *a, const void *b)
{
  const MemoryStats *x = a, *y = b;

  if (x->total_ns != y->total_ns)
    return x->total_ns > y->total_ns ? -1 : 1;
  return strcmp (x->kind, y->kind);
}

static void
add_up (CopyFigures *figures)
{
  MemoryStatsTable *operations = &figures->operations;
  int64_t parts[COPY_KINDS_SHOWN_MAX + 1] = { 0 };

  if (operations->n > 0)
    qsort (operations->kinds, operations->n, sizeof *operations->kinds, compare_times);
  for (uint64_t i = 0; i < operations->n; i++)
    {
      const MemoryStats *kind = &operations->kinds[i];

      figures->total_ns = add_saturated (figures->total_ns, kind->total_ns);
      figures->n_operations += kind->count;
      if (i < COPY_KINDS_SHOWN_MAX)
        parts[figures->n_shown++] = kind->total_ns;
      else
        {
          figures->other_ns = add_saturated (figures->other_ns, kind->total_ns);
          figures->other_within_ns = add_saturated (figures->other_within_ns, kind->within_ns);
          figures->n_other += kind->count;
        }
    }
  for (uint64_t i = 0; i < figures->copies.n; i++)
    figures->n_copies += figures->copies.kinds[i].count;
  parts[COPY_KINDS_SHOWN_MAX] = figures->other_ns;
  percent_parts (parts, G_N_ELEMENTS (parts), figures->tenths);
}

void *
section_copies_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  CopyFigures *figures = calloc (1, sizeof *figures);

  if (figures == NULL)
    return NULL;
  if (memory_stats_compute_with_kernels (&data->scope, should_continue, user_data, &figures->operations)
      && bandwidth_stats_compute (&data->scope, should_continue, user_data, &figures->copies))
    {
      add_up (figures);
      return figures;
    }
  section_copies_free (figures);
  return NULL;
}

void
section_copies_free (void *section)
{
  CopyFigures *figures = section;

  memory_stats_clear (&figures->operations);
  bandwidth_stats_clear (&figures->copies);
  free (figures);
}
