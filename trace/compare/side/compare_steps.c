/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/side/compare_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/compare/side/compare_step_at.h"
#include "trace/stats/distribution.h"
#include "trace/text/trace_error.h"

/* ---- the part ---- */

static int64_t
id_of (const TraceStep *step, bool by_number)
{
  return by_number && step->has_number ? step->number : (int64_t) step->index;
}

bool
compare_part_of_steps (const Trace *trace,
                       const StepTable *steps,
                       int64_t first,
                       int64_t last,
                       uint32_t rank,
                       ComparePart *ret_part,
                       GError **error)
{
  int64_t least = INT64_MAX, most = INT64_MIN;
  bool found = false;

  *ret_part = (ComparePart){ stats_scope_whole (trace, steps), COMPARE_STEP_RANGE, first, last };
  ret_part->scope.is_whole = false;
  stats_scope_limit (&ret_part->scope, rank, TRACE_NONE);
  for (uint64_t i = 0; i < step_table_count (steps); i++)
    {
      const TraceStep *step = step_table_get (steps, i);
      int64_t id = id_of (step, true);

      if (rank != TRACE_NONE && step->rank != rank)
        continue;
      least = MIN (least, id);
      most = MAX (most, id);
      if (id < first || id > last)
        continue;
      ret_part->scope.begin_ns =
        found ? MIN (ret_part->scope.begin_ns, step->host_begin_ns) : step->host_begin_ns;
      ret_part->scope.end_ns = found ? MAX (ret_part->scope.end_ns, step->host_end_ns) : step->host_end_ns;
      found = true;
    }
  if (!found && least > most)
    g_set_error_literal (
      error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
      "The profile has no steps. Steps come from ProfilerStep#N, step_N, or the names that "
      "--step-names PATTERN matches.");
  else if (!found)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                 "There is no such step; the profile has steps %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ".",
                 least, most);
  return found;
}

ComparePart
compare_part_of_step (const Trace *trace, const StepTable *steps, uint64_t row)
{
  const TraceStep *step = step_table_get (steps, row);
  int64_t id = id_of (step, true);
  ComparePart part = { stats_scope_whole (trace, steps), COMPARE_STEP_RANGE, id, id };

  part.scope.is_whole = false;
  part.scope.begin_ns = step->host_begin_ns;
  part.scope.end_ns = step->host_end_ns;
  stats_scope_limit (&part.scope, step->rank, TRACE_NONE);
  return part;
}

/* ---- samples ---- */

/* A step of a rank in scope, before it is known whether it is used. */
typedef struct
{
  int64_t id;
  uint32_t rank;
  uint64_t row; /* in the step table */
} Candidate;

static int
compare_candidates (const void *a, const void *b)
{
  const Candidate *x = a, *y = b;

  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

static int
compare_samples (const void *a, const void *b)
{
  const CompareSample *x = a, *y = b;

  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  return x->table_row < y->table_row ? -1 : x->table_row > y->table_row;
}

static bool
is_in_part (const ComparePart *part, const TraceStep *step)
{
  return stats_scope_holds_rank (&part->scope, step->rank)
         && stats_scope_holds_start (&part->scope, step->host_begin_ns)
         && (part->choice != COMPARE_STEP_RANGE
             || (id_of (step, true) >= part->first && id_of (step, true) <= part->last));
}

/* Lists the steps in scope, ordered by identity. Returns their number. */
static uint64_t
list_candidates (const ComparePart *part, bool by_number, Candidate *candidates, bool *ret_are_unique)
{
  const StepTable *table = part->scope.steps;
  uint64_t n = 0;

  *ret_are_unique = true;
  for (uint64_t i = 0; i < step_table_count (table); i++)
    {
      const TraceStep *step = step_table_get (table, i);

      if (!is_in_part (part, step))
        continue;
      candidates[n++] = (Candidate){ id_of (step, by_number), step->rank, i };
      *ret_are_unique = *ret_are_unique && (!by_number || step->has_number);
    }
  qsort (candidates, n, sizeof *candidates, compare_candidates);
  for (uint64_t i = 1; i < n; i++)
    if (candidates[i].id == candidates[i - 1].id && candidates[i].rank == candidates[i - 1].rank)
      *ret_are_unique = false;
  return n;
}

bool
compare_part_check_numbers (const ComparePart *part, GError **error)
{
  Candidate *candidates = malloc ((step_table_count (part->scope.steps) + 1) * sizeof *candidates);
  bool are_unique, are_numbered = true;
  uint64_t n;

  if (candidates == NULL)
    {
      g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory to find the steps.");
      return false;
    }
  n = list_candidates (part, true, candidates, &are_unique);
  for (uint64_t i = 0; i < n; i++)
    are_numbered = are_numbered && step_table_get (part->scope.steps, candidates[i].row)->has_number;
  free (candidates);
  if (are_unique)
    return true;
  g_set_error_literal (
    error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
    are_numbered
      ? "Several steps of a rank have the same number, so they cannot be aligned by it. Name the steps with --step-names "
        "and a pattern whose first group matches another number, or leave out --align steps."
      : "The steps have no numbers, so they cannot be aligned by them. Name the steps with --step-names and a pattern "
        "whose first group matches a number, or leave out --align steps.");
  return false;
}

static uint32_t
gpus_of_rank (const StatsScope *scope, uint32_t rank)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < trace_n_devices (scope->trace); i++)
    n += trace_device (scope->trace, i)->rank == rank && stats_scope_holds_device (scope, i);
  return n;
}

