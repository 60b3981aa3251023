/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "trace/archive/arg_value.h"
#include "trace/archive/args_codec.h"
#include "trace/archive/args_columns.h"

/* The texts of a block. */
typedef struct
{
  uint64_t n;
  uint64_t *begins; /* n + 1 */
  const uint8_t *bytes;
} Texts;

typedef struct
{
  const ArgKeys *keys;
  const ArgsContext *context;
  uint32_t n; /* items */

  DenseIds names;
  ArgsPaths paths;
  ArgsPathContext path_context;
  I64Column table, packed;
  U32Column path_of, name_of; /* by item; path_of is 1 + path, or 0 if there is none */

  U32Column depths;       /* by path */
  I64Column nodes;        /* by path */
  U64Column value_begins; /* by path: where its columns begin in kinds and numbers */
  U8Column kinds;         /* path by path, column by column, item by item */
  I64Column numbers;
  Texts texts;
} Decoder;

static void
decoder_clear (Decoder *decoder)
{
  dense_ids_clear (&decoder->names);
  args_paths_clear (&decoder->paths);
  args_path_context_clear (&decoder->path_context);
  i64_column_clear (&decoder->table);
  i64_column_clear (&decoder->packed);
  u32_column_clear (&decoder->path_of);
  u32_column_clear (&decoder->name_of);
  u32_column_clear (&decoder->depths);
  i64_column_clear (&decoder->nodes);
  u64_column_clear (&decoder->value_begins);
  u8_column_clear (&decoder->kinds);
  i64_column_clear (&decoder->numbers);
  free (decoder->texts.begins);
}

/* Decodes which key path each item has. */
static ArchiveStatus
decode_paths (Decoder *decoder, ByteReader *reader)
{
  uint32_t n = decoder->n, n_paths = (uint32_t) byte_reader_count (reader, n);
  const ColumnHints none = { 0 };

  if (!dense_ids_begin (&decoder->names, n) || !u32_column_reserve (&decoder->name_of, n)
      || !u32_column_reserve (&decoder->path_of, n) || !i64_column_reserve (&decoder->table, (size_t) n + 1)
      || !i64_column_reserve (&decoder->packed, n) || !i64_column_reserve (&decoder->nodes, n_paths))
    return ARCHIVE_NO_MEMORY;
  for (uint32_t i = 0; i < n; i++)
    decoder->name_of.at[i] = dense_ids_of (&decoder->names, decoder->context->name[i]);

  const ColumnHints by_name = {
    .context = decoder->name_of.at,
    .n_contexts = (uint32_t) decoder->names.distinct.n,
  };
  if (!column_decode (reader, n_paths, &none, decoder->table.at, decoder->nodes.at)
      || !column_decode (reader, n, &by_name, decoder->table.at, decoder->packed.at))
    return ARCHIVE_DAMAGED;
  decoder->nodes.n = n_paths;
  for (uint32_t path = 0; path < n_paths; path++)
    if ((uint64_t) decoder->nodes.at[path] >= arg_keys_count (decoder->keys))
      return ARCHIVE_DAMAGED;
  for (uint32_t i = 0; i < n; i++)
    {
      if ((uint64_t) decoder->packed.at[i] > n_paths)
        return ARCHIVE_DAMAGED;
      decoder->path_of.at[i] = (uint32_t) decoder->packed.at[i];
    }
  return args_paths_fill (&decoder->paths, decoder->path_of.at, n, n_paths) ? ARCHIVE_OK : ARCHIVE_NO_MEMORY;
}

/* Makes room for all values. n_most_bytes is the most that the block may decode to. */
static ArchiveStatus
reserve_values (Decoder *decoder, uint64_t n_most_bytes)
{
  size_t n_paths = decoder->nodes.n;
  uint64_t n_values = 0;

  if (!u32_column_reserve (&decoder->depths, n_paths)
      || !u64_column_reserve (&decoder->value_begins, n_paths))
    return ARCHIVE_NO_MEMORY;
  for (size_t path = 0; path < n_paths; path++)
    {
      uint64_t n_items = decoder->paths.begins.at[path + 1] - decoder->paths.begins.at[path], n_path;

      decoder->depths.at[path] = arg_keys_depth (decoder->keys, (uint32_t) decoder->nodes.at[path]);
      decoder->value_begins.at[path] = n_values;
      if (__builtin_mul_overflow (n_items, (uint64_t) decoder->depths.at[path], &n_path)
          || __builtin_add_overflow (n_values, n_path, &n_values)
          || n_values > n_most_bytes / ARGS_BYTES_PER_VALUE)
        return ARCHIVE_DAMAGED;
    }
  /* One more, because a path without keys has no values but still a place among them. */
  if (!u8_column_reserve (&decoder->kinds, (size_t) n_values + 1)
      || !i64_column_reserve (&decoder->numbers, (size_t) n_values + 1))
    return ARCHIVE_NO_MEMORY;
  return ARCHIVE_OK;
}

