/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "trace/archive/column_codec.h"
#include "trace/archive/column_layout.h"

/* Items per step; the data that the passes share stays in the first-level cache. */
#define CHUNK 1024

typedef struct
{
  Predictor predictor;
  const int64_t *reference; /* NULL if there is none */
  unsigned width;
  bool is_planes, is_zigzag;
  uint64_t base, scale;
  const uint8_t *bytes; /* n x width */
} Column;

static bool
read_header (ByteReader *reader, size_t n, const ColumnHints *hints, Column *column)
{
  unsigned first = byte_reader_u8 (reader), second = byte_reader_u8 (reader);
  unsigned reference = first >> 4, width = second & COLUMN_WIDTH_MASK;

  *column = (Column){
    .predictor = first & 15,
    .width = width,
    .is_planes = second & COLUMN_PLANES,
    .is_zigzag = second & COLUMN_ZIGZAG,
    .scale = 1,
  };
  if (column->predictor >= N_PREDICTORS || second >> 7 != 0 || width > 8
      || (!column->is_planes && (width & (width - 1)) != 0))
    return false;
  if (reference > 0)
    {
      if (reference > G_N_ELEMENTS (hints->references) || hints->references[reference - 1] == NULL)
        return false;
      column->reference = hints->references[reference - 1];
    }
  if ((column->predictor == PREDICT_BY_CONTEXT || column->predictor == PREDICT_SAME_BY_CONTEXT)
      && hints->context == NULL)
    return false;
  if (!column->is_zigzag)
    column->base = (uint64_t) unzigzag (byte_reader_varint (reader));
  if (second & COLUMN_SCALED)
    column->scale = byte_reader_varint (reader);
  column->bytes = byte_reader_take (reader, (uint64_t) n * width);
  return !reader->is_damaged;
}

/* Reads the stored numbers [at, at + n_chunk) of n. */
static void
unpack (const Column *column, size_t n, size_t at, size_t n_chunk, uint64_t *numbers)
{
  const uint8_t *restrict bytes = column->bytes;

  if (column->width == 0)
    {
      memset (numbers, 0, n_chunk * sizeof *numbers);
    }
  else if (column->is_planes || column->width == 1)
    {
      for (size_t i = 0; i < n_chunk; i++)
        numbers[i] = bytes[at + i];
      for (unsigned plane = 1; plane < column->width; plane++)
        {
          const uint8_t *restrict from = bytes + plane * n + at;
          for (size_t i = 0; i < n_chunk; i++)
            numbers[i] |= (uint64_t) from[i] << (8 * plane);
        }
    }
  else if (column->width == 2)
    {
      uint16_t number;
      for (size_t i = 0; i < n_chunk; i++)
        {
          memcpy (&number, bytes + (at + i) * 2, 2);
          numbers[i] = number;
        }
    }
  else if (column->width == 4)
    {
      uint32_t number;
      for (size_t i = 0; i < n_chunk; i++)
        {
          memcpy (&number, bytes + (at + i) * 4, 4);
          numbers[i] = number;
        }
    }
  else
    {
      memcpy (numbers, bytes + at * 8, n_chunk * 8);
    }
}

/* Turns stored numbers into differences from the prediction. */
static void
unscale (const Column *column, size_t n, uint64_t *restrict numbers)
{
  if (column->is_zigzag)
    for (size_t i = 0; i < n; i++)
      numbers[i] = (uint64_t) unzigzag (numbers[i]);
  if (column->scale != 1)
    for (size_t i = 0; i < n; i++)
      numbers[i] *= column->scale;
  if (column->base != 0)
    for (size_t i = 0; i < n; i++)
      numbers[i] += column->base;
}

bool
column_decode (ByteReader *reader, size_t n, const ColumnHints *hints, int64_t *table, int64_t *values)
{
  Column column;
  uint64_t numbers[CHUNK], previous = 0;

  if (!read_header (reader, n, hints, &column))
    {
      reader->is_damaged = true;
      return false;
    }
  if (column.predictor >= PREDICT_BY_CONTEXT)
    memset (table, 0, hints->n_contexts * sizeof *table);

  for (size_t at = 0; at < n; at += CHUNK)
    {
      size_t n_chunk = n - at < CHUNK ? n - at : CHUNK;
      const uint32_t *context = hints->context == NULL ? NULL : hints->context + at;

      unpack (&column, n, at, n_chunk, numbers);
      unscale (&column, n_chunk, numbers);
      switch (column.predictor)
        {
        case PREDICT_ZERO:
          break;
        case PREDICT_PREVIOUS:
          for (size_t i = 0; i < n_chunk; i++)
            numbers[i] = previous += numbers[i];
          break;
        case PREDICT_BY_CONTEXT:
          for (size_t i = 0; i < n_chunk; i++)
            {
              numbers[i] += (uint64_t) table[context[i]];
              table[context[i]] = (int64_t) numbers[i];
            }
          break;
        case PREDICT_SAME_BY_CONTEXT:
        default:
          for (size_t i = 0; i < n_chunk; i++)
            {
              numbers[i] = numbers[i] == 0 ? (uint64_t) table[context[i]] : numbers[i] - 1;
              table[context[i]] = (int64_t) numbers[i];
            }
          break;
        }
      if (column.reference != NULL)
        for (size_t i = 0; i < n_chunk; i++)
          numbers[i] += (uint64_t) column.reference[at + i];
      memcpy (values + at, numbers, n_chunk * sizeof *values);
    }
  return true;
}
