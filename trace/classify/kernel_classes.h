/* SPDX-License-Identifier: Apache-2.0
 *
 * Category, work, precision and use of matrix units of every kernel of a profile, launch by launch.
 *
 * Each name is looked at once (trace/classify/name_class.h). The precision of a launch comes from, in this order: a rule of
 * the user's; the name of a product or of attention that says less bits than its operator's tensors have; the tensors of
 * the operator that launched it (trace/classify/launch_operands.h); its name. What none of these tells is unknown. (METRICS
 * 8)
 *
 * Computed when it is first asked for, and kept with the profile: immutable, lives as long as the profile, any thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/classify/name_class.h"
#include "trace/classify/operand_types.h"
#include "trace/model/trace.h"

typedef struct KernelClasses KernelClasses;

/* Borrowed from trace. Blocks the first time: O(kernels x lanes of operators + names x rules); two threads that ask for the
 * first time at once both work. is_wanted (user_data), asked now and then, may be NULL. NULL: it was not, or out of memory. */
const KernelClasses *
kernel_classes_get (const Trace *trace, bool (*is_wanted) (void *user_data), void *user_data);

/* What a name says; NULL: no kernel has it. O(1). */
const NameClass *kernel_classes_name (const KernelClasses *classes, uint32_t name);

/* Of a slice; PRECISION_UNKNOWN of one that is no kernel. O(1). */
Precision kernel_classes_precision (const KernelClasses *classes, uint64_t slice);

/* What decided: the rule above, first to last. */
typedef enum
{
  PRECISION_BY_NOTHING,       /* it is unknown */
  PRECISION_BY_RULE,          /* of the user's */
  PRECISION_BY_NARROWER_NAME, /* of a product or of attention, although tensors are known */
  PRECISION_BY_TENSORS,
  PRECISION_BY_NAME,
} PrecisionBasis;

/* O(1). */
PrecisionBasis kernel_classes_basis (const KernelClasses *classes, uint64_t slice);

/* Whether it is known by the tensors of the operator that launched it, not by its name. O(1). */
bool kernel_classes_is_by_operands (const KernelClasses *classes, uint64_t slice);

/* The type of the tensors of the operator that launched it, or what a collective says of itself; OPERAND_ELEMENT_NONE: not
 * known. O(1). */
OperandElement kernel_classes_operands (const KernelClasses *classes, uint64_t slice);

TensorCore kernel_classes_tensor_core (const KernelClasses *classes, uint64_t slice);

/* For trace/model/trace.c, which ends what it keeps. */
void kernel_classes_free (KernelClasses *classes);
