/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/comparison.h"

#include <stdlib.h>

#include "trace/compare/matching/module_matching.h"

/* Says why no step of a side was selected. */
static StepsLack
lack_of (const CompareSteps *steps)
{
  const StepTable *table = steps->scope.steps;
  uint64_t n = 0, n_in_scope = 0, n_whole = 0;

  if (steps->has_steps)
    return LACK_NOTHING;
  for (uint64_t i = 0; i < step_table_count (table); i++)
    {
      const TraceStep *step = step_table_get (table, i);

      if (!stats_scope_holds_rank (&steps->scope, step->rank))
        continue;
      n++;
      if (!stats_scope_holds_start (&steps->scope, step->host_begin_ns))
        continue;
      n_in_scope++;
      n_whole += !step->is_truncated;
    }
  return n == 0                                                ? LACK_STEPS
         : n_in_scope == 0                                     ? LACK_IN_SCOPE
         : n_whole == 0                                        ? LACK_WHOLE
         : steps->n_incomplete == 0 && steps->n_truncated == 0 ? LACK_TIME
                                                               : LACK_ALL_RANKS;
}

/* Sides that use steps and sides that do not cannot be compared: then none uses them. */
static bool
select_steps (const ComparePart *parts, uint32_t n, bool only_common, CompareSteps *steps, StepsLack *lacks)
{
  bool have_steps = true;

  for (uint32_t i = 0; i < n; i++)
    if (!compare_steps_select (&parts[i], &steps[i]))
      return false;
  for (uint32_t i = 0; i < n; i++)
    {
      lacks[i] = lack_of (&steps[i]);
      have_steps = have_steps && steps[i].has_steps;
    }
  if (have_steps && !compare_steps_share_warmup (steps, n))
    return false;
  if (have_steps && only_common && !compare_steps_keep_common (steps, n))
    return false;
  for (uint32_t i = 0; i < n; i++)
    {
      if (have_steps && steps[i].n == 0)
        lacks[i] = LACK_COMMON;
      have_steps = have_steps && steps[i].n > 0;
    }
  for (uint32_t i = 0; i < n && !have_steps; i++)
    if (!compare_steps_ignore (&steps[i]))
      return false;
  return true;
}

static bool
match_rows (RowKind kind,
            const CompareSide *base_side,
            const CompareSide *other_side,
            const ComparisonOptions *options,
            bool (*should_continue) (void *user_data),
            void *user_data,
            RowMatching *ret_matching)
{
  const CompareRows *base = compare_side_rows (base_side, kind),
                    *other = compare_side_rows (other_side, kind);

  switch (kind)
    {
    case ROWS_KERNELS:
      return kernel_matching_compute (base_side, other_side, options->pairs, options->n_pairs,
                                      should_continue, user_data, ret_matching);
    case ROWS_MODULES:
      return module_matching_compute (base, other, should_continue, user_data, ret_matching);
    default:
      return row_matching_init (ret_matching, (uint32_t) base->rows.n, (uint32_t) other->rows.n)
             && row_matching_by_text (ret_matching, base, other, should_continue, user_data);
    }
}

static bool
compute_table (Comparison *comparison,
               RowKind kind,
               const ComparisonOptions *options,
               bool (*should_continue) (void *user_data),
               void *user_data)
{
  RowMatching *matchings = calloc (comparison->n_sides, sizeof *matchings);
  bool ok = matchings != NULL;

  for (uint32_t side = 1; side < comparison->n_sides && ok; side++)
    ok = match_rows (kind, &comparison->sides[0], &comparison->sides[side], options, should_continue,
                     user_data, &matchings[side - 1]);
  ok = ok
       && compare_table_compute (kind, comparison->sides, comparison->n_sides, matchings, should_continue,
                                 user_data, &comparison->tables[kind]);
  for (uint32_t side = 1; side < comparison->n_sides && matchings != NULL; side++)
    row_matching_clear (&matchings[side - 1]);
  free (matchings);
  return ok;
}

static bool
compute_all (Comparison *comparison,
             CompareSteps *steps,
             const ComparisonOptions *options,
             bool (*should_continue) (void *user_data),
             void *user_data)
{
  bool ok = true;

  for (uint32_t i = 0; i < comparison->n_sides && ok; i++)
    ok = compare_side_compute (&steps[i], should_continue, user_data, &comparison->sides[i])
         && slow_steps_find (&comparison->sides[i], &comparison->slow[i]);
  ok = ok
       && compare_summary_compute (comparison->sides, comparison->n_sides, should_continue, user_data,
                                   &comparison->summary);
  for (RowKind kind = 0; kind < N_ROW_KINDS && ok; kind++)
    ok = compute_table (comparison, kind, options, should_continue, user_data);
  for (uint32_t i = 1; i < comparison->n_sides && ok; i++)
    ok = waterfall_compute (comparison->sides, i, &comparison->tables[ROWS_KERNELS], should_continue,
                            user_data, &comparison->waterfalls[i]);
  return ok;
}

bool
comparison_compute (const ComparePart *parts,
                    uint32_t n_parts,
                    const ComparisonOptions *options,
                    bool (*should_continue) (void *user_data),
                    void *user_data,
                    Comparison *ret_comparison)
{
  CompareSteps *steps = calloc (n_parts, sizeof *steps);
  bool ok;

  *ret_comparison = (Comparison){
    .n_sides = n_parts,
    .sides = calloc (n_parts, sizeof *ret_comparison->sides),
    .waterfalls = calloc (n_parts, sizeof *ret_comparison->waterfalls),
    .slow = calloc (n_parts, sizeof *ret_comparison->slow),
    .lacks = calloc (n_parts, sizeof *ret_comparison->lacks),
  };
  ok = steps != NULL && ret_comparison->sides != NULL && ret_comparison->waterfalls != NULL
       && ret_comparison->slow != NULL && ret_comparison->lacks != NULL
       && select_steps (parts, n_parts, options->only_common_steps, steps, ret_comparison->lacks)
       && compute_all (ret_comparison, steps, options, should_continue, user_data);
  for (uint32_t i = 0; i < n_parts && steps != NULL; i++)
    compare_steps_clear (&steps[i]);
  free (steps);
  return ok;
}

void
comparison_clear (Comparison *comparison)
{
  for (uint32_t i = 0; i < comparison->n_sides; i++)
    {
      if (comparison->sides != NULL)
        compare_side_clear (&comparison->sides[i]);
      if (comparison->waterfalls != NULL)
        waterfall_clear (&comparison->waterfalls[i]);
    }
  free (comparison->sides);
  free (comparison->waterfalls);
  free (comparison->slow);
  free (comparison->lacks);
  compare_summary_clear (&comparison->summary);
  for (RowKind kind = 0; kind < N_ROW_KINDS; kind++)
    compare_table_clear (&comparison->tables[kind]);
  *comparison = (Comparison){ 0 };
}
