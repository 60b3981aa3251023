/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "trace/archive/arg_value.h"
#include "trace/archive/args_codec.h"
#include "trace/archive/args_columns.h"
#include "trace/archive/text_ids.h"

struct ArgsEncoder
{
  const uint8_t *blob;
  uint64_t n_blob_bytes;
  const ArgKeys *keys;
  ColumnEncoder *columns;
  BlockStreamWriter *writer;

  DenseIds names, nodes;
  TextIds texts;
  ArgsPaths paths;
  ArgsPathContext context;
  U32Column path_of, name_of;   /* by item */
  U64Column at;                 /* by item: where its next value is in the blob */
  U8Column kinds;               /* of a column */
  I64Column numbers[2], packed; /* of this column, and of the related one before it */
  uint64_t n_decoded;           /* of the block */
};

ArgsEncoder *
args_encoder_new (const uint8_t *blob,
                  uint64_t n_blob_bytes,
                  const ArgKeys *keys,
                  int level,
                  BlockSink sink,
                  void *sink_data)
{
  ArgsEncoder *encoder = calloc (1, sizeof *encoder);

  if (encoder == NULL)
    return NULL;
  encoder->blob = blob;
  encoder->n_blob_bytes = n_blob_bytes;
  encoder->keys = keys;
  encoder->columns = column_encoder_new (level);
  encoder->writer = block_stream_writer_new (ARGS_PER_BLOCK, level, sink, sink_data);
  if (encoder->columns == NULL || encoder->writer == NULL
      || !u32_column_reserve (&encoder->path_of, ARGS_PER_BLOCK)
      || !u32_column_reserve (&encoder->name_of, ARGS_PER_BLOCK)
      || !u64_column_reserve (&encoder->at, ARGS_PER_BLOCK)
      || !u8_column_reserve (&encoder->kinds, ARGS_PER_BLOCK)
      || !i64_column_reserve (&encoder->numbers[0], ARGS_PER_BLOCK)
      || !i64_column_reserve (&encoder->numbers[1], ARGS_PER_BLOCK)
      || !i64_column_reserve (&encoder->packed, ARGS_PER_BLOCK))
    {
      args_encoder_free (encoder);
      return NULL;
    }
  return encoder;
}

void
args_encoder_free (ArgsEncoder *encoder)
{
  if (encoder == NULL)
    return;
  column_encoder_free (encoder->columns);
  block_stream_writer_free (encoder->writer);
  dense_ids_clear (&encoder->names);
  dense_ids_clear (&encoder->nodes);
  text_ids_clear (&encoder->texts);
  args_paths_clear (&encoder->paths);
  args_path_context_clear (&encoder->context);
  u32_column_clear (&encoder->path_of);
  u32_column_clear (&encoder->name_of);
  u64_column_clear (&encoder->at);
  u8_column_clear (&encoder->kinds);
  i64_column_clear (&encoder->numbers[0]);
  i64_column_clear (&encoder->numbers[1]);
  i64_column_clear (&encoder->packed);
  free (encoder);
}

static ByteReader
reader_at (const ArgsEncoder *encoder, uint64_t offset)
{
  return (ByteReader){ .at = encoder->blob + offset, .end = encoder->blob + encoder->n_blob_bytes };
}

/* Finds the key path of each item, and where its values begin. */
static ArchiveStatus
find_paths (ArgsEncoder *encoder, const ArgsItems *items, uint32_t n)
{
  if (!dense_ids_begin (&encoder->names, n) || !dense_ids_begin (&encoder->nodes, n))
    return ARCHIVE_NO_MEMORY;
  for (uint32_t i = 0; i < n; i++)
    {
      encoder->name_of.at[i] = dense_ids_of (&encoder->names, items->context.name[i]);
      encoder->path_of.at[i] = 0;
      if (items->offset[i] == ARGS_NONE)
        continue;
      if (items->offset[i] > encoder->n_blob_bytes)
        return ARCHIVE_DAMAGED;
      ByteReader reader = reader_at (encoder, items->offset[i]);
      uint32_t node = arg_value_read_node (&reader);
      if (reader.is_damaged || node >= arg_keys_count (encoder->keys))
        return ARCHIVE_DAMAGED;
      encoder->path_of.at[i] = 1 + dense_ids_of (&encoder->nodes, node);
      encoder->at.at[i] = items->offset[i] + ARG_HEADER_BYTES;
      encoder->n_decoded += ARG_HEADER_BYTES;
    }
  return args_paths_fill (&encoder->paths, encoder->path_of.at, n, (uint32_t) encoder->nodes.distinct.n)
           ? ARCHIVE_OK
           : ARCHIVE_NO_MEMORY;
}

static bool
put_u32_column (ArgsEncoder *encoder, const uint32_t *values, size_t n, const ColumnHints *hints)
{
  for (size_t i = 0; i < n; i++)
    encoder->packed.at[i] = values[i];
  return column_encode (encoder->columns, encoder->packed.at, n, hints,
                        block_stream_writer_block (encoder->writer));
}

/* Reads the next value of each item of a path. */
static ArchiveStatus
read_values (ArgsEncoder *encoder, const uint32_t *items, uint32_t n, int64_t *numbers, unsigned *ret_kinds)
{
  *ret_kinds = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      ByteReader reader = reader_at (encoder, encoder->at.at[items[i]]);
      const uint8_t *begin = reader.at;
      ArgValue value;
      uint32_t text;

      if (!arg_value_read (&reader, &value))
        return ARCHIVE_DAMAGED;
      encoder->n_decoded += arg_value_size (&value) + ARGS_BYTES_PER_VALUE;
      if (arg_kind_is_text (value.kind))
        {
          if (!text_ids_of (&encoder->texts, value.text, (size_t) value.number, &text))
            return ARCHIVE_NO_MEMORY;
          value.number = text;
        }
      encoder->kinds.at[i] = (uint8_t) value.kind;
      numbers[i] = (int64_t) value.number;
      *ret_kinds |= 1u << value.kind;
      encoder->at.at[items[i]] += (uint64_t) (reader.at - begin);
    }
  return ARCHIVE_OK;
}

