/* SPDX-License-Identifier: Apache-2.0
 *
 * Forward operators and their backward ones where the file does not draw that connection: PyTorch gives both the same
 * "Sequence number", and backward ones the thread of the forward one ("Fwd thread id", else 0). Immutable; any thread. */

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

/* Of several operators with one number, nested in one another, the one that begins last counts: autograd's node is made
 * in the innermost forward one, and runs in the innermost backward one. Without pairs where the file draws connections
 * from forward to backward. Transfer full. is_wanted (user_data), asked every now and then, may be NULL. NULL: they were not,
 * or out of memory. O(arguments of operators): for a thread. */
SequencePairs *sequence_pairs_new (const Trace *trace, bool (*is_wanted) (void *user_data), void *user_data);
void sequence_pairs_free (SequencePairs *pairs);

/* The backward operator of a forward one, and the other way round; SLICE_NONE: it has none. pairs may be NULL.
 * O(log n). */
uint64_t sequence_pairs_backward_of (const SequencePairs *pairs, uint64_t forward);
uint64_t sequence_pairs_forward_of (const SequencePairs *pairs, uint64_t backward);

/* Either of them. */
uint64_t sequence_pairs_partner_of (const SequencePairs *pairs, uint64_t slice);
