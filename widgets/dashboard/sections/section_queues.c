/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_queues.h"

#include <stdlib.h>

#include "trace/stats/distribution.h"

static int
compare_means (const void *a, const void *b)
{
  const QueueDepth *x = a, *y = b;

  if (x->mean != y->mean)
    return x->mean > y->mean ? -1 : 1;
  return x->track < y->track ? -1 : x->track > y->track;
}

void *
section_queues_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  QueueFigures *figures = calloc (1, sizeof *figures);
  QueueDepthTable table = { 0 };

  if (figures == NULL || !queue_depth_compute (&data->scope, should_continue, user_data, &table))
    {
      free (figures);
      return NULL;
    }
  for (uint32_t i = 0; i < table.n; i++)
    {
      figures->n_streams += table.streams[i].n > 0;
      figures->n += table.streams[i].n;
      figures->n_negative += table.streams[i].n_negative;
      figures->most = MAX (figures->most, table.streams[i].most);
      figures->full_ns = add_saturated (figures->full_ns, table.streams[i].full_ns);
    }
  if (table.n > 0)
    qsort (table.streams, table.n, sizeof *table.streams, compare_means);
  for (uint32_t i = 0; i < table.n && figures->n_shown < QUEUES_SHOWN_MAX; i++)
    if (table.streams[i].n > 0)
      figures->shown[figures->n_shown++] = table.streams[i];
  queue_depth_clear (&table);
  return figures;
}

void
section_queues_free (void *section)
{
  free (section);
}
