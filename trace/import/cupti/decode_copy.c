/* SPDX-License-Identifier: Apache-2.0
 *
 * Memcpys, memsets and decompressions on a device. */

#include "trace/import/cupti/cupti_decoder_private.h"

/* Returns "Memcpy HtoD (Pageable -> Device)". */
static uint32_t
copy_name (CuptiDecoder *decoder, unsigned direction, unsigned from, unsigned to)
{
  char text[MEMCPY_NAME_BYTES];

  direction = direction < N_MEMCPY_DIRECTIONS ? direction : MEMCPY_UNKNOWN;
  from = from < N_CUPTI_MEMORY_KINDS ? from : MEMORY_UNKNOWN;
  to = to < N_CUPTI_MEMORY_KINDS ? to : MEMORY_UNKNOWN;
  uint32_t *name = &decoder->copy_names[direction][from][to];
  if (*name == STRING_EMPTY)
    *name = trace_builder_string (
      decoder->builder, text,
      memcpy_name_write (text, (MemcpyDirection) direction, (MemoryKind) from, (MemoryKind) to));
  return *name;
}

static uint32_t
set_name (CuptiDecoder *decoder, unsigned memory_kind)
{
  char text[MEMCPY_NAME_BYTES];

  memory_kind = memory_kind < N_CUPTI_MEMORY_KINDS ? memory_kind : MEMORY_UNKNOWN;
  uint32_t *name = &decoder->set_names[memory_kind];
  if (*name == STRING_EMPTY)
    *name = trace_builder_string (decoder->builder, text,
                                  memcpy_name_write_memset (text, (MemoryKind) memory_kind));
  return *name;
}

/* Writes the size, and bytes per nanosecond, which are GB/s. */
static void
put_bytes (CuptiDecoder *decoder, uint64_t bytes, int64_t dur_ns)
{
  cupti_args_unsigned (&decoder->args, WORD_BYTES, bytes);
  if (dur_ns > 0 && bytes < UINT64_MAX / 200)
    cupti_args_hundredths (&decoder->args, WORD_BANDWIDTH,
                           (bytes * 100 + (uint64_t) dur_ns / 2) / (uint64_t) dur_ns);
}

