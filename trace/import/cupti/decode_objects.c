/* SPDX-License-Identifier: Apache-2.0
 *
 * Devices, contexts and streams, and the names that the program gave to them. They become settings of the rank:
 * "deviceProperties" with the keys of PyTorch Kineto, and lists of contexts and streams. */

#include "trace/import/cupti/cupti_decoder_private.h"

#include <inttypes.h>

/* A file with more contexts or streams than fit has something wrong with it. */
#define LIST_BYTES_MAX ((gsize) 256 * 1024)
#define NAME_BYTES_MAX ((size_t) 256)

typedef enum
{
  OBJECT_PROCESS = 1,
  OBJECT_THREAD,
  OBJECT_DEVICE,
  OBJECT_CONTEXT,
  OBJECT_STREAM,
} ObjectKind;

static void
append_number (GString *out, const char *key, uint64_t value)
{
  g_string_append_printf (out, ", \"%s\": %" PRIu64, key, value);
}

/* Begins an object of a list. Returns false, with a note, if the list is full. */
static bool
begin_object (CuptiDecoder *decoder, GString *list, const char *key, uint64_t value)
{
  if (list->len > LIST_BYTES_MAX)
    {
      decoder_note (decoder, HEALTH_CUPTI_KIND_NOT_SHOWN);
      return false;
    }
  g_string_append_printf (list, "%s{\"%s\": %" PRIu64, list->len > 1 ? ",\n " : "", key, value);
  return true;
}

/* ---- devices ---- */

static void
append_name (const CuptiDecoder *decoder, GString *out, uint32_t name)
{
  size_t length;
  const char *text = string_table_get (trace_builder_strings (decoder->builder), name, &length), *end;

  if (length == 0)
    return;
  /* A longer name would leave no room for other devices. */
  if (length > NAME_BYTES_MAX)
    length = NAME_BYTES_MAX;
  if (!g_utf8_validate_len (text, length, &end))
    length = (size_t) (end - text);
  g_string_append (out, ", \"name\": ");
  decoder_append_quoted (out, text, length);
}

static void
append_uuid (GString *out, const CuptiRecord *record)
{
  if (!CUPTI_HAS (record, DEVICE, uuid))
    return;
  g_string_append (out, ", \"uuid\": \"");
  for (unsigned i = 0; i < CUPTI_WIDTH_DEVICE_uuid; i++)
    g_string_append_printf (out, "%02x", record->bytes[CUPTI_AT_DEVICE_uuid + i]);
  g_string_append_c (out, '"');
}

static void
append_device (GString *out, const CuptiRecord *record)
{
  uint64_t warp = CUPTI_GET (record, DEVICE, num_threads_per_warp);

  append_number (out, "totalGlobalMem", CUPTI_GET (record, DEVICE, global_memory_size));
  append_number (out, "computeMajor", CUPTI_GET (record, DEVICE, compute_capability_major));
  append_number (out, "computeMinor", CUPTI_GET (record, DEVICE, compute_capability_minor));
  append_number (out, "maxThreadsPerBlock", CUPTI_GET (record, DEVICE, max_threads_per_block));
  append_number (out, "maxThreadsPerMultiprocessor",
                 CUPTI_GET (record, DEVICE, max_warps_per_multiprocessor) * warp);
  append_number (out, "maxBlocksPerMultiprocessor",
                 CUPTI_GET (record, DEVICE, max_blocks_per_multiprocessor));
  append_number (out, "regsPerBlock", CUPTI_GET (record, DEVICE, max_registers_per_block));
  append_number (out, "warpSize", warp);
  append_number (out, "sharedMemPerBlock", CUPTI_GET (record, DEVICE, max_shared_memory_per_block));
  append_number (out, "numSms", CUPTI_GET (record, DEVICE, num_multiprocessors));
  append_number (out, "regsPerMultiprocessor", CUPTI_GET (record, DEVICE, max_registers_per_multiprocessor));
  append_number (out, "sharedMemPerMultiprocessor",
                 CUPTI_GET (record, DEVICE, max_shared_memory_per_multiprocessor));
  append_number (out, "memoryBandwidthKBps", CUPTI_GET (record, DEVICE, global_memory_bandwidth));
  append_number (out, "constantMemory", CUPTI_GET (record, DEVICE, constant_memory_size));
  append_number (out, "l2CacheSize", CUPTI_GET (record, DEVICE, l2_cache_size));
  append_number (out, "clockRateKHz", CUPTI_GET (record, DEVICE, core_clock_rate));
  append_number (out, "memcpyEngines", CUPTI_GET (record, DEVICE, num_memcpy_engines));
  append_number (out, "eccEnabled", CUPTI_GET (record, DEVICE, ecc_enabled));
  append_number (out, "concurrentKernels", CUPTI_GET (record, DEVICE, flags));
}

static bool
is_known_device (const CuptiDecoder *decoder, uint32_t id)
{
  for (unsigned i = 0; i < decoder->n_device_ids; i++)
    if (decoder->device_ids[i] == id)
      return true;
  return false;
}

/* A record without a text for its name still describes the device. */
bool
decode_device (CuptiDecoder *decoder, const CuptiRecord *record)
{
  uint32_t id = CUPTI_GET_U32 (record, DEVICE, id), name = STRING_EMPTY;
  uint64_t address = CUPTI_GET (record, DEVICE, name);

  if (is_known_device (decoder, id))
    return true;
  if (decoder->n_device_ids == CUPTI_DEVICES_MAX)
    {
      decoder_note (decoder, HEALTH_CUPTI_KIND_NOT_SHOWN);
      return true;
    }
  decoder->device_ids[decoder->n_device_ids++] = id;
  if (address != 0 && cupti_texts_find (&decoder->texts, address, &name) && id < INT32_MAX
      && name != STRING_EMPTY)
    trace_builder_set_device_name (decoder->builder, (int32_t) id, name);
  if (!begin_object (decoder, decoder->devices, "id", id))
    return true;
  append_name (decoder, decoder->devices, name);
  append_device (decoder->devices, record);
  append_uuid (decoder->devices, record);
  g_string_append_c (decoder->devices, '}');
  return true;
}

