/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slice of one side of a comparison corresponds to a slice of another.
 *
 * The counterpart of a slice is
 *
 *   - on the rank in the same place among the ranks of the side,
 *   - in the same step: the one with the same number, if the sides are of two profiles and at least half of the steps of the
 *     side with fewer are on the other too; else the one in the same place. Only used steps count (compare_steps.h).
 *     Without steps, both sides are one step,
 *   - the slice of that step that it meets (slice_peers.h). Its name is the same; that of a kernel is the one that the table
 *     of kernels puts into the same row; and the names of steps stand for one another, if both profiles have steps.
 *
 * So no two slices of a side have the same counterpart, and the counterpart's counterpart is the slice.
 * step_difference.h marks in a timeline, between two steps of one profile, what this would find. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/comparison.h"
#include "trace/compare/places/slice_peers.h"

typedef enum
{
  COUNTERPART_FOUND,
  COUNTERPART_OUTSIDE, /* the slice is in no step that the comparison uses, or unfinished */
  COUNTERPART_NO_STEP, /* the other side has no such rank or step */
  COUNTERPART_NO_NAME, /* the other profile has no such name; of a kernel: its row is on this side only */
  COUNTERPART_FEWER    /* the other side has fewer of them in this step */
} CounterpartAnswer;

typedef struct
{
  const CompareSide *from, *to;
  uint32_t *name_to;   /* by string id of from: the id of the same bytes on the other side, or TRACE_NONE */
  uint32_t *kernel_to; /* by string id of from: the name of the kernel in the same row, or TRACE_NONE */
  uint8_t *is_step_from,
    *is_step_to;       /* by string id of each side: 1 for names of steps; NULL: one has none */
  uint32_t *sample_to; /* by sample of from: the other side's, or SAMPLE_NONE */
  uint32_t *rank_to;   /* by rank of from: the other side's, or TRACE_NONE */
} Counterparts;

/* Prepares the way from one side to another. The comparison must outlive *ret_counterparts; afterwards any thread may read.
 * Returns false when memory runs out; call clear () in either case. O(length of all strings + samples log samples + rows of
 * kernels); memory: 10 bytes a string. */
bool counterparts_init (Counterparts *counterparts, const Comparison *comparison, uint32_t from, uint32_t to);
void counterparts_clear (Counterparts *counterparts);

/* Sets *ret_slice to the counterpart of a slice of from, or to SLICE_NONE, and *ret_answer to the reason. Returns false when
 * memory runs out. O(steps + slices of the rank in that step on both sides), for device work times log launches: it is
 * meant for single slices. */
bool counterparts_find (const Counterparts *counterparts,
                        uint64_t slice,
                        uint64_t *ret_slice,
                        CounterpartAnswer *ret_answer);

/* Return both sides as slice_peers.h takes them; valid as long as the counterparts. O(1). */
static inline PeerSide
counterparts_side_from (const Counterparts *counterparts)
{
  return (PeerSide){ &counterparts->from->steps, counterparts->name_to, counterparts->kernel_to,
                     counterparts->is_step_from };
}

static inline PeerSide
counterparts_side_to (const Counterparts *counterparts)
{
  return (PeerSide){ &counterparts->to->steps, NULL, NULL, counterparts->is_step_to };
}
