/* SPDX-License-Identifier: Apache-2.0
 *
 * What encoder and decoder of arguments agree on: which items share a key path, and what their columns are predicted
 * from. */

#pragma once

#include "trace/archive/args_codec.h"
#include "trace/archive/column_codec.h"

/* Memory of an encoder's and decoder's blocks is counted so, beside the bytes of the entries. */
#define ARGS_BYTES_PER_VALUE 9

/* The items of a block by key path. */
typedef struct
{
  U32Column items;  /* ascending within a path */
  U32Column begins; /* of each path in items, and the end */
} ArgsPaths;

/* path_of: of each item, 1 + its path, 0: none; all below n_paths + 1. False: out of memory. O(n). */
bool args_paths_fill (ArgsPaths *paths, const uint32_t *path_of, uint32_t n, uint32_t n_paths);
void args_paths_clear (ArgsPaths *paths);

/* What is known of the items of one path. */
typedef struct
{
  DenseIds names;
  U32Column context;
  I64Column correlation;
  U32Column part_context;
  I64Column part_correlation;
} ArgsPathContext;

/* False: out of memory. O(n). */
bool
args_path_context_fill (ArgsPathContext *path, const ArgsContext *block, const uint32_t *items, uint32_t n);
void args_path_context_clear (ArgsPathContext *path);

/* The hints for a column of all items of the path. related: an earlier column of integers, or NULL. */
ColumnHints args_path_hints (const ArgsPathContext *path, const int64_t *related);

/* The hints for a column of only those items of the path whose value is of a kind; *ret_n: how many these are. False:
 * out of memory. O(n). */
bool args_path_part_hints (ArgsPathContext *path,
                           const uint8_t *kinds,
                           uint32_t n,
                           unsigned kind,
                           ColumnHints *ret_hints,
                           uint32_t *ret_n);

/* Whether a column may serve as that: its numbers differ. */
bool args_column_is_related (const int64_t *numbers, size_t n);