/* Writes values of several kinds: a column of their kinds, then for each kind a column of its numbers. */
static bool
put_mixed_column (ArgsEncoder *encoder, uint32_t n, const int64_t *numbers, unsigned kinds)
{
  BlockBytes *block = block_stream_writer_block (encoder->writer);
  ColumnHints hints = args_path_hints (&encoder->context, NULL);
  uint32_t n_part;

  for (uint32_t i = 0; i < n; i++)
    encoder->packed.at[i] = encoder->kinds.at[i];
  hints.references[0] = NULL;
  if (!column_encode (encoder->columns, encoder->packed.at, n, &hints, block))
    return false;
  for (unsigned kind = 0; kind < N_ARG_KINDS; kind++)
    {
      if ((kinds >> kind & 1) == 0)
        continue;
      if (!args_path_part_hints (&encoder->context, encoder->kinds.at, n, kind, &hints, &n_part))
        return false;
      for (uint32_t i = 0, to = 0; i < n; i++)
        if (encoder->kinds.at[i] == kind)
          encoder->packed.at[to++] = numbers[i];
      if (!column_encode (encoder->columns, encoder->packed.at, n_part, &hints, block))
        return false;
    }
  return true;
}

/* Writes the columns of one key path. */
static ArchiveStatus
put_path (ArgsEncoder *encoder, const ArgsItems *items, uint32_t path)
{
  BlockBytes *block = block_stream_writer_block (encoder->writer);
  uint32_t begin = encoder->paths.begins.at[path], n = encoder->paths.begins.at[path + 1] - begin;
  const uint32_t *path_items = encoder->paths.items.at + begin;
  uint32_t n_values = arg_keys_depth (encoder->keys, encoder->nodes.distinct.at[path]);
  const int64_t *related = NULL;
  unsigned spare = 0;

  if (!args_path_context_fill (&encoder->context, &items->context, path_items, n))
    return ARCHIVE_NO_MEMORY;
  for (uint32_t i = 0; i < n_values; i++)
    {
      int64_t *numbers = encoder->numbers[spare].at;
      unsigned kinds;
      ArchiveStatus status = read_values (encoder, path_items, n, numbers, &kinds);

      if (status != ARCHIVE_OK)
        return status;
      bool is_mixed = (kinds & (kinds - 1)) != 0;
      uint8_t kind = is_mixed ? N_ARG_KINDS : encoder->kinds.at[0];
      ColumnHints hints = args_path_hints (&encoder->context, related);
      if (!block_bytes_put (block, &kind, 1)
          || !(is_mixed ? put_mixed_column (encoder, n, numbers, kinds)
                        : column_encode (encoder->columns, numbers, n, &hints, block)))
        return ARCHIVE_NO_MEMORY;
      if (kind == ARG_KIND_INTEGER && args_column_is_related (numbers, n))
        {
          related = numbers;
          spare = !spare;
        }
    }
  return ARCHIVE_OK;
}

/* Writes the texts whose indices RAW and QUOTED values store: the lengths, then the bytes. */
static bool
put_texts (ArgsEncoder *encoder)
{
  BlockBytes *block = block_stream_writer_block (encoder->writer);
  const TextIds *texts = &encoder->texts;
  uint64_t before = 0;

  if (!block_bytes_put_varint (block, texts->ends.n))
    return false;
  for (size_t i = 0; i < texts->ends.n; before = texts->ends.at[i++])
    if (!block_bytes_put_varint (block, texts->ends.at[i] - before))
      return false;
  return block_bytes_cut (block) && block_bytes_put (block, texts->bytes.at, texts->bytes.n)
         && block_bytes_cut (block);
}

ArchiveStatus
args_encoder_put (ArgsEncoder *encoder, const ArgsItems *items, uint32_t n)
{
  encoder->n_decoded = 0;
  text_ids_begin (&encoder->texts);

  ArchiveStatus status = find_paths (encoder, items, n);
  if (status != ARCHIVE_OK)
    return status;

  uint32_t n_paths = (uint32_t) encoder->nodes.distinct.n;
  const ColumnHints none = { 0 };
  const ColumnHints by_name = {
    .context = encoder->name_of.at,
    .n_contexts = (uint32_t) encoder->names.distinct.n,
  };
  if (!block_bytes_put_varint (block_stream_writer_block (encoder->writer), n_paths)
      || !put_u32_column (encoder, encoder->nodes.distinct.at, n_paths, &none)
      || !put_u32_column (encoder, encoder->path_of.at, n, &by_name))
    return ARCHIVE_NO_MEMORY;
  for (uint32_t path = 0; path < n_paths && status == ARCHIVE_OK; path++)
    status = put_path (encoder, items, path);
  if (status != ARCHIVE_OK)
    return status;
  if (!put_texts (encoder))
    return ARCHIVE_NO_MEMORY;
  return block_stream_writer_end_block (encoder->writer, encoder->n_decoded);
}

ArchiveStatus
args_encoder_finish (ArgsEncoder *encoder, uint64_t n_items)
{
  return block_stream_writer_finish (encoder->writer, n_items);
}
