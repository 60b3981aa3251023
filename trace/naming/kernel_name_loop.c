/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/kernel_name_cxx.h"

#include <glib.h>

#include "trace/naming/cxx_type.h"
#include "trace/naming/identifier.h"

/* Loops that apply a function to elements. A kernel with a lambda among its arguments is also a loop, but the arguments
 * of the lambda are not known. */
static const char *const loops[] = {
  "elementwise_kernel",
  "vectorized_elementwise_kernel",
  "unrolled_elementwise_kernel",
  "elementwise_kernel_manual_unroll",
  "vectorized_templated_elementwise_kernel",
  "elementwise_kernel_with_index",
  "index_elementwise_kernel",
  "_scatter_gather_elementwise_kernel",
  "distribution_elementwise_grid_stride_kernel",
  "reduce_kernel",
  "multi_tensor_apply_kernel",
  "multi_tensor_apply_for_fused_optimizer",
  "tensor_kernel_scan_innermost_dim",
  "tensor_kernel_scan_outer_dim",
};

/* What loops are given, or are called with, when the tensors are of other types than the function's: they cast each element
 * on the way in. (aten/src/ATen/native/cuda: MemoryAccess.cuh, CUDALoops.cuh) */
static const char *const casts[] = {
  "LoadWithCast",
  "gpu_kernel_impl<", /* not gpu_kernel_impl_nocast */
  "type_specialized_kernel_launcher",
  "type_specialized_broadcast_kernel_launcher",
};

/* Function objects around another one. */
static const struct
{
  const char *name;
  bool last;          /* the inner one is the last argument, not the first that is not an element type */
  const char *suffix; /* to the operation */
} adapters[] = {
  { "gpu_kernel_impl", false, "" },
  { "gpu_kernel_impl_nocast", false, "" },
  { "gpu_index_kernel", false, "" },
  { "apply", false, "" },
  { "BinaryFunctor", true, "" },
  { "AUnaryFunctor", true, "_scalar" },
  { "BUnaryFunctor", true, "_scalar" },
  { "ReduceOp", false, "" },
  { "func_wrapper_t", false, "" },
  { "uniform_and_transform", true, "" },
  { "normal_and_transform", true, "" },
};
/* clang-format on */

/* Containers, which look like functions. */
static const char *const containers[] = {
  "TensorListMetadata",
  "TensorListScalarListMetadata",
  "FusedOptimizerTensorListMetadata",
  "Array",
  "array",
  "OffsetCalculator",
  "TrivialOffsetCalculator",
  "Params",
  "nullptr",
};

/* Multi-tensor function objects whose operation is the argument behind them. */
static const char *const list_functors[] = {
  "UnaryOpFunctor",
  "UnaryOpFunctor_",
  "BinaryOpScalarFunctor",
  "BinaryOpScalarFunctor_",
  "BinaryOpListAlphaFunctor",
  "BinaryOpScalarListFunctor",
  "BinaryOpScalarTensorFunctor",
  "PointwiseOpScalarFunctor",
  "PointwiseOpScalarListFunctor",
  "PointwiseOpListFunctor",
  "TernaryOpListFunctor",
  "TernaryOpScalarFunctor",
};

/* Function objects whose operation is not their name without its suffix. */
static const struct
{
  const char *name;
  const char *operation;
  const char *type; /* NULL: from the arguments */
} operations[] = {
  { "direct_copy_kernel_cuda", "copy", NULL },
  { "copy_device_to_device", "copy", NULL },
  { "bfloat16_copy_kernel_cuda", "copy", "f32->bf16" },
  { "float16_copy_kernel_cuda", "copy", "f32->f16" },
  { "bfloat16tofloat32_copy_kernel_cuda", "copy", "bf16->f32" },
  { "float16tofloat32_copy_kernel_cuda", "copy", "f16->f32" },
  { "_float_to_hfp8_gpu", "copy", "f32->fp8" },
  { "_hfp8_to_float_gpu", "copy", "fp8->f32" },
  { "plus", "add", NULL },
  { "minus", "sub", NULL },
  { "multiplies", "mul", NULL },
  { "divides", "div", NULL },
  { "MaxNanFunctor", "max", NULL },
  { "MinNanFunctor", "min", NULL },
  { "ArgMaxOps", "argmax", NULL },
  { "ArgMinOps", "argmin", NULL },
  { "NormOneOps", "norm1", NULL },
  { "NormTwoOps", "norm2", NULL },
  { "WelfordOps", "var", NULL },
  { "and_kernel_cuda", "all", NULL },
  { "or_kernel_cuda", "any", NULL },
  { "index_put_kernel_impl", "index_put", NULL },
  { "launch_clamp_scalar", "clamp_scalar", NULL },
  { "CompareEqFunctor", "eq", NULL },
  { "CUDAFunctorOnSelf_add", "add_scalar", NULL },
  { "CUDAFunctorOnOther_add", "add_scalar", NULL },
  { "MulScalarFunctor", "mul_scalar", NULL },
};

