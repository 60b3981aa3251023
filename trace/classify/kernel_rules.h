/* SPDX-License-Identifier: Apache-2.0
 *
 * Rules that users add to the built-in rules for classifying kernels: a text file with one rule per line.
 *
 *   # what our own kernels are
 *   category     ring_exchange      communication
 *   precision    ^acme_gemm_q8_     fp8              # "the reason, which reports tell"
 *   tensor_core  ^acme_gemm_*_mma   yes
 *   work         "acme attn<*>"     attention
 *
 *   category     compute | communication; memcpy and memset stay what they are
 *   work         gemm | attention | other
 *   precision    fp64 fp32 tf32 fp16 bf16 fp8 fp4 int64 int32 int8 w4 | unknown
 *   tensor_core  yes | no | unknown
 *
 * trace/classify/name_pattern.h describes the patterns. Put quotes around a pattern that contains blanks or
 * begins with #. The first rule of each kind that matches decides, before all built-in rules; a precision
 * rule also comes before the types of the operator. */

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

/* Parses the text of a file; path is for messages. Returns NULL with TRACE_ERROR_NO_SUCH, whose message gives
 * the file, the line and what to write instead, or with TRACE_ERROR_NO_MEMORY. */
KernelRules *kernel_rules_parse (const char *text, size_t length, const char *path, GError **error);

/* Reads and parses a file. Blocks. Fails as kernel_rules_parse () does, or with TRACE_ERROR_UNREADABLE. */
KernelRules *kernel_rules_load (const char *path, GError **error);
void kernel_rules_free (KernelRules *rules);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KernelRules, kernel_rules_free)

size_t kernel_rules_count (const KernelRules *rules);

/* Installs rules for this process, in place of those installed before; NULL leaves only the built-in rules.
 * Takes ownership of rules. Call it while no other thread classifies: before the first profile is opened. */
void kernel_rules_install (KernelRules *rules);

/* Returns the number of installed rules. */
size_t kernel_rules_installed (void);

/* Returns the installed rule of that kind that decides, or NULL if none matches. Any thread. O(length x
 * rules). */
const NameRule *kernel_rules_find (RuleKind kind, const NameText *name);
