/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/kernel_name_cxx.h"

#include <glib.h>

/* The library of a kernel, by any of its namespaces. */
static const struct
{
  const char *scope;
  const char *family;
} scopes[] = {
  { "cub", "cub" },
  { "hipcub", "hipcub" },
  { "rocprim", "rocprim" },
  { "thrust", "thrust" },
  { "cudnn", "cudnn" },
  { "cask_cudnn", "cudnn" },
  { "cask_cudnn_infer", "cudnn" },
  { "cask_cudnn_train", "cudnn" },
  { "cutlass_cudnn", "cudnn cutlass" },
  { "cutlass_cudnn_infer", "cudnn cutlass" },
  { "cutlass_cudnn_train", "cudnn cutlass" },
  { "cublasLt", "cublasLt" },
  { "cutlass", "cutlass" },
  { "flash", "flash-attn" },
  { "pytorch_flash", "flash-attn" },
  { "ck", "ck" },
  { "ck_tile", "ck_tile" },
  { "aiter", "aiter" },
  { "vllm", "vllm" },
  { "sglang", "sglang" },
  { "fbgemm_gpu", "fbgemm" },
  { "tensorrt_llm", "trtllm" },
  { "moe", "trtllm moe" },
  { "transformer_engine", "te" },
  { "deep_gemm", "deep_gemm" },
  { "deep_ep", "deep_ep" },
  { "flashinfer", "flashinfer" },
  { "vision", "torchvision" },
  { "magma", "magma" },
  { "smddp", "smddp" },
  { "herring", "smddp" },
};

/* Kernels and functions that only pass on another one from their arguments. */
static const char *const shells[] = {
  "Kernel",
  "Kernel2",
  "device_kernel",
  "kentry",
  "enable_sm80_to_sm89",
  "enable_sm90",
  "enable_sm90_or_later",
  "enable_sm90_only",
  "_kernel_agent",
};

static void
name_family (const CxxText *cxx, const CxxName *parsed, KernelName *name)
{
  for (size_t i = 0; i < parsed->n; i++)
    for (size_t j = 0; j < G_N_ELEMENTS (scopes); j++)
      if (span_is (cxx_span (cxx, parsed->parts[i].name), scopes[j].scope))
        {
          short_text_set (&name->family, span_of (scopes[j].family));
          return;
        }
}

static bool
name_identifier (TextSpan identifier, KernelName *ret_name)
{
  return kernel_name_collective (identifier, ret_name) || kernel_name_tensile (identifier, ret_name)
         || kernel_name_library (identifier, ret_name);
}

bool
kernel_name_cxx (TextSpan text, KernelName *ret_name)
{
  CxxText cxx;
  KernelName name = { 0 };
  CxxRange range = { 0, 0 };

  cxx_text_init (&cxx, text);
  range.end = cxx.text.n;
  for (int depth = 0; depth < KERNEL_NAME_MAX_NESTING; depth++)
    {
      CxxName parsed = cxx_name_parse (&cxx, range);
      const CxxPart *base = cxx_name_base (&cxx, &parsed);
      CxxRange inner;

      if (base == NULL)
        return false;
      TextSpan identifier = cxx_span (&cxx, base->name);
      size_t at = base->arguments.begin;
      name_family (&cxx, &parsed, &name);
      if (SPAN_IS_ONE_OF (identifier, shells)
          && cxx_pick_function (&cxx, base->arguments, false, &at, &inner))
        {
          range = inner;
          continue;
        }
      if ((base->arguments.begin == 0 || span_starts (identifier, "rccl") || span_starts (identifier, "nccl"))
          && name_identifier (identifier, ret_name))
        {
          /* The namespace is more specific than "cutlass", of which cuDNN has a copy, and than no family. */
          if (span_has (short_text_span (&name.family), "cudnn") || ret_name->family.n == 0)
            ret_name->family = name.family;
          return true;
        }
      /* A long word that no rule shortens is better cut in its middle where it is shown. */
      if (identifier.n == cxx.text.n && identifier.n > SHORT_TEXT_MAX_BYTES)
        return false;
      if (!kernel_name_loop (&cxx, base, &name))
        kernel_name_function (&cxx, &parsed, base, &name);
      *ret_name = name;
      return name.operation.n > 0;
    }
  return false;
}
