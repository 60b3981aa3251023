/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/kernel_name_cxx.h"

#include <glib.h>

#include "trace/naming/cxx_type.h"
#include "trace/naming/identifier.h"

/* Functions whose names do not say what they do or which library they belong to, by the beginning of the name.
 * Operation NULL: use the name itself. Family NULL: use the name itself if the operation replaces it. */
static const struct
{
  const char *prefix;
  const char *operation;
  const char *family;
} functions[] = {
  { "CatArrayBatchedCopy", "cat", NULL },
  { "HIP_CatArrayBatchedCopy", "cat", NULL },
  { "cunn_SoftMaxForward", "softmax", NULL },
  { "cunn_SoftMaxBackward", "softmax_backward", NULL },
  { "cunn_ClassNLLCriterion_updateOutput", "nll_loss", NULL },
  { "cunn_ClassNLLCriterion_updateGradInput", "nll_loss_backward", NULL },
  { "softmax_warp_forward", "softmax", NULL },
  { "softmax_warp_backward", "softmax_backward", NULL },
  { "vectorized_layer_norm", "layer_norm", NULL },
  { "LayerNormForward", "layer_norm", NULL },
  { "RowwiseMoments", "layer_norm", NULL },
  { "GammaBetaBackward", "layer_norm_backward", NULL },
  { "layer_norm_grad_input", "layer_norm_backward", NULL },
  { "indexSelect", "index_select", NULL },
  { "indexFunc", "index_add", NULL },
  { "indexing_backward", "index_backward", NULL },
  { "embedding_dense_backward", "embedding_backward", NULL },
  { "compute_cuda_kernel", "repeat_interleave", NULL },
  { "radixSortKVInPlace", "sort", NULL },
  { "bitonicSortKVInPlace", "sort", NULL },
  { "upsample_bilinear2d_out_frame", "upsample_bilinear2d", NULL },
  { "implicit_convolve_sgemm", "conv_fprop", "cudnn implicit_sgemm" },
  { "explicit_convolve_sgemm", "conv_fprop", "cudnn explicit_sgemm" },
  { "wgrad_alg0_engine", "conv_wgrad", "cudnn alg0" },
  { "wgrad_alg1_engine", "conv_wgrad", "cudnn alg1" },
  { "dgrad_engine", "conv_dgrad", "cudnn" },
  { "dgrad_alg1_engine", "conv_dgrad", "cudnn alg1" },
  { "kernel_grouped_conv_fwd", "conv_fprop", NULL },
  { "kernel_grouped_conv_bwd_data", "conv_dgrad", NULL },
  { "kernel_grouped_conv_bwd_weight", "conv_wgrad", NULL },
  { "ImplicitGemmConvolution", "conv", "cutlass" },
  { "GemmUniversal", "gemm", "cutlass" },
  { "fft2d_", NULL, "cudnn" },
  { "nchwToNhwc", NULL, "cudnn" },
  { "nhwcToNchw", NULL, "cudnn" },
  { "foldedNhwcToNhwc", NULL, "cudnn" },
  { "nhwcToFoldedNhwc", NULL, "cudnn" },
  { "gemv", NULL, "cublas" },
  { "epilogue", NULL, "cublasLt" },
  { "gemmSN_", "gemm", NULL },
  { "gemmk1", "gemm", NULL },
  { "dot_kernel", "dot", "cublas" },
  { "reduce_1Block", "dot_reduce", "cublas" },
  { "scal_kernel", "scal", "cublas" },
  { "splitKreduce", NULL, "cublas" },
  { "magma_sgemmEx", "gemm", "magma" },
  { "sgemm_largek", "gemm", NULL },
  { "wvSpltK", "gemv", NULL },
  { "FmhaFwd", "fmha", NULL },
  { "FmhaBwd", "fmha_backward", NULL },
  { "Rmsnorm2dFwd", "rms_norm", NULL },
  { "Layernorm2dFwd", "layer_norm", NULL },
};

