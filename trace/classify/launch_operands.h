/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the types of the tensors that each kernel was launched with: those of the operator around its
 * launching call.
 *
 * The path goes from the kernel to its launch, then to the operator slices around that call on its thread;
 * the innermost one that gives tensor types decides. A call that launched several kernels, such as a graph,
 * decides for none of them. Collectives give their type themselves in the argument "dtype" of the kernel; it
 * is used if no operator decides. Lists of types and of dimensions are read to their end, however long they
 * are. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

/* precision has a Precision for each slice, all PRECISION_UNKNOWN; sets those that it finds. is_wanted may be
 * NULL; it is called now and then and returns false once the result is no longer needed. Returns false then,
 * or if memory runs out. Walks launches in order of time on each thread, and operators along with them:
 * O(launches x lanes of operators). */
bool launch_operands_fill (const Trace *trace,
                           uint8_t *precision,
                           bool (*is_wanted) (void *user_data),
                           void *user_data);

/* Returns the type that a kernel gives in its argument "dtype", or PRECISION_UNKNOWN. iter is all 0 at first
 * and kept between calls; clear it at the end. */
uint8_t launch_operands_own (const Trace *trace, uint64_t slice, ArgIter *iter);
