/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_sink_private.h"

#include <string.h>

#include "trace/model/rocm_operation.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

void
chrome_sink_begin (ChromeSink *sink, ChromeBatch *batch)
{
  *sink = (ChromeSink){ .batch = batch };
}

static SliceKind
kind_of (ChromeSink *sink, uint32_t category)
{
  const size_t i = category % (sizeof sink->kinds / sizeof sink->kinds[0]);

  if (!sink->kinds[i].is_set || sink->kinds[i].category != category)
    {
      size_t length;
      const char *text = chrome_batch_text (sink->batch, category, &length);

      sink->kinds[i].kind = slice_kind_of_category (text, length);
      sink->kinds[i].category = category;
      sink->kinds[i].is_set = true;
      sink->batch->has_kineto_kinds = sink->batch->has_kineto_kinds || sink->kinds[i].kind != SLICE_OTHER;
      sink->batch->has_uncategorised = sink->batch->has_uncategorised || category == STRING_EMPTY;
    }
  return sink->kinds[i].kind;
}

/* The conversion of an RPD database to this format writes no categories, but the type of each operation of a device. */
static SliceKind
kind_of_description (ChromeSink *sink, const ChromeEvent *event)
{
  static const char frame[] = "UserMarker frame";
  const JsonValue *type = &event->arg[ARG_DESCRIPTION];
  RocmOperation operation;
  SliceKind kind = SLICE_OTHER;

  if (type->type != JSON_STRING)
    return SLICE_OTHER;
  if (rocm_operation_of_type (type->text, type->length, &operation))
    kind = operation.kind;
  else if (type->length > strlen (frame) && memcmp (type->text, frame, strlen (frame)) == 0)
    kind = SLICE_DEVICE_ANNOTATION; /* around the operations that an annotation launched */
  sink->batch->has_rpd_operations = sink->batch->has_rpd_operations || kind != SLICE_OTHER;
  return kind;
}

static uint32_t
row_for_slice (ChromeSink *sink, uint32_t place, SliceKind kind, const ChromeEvent *event)
{
  int64_t device, stream, of_place_device, of_place_stream;

  if (!slice_kind_is_on_device (kind))
    return chrome_batch_host_row (sink->batch, place, kind);

  bool has_device = chrome_event_arg_integer (event, ARG_DEVICE, &device);
  bool has_stream = chrome_event_arg_integer (event, ARG_STREAM, &stream);
  if (!has_device || !has_stream)
    {
      chrome_batch_numbers_of_place (sink->batch, place, &of_place_device, &of_place_stream);
      device = has_device ? device : of_place_device;
      stream = has_stream ? stream : of_place_stream;
    }
  if (device < -1 || device > INT32_MAX)
    device = -1;
  if (stream == UINT32_MAX) /* CUPTI_SYNCHRONIZATION_INVALID_VALUE: no stream */
    stream = -1;
  return chrome_batch_device_row (sink->batch, place, kind, device, stream);
}

static bool
take_duration (ChromeSink *sink, const ChromeEvent *event, int64_t offset, int64_t *ret_ns)
{
  bool rounded;

  if (event->present & EVENT_DURATION_READ)
    {
      *ret_ns = event->dur_ns;
      return true;
    }

  if (!(event->present & EVENT_DURATION))
    {
      sink_note (sink, HEALTH_EVENT_DURATION_MISSING, offset);
      *ret_ns = 0;
      return true;
    }
  if (!sink_is_numeric (&event->duration)
      || !decimal_us_to_ns (event->duration.text, event->duration.length, TRACE_TIME_MAX_NS, ret_ns,
                            &rounded))
    {
      sink_skip (sink, HEALTH_EVENT_DURATION_INVALID, offset);
      return false;
    }
  if (rounded)
    sink_note (sink, HEALTH_EVENT_TIME_ROUNDED, offset);
  if (*ret_ns < 0)
    {
      sink_note (sink, HEALTH_EVENT_DURATION_NEGATIVE, offset);
      *ret_ns = 0;
    }
  return true;
}

/* Fills in what slices of all phases have in common. */
static SliceInput
describe_slice (ChromeSink *sink, const ChromeEvent *event, int64_t time_ns, int64_t offset)
{
  SliceInput slice = {
    .name = sink_name (sink, event),
    .category = sink_category (sink, event),
    .start_ns = time_ns,
    .args = event->args,
  };

  slice.kind = kind_of (sink, slice.category);
  if (slice.category == STRING_EMPTY && event->known & 1u << ARG_DESCRIPTION)
    slice.kind = kind_of_description (sink, event);
  if (!chrome_event_arg_integer (event, ARG_CORRELATION, &slice.correlation))
    slice.correlation = 0;
  if (!(event->present & EVENT_NAME))
    sink_note (sink, HEALTH_EVENT_NAME_MISSING, offset);
  return slice;
}

