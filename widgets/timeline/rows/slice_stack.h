/* SPDX-License-Identifier: Apache-2.0
 *
 * What was going on around a slice on its host thread: Python frames, annotations and operators that enclose it. Pure;
 * any thread. */

#pragma once

#include "trace/model/trace.h"

/* Deeper stacks keep their outermost and innermost slices. */
#define SLICE_STACK_MAX 512

typedef struct
{
  uint64_t slices[SLICE_STACK_MAX]; /* outermost first */
  uint32_t n;
} SliceStack;

/* Slices of the same thread that begin no later than slice and end no earlier, without itself; of two that are alike
 * the one that is drawn above the other is the outer one: annotations, operators, calls; Python around all of them.
 * Empty for slices that are on no thread. O(rows of the thread x log slices). */
void slice_stack_around (const Trace *trace, uint64_t slice, SliceStack *ret_stack);

/* The slice itself on a host, the call that launched it on a device; SLICE_NONE: the file does not tell. */
uint64_t slice_stack_host_of (const Trace *trace, uint64_t slice);

/* Calls within a slice of a thread on that thread, in order of their begin, that launched something: at most n_max are
 * told; of no more than SLICE_STACK_LOOKS_MAX calls is looked whether they did. Returns how many. */
#define SLICE_STACK_LOOKS_MAX 1000
uint32_t slice_stack_launches_in (const Trace *trace, uint64_t slice, uint64_t *ret_calls, uint32_t n_max);
