/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns C++ identifiers into words of a display name. */

#pragma once

#include "trace/naming/short_text.h"

/* Adds name without the words that only mark it as a kernel: "get_qparam_cuda_kernel" becomes "get_qparam",
 * "bn_fw_kernel_NCHW" becomes "bn_fw_NCHW". */
void identifier_add_function (ShortText *out, TextSpan name);

/* Adds name and splits CamelCase: "BitwiseAnd" becomes "bitwise_and". Other names are added unchanged. */
void identifier_add_snake_case (ShortText *out, TextSpan name);

/* Removes leading underscores: "__parallel_for" becomes "parallel_for". */
static inline TextSpan
identifier_without_underscores (TextSpan name)
{
  while (name.n > 1 && name.at[0] == '_')
    name = span_from (name, 1);
  return name;
}
