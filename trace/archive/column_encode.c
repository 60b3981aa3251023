/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "trace/archive/column_codec.h"
#include "trace/archive/column_layout.h"

/* Number of items, from the middle of a column, on which predictions are tried. */
#define SAMPLE 4096

/* Number of predictions that are compressed for comparison, after a cheaper look at all of them. */
#define FINALISTS 4

struct ColumnEncoder
{
  ZSTD_CCtx *zstd;
  U64Column differences, table;
  U8Column packed, compressed;
};

/* The prediction from which differences are stored. */
typedef struct
{
  Predictor predictor;
  unsigned reference; /* 0 for none, else 1 + its index */
} Prediction;

/* How differences are stored. */
typedef struct
{
  unsigned width;
  bool is_planes, is_zigzag;
  uint64_t base, scale;
} Packing;

ColumnEncoder *
column_encoder_new (int level)
{
  ColumnEncoder *encoder = calloc (1, sizeof *encoder);

  if (encoder == NULL)
    return NULL;
  encoder->zstd = ZSTD_createCCtx ();
  if (encoder->zstd == NULL
      || ZSTD_isError (ZSTD_CCtx_setParameter (encoder->zstd, ZSTD_c_compressionLevel, level)))
    {
      column_encoder_free (encoder);
      return NULL;
    }
  return encoder;
}

void
column_encoder_free (ColumnEncoder *encoder)
{
  if (encoder == NULL)
    return;
  ZSTD_freeCCtx (encoder->zstd);
  u64_column_clear (&encoder->differences);
  u64_column_clear (&encoder->table);
  u8_column_clear (&encoder->packed);
  u8_column_clear (&encoder->compressed);
  free (encoder);
}

static bool
prediction_is_possible (const Prediction *prediction, const ColumnHints *hints)
{
  switch (prediction->predictor)
    {
    case PREDICT_BY_CONTEXT:
    case PREDICT_SAME_BY_CONTEXT:
      return hints->context != NULL;
    case PREDICT_ZERO:
    case PREDICT_PREVIOUS:
    default:
      return true;
    }
}

/* Writes the differences of values [begin, end), as if the column began there, to encoder->differences, which
 * has room. Returns false if this prediction cannot express them. */
static bool
take_differences (ColumnEncoder *encoder,
                  const int64_t *values,
                  size_t begin,
                  size_t end,
                  const ColumnHints *hints,
                  const Prediction *prediction)
{
  const int64_t *reference = prediction->reference == 0 ? NULL : hints->references[prediction->reference - 1];
  uint64_t *differences = encoder->differences.at, *table = encoder->table.at;
  uint64_t previous = 0;

  if (prediction->predictor >= PREDICT_BY_CONTEXT)
    memset (table, 0, hints->n_contexts * sizeof *table);

  for (size_t i = begin; i < end; i++)
    {
      uint64_t value = (uint64_t) values[i] - (reference == NULL ? 0 : (uint64_t) reference[i]);
      uint64_t difference = value;

      if (prediction->predictor == PREDICT_PREVIOUS)
        {
          difference = value - previous;
        }
      else if (prediction->predictor == PREDICT_BY_CONTEXT)
        {
          difference = value - table[hints->context[i]];
          table[hints->context[i]] = value;
        }
      else if (prediction->predictor != PREDICT_ZERO)
        {
          uint64_t *last = &table[hints->context[i]];
          if (value == UINT64_MAX)
            return false;
          difference = value == *last ? 0 : value + 1;
          *last = value;
        }
      previous = value;
      differences[i - begin] = difference;
    }
  return true;
}

static unsigned
bit_length (uint64_t number)
{
  return number == 0 ? 0 : 64 - (unsigned) __builtin_clzll (number);
}

/* Returns the bits of the differences without compression; predictions are compared by them before zstd is
 * tried. */
static uint64_t
count_bits (const uint64_t *differences, size_t n)
{
  uint64_t n_bits = 0;

  for (size_t i = 0; i < n; i++)
    n_bits += bit_length (zigzag ((int64_t) differences[i]));
  return n_bits;
}

static uint64_t
greatest_divisor (uint64_t a, uint64_t b)
{
  while (b != 0)
    {
      uint64_t rest = a % b;
      a = b;
      b = rest;
    }
  return a;
}

static uint64_t
magnitude (uint64_t difference)
{
  return (int64_t) difference < 0 ? 0 - difference : difference;
}

