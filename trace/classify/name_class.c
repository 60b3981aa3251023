/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/name_class.h"

#include "trace/classify/category_rules.h"
#include "trace/classify/kernel_rules.h"
#include "trace/classify/named_types.h"
#include "trace/classify/work_rules.h"
#include "trace/naming/demangle.h"
#include "trace/naming/mangled_sketch.h"
#include "trace/text/marked_text.h"

#define NOTHING_SAID N_ ("the name does not say")

const NameRule *
name_rule_find (const NameRule *rules, const NameText *name)
{
  for (const NameRule *rule = rules; rule->pattern != NULL; rule++)
    if (name_pattern_matches (rule->pattern, name))
      return rule;
  return NULL;
}

KernelWork
work_of_name (const char *name, size_t length, const char **ret_reason)
{
  switch (category_of_name (name, length, ret_reason))
    {
    case KERNEL_COMMUNICATION:
      return KERNEL_WORK_COMMUNICATION;
    case KERNEL_MEMORY:
      return KERNEL_WORK_MEMORY;
    case KERNEL_COMPUTE:
      break;
    }

  NameText text = name_text_of (name, length);
  const NameRule *rule = kernel_rules_find (RULE_KIND_WORK, &text);
  if (rule != NULL)
    {
      *ret_reason = rule->reason;
      return (KernelWork) rule->value;
    }
  KernelWork work = work_of_compute (name, length, ret_reason);
  if (*ret_reason == NULL)
    *ret_reason = "no word of a matrix product, convolution or attention";
  return work;
}

/* Returns whether the name also contains a word of another type, as names of conversions do. */
static bool
names_another_type (const NameRule *found, const NameText *text)
{
  for (const NameRule *rule = found + 1; rule->pattern != NULL; rule++)
    if ((rule->flags & RULE_WORD) && rule->value != found->value
        && name_pattern_matches (rule->pattern, text))
      return true;
  return false;
}

static void
set_precision (NameClass *klass, const NameText *text)
{
  const NameRule *rule = kernel_rules_find (RULE_KIND_PRECISION, text);

  klass->is_of_user = rule != NULL;
  if (rule == NULL)
    rule = name_rule_find (precision_rules, text);
  if (rule == NULL)
    {
      klass->precision =
        named_types_precision ((TextSpan){ text->text, text->length }, &klass->precision_reason);
      if (klass->precision_reason == NULL)
        klass->precision_reason = NOTHING_SAID;
      return;
    }
  klass->precision = (Precision) rule->value;
  klass->precision_reason = rule->reason;
  if ((rule->flags & RULE_WORD) && names_another_type (rule, text))
    {
      klass->precision = PRECISION_UNKNOWN;
      klass->precision_reason = N_ ("names two 16-bit types");
    }
  klass->is_multiplied = (rule->flags & RULE_MULTIPLIED)
                         && (klass->work == KERNEL_WORK_GEMM_CONV || klass->work == KERNEL_WORK_ATTENTION);
  klass->float_is_tf32 = (rule->flags & RULE_FLOAT_IS_TF32) != 0;
}

static void
set_tensor_core (NameClass *klass, const NameText *text)
{
  bool is_product = klass->work == KERNEL_WORK_GEMM_CONV || klass->work == KERNEL_WORK_ATTENTION;
  const NameRule *rule = kernel_rules_find (RULE_KIND_TENSOR_CORE, text);

  if (rule == NULL)
    {
      rule = name_rule_find (tensor_core_rules, text);
      while (rule != NULL && (rule->flags & RULE_PRODUCT) && !is_product)
        rule = name_rule_find (rule + 1, text);
    }
  klass->tensor_core_reason = rule != NULL ? rule->reason : NOTHING_SAID;
  klass->tensor_core = rule != NULL ? (TensorCore) rule->value : TENSOR_CORE_UNKNOWN;
  if (rule != NULL || klass->is_of_user)
    return;
  if (klass->category == KERNEL_MEMORY)
    {
      klass->tensor_core = TENSOR_CORE_NO;
      klass->tensor_core_reason = klass->category_reason;
    }
  else if (klass->precision == PRECISION_FP64 || klass->precision == PRECISION_FP32
           || klass->precision == PRECISION_INT64 || klass->precision == PRECISION_INT32)
    {
      klass->tensor_core = TENSOR_CORE_NO;
      klass->tensor_core_reason = "32 or 64 bits, and no word of an MMA";
    }
}

/* Demangles a name, or as much of it as can be read, into out. A mangled name is full of what looks like
 * types ("S8_"). Returns 0 if the name is not mangled. */
static size_t
readable_form (TextSpan name, char out[DEMANGLE_MAX_BYTES])
{
  size_t n = demangle_cxx (name, out, DEMANGLE_MAX_BYTES);

  return n > 0 ? n : mangled_sketch (name, out, DEMANGLE_MAX_BYTES);
}

NameClass
name_class_of (const char *name, size_t length)
{
  char plain[DEMANGLE_MAX_BYTES];
  size_t n = readable_form ((TextSpan){ name, length }, plain);
  NameText text = n > 0 ? name_text_of (plain, n) : name_text_of (name, length);
  NameClass klass = { 0 };

  klass.category = category_of_name (name, length, &klass.category_reason);
  klass.work = work_of_name (name, length, &klass.work_reason);
  if (klass.category == KERNEL_MEMORY)
    klass.precision_reason = klass.category_reason;
  else
    set_precision (&klass, &text);
  set_tensor_core (&klass, &text);
  return klass;
}

Precision
name_class_precision (const NameClass *name, Precision of_operands)
{
  if (of_operands == PRECISION_UNKNOWN || name->is_of_user || name->category == KERNEL_MEMORY)
    return name->precision;
  if (name->is_multiplied && precision_bits (name->precision) < precision_bits (of_operands))
    return name->precision;
  if (name->float_is_tf32 && of_operands == PRECISION_FP32)
    return PRECISION_TF32;
  return of_operands;
}
