/* SPDX-License-Identifier: Apache-2.0
 *
 * C++ identifiers as words of a display name. */

#pragma once

#include "trace/naming/short_text.h"

/* Adds name without what says only that it is a kernel: "get_qparam_cuda_kernel" as "get_qparam",
 * "bn_fw_kernel_NCHW" as "bn_fw_NCHW". */
void identifier_add_function (ShortText *out, TextSpan name);

/* Adds name, CamelCase taken apart: "BitwiseAnd" as "bitwise_and"; other names as they are. */
void identifier_add_snake_case (ShortText *out, TextSpan name);

/* "__parallel_for" as "parallel_for". */
static inline TextSpan
identifier_without_underscores (TextSpan name)
{
  while (name.n > 1 && name.at[0] == '_')
    name = span_from (name, 1);
  return name;
}
