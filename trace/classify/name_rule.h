/* SPDX-License-Identifier: Apache-2.0
 *
 * A line of the tables that kernels are classified by: a pattern, what it says, and why.
 *
 * The first line of a table that matches decides, so what is narrower stands first. Tables end in an entry without a
 * pattern. */

#pragma once

#include <stdint.h>

#include "trace/classify/name_pattern.h"

typedef enum
{
  /* Of precision: the type that is multiplied, not just one that occurs. Such a name of a product or of attention is
   * believed where it says less bits than the tensors of the operator have: operators narrow their operands on the
   * way, and float tensors are multiplied as TF32. */
  RULE_MULTIPLIED = 1 << 0,

  /* Of precision: a word that occurs. Where words of two types do, none decides. */
  RULE_WORD = 1 << 1,

  /* Of precision: the operands are of some type that the name does not tell; if of float, they are multiplied as TF32. */
  RULE_FLOAT_IS_TF32 = 1 << 2,

  /* Of tensor cores: only for products and attention. */
  RULE_PRODUCT = 1 << 3,
} RuleFlags;

typedef struct
{
  const char *pattern;
  uint8_t value; /* Precision, TensorCore, KernelClass, KernelWork: as the table says */
  uint8_t flags; /* RuleFlags */
  const char *reason;
} NameRule;

/* NULL: none matches. O(length x rules). */
const NameRule *name_rule_find (const NameRule *rules, const NameText *name);

/* The built-in tables. */
extern const NameRule precision_rules[];     /* Precision */
extern const NameRule tensor_core_rules[];   /* TensorCore */
extern const NameRule communication_rules[]; /* KernelClass */