static Packing
find_packing (const uint64_t *differences, size_t n)
{
  int64_t min = INT64_MAX, max = INT64_MIN;
  uint64_t step = 0, unit = 0;

  for (size_t i = 0; i < n; i++)
    {
      int64_t difference = (int64_t) differences[i];
      min = MIN (min, difference);
      max = MAX (max, difference);
    }
  if (n == 0)
    return (Packing){ .scale = 1 };
  if (min == max)
    return (Packing){ .base = (uint64_t) min, .scale = 1 };
  for (size_t i = 0; i < n && step != 1; i++)
    step = greatest_divisor (differences[i] - (uint64_t) min, step);
  for (size_t i = 0; i < n && unit != 1; i++)
    unit = greatest_divisor (magnitude (differences[i]), unit);
  if (unit > INT64_MAX)
    unit = 1;

  /* Keep zeros as zeros where that costs nothing. */
  unsigned from_zero = bit_length ((uint64_t) max / unit);
  unsigned from_min = bit_length (((uint64_t) max - (uint64_t) min) / step);
  unsigned is_signed =
    bit_length (MAX (zigzag ((int64_t) (magnitude ((uint64_t) min) / unit)), zigzag (max / (int64_t) unit)));
  Packing packing;
  if (min >= 0 && (from_zero + 7) / 8 <= (from_min + 7) / 8)
    packing = (Packing){ .width = (from_zero + 7) / 8, .scale = unit };
  else if (min >= 0 || (from_min + 7) / 8 < (is_signed + 7) / 8)
    packing = (Packing){ .width = (from_min + 7) / 8, .base = (uint64_t) min, .scale = step };
  else
    packing = (Packing){ .width = (is_signed + 7) / 8, .is_zigzag = true, .scale = unit };
  return packing;
}

static uint64_t
to_stored (uint64_t difference, const Packing *packing)
{
  if (packing->is_zigzag)
    return zigzag ((int64_t) difference / (int64_t) packing->scale);
  return (difference - packing->base) / packing->scale;
}

/* Writes the differences in their stored form to encoder->packed. */
static bool
pack (ColumnEncoder *encoder, const uint64_t *differences, size_t n, const Packing *packing)
{
  size_t width = packing->width, n_bytes;

  encoder->packed.n = 0;
  if (__builtin_mul_overflow (n, width, &n_bytes) || !u8_column_reserve (&encoder->packed, n_bytes + 8))
    return false;
  uint8_t *packed = encoder->packed.at;
  for (size_t i = 0; i < n; i++)
    {
      uint64_t stored = to_stored (differences[i], packing);
      if (packing->is_planes)
        for (size_t plane = 0; plane < width; plane++)
          packed[plane * n + i] = (uint8_t) (stored >> (8 * plane));
      else
        memcpy (packed + i * width, &stored, width);
    }
  encoder->packed.n = n_bytes;
  return true;
}

/* Returns the width of numbers that are not stored in planes. */
static unsigned
whole_width (unsigned width)
{
  return width > 4 ? 8 : width > 2 ? 4 : width;
}

/* Returns the compressed size of encoder->packed, or SIZE_MAX if memory runs out. */
static size_t
compressed_size (ColumnEncoder *encoder, size_t n, const Packing *packing)
{
  size_t n_parts = packing->is_planes ? packing->width : 1,
         n_part = packing->is_planes ? n : encoder->packed.n;
  size_t bound = ZSTD_compressBound (n_part), total = 0;

  encoder->compressed.n = 0;
  if (!u8_column_reserve (&encoder->compressed, bound))
    return SIZE_MAX;
  for (size_t part = 0; part < n_parts && n_part > 0; part++)
    {
      size_t size = ZSTD_compress2 (encoder->zstd, encoder->compressed.at, bound,
                                    encoder->packed.at + part * n_part, n_part);
      if (ZSTD_isError (size))
        return SIZE_MAX;
      total += size;
    }
  return total;
}

/* Returns the compressed size of values [begin, end) with a prediction, in the better of both layouts. */
static size_t
try_prediction (ColumnEncoder *encoder,
                const int64_t *values,
                size_t begin,
                size_t end,
                const ColumnHints *hints,
                const Prediction *prediction,
                bool *ret_is_planes)
{
  size_t best = SIZE_MAX;

  *ret_is_planes = false;
  if (!take_differences (encoder, values, begin, end, hints, prediction))
    return SIZE_MAX;
  Packing packing = find_packing (encoder->differences.at, end - begin);
  unsigned width = packing.width;
  for (unsigned is_planes = 0; is_planes < (width > 1 ? 2u : 1u); is_planes++)
    {
      packing.is_planes = is_planes;
      packing.width = is_planes ? width : whole_width (width);
      if (!pack (encoder, encoder->differences.at, end - begin, &packing))
        return SIZE_MAX;
      size_t size = compressed_size (encoder, end - begin, &packing);
      if (size < best)
        {
          best = size;
          *ret_is_planes = is_planes;
        }
    }
  return best;
}

