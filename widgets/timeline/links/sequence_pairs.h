/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs of forward and backward operators for files that do not draw these connections. PyTorch gives both
 * the same "Sequence number", and the backward one the thread of the forward one ("Fwd thread id", else
 * 0). Immutable; any thread. */

#pragma once

#include "trace/model/trace.h"

typedef struct
{
  uint64_t forward, backward; /* slices */
} SequencePair;

typedef struct
{
  uint64_t n;
  SequencePair *by_forward;  /* n, ascending by forward; no two have the same one */
  SequencePair *by_backward; /* the same, ascending by backward */
} SequencePairs;

/* Finds the pairs. Of several nested operators with one number, the one that begins last counts: autograd creates its
 * node in the innermost forward operator and runs it in the innermost backward one. Finds no pairs if the file draws
 * connections from forward to backward. should_continue (user_data) is called regularly and may be NULL. Returns NULL
 * if it returned false or memory runs out. Transfer full. O(arguments of operators); call it from a worker thread. */
SequencePairs *
sequence_pairs_new (const Trace *trace, bool (*should_continue) (void *user_data), void *user_data);
void sequence_pairs_free (SequencePairs *pairs);

/* Return the backward operator of a forward one, and the reverse, or SLICE_NONE. pairs may be NULL. O(log
 * n). */
uint64_t sequence_pairs_backward_of (const SequencePairs *pairs, uint64_t forward);
uint64_t sequence_pairs_forward_of (const SequencePairs *pairs, uint64_t backward);

/* Returns either of them. */
uint64_t sequence_pairs_partner_of (const SequencePairs *pairs, uint64_t slice);
