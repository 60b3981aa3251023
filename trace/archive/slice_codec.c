/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/archive/slice_codec.h"

#include <stdlib.h>
#include <string.h>

#include "trace/archive/column_codec.h"
#include "trace/archive/dense_ids.h"

/* ---- encoding ---- */

typedef struct
{
  ColumnEncoder *columns;
  BlockStreamWriter *writer;
  DenseIds names;
  U32Column context;
  I64Column numbers, sums;
} Encoder;

/* Computes the start that each slice would have if it began where the one before ended. Subtracted from the
 * starts, this leaves only the gaps. */
static void
sum_before (const int64_t *dur_ns, size_t n, int64_t *sums)
{
  uint64_t sum = 0;

  for (size_t i = 0; i < n; i++)
    {
      sums[i] = (int64_t) sum;
      sum += (uint64_t) dur_ns[i];
    }
}

static bool
put (Encoder *encoder, const int64_t *values, size_t n, const ColumnHints *hints)
{
  return column_encode (encoder->columns, values, n, hints, block_stream_writer_block (encoder->writer));
}

static bool
put_u32 (Encoder *encoder, const uint32_t *values, size_t n, const ColumnHints *hints)
{
  for (size_t i = 0; i < n; i++)
    encoder->numbers.at[i] = values[i];
  return put (encoder, encoder->numbers.at, n, hints);
}

static bool
put_u8 (Encoder *encoder, const uint8_t *values, size_t n, const ColumnHints *hints)
{
  for (size_t i = 0; i < n; i++)
    encoder->numbers.at[i] = values[i];
  return put (encoder, encoder->numbers.at, n, hints);
}

static bool
encode_block (Encoder *encoder, const SliceColumns *slices, uint64_t first, size_t n)
{
  BlockBytes *block = block_stream_writer_block (encoder->writer);
  const ColumnHints none = { 0 };

  if (!dense_ids_begin (&encoder->names, n))
    return false;
  for (size_t i = 0; i < n; i++)
    encoder->context.at[i] = dense_ids_of (&encoder->names, slices->name[first + i]);
  sum_before (slices->dur_ns + first, n, encoder->sums.at);

  uint32_t n_names = (uint32_t) encoder->names.distinct.n;
  const ColumnHints by_name = { .context = encoder->context.at, .n_contexts = n_names };
  const ColumnHints gaps = { .references = { encoder->sums.at } };
  return block_bytes_put_varint (block, n_names)
         && put_u32 (encoder, encoder->names.distinct.at, n_names, &none)
         && put_u32 (encoder, encoder->context.at, n, &none)
         && put_u32 (encoder, slices->category + first, n, &by_name)
         && put_u8 (encoder, slices->kind + first, n, &by_name)
         && put_u8 (encoder, slices->flags + first, n, &by_name)
         && put (encoder, slices->dur_ns + first, n, &by_name)
         && put (encoder, slices->start_ns + first, n, &gaps)
         && put (encoder, slices->correlation + first, n, &by_name);
}

ArchiveStatus
slice_codec_encode (const SliceColumns *slices, int level, BlockSink sink, void *sink_data)
{
  size_t n_most = slices->n < SLICES_PER_BLOCK ? (size_t) slices->n : SLICES_PER_BLOCK;
  ArchiveStatus status = ARCHIVE_NO_MEMORY;
  Encoder encoder = {
    .columns = column_encoder_new (level),
    .writer = block_stream_writer_new (SLICES_PER_BLOCK, level, sink, sink_data),
  };

  if (encoder.columns != NULL && encoder.writer != NULL && u32_column_reserve (&encoder.context, n_most)
      && i64_column_reserve (&encoder.numbers, n_most) && i64_column_reserve (&encoder.sums, n_most))
    status = ARCHIVE_OK;
  for (uint64_t first = 0; first < slices->n && status == ARCHIVE_OK; first += SLICES_PER_BLOCK)
    {
      uint64_t n_left = slices->n - first;
      size_t n = n_left < SLICES_PER_BLOCK ? (size_t) n_left : SLICES_PER_BLOCK;

      status = encode_block (&encoder, slices, first, n)
                 ? block_stream_writer_end_block (encoder.writer, n * SLICE_DECODED_BYTES)
                 : ARCHIVE_NO_MEMORY;
    }
  if (status == ARCHIVE_OK)
    status = block_stream_writer_finish (encoder.writer, slices->n);

  column_encoder_free (encoder.columns);
  block_stream_writer_free (encoder.writer);
  dense_ids_clear (&encoder.names);
  u32_column_clear (&encoder.context);
  i64_column_clear (&encoder.numbers);
  i64_column_clear (&encoder.sums);
  return status;
}

