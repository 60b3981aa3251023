/* SPDX-License-Identifier: Apache-2.0
 *
 * What happens on host threads: API calls, synchronisations and the events they wait for, the profiler's and the
 * driver's own work, host functions. */

#include "trace/import/cupti/cupti_calls.h"
#include "trace/import/cupti/cupti_decoder_private.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- calls ---- */

static uint32_t
call_name (CuptiDecoder *decoder, bool is_runtime, uint32_t callback)
{
  const char *const *names = is_runtime ? cupti_runtime_calls : cupti_driver_calls;
  bool is_known = callback < decoder->calls[is_runtime].n;
  char text[32];

  if (is_known && decoder->calls[is_runtime].names[callback] != STRING_EMPTY)
    return decoder->calls[is_runtime].names[callback];
  if (is_known && names[callback] != NULL)
    return decoder->calls[is_runtime].names[callback] =
             trace_builder_string (decoder->builder, names[callback], strlen (names[callback]));

  decoder_note (decoder, HEALTH_CUPTI_CALL_UNKNOWN);
  int length = snprintf (text, sizeof text, "%s#%" PRIu32, is_runtime ? "runtime" : "driver", callback);
  return trace_builder_string (decoder->builder, text, (size_t) length);
}

bool
decode_call (CuptiDecoder *decoder, const CuptiRecord *record)
{
  bool is_runtime = record->kind == CUPTI_KIND_RUNTIME;
  SliceInput slice = {
    .category = decoder->words[is_runtime ? WORD_CUDA_RUNTIME : WORD_CUDA_DRIVER],
    .kind = SLICE_CALL,
  };

  if (!decoder_interval (decoder, CUPTI_GET (record, API, start), CUPTI_GET (record, API, end), &slice))
    return false;

  uint32_t callback = CUPTI_GET_U32 (record, API, cbid),
           correlation = CUPTI_GET_U32 (record, API, correlation_id);
  CuptiArgs *args = &decoder->args;

  /* A launch outside of any call has no meaning as a callback id. */
  slice.name = record->kind == CUPTI_KIND_INTERNAL_LAUNCH ? decoder->words[WORD_INTERNAL_LAUNCH]
                                                          : call_name (decoder, is_runtime, callback);
  slice.correlation = correlation;
  slice.track = decoder_host_row (decoder, SLICE_CALL, CUPTI_GET_U32 (record, API, process_id),
                                  CUPTI_GET_U32 (record, API, thread_id));
  cupti_args_begin (args);
  decoder_put_external (decoder, correlation);
  cupti_args_integer (args, WORD_CBID, callback);
  if (correlation != 0)
    cupti_args_integer (args, WORD_CORRELATION, correlation);
  cupti_args_unless_0 (args, WORD_RETURN_VALUE, CUPTI_GET (record, API, return_value));
  slice.args = cupti_args_end (args);
  decoder_add_slice (decoder, &slice);
  return true;
}

/* ---- events and synchronisations ---- */

#define STREAM_WAIT_EVENT 2

bool
decode_event (CuptiDecoder *decoder, const CuptiRecord *record)
{
  uint32_t context = CUPTI_GET_U32 (record, EVENT, context_id),
           event = CUPTI_GET_U32 (record, EVENT, event_id);
  uint32_t correlation = CUPTI_GET_U32 (record, EVENT, correlation_id);
  uint32_t stream = CUPTI_GET_U32 (record, EVENT, stream_id);
  uint64_t time = CUPTI_GET (record, EVENT, device_timestamp);
  uint64_t value = (uint64_t) correlation << 32 | stream;
  int64_t time_ns;

  if (value != ID_MAP_NONE)
    {
      uint64_t *known = id_map_add (&decoder->event_records, (uint64_t) context << 32 | event, value);

      if (known == NULL)
        trace_builder_set_failed (decoder->builder);
      else
        *known = value;
    }
  /* Without a time, it serves the synchronisations that wait for it. */
  if (time == 0)
    return true;
  if (!decoder_time (decoder, time, &time_ns))
    return false;

  CuptiArgs *args = &decoder->args;
  TraceInstant instant = {
    .track = decoder_own_row (decoder, decoder->pid, WORD_CUDA_EVENT_ROW),
    .name = decoder->words[WORD_CUDA_EVENT_RECORD],
    .category = decoder->words[WORD_CUDA_EVENT],
    .scope = 't',
    .time_ns = time_ns,
  };

  cupti_args_begin (args);
  decoder_put_ids (decoder, CUPTI_GET_U32 (record, EVENT, device_id), context, stream, correlation);
  cupti_args_integer (args, WORD_EVENT_ID, event);
  cupti_args_unless_0 (args, WORD_EVENT_SYNC_ID, CUPTI_GET (record, EVENT, cuda_event_sync_id));
  instant.args = cupti_args_end (args);
  trace_builder_add_instant (decoder->builder, &instant);
  decoder->events->instants++;
  return true;
}

