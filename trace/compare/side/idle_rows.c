/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/side/idle_rows.h"

#include <stdlib.h>
#include <string.h>

#include "trace/compare/side/compare_step_at.h"
#include "trace/stats/distribution.h"

/* The windows of every rank, and the sums of every sample. */
typedef struct
{
  const CompareSteps *steps;
  CompareWindow *windows;
  uint64_t *first_window; /* by rank, and one more */
  int64_t (*of_sample)[N_IDLE_CAUSES];
} Division;

/* Called on several threads at once: sums do not depend on the order. */
static void
take_gap (void *user_data, uint32_t device, int64_t begin_ns, int64_t end_ns, IdleCause cause)
{
  Division *division = user_data;
  uint32_t rank = trace_device (division->steps->scope.trace, device)->rank;
  uint64_t low = division->first_window[rank], end = division->first_window[rank + 1], high = end;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (division->windows[middle].end_ns <= begin_ns)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < end && division->windows[low].begin_ns < end_ns; low++)
    {
      const CompareWindow *window = &division->windows[low];
      int64_t part_ns = MIN (end_ns, window->end_ns) - MAX (begin_ns, window->begin_ns);

      __atomic_fetch_add (&division->of_sample[window->sample][cause], part_ns, __ATOMIC_RELAXED);
    }
}

static bool
list_windows (Division *division)
{
  const CompareSteps *steps = division->steps;
  uint32_t n_ranks = trace_n_ranks (steps->scope.trace);
  uint64_t n = 0;

  division->windows = malloc ((steps->first_step[n_ranks] + n_ranks + 1) * sizeof *division->windows);
  division->first_window = malloc ((n_ranks + (size_t) 1) * sizeof *division->first_window);
  if (division->windows == NULL || division->first_window == NULL)
    return false;
  for (uint32_t rank = 0; rank < n_ranks; rank++)
    {
      division->first_window[rank] = n;
      if (steps->holds_rank[rank])
        n += compare_steps_windows (steps, rank, division->windows + n);
    }
  division->first_window[n_ranks] = n;
  return true;
}

static bool
make_rows (IdleRows *rows, const CompareSteps *steps, const IdleCauses *in_scope)
{
  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    {
      const char *word = idle_cause_word (cause);
      uint32_t text, row;

      for (uint64_t i = 0; i < steps->n; i++)
        rows->sum_ns[cause] = add_saturated (rows->sum_ns[cause], rows->of_sample[i][cause]);
      if (in_scope->causes[cause].n_gaps == 0 && rows->sum_ns[cause] == 0)
        continue;
      if (!string_table_intern (rows->rows.texts, word, strlen (word), &text)
          || !compare_rows_new (&rows->rows, text, &row))
        return false;
      rows->cause_of_row[row] = cause;
      rows->longest[cause] = in_scope->longest_of[cause];
      rows->rows.rows.at[row].count = in_scope->causes[cause].n_gaps;
      rows->rows.rows.at[row].total_ns = in_scope->causes[cause].total_ns;
      for (uint64_t i = 0; i < steps->n; i++)
        if (rows->of_sample[i][cause] != 0
            && !compare_rows_add (&rows->rows, row, (uint32_t) i, rows->of_sample[i][cause]))
          return false;
    }
  return compare_rows_finish (&rows->rows);
}

bool
idle_rows_compute (const CompareSteps *steps,
                   bool (*should_continue) (void *user_data),
                   void *user_data,
                   IdleRows *ret_rows)
{
  StatsScope reach = steps->scope;
  Division division = { .steps = steps };
  IdleCauses causes = { 0 };
  bool ok = compare_rows_init (&ret_rows->rows, steps->scope.trace, true, true);

  memset (ret_rows->sum_ns, 0, sizeof ret_rows->sum_ns);
  division.of_sample = ret_rows->of_sample = calloc (steps->n, sizeof *ret_rows->of_sample);
  reach.begin_ns = steps->begin_ns;
  reach.end_ns = steps->end_ns;
  ok = ok && ret_rows->of_sample != NULL && list_windows (&division)
       && idle_causes_compute_each (&reach, IDLE_SHORT_NS, 0, take_gap, &division, should_continue, user_data,
                                    &causes);
  if (ok && (reach.begin_ns != steps->scope.begin_ns || reach.end_ns != steps->scope.end_ns))
    {
      idle_causes_clear (&causes);
      ok = idle_causes_compute (&steps->scope, IDLE_SHORT_NS, 0, should_continue, user_data, &causes);
    }
  ok = ok && make_rows (ret_rows, steps, &causes);
  idle_causes_clear (&causes);
  free (division.windows);
  free (division.first_window);
  return ok;
}

const IdleGap *
idle_rows_longest (const IdleRows *rows, uint32_t row)
{
  return rows->rows.rows.at[row].count > 0 ? &rows->longest[rows->cause_of_row[row]] : NULL;
}

void
idle_rows_clear (IdleRows *rows)
{
  compare_rows_clear (&rows->rows);
  free (rows->of_sample);
  *rows = (IdleRows){ 0 };
}