/* Names without a meaning: the namespace around them is shown. */
static const char *const empty_names[] = { "kernel", "globalKernel", "run", "kernel_impl", "impl", "detail" };

/* Numbers of a list joined by "x": "(int)128, 64" and "C<128>, C<64>" give 128x64. */
static size_t
add_numbers (ShortText *out, TextSpan list, size_t max)
{
  size_t n = 0;

  for (size_t i = 0; i < list.n && n < max;)
    {
      size_t begin = i;
      while (i < list.n && g_ascii_isdigit (list.at[i]))
        i++;
      if (i > begin && (begin == 0 || strchr ("<( ,_)", list.at[begin - 1]) != NULL))
        {
          if (n++ > 0)
            short_text_add (out, SPAN ("x"));
          short_text_add (out, (TextSpan){ list.at + begin, i - begin });
        }
      i += i == begin || (i < list.n && g_ascii_isalpha (list.at[i]));
    }
  return n;
}

/* Behind "tuple<", enough for three sizes. */
#define TUPLE_MAX_BYTES 96

/* The tile of a CUTLASS or CK kernel, or the head size and tile of a flash attention kernel. */
static void
name_tile (const CxxText *cxx, const CxxPart *part, KernelName *name)
{
  TextSpan arguments = cxx_span (cxx, part->arguments);
  ShortText tile = { 0 };

  if (span_has (arguments, "GemmShape<"))
    add_numbers (&tile, span_from (arguments, span_find (arguments, "GemmShape<") + strlen ("GemmShape")), 3);
  else if (span_has (arguments, "wd_kernel_traits<"))
    {
      ShortText numbers = { 0 };
      TextSpan traits = span_from (arguments, span_find (arguments, "traits<") + strlen ("traits"));
      add_numbers (&numbers, traits, 3);
      size_t head = span_find (short_text_span (&numbers), "x");
      short_text_add (&tile, SPAN ("d"));
      short_text_add (&tile, (TextSpan){ numbers.at, head });
      if (head < numbers.n)
        short_text_word (&tile, span_from (short_text_span (&numbers), head + 1));
    }
  else
    /* CUTLASS 3: the cluster's shape comes first and is small; the tile's is larger. */
    for (size_t at = 0; tile.n < 6 && at < arguments.n;)
      {
        TextSpan rest = span_from (arguments, at);
        size_t found = span_find (rest, "tuple<");
        if (found == rest.n)
          {
            tile.n = 0;
            break;
          }
        at += found + strlen ("tuple<");
        tile.n = 0;
        if (!span_starts (span_from (arguments, at), "cute::C<")
            && !span_starts (span_from (arguments, at), "_"))
          continue;
        TextSpan sizes = span_from (arguments, at - 1);
        sizes.n = MIN (sizes.n, TUPLE_MAX_BYTES);
        add_numbers (&tile, sizes, 3);
      }
  short_text_word (&name->detail, short_text_span (&tile));
}

/* The operation of a cub reduction. */
/* clang-format off */
static const struct
{
  const char *functor;
  const char *word;
} reductions[] = {
  { "cub::Sum", "sum" },
  { "cub::Max", "max" },
  { "cub::Min", "min" },
  { "cub::ArgMax", "argmax" },
  { "cub::ArgMin", "argmin" },
  { "cuda::std::plus<", "sum" },
  { "cuda::maximum<", "max" },
  { "cuda::minimum<", "min" },
};
/* clang-format on */

/* DeviceRadixSortOnesweepKernel: radix_sort_onesweep. */
static void
name_cub (const CxxText *cxx, const CxxPart *part, TextSpan identifier, KernelName *name)
{
  TextSpan arguments = cxx_span (cxx, part->arguments);

  if (span_starts (identifier, "Device") && identifier.n > strlen ("Device"))
    identifier = span_from (identifier, strlen ("Device"));
  name->operation.n = 0;
  identifier_add_snake_case (&name->operation, identifier);
  if (span_has (arguments, "NonZeroOp"))
    short_text_word (&name->detail, SPAN ("nonzero"));
  for (size_t i = 0; span_starts (identifier, "Reduce") && i < G_N_ELEMENTS (reductions); i++)
    if (span_has (arguments, reductions[i].functor))
      {
        short_text_word (&name->detail, span_of (reductions[i].word));
        break;
      }
}

