/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/job_groups.h"

#include <math.h>
#include <stdlib.h>

#include "trace/stats/quantile_sketch.h"

COLUMN_IMPLEMENT (JobGroupColumn, job_group_column)

bool
job_groups_hold (const StatsScope *scope)
{
  return trace_is_job (scope->trace) && scope->is_whole && scope->device == TRACE_NONE
         && scope->tracks == NULL;
}

typedef struct
{
  const StatsScope *scope;
  JobRowWhat what;
  uint32_t *places; /* by string id: index of the group + 1 */
  uint64_t *n_bins; /* by group, then the end of its bins */
  JobBinRecord *bins;
  double *deviation; /* by group: as JobRowRecord.deviation */
} Collecting;

static bool
is_wanted (const Collecting *collecting, const JobRowRecord *row)
{
  return row->count > 0 && row->what == collecting->what
         && stats_scope_holds_rank (collecting->scope, row->rank);
}

/* Chan, Golub and LeVeque, Updating Formulae and a Pairwise Algorithm for Computing Sample Variances, 1979. */
static void
add_row (JobGroup *group, double *deviation, const JobRowRecord *row)
{
  Distribution *d = &group->duration;
  double mean_ns = (double) row->total_ns / (double) row->count;

  if (d->count == 0)
    {
      d->min_ns = row->min_ns;
      d->max_ns = row->max_ns;
      d->mean_ns = mean_ns;
      *deviation = row->deviation;
    }
  else
    {
      double n = (double) d->count, added = (double) row->count, off = mean_ns - d->mean_ns;

      d->mean_ns += off * added / (n + added);
      *deviation += row->deviation + off * off * n * added / (n + added);
    }
  d->count += row->count;
  d->total_ns = add_saturated (d->total_ns, row->total_ns);
  d->min_ns = MIN (d->min_ns, row->min_ns);
  d->max_ns = MAX (d->max_ns, row->max_ns);
  group->amount = (uint64_t) add_saturated ((int64_t) group->amount, MAX (row->amount, 0));
}

static bool
find_groups (Collecting *collecting, JobGroupColumn *groups)
{
  const Trace *trace = collecting->scope->trace;

  for (uint64_t i = 0; i < trace_job (trace)->n_rows; i++)
    {
      JobRowRecord row = trace_job_row (trace, i);

      if (!is_wanted (collecting, &row) || collecting->places[row.name] != 0)
        continue;
      collecting->places[row.name] = 1;
      if (!job_group_column_push (groups, (JobGroup){ .name = row.name }))
        return false;
    }
  return true;
}

static int
compare_groups (const void *a, const void *b)
{
  uint32_t x = ((const JobGroup *) a)->name, y = ((const JobGroup *) b)->name;

  return x < y ? -1 : x > y;
}

/* Rows of a forged file may share their bins, so that all of them take more room than the file has. */
static bool
add_rows (Collecting *collecting, JobGroupColumn *groups)
{
  const Trace *trace = collecting->scope->trace;
  const JobTables *job = trace_job (trace);
  uint64_t n_all = 0;

  for (size_t i = 0; i < groups->n; i++)
    collecting->places[groups->at[i].name] = (uint32_t) i + 1;
  for (uint64_t i = 0; i < job->n_rows; i++)
    {
      JobRowRecord row = trace_job_row (trace, i);

      if (!is_wanted (collecting, &row))
        continue;
      uint32_t place = collecting->places[row.name] - 1;
      uint64_t n = MIN (row.n_bins, job->n_bins - n_all);

      add_row (&groups->at[place], &collecting->deviation[place], &row);
      collecting->n_bins[place] += n;
      n_all += n;
    }
  collecting->bins = malloc ((size_t) n_all * sizeof *collecting->bins + 1);
  if (collecting->bins == NULL)
    return false;
  /* From numbers to begins; adding the bins turns them into ends. */
  for (size_t i = 0, begin = 0; i < groups->n; i++)
    {
      size_t n = (size_t) collecting->n_bins[i];

      collecting->n_bins[i] = begin;
      begin += n;
    }
  n_all = 0;
  for (uint64_t i = 0; i < job->n_rows; i++)
    {
      JobRowRecord row = trace_job_row (trace, i);

      if (!is_wanted (collecting, &row))
        continue;
      uint64_t *at = &collecting->n_bins[collecting->places[row.name] - 1];
      uint64_t n = MIN (row.n_bins, job->n_bins - n_all);

      for (uint64_t k = 0; k < n; k++)
        collecting->bins[(*at)++] = job->bins[row.first_bin + k];
      n_all += n;
    }
  return true;
}

static void
finish_group (JobGroup *group, double deviation, JobBinRecord *bins, size_t n)
{
  Distribution *d = &group->duration;

  if (n > 0)
    qsort (bins, n, sizeof *bins, quantile_sketch_compare);
  d->max_ns = MAX (d->max_ns, d->min_ns);
  d->mean_ns = (double) d->total_ns / (double) d->count;
  d->median_ns = quantile_sketch_quantile (bins, n, 0.5, d->min_ns, d->max_ns);
  d->p95_ns = quantile_sketch_quantile (bins, n, 0.95, d->min_ns, d->max_ns);
  d->stddev_ns =
    d->count > 1 && deviation > 0 && isfinite (deviation) ? sqrt (deviation / (double) (d->count - 1)) : 0;
}

bool
job_groups_collect (const StatsScope *scope, JobRowWhat what, JobGroupColumn *ret_groups)
{
  Collecting collecting = { .scope = scope, .what = what };
  bool ok;

  *ret_groups = (JobGroupColumn){ 0 };
  if (!job_groups_hold (scope))
    return true;
  collecting.places = calloc (trace_n_strings (scope->trace) + (size_t) 1, sizeof *collecting.places);
  ok = collecting.places != NULL && find_groups (&collecting, ret_groups);
  if (ok && ret_groups->n > 0)
    qsort (ret_groups->at, ret_groups->n, sizeof *ret_groups->at, compare_groups);
  collecting.n_bins = calloc (ret_groups->n + 1, sizeof *collecting.n_bins);
  collecting.deviation = calloc (ret_groups->n + 1, sizeof *collecting.deviation);
  ok = ok && collecting.n_bins != NULL && collecting.deviation != NULL && add_rows (&collecting, ret_groups);
  for (size_t i = 0; i < ret_groups->n && ok; i++)
    {
      uint64_t first = i > 0 ? collecting.n_bins[i - 1] : 0;

      finish_group (&ret_groups->at[i], collecting.deviation[i], collecting.bins + first,
                    (size_t) (collecting.n_bins[i] - first));
    }
  free (collecting.places);
  free (collecting.n_bins);
  free (collecting.bins);
  free (collecting.deviation);
  return ok;
}