/* ---- contexts and streams ---- */

bool
decode_context (CuptiDecoder *decoder, const CuptiRecord *record)
{
  GString *out = decoder->contexts;

  if (!begin_object (decoder, out, "context", CUPTI_GET (record, CONTEXT, context_id)))
    return true;
  append_number (out, "device", CUPTI_GET (record, CONTEXT, device_id));
  append_number (out, "api", CUPTI_GET (record, CONTEXT, compute_api_kind));
  append_number (out, "null stream", CUPTI_GET (record, CONTEXT, null_stream_id));
  if (CUPTI_GET (record, CONTEXT, parent_context_id) != 0)
    append_number (out, "parent", CUPTI_GET (record, CONTEXT, parent_context_id));
  if (CUPTI_GET (record, CONTEXT, is_green_context) != 0)
    append_number (out, "green", 1);
  if (CUPTI_GET (record, CONTEXT, num_multiprocessors) != 0)
    append_number (out, "SMs", CUPTI_GET (record, CONTEXT, num_multiprocessors));
  if (CUPTI_GET (record, CONTEXT, process_id) != 0)
    append_number (out, "process", CUPTI_GET (record, CONTEXT, process_id));
  g_string_append_c (out, '}');
  return true;
}

bool
decode_green_context (CuptiDecoder *decoder, const CuptiRecord *record)
{
  GString *out = decoder->contexts;

  if (!begin_object (decoder, out, "context", CUPTI_GET (record, GREEN, context_id)))
    return true;
  append_number (out, "device", CUPTI_GET (record, GREEN, device_id));
  append_number (out, "parent", CUPTI_GET (record, GREEN, parent_context_id));
  append_number (out, "green", 1);
  append_number (out, "SMs", CUPTI_GET (record, GREEN, num_multiprocessors));
  append_number (out, "TPCs", CUPTI_GET (record, GREEN, num_tpcs));
  g_string_append_c (out, '}');
  return true;
}

bool
decode_stream (CuptiDecoder *decoder, const CuptiRecord *record)
{
  GString *out = decoder->streams;

  if (!begin_object (decoder, out, "stream", CUPTI_GET (record, STREAM, stream_id)))
    return true;
  append_number (out, "context", CUPTI_GET (record, STREAM, context_id));
  g_string_append_printf (out, ", \"priority\": %" PRId32, CUPTI_GET_I32 (record, STREAM, priority));
  append_number (out, "flag", CUPTI_GET (record, STREAM, flag));
  append_number (out, "correlation", CUPTI_GET (record, STREAM, correlation_id));
  g_string_append_c (out, '}');
  return true;
}

static void
describe (CuptiDecoder *decoder, ImportDescriptionKind kind, int64_t process, int64_t thread, uint32_t text)
{
  uint32_t pid = decoder_decimal (decoder, process), tid = decoder_decimal (decoder, thread);
  ImportDescription description = {
    .kind = kind,
    .place = import_tracks_place (decoder->tracks, pid, tid),
    .text = text,
  };

  import_tracks_describe (decoder->tracks, &description);
}

bool
decode_name (CuptiDecoder *decoder, const CuptiRecord *record)
{
  uint32_t device = CUPTI_GET_U32 (record, NAME, device_id);
  uint32_t text = decoder_text (decoder, CUPTI_GET (record, NAME, name), "name");
  uint32_t process = CUPTI_GET_U32 (record, NAME, process_id);

  switch (CUPTI_GET_U32 (record, NAME, object_kind))
    {
    case OBJECT_PROCESS:
      describe (decoder, DESCRIBES_PROCESS_NAME, process, process, text);
      break;
    case OBJECT_THREAD:
      describe (decoder, DESCRIBES_THREAD_NAME, process, CUPTI_GET_U32 (record, NAME, thread_id), text);
      break;
    case OBJECT_DEVICE:
      if (decoder_device (device) != CUPTI_NO_DEVICE)
        trace_builder_set_device_name (decoder->builder, (int32_t) device, text);
      break;
    case OBJECT_STREAM:
      describe (decoder, DESCRIBES_THREAD_NAME, decoder_device (device),
                CUPTI_GET_U32 (record, NAME, stream_id), text);
      break;
    case OBJECT_CONTEXT:
    default:
      decoder_note (decoder, HEALTH_CUPTI_KIND_NOT_SHOWN);
      break;
    }
  return true;
}

/* ---- the end ---- */

static void
finish_list (CuptiDecoder *decoder, const char *key, GString *list)
{
  if (list->len == 1)
    return;
  g_string_append_c (list, ']');
  uint32_t key_id = trace_builder_string (decoder->builder, key, strlen (key));
  trace_builder_add_setting (decoder->builder, key_id,
                             trace_builder_string (decoder->builder, list->str, list->len));
}

void
decode_objects_finish (CuptiDecoder *decoder)
{
  finish_list (decoder, "deviceProperties", decoder->devices);
  finish_list (decoder, "cudaContexts", decoder->contexts);
  finish_list (decoder, "cudaStreams", decoder->streams);
}
