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

#include "trace/classify/operand_types.h"
#include "trace/model/trace.h"

typedef struct
{
  const uint8_t *names; /* by string id: whether kernels of that name are visited; NULL: all are */
  /* As in OperandTypes. */
  void (*found) (void *user_data, uint64_t kernel, OperandElement element, OperandElement reads);
  void *user_data;
} LaunchOperandsVisitor;

/* Calls found () for every kernel whose launch tells of tensors, on this thread. should_continue (user_data) is asked
 * now and then; may be NULL. False: it was not, or out of memory. Launches are walked in order of time on each thread,
 * operators along with them: O(flows + launches visited x lanes of operators). */
bool launch_operands_walk (const Trace *trace,
                           const LaunchOperandsVisitor *visitor,
                           bool (*should_continue) (void *user_data),
                           void *user_data);

/* The same for all kernels. elements: an OperandElement for each slice, OPERAND_ELEMENT_NONE or what the kernel says of
 * itself; set for those that are known. */
bool launch_operands_fill (const Trace *trace,
                           uint8_t *elements,
                           bool (*should_continue) (void *user_data),
                           void *user_data);

/* What a kernel says of itself with the argument "dtype"; OPERAND_ELEMENT_NONE: nothing. iter: all 0 at first, kept between
 * calls, to be cleared. */
OperandElement launch_operands_own (const Trace *trace, uint64_t slice, ArgIter *iter);
