/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/kernel_class.h"

#include "trace/classify/category_rules.h"
#include "trace/classify/name_class.h"

SliceKind
kernel_kind_of_name (const char *name, size_t length)
{
  const char *reason;

  return memory_kind_of_name (name, length, &reason);
}

KernelClass
kernel_class_of_name (const char *name, size_t length)
{
  const char *reason;

  return category_of_name (name, length, &reason);
}

KernelWork
kernel_work_of_name (const char *name, size_t length)
{
  const char *reason;

  return work_of_name (name, length, &reason);
}

const char *
kernel_class_word (KernelClass klass)
{
  static const char *const words[] = { "compute", "communication", "memory" };
  return words[klass];
}

const char *
kernel_work_word (KernelWork work)
{
  static const char *const words[] = { "gemm", "attention", "other", "communication", "memory" };
  return words[work];
}
