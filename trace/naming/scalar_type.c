/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/scalar_type.h"

#include <glib.h>

static const struct
{
  const char *cxx;
  const char *name;
  ScalarClass klass;
} cxx_types[] = {
  { "float", "f32", SCALAR_FLOAT },
  { "double", "f64", SCALAR_FLOAT },
  { "Half", "f16", SCALAR_FLOAT },
  { "half", "f16", SCALAR_FLOAT },
  { "half_t", "f16", SCALAR_FLOAT },
  { "__half", "f16", SCALAR_FLOAT },
  { "__half2", "f16", SCALAR_FLOAT },
  { "half2", "f16", SCALAR_FLOAT },
  { "_Float16", "f16", SCALAR_FLOAT },
  { "float16_t", "f16", SCALAR_FLOAT },
  { "BFloat16", "bf16", SCALAR_FLOAT },
  { "bfloat16", "bf16", SCALAR_FLOAT },
  { "bfloat16_t", "bf16", SCALAR_FLOAT },
  { "__bf16", "bf16", SCALAR_FLOAT },
  { "__nv_bfloat16", "bf16", SCALAR_FLOAT },
  { "__nv_bfloat162", "bf16", SCALAR_FLOAT },
  { "nv_bfloat16", "bf16", SCALAR_FLOAT },
  { "hip_bfloat16", "bf16", SCALAR_FLOAT },
  { "__hip_bfloat16", "bf16", SCALAR_FLOAT },
  { "tfloat32_t", "tf32", SCALAR_FLOAT },
  { "Float8_e4m3fn", "f8e4m3", SCALAR_FLOAT },
  { "Float8_e4m3fnuz", "f8e4m3", SCALAR_FLOAT },
  { "Float8_e5m2", "f8e5m2", SCALAR_FLOAT },
  { "Float8_e5m2fnuz", "f8e5m2", SCALAR_FLOAT },
  { "__nv_fp8_e4m3", "f8e4m3", SCALAR_FLOAT },
  { "__nv_fp8_e5m2", "f8e5m2", SCALAR_FLOAT },
  { "__hip_fp8_e4m3", "f8e4m3", SCALAR_FLOAT },
  { "__hip_fp8_e5m2", "f8e5m2", SCALAR_FLOAT },
  { "__hip_fp8_e4m3_fnuz", "f8e4m3", SCALAR_FLOAT },
  { "__hip_fp8_e5m2_fnuz", "f8e5m2", SCALAR_FLOAT },
  { "float_e4m3_t", "f8e4m3", SCALAR_FLOAT },
  { "float_e5m2_t", "f8e5m2", SCALAR_FLOAT },
  { "float_e2m1_t", "f4e2m1", SCALAR_FLOAT },
  { "__nv_fp4_e2m1", "f4e2m1", SCALAR_FLOAT },
  { "complex<float>", "c64", SCALAR_FLOAT },
  { "complex<double>", "c128", SCALAR_FLOAT },
  { "complex<c10::Half>", "c32", SCALAR_FLOAT },
  { "cuComplex", "c64", SCALAR_FLOAT },
  { "cuDoubleComplex", "c128", SCALAR_FLOAT },
  { "int", "i32", SCALAR_INTEGER },
  { "int32_t", "i32", SCALAR_INTEGER },
  { "unsigned int", "u32", SCALAR_INTEGER },
  { "unsigned", "u32", SCALAR_INTEGER },
  { "uint32_t", "u32", SCALAR_INTEGER },
  { "long", "i64", SCALAR_INTEGER },
  { "long long", "i64", SCALAR_INTEGER },
  { "int64_t", "i64", SCALAR_INTEGER },
  { "unsigned long", "u64", SCALAR_INTEGER },
  { "unsigned long long", "u64", SCALAR_INTEGER },
  { "uint64_t", "u64", SCALAR_INTEGER },
  { "short", "i16", SCALAR_INTEGER },
  { "int16_t", "i16", SCALAR_INTEGER },
  { "unsigned short", "u16", SCALAR_INTEGER },
  { "uint16_t", "u16", SCALAR_INTEGER },
  { "char", "i8", SCALAR_INTEGER },
  { "signed char", "i8", SCALAR_INTEGER },
  { "int8_t", "i8", SCALAR_INTEGER },
  { "unsigned char", "u8", SCALAR_INTEGER },
  { "uint8_t", "u8", SCALAR_INTEGER },
  { "bool", "bool", SCALAR_OPAQUE },
  { "OpaqueType<1>", "1B", SCALAR_OPAQUE },
  { "OpaqueType<2>", "2B", SCALAR_OPAQUE },
  { "OpaqueType<4>", "4B", SCALAR_OPAQUE },
  { "OpaqueType<8>", "8B", SCALAR_OPAQUE },
  { "OpaqueType<16>", "16B", SCALAR_OPAQUE },
  { "OpaqueType<1u>", "1B", SCALAR_OPAQUE },
  { "OpaqueType<2u>", "2B", SCALAR_OPAQUE },
  { "OpaqueType<4u>", "4B", SCALAR_OPAQUE },
  { "OpaqueType<8u>", "8B", SCALAR_OPAQUE },
  { "OpaqueType<16u>", "16B", SCALAR_OPAQUE },
  { "OpaqueType<(unsigned int)1>", "1B", SCALAR_OPAQUE },
  { "OpaqueType<(unsigned int)2>", "2B", SCALAR_OPAQUE },
  { "OpaqueType<(unsigned int)4>", "4B", SCALAR_OPAQUE },
  { "OpaqueType<(unsigned int)8>", "8B", SCALAR_OPAQUE },
  { "OpaqueType<(unsigned int)16>", "16B", SCALAR_OPAQUE },
};