/* Suffixes that only mark a function object as one; longest first. */
static const char *const functor_endings[] = { "_kernel_cuda",   "_cuda_kernel", "_kernel_impl", "_kernel",
                                               "CUDAKernelImpl", "KernelImpl",   "_cuda_out",    "_cuda",
                                               "MathFunctor",    "Functor",      "_functor",     "Ops",
                                               "_impl" };

static TextSpan
without_ending (TextSpan name)
{
  for (size_t i = 0; i < G_N_ELEMENTS (functor_endings); i++)
    if (name.n > strlen (functor_endings[i]) && span_ends (name, functor_endings[i]))
      {
        name.n -= strlen (functor_endings[i]);
        break;
      }
  return name;
}

static bool
is_function_argument (const CxxText *cxx, CxxRange argument)
{
  TextSpan text = cxx_span (cxx, argument);

  if (text.n == 0 || g_ascii_isdigit (text.at[0]) || text.at[0] == '-' || text.at[0] == '&'
      || (text.at[0] == '(' && !span_starts (text, "(anonymous")) || span_is (text, "true")
      || span_is (text, "false") || scalar_type_of_cxx (text, NULL) != NULL)
    return false;
  CxxName name = cxx_name_parse (cxx, argument);
  const CxxPart *base = cxx_name_base (cxx, &name);
  return base != NULL && !SPAN_IS_ONE_OF (cxx_span (cxx, base->name), containers);
}

bool
cxx_pick_function (const CxxText *cxx, CxxRange list, bool last, size_t *cursor, CxxRange *ret_argument)
{
  CxxRange argument;
  bool found = false;

  while (cxx_next_argument (cxx, list, cursor, &argument))
    if (is_function_argument (cxx, argument))
      {
        *ret_argument = argument;
        found = true;
        if (!last)
          break;
      }
  return found;
}

/* PyTorch has one loop for gather and scatter: <is_scatter_like, T>::operator()<reduction>. */
static void
name_scatter_gather (const CxxText *cxx, const CxxName *functor, const CxxPart *base, KernelName *name)
{
  TextSpan arguments = cxx_span (cxx, base->arguments);
  bool scatter = span_starts (arguments, "true") || span_starts (arguments, "(bool)1");

  short_text_set (&name->operation, scatter ? SPAN ("scatter") : SPAN ("gather"));
  for (size_t i = 0; i < functor->n; i++)
    {
      TextSpan reduction = cxx_span (cxx, functor->parts[i].arguments);
      size_t at = span_find (reduction, "Reduce");
      if (!span_starts (cxx_span (cxx, functor->parts[i].name), "operator") || at == reduction.n)
        continue;
      short_text_add (&name->operation, SPAN ("_"));
      reduction = span_from (reduction, at + strlen ("Reduce"));
      identifier_add_snake_case (&name->operation, (TextSpan){ reduction.at, span_find (reduction, ">") });
    }
}

/* Finds the function inside an adapter, and the adapter's addition to its operation. */
static bool
adapted_function (const CxxText *cxx, const CxxPart *part, CxxRange *ret_inner, const char **suffix)
{
  TextSpan identifier = cxx_span (cxx, part->name);

  for (size_t i = 0; i < G_N_ELEMENTS (adapters); i++)
    {
      size_t at = part->arguments.begin;
      if (!span_is (identifier, adapters[i].name)
          || !cxx_pick_function (cxx, part->arguments, adapters[i].last, &at, ret_inner))
        continue;
      if (adapters[i].suffix[0] != '\0')
        *suffix = adapters[i].suffix;
      return true;
    }
  return false;
}

