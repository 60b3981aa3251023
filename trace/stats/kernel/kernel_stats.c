/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/kernel/kernel_stats.h"

#include <stdlib.h>

#include "trace/container/stop_check.h"
#include "trace/model/job_tables.h"
#include "trace/stats/kernel/job_kernels.h"
#include "trace/stats/name_groups.h"

static int
compare_kernels (const void *a, const void *b, void *trace)
{
  const KernelStats *x = a, *y = b;

  if (x->duration.total_ns != y->duration.total_ns)
    return x->duration.total_ns > y->duration.total_ns ? -1 : 1;
  return name_compare (trace, x->name, y->name);
}

static void
put_in_order (const Trace *trace, KernelStatsTable *table)
{
  if (table->n > 0)
    qsort_r (table->kernels, table->n, sizeof *table->kernels, compare_kernels, (void *) (uintptr_t) trace);
}

bool
kernel_stats_compute (const StatsScope *scope,
                      bool (*should_continue) (void *user_data),
                      void *user_data,
                      KernelStatsTable *ret_table)
{
  KernelStatsTable table = { 0 };
  StopCheck check = { should_continue, user_data, 0 };
  NameGroups groups;
  uint64_t n_ordered = 0;
  bool ok = true;

  *ret_table = table;
  if (trace_is_job (scope->trace))
    {
      ok = job_kernels_compute (scope, ret_table);
      put_in_order (scope->trace, ret_table);
      return ok;
    }
  if (!name_groups_collect (scope, SLICE_KERNEL, should_continue, user_data, &groups))
    return false;
  table.kernels = malloc (groups.n_groups * sizeof *table.kernels + 1);
  if (table.kernels == NULL)
    {
      name_groups_clear (&groups);
      return false;
    }
  for (uint32_t i = 0; i < groups.n_groups && ok; i++)
    {
      const NameGroup *group = &groups.groups[i];
      KernelStats *kernel = &table.kernels[table.n++];
      size_t length;
      const char *name = trace_string (scope->trace, group->name, &length);

      *kernel = (KernelStats){
        .name = group->name,
        .klass = kernel_class_of_name (name, length),
        .duration = distribution_of (groups.dur_ns + group->first, (size_t) group->n),
      };
      table.count += group->n;
      table.total_ns = add_saturated (table.total_ns, kernel->duration.total_ns);
      n_ordered += group->n;
      if (n_ordered >= STOPPABLE_AT_ONCE)
        {
          n_ordered = 0;
          ok = stop_check_ask (&check);
        }
    }
  name_groups_clear (&groups);
  if (!ok)
    {
      kernel_stats_clear (&table);
      return false;
    }
  put_in_order (scope->trace, &table);
  *ret_table = table;
  return true;
}

void
kernel_stats_clear (KernelStatsTable *table)
{
  free (table->kernels);
  *table = (KernelStatsTable){ 0 };
}
