/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything that the exact name of a kernel says of it, and why.
 *
 * What a launch has beyond that, the types of its operator's tensors, is added in trace/classify/kernel_classes.h. */

#pragma once

#include <stdbool.h>

#include "trace/classify/kernel_class.h"
#include "trace/classify/precision.h"

/* Reasons are static, or the installed rules': never NULL, not translated. */
typedef struct
{
  KernelClass category;
  KernelWork work;
  Precision precision;
  TensorCore tensor_core;
  bool is_of_user; /* the precision: nothing else is asked */
  bool
    is_multiplied; /* the precision is what a product or attention multiplies; narrower than its operator's tensors it
                          * stands */
  bool float_is_tf32; /* with tensors of float it multiplies TF32 */
  const char *category_reason, *work_reason, *precision_reason, *tensor_core_reason;
} NameClass;

/* O(length x rules): once per name. Any thread. */
NameClass name_class_of (const char *name, size_t length);

/* The two in one, where that is known of a launch: of_operands is the class of the tensors that it was launched with, or
 * PRECISION_UNKNOWN. */
Precision name_class_precision (const NameClass *name, Precision of_operands);

KernelWork work_of_name (const char *name, size_t length, const char **ret_reason);
