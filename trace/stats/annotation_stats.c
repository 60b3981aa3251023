/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/annotation_stats.h"

#include <stdlib.h>

#include "trace/model/job_tables.h"
#include "trace/stats/job_groups.h"
#include "trace/stats/name_groups.h"

static int
compare_annotations (const void *a, const void *b, void *trace)
{
  const AnnotationStats *x = a, *y = b;

  if (x->duration.total_ns != y->duration.total_ns)
    return x->duration.total_ns > y->duration.total_ns ? -1 : 1;
  return name_compare (trace, x->name, y->name);
}

static bool
annotations_of_job (const StatsScope *scope, AnnotationStatsTable *table)
{
  JobGroupColumn groups;
  bool ok = job_groups_collect (scope, JOB_ANNOTATION, &groups);

  table->annotations = ok ? malloc (groups.n * sizeof *table->annotations + 1) : NULL;
  ok = table->annotations != NULL;
  for (size_t i = 0; i < groups.n && ok; i++)
    table->annotations[table->n++] = (AnnotationStats){ groups.at[i].name, groups.at[i].duration };
  job_group_column_clear (&groups);
  if (table->n > 0)
    qsort_r (table->annotations, table->n, sizeof *table->annotations, compare_annotations,
             (void *) (uintptr_t) scope->trace);
  return ok;
}

bool
annotation_stats_compute (const StatsScope *scope, AnnotationStatsTable *ret_table)
{
  AnnotationStatsTable table = { 0 };
  NameGroups groups;

  *ret_table = table;
  if (trace_is_job (scope->trace))
    return annotations_of_job (scope, ret_table);
  if (!name_groups_collect (scope, SLICE_ANNOTATION, NULL, NULL, &groups))
    return false;
  table.annotations = malloc (groups.n_groups * sizeof *table.annotations + 1);
  if (table.annotations == NULL)
    {
      name_groups_clear (&groups);
      return false;
    }
  for (uint32_t i = 0; i < groups.n_groups; i++)
    table.annotations[table.n++] = (AnnotationStats){
      .name = groups.groups[i].name,
      .duration = distribution_of (groups.dur_ns + groups.groups[i].first, (size_t) groups.groups[i].n),
    };
  name_groups_clear (&groups);
  qsort_r (table.annotations, table.n, sizeof *table.annotations, compare_annotations, (void *) scope->trace);
  *ret_table = table;
  return true;
}

void
annotation_stats_clear (AnnotationStatsTable *table)
{
  free (table->annotations);
  *table = (AnnotationStatsTable){ 0 };
}