static ArchiveStatus
decode_mixed_column (Decoder *decoder, ByteReader *reader, uint32_t n, uint8_t *kinds, int64_t *numbers)
{
  ColumnHints hints = args_path_hints (&decoder->path_context, NULL);
  unsigned any_kinds = 0;
  uint32_t n_part;

  hints.references[0] = NULL;
  if (!column_decode (reader, n, &hints, decoder->table.at, numbers))
    return ARCHIVE_DAMAGED;
  for (uint32_t i = 0; i < n; i++)
    {
      if ((uint64_t) numbers[i] >= N_ARG_KINDS)
        return ARCHIVE_DAMAGED;
      kinds[i] = (uint8_t) numbers[i];
      any_kinds |= 1u << kinds[i];
    }
  for (unsigned kind = 0; kind < N_ARG_KINDS; kind++)
    {
      if ((any_kinds >> kind & 1) == 0)
        continue;
      if (!args_path_part_hints (&decoder->path_context, kinds, n, kind, &hints, &n_part))
        return ARCHIVE_NO_MEMORY;
      if (!column_decode (reader, n_part, &hints, decoder->table.at, decoder->packed.at))
        return ARCHIVE_DAMAGED;
      for (uint32_t i = 0, from = 0; i < n; i++)
        if (kinds[i] == kind)
          numbers[i] = decoder->packed.at[from++];
    }
  return ARCHIVE_OK;
}

/* Decodes the columns of one key path. */
static ArchiveStatus
decode_path (Decoder *decoder, ByteReader *reader, size_t path)
{
  uint32_t begin = decoder->paths.begins.at[path], n = decoder->paths.begins.at[path + 1] - begin;
  uint8_t *kinds = decoder->kinds.at + decoder->value_begins.at[path];
  int64_t *numbers = decoder->numbers.at + decoder->value_begins.at[path];
  const int64_t *related = NULL;

  if (n == 0)
    return ARCHIVE_DAMAGED;
  if (!args_path_context_fill (&decoder->path_context, decoder->context, decoder->paths.items.at + begin, n))
    return ARCHIVE_NO_MEMORY;
  for (uint32_t i = 0; i < decoder->depths.at[path]; i++, kinds += n, numbers += n)
    {
      uint8_t kind = byte_reader_u8 (reader);

      if (kind > N_ARG_KINDS || reader->is_damaged)
        return ARCHIVE_DAMAGED;
      if (kind == N_ARG_KINDS)
        {
          ArchiveStatus status = decode_mixed_column (decoder, reader, n, kinds, numbers);
          if (status != ARCHIVE_OK)
            return status;
          continue;
        }
      ColumnHints hints = args_path_hints (&decoder->path_context, related);
      if (!column_decode (reader, n, &hints, decoder->table.at, numbers))
        return ARCHIVE_DAMAGED;
      memset (kinds, kind, n);
      if (kind == ARG_KIND_INTEGER && args_column_is_related (numbers, n))
        related = numbers;
    }
  return ARCHIVE_OK;
}

static ArchiveStatus
decode_texts (Decoder *decoder, ByteReader *reader)
{
  /* Each length takes at least a byte. */
  uint64_t n = byte_reader_count (reader, (uint64_t) (reader->end - reader->at)), end = 0;

  decoder->texts.n = n;
  decoder->texts.begins = malloc ((size_t) (n + 1) * sizeof *decoder->texts.begins);
  if (decoder->texts.begins == NULL)
    return ARCHIVE_NO_MEMORY;
  for (uint64_t i = 0; i < n; i++)
    {
      decoder->texts.begins[i] = end;
      end += byte_reader_count (reader, (uint64_t) (reader->end - reader->at));
      if (reader->is_damaged || end > (uint64_t) (reader->end - reader->at))
        return ARCHIVE_DAMAGED;
    }
  decoder->texts.begins[n] = end;
  decoder->texts.bytes = byte_reader_take (reader, end);
  return reader->is_damaged || reader->at != reader->end ? ARCHIVE_DAMAGED : ARCHIVE_OK;
}

/* Writes one value of an entry at *at. end is the limit for writing, except that ARG_VALUE_MAX_BYTES more may
 * follow it. */
static bool
put_value (const Texts *texts, ArgKind kind, int64_t number, uint8_t **at, const uint8_t *end)
{
  ArgValue value = { .kind = kind, .number = (uint64_t) number };

  if (arg_kind_is_text (kind))
    {
      if (value.number >= texts->n)
        return false;
      value.text = texts->bytes + texts->begins[value.number];
      value.number = texts->begins[value.number + 1] - texts->begins[value.number];
    }
  else if ((kind == ARG_KIND_ABOVE_INT64 || kind == ARG_KIND_BELOW_INT64) && number >= 0)
    {
      return false;
    }
  if (*at > end || (value.text != NULL && value.number > (uint64_t) (end - *at)))
    return false;
  *at = arg_value_write (*at, &value);
  return true;
}

