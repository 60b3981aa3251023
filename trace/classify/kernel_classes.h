/* SPDX-License-Identifier: Apache-2.0
 *
 * The category, work, precision and use of matrix units of every kernel of a profile, launch by launch.
 *
 * Each name is classified once (trace/classify/name_class.h). The precision of a launch comes from the first
 * of these that decides: a user's rule; the name of a matrix product or of attention that gives fewer bits
 * than its operator's tensors have; the tensors of the operator that launched it
 * (trace/classify/launch_operands.h); its name. If none decides, it is unknown (METRICS 8).
 *
 * The result is computed at the first use and kept with the profile. It is immutable and lives as long as the
 * profile; any thread may use it. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/classify/name_class.h"
#include "trace/classify/operand_types.h"
#include "trace/model/trace.h"

typedef struct KernelClasses KernelClasses;

/* Returns the classes, borrowed from trace. The first call takes O(kernels x lanes of operators + names x
 * rules); two threads that call it for the first time at once both do the work. should_continue may be NULL; it is
 * called now and then and returns false once the result is no longer needed. Returns NULL then, or if memory
 * runs out. */
const KernelClasses *
kernel_classes_get (const Trace *trace, bool (*should_continue) (void *user_data), void *user_data);

/* Returns the class of a name, or NULL if no kernel has the name. O(1). */
const NameClass *kernel_classes_name (const KernelClasses *classes, uint32_t name);

/* All that is known of one launch, for loops over many. */
typedef struct
{
  const NameClass *name; /* NULL for a slice that is not a kernel, of which all else is unknown */
  Precision precision;
  TensorCore tensor_core;
  bool is_by_operands; /* kernel_classes_is_by_operands () */
} LaunchClass;

LaunchClass kernel_classes_launch (const KernelClasses *classes, uint64_t slice); /* O(1) */

/* Returns the precision of a slice, or PRECISION_UNKNOWN if it is not a kernel. O(1). */
Precision kernel_classes_precision (const KernelClasses *classes, uint64_t slice);

/* Which of the rules above decided, from first to last. */
typedef enum
{
  PRECISION_BY_NOTHING,       /* the precision is unknown */
  PRECISION_BY_RULE,          /* a rule of the user */
  PRECISION_BY_NARROWER_NAME, /* the name of a product or of attention, although tensors are known */
  PRECISION_BY_TENSORS,
  PRECISION_BY_NAME,
} PrecisionBasis;

/* Returns what decided the precision of a kernel. O(1). */
PrecisionBasis kernel_classes_basis (const KernelClasses *classes, uint64_t slice);

/* Returns whether the precision comes from the tensors of the operator that launched the kernel, not from its name.
 * O(1). */
bool kernel_classes_is_by_operands (const KernelClasses *classes, uint64_t slice);

/* Returns the type of the tensors of the operator that launched the kernel, or the type that a collective gives itself,
 * or OPERAND_ELEMENT_NONE if it is unknown. O(1). */
OperandElement kernel_classes_operands (const KernelClasses *classes, uint64_t slice);

TensorCore kernel_classes_tensor_core (const KernelClasses *classes, uint64_t slice);

/* For trace/model/trace.c, which frees what it keeps. */
void kernel_classes_free (KernelClasses *classes);