/* Writes what a stream waits for: the record with the same pairing (CUDA 12.8), or else the last one of the event. */
static void
put_awaited (CuptiDecoder *decoder, const CuptiRecord *record)
{
  uint32_t event = CUPTI_GET_U32 (record, SYNC, cuda_event_id),
           context = CUPTI_GET_U32 (record, SYNC, context_id);
  uint64_t sync_id = CUPTI_GET (record, SYNC, cuda_event_sync_id);
  const CuptiEventRecord *paired = sync_id != 0 ? cupti_facts_event (decoder->facts, sync_id) : NULL;
  const uint64_t *last = id_map_find (&decoder->event_records, (uint64_t) context << 32 | event);
  CuptiArgs *args = &decoder->args;

  if (paired != NULL)
    {
      cupti_args_integer (args, WORD_WAIT_ON_STREAM, paired->stream);
      cupti_args_integer (args, WORD_WAIT_ON_RECORD, paired->correlation);
    }
  else if (last != NULL)
    {
      cupti_args_integer (args, WORD_WAIT_ON_STREAM, (uint32_t) *last);
      cupti_args_integer (args, WORD_WAIT_ON_RECORD, (int64_t) (*last >> 32));
    }
  cupti_args_integer (args, WORD_WAIT_ON_EVENT, event);
}

bool
decode_sync (CuptiDecoder *decoder, const CuptiRecord *record)
{
  SliceInput slice = { .category = decoder->words[WORD_CUDA_SYNC], .kind = SLICE_SYNC };

  if (!decoder_interval (decoder, CUPTI_GET (record, SYNC, start), CUPTI_GET (record, SYNC, end), &slice))
    return false;

  uint32_t type = CUPTI_GET_U32 (record, SYNC, type), context = CUPTI_GET_U32 (record, SYNC, context_id);
  uint32_t stream = CUPTI_GET_U32 (record, SYNC, stream_id),
           event = CUPTI_GET_U32 (record, SYNC, cuda_event_id);
  uint32_t correlation = CUPTI_GET_U32 (record, SYNC, correlation_id);
  int32_t device = cupti_facts_device (decoder->facts, context);
  CuptiArgs *args = &decoder->args;
  const char *word = cupti_sync_word (type);

  slice.name = trace_builder_string (decoder->builder, word, strlen (word));
  slice.correlation = correlation;
  slice.track = decoder_device_row (decoder, SLICE_SYNC, device, stream);
  cupti_args_begin (args);
  decoder_put_external (decoder, correlation);
  cupti_args_word (args, WORD_SYNC_KIND, slice.name);
  if (type == STREAM_WAIT_EVENT)
    put_awaited (decoder, record);
  else if (event != UINT32_MAX)
    cupti_args_integer (args, WORD_EVENT_ID, event);
  cupti_args_integer (args, WORD_STREAM, stream == CUPTI_NO_STREAM ? -1 : (int64_t) stream);
  if (correlation != 0)
    cupti_args_integer (args, WORD_CORRELATION, correlation);
  cupti_args_integer (args, WORD_DEVICE, device);
  cupti_args_integer (args, WORD_CONTEXT, context);
  cupti_args_unless_0 (args, WORD_EVENT_SYNC_ID, CUPTI_GET (record, SYNC, cuda_event_sync_id));
  cupti_args_unless_0 (args, WORD_RETURN_VALUE, CUPTI_GET (record, SYNC, return_value));
  slice.args = cupti_args_end (args);
  decoder_add_slice (decoder, &slice);
  return true;
}

/* ---- the profiler's and the driver's own work ---- */

#define OBJECT_PROCESS 1
#define OBJECT_THREAD  2

bool
decode_overhead (CuptiDecoder *decoder, const CuptiRecord *record)
{
  SliceInput slice = { .category = decoder->words[WORD_OVERHEAD], .kind = SLICE_OVERHEAD };

  if (!decoder_interval (decoder, CUPTI_GET (record, OVERHEAD, start), CUPTI_GET (record, OVERHEAD, end),
                         &slice))
    return false;

  uint32_t object_kind = CUPTI_GET_U32 (record, OVERHEAD, object_kind);
  uint32_t process = CUPTI_GET_U32 (record, OVERHEAD, process_id);
  uint32_t thread = CUPTI_GET_U32 (record, OVERHEAD, thread_id);
  uint32_t correlation = CUPTI_GET_U32 (record, OVERHEAD, correlation_id);
  const char *word = cupti_overhead_word (CUPTI_GET_U32 (record, OVERHEAD, overhead_kind));

  if (object_kind != OBJECT_THREAD)
    thread = 0;
  if (object_kind != OBJECT_THREAD && object_kind != OBJECT_PROCESS)
    process = decoder->pid;
  slice.name = trace_builder_string (decoder->builder, word, strlen (word));
  slice.track = decoder_host_row (decoder, SLICE_OVERHEAD, process, thread);
  cupti_args_begin (&decoder->args);
  cupti_args_unless_0 (&decoder->args, WORD_CORRELATION, correlation);
  slice.args = cupti_args_end (&decoder->args);
  decoder_add_slice (decoder, &slice);
  return true;
}