bool
compare_steps_lacks_gpu (const CompareSteps *steps, uint32_t rank)
{
  return steps->n_gpus > 0 && steps->holds_rank[rank] && gpus_of_rank (&steps->scope, rank) == 0;
}

static void
count_ranks (CompareSteps *steps)
{
  steps->n_ranks = steps->n_gpus = steps->n_ranks_left_out = steps->n_ranks_no_gpu = 0;
  for (uint32_t rank = 0; rank < trace_n_ranks (steps->scope.trace); rank++)
    if (steps->holds_rank[rank])
      {
        steps->n_ranks++;
        steps->n_gpus += gpus_of_rank (&steps->scope, rank);
      }
    else
      steps->n_ranks_left_out += stats_scope_holds_rank (&steps->scope, rank);
  for (uint32_t rank = 0; rank < trace_n_ranks (steps->scope.trace); rank++)
    steps->n_ranks_no_gpu += compare_steps_lacks_gpu (steps, rank);
}

/* Returns whether a step takes time, whether or not the steps before it leave it any of its own. */
static bool
takes_time (const TraceStep *step)
{
  return step->host_end_ns > step->host_begin_ns || step->has_device;
}

/* Turns each group of candidates with one identity into a sample, if all ranks have it whole. */
static bool
make_samples (CompareSteps *steps, const Candidate *candidates, uint64_t n)
{
  const StepTable *table = steps->scope.steps;
  uint32_t *weight_of_rank = calloc (trace_n_ranks (steps->scope.trace) + (size_t) 1, sizeof *weight_of_rank);

  steps->samples = malloc ((n + 1) * sizeof *steps->samples);
  if (weight_of_rank == NULL || steps->samples == NULL)
    {
      free (weight_of_rank);
      return false;
    }
  for (uint32_t rank = 0; rank < trace_n_ranks (steps->scope.trace); rank++)
    weight_of_rank[rank] = steps->n_gpus > 0 ? gpus_of_rank (&steps->scope, rank) : 1;
  for (uint64_t first = 0, end; first < n; first = end)
    {
      CompareSample sample = {
        .id = candidates[first].id,
        .begin_ns = step_table_get (table, candidates[first].row)->host_begin_ns,
        .table_row = candidates[first].row,
      };
      bool is_whole = true, is_within = false;

      for (end = first; end < n && candidates[end].id == sample.id; end++)
        {
          const TraceStep *step = step_table_get (table, candidates[end].row);

          is_whole = is_whole && !step->is_truncated;
          is_within = is_within || takes_time (step);
          for (uint32_t gpu = 0; gpu < weight_of_rank[step->rank]; gpu++)
            sample.total_ns = add_saturated (sample.total_ns, MAX (step->wall_ns, 0));
        }
      if (!is_whole)
        steps->n_truncated++;
      else if (end - first != steps->n_ranks)
        steps->n_incomplete++;
      else if (sample.total_ns == 0)
        (*(is_within ? &steps->n_within : &steps->n_empty))++;
      else
        steps->samples[steps->n++] = sample;
    }
  free (weight_of_rank);
  qsort (steps->samples, steps->n, sizeof *steps->samples, compare_samples);
  return true;
}

/* ---- warm-up ---- */

