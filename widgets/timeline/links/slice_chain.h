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
  CHAIN_RUN_BACKWARD,   /* likewise within a backward operator of the slice, or of what is around it */
  N_CHAIN_PARTS
} ChainPart;

typedef struct
{
  ChainPart part;
  uint64_t from, to;
} ChainLink;

/* Of the runs within a slice, and of all connections of one operator, no more are told. */
#define CHAIN_RUNS_MAX 200

/* pairs: where the file does not draw what is forward of what; NULL if unknown. An array of ChainLink: for each part in
 * the order above, what is nearest first. The flows of the slice itself are not among them. O(rows of the threads x log
 * slices + calls within, SLICE_STACK_LOOKS_MAX at most). Transfer full. */
GArray *slice_chain_new (const Trace *trace, const SequencePairs *pairs, uint64_t slice);
