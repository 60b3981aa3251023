/* SPDX-License-Identifier: Apache-2.0
 *
 * What the encoder and the decoder of a column agree on. */

#pragma once

/* The low four bits of the first byte of a column: the prediction of a value. The high four bits are 0, or 1
 * + the reference that was first subtracted from all values. */
typedef enum
{
  PREDICT_ZERO,
  PREDICT_PREVIOUS,
  PREDICT_BY_CONTEXT,      /* the last value with the same context */
  PREDICT_SAME_BY_CONTEXT, /* likewise, but stores 0 if it is the same, else 1 + value */
  N_PREDICTORS
} Predictor;

/* The low four bits of the second byte: stored bytes of a difference, 0 to 8. The high bits are these flags. */
typedef enum
{
  /* First the lowest bytes of all numbers, then all second ones, ...; without it, number by number, each of 1, 2, 4 or
   * 8 bytes. */
  COLUMN_PLANES = 1 << 4,
  COLUMN_ZIGZAG = 1 << 5, /* signed; without it, a base follows (zigzag varint) that is added */
  COLUMN_SCALED = 1 << 6, /* a scale follows (varint) by which the stored numbers are multiplied */
} ColumnFlags;

#define COLUMN_WIDTH_MASK 15
