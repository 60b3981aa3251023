/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps that stand for one side of a comparison.
 *
 * A side is a profile and a scope of it. A sample is one step, over all ranks that have steps in the scope; those that have
 * none are left out of samples, but not of what is counted in the scope as a whole (compare_rows.h). A sample is used if
 * every one of these ranks recorded it, none of them only in part, and it has a wall time: of steps that nest, one that
 * ends with the step before it has none. The identity of a step is its number, if all have one and no rank has one twice;
 * else its index in the rank.
 *
 * The first steps of a run are slower, since caches fill and code is compiled. They are left out by this rule: with med
 * the median time of all samples (at least COMPARE_WARMUP_LEAST) and mad the median of |time - med|, the first
 * samples longer than
 *
 *   med + max (5 x 1.4826 x mad, 5 % of med)
 *
 * are left out, one after the other, until one is not; at most half of all, and never so many that fewer than 4
 * remain. Sides that are compared leave out equally many, the most that any of them does, as far as that limit allows: the
 * second step of one run must not meet the first of another.
 *
 * Times are means over the GPUs of these ranks: the time of a sample is the wall time of the step (trace/derive/step.h)
 * on each GPU's rank, summed here, with the number of GPUs as the divisor. In a profile without GPUs ranks take their
 * place.
 *
 * If any side has no sample, none of them uses steps: each is then one sample, which is the window of its scope. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

#define COMPARE_WARMUP_LEAST 5
#define COMPARE_LEAST_STEPS  4 /* fewer do not tell how much steps differ among themselves */

typedef enum
{
  COMPARE_WINDOW,     /* of the scope: the whole profile, or a part of its time */
  COMPARE_STEP_RANGE, /* steps first to last, by number or index */
  COMPARE_MEDIAN_STEP /* the used step with the lower median time */
} CompareChoice;

/* What a side consists of. */
typedef struct
{
  StatsScope scope;
  CompareChoice choice;
  int64_t first, last; /* of COMPARE_STEP_RANGE, inclusive */
} ComparePart;

/* Makes the part of steps first to last of a rank, or with TRACE_NONE over all ranks. Returns false with
 * TRACE_ERROR_NO_SUCH if there are none; the message says which steps there are. O(steps). */
bool compare_part_of_steps (const Trace *trace,
                            const StepTable *steps,
                            int64_t first,
                            int64_t last,
                            uint32_t rank,
                            ComparePart *ret_part,
                            GError **error);

/* Returns the part of the step in a row of the step table, on its rank alone. O(1). */
ComparePart compare_part_of_step (const Trace *trace, const StepTable *steps, uint64_t row);

#define SAMPLE_NONE UINT32_MAX
#define STEP_NONE   UINT64_MAX

/* A step of one rank. */
typedef struct
{
  int64_t host_begin_ns, host_end_ns;
  int64_t begin_ns, end_ns; /* the window of its wall time; empty or not */
  uint32_t sample;          /* SAMPLE_NONE if it is not used */

  /* Set by compare_steps_link (). */
  uint32_t depth;   /* number of steps that are reached by following around */
  uint64_t around;  /* the last used step before this one whose host span ends later, or STEP_NONE */
  uint64_t further; /* one that is reached by following around: several at once, or STEP_NONE */
} CompareStep;

typedef struct
{
  int64_t id;         /* number or index */
  int64_t begin_ns;   /* host begin on the first rank */
  int64_t total_ns;   /* wall time, summed over the GPUs, or ranks; saturates */
  uint64_t table_row; /* in the step table: the step on the first rank */
} CompareSample;