/* ---- decoding ---- */

void
slice_scratch_clear (SliceScratch *scratch)
{
  ZSTD_freeDCtx (scratch->zstd);
  u8_column_clear (&scratch->raw);
  i64_column_clear (&scratch->numbers);
  i64_column_clear (&scratch->sums);
  i64_column_clear (&scratch->table);
  u32_column_clear (&scratch->context);
  *scratch = (SliceScratch){ 0 };
}

/* Copies to a narrower column. Returns false if a number does not fit. */
static bool
narrow_u32 (const int64_t *numbers, size_t n, uint32_t *to)
{
  uint64_t any = 0;

  for (size_t i = 0; i < n; i++)
    {
      any |= (uint64_t) numbers[i];
      to[i] = (uint32_t) numbers[i];
    }
  return any <= UINT32_MAX;
}

static bool
narrow_u8 (const int64_t *numbers, size_t n, uint8_t *to)
{
  uint64_t any = 0;

  for (size_t i = 0; i < n; i++)
    {
      any |= (uint64_t) numbers[i];
      to[i] = (uint8_t) numbers[i];
    }
  return any <= UINT8_MAX;
}

static bool
decode_names (ByteReader *reader, size_t n, SliceScratch *scratch, uint32_t n_names, uint32_t *name)
{
  const ColumnHints none = { 0 };
  int64_t *numbers = scratch->numbers.at;
  uint32_t *context = scratch->context.at;
  int64_t *distinct = scratch->sums.at;
  bool is_valid = true;

  if (!column_decode (reader, n_names, &none, scratch->table.at, distinct)
      || !column_decode (reader, n, &none, scratch->table.at, numbers))
    return false;
  for (size_t i = 0; i < n; i++)
    is_valid &= (uint64_t) numbers[i] < n_names;
  if (!is_valid)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      context[i] = (uint32_t) numbers[i];
      name[i] = (uint32_t) distinct[context[i]];
    }
  return true;
}

static bool
decode_columns (ByteReader *reader, size_t n, SliceScratch *scratch, const SliceBlock *out)
{
  uint32_t n_names = (uint32_t) byte_reader_count (reader, n);
  int64_t *numbers = scratch->numbers.at, *table = scratch->table.at;

  if (!decode_names (reader, n, scratch, n_names, out->name))
    return false;

  const ColumnHints by_name = { .context = scratch->context.at, .n_contexts = n_names };
  const ColumnHints gaps = { .references = { scratch->sums.at } };
  if (!column_decode (reader, n, &by_name, table, numbers) || !narrow_u32 (numbers, n, out->category)
      || !column_decode (reader, n, &by_name, table, numbers) || !narrow_u8 (numbers, n, out->kind)
      || !column_decode (reader, n, &by_name, table, numbers) || !narrow_u8 (numbers, n, out->flags)
      || !column_decode (reader, n, &by_name, table, out->dur_ns))
    return false;
  sum_before (out->dur_ns, n, scratch->sums.at);
  return column_decode (reader, n, &gaps, table, out->start_ns)
         && column_decode (reader, n, &by_name, table, out->correlation) && reader->at == reader->end;
}

ArchiveStatus
slice_codec_decode (const BlockStream *stream, uint64_t block, SliceScratch *scratch, const SliceBlock *out)
{
  uint32_t n = block_stream_n_items (stream, block);
  ByteReader reader;

  if (scratch->zstd == NULL)
    scratch->zstd = ZSTD_createDCtx ();
  if (scratch->zstd == NULL || !i64_column_reserve (&scratch->numbers, n)
      || !i64_column_reserve (&scratch->sums, n) || !i64_column_reserve (&scratch->table, n)
      || !u32_column_reserve (&scratch->context, n))
    return ARCHIVE_NO_MEMORY;
  ArchiveStatus status = block_stream_read (stream, block, scratch->zstd, &scratch->raw, &reader);
  if (status != ARCHIVE_OK)
    return status;
  return decode_columns (&reader, n, scratch, out) ? ARCHIVE_OK : ARCHIVE_DAMAGED;
}
