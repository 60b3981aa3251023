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
#include "trace/model/arg_finder.h"
#include "trace/model/trace.h"

typedef struct
{
  const uint8_t *names; /* by string id: whether kernels of that name are visited; NULL if all are */
  /* element and reads are as in OperandTypes. */
  void (*found) (void *user_data, uint64_t kernel, OperandElement element, OperandElement reads);
  void *user_data;
} LaunchOperandsVisitor;

/* Calls found () on the calling thread for every kernel whose launch gives the types of tensors. should_continue
 * (user_data) is called regularly and may be NULL. Returns false when it returns false or memory runs out. Walks the
 * launches of each thread in order of time, together with its operators: O(flows + launches visited x lanes of
 * operators). */
bool launch_operands_walk (const Trace *trace,
                           const LaunchOperandsVisitor *visitor,
                           bool (*should_continue) (void *user_data),
                           void *user_data);

/* Does the same for all kernels. elements has an OperandElement for each slice, which must be OPERAND_ELEMENT_NONE or
 * the type that the kernel gives itself; the function sets those that the launches give. */
bool launch_operands_fill (const Trace *trace,
                           uint8_t *elements,
                           bool (*should_continue) (void *user_data),
                           void *user_data);

/* Returns the type that a kernel gives itself in its argument "dtype", or OPERAND_ELEMENT_NONE. The finder must be one of
 * own_operand_finder_init (), which allocates nothing. */
void own_operand_finder_init (ArgFinder *finder, const Trace *trace);
OperandElement launch_operands_own (ArgFinder *finder, uint64_t slice);
