/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/compare_summary.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const struct
{
  const char *word, *unit;
  SideFigure figure;           /* N_SIDE_FIGURES: none */
  BootstrapFigure of_figure;
} keys[N_SUMMARY_KEYS] = {
  [SUMMARY_STEP_MEAN]             = { "step.mean",             "ns",    SIDE_TIME,                  BOOTSTRAP_MEAN },
  [SUMMARY_STEP_MEDIAN]           = { "step.median",           "ns",    SIDE_TIME,                  BOOTSTRAP_MEDIAN },
  [SUMMARY_STEP_P95]              = { "step.p95",              "ns",    SIDE_TIME,                  BOOTSTRAP_P95 },
  [SUMMARY_GPU_ACTIVE]            = { "gpu_active",            "ns",    SIDE_GPU_ACTIVE,            BOOTSTRAP_MEAN },
  [SUMMARY_COMPUTE]               = { "compute",               "ns",    SIDE_COMPUTE,               BOOTSTRAP_MEAN },
  [SUMMARY_COMMUNICATION]         = { "communication",         "ns",    SIDE_COMMUNICATION,         BOOTSTRAP_MEAN },
  [SUMMARY_EXPOSED_COMMUNICATION] = { "exposed_communication", "ns",    SIDE_EXPOSED_COMMUNICATION, BOOTSTRAP_MEAN },
  [SUMMARY_EXPOSED_COPIES]        = { "exposed_copies",        "ns",    SIDE_EXPOSED_COPIES,        BOOTSTRAP_MEAN },
  [SUMMARY_IDLE]                  = { "idle",                  "ns",    SIDE_IDLE,                  BOOTSTRAP_MEAN },
  [SUMMARY_KERNELS]               = { "kernels",               "count", SIDE_KERNELS,               BOOTSTRAP_MEAN },
  [SUMMARY_LAUNCHES]              = { "launches",              "count", SIDE_LAUNCHES,              BOOTSTRAP_MEAN },
  [SUMMARY_MEMORY_PEAK]           = { "memory_peak",           "bytes", N_SIDE_FIGURES,             BOOTSTRAP_MEAN },
};
/* clang-format on */

const char *
summary_key_word (SummaryKey key)
{
  return keys[key].word;
}

const char *
summary_key_unit (SummaryKey key)
{
  return keys[key].unit;
}

SummaryKey
summary_key_of (const char *word, size_t length)
{
  SummaryKey key = 0;

  while (key < N_SUMMARY_KEYS
         && (strlen (keys[key].word) != length || memcmp (keys[key].word, word, length) != 0))
    key++;
  return key;
}

static bool
set_value (const CompareSide *side, SummaryKey key, SummaryCell *cell)
{
  SideFigure figure = keys[key].figure;
  double *values;

  *cell = (SummaryCell){ .n = 1, .p = -1 };
  if (figure == N_SIDE_FIGURES)
    {
      cell->has_value = side->has_memory_peak;
      cell->value = side->memory_peak_bytes;
      return true;
    }
  cell->n = side->steps.n;
  if (figure == SIDE_TIME && !side->steps.has_steps)
    {
      cell->n = 0;
      return true;
    }
  values = malloc (side->steps.n * sizeof *values);
  if (values == NULL)
    return false;
  memcpy (values, side->values[figure], side->steps.n * sizeof *values);
  cell->has_value = true;
  cell->value =
    bootstrap_figure_of (keys[key].of_figure, values, side->steps.n, compare_side_divisor (side, figure));
  cell->has_total = keys[key].of_figure == BOOTSTRAP_MEAN;
  cell->total = side->totals[figure];
  cell->divisor = side->steps.n * compare_side_divisor (side, figure);
  free (values);
  return true;
}

static BootstrapRun
run_of (const CompareSide *side, SideFigure figure, uint32_t index)
{
  return (BootstrapRun){
    .values = side->values[figure],
    .n = side->steps.n,
    .divisor = compare_side_divisor (side, figure),
    .seed = index + 1,
  };
}

static void
set_difference (CompareSummary *summary, SummaryKey key, uint32_t side, const BootstrapDifference *difference)
{
  const SummaryCell *base = &summary->cells[key][0];
  SummaryCell *cell = &summary->cells[key][side];

  cell->has_difference = base->has_value && cell->has_value;
  cell->difference.difference = cell->value - base->value;
  if (difference == NULL)
    return;
  cell->difference = *difference;
  cell->difference.difference = cell->value - base->value;
  if (difference->is_decided)
    cell->differs = difference->at_99.low > 0 || difference->at_99.high < 0 ? DIFFERS_YES : DIFFERS_NO;
}

