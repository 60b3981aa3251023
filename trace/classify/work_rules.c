/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/work_rules.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/* The first word that occurs, in upper or lower case, anywhere in the function's name wins. */
typedef struct
{
  const char *word;
  KernelWork work;
} WorkRule;

static const WorkRule work_rules[] = {
  /* TorchInductor names a fused kernel after the operators that it was made from or that stand next to it,
   * matrix products among them. The prefix tells what it is: elementwise, a reduction or a loop.
   * (torch/_inductor/codegen/triton.py) */
  { "triton_poi_", KERNEL_WORK_OTHER_COMPUTE },
  { "triton_red_", KERNEL_WORK_OTHER_COMPUTE },
  { "triton_per_", KERNEL_WORK_OTHER_COMPUTE },
  { "triton_for_", KERNEL_WORK_OTHER_COMPUTE },

  /* Kernels that run before and after a matrix product: computing addresses, adding up its parts. (cuBLAS,
   * cuDNN) */
  { "splitKreduce", KERNEL_WORK_OTHER_COMPUTE },
  { "ReduceSplitK", KERNEL_WORK_OTHER_COMPUTE },
  { "OffsetsKernel", KERNEL_WORK_OTHER_COMPUTE },
  { "finalize_matmul", KERNEL_WORK_OTHER_COMPUTE }, /* Triton's kernels for experts */

  /* Dao et al. 2022 (flash::flash_fwd_kernel, FlashAttnFwdSm90), xFormers, cuDNN and TensorRT-LLM (fmha, mha,
   * sdpa), vLLM (paged_attention, kernel_unified_attention), FlashInfer (BatchPrefillWithPagedKVCache),
   * AITER, FlashMLA. Writing to the KV cache (reshape_and_cache_flash) is not attention. */
  { "flash_fwd", KERNEL_WORK_ATTENTION },
  { "flash_bwd", KERNEL_WORK_ATTENTION },
  { "flash::", KERNEL_WORK_ATTENTION },
  { "flash_mla", KERNEL_WORK_ATTENTION },
  { "mla_decode", KERNEL_WORK_ATTENTION },
  { "aiter::mla", KERNEL_WORK_ATTENTION },
  { "fmha", KERNEL_WORK_ATTENTION },
  { "mha_fwd", KERNEL_WORK_ATTENTION },
  { "mha_bwd", KERNEL_WORK_ATTENTION },
  { "sdpa", KERNEL_WORK_ATTENTION },
  { "attention", KERNEL_WORK_ATTENTION },
  { "attn", KERNEL_WORK_ATTENTION },
  { "PrefillWith", KERNEL_WORK_ATTENTION },
  { "DecodeWith", KERNEL_WORK_ATTENTION },

  /* Matrix products. */
  { "gemm", KERNEL_WORK_GEMM_CONV },  /* cuBLAS, CUTLASS, MAGMA, Composable Kernel, DeepGEMM, MIOpen */
  { "gemv", KERNEL_WORK_GEMM_CONV },  /* cuBLAS: matrix-vector product */
  { "nvjet", KERNEL_WORK_GEMM_CONV }, /* cuBLAS 12.x from Hopper on */
  { "Cijk_", KERNEL_WORK_GEMM_CONV }, /* Tensile: C[i,j] = sum over k, batched over l */
  { "xmma_", KERNEL_WORK_GEMM_CONV },
  { "matmul", KERNEL_WORK_GEMM_CONV },
  { "bmm", KERNEL_WORK_GEMM_CONV },
  { "scaled_mm", KERNEL_WORK_GEMM_CONV },
  { "grouped_mm", KERNEL_WORK_GEMM_CONV },
  { "triton_mm", KERNEL_WORK_GEMM_CONV },
  { "triton_tem_", KERNEL_WORK_GEMM_CONV }, /* Inductor's templates: matrix products and convolutions */
  { "wvSplitK", KERNEL_WORK_GEMM_CONV },    /* vLLM on ROCm */
  { "::Marlin", KERNEL_WORK_GEMM_CONV },    /* 4-bit weights */
  { "fused_moe_kernel", KERNEL_WORK_GEMM_CONV },
  { "aiter::fmoe", KERNEL_WORK_GEMM_CONV },

  /* Convolutions: cuDNN (implicit_convolve_sgemm, dgrad_engine, volta_scudnn_128x64, turing_h1688cudnn),
   * MIOpen (miopenSp3AsmConv), PyTorch (conv_depthwise2d). */
  { "conv", KERNEL_WORK_GEMM_CONV },
  { "winograd", KERNEL_WORK_GEMM_CONV },
  { "fprop", KERNEL_WORK_GEMM_CONV },
  { "dgrad", KERNEL_WORK_GEMM_CONV },
  { "wgrad", KERNEL_WORK_GEMM_CONV },
  { "scudnn_", KERNEL_WORK_GEMM_CONV },
  { "884cudnn_", KERNEL_WORK_GEMM_CONV },
  { "1688cudnn_", KERNEL_WORK_GEMM_CONV },
  { "8816cudnn_", KERNEL_WORK_GEMM_CONV },
};

