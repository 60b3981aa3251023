/* SPDX-License-Identifier: Apache-2.0 */

#include "app/scope/step_pattern.h"

#include <string.h>

#include "trace/stats/annotation_stats.h"
#include "trace/stats/step/step_name_pattern.h"

static void
candidate_free (gpointer data)
{
  StepCandidate *candidate = data;

  g_free (candidate->name);
  g_free (candidate->shown);
  g_free (candidate->pattern);
  g_free (candidate);
}

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const StepCandidate *x = *(const StepCandidate *const *) a, *y = *(const StepCandidate *const *) b;

  return x->count > y->count ? -1 : x->count < y->count ? 1 : strcmp (x->name, y->name);
}

static void
add_candidate (GHashTable *by_pattern, const Trace *trace, const AnnotationStats *annotation, const char *end)
{
  size_t length;
  const char *text = trace_string (trace, annotation->name, &length);

  if (length > G_MAXINT || !g_utf8_validate (text, (gssize) length, NULL))
    return;
  /* "epoch 3" and "epoch 4" are one thing that repeats. */
  g_autofree char *pattern = step_name_pattern (text, length, true, end);
  StepCandidate *candidate = g_hash_table_lookup (by_pattern, pattern);

  if (candidate == NULL)
    {
      candidate = g_new0 (StepCandidate, 1);
      candidate->name = g_strndup (text, length);
      candidate->shown = g_strdup (trace_display_name (trace, annotation->name));
      candidate->pattern = g_steal_pointer (&pattern);
      g_hash_table_insert (by_pattern, candidate->pattern, candidate);
    }
  candidate->count += annotation->duration.count;
}

GPtrArray *
step_candidates (const Profile *profile, guint n_max)
{
  StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
  g_autoptr (GHashTable) by_pattern = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *candidates = g_ptr_array_new_with_free_func (candidate_free);
  const char *end = step_name_pattern_end (profile->trace);
  AnnotationStatsTable table;
  GHashTableIter iter;
  gpointer candidate;

  if (!annotation_stats_compute (&scope, &table))
    return candidates;
  for (uint64_t i = 0; i < table.n; i++)
    add_candidate (by_pattern, profile->trace, &table.annotations[i], end);
  annotation_stats_clear (&table);

  g_hash_table_iter_init (&iter, by_pattern);
  while (g_hash_table_iter_next (&iter, NULL, &candidate))
    if (((StepCandidate *) candidate)->count > 1)
      g_ptr_array_add (candidates, candidate);
    else
      candidate_free (candidate);
  g_ptr_array_sort (candidates, compare_candidates);
  if (candidates->len > n_max)
    g_ptr_array_remove_range (candidates, n_max, candidates->len - n_max);
  return candidates;
}

bool
step_pattern_count (const Trace *trace,
                    const char *pattern,
                    uint64_t *ret_n_steps,
                    uint32_t *ret_n_ranks,
                    GError **error)
{
  g_autoptr (StepTable) steps = step_table_new (trace, pattern, error);
  uint32_t before = TRACE_NONE;

  if (steps == NULL)
    return false;
  *ret_n_steps = step_table_count (steps);
  *ret_n_ranks = 0;
  for (uint64_t i = 0; i < *ret_n_steps; i++)
    {
      uint32_t rank = step_table_get (steps, i)->rank;

      *ret_n_ranks += rank != before;
      before = rank;
    }
  return true;
}
