/* SPDX-License-Identifier: Apache-2.0
 *
 * One column of whole numbers <-> bytes that compress well. FORMAT.md has every byte.
 *
 * A number is told as its difference from a prediction, the differences with as few bytes as the largest needs. The
 * encoder tries the predictions that the hints allow on a part of the column and keeps what zstd makes least of. All
 * arithmetic wraps at 64 bits, so that any column comes back exactly. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/archive/block_bytes.h"
#include "trace/archive/byte_reader.h"

/* What else is known of each item when the column is decoded; the same for encoder and decoder. */
typedef struct
{
  /* Items with the same context, such as the same name, tend to have the same value. NULL: none. Each below
   * n_contexts. */
  const uint32_t *context;
  uint32_t n_contexts;

  /* Columns of as many items that this one may differ little from. */
  const int64_t *references[2];
} ColumnHints;

/* Appends the column to a block. False: out of memory. O(n). */
typedef struct ColumnEncoder ColumnEncoder;

ColumnEncoder *column_encoder_new (int level); /* of zstd. NULL: out of memory */
void column_encoder_free (ColumnEncoder *encoder);

bool column_encode (ColumnEncoder *encoder,
                    const int64_t *values,
                    size_t n,
                    const ColumnHints *hints,
                    BlockBytes *block);

/* Reads a column of n items; values has room for them. Safe for any bytes. False: they are no such column (the
 * values are then anything). table: room for n_contexts numbers. O(n). */
bool column_decode (ByteReader *reader, size_t n, const ColumnHints *hints, int64_t *table, int64_t *values);
