/* SPDX-License-Identifier: Apache-2.0
 *
 * Element types as GPU programmers write them: "c10::BFloat16 const*" is bf16. */

#pragma once

#include "trace/naming/text_span.h"

typedef enum
{
  SCALAR_NONE,
  SCALAR_OPAQUE, /* bytes without a meaning, and bool */
  SCALAR_INTEGER,
  SCALAR_FLOAT, /* real or complex */
} ScalarClass;

/* Returns the short name ("bf16", "f32", "i64", "c64", "f8e4m3") of a C++ type; constness, pointers, references and
 * namespaces are ignored. Returns NULL and SCALAR_NONE when it is not an element type. ret_class may be NULL. */
const char *scalar_type_of_cxx (TextSpan type, ScalarClass *ret_class);

/* Returns the short name of a type as spelled in library kernel names: "fp16", "tf32", "bf16bf16" (two operands),
 * "uint8_t", "f32". Returns NULL when token is not such a spelling. */
const char *scalar_type_of_token (TextSpan token);
