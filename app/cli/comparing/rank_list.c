/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/rank_list.h"

/* Longer lists end in "and 12 more". */
#define RUNS_MAX 8

static GArray *
listed (const Trace *trace, const CompareSteps *steps, RankPredicate is_listed)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (int64_t));

  for (uint32_t rank = 0; rank < trace_n_ranks (trace); rank++)
    if (steps == NULL || is_listed (steps, rank))
      g_array_append_val (numbers, trace_rank (trace, rank)->number);
  return numbers;
}

char *
rank_list_text (const Trace *trace, const CompareSteps *steps, RankPredicate is_listed)
{
  g_autoptr (GArray) numbers = listed (trace, steps, is_listed);
  const int64_t *at = (const int64_t *) (void *) numbers->data;
  guint n = numbers->len, n_runs = 0;
  GString *out = g_string_new (n == 1 ? "rank " : "ranks ");

  for (guint first = 0, end; first < n; first = end)
    {
      for (end = first + 1; end < n && (uint64_t) at[end] - (uint64_t) at[first] == end - first;)
        end++;
      if (n_runs++ == RUNS_MAX)
        {
          g_string_append_printf (out, " and %u more", n - first);
          break;
        }
      g_string_append_printf (out, "%s%" G_GINT64_FORMAT, first == 0 ? "" : ", ", at[first]);
      if (end > first + 1)
        g_string_append_printf (out, " to %" G_GINT64_FORMAT, at[end - 1]);
    }
  return g_string_free (out, FALSE);
}