/* Composable Kernel has no type of its own for bf16: it is unsigned short, before the float
 * accumulator. */
static bool
is_ck_bf16 (TextSpan arguments, const KernelName *name)
{
  size_t at = span_find (arguments, "unsigned short");

  return span_is (short_text_span (&name->family), "ck") && at < arguments.n
         && at < span_find (arguments, "float") && at < span_find (arguments, "_Float16");
}

/* Finds the type in a name: fp8 in "sm90_fp8_gemm_1d2d_impl". */
static const char *
name_word_type (TextSpan identifier)
{
  const char *type = NULL;

  for (size_t at = 0; type == NULL && at < identifier.n;)
    {
      TextSpan rest = span_from (identifier, at);
      TextSpan word = { rest.at, span_find (rest, "_") };

      type = word.n > 0 && g_ascii_isdigit (word.at[word.n - 1]) ? scalar_type_of_token (word) : NULL;
      at += word.n + 1;
    }
  return type;
}

static const char *
function_type (const CxxText *cxx, const CxxPart *part, const KernelName *name)
{
  ScalarClass klass;
  const char *type = cxx_list_type (cxx, part->arguments, &klass);

  if (is_ck_bf16 (cxx_span (cxx, part->arguments), name))
    return "bf16";
  if (klass == SCALAR_FLOAT)
    return type;
  const char *nested = cxx_nested_float_type (cxx, part->arguments);
  if (nested == NULL && type == NULL && (part->arguments.begin > 0 || part->parameters.begin > 0))
    nested = name_word_type (cxx_span (cxx, part->name));
  if (nested == NULL && type == NULL)
    nested = cxx_nested_float_type (cxx, part->parameters);
  return nested != NULL ? nested : type;
}

/* Functions whose types are of positions, not of what they move. */
static const char *const untyped[] = { "vectorized_gather" };

/* Functions that convert and say so in their name, which has a type that is no template argument; by the beginning of
 * their name. FBGEMM keeps rows of bytes with a scale each. NULL: the first floating template argument. */
/* clang-format off */
static const struct
{
  const char *prefix;
  const char *from, *to;
} conversions[] = {
  { "FP8rowwise_to_float", "fp8", NULL },
  { "float_to_FP8rowwise", NULL, "fp8" },
  { "fused8bitrowwise_to_float", "u8", NULL },
  { "float_to_fused8bitrowwise", NULL, "u8" },
  { "bfloat16_to_float", "bf16", "f32" },
  { "float_to_bfloat16", "f32", "bf16" },
};
/* clang-format on */

/* What functions that convert are called, when their template arguments are what they read and what they write. */
static const char *const conversion_words[] = { "quant", "convert", "cast" };

/* FBGEMM's tables: <table, cache, output> of a lookup, <table, gradient, cache> of what follows from its gradient. */
static bool
is_embedding (TextSpan identifier, bool *ret_is_forward)
{
  *ret_is_forward = span_has (identifier, "embedding_codegen_forward");
  return *ret_is_forward || span_has (identifier, "embedding_backward_codegen")
         || span_has (identifier, "embedding_codegen_grad");
}

/* The floating types among the arguments themselves, in order. Returns how many, at most max. */
static size_t
floating_types (const CxxText *cxx, CxxRange list, const char **types, size_t max)
{
  CxxRange argument;
  size_t n = 0;

  for (size_t at = list.begin; n < max && cxx_next_argument (cxx, list, &at, &argument);)
    {
      ScalarClass klass;
      const char *type = scalar_type_of_cxx (cxx_span (cxx, argument), &klass);

      if (klass == SCALAR_FLOAT)
        types[n++] = type;
    }
  return n;
}

