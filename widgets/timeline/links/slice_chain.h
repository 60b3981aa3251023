/* SPDX-License-Identifier: Apache-2.0
 *
 * What a slice is connected with beyond its own flows: Python frames and operators around it or around its launch, the
 * forward operator of a backward one and the other way round, and what was launched within. Pure; any thread. */

#pragma once

#include <glib.h>

#include "trace/model/trace.h"
#include "widgets/timeline/links/sequence_pairs.h"

typedef enum
{
  CHAIN_AROUND,         /* from encloses the slice, or the call that launched it */
  CHAIN_FORWARD,        /* from is the forward operator of to, which is around the slice */
  CHAIN_FORWARD_AROUND, /* from encloses the forward operator of the slice, or of what is around it */
  CHAIN_BACKWARD,       /* to is the backward operator of from, which is around the slice */
  CHAIN_RUN_WITHIN,     /* from is a call within the slice, to what it launched */
  CHAIN_RUN_BACKWARD,   /* from is a call within a backward operator of the slice, or of what is around it */
  N_CHAIN_PARTS
} ChainPart;

typedef struct
{
  ChainPart part;
  uint64_t from, to;
} ChainLink;

/* The greatest number of runs within a slice, and of connections of one operator, that are listed. */
#define CHAIN_RUNS_MAX 200

/* Returns an array of ChainLink, the parts in the order above and the nearest slices first, without the flows of the
 * slice itself. pairs has the forward and backward operators that the file does not connect; NULL if unknown. O(rows of
 * the threads x log slices + calls within, SLICE_STACK_LOOKS_MAX at most). Transfer full. */
GArray *slice_chain_new (const Trace *trace, const SequencePairs *pairs, uint64_t slice);