/* Longer words with another meaning: the word above that they contain, at offset, does not count there. */
static const struct
{
  const char *word;
  size_t offset;
} exceptions[] = {
  { "fbgemm", 2 }, /* a library, and the namespace of all its embedding kernels */
  { "convert", 0 },
  { "conversion", 0 },
  { "backwardgrad", 7 },
};

typedef struct
{
  const char *text;
  size_t length;
} Span;

static bool
span_has_at (Span span, size_t at, const char *word)
{
  size_t n = strlen (word);

  return at <= span.length && n <= span.length - at && g_ascii_strncasecmp (span.text + at, word, n) == 0;
}

static size_t
span_find (Span span, size_t from, const char *word)
{
  char lower = g_ascii_tolower (word[0]), upper = g_ascii_toupper (word[0]);

  /* The first letter alone rules out nearly every place. */
  while (from < span.length
         && ((span.text[from] != lower && span.text[from] != upper) || !span_has_at (span, from, word)))
    from++;
  return from;
}

static bool
is_excepted (Span span, size_t at)
{
  for (size_t i = 0; i < sizeof exceptions / sizeof exceptions[0]; i++)
    if (at >= exceptions[i].offset && span_has_at (span, at - exceptions[i].offset, exceptions[i].word))
      return true;
  return false;
}

static bool
span_says (Span span, const char *word)
{
  size_t at = span_find (span, 0, word);

  while (at < span.length && is_excepted (span, at))
    at = span_find (span, at + 1, word);
  return at < span.length;
}

/* Returns the function's name with its namespaces, without a templated return type, template arguments and
 * parameters: those name other functions, and types named after matrix products and convolutions. */
static Span
function_of (Span name)
{
  const char *return_type = ">::type ";
  Span function = name;

  if (span_has_at (name, 0, "std::enable_if<"))
    {
      size_t end = span_find (name, 0, return_type) + strlen (return_type);
      if (end < name.length)
        function = (Span){ name.text + end, name.length - end };
    }
  for (size_t i = 0; i < function.length; i++)
    if (function.text[i] == '<'
        || (function.text[i] == '(' && !span_has_at (function, i, "(anonymous namespace)")))
      function.length = i;
  return function;
}

KernelWork
work_of_compute (const char *name, size_t length, const char **ret_word)
{
  Span whole = { name, length };
  Span said = function_of (whole);

  /* All their kernels are one function, cutlass::Kernel or ck_tile::kentry; its template argument tells what
   * it does. */
  if (span_says (said, "cutlass") || span_says (said, "ck_tile"))
    said = whole;
  for (size_t i = 0; i < sizeof work_rules / sizeof work_rules[0]; i++)
    if (span_says (said, work_rules[i].word))
      {
        *ret_word = work_rules[i].word;
        return work_rules[i].work;
      }
  *ret_word = NULL;
  return KERNEL_WORK_OTHER_COMPUTE;
}