/* Writes the entries, item by item. They must take exactly the bytes that the block was said to decode to. */
static ArchiveStatus
put_entries (Decoder *decoder, ArgsBlock *block)
{
  uint8_t *at = block->bytes;
  const uint8_t *end = block->bytes + block->n_bytes;
  U32Column *done = &decoder->name_of; /* by path: its items done so far; no more paths than items */

  memset (done->at, 0, decoder->nodes.n * sizeof *done->at);
  for (uint32_t i = 0; i < decoder->n; i++)
    {
      block->begins[i] = (uint64_t) (at - block->bytes);
      if (decoder->path_of.at[i] == 0)
        continue;

      uint32_t path = decoder->path_of.at[i] - 1, node = (uint32_t) decoder->nodes.at[path];
      size_t n_items = decoder->paths.begins.at[path + 1] - decoder->paths.begins.at[path];
      size_t value = (size_t) decoder->value_begins.at[path] + done->at[path]++;
      if (at > end || end - at < ARG_HEADER_BYTES)
        return ARCHIVE_DAMAGED;
      memcpy (at, &node, ARG_HEADER_BYTES);
      at += ARG_HEADER_BYTES;
      for (uint32_t left = decoder->depths.at[path]; left > 0; left--, value += n_items)
        if (!put_value (&decoder->texts, (ArgKind) decoder->kinds.at[value], decoder->numbers.at[value], &at,
                        end))
          return ARCHIVE_DAMAGED;
    }
  block->begins[decoder->n] = (uint64_t) (at - block->bytes);
  return at == end ? ARCHIVE_OK : ARCHIVE_DAMAGED;
}

static ArchiveStatus
decode_block (Decoder *decoder, ByteReader *reader, uint64_t n_decoded_bytes, ArgsBlock *block)
{
  ArchiveStatus status = decode_paths (decoder, reader);

  if (status == ARCHIVE_OK)
    status = reserve_values (decoder, n_decoded_bytes);
  for (size_t path = 0; path < decoder->nodes.n && status == ARCHIVE_OK; path++)
    status = decode_path (decoder, reader, path);
  if (status == ARCHIVE_OK)
    status = decode_texts (decoder, reader);
  if (status != ARCHIVE_OK)
    return status;

  uint64_t n_values = 0;
  for (size_t path = 0; path < decoder->nodes.n; path++)
    n_values += (uint64_t) decoder->depths.at[path]
                * (decoder->paths.begins.at[path + 1] - decoder->paths.begins.at[path]);
  block->n_items = decoder->n;
  block->n_bytes = n_decoded_bytes - n_values * ARGS_BYTES_PER_VALUE;
  block->bytes = malloc ((size_t) block->n_bytes + ARG_VALUE_MAX_BYTES);
  block->begins = malloc (((size_t) decoder->n + 1) * sizeof *block->begins);
  if (block->bytes == NULL || block->begins == NULL)
    return ARCHIVE_NO_MEMORY;
  return put_entries (decoder, block);
}

ArchiveStatus
args_codec_decode (const BlockStream *stream,
                   uint64_t block,
                   const ArgKeys *keys,
                   const ArgsContext *context,
                   ArgsBlock **ret_block)
{
  Decoder decoder = { .keys = keys, .context = context, .n = block_stream_n_items (stream, block) };
  ArgsBlock *decoded = calloc (1, sizeof *decoded);
  ZSTD_DCtx *zstd = ZSTD_createDCtx ();
  U8Column raw = { 0 };
  ByteReader reader;
  ArchiveStatus status = ARCHIVE_NO_MEMORY;

  if (decoded != NULL && zstd != NULL)
    status = block_stream_read (stream, block, zstd, &raw, &reader);
  if (decoded != NULL)
    atomic_init (&decoded->n_references, 1);
  if (status == ARCHIVE_OK)
    status = decode_block (&decoder, &reader, block_stream_decoded_bytes (stream, block), decoded);
  decoder_clear (&decoder);
  ZSTD_freeDCtx (zstd);
  u8_column_clear (&raw);
  if (status != ARCHIVE_OK)
    {
      args_block_unref (decoded);
      return status;
    }
  *ret_block = decoded;
  return ARCHIVE_OK;
}

ArgsBlock *
args_block_ref (ArgsBlock *block)
{
  atomic_fetch_add (&block->n_references, 1);
  return block;
}

void
args_block_unref (ArgsBlock *block)
{
  if (block == NULL || atomic_fetch_sub (&block->n_references, 1) > 1)
    return;
  free (block->begins);
  free (block->bytes);
  free (block);
}
