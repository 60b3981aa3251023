/* SPDX-License-Identifier: Apache-2.0
 *
 * Which step of a side a slice belongs to, and which slices of one step meet which of another.
 *
 * Slices are peers if they are of the same kind (trace/model/slice_kind.h) and their names stand for the same: kernels by
 * PeerSide.kernels, others by PeerSide.names. The names of steps stand for one another, so that the slice of a step meets
 * that of the step that it is compared with.
 *
 * Of peers, the k-th in order of time meets the k-th. If a step has them on several tracks, and as many on each track as
 * the other step has on its tracks in order, k counts on the track. So no two slices of a step meet the same one, and it does
 * not matter from which side one looks. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_rows.h"
#include "trace/compare/side/compare_steps.h"
#include "trace/container/column.h"
#include "trace/container/stop_check.h"
#include "trace/model/trace.h"

/* Returns the sample of a side that a slice belongs to, or SAMPLE_NONE. Device work belongs to the step that launched it (if
 * its launch is not known, to the step in whose wall time it starts), host slices to the step whose host span contains
 * their start. Unfinished slices and the profiler's window belong to none. launch is the API call that launched the slice, or
 * SLICE_NONE; *hint is as for compare_steps_at (). *ret_rank is set in any case: TRACE_NONE if the slice is not of the
 * side. O(log steps). */
uint32_t slice_peers_sample_of (const CompareSteps *steps,
                                uint64_t slice,
                                uint64_t launch,
                                uint64_t *hint,
                                uint32_t *ret_rank);

/* A side, and what names of its slices stand for: the same number on both sides. */
typedef struct
{
  const CompareSteps *steps;
  const uint32_t *names, *kernels; /* by string id, TRACE_NONE: nothing on the other side; NULL: itself */
  const uint8_t *is_step_name;     /* by string id (step_names.h); NULL: names of steps are as others */
} PeerSide;

#define PEER_STEP (TRACE_NONE - 1) /* what the names of steps stand for */

/* Fills PeerSide.kernels for a side: a kernel stands for the one to whose row its row corresponds. Kernels without rows
 * (device_rows.h), and those of rows that only one side has, stand for the same name if that is free. partner_of
 * is by row of from: the row of to, or TRACE_NONE; names is as in PeerSide. ret_kernels has room for all strings of from.
 * Returns false when memory runs out. O(strings + rows). */
bool slice_peers_match_kernels (const CompareRows *from,
                                const CompareRows *to,
                                const uint32_t *partner_of,
                                const uint32_t *names,
                                uint32_t *ret_kernels);

/* Returns what the name of a slice stands for. O(1). */
static inline uint32_t
slice_peers_name_of (const PeerSide *side, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (side->steps->scope.trace);
  uint32_t name = slice_name (slices, slice);

  if (slices->kind[slice] == SLICE_KERNEL)
    return side->kernels != NULL ? side->kernels[name] : name;
  if (side->is_step_name != NULL && side->is_step_name[name] != 0)
    return PEER_STEP;
  return side->names != NULL ? side->names[name] : name;
}

/* A slice of a step. */
typedef struct
{
  int64_t start_ns;
  uint64_t slice;
  uint32_t name; /* what it stands for */
  uint32_t track, row;
  uint8_t kind;
} Peer;

COLUMN_DEFINE (PeerColumn, peer_column, Peer)

/* Appends the slices of a sample on a rank and puts all into the order that slice_peers_meet () needs; with like, only those
 * of its kind and name. check is asked for each slice that is looked at. Returns false when it says so or memory runs out.
 * O(steps + slices of the rank in that step x log). */
bool slice_peers_collect (const PeerSide *side,
                          uint32_t rank,
                          uint32_t sample,
                          const Peer *like,
                          StopCheck *check,
                          PeerColumn *peers);

/* Puts them into that order after names have changed. O(n log n). */
bool slice_peers_order (PeerColumn *peers, StopCheck *check);

/* Calls met (user_data, a, b) for each slice of two steps, once: with the one that it meets, or NULL. Peers come together.
 * Returns false when met () or check says so, or memory runs out. The order of each group changes. O(n log n). */
bool slice_peers_meet (PeerColumn *a,
                       PeerColumn *b,
                       StopCheck *check,
                       bool (*met) (void *user_data, const Peer *a, const Peer *b),
                       void *user_data);
