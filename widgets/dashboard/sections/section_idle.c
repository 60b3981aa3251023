/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_idle.h"

#include <stdlib.h>

#include "trace/model/job_tables.h"
#include "trace/stats/percent_parts.h"

/* Insertion sort, since there are few causes. */
static void
put_in_order (IdleFigures *figures)
{
  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    {
      const IdleSum *sums = figures->causes.causes;
      int place = figures->n_order;

      if (sums[cause].n_gaps == 0)
        continue;
      for (; place > 0 && sums[figures->order[place - 1]].total_ns < sums[cause].total_ns; place--)
        figures->order[place] = figures->order[place - 1];
      figures->order[place] = cause;
      figures->n_order++;
    }
}

void *
section_idle_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  IdleFigures *figures = calloc (1, sizeof *figures);
  int64_t parts_ns[N_IDLE_CAUSES];

  if (figures == NULL)
    return NULL;
  /* A job that was merged from summaries has few of the slices between which a GPU was idle. */
  if (trace_is_job (data->scope.trace))
    return figures;
  if (!idle_causes_compute (&data->scope, data->short_gap_ns, DASHBOARD_GAPS, should_continue, user_data,
                            &figures->causes))
    {
      free (figures);
      return NULL;
    }
  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    parts_ns[cause] = figures->causes.causes[cause].total_ns;
  percent_parts (parts_ns, N_IDLE_CAUSES, figures->cause_tenths);
  put_in_order (figures);
  return figures;
}

void
section_idle_free (void *section)
{
  IdleFigures *figures = section;

  idle_causes_clear (&figures->causes);
  free (figures);
}
