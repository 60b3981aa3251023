/* SPDX-License-Identifier: Apache-2.0
 *
 * A line of the tables for classifying kernels: a pattern, its value, and the reason.
 *
 * The first line of a table that matches decides, so narrower patterns come first. Tables end in an entry
 * without a pattern. */

#pragma once

#include <stdint.h>

#include "trace/classify/name_pattern.h"

typedef enum
{
  /* For precision: the type that is multiplied, not just one that occurs. For a matrix product or attention,
   * such a name decides if it gives fewer bits than the tensors of the operator have: operators narrow their
   * operands on the way, and float tensors are multiplied as TF32. */
  RULE_MULTIPLIED = 1 << 0,

  /* For precision: a word that occurs. If words of two types do, neither decides. */
  RULE_WORD = 1 << 1,

  /* For precision: the name does not give the type of the operands; float operands are multiplied as TF32. */
  RULE_FLOAT_IS_TF32 = 1 << 2,

  /* For tensor cores: only for matrix products and attention. */
  RULE_PRODUCT = 1 << 3,
} RuleFlags;

typedef struct
{
  const char *pattern;
  uint8_t value; /* Precision, TensorCore, KernelClass or KernelWork, depending on the table */
  uint8_t flags; /* RuleFlags */
  const char *reason;
} NameRule;

/* Returns the first rule that matches, or NULL. O(length x rules). */
const NameRule *name_rule_find (const NameRule *rules, const NameText *name);

/* The built-in tables. */
extern const NameRule precision_rules[];     /* Precision */
extern const NameRule tensor_core_rules[];   /* TensorCore */
extern const NameRule communication_rules[]; /* KernelClass */
