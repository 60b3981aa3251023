/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slice of one side of a comparison corresponds to a slice of another.
 *
 * The counterpart of a slice is
 *
 *   - on the rank in the same place among the ranks of the side,
 *   - in the same step: the one with the same number, if the sides are of two profiles and at least half of the steps of the
 *     side with fewer are on the other too; else the one in the same place. Only used steps count (compare_steps.h). A
 *     slice belongs to a step as in compare_rows.h. Without steps, both sides are one step,
 *   - of the same kind (trace/model/slice_kind.h) and name: for kernels the one that the table of kernels puts into the same
 *     row, else the same exact name,
 *   - the k-th of these in order of time, if the slice is the k-th. If the step has them on several tracks, and as many on
 *     each track of one side as on that of the other in order, k counts on the track.
 *
 * So no two slices of a side have the same counterpart, and the counterpart's counterpart is the slice. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/comparison.h"

typedef enum
{
  COUNTERPART_FOUND,
  COUNTERPART_OUTSIDE, /* the slice is in no step that the comparison uses */
  COUNTERPART_NO_STEP, /* the other side has no such rank or step */
  COUNTERPART_NO_NAME, /* the other profile has no such name; of a kernel: its row is on this side only */
  COUNTERPART_FEWER    /* the other side has fewer of them in this step */
} CounterpartAnswer;

typedef struct
{
  const CompareSide *from, *to;
  uint32_t *name_to;   /* by string id of from: the id of the same bytes on the other side, or TRACE_NONE */
  uint32_t *kernel_to; /* by string id of from: the name of the kernel in the same row, or TRACE_NONE */
  uint32_t *sample_to; /* by sample of from: the other side's, or SAMPLE_NONE */
  uint32_t *rank_to;   /* by rank of from: the other side's, or TRACE_NONE */
} Counterparts;

/* Prepares the way from one side to another. The comparison must outlive *ret_counterparts; afterwards any thread may read.
 * Returns false when memory runs out; call clear () in either case. O(length of all strings + samples log samples + rows of
 * kernels); memory: 8 bytes a string. */
bool counterparts_init (Counterparts *counterparts, const Comparison *comparison, uint32_t from, uint32_t to);
void counterparts_clear (Counterparts *counterparts);

/* Sets *ret_slice to the counterpart of a slice of from, or to SLICE_NONE, and *ret_answer to the reason. Returns false when
 * memory runs out. O(steps + slices of the rank in that step on both sides), for device work times log launches: it is
 * meant for single slices. */
bool counterparts_find (const Counterparts *counterparts,
                        uint64_t slice,
                        uint64_t *ret_slice,
                        CounterpartAnswer *ret_answer);

/* ---- for trace/compare/places/missing_counterparts.h ---- */

/* Returns the sample of a side that a slice belongs to, or SAMPLE_NONE. launch is the API call that launched it, or
 * SLICE_NONE; *hint is as for compare_steps_at (). *ret_rank is set in any case: TRACE_NONE if the slice is not of the
 * side. O(log steps). */
uint32_t counterparts_sample_of (const CompareSteps *steps,
                                 uint64_t slice,
                                 uint64_t launch,
                                 uint64_t *hint,
                                 uint32_t *ret_rank);

/* Returns the other side's string id for the name of a slice of from, or TRACE_NONE. */
static inline uint32_t
counterparts_name_of (const Counterparts *counterparts, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (counterparts->from->trace);
  uint32_t name = slice_name (slices, slice);

  return slices->kind[slice] == SLICE_KERNEL ? counterparts->kernel_to[name] : counterparts->name_to[name];
}
