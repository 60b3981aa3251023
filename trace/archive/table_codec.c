/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/archive/table_codec.h"

#include <stdlib.h>
#include <string.h>

#include "trace/archive/column_codec.h"
#include "trace/archive/dense_ids.h"

#define MAX_FIELDS 5

_Static_assert(sizeof (TraceInstant) == INSTANT_DECODED_BYTES, "FORMAT.md");
_Static_assert(sizeof (TraceFlow) == FLOW_DECODED_BYTES, "FORMAT.md");

/* A kind of records: each field is a column. If the first field is below 2^32 in all records, it is the
 * context of the other fields. A field may differ little from the one before. */
typedef struct
{
  unsigned n_fields;
  bool first_is_context;
  unsigned related_field; /* also predicted from the field before it; 0 for none */
  size_t record_bytes;    /* decoded */
  void (*get) (const void *records, uint64_t i, int64_t *fields);
  bool (*set) (const int64_t *fields, void *records, size_t i);
} TableKind;

/* The columns of a block and their predictions; the same for encoder and decoder. */
typedef struct
{
  const TableKind *kind;
  int64_t *fields[MAX_FIELDS];
  int64_t *table;
  uint32_t *context;
  DenseIds first;
} Columns;

static bool
columns_init (Columns *columns, const TableKind *kind, size_t n)
{
  bool ok = true;

  *columns = (Columns){ .kind = kind };
  for (unsigned i = 0; i < kind->n_fields; i++)
    ok &= (columns->fields[i] = calloc (n, sizeof **columns->fields)) != NULL;
  ok &= (columns->table = calloc (n, sizeof *columns->table)) != NULL;
  ok &= (columns->context = calloc (n, sizeof *columns->context)) != NULL;
  return ok;
}

static void
columns_clear (Columns *columns)
{
  for (unsigned i = 0; i < MAX_FIELDS; i++)
    free (columns->fields[i]);
  free (columns->table);
  free (columns->context);
  dense_ids_clear (&columns->first);
}

/* Fills the context once the first field is known. Returns false if memory runs out. */
static bool
fill_context (Columns *columns, size_t n)
{
  if (!columns->kind->first_is_context)
    return true;
  if (!dense_ids_begin (&columns->first, n))
    return false;
  for (size_t i = 0; i < n; i++)
    columns->context[i] = dense_ids_of (&columns->first, (uint32_t) columns->fields[0][i]);
  return true;
}

static ColumnHints
hints_of (const Columns *columns, unsigned field)
{
  ColumnHints hints = { 0 };

  if (field > 0 && columns->kind->first_is_context)
    {
      hints.context = columns->context;
      hints.n_contexts = (uint32_t) columns->first.distinct.n;
    }
  if (field > 0 && field == columns->kind->related_field)
    hints.references[0] = columns->fields[field - 1];
  return hints;
}

static ArchiveStatus
encode (const TableKind *kind, const void *records, uint64_t n, int level, BlockSink sink, void *sink_data)
{
  size_t n_most = n < RECORDS_PER_BLOCK ? (size_t) n : RECORDS_PER_BLOCK;
  ColumnEncoder *encoder = column_encoder_new (level);
  BlockStreamWriter *writer = block_stream_writer_new (RECORDS_PER_BLOCK, level, sink, sink_data);
  Columns columns;
  bool ok = columns_init (&columns, kind, n_most + 1) && encoder != NULL && writer != NULL;
  ArchiveStatus status = ok ? ARCHIVE_OK : ARCHIVE_NO_MEMORY;

  for (uint64_t at = 0; at < n && status == ARCHIVE_OK; at += RECORDS_PER_BLOCK)
    {
      size_t n_block = n - at < RECORDS_PER_BLOCK ? (size_t) (n - at) : RECORDS_PER_BLOCK;

      for (size_t i = 0; i < n_block; i++)
        {
          int64_t fields[MAX_FIELDS];
          kind->get (records, at + i, fields);
          for (unsigned field = 0; field < kind->n_fields; field++)
            columns.fields[field][i] = fields[field];
        }
      ok = fill_context (&columns, n_block);
      for (unsigned field = 0; field < kind->n_fields && ok; field++)
        {
          ColumnHints hints = hints_of (&columns, field);
          ok = column_encode (encoder, columns.fields[field], n_block, &hints,
                              block_stream_writer_block (writer));
        }
      status = ok ? block_stream_writer_end_block (writer, n_block * kind->record_bytes) : ARCHIVE_NO_MEMORY;
    }
  if (status == ARCHIVE_OK)
    status = block_stream_writer_finish (writer, n);
  columns_clear (&columns);
  column_encoder_free (encoder);
  block_stream_writer_free (writer);
  return status;
}

static ArchiveStatus
decode_block (Columns *columns, ByteReader *reader, size_t n, void *records)
{
  const TableKind *kind = columns->kind;

  for (unsigned field = 0; field < kind->n_fields; field++)
    {
      ColumnHints hints = hints_of (columns, field);
      if (!column_decode (reader, n, &hints, columns->table, columns->fields[field]))
        return ARCHIVE_DAMAGED;
      if (field == 0 && !fill_context (columns, n))
        return ARCHIVE_NO_MEMORY;
    }
  for (size_t i = 0; i < n; i++)
    {
      int64_t fields[MAX_FIELDS] = { 0 };
      for (unsigned field = 0; field < kind->n_fields; field++)
        fields[field] = columns->fields[field][i];
      if (!kind->set (fields, records, i))
        return ARCHIVE_DAMAGED;
    }
  return reader->at == reader->end ? ARCHIVE_OK : ARCHIVE_DAMAGED;
}