static bool
add_complete (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  int64_t time_ns, dur_ns;

  if (!sink_take_time (sink, event, offset, &time_ns) || !take_duration (sink, event, offset, &dur_ns))
    return false;

  SliceInput slice = describe_slice (sink, event, time_ns, offset);
  uint32_t place = sink_place (sink, event);
  slice.dur_ns = dur_ns;
  slice.track = row_for_slice (sink, place, slice.kind, event);
  if (!batch_slice_column_push (&sink->batch->slices, slice))
    sink->batch->failed = true;
  sink->batch->events.slices++;
  if (slice.kind != SLICE_PROFILER_SPAN)
    sink_note_time (sink, time_ns);
  return true;
}

static void
add_pair_end (ChromeSink *sink,
              uint64_t key,
              bool of_place,
              bool is_end,
              const SliceInput *slice,
              int64_t offset)
{
  const BatchPairEnd end = { key, of_place, is_end, *slice, offset };

  if (!batch_pair_end_column_push (&sink->batch->pair_ends, end))
    sink->batch->failed = true;
}

static bool
add_duration_end (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  int64_t time_ns;

  if (!sink_take_time (sink, event, offset, &time_ns))
    return false;

  uint32_t place = sink_place (sink, event);
  if (event->phase == 'E')
    add_pair_end (sink, place, true, true, &(SliceInput){ .start_ns = time_ns, .args = event->args }, offset);
  else
    {
      SliceInput slice = describe_slice (sink, event, time_ns, offset);
      slice.track = row_for_slice (sink, place, slice.kind, event);
      add_pair_end (sink, place, true, false, &slice, offset);
      sink_note_time (sink, time_ns);
    }
  return true;
}

uint64_t
chrome_sink_hash_text (const ChromeEvent *event, EventField field, const JsonValue *value, uint64_t seed)
{
  return event->present & field ? XXH3_64bits_withSeed (value->text, value->length, seed) : seed + 1;
}

uint64_t
chrome_sink_hash_id (const ChromeEvent *event, uint64_t seed)
{
  uint64_t hash = chrome_sink_hash_text (event, EVENT_CATEGORY, &event->category, seed);

  if (event->id_is_local)
    hash = chrome_sink_hash_text (event, EVENT_PID, &event->pid, hash);
  return chrome_sink_hash_text (event, EVENT_ID, &event->id, hash);
}

static bool
add_async_end (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  int64_t time_ns;

  if (!sink_take_time (sink, event, offset, &time_ns))
    return false;

  uint64_t key = chrome_sink_hash_id (event, 0);
  uint32_t place = sink_place (sink, event);
  if (event->phase == 'e' || event->phase == 'F')
    add_pair_end (sink, key, false, true, &(SliceInput){ .start_ns = time_ns, .args = event->args }, offset);
  else
    {
      SliceInput slice = describe_slice (sink, event, time_ns, offset);
      slice.track = chrome_batch_row (
        sink->batch, &(ImportRow){ .form = ROW_ASYNC, .place = place, .a = slice.category, .b = slice.name });
      add_pair_end (sink, key, false, false, &slice, offset);
      sink_note_time (sink, time_ns);
    }
  return true;
}

void
chrome_sink_add (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  bool keeps_args = true, taken = false;

  switch (event->phase)
    {
    case 'X':
      taken = add_complete (sink, event, offset);
      break;
    case 'B':
    case 'E':
      taken = add_duration_end (sink, event, offset);
      break;
    case 'b':
    case 'e':
    case 'S': /* the older spellings */
    case 'F':
      taken = add_async_end (sink, event, offset);
      break;
    case 'i':
    case 'I':
    case 'R': /* a mark */
    case 'n': /* an instant of an asynchronous slice */
      taken = chrome_sink_add_instant (sink, event, offset);
      break;
    case 'C':
      taken = chrome_sink_add_counter (sink, event, offset);
      keeps_args = false;
      break;
    case 's':
    case 't':
    case 'f':
      taken = chrome_sink_add_flow_point (sink, event, offset);
      keeps_args = false;
      break;
    case 'M':
      chrome_sink_add_metadata (sink, event);
      taken = true;
      keeps_args = false;
      break;
    case 'P': /* sample */
    case 'N': /* objects */
    case 'O':
    case 'D':
    case 'v': /* memory dumps */
    case 'V':
    case 'c': /* clock synchronisation */
    case '(': /* context */
    case ')':
    case 'T': /* steps of asynchronous slices in the older spelling; thread states */
    case 'p':
      sink_note (sink, HEALTH_EVENT_PHASE_NOT_SHOWN, offset);
      taken = true;
      keeps_args = false;
      break;
    case 0:
      if (event->present == 0 && event->args == ARGS_NONE)
        sink_skip (sink, HEALTH_JSON_EVENT_EMPTY, offset);
      else
        sink_skip (sink, HEALTH_EVENT_PHASE_MISSING, offset);
      break;
    default:
      sink_skip (sink, HEALTH_EVENT_PHASE_UNKNOWN, offset);
      break;
    }

  if (taken && event->phase_is_long)
    sink_note (sink, HEALTH_EVENT_PHASE_LONG, offset);
  if (taken)
    sink->batch->events.total++;
  if ((!taken || !keeps_args) && event->args != ARGS_NONE)
    chrome_batch_args_rewind (sink->batch, &event->before_args);
}