typedef struct
{
  StatsScope scope;
  bool has_steps;
  uint8_t *holds_rank;       /* by rank: 1 if samples contain it; without steps all ranks of the scope */
  uint32_t n_ranks, n_gpus;  /* of these ranks */
  uint32_t n_ranks_left_out; /* ranks of the scope that have no steps in it */
  uint32_t n_ranks_no_gpu;   /* of n_ranks, without a GPU while others have one: not in step times */
  CompareSample *samples;    /* those used, in order of time */
  uint64_t n;                /* at least 1 */
  bool is_median_step;       /* the sample was chosen among several */
  uint64_t n_chosen_from;    /* if so: how many there were */
  bool has_numbers;          /* ids are numbers of steps, else indices */
  CompareStep *steps;        /* all steps of the scope's ranks in the profile, by rank, then host begin */
  uint64_t *first_step;      /* by rank, and one more: index of its first in steps */
  uint64_t first_table_row;  /* of the first of steps; the others follow */
  uint64_t n_warmup;         /* first samples left out */

  /* Step ids that are not used, each counted once. */
  uint64_t n_truncated;     /* some rank has it only in part: the recording ended in it */
  uint64_t n_incomplete;    /* some rank lacks it */
  uint64_t n_within;        /* it has no wall time of its own, since it lies within another */
  uint64_t n_empty;         /* it takes no time */
  uint64_t n_alone;         /* step ids that another side lacks (compare_steps_keep_common ()) */
  int64_t begin_ns, end_ns; /* the scope and all windows of used steps */
  int64_t first_ns,
    last_ns; /* the same, and the starts of all device work launched in used steps, inclusive */
} CompareSteps;

/* Returns false when memory runs out; call compare_steps_clear () in either case. O(steps log steps + devices). */
bool compare_steps_select (const ComparePart *part, CompareSteps *ret_steps);
void compare_steps_clear (CompareSteps *steps);

/* Leaves out as many first samples on each side as on the one that leaves out most. A median step neither counts nor
 * loses any. Returns false when memory runs out. O(steps). */
bool compare_steps_share_warmup (CompareSteps *sides, uint32_t n);

/* Makes the scope's window the only sample. */
bool compare_steps_ignore (CompareSteps *steps);

/* Returns whether the steps of a part have numbers by which they meet those of another side: all of them have one, and no
 * rank has one twice. Fails with TRACE_ERROR_NO_SUCH; the message says what to do. A part without steps does not fail.
 * Returns false when memory runs out too, with TRACE_ERROR_NO_MEMORY. O(steps log steps). */
bool compare_part_check_numbers (const ComparePart *part, GError **error);

/* Keeps only the samples whose numbers are used on all n sides, so that step 7 meets step 7. Returns false when memory runs
 * out. An index is no number: if a side has no numbers, none keeps a sample. A side may be left without samples; then
 * ignore the steps of all. O(samples log samples x sides). */
bool compare_steps_keep_common (CompareSteps *sides, uint32_t n);

/* Returns the row in the step table of the step that COMPARE_MEDIAN_STEP chooses in a rank, or UINT64_MAX if the rank has no
 * complete step or memory runs out. O(steps log steps). */
uint64_t compare_median_step (const Trace *trace, const StepTable *steps, uint32_t rank);

static inline uint64_t
compare_steps_divisor (const CompareSteps *steps)
{
  return steps->n_gpus > 0 ? steps->n_gpus : MAX (steps->n_ranks, 1);
}

/* Returns whether a rank of the scope is left out of samples. */
static inline bool
compare_steps_leaves_out (const CompareSteps *steps, uint32_t rank)
{
  return stats_scope_holds_rank (&steps->scope, rank) && !steps->holds_rank[rank];
}

/* Returns whether a rank of the samples has no GPU, while another has one. O(devices). */
bool compare_steps_lacks_gpu (const CompareSteps *steps, uint32_t rank);

/* Returns whether samples contain a device. */
static inline bool
compare_steps_holds_device (const CompareSteps *steps, uint32_t device)
{
  return stats_scope_holds_device (&steps->scope, device)
         && steps->holds_rank[trace_device (steps->scope.trace, device)->rank];
}