/* What a function reads and what it writes, where it converts. */
static bool
find_conversion (const CxxText *cxx,
                 const CxxPart *part,
                 TextSpan identifier,
                 const char **ret_from,
                 const char **ret_to)
{
  enum
  {
    N_TYPES = 3
  };
  const char *types[N_TYPES];
  size_t n = floating_types (cxx, part->arguments, types, N_TYPES);
  bool is_forward;

  for (size_t i = 0; i < G_N_ELEMENTS (conversions); i++)
    if (span_starts (identifier, conversions[i].prefix)
        && (n > 0 || (conversions[i].from && conversions[i].to)))
      {
        *ret_from = conversions[i].from != NULL ? conversions[i].from : types[0];
        *ret_to = conversions[i].to != NULL ? conversions[i].to : types[0];
        return true;
      }
  if (n == N_TYPES && is_embedding (identifier, &is_forward))
    {
      *ret_from = is_forward ? types[0] : types[1];
      *ret_to = is_forward ? types[2] : types[0];
      return true;
    }
  for (size_t i = 0; n == 2 && i < G_N_ELEMENTS (conversion_words); i++)
    if (span_has (identifier, conversion_words[i]) && !span_has (identifier, "dequant"))
      {
        *ret_from = types[0];
        *ret_to = types[1];
        return true;
      }
  return false;
}

static bool
is_untyped (TextSpan identifier)
{
  for (size_t i = 0; i < G_N_ELEMENTS (untyped); i++)
    if (span_starts (identifier, untyped[i]))
      return true;
  return false;
}

/* By the function's own name, or that of the namespace around a function called "kernel". */
static TextSpan
function_identifier (const CxxText *cxx, const CxxName *parsed, const CxxPart *part)
{
  TextSpan identifier = cxx_span (cxx, part->name);

  while (SPAN_IS_ONE_OF (identifier, empty_names) && part > parsed->parts)
    identifier = cxx_span (cxx, (--part)->name);
  return identifier;
}

void
kernel_name_function (const CxxText *cxx, const CxxName *parsed, const CxxPart *part, KernelName *name)
{
  TextSpan identifier = function_identifier (cxx, parsed, part);
  bool cub = span_is (short_text_span (&name->family), "cub");
  const char *type = cub ? cxx_first_type (cxx, part->arguments) : function_type (cxx, part, name);
  ShortText shown = { 0 };

  const char *from, *to;

  if (find_conversion (cxx, part, identifier_without_underscores (identifier), &from, &to)
      && strcmp (from, to) != 0)
    {
      short_text_set (&name->type, span_of (from));
      short_text_add (&name->type, SPAN ("->"));
      short_text_add (&name->type, span_of (to));
    }
  else if (type != NULL && !is_untyped (identifier))
    short_text_set (&name->type, span_of (type));
  /* The author of a bare name, such as Triton's, knows it with its underscores. */
  bool bare = parsed->n == 1 && part->arguments.begin == 0 && part->parameters.begin == 0;
  identifier_add_function (&shown, bare ? identifier : identifier_without_underscores (identifier));
  name->operation = shown;
  if (cub)
    name_cub (cxx, part, short_text_span (&shown), name);
  for (size_t i = 0; i < G_N_ELEMENTS (functions); i++)
    if (span_starts (identifier, functions[i].prefix))
      {
        if (functions[i].operation != NULL)
          {
            bool log = span_has (cxx_span (cxx, part->arguments), "LogSoftMax");
            short_text_set (&name->operation, log ? SPAN ("log_") : SPAN (""));
            short_text_add (&name->operation, span_of (functions[i].operation));
          }
        if (functions[i].family != NULL)
          short_text_set (&name->family, span_of (functions[i].family));
        else
          short_text_word (&name->family, short_text_span (&shown));
        break;
      }
  if (!kernel_name_embedding (identifier, name))
    name_tile (cxx, part, name);
}