#define SAME_FIELD(field) \
  _Static_assert ((int) CUPTI_AT_PEER_##field == (int) CUPTI_AT_MEMCPY_##field, "begin_memcpy () reads both")

SAME_FIELD (copy_kind);
SAME_FIELD (src_kind);
SAME_FIELD (dst_kind);
SAME_FIELD (start);
SAME_FIELD (end);
SAME_FIELD (device_id);
SAME_FIELD (context_id);
SAME_FIELD (stream_id);

/* Fills in the slice of a memcpy, between peers or not, and begins its arguments: the records begin alike. */
static bool
begin_memcpy (CuptiDecoder *decoder, const CuptiRecord *record, uint32_t correlation, SliceInput *slice)
{
  uint32_t device = CUPTI_GET_U32 (record, MEMCPY, device_id),
           stream = CUPTI_GET_U32 (record, MEMCPY, stream_id);

  *slice = (SliceInput){ .category = decoder->words[WORD_GPU_MEMCPY], .kind = SLICE_MEMCPY };
  if (!decoder_interval (decoder, CUPTI_GET (record, MEMCPY, start), CUPTI_GET (record, MEMCPY, end), slice))
    return false;
  slice->name = copy_name (decoder, CUPTI_GET_U32 (record, MEMCPY, copy_kind),
                           CUPTI_GET_U32 (record, MEMCPY, src_kind), CUPTI_GET_U32 (record, MEMCPY, dst_kind));
  slice->correlation = correlation;
  slice->track = decoder_device_row (decoder, SLICE_MEMCPY, decoder_device (device), stream);
  cupti_args_begin (&decoder->args);
  decoder_put_external (decoder, correlation);
  decoder_put_ids (decoder, device, CUPTI_GET_U32 (record, MEMCPY, context_id), stream, correlation);
  return true;
}

bool
decode_memcpy (CuptiDecoder *decoder, const CuptiRecord *record)
{
  uint64_t copies = CUPTI_GET (record, MEMCPY, copy_count);
  CuptiArgs *args = &decoder->args;
  SliceInput slice;

  if (!begin_memcpy (decoder, record, CUPTI_GET_U32 (record, MEMCPY, correlation_id), &slice))
    return false;
  put_bytes (decoder, CUPTI_GET (record, MEMCPY, bytes), slice.dur_ns);
  cupti_args_unless_0 (args, WORD_ASYNCHRONOUS, CUPTI_GET (record, MEMCPY, flags));
  cupti_args_unless_0 (args, WORD_GRAPH_ID, CUPTI_GET (record, MEMCPY, graph_id));
  cupti_args_unless_0 (args, WORD_GRAPH_NODE_ID, CUPTI_GET (record, MEMCPY, graph_node_id));
  if (copies > 1)
    cupti_args_unsigned (args, WORD_COPIES, copies);
  cupti_args_unless_0 (args, WORD_DEVICE_LAUNCHED, CUPTI_GET (record, MEMCPY, is_device_launched));
  cupti_args_unless_0 (args, WORD_CHANNEL, CUPTI_GET (record, MEMCPY, channel_id));
  cupti_args_unless_0 (args, WORD_CHANNEL_TYPE, CUPTI_GET (record, MEMCPY, channel_type));
  slice.args = cupti_args_end (args);
  decoder_add_slice (decoder, &slice);
  return true;
}

bool
decode_peer_memcpy (CuptiDecoder *decoder, const CuptiRecord *record)
{
  uint32_t device = CUPTI_GET_U32 (record, PEER, device_id),
           context = CUPTI_GET_U32 (record, PEER, context_id);
  CuptiArgs *args = &decoder->args;
  SliceInput slice;

  if (!begin_memcpy (decoder, record, CUPTI_GET_U32 (record, PEER, correlation_id), &slice))
    return false;
  cupti_args_unsigned (args, WORD_FROM_DEVICE, CUPTI_GET (record, PEER, src_device_id));
  cupti_args_unsigned (args, WORD_IN_DEVICE, device);
  cupti_args_unsigned (args, WORD_TO_DEVICE, CUPTI_GET (record, PEER, dst_device_id));
  cupti_args_unsigned (args, WORD_FROM_CONTEXT, CUPTI_GET (record, PEER, src_context_id));
  cupti_args_unsigned (args, WORD_IN_CONTEXT, context);
  cupti_args_unsigned (args, WORD_TO_CONTEXT, CUPTI_GET (record, PEER, dst_context_id));
  put_bytes (decoder, CUPTI_GET (record, PEER, bytes), slice.dur_ns);
  cupti_args_unless_0 (args, WORD_ASYNCHRONOUS, CUPTI_GET (record, PEER, flags));
  cupti_args_unless_0 (args, WORD_GRAPH_ID, CUPTI_GET (record, PEER, graph_id));
  cupti_args_unless_0 (args, WORD_GRAPH_NODE_ID, CUPTI_GET (record, PEER, graph_node_id));
  cupti_args_unless_0 (args, WORD_CHANNEL, CUPTI_GET (record, PEER, channel_id));
  cupti_args_unless_0 (args, WORD_CHANNEL_TYPE, CUPTI_GET (record, PEER, channel_type));
  slice.args = cupti_args_end (args);
  decoder_add_slice (decoder, &slice);
  return true;
}

bool
decode_memset (CuptiDecoder *decoder, const CuptiRecord *record)
{
  SliceInput slice = { .category = decoder->words[WORD_GPU_MEMSET], .kind = SLICE_MEMSET };

  if (!decoder_interval (decoder, CUPTI_GET (record, MEMSET, start), CUPTI_GET (record, MEMSET, end), &slice))
    return false;

  uint32_t device = CUPTI_GET_U32 (record, MEMSET, device_id),
           stream = CUPTI_GET_U32 (record, MEMSET, stream_id);
  uint32_t correlation = CUPTI_GET_U32 (record, MEMSET, correlation_id);
  CuptiArgs *args = &decoder->args;

  slice.name = set_name (decoder, CUPTI_GET_U32 (record, MEMSET, memory_kind));
  slice.correlation = correlation;
  slice.track = decoder_device_row (decoder, SLICE_MEMSET, decoder_device (device), stream);
  cupti_args_begin (args);
  decoder_put_external (decoder, correlation);
  decoder_put_ids (decoder, device, CUPTI_GET_U32 (record, MEMSET, context_id), stream, correlation);
  put_bytes (decoder, CUPTI_GET (record, MEMSET, bytes), slice.dur_ns);
  cupti_args_unsigned (args, WORD_VALUE, CUPTI_GET (record, MEMSET, value));
  cupti_args_unless_0 (args, WORD_ASYNCHRONOUS, CUPTI_GET (record, MEMSET, flags));
  cupti_args_unless_0 (args, WORD_GRAPH_ID, CUPTI_GET (record, MEMSET, graph_id));
  cupti_args_unless_0 (args, WORD_GRAPH_NODE_ID, CUPTI_GET (record, MEMSET, graph_node_id));
  cupti_args_unless_0 (args, WORD_DEVICE_LAUNCHED, CUPTI_GET (record, MEMSET, is_device_launched));
  cupti_args_unless_0 (args, WORD_CHANNEL, CUPTI_GET (record, MEMSET, channel_id));
  cupti_args_unless_0 (args, WORD_CHANNEL_TYPE, CUPTI_GET (record, MEMSET, channel_type));
  slice.args = cupti_args_end (args);
  decoder_add_slice (decoder, &slice);
  return true;
}

bool
decode_decompression (CuptiDecoder *decoder, const CuptiRecord *record)
{
  SliceInput slice = {
    .name = decoder->words[WORD_DECOMPRESS],
    .category = decoder->words[WORD_GPU_MEMCPY],
    .kind = SLICE_MEMCPY,
  };

  if (!decoder_interval (decoder, CUPTI_GET (record, DECOMPRESS, start), CUPTI_GET (record, DECOMPRESS, end),
                         &slice))
    return false;

  uint32_t device = CUPTI_GET_U32 (record, DECOMPRESS, device_id);
  uint32_t stream = CUPTI_GET_U32 (record, DECOMPRESS, stream_id);
  uint32_t correlation = CUPTI_GET_U32 (record, DECOMPRESS, correlation_id);
  CuptiArgs *args = &decoder->args;

  slice.correlation = correlation;
  slice.track = decoder_device_row (decoder, SLICE_MEMCPY, decoder_device (device), stream);
  cupti_args_begin (args);
  decoder_put_external (decoder, correlation);
  decoder_put_ids (decoder, device, CUPTI_GET_U32 (record, DECOMPRESS, context_id), stream, correlation);
  put_bytes (decoder, CUPTI_GET (record, DECOMPRESS, source_bytes), slice.dur_ns);
  cupti_args_unsigned (args, WORD_OPERATIONS, CUPTI_GET (record, DECOMPRESS, number_of_operations));
  cupti_args_unless_0 (args, WORD_CHANNEL, CUPTI_GET (record, DECOMPRESS, channel_id));
  cupti_args_unless_0 (args, WORD_CHANNEL_TYPE, CUPTI_GET (record, DECOMPRESS, channel_type));
  slice.args = cupti_args_end (args);
  decoder_add_slice (decoder, &slice);
  return true;
}
