/* SPDX-License-Identifier: Apache-2.0
 *
 * Rules that users add to those that kernels are classified by: a text file, one rule a line.
 *
 *   # what our own kernels are
 *   category     ring_exchange      communication
 *   precision    ^acme_gemm_q8_     fp8              # "the reason, which reports tell"
 *   tensor_core  ^acme_gemm_*_mma   yes
 *   work         "acme attn<*>"     attention
 *
 *   category     compute | communication; copies stay what they are
 *   work         gemm | attention | other
 *   precision    fp64 fp32 tf32 fp16 bf16 fp8 fp4 int64 int32 int8 w4 | unknown
 *   tensor_core  yes | no | unknown
 *
 * Patterns are those of trace/classify/name_pattern.h; in quotes where they hold blanks or begin with #. Of each kind the first rule that
 * matches decides, before all built-in ones; a precision also before the operator's types. */

#pragma once

#include <glib.h>
#include <stddef.h>

#include "trace/classify/name_rule.h"

#define KERNEL_RULES_MAX          1000
#define KERNEL_RULES_FILE_BYTES   (1 << 20)
#define KERNEL_RULES_LINE_BYTES   4096
#define KERNEL_RULES_REASON_BYTES 200

typedef enum
{
  RULE_KIND_CATEGORY,
  RULE_KIND_WORK,
  RULE_KIND_PRECISION,
  RULE_KIND_TENSOR_CORE,
  N_RULE_KINDS
} RuleKind;

typedef struct KernelRules KernelRules;

/* Of the text of a file; path is for messages. NULL: TRACE_ERROR_NO_SUCH with file, line, and what to write instead;
 * TRACE_ERROR_NO_MEMORY. */
KernelRules *kernel_rules_parse (const char *text, size_t length, const char *path, GError **error);

/* Blocks. Also TRACE_ERROR_UNREADABLE. */
KernelRules *kernel_rules_load (const char *path, GError **error);
void kernel_rules_free (KernelRules *rules);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KernelRules, kernel_rules_free)

size_t kernel_rules_count (const KernelRules *rules);

/* Makes them those that kernels are classified by from here on, in this process; NULL: none but the built-in ones. Takes rules.
 * Only while no other thread classifies: before the first profile is opened. */
void kernel_rules_install (KernelRules *rules);

/* How many are installed. */
size_t kernel_rules_installed (void);

/* The installed rule of that kind that decides; NULL: none. Any thread. O(length x rules). */
const NameRule *kernel_rules_find (RuleKind kind, const NameText *name);