static ArchiveStatus
decode (const TableKind *kind, const BlockStream *stream, uint64_t block, void *records)
{
  uint32_t n = block_stream_n_items (stream, block);
  ZSTD_DCtx *zstd = ZSTD_createDCtx ();
  U8Column raw = { 0 };
  ByteReader reader;
  Columns columns;
  ArchiveStatus status = ARCHIVE_NO_MEMORY;

  if (columns_init (&columns, kind, n) && zstd != NULL)
    status = block_stream_read (stream, block, zstd, &raw, &reader);
  if (status == ARCHIVE_OK)
    status = decode_block (&columns, &reader, n, records);
  columns_clear (&columns);
  ZSTD_freeDCtx (zstd);
  u8_column_clear (&raw);
  return status;
}

/* ---- instants ---- */

static void
instant_get (const void *records, uint64_t i, int64_t *fields)
{
  const TraceInstant *instant = (const TraceInstant *) records + i;

  fields[0] = instant->name;
  fields[1] = instant->category;
  fields[2] = instant->scope;
  fields[3] = instant->track;
  fields[4] = instant->time_ns;
}

static bool
instant_set (const int64_t *fields, void *records, size_t i)
{
  TraceInstant *instant = (TraceInstant *) records + i;

  if ((uint64_t) fields[0] > UINT32_MAX || (uint64_t) fields[1] > UINT32_MAX
      || (uint64_t) fields[2] > INT8_MAX || (uint64_t) fields[3] > UINT32_MAX)
    return false;
  memset (instant, 0, sizeof *instant);
  instant->name = (uint32_t) fields[0];
  instant->category = (uint32_t) fields[1];
  instant->scope = (char) fields[2];
  instant->track = (uint32_t) fields[3];
  instant->time_ns = fields[4];
  instant->args = ARGS_NONE;
  return true;
}

static const TableKind instants_kind = { 5, true, 0, INSTANT_DECODED_BYTES, instant_get, instant_set };

ArchiveStatus
instant_codec_encode (const TraceInstant *instants, uint64_t n, int level, BlockSink sink, void *sink_data)
{
  return encode (&instants_kind, instants, n, level, sink, sink_data);
}

ArchiveStatus
instant_codec_decode (const BlockStream *stream, uint64_t block, TraceInstant *out)
{
  return decode (&instants_kind, stream, block, out);
}

/* ---- samples ---- */

typedef struct
{
  int64_t *time_ns;
  double *value;
} DecodedSamples;

static void
sample_get (const void *records, uint64_t i, int64_t *fields)
{
  const SampleColumns *samples = records;

  fields[0] = samples->time_ns[i];
  memcpy (&fields[1], &samples->value[i], sizeof fields[1]);
}

static bool
sample_set (const int64_t *fields, void *records, size_t i)
{
  DecodedSamples *samples = records;

  samples->time_ns[i] = fields[0];
  memcpy (&samples->value[i], &fields[1], sizeof fields[1]);
  return true;
}

static const TableKind samples_kind = { 2, false, 0, SAMPLE_DECODED_BYTES, sample_get, sample_set };

ArchiveStatus
sample_codec_encode (const SampleColumns *samples, int level, BlockSink sink, void *sink_data)
{
  return encode (&samples_kind, samples, samples->n, level, sink, sink_data);
}

ArchiveStatus
sample_codec_decode (const BlockStream *stream, uint64_t block, int64_t *time_ns, double *value)
{
  return decode (&samples_kind, stream, block, &(DecodedSamples){ time_ns, value });
}

/* ---- flows ---- */

static void
flow_get (const void *records, uint64_t i, int64_t *fields)
{
  const TraceFlow *flow = (const TraceFlow *) records + i;

  fields[0] = (int64_t) flow->from;
  fields[1] = (int64_t) flow->to;
  fields[2] = flow->kind;
  fields[3] = flow->category;
}

static bool
flow_set (const int64_t *fields, void *records, size_t i)
{
  TraceFlow *flow = (TraceFlow *) records + i;

  if ((uint64_t) fields[2] > FLOW_OF_FILE || (uint64_t) fields[3] > UINT32_MAX)
    return false;
  memset (flow, 0, sizeof *flow);
  flow->from = (uint64_t) fields[0];
  flow->to = (uint64_t) fields[1];
  flow->kind = (FlowKind) fields[2];
  flow->category = (uint32_t) fields[3];
  return true;
}

static const TableKind flows_kind = { 4, false, 1, FLOW_DECODED_BYTES, flow_get, flow_set };

ArchiveStatus
flow_codec_encode (const TraceFlow *flows, uint64_t n, int level, BlockSink sink, void *sink_data)
{
  return encode (&flows_kind, flows, n, level, sink, sink_data);
}

ArchiveStatus
flow_codec_decode (const BlockStream *stream, uint64_t block, TraceFlow *out)
{
  return decode (&flows_kind, stream, block, out);
}
