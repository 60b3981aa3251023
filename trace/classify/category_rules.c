/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/category_rules.h"

#include <glib.h>
#include <string.h>

#include "trace/classify/kernel_rules.h"
#include "trace/naming/text_span.h"
#include "trace/text/marked_text.h"

/* The names that AMD's tools (rocprofiler with ROCm 7) give to a memcpy or memset that they label as a
 * kernel. */
static const struct
{
  const char *prefix;
  SliceKind kind;
  const char *reason;
} memory_prefixes[] = {
  { "MEMORY_COPY_", SLICE_MEMCPY, N_ ("a memcpy that AMD's tools label as a kernel") },
  { "__amd_rocclr_copyBuffer", SLICE_MEMCPY, N_ ("a memcpy that AMD's tools label as a kernel") },
  { "__amd_rocclr_fillBuffer", SLICE_MEMSET, N_ ("a memset that AMD's tools label as a kernel") },
};

const NameRule communication_rules[] = {
  { "nccl", KERNEL_COMMUNICATION, 0, "NCCL" },
  { "rccl", KERNEL_COMMUNICATION, 0, "RCCL" },
  { "hccl", KERNEL_COMMUNICATION, 0, "HCCL" },
  { "oneccl", KERNEL_COMMUNICATION, 0, "oneCCL" },
  { "xccl", KERNEL_COMMUNICATION, 0, "XCCL" },
  { "msccl", KERNEL_COMMUNICATION, 0, "MSCCL, MSCCL++" },
  { "smddp", KERNEL_COMMUNICATION, 0, "SMDDP, Amazon SageMaker's collectives" },
  { "herring", KERNEL_COMMUNICATION, 0, "SMDDP under its earlier name" },
  { "nvshmem", KERNEL_COMMUNICATION, 0, "NVSHMEM" },
  { "cross_device_reduce", KERNEL_COMMUNICATION, 0, "all-reduce of vLLM and SGLang" },
  { "userbuffers_", KERNEL_COMMUNICATION, 0, "user buffers of Transformer Engine" },
  { "deep_ep", KERNEL_COMMUNICATION, 0, "DeepEP" },
  { "multimem_all_", KERNEL_COMMUNICATION, 0, "symmetric memory of PyTorch" },
  { "one_shot_all_reduce", KERNEL_COMMUNICATION, 0, "symmetric memory of PyTorch" },
  { "two_shot_all_reduce", KERNEL_COMMUNICATION, 0, "symmetric memory of PyTorch" },
  { NULL, 0, 0, NULL },
};

/* Libraries whose names no kernel has. */
static const char *const libraries_without_kernels[] = { "gloo", "mpi", "ucc" };

SliceKind
memory_kind_of_name (const char *name, size_t length, const char **ret_reason)
{
  for (size_t i = 0; i < sizeof memory_prefixes / sizeof memory_prefixes[0]; i++)
    {
      size_t n = strlen (memory_prefixes[i].prefix);
      if (length >= n && memcmp (name, memory_prefixes[i].prefix, n) == 0)
        {
          *ret_reason = memory_prefixes[i].reason;
          return memory_prefixes[i].kind;
        }
    }
  *ret_reason = NULL;
  return SLICE_KERNEL;
}

KernelClass
category_of_name (const char *name, size_t length, const char **ret_reason)
{
  if (memory_kind_of_name (name, length, ret_reason) != SLICE_KERNEL)
    return KERNEL_MEMORY;

  NameText text = name_text_of (name, length);
  const NameRule *rule = kernel_rules_find (RULE_KIND_CATEGORY, &text);
  if (rule == NULL)
    rule = name_rule_find (communication_rules, &text);
  *ret_reason = rule != NULL ? rule->reason : "no word of a communication library";
  return rule != NULL ? (KernelClass) rule->value : KERNEL_COMPUTE;
}

bool
category_is_collective_annotation (const char *name, size_t length)
{
  TextSpan whole = { name, length };
  size_t n = span_find (whole, ":");
  TextSpan library = { name, n };
  const char *reason;

  if (n == 0 || n + 1 >= length || (!g_ascii_islower (name[n + 1]) && name[n + 1] != '_'))
    return false;
  return SPAN_IS_ONE_OF (library, libraries_without_kernels)
         || category_of_name (name, n, &reason) == KERNEL_COMMUNICATION;
}
