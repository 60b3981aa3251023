/* SPDX-License-Identifier: Apache-2.0
 *
 * What the encoder and the decoder of arguments agree on: which items share a key path, and how their columns
 * are predicted. */

#pragma once

#include "trace/archive/args_codec.h"
#include "trace/archive/column_codec.h"

/* The memory of a block counts as the bytes of its entries and this much for each value. */
#define ARGS_BYTES_PER_VALUE 9

/* The items of a block, grouped by key path. */
typedef struct
{
  U32Column items;  /* ascending within a path */
  U32Column begins; /* the begin of each path in items, and the end */
} ArgsPaths;

/* path_of has, for each item, 1 + its path or 0 if it has none; all are below n_paths + 1. Returns false if
 * memory runs out. O(n). */
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

/* Returns false if memory runs out. O(n). */
bool
args_path_context_fill (ArgsPathContext *path, const ArgsContext *block, const uint32_t *items, uint32_t n);
void args_path_context_clear (ArgsPathContext *path);

/* Returns the hints for a column of all items of the path. related is an earlier column of integers, or NULL. */
ColumnHints args_path_hints (const ArgsPathContext *path, const int64_t *related);

/* Sets the hints for a column of only those items of the path whose value is of the given kind, and *ret_n to
 * their number. Returns false if memory runs out. O(n). */
bool args_path_part_hints (ArgsPathContext *path,
                           const uint8_t *kinds,
                           uint32_t n,
                           unsigned kind,
                           ColumnHints *ret_hints,
                           uint32_t *ret_n);

/* Returns whether a column may serve as the related one: its numbers are not all the same. */
bool args_column_is_related (const int64_t *numbers, size_t n);
