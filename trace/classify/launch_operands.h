/* SPDX-License-Identifier: Apache-2.0
 *
 * The types of the tensors that each kernel was launched with: those of the operator around its launching call.
 *
 * kernel -> launch -> the slices of operators on the thread around that call: the innermost that tells of tensors is
 * asked. A call that launched several, such as a graph, says nothing of one. Collectives tell their type themselves,
 * with the argument "dtype" of the kernel, where no operator does. Lists of types and of dimensions are read to their end, however
 * long they are. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

/* precision: a Precision for each slice, all PRECISION_UNKNOWN; set for those that are known. is_wanted (user_data) is asked
 * now and then; may be NULL. False: it was not, or out of memory. Launches are walked in order of time on each thread, operators
 * along with them: O(launches x lanes of operators). */
bool launch_operands_fill (const Trace *trace,
                           uint8_t *precision,
                           bool (*is_wanted) (void *user_data),
                           void *user_data);

/* What a kernel says of itself with the argument "dtype"; PRECISION_UNKNOWN: nothing. iter: all 0 at first, kept between
 * calls, to be cleared. */
uint8_t launch_operands_own (const Trace *trace, uint64_t slice, ArgIter *iter);