/* The three figures of step times share their draws. */
static bool
compare_times (CompareSummary *summary,
               const CompareSide *sides,
               uint32_t side,
               bool (*should_continue) (void *user_data),
               void *user_data)
{
  BootstrapRun base = run_of (&sides[0], SIDE_TIME, 0), other = run_of (&sides[side], SIDE_TIME, side);
  BootstrapDifference differences[N_BOOTSTRAP_FIGURES];

  if (!sides[0].steps.has_steps)
    return true;
  if (!block_bootstrap_compute (&base, &other, should_continue, user_data, differences))
    return false;
  for (SummaryKey key = SUMMARY_STEP_MEAN; key <= SUMMARY_STEP_P95; key++)
    set_difference (summary, key, side, &differences[keys[key].of_figure]);
  return true;
}

/* Returns false when memory runs out. O(steps x block length). */
static bool
find_error_squared (const CompareSide *side, SideFigure figure, double *ret_error_squared)
{
  uint64_t n = side->steps.n, n_values = 0;
  double divisor = (double) compare_side_divisor (side, figure);
  int64_t *values = malloc (n * sizeof *values);
  uint32_t *at = malloc (n * sizeof *at);
  double *sums = calloc (n, sizeof *sums);
  bool ok = values != NULL && at != NULL && sums != NULL;

  for (uint64_t i = 0; i < n && ok; i++)
    if (side->values[figure][i] != 0)
      {
        values[n_values] = (int64_t) side->values[figure][i];
        at[n_values++] = (uint32_t) i;
      }
  if (ok)
    *ret_error_squared = block_error_squared (values, at, n_values, n, sums) / (divisor * divisor);
  free (values);
  free (at);
  free (sums);
  return ok;
}

static bool
set_p (const CompareSide *base, const CompareSide *other, SideFigure figure, SummaryCell *cell)
{
  double base_error = 0, other_error = 0;

  if (!cell->difference.is_decided)
    return true;
  if (!find_error_squared (base, figure, &base_error) || !find_error_squared (other, figure, &other_error))
    return false;
  cell->p =
    block_difference_p (cell->difference.difference, base_error, other_error, base->steps.n, other->steps.n);
  return true;
}

static bool
compare_with_base (CompareSummary *summary,
                   const CompareSide *sides,
                   uint32_t side,
                   bool (*should_continue) (void *user_data),
                   void *user_data)
{
  if (!compare_times (summary, sides, side, should_continue, user_data))
    return false;
  for (SummaryKey key = SUMMARY_GPU_ACTIVE; key < N_SUMMARY_KEYS; key++)
    {
      SideFigure figure = keys[key].figure;
      BootstrapDifference difference;

      if (figure == N_SIDE_FIGURES)
        {
          set_difference (summary, key, side, NULL);
          continue;
        }
      BootstrapRun base = run_of (&sides[0], figure, 0), other = run_of (&sides[side], figure, side);
      if (!block_bootstrap_mean (&base, &other, should_continue, user_data, &difference))
        return false;
      set_difference (summary, key, side, &difference);
      if (!set_p (&sides[0], &sides[side], figure, &summary->cells[key][side]))
        return false;
    }
  return true;
}

bool
compare_summary_compute (const CompareSide *sides,
                         uint32_t n_sides,
                         bool (*should_continue) (void *user_data),
                         void *user_data,
                         CompareSummary *ret_summary)
{
  bool ok = true;

  *ret_summary = (CompareSummary){ .n_sides = n_sides };
  for (SummaryKey key = 0; key < N_SUMMARY_KEYS && ok; key++)
    {
      ret_summary->cells[key] = calloc (n_sides, sizeof *ret_summary->cells[key]);
      ok = ret_summary->cells[key] != NULL;
      for (uint32_t side = 0; side < n_sides && ok; side++)
        ok = set_value (&sides[side], key, &ret_summary->cells[key][side]);
    }
  for (uint32_t side = 1; side < n_sides && ok; side++)
    ok = compare_with_base (ret_summary, sides, side, should_continue, user_data);
  return ok;
}

void
compare_summary_clear (CompareSummary *summary)
{
  for (SummaryKey key = 0; key < N_SUMMARY_KEYS; key++)
    free (summary->cells[key]);
  *summary = (CompareSummary){ 0 };
}