/* Sets the operation. Returns the type that it implies, or type. */
static const char *
name_operation (TextSpan identifier, bool is_element_function, const char *type, ShortText *operation)
{
  for (size_t i = 0; i < G_N_ELEMENTS (operations); i++)
    if (span_is (identifier, operations[i].name))
      {
        short_text_set (operation, span_of (operations[i].operation));
        return operations[i].type != NULL ? operations[i].type : type;
      }
  identifier = without_ending (identifier);
  if (span_starts (identifier, "CUDAFunctor_"))
    identifier = span_from (identifier, strlen ("CUDAFunctor_"));
  operation->n = 0;
  if (is_element_function)
    identifier_add_snake_case (operation, identifier);
  else
    short_text_add (operation, identifier);
  return type;
}

/* Finds the operation and type of a function object inside its adapters. The outermost type counts, since an operation
 * on bf16 computes in float inside. Returns false and leaves name unchanged when functor names nothing. */
static bool
name_functor (const CxxText *cxx, CxxRange functor, bool is_element_function, KernelName *name)
{
  const char *suffix = "";
  const char *type = NULL;
  ScalarClass klass;

  for (int depth = 0; depth < KERNEL_NAME_MAX_NESTING; depth++)
    {
      CxxName parsed = cxx_name_parse (cxx, functor);
      const CxxPart *base = cxx_name_base (cxx, &parsed);

      if (base == NULL)
        return false;
      if (type == NULL)
        type = cxx_list_type (cxx, base->arguments, &klass);
      if (adapted_function (cxx, base, &functor, &suffix))
        continue;
      if (type == NULL)
        {
          const char *of_lambda = cxx_lambda_type (cxx, parsed.parts[parsed.n - 1].name, &klass);
          /* An integer is a position unless the function is called with elements. */
          type = is_element_function || klass == SCALAR_FLOAT ? of_lambda : NULL;
        }
      TextSpan identifier = cxx_span (cxx, base->name);
      if (span_is (identifier, "_cuda_scatter_gather_internal_kernel"))
        name_scatter_gather (cxx, &parsed, base, name);
      else
        type = name_operation (identifier, is_element_function, type, &name->operation);
      short_text_add (&name->operation, span_of (suffix));
      short_text_set (&name->type, type == NULL ? SPAN ("") : span_of (type));
      return true;
    }
  return false;
}

static bool
does_cast (const CxxText *cxx, const CxxPart *loop)
{
  TextSpan arguments = cxx_span (cxx, loop->arguments);

  for (size_t i = 0; i < G_N_ELEMENTS (casts); i++)
    if (span_has (arguments, casts[i]))
      return true;
  return span_is (cxx_span (cxx, loop->name), "vectorized_templated_elementwise_kernel");
}

bool
kernel_name_loop (const CxxText *cxx, const CxxPart *loop, KernelName *name)
{
  TextSpan identifier = cxx_span (cxx, loop->name);
  bool known = SPAN_IS_ONE_OF (identifier, loops);
  const char *prefix = span_starts (identifier, "tensor_kernel_scan") ? "scan_" : "";
  size_t at = loop->arguments.begin;
  CxxRange functor;

  if (!known && !span_has (cxx_span (cxx, loop->arguments), "lambda("))
    return false;
  if (!cxx_pick_function (cxx, loop->arguments, false, &at, &functor)
      || !name_functor (cxx, functor, known, name))
    return false;

  CxxName parsed = cxx_name_parse (cxx, functor);
  const CxxPart *base = cxx_name_base (cxx, &parsed);
  if (base != NULL && SPAN_IS_ONE_OF (cxx_span (cxx, base->name), list_functors))
    {
      KernelName element = *name;
      if (cxx_pick_function (cxx, loop->arguments, false, &at, &functor)
          && name_functor (cxx, functor, known, &element))
        name->operation = element.operation;
      prefix = "foreach_";
    }
  ShortText operation = name->operation;
  short_text_set (&name->operation, span_of (prefix));
  short_text_add (&name->operation, short_text_span (&operation));

  if (name->type.n == 0 && known)
    {
      ScalarClass klass;
      const char *type = cxx_list_type (cxx, loop->arguments, &klass);
      short_text_set (&name->type, type == NULL ? SPAN ("") : span_of (type));
    }
  /* "f32->bf16": the function says itself what it is given. */
  name->casts = known && does_cast (cxx, loop) && !span_has (short_text_span (&name->type), "->");
  name->family.n = 0;
  identifier_add_function (&name->family, identifier_without_underscores (identifier));
  return true;
}
