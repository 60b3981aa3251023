/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/cupti/cupti_decoder_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "trace/import/cupti/cupti_calls.h"

COLUMN_IMPLEMENT (CuptiMarkerEndColumn, cupti_marker_end_column)
COLUMN_IMPLEMENT (CuptiAllocationColumn, cupti_allocation_column)

#define NS_PER_SECOND 1000000000u

/* ---- life ---- */

CuptiDecoder *
cupti_decoder_new (TraceBuilder *builder, const CuptiHeader *header, const CuptiFacts *facts)
{
  CuptiDecoder *decoder = calloc (1, sizeof *decoder);
  bool ok = decoder != NULL;

  if (ok)
    {
      decoder->builder = builder;
      decoder->header = header;
      decoder->facts = facts;
      decoder->pid = header->pid != 0 ? header->pid : facts->process;
      decoder->events = trace_builder_event_counts (builder);
      decoder->tracks = import_tracks_new (builder);
      decoder->calls[0].n = CUPTI_DRIVER_CALLS;
      decoder->calls[1].n = CUPTI_RUNTIME_CALLS;
      decoder->devices = g_string_new ("[");
      decoder->streams = g_string_new ("[");
      decoder->contexts = g_string_new ("[");
      ok = decoder->tracks != NULL;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (decoder->calls) && ok; i++)
    {
      decoder->calls[i].names = calloc (decoder->calls[i].n, sizeof *decoder->calls[i].names);
      ok = decoder->calls[i].names != NULL;
    }
  if (!ok)
    {
      cupti_decoder_free (decoder);
      return NULL;
    }
  cupti_words_intern (builder, decoder->words);
  cupti_args_init (&decoder->args, builder, decoder->words);
  return decoder;
}

void
cupti_decoder_free (CuptiDecoder *decoder)
{
  if (decoder == NULL)
    return;
  import_tracks_free (decoder->tracks);
  cupti_texts_clear (&decoder->texts);
  for (size_t i = 0; i < G_N_ELEMENTS (decoder->calls); i++)
    free (decoder->calls[i].names);
  id_map_clear (&decoder->event_records);
  id_map_clear (&decoder->open_markers);
  cupti_marker_end_column_clear (&decoder->marker_ends);
  cupti_allocation_column_clear (&decoder->allocations);
  GString *texts[] = { decoder->devices, decoder->streams, decoder->contexts };
  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL)
      g_string_free (texts[i], TRUE);
  free (decoder);
}

bool
cupti_decoder_is_stopped (const CuptiDecoder *decoder)
{
  return decoder->is_stopped;
}

/* ---- times ---- */

uint64_t
decoder_ns (const CuptiDecoder *decoder, uint64_t time)
{
  uint64_t per_second = decoder->header->ticks_per_second;

  if (per_second == NS_PER_SECOND)
    return time;
  unsigned __int128 ns = (unsigned __int128) time * NS_PER_SECOND / per_second;
  return ns > UINT64_MAX ? UINT64_MAX : (uint64_t) ns;
}

bool
decoder_time (CuptiDecoder *decoder, uint64_t time, int64_t *ret_ns)
{
  uint64_t ns = decoder_ns (decoder, time);

  if (time == 0 || ns > TRACE_TIME_MAX_NS)
    {
      decoder_skip (decoder, time == 0 ? HEALTH_CUPTI_NO_TIME : HEALTH_EVENT_TIME_INVALID);
      return false;
    }
  *ret_ns = (int64_t) ns;
  return true;
}

bool
decoder_interval (CuptiDecoder *decoder, uint64_t start, uint64_t end, SliceInput *slice)
{
  if (!decoder_time (decoder, start, &slice->start_ns))
    return false;
  if (end == 0)
    {
      slice->flags = SLICE_UNFINISHED;
      return true;
    }

  uint64_t end_ns = decoder_ns (decoder, end);
  if (end_ns < (uint64_t) slice->start_ns)
    decoder_note (decoder, HEALTH_EVENT_DURATION_NEGATIVE);
  else if (end_ns - (uint64_t) slice->start_ns > TRACE_TIME_MAX_NS)
    {
      decoder_skip (decoder, HEALTH_EVENT_DURATION_INVALID);
      return false;
    }
  else
    slice->dur_ns = (int64_t) (end_ns - (uint64_t) slice->start_ns);
  return true;
}

void
decoder_add_slice (CuptiDecoder *decoder, SliceInput *slice)
{
  if (slice->flags & SLICE_UNFINISHED)
    decoder_note (decoder, HEALTH_SLICE_UNFINISHED);
  else
    decoder->events->slices++;
  trace_builder_add_slice (decoder->builder, slice);
}

/* ---- texts ---- */

