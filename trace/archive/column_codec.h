/* SPDX-License-Identifier: Apache-2.0
 *
 * Codes one column of whole numbers as bytes that compress well. FORMAT.md describes every byte.
 *
 * Each number is stored as its difference from a prediction, with as few bytes as the largest difference
 * needs. The encoder tries the predictions that the hints allow on a part of the column and keeps the one
 * that zstd compresses best. All arithmetic wraps at 64 bits, so that any column is restored exactly. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/archive/block_bytes.h"
#include "trace/archive/byte_reader.h"

/* What encoder and decoder both know of each item when they code the column. */
typedef struct
{
  /* Items with the same context, such as the same name, tend to have the same value. May be NULL. Each is
   * below n_contexts. */
  const uint32_t *context;
  uint32_t n_contexts;

  /* Columns of the same length that this one may differ little from; NULL for none. */
  const int64_t *references[2];
} ColumnHints;

/* Appends a column to a block. Returns false if memory runs out. O(n). */
typedef struct ColumnEncoder ColumnEncoder;

ColumnEncoder *column_encoder_new (int level); /* level of zstd; returns NULL if memory runs out */
void column_encoder_free (ColumnEncoder *encoder);

bool column_encode (ColumnEncoder *encoder,
                    const int64_t *values,
                    size_t n,
                    const ColumnHints *hints,
                    BlockBytes *block);

/* Reads a column of n items into values, which has room for them. table has room for n_contexts numbers. Safe
 * for any bytes. Returns false if they are not a valid column; the contents of values are then undefined.
 * O(n). */
bool column_decode (ByteReader *reader, size_t n, const ColumnHints *hints, int64_t *table, int64_t *values);