bool
decode_jit (CuptiDecoder *decoder, const CuptiRecord *record)
{
  SliceInput slice = { .category = decoder->words[WORD_OVERHEAD], .kind = SLICE_OVERHEAD };

  if (!decoder_interval (decoder, CUPTI_GET (record, JIT, start), CUPTI_GET (record, JIT, end), &slice))
    return false;

  bool has_thread = CUPTI_HAS (record, JIT, thread_id);
  uint64_t path = CUPTI_GET (record, JIT, cache_path);
  const char *word = cupti_jit_word (CUPTI_GET_U32 (record, JIT, jit_operation_type),
                                     CUPTI_GET_U32 (record, JIT, jit_entry_type));
  uint32_t text;
  RowArgs args;

  slice.name = trace_builder_string (decoder->builder, word, strlen (word));
  slice.track = decoder_host_row (decoder, SLICE_OVERHEAD,
                                  has_thread ? CUPTI_GET_U32 (record, JIT, process_id) : decoder->pid,
                                  CUPTI_GET_U32 (record, JIT, thread_id));
  row_args_begin (&args, decoder->builder);
  row_args_integer (&args, decoder->words[WORD_DEVICE], CUPTI_GET_U32 (record, JIT, device_id));
  if (CUPTI_GET (record, JIT, correlation_id) != 0)
    row_args_integer (&args, decoder->words[WORD_CORRELATION], CUPTI_GET_U32 (record, JIT, correlation_id));
  row_args_unsigned (&args, decoder->words[WORD_JIT_ID],
                     CUPTI_GET (record, JIT, jit_operation_correlation_id));
  row_args_unsigned (&args, decoder->words[WORD_CACHE_SIZE], CUPTI_GET (record, JIT, cache_size));
  if (path != 0 && cupti_texts_find (&decoder->texts, path, &text))
    {
      size_t length;
      const char *bytes = string_table_get (trace_builder_strings (decoder->builder), text, &length);

      row_args_text (&args, decoder->words[WORD_CACHE_PATH], bytes, length);
    }
  slice.args = row_args_end (&args);
  decoder_add_slice (decoder, &slice);
  return true;
}

/* ---- host functions ---- */

/* A function that a stream or a graph calls on the host. It has the correlation id of what put it there as an argument
 * only, because it is not device work. */
typedef struct
{
  uint64_t start, end;
  uint32_t process, thread, device, context, stream, correlation, graph;
  uint64_t node;
} HostFunction;

static bool
add_host_function (CuptiDecoder *decoder, const HostFunction *function, CuptiWord name)
{
  SliceInput slice = { .name = decoder->words[name], .category = decoder->words[WORD_HOST_FUNCTION] };

  if (!decoder_interval (decoder, function->start, function->end, &slice))
    return false;
  slice.track = decoder_host_row (decoder, SLICE_OTHER, function->process, function->thread);
  cupti_args_begin (&decoder->args);
  decoder_put_ids (decoder, function->device, function->context, function->stream, function->correlation);
  cupti_args_unless_0 (&decoder->args, WORD_GRAPH_ID, function->graph);
  cupti_args_unless_0 (&decoder->args, WORD_GRAPH_NODE_ID, function->node);
  slice.args = cupti_args_end (&decoder->args);
  decoder_add_slice (decoder, &slice);
  return true;
}

bool
decode_host_node (CuptiDecoder *decoder, const CuptiRecord *record)
{
  HostFunction function = {
    .start = CUPTI_GET (record, HOST_NODE, start),
    .end = CUPTI_GET (record, HOST_NODE, end),
    .process = CUPTI_GET_U32 (record, HOST_NODE, process_id),
    .thread = CUPTI_GET_U32 (record, HOST_NODE, thread_id),
    .device = CUPTI_GET_U32 (record, HOST_NODE, device_id),
    .context = CUPTI_GET_U32 (record, HOST_NODE, context_id),
    .stream = CUPTI_GET_U32 (record, HOST_NODE, stream_id),
    .correlation = CUPTI_GET_U32 (record, HOST_NODE, correlation_id),
    .graph = CUPTI_GET_U32 (record, HOST_NODE, graph_id),
    .node = CUPTI_GET (record, HOST_NODE, graph_node_id),
  };

  return add_host_function (decoder, &function, WORD_HOST_NODE);
}

bool
decode_host_launch (CuptiDecoder *decoder, const CuptiRecord *record)
{
  HostFunction function = {
    .start = CUPTI_GET (record, HOST_LAUNCH, start),
    .end = CUPTI_GET (record, HOST_LAUNCH, end),
    .process = CUPTI_GET_U32 (record, HOST_LAUNCH, process_id),
    .thread = CUPTI_GET_U32 (record, HOST_LAUNCH, thread_id),
    .device = CUPTI_GET_U32 (record, HOST_LAUNCH, device_id),
    .context = CUPTI_GET_U32 (record, HOST_LAUNCH, context_id),
    .stream = CUPTI_GET_U32 (record, HOST_LAUNCH, stream_id),
    .correlation = CUPTI_GET_U32 (record, HOST_LAUNCH, correlation_id),
  };

  return add_host_function (decoder, &function, WORD_HOST_LAUNCH);
}