static int
compare_doubles (const void *a, const void *b)
{
  const double *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

static double
median_of (double *values, uint64_t n)
{
  qsort (values, n, sizeof *values, compare_doubles);
  return n % 2 == 1 ? values[n / 2] : values[n / 2 - 1] + (values[n / 2] - values[n / 2 - 1]) / 2;
}

/* Returns how many of n samples may be left out. */
static uint64_t
most_warmup (uint64_t n)
{
  return MIN (n / 2, n - MIN (n, COMPARE_LEAST_STEPS));
}

static bool
leave_out_warmup (CompareSteps *steps)
{
  uint64_t n = steps->n, most = most_warmup (n);
  double *times = malloc ((n + 1) * sizeof *times);
  double median, limit;

  if (times == NULL)
    return false;
  if (n >= COMPARE_WARMUP_LEAST)
    {
      for (uint64_t i = 0; i < n; i++)
        times[i] = (double) steps->samples[i].total_ns;
      median = median_of (times, n);
      for (uint64_t i = 0; i < n; i++)
        times[i] = fabs ((double) steps->samples[i].total_ns - median);
      limit = median + MAX (5 * 1.4826 * median_of (times, n), 0.05 * median);
      while (steps->n_warmup < most && (double) steps->samples[steps->n_warmup].total_ns > limit)
        steps->n_warmup++;
      steps->n -= steps->n_warmup;
      memmove (steps->samples, steps->samples + steps->n_warmup, steps->n * sizeof *steps->samples);
    }
  free (times);
  return true;
}

static int
compare_times (const void *a, const void *b)
{
  const CompareSample *x = a, *y = b;

  if (x->total_ns != y->total_ns)
    return x->total_ns < y->total_ns ? -1 : 1;
  return compare_samples (a, b);
}

static void
keep_median (CompareSteps *steps)
{
  qsort (steps->samples, steps->n, sizeof *steps->samples, compare_times);
  steps->samples[0] = steps->samples[(steps->n - 1) / 2];
  steps->n_chosen_from = steps->n;
  steps->n = 1;
  steps->is_median_step = true;
}

/* ---- steps of ranks ---- */

static void
set_samples (CompareSteps *steps, const Candidate *candidates, uint64_t n, uint32_t *sample_of_row)
{
  for (uint64_t i = 0; i < steps->n; i++)
    {
      int64_t id = steps->samples[i].id;
      uint64_t low = 0, high = n;

      while (low < high)
        {
          uint64_t middle = low + (high - low) / 2;

          if (candidates[middle].id < id)
            low = middle + 1;
          else
            high = middle;
        }
      for (; low < n && candidates[low].id == id; low++)
        sample_of_row[candidates[low].row] = (uint32_t) i;
    }
}

static void
link_steps (CompareSteps *steps)
{
  for (uint32_t rank = 0; rank < trace_n_ranks (steps->scope.trace); rank++)
    compare_steps_link (steps->steps, steps->first_step[rank], steps->first_step[rank + 1]);
}

/* A side of one rank out of thousands does not keep the steps of all. */
static bool
list_steps (CompareSteps *steps, const uint32_t *sample_of_row)
{
  const StepTable *table = steps->scope.steps;
  uint32_t n_ranks = trace_n_ranks (steps->scope.trace);
  uint64_t n_rows = step_table_count (table), n = 0, row = 0;

  while (row < n_rows && !stats_scope_holds_rank (&steps->scope, step_table_get (table, row)->rank))
    row++;
  steps->first_table_row = row;
  while (n_rows > row && !stats_scope_holds_rank (&steps->scope, step_table_get (table, n_rows - 1)->rank))
    n_rows--;
  steps->steps = malloc ((n_rows - row + 1) * sizeof *steps->steps);
  steps->first_step = malloc ((n_ranks + (size_t) 1) * sizeof *steps->first_step);
  if (steps->steps == NULL || steps->first_step == NULL)
    return false;
  for (uint32_t rank = 0; rank < n_ranks; rank++)
    {
      int64_t until_ns = INT64_MIN;

      steps->first_step[rank] = n;
      for (; row < n_rows && step_table_get (table, row)->rank == rank; row++)
        {
          const TraceStep *step = step_table_get (table, row);
          int64_t end_ns =
            step->has_device ? MAX (step->host_end_ns, step->device_end_ns) : step->host_end_ns;

          /* The end of a step is never before that of the last one. */
          until_ns = end_ns = MAX (end_ns, until_ns);
          steps->steps[n++] = (CompareStep){
            .host_begin_ns = step->host_begin_ns,
            .host_end_ns = step->host_end_ns,
            .begin_ns = trace_time_clamp (end_ns) - CLAMP (step->wall_ns, 0, TRACE_TIME_MAX_NS),
            .end_ns = end_ns,
            .sample = steps->holds_rank[rank] ? sample_of_row[row] : SAMPLE_NONE,
          };
        }
    }
  steps->first_step[n_ranks] = n;
  link_steps (steps);
  return true;
}

static void
reach_over_windows (CompareSteps *steps)
{
  uint64_t n = steps->first_step[trace_n_ranks (steps->scope.trace)];

  steps->begin_ns = steps->scope.begin_ns;
  steps->end_ns = steps->scope.end_ns;
  steps->first_ns = steps->begin_ns;
  steps->last_ns = steps->end_ns;
  for (uint64_t i = 0; i < n; i++)
    {
      const TraceStep *step = step_table_get (steps->scope.steps, steps->first_table_row + i);

      if (steps->steps[i].sample == SAMPLE_NONE)
        continue;
      steps->begin_ns = MIN (steps->begin_ns, steps->steps[i].begin_ns);
      steps->end_ns = MAX (steps->end_ns, steps->steps[i].end_ns);
      if (step->has_device)
        {
          steps->first_ns = MIN (steps->first_ns, step->device_begin_ns);
          steps->last_ns = MAX (steps->last_ns, step->device_end_ns);
        }
    }
  steps->first_ns = MIN (steps->first_ns, steps->begin_ns);
  steps->last_ns = MAX (steps->last_ns, steps->end_ns);
}

bool
compare_steps_select (const ComparePart *part, CompareSteps *ret_steps)
{
  const StepTable *table = part->scope.steps;
  uint64_t n_rows = step_table_count (table), n;
  Candidate *candidates = malloc ((n_rows + 1) * sizeof *candidates);
  uint32_t *sample_of_row = malloc ((n_rows + 1) * sizeof *sample_of_row);
  CompareSteps steps = {
    .scope = part->scope,
    .has_steps = true,
    .holds_rank = calloc (trace_n_ranks (part->scope.trace) + (size_t) 1, 1),
  };
  bool ok = candidates != NULL && sample_of_row != NULL && steps.holds_rank != NULL, are_unique;

  if (ok)
    {
      n = list_candidates (part, true, candidates, &are_unique);
      steps.has_numbers = are_unique;
      if (!are_unique)
        n = list_candidates (part, false, candidates, &are_unique);
      for (uint64_t i = 0; i < n; i++)
        steps.holds_rank[candidates[i].rank] = 1;
      count_ranks (&steps);
      ok = make_samples (&steps, candidates, n) && leave_out_warmup (&steps);
    }
  if (ok)
    {
      if (part->choice == COMPARE_MEDIAN_STEP && steps.n > 0)
        keep_median (&steps);
      memset (sample_of_row, 0xff, n_rows * sizeof *sample_of_row);
      set_samples (&steps, candidates, n, sample_of_row);
      ok = list_steps (&steps, sample_of_row);
    }
  if (ok && steps.n == 0)
    ok = compare_steps_ignore (&steps);
  else if (ok && part->choice == COMPARE_MEDIAN_STEP)
    {
      const TraceStep *step = step_table_get (table, steps.samples[0].table_row);

      steps.scope.is_whole = false;
      steps.scope.begin_ns = step->host_begin_ns;
      steps.scope.end_ns = step->host_end_ns;
    }
  if (ok)
    reach_over_windows (&steps);
  free (candidates);
  free (sample_of_row);
  *ret_steps = steps;
  return ok;
}

uint64_t
compare_median_step (const Trace *trace, const StepTable *steps, uint32_t rank)
{
  ComparePart part = { .scope = stats_scope_whole (trace, steps), .choice = COMPARE_MEDIAN_STEP };
  CompareSteps selected;
  uint64_t row = UINT64_MAX;

  stats_scope_limit (&part.scope, rank, TRACE_NONE);
  if (compare_steps_select (&part, &selected) && selected.has_steps)
    row = selected.samples[0].table_row;
  compare_steps_clear (&selected);
  return row;
}

bool
compare_steps_ignore (CompareSteps *steps)
{
  const Trace *trace = steps->scope.trace;
  CompareSample *samples = realloc (steps->samples, sizeof *samples);

  if (samples == NULL)
    return false;
  for (uint32_t rank = 0; rank < trace_n_ranks (trace); rank++)
    steps->holds_rank[rank] = stats_scope_holds_rank (&steps->scope, rank);
  for (uint64_t i = 0; i < steps->first_step[trace_n_ranks (trace)]; i++)
    steps->steps[i].sample = SAMPLE_NONE;
  link_steps (steps);
  count_ranks (steps);
  steps->samples = samples;
  steps->samples[0] = (CompareSample){
    .begin_ns = steps->scope.begin_ns,
    .total_ns = stats_scope_times_devices_ns (steps->scope.begin_ns, steps->scope.end_ns,
                                              (uint32_t) compare_steps_divisor (steps)),
    .table_row = UINT64_MAX,
  };
  steps->n = 1;
  steps->n_warmup = 0;
  steps->has_steps = steps->is_median_step = false;
  reach_over_windows (steps);
  return true;
}

static int
compare_ids (const void *a, const void *b)
{
  const int64_t *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

static int64_t *
ids_new (const CompareSteps *steps)
{
  int64_t *ids = malloc ((steps->n + 1) * sizeof *ids);

  for (uint64_t i = 0; i < steps->n && ids != NULL; i++)
    ids[i] = steps->samples[i].id;
  if (ids != NULL)
    qsort (ids, steps->n, sizeof *ids, compare_ids);
  return ids;
}

/* Keeps the samples that are marked. place_of has room for their new indices. */
static void
keep_marked (CompareSteps *steps, const uint8_t *is_kept, uint32_t *place_of)
{
  uint64_t n = 0;

  for (uint64_t i = 0; i < steps->n; i++)
    {
      place_of[i] = is_kept[i] ? (uint32_t) n : SAMPLE_NONE;
      if (is_kept[i])
        steps->samples[n++] = steps->samples[i];
    }
  for (uint64_t i = 0; i < steps->first_step[trace_n_ranks (steps->scope.trace)]; i++)
    if (steps->steps[i].sample != SAMPLE_NONE)
      steps->steps[i].sample = place_of[steps->steps[i].sample];
  steps->n = n;
  link_steps (steps);
  reach_over_windows (steps);
}

bool
compare_steps_share_warmup (CompareSteps *sides, uint32_t n)
{
  uint64_t n_most = 0;
  bool ok = true;

  for (uint32_t side = 0; side < n; side++)
    if (!sides[side].is_median_step)
      n_most = MAX (n_most, sides[side].n_warmup);
  for (uint32_t side = 0; side < n && ok; side++)
    {
      CompareSteps *steps = &sides[side];
      uint64_t n_warmup = MIN (n_most, most_warmup (steps->n + steps->n_warmup));
      uint8_t *is_kept;
      uint32_t *place_of;

      if (steps->is_median_step || n_warmup <= steps->n_warmup)
        continue;
      is_kept = calloc (steps->n, 1);
      place_of = malloc (steps->n * sizeof *place_of);
      ok = is_kept != NULL && place_of != NULL;
      if (ok)
        {
          memset (is_kept + (n_warmup - steps->n_warmup), 1, steps->n - (n_warmup - steps->n_warmup));
          keep_marked (steps, is_kept, place_of);
          steps->n_warmup = n_warmup;
        }
      free (is_kept);
      free (place_of);
    }
  return ok;
}

bool
compare_steps_keep_common (CompareSteps *sides, uint32_t n)
{
  int64_t **ids = calloc (n, sizeof *ids);
  uint64_t *n_ids = calloc (n, sizeof *n_ids);
  bool ok = ids != NULL && n_ids != NULL, have_numbers = true;

  for (uint32_t side = 0; side < n; side++)
    have_numbers = have_numbers && sides[side].has_numbers;
  for (uint32_t side = 0; side < n && ok; side++)
    {
      n_ids[side] = sides[side].n;
      ok = (ids[side] = ids_new (&sides[side])) != NULL;
    }
  for (uint32_t side = 0; side < n && ok; side++)
    {
      uint8_t *is_kept = malloc (n_ids[side] + 1);
      uint32_t *place_of = malloc ((n_ids[side] + 1) * sizeof *place_of);

      ok = is_kept != NULL && place_of != NULL;
      for (uint64_t i = 0; i < n_ids[side] && ok; i++)
        {
          is_kept[i] = have_numbers;
          for (uint32_t other = 0; other < n; other++)
            if (bsearch (&sides[side].samples[i].id, ids[other], n_ids[other], sizeof **ids, compare_ids)
                == NULL)
              is_kept[i] = 0;
        }
      if (ok)
        {
          keep_marked (&sides[side], is_kept, place_of);
          sides[side].n_alone = n_ids[side] - sides[side].n;
        }
      free (is_kept);
      free (place_of);
    }
  for (uint32_t side = 0; side < n && ids != NULL; side++)
    free (ids[side]);
  free (ids);
  free (n_ids);
  return ok;
}

void
compare_steps_clear (CompareSteps *steps)
{
  free (steps->holds_rank);
  free (steps->samples);
  free (steps->steps);
  free (steps->first_step);
  *steps = (CompareSteps){ 0 };
}