void
decoder_append_quoted (GString *out, const char *text, size_t length)
{
  g_string_append_c (out, '"');
  for (size_t i = 0; i < length; i++)
    if ((unsigned char) text[i] < 0x20)
      g_string_append_printf (out, "\\u%04x", (unsigned char) text[i]);
    else
      {
        if (text[i] == '"' || text[i] == '\\')
          g_string_append_c (out, '\\');
        g_string_append_c (out, text[i]);
      }
  g_string_append_c (out, '"');
}

uint32_t
decoder_decimal (CuptiDecoder *decoder, int64_t number)
{
  char text[24];
  int length = snprintf (text, sizeof text, "%" PRId64, number);

  return trace_builder_string (decoder->builder, text, (size_t) length);
}

uint32_t
decoder_escaped (CuptiDecoder *decoder, uint32_t text)
{
  size_t length;
  const char *bytes = string_table_get (trace_builder_strings (decoder->builder), text, &length);
  bool is_plain = true;

  for (size_t i = 0; i < length && is_plain; i++)
    is_plain = (unsigned char) bytes[i] >= 0x20 && bytes[i] != '"' && bytes[i] != '\\';
  if (is_plain)
    return text;
  g_autoptr (GString) quoted = g_string_new (NULL);
  decoder_append_quoted (quoted, bytes, length);
  return trace_builder_string (decoder->builder, quoted->str + 1, quoted->len - 2);
}

uint32_t
decoder_text (CuptiDecoder *decoder, uint64_t address, const char *what)
{
  char text[64];
  uint32_t id;

  if (cupti_texts_find (&decoder->texts, address, &id))
    return id;
  if (address == 0)
    {
      decoder_note (decoder, HEALTH_EVENT_NAME_MISSING);
      return STRING_EMPTY;
    }
  decoder_note (decoder, HEALTH_CUPTI_TEXT_MISSING);
  int length = snprintf (text, sizeof text, "%s 0x%" PRIx64, what, address);
  id = trace_builder_string (decoder->builder, text, (size_t) length);
  return id;
}

/* ---- tracks ---- */

static CuptiRowEntry *
row_entry (CuptiDecoder *decoder, uint8_t form, uint8_t kind, uint32_t a, uint32_t b, bool *ret_known)
{
  uint32_t hash = (a * 0x9e3779b1u ^ b * 0x85ebca77u ^ kind * 0xc2b2ae3du ^ form) * 0x27d4eb2fu;
  CuptiRowEntry *entry = &decoder->rows[hash >> 24 & (CUPTI_ROWS - 1)];

  *ret_known = entry->is_set && entry->a == a && entry->b == b && entry->kind == kind && entry->form == form;
  if (!*ret_known)
    *entry = (CuptiRowEntry){ .form = form, .kind = kind, .a = a, .b = b, .is_set = true };
  return entry;
}

static uint32_t
place_of (CuptiDecoder *decoder, int64_t process, int64_t thread)
{
  uint32_t pid = decoder_decimal (decoder, process), tid = decoder_decimal (decoder, thread);

  return import_tracks_place (decoder->tracks, pid, tid);
}

static int64_t
stream_number (uint32_t stream)
{
  return stream == CUPTI_NO_STREAM ? -1 : (int64_t) stream;
}

uint32_t
decoder_device_row (CuptiDecoder *decoder, SliceKind kind, int32_t device, uint32_t stream)
{
  bool is_known;
  /* All activities of a stream share one row. */
  SliceKind row_kind = slice_kind_is_run (kind) ? SLICE_KERNEL : kind;
  CuptiRowEntry *entry =
    row_entry (decoder, ROW_DEVICE, (uint8_t) row_kind, (uint32_t) device, stream, &is_known);

  if (!is_known)
    {
      ImportRow row = {
        .form = ROW_DEVICE,
        .kind = row_kind,
        .place = place_of (decoder, device, stream_number (stream)),
        .a = device,
        .b = stream_number (stream),
      };
      entry->track = import_tracks_row (decoder->tracks, &row);
      if (row_kind == SLICE_KERNEL)
        import_tracks_set_device_track (decoder->tracks, row.place, entry->track);
    }
  return entry->track;
}

static uint32_t
host_row (CuptiDecoder *decoder, ImportRowForm form, SliceKind kind, uint32_t process, uint32_t thread)
{
  bool is_known;
  CuptiRowEntry *entry = row_entry (decoder, (uint8_t) form, (uint8_t) kind, process, thread, &is_known);

  if (!is_known)
    {
      ImportRow row = { .form = form, .kind = kind, .place = place_of (decoder, process, thread) };

      entry->track = import_tracks_row (decoder->tracks, &row);
    }
  return entry->track;
}

