/* SPDX-License-Identifier: Apache-2.0
 *
 * Recognises the ranges that PyTorch's emit_nvtx () pushes for operators. Their text holds what changes from call to call,
 * so that no two have the same: "aten::mm, seq = 47087, op_id = 994604, sizes = [[64, 128], [128, 32]]". */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct
{
  size_t n_name; /* bytes of the text that are the operator's name */
  bool has_sequence, has_id;
  int64_t sequence, id;
  const char *sizes; /* a JSON array of the sizes of inputs, or NULL */
  size_t n_sizes;
} NsysNvtxOperator;

/* Returns false if the text is not of this form. O(length). */
bool nsys_nvtx_operator_parse (const char *text, size_t length, NsysNvtxOperator *ret_operator);