/* If one is the beginning of another, the longer one comes first. */
/* clang-format off */
static const struct
{
  const char *spelling;
  const char *name;
} tokens[] = {
  { "bfloat16", "bf16" },
  { "bf16", "bf16" },
  { "fp16", "f16" },
  { "f16", "f16" },
  { "half", "f16" },
  { "tf32", "tf32" },
  { "fp32", "f32" },
  { "f32", "f32" },
  { "float32", "f32" },
  { "float", "f32" },
  { "fp64", "f64" },
  { "f64", "f64" },
  { "float64", "f64" },
  { "double", "f64" },
  { "f8e4m3", "f8e4m3" },
  { "f8e5m2", "f8e5m2" },
  { "e4m3", "f8e4m3" },
  { "e5m2", "f8e5m2" },
  { "ue4m3", "f8e4m3" },
  { "fp8", "fp8" },
  { "mxfp4", "mxfp4" },
  { "mxfp8", "mxfp8" },
  { "e2m1", "f4e2m1" },
  { "int8_t", "i8" },
  { "uint8_t", "u8" },
  { "int32_t", "i32" },
  { "uint32_t", "u32" },
  { "int64_t", "i64" },
  { "uint64_t", "u64" },
  { "s8", "i8" },
  { "i8", "i8" },
  { "u8", "u8" },
  { "i32", "i32" },
  { "s32", "i32" },
  { "u32", "u32" },
  { "i64", "i64" },
  { "u64", "u64" },
  { "int8", "i8" },
  { "cf32", "c64" },
  { "cf64", "c128" },
};
/* clang-format on */

static TextSpan
type_bare (TextSpan type)
{
  static const char *const leading[] = { "const ", "volatile " };
  static const char *const trailing[] = { "*", "&", " const", " volatile", "__restrict__" };
  bool stripped;

  do
    {
      stripped = false;
      type = span_trim (type);
      for (size_t i = 0; i < G_N_ELEMENTS (leading); i++)
        if (span_starts (type, leading[i]))
          {
            type = span_from (type, strlen (leading[i]));
            stripped = true;
          }
      for (size_t i = 0; i < G_N_ELEMENTS (trailing); i++)
        if (span_ends (type, trailing[i]))
          {
            type.n -= strlen (trailing[i]);
            stripped = true;
          }
    }
  while (stripped);
  return type;
}

/* Returns the part behind the last "::" outside template arguments. */
static TextSpan
type_without_scope (TextSpan type)
{
  size_t begin = 0;

  for (size_t i = 0; i + 1 < type.n && type.at[i] != '<'; i++)
    if (type.at[i] == ':' && type.at[i + 1] == ':')
      begin = i + 2;
  return span_from (type, begin);
}

const char *
scalar_type_of_cxx (TextSpan type, ScalarClass *ret_class)
{
  TextSpan bare = type_without_scope (type_bare (type));

  for (size_t i = 0; i < G_N_ELEMENTS (cxx_types); i++)
    if (span_is (bare, cxx_types[i].cxx))
      {
        if (ret_class != NULL)
          *ret_class = cxx_types[i].klass;
        return cxx_types[i].name;
      }
  if (ret_class != NULL)
    *ret_class = SCALAR_NONE;
  return NULL;
}

const char *
scalar_type_of_token (TextSpan token)
{
  const char *first = NULL, *second = NULL;

  for (size_t i = 0; i < G_N_ELEMENTS (tokens); i++)
    {
      size_t n = strlen (tokens[i].spelling);
      if (!span_starts (token, tokens[i].spelling))
        continue;
      if (n == token.n)
        return tokens[i].name;
      TextSpan rest = span_from (token, n);
      for (size_t j = 0; j < G_N_ELEMENTS (tokens); j++)
        if (span_is (rest, tokens[j].spelling))
          {
            first = tokens[i].name;
            second = tokens[j].name;
          }
    }
  /* Storage and compute type together: the narrower one says how it is multiplied. */
  return second != NULL && strcmp (second, "tf32") == 0 ? second : first;
}