uint32_t
decoder_host_row (CuptiDecoder *decoder, SliceKind kind, uint32_t process, uint32_t thread)
{
  return host_row (decoder, ROW_HOST, kind, process, thread);
}

uint32_t
decoder_thread_row (CuptiDecoder *decoder, uint32_t process, uint32_t thread)
{
  return host_row (decoder, ROW_THREAD, SLICE_OTHER, process, thread);
}

/* Forms of rows in the cache that are none of import_tracks.h. */
#define FORM_OWN (UINT8_MAX - 1)

uint32_t
decoder_own_row (CuptiDecoder *decoder, uint32_t process, CuptiWord word)
{
  bool is_known;
  CuptiRowEntry *entry = row_entry (decoder, FORM_OWN, 0, process, word, &is_known);
  if (is_known)
    return entry->track;

  uint32_t pid = decoder_decimal (decoder, process);
  uint32_t place = import_tracks_place (decoder->tracks, pid, decoder->words[word]);

  import_tracks_describe (
    decoder->tracks,
    &(ImportDescription){ .kind = DESCRIBES_THREAD_NAME, .place = place, .text = decoder->words[word] });
  entry->track = import_tracks_row (decoder->tracks, &(ImportRow){ .form = ROW_THREAD, .place = place });
  return entry->track;
}

uint32_t
decoder_async_row (CuptiDecoder *decoder, uint32_t process, uint32_t category, uint32_t name)
{
  ImportRow row = {
    .form = ROW_ASYNC,
    .place = place_of (decoder, process, process),
    .a = category,
    .b = name,
  };

  return import_tracks_row (decoder->tracks, &row);
}

uint32_t
decoder_counter_row (CuptiDecoder *decoder, uint32_t process, uint32_t name, uint32_t series)
{
  ImportRow row = {
    .form = ROW_COUNTER,
    .place = place_of (decoder, process, process),
    .a = name,
    .b = series,
  };

  return import_tracks_row (decoder->tracks, &row);
}

uint32_t
decoder_device_counter_row (CuptiDecoder *decoder, int32_t device, uint32_t name)
{
  bool is_known;
  CuptiRowEntry *entry = row_entry (decoder, ROW_DEVICE_COUNTER, 0, (uint32_t) device, name, &is_known);

  if (!is_known)
    {
      ImportRow row = {
        .form = ROW_DEVICE_COUNTER,
        .place = place_of (decoder, device, -1),
        .a = device,
        .b = name,
      };

      entry->track = import_tracks_row (decoder->tracks, &row);
    }
  return entry->track;
}

/* ---- arguments ---- */

void
decoder_put_external (CuptiDecoder *decoder, uint32_t correlation)
{
  uint64_t external;

  if (cupti_facts_external (decoder->facts, correlation, &external))
    cupti_args_unsigned (&decoder->args, WORD_EXTERNAL_ID, external);
}

void
decoder_put_ids (CuptiDecoder *decoder,
                 uint32_t device,
                 uint32_t context,
                 uint32_t stream,
                 uint32_t correlation)
{
  cupti_args_integer (&decoder->args, WORD_DEVICE, device);
  cupti_args_integer (&decoder->args, WORD_CONTEXT, context);
  cupti_args_integer (&decoder->args, WORD_STREAM, stream_number (stream));
  if (correlation != 0)
    cupti_args_integer (&decoder->args, WORD_CORRELATION, correlation);
}

/* ---- records ---- */

/* In the order of CuptiRecordType. NULL: the record is counted, and its contents are not shown. */
/* clang-format off */
static bool (*const decoders[N_CUPTI_RECORDS]) (CuptiDecoder *decoder, const CuptiRecord *record) = {
  [CUPTI_MEMCPY] = decode_memcpy,
  [CUPTI_MEMSET] = decode_memset,
  [CUPTI_KERNEL] = decode_kernel,
  [CUPTI_API] = decode_call,
  [CUPTI_DEVICE] = decode_device,
  [CUPTI_CONTEXT] = decode_context,
  [CUPTI_NAME] = decode_name,
  [CUPTI_MARKER] = decode_marker,
  [CUPTI_OVERHEAD] = decode_overhead,
  [CUPTI_CDP] = decode_cdp_kernel,
  [CUPTI_ENVIRONMENT] = decode_environment,
  [CUPTI_PEER] = decode_peer_memcpy,
  [CUPTI_UNIFIED] = decode_unified_memory,
  [CUPTI_EVENT] = decode_event,
  [CUPTI_STREAM] = decode_stream,
  [CUPTI_SYNC] = decode_sync,
  [CUPTI_MEMORY] = decode_memory,
  [CUPTI_MEMORY_OP] = decode_memory_operation,
  [CUPTI_POOL] = decode_pool,
  [CUPTI_GRAPH] = decode_graph,
  [CUPTI_JIT] = decode_jit,
  [CUPTI_DEVICE_GRAPH] = decode_device_graph,
  [CUPTI_DECOMPRESS] = decode_decompression,
  [CUPTI_ROTATION] = decode_rotation,
  [CUPTI_HOST_NODE] = decode_host_node,
  [CUPTI_SWITCH] = decode_context_switch,
  [CUPTI_HOST_LAUNCH] = decode_host_launch,
  [CUPTI_GREEN] = decode_green_context,
};
/* clang-format on */

