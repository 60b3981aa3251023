/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything that the exact name of a kernel tells about it, with the reasons.
 *
 * The types of its operator's tensors, which differ per launch, are added in trace/classify/kernel_classes.h. */

#pragma once

#include <stdbool.h>

#include "trace/classify/kernel_class.h"
#include "trace/classify/precision.h"

/* Reasons are English, never NULL, and static or of the installed rules. The program's own reasons of a precision are
 * marked for translation (trace/text/marked_text.h). */
typedef struct
{
  KernelClass category;
  KernelWork work;
  Precision precision;
  TensorCore tensor_core;
  bool is_of_user; /* a user's rule gave the precision, so nothing else is looked at */
  /* The precision is the type that a matrix product or attention multiplies; it decides if it is narrower than its
   * operator's tensors. */
  bool is_multiplied;
  bool float_is_tf32; /* it multiplies float tensors as TF32 */
  const char *category_reason, *work_reason, *precision_reason, *tensor_core_reason;
} NameClass;

/* Classifies a name. Costs O(length x rules); call it once per name. Any thread. */
NameClass name_class_of (const char *name, size_t length);

/* Combines the name with of_operands, the class of the tensors that the launch had, or PRECISION_UNKNOWN, and
 * returns the precision of the launch. */
Precision name_class_precision (const NameClass *name, Precision of_operands);

KernelWork work_of_name (const char *name, size_t length, const char **ret_reason);
