/* SPDX-License-Identifier: Apache-2.0
 *
 * What encoder and decoder of a column agree on. */

#pragma once

/* First byte of a column, low four bits: what a value is predicted to be. High four bits: 0, or 1 + the reference
 * that was taken off all values before. */
typedef enum
{
  PREDICT_ZERO,
  PREDICT_PREVIOUS,
  PREDICT_BY_CONTEXT,      /* the last value with the same context */
  PREDICT_SAME_BY_CONTEXT, /* likewise, but what differs is told whole: 0 the same, else 1 + value */
  N_PREDICTORS
} Predictor;

/* Second byte, low four bits: stored bytes of a difference, 0 to 8; then these. */
typedef enum
{
  COLUMN_PLANES =
    1
    << 4, /* first all lowest bytes, then all second ones, ...; else number by number, of 1, 2, 4 or 8 bytes */
  COLUMN_ZIGZAG = 1 << 5, /* signed; else a base follows (zigzag varint), which is to be added */
  COLUMN_SCALED = 1 << 6, /* a scale follows (varint), the stored numbers are to be multiplied by */
} ColumnFlags;

#define COLUMN_WIDTH_MASK 15