static void
take_record (void *user_data, const CuptiRecord *record, int64_t offset)
{
  CuptiDecoder *decoder = user_data;
  CuptiRecordType type = cupti_record_of_kind (record->kind);

  decoder->offset = offset;
  if (decoders[type] != NULL)
    decoder->events->total += decoders[type](decoder, record);
  else
    {
      decoder->events->total++;
      /* Both were used by the first reading. */
      if (type != CUPTI_EXTERNAL && type != CUPTI_MARKER_DATA)
        decoder_note (decoder, HEALTH_CUPTI_KIND_NOT_SHOWN);
    }
}

static void
take_text (void *user_data, uint64_t address, const char *text, size_t length)
{
  CuptiDecoder *decoder = user_data;
  uint32_t id = trace_builder_string (decoder->builder, text, length);

  if (!cupti_texts_set (&decoder->texts, address, id))
    trace_builder_set_failed (decoder->builder);
}

static void
take_clock (void *user_data, uint64_t time, uint64_t epoch_ns)
{
  CuptiDecoder *decoder = user_data;
  uint64_t ns = decoder_ns (decoder, time);

  if (decoder->has_clock || ns > TRACE_TIME_MAX_NS || epoch_ns == 0 || epoch_ns > TRACE_TIME_MAX_NS)
    return;
  decoder->has_clock = true;
  decoder->clock_base_ns = (int64_t) epoch_ns - (int64_t) ns;
}

static void
take_health (void *user_data, HealthId id, uint64_t count, int64_t offset)
{
  CuptiDecoder *decoder = user_data;

  trace_builder_add_health (decoder->builder, id, count, offset);
  if (id == HEALTH_CUPTI_LOST)
    decoder->events->skipped += count;
  decoder->is_stopped = decoder->is_stopped || health_id_loss (id) == HEALTH_LOSES_END;
}

static void
add_setting (CuptiDecoder *decoder, const char *key, size_t key_length, const char *json, size_t length)
{
  uint32_t key_id = trace_builder_string (decoder->builder, key, key_length);

  trace_builder_add_setting (decoder->builder, key_id, trace_builder_string (decoder->builder, json, length));
}

static void
take_property (void *user_data, const char *key, size_t key_length, const char *value, size_t value_length)
{
  CuptiDecoder *decoder = user_data;
  g_autoptr (GString) json = g_string_new (NULL);

  if (key_length == strlen ("host") && memcmp (key, "host", key_length) == 0)
    trace_builder_set_node_name (decoder->builder,
                                 trace_builder_string (decoder->builder, value, value_length));
  if (key_length == strlen ("process") && memcmp (key, "process", key_length) == 0)
    import_tracks_describe (decoder->tracks,
                            &(ImportDescription){
                              .kind = DESCRIBES_PROCESS_NAME,
                              .place = place_of (decoder, decoder->pid, decoder->pid),
                              .text = trace_builder_string (decoder->builder, value, value_length),
                            });
  decoder_append_quoted (json, value, value_length);
  add_setting (decoder, key, key_length, json->str, json->len);
}

const CuptiSink cupti_decoder_sink = { take_record, take_text, take_clock, take_property, take_health };

/* ---- the end ---- */

static void
finish_clock (CuptiDecoder *decoder)
{
  const CuptiFacts *facts = decoder->facts;
  bool is_epoch = decoder->header->clock == CUPTI_CLOCK_EPOCH;

  /* Bare records do not say; CUPTI's own clock is likely if nearly all times can be of it. */
  if (!decoder->header->is_container || decoder->header->clock == CUPTI_CLOCK_UNKNOWN)
    is_epoch = facts->n_times > 0 && facts->n_epoch_times >= facts->n_times - facts->n_times / 100;
  if (is_epoch)
    trace_builder_set_time_base (decoder->builder, 0, true);
  else if (decoder->has_clock)
    trace_builder_set_time_base (decoder->builder, decoder->clock_base_ns, true);
}

void
cupti_decoder_finish (CuptiDecoder *decoder)
{
  decoder->offset = HEALTH_NO_OFFSET;
  decode_markers_finish (decoder);
  decode_memory_finish (decoder);
  decode_objects_finish (decoder);
  import_tracks_finish (decoder->tracks);
  finish_clock (decoder);
}