/* Chooses by looking at a part of the column. */
static Prediction
choose_prediction (ColumnEncoder *encoder,
                   const int64_t *values,
                   size_t n,
                   const ColumnHints *hints,
                   bool *ret_is_planes)
{
  size_t begin = n > SAMPLE ? (n - SAMPLE) / 2 : 0, end = n > SAMPLE ? begin + SAMPLE : n;
  struct
  {
    Prediction prediction;
    uint64_t n_bits;
  } finalists[FINALISTS], candidate;
  size_t n_finalists = 0;

  for (unsigned reference = 0; reference <= G_N_ELEMENTS (hints->references); reference++)
    for (unsigned predictor = 0; predictor < N_PREDICTORS; predictor++)
      {
        if (reference > 0 && hints->references[reference - 1] == NULL)
          continue;
        candidate.prediction = (Prediction){ predictor, reference };
        if (!prediction_is_possible (&candidate.prediction, hints)
            || !take_differences (encoder, values, begin, end, hints, &candidate.prediction))
          continue;

        /* The value itself may repeat however large it is, so the first candidate is always kept. */
        candidate.n_bits = count_bits (encoder->differences.at, end - begin);
        if (n_finalists < FINALISTS)
          n_finalists++;
        else if (candidate.n_bits >= finalists[n_finalists - 1].n_bits)
          continue;
        size_t at = n_finalists - 1;
        for (; at > 1 && finalists[at - 1].n_bits > candidate.n_bits; at--)
          finalists[at] = finalists[at - 1];
        finalists[at] = candidate;
      }

  Prediction best = { PREDICT_ZERO, 0 };
  size_t best_size = SIZE_MAX;
  for (size_t i = 0; i < n_finalists && best_size > 0; i++)
    {
      bool is_planes;
      size_t size = try_prediction (encoder, values, begin, end, hints, &finalists[i].prediction, &is_planes);
      if (size < best_size)
        {
          best_size = size;
          best = finalists[i].prediction;
          *ret_is_planes = is_planes;
        }
    }
  return best;
}

static bool
put_column (ColumnEncoder *encoder,
            size_t n,
            const Prediction *prediction,
            Packing packing,
            BlockBytes *block)
{
  uint8_t header[2] = {
    (uint8_t) (prediction->predictor | prediction->reference << 4),
    (uint8_t) (packing.width | (packing.is_planes ? COLUMN_PLANES : 0)
               | (packing.is_zigzag ? COLUMN_ZIGZAG : 0) | (packing.scale != 1 ? COLUMN_SCALED : 0)),
  };

  if (!block_bytes_put (block, header, sizeof header)
      || (!packing.is_zigzag && !block_bytes_put_varint (block, zigzag ((int64_t) packing.base)))
      || (packing.scale != 1 && !block_bytes_put_varint (block, packing.scale))
      || !pack (encoder, encoder->differences.at, n, &packing))
    return false;

  size_t n_parts = packing.is_planes ? packing.width : 1;
  size_t n_part = encoder->packed.n / n_parts;
  for (size_t part = 0; part < n_parts; part++)
    if (!block_bytes_cut (block) || !block_bytes_put (block, encoder->packed.at + part * n_part, n_part))
      return false;
  return block_bytes_cut (block);
}

bool
column_encode (ColumnEncoder *encoder,
               const int64_t *values,
               size_t n,
               const ColumnHints *hints,
               BlockBytes *block)
{
  bool is_planes = false;

  if (!u64_column_reserve (&encoder->differences, n)
      || !u64_column_reserve (&encoder->table, hints->n_contexts))
    return false;
  Prediction prediction = choose_prediction (encoder, values, n, hints, &is_planes);
  if (!take_differences (encoder, values, 0, n, hints, &prediction))
    {
      prediction = (Prediction){ PREDICT_ZERO, 0 };
      take_differences (encoder, values, 0, n, hints, &prediction);
    }
  Packing packing = find_packing (encoder->differences.at, n);
  packing.is_planes = is_planes && packing.width > 1;
  if (!packing.is_planes)
    packing.width = whole_width (packing.width);
  return put_column (encoder, n, &prediction, packing, block);
}
