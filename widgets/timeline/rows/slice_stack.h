/* SPDX-License-Identifier: Apache-2.0
 *
 * The slices that enclose a slice on its host thread: Python frames, annotations and operators. Any
 * thread. */

#pragma once

#include "trace/model/trace.h"

/* Deeper stacks keep their outermost and innermost slices. */
#define SLICE_STACK_MAX 512

typedef struct
{
  uint64_t slices[SLICE_STACK_MAX]; /* outermost first */
  uint32_t n;
} SliceStack;

/* Returns the slices of the same thread that begin no later and end no earlier than slice, without itself.
 * Of two with equal times, the one drawn above is the outer one, in the order annotations, operators,
 * calls; Python is outside of all. Empty for slices on no thread. O(rows of the thread x log slices). */
void slice_stack_around (const Trace *trace, uint64_t slice, SliceStack *ret_stack);

/* Returns the slice itself on a host, and the call that launched it on a device; SLICE_NONE if the file
 * has no launch. */
uint64_t slice_stack_host_of (const Trace *trace, uint64_t slice);

/* Finds runtime calls within a slice on its thread that launched something, ordered by begin. Returns
 * their number, at most n_max, and looks at no more than SLICE_STACK_LOOKS_MAX calls. */
#define SLICE_STACK_LOOKS_MAX 1000
uint32_t slice_stack_launches_in (const Trace *trace, uint64_t slice, uint64_t *ret_calls, uint32_t n_max);
