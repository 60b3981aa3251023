/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome_sink.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "trace/decimal_time.h"

void
chrome_sink_begin (ChromeSink *sink, ChromeBatch *batch)
{
  *sink = (ChromeSink){ .batch = batch };
}

/* ---- texts ---- */

/* node: where the shape of the event has the string, or NULL. */
static uint32_t
string_of (ChromeSink *sink, const JsonValue *value, ShapeNode *node)
{
  uint32_t id = chrome_batch_decoded (sink->batch, value);

  if (node != NULL)
    shape_node_remember_string (node, sink->batch, value, id);
  return id;
}

static uint32_t
name_of (ChromeSink *sink, const ChromeEvent *event)
{
  if (event->present & EVENT_NAME_READ)
    return event->name_id;
  return event->present & EVENT_NAME ? string_of (sink, &event->name, event->name_node) : STRING_EMPTY;
}

static uint32_t
category_of (ChromeSink *sink, const ChromeEvent *event)
{
  if (event->present & EVENT_CATEGORY_READ)
    return event->category_id;
  return event->present & EVENT_CATEGORY ? string_of (sink, &event->category, event->category_node)
                                         : STRING_EMPTY;
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
    }
  return sink->kinds[i].kind;
}

static const JsonValue *
field_or_empty (const ChromeEvent *event, EventField field, const JsonValue *value)
{
  static const JsonValue empty = { .type = JSON_STRING, .text = "" };

  return event->present & field ? value : &empty;
}

static uint32_t
place_of (ChromeSink *sink, const ChromeEvent *event)
{
  return chrome_batch_place (sink->batch, field_or_empty (event, EVENT_PID, &event->pid),
                             field_or_empty (event, EVENT_TID, &event->tid));
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
  if (stream == UINT32_MAX) /* CUPTI_SYNCHRONIZATION_INVALID_VALUE: of no stream */
    stream = -1;
  return chrome_batch_device_row (sink->batch, place, kind, device, stream);
}

/* ---- times ---- */

static bool
is_numeric (const JsonValue *value)
{
  return value->type == JSON_NUMBER || value->type == JSON_STRING || value->type == JSON_WORD;
}

static void
note (ChromeSink *sink, HealthId id, int64_t offset)
{
  chrome_batch_note (sink->batch, id, offset);
}

static void
skip (ChromeSink *sink, HealthId id, int64_t offset)
{
  sink->batch->events.skipped++;
  note (sink, id, offset);
}

/* False: the event has been counted as skipped. */
static bool
take_time (ChromeSink *sink, const ChromeEvent *event, int64_t offset, int64_t *ret_ns)
{
  bool rounded;

  if (event->present & EVENT_TIME_READ)
    {
      *ret_ns = event->time_ns;
      return true;
    }

  if (!(event->present & EVENT_TIME) || !is_numeric (&event->time)
      || !decimal_us_to_ns (event->time.text, event->time.length, TRACE_TIME_MAX_NS, ret_ns, &rounded))
    {
      skip (sink, HEALTH_EVENT_TIME_INVALID, offset);
      return false;
    }
  if (rounded)
    note (sink, HEALTH_EVENT_TIME_ROUNDED, offset);
  if (*ret_ns < 0)
    note (sink, HEALTH_EVENT_TIME_NEGATIVE, offset);
  return true;
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

  if (!(event->present & EVENT_DURATION) || !is_numeric (&event->duration)
      || !decimal_us_to_ns (event->duration.text, event->duration.length, TRACE_TIME_MAX_NS, ret_ns,
                            &rounded))
    {
      skip (sink, HEALTH_EVENT_DURATION_INVALID, offset);
      return false;
    }
  if (rounded)
    note (sink, HEALTH_EVENT_TIME_ROUNDED, offset);
  if (*ret_ns < 0)
    {
      note (sink, HEALTH_EVENT_DURATION_NEGATIVE, offset);
      *ret_ns = 0;
    }
  return true;
}

static void
note_time (ChromeSink *sink, int64_t time_ns)
{
  sink->batch->n_times++;
  sink->batch->n_epoch_times += time_ns >= CHROME_EPOCH_MIN_NS;
}

/* ---- phases ---- */

/* What slices of every phase have in common. */
static SliceInput
describe_slice (ChromeSink *sink, const ChromeEvent *event, int64_t time_ns, int64_t offset)
{
  SliceInput slice = {
    .name = name_of (sink, event),
    .category = category_of (sink, event),
    .start_ns = time_ns,
    .args = event->args,
  };

  slice.kind = kind_of (sink, slice.category);
  if (!chrome_event_arg_integer (event, ARG_CORRELATION, &slice.correlation))
    slice.correlation = 0;
  if (!(event->present & EVENT_NAME))
    note (sink, HEALTH_EVENT_NAME_MISSING, offset);
  return slice;
}

static bool
add_complete (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  int64_t time_ns, dur_ns;

  if (!take_time (sink, event, offset, &time_ns) || !take_duration (sink, event, offset, &dur_ns))
    return false;

  SliceInput slice = describe_slice (sink, event, time_ns, offset);
  uint32_t place = place_of (sink, event);
  slice.dur_ns = dur_ns;
  slice.track = row_for_slice (sink, place, slice.kind, event);
  if (!batch_slice_column_push (&sink->batch->slices, slice))
    sink->batch->failed = true;
  sink->batch->events.slices++;
  if (slice.kind != SLICE_PROFILER_SPAN)
    note_time (sink, time_ns);
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

  if (!take_time (sink, event, offset, &time_ns))
    return false;

  uint32_t place = place_of (sink, event);
  if (event->phase == 'E')
    add_pair_end (sink, place, true, true, &(SliceInput){ .start_ns = time_ns, .args = event->args }, offset);
  else
    {
      SliceInput slice = describe_slice (sink, event, time_ns, offset);
      slice.track = row_for_slice (sink, place, slice.kind, event);
      add_pair_end (sink, place, true, false, &slice, offset);
      note_time (sink, time_ns);
    }
  return true;
}

static uint64_t
hash_text (const ChromeEvent *event, EventField field, const JsonValue *value, uint64_t seed)
{
  return event->present & field ? XXH3_64bits_withSeed (value->text, value->length, seed) : seed + 1;
}

/* What the two ends of an asynchronous slice, or the points of an arrow, have in common. */
static uint64_t
hash_id (const ChromeEvent *event, uint64_t seed)
{
  uint64_t hash = hash_text (event, EVENT_CATEGORY, &event->category, seed);

  if (event->id_is_local)
    hash = hash_text (event, EVENT_PID, &event->pid, hash);
  return hash_text (event, EVENT_ID, &event->id, hash);
}

static bool
add_async_end (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  int64_t time_ns;

  if (!take_time (sink, event, offset, &time_ns))
    return false;

  uint64_t key = hash_id (event, 0);
  uint32_t place = place_of (sink, event);
  if (event->phase == 'e' || event->phase == 'F')
    add_pair_end (sink, key, false, true, &(SliceInput){ .start_ns = time_ns, .args = event->args }, offset);
  else
    {
      SliceInput slice = describe_slice (sink, event, time_ns, offset);
      slice.track = chrome_batch_row (
        sink->batch, &(BatchRow){ .form = ROW_ASYNC, .place = place, .a = slice.category, .b = slice.name });
      add_pair_end (sink, key, false, false, &slice, offset);
      note_time (sink, time_ns);
    }
  return true;
}

static bool
add_instant (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  int64_t time_ns;

  if (!take_time (sink, event, offset, &time_ns))
    return false;

  uint32_t place = place_of (sink, event);
  TraceInstant instant = {
    .track = chrome_batch_thread_row (sink->batch, place),
    .name = name_of (sink, event),
    .category = category_of (sink, event),
    .scope = 't',
    .time_ns = time_ns,
    .args = event->args,
  };
  if (event->present & EVENT_SCOPE && event->scope.length == 1
      && (event->scope.text[0] == 'g' || event->scope.text[0] == 'p'))
    instant.scope = event->scope.text[0];
  if (!batch_instant_column_push (&sink->batch->instants, instant))
    sink->batch->failed = true;
  sink->batch->events.instants++;
  return true;
}

static bool
parse_sample (const JsonValue *value, double *ret_value)
{
  char text[64];
  char *end;

  if ((value->type != JSON_NUMBER && value->type != JSON_STRING && value->type != JSON_WORD)
      || value->length == 0 || value->length >= sizeof text)
    return false;
  memcpy (text, value->text, value->length);
  text[value->length] = '\0';
  if (strspn (text, "0123456789+-.eE") != value->length)
    return false;
  *ret_value = g_ascii_strtod (text, &end);
  return end == text + value->length && *ret_value - *ret_value == 0;
}

static void
add_sample (ChromeSink *sink, uint32_t place, uint32_t name, uint32_t series, int64_t time_ns, double value)
{
  ChromeBatch *batch = sink->batch;
  const BatchRow row = { .form = ROW_COUNTER, .place = place, .a = name, .b = series };

  if (!batch_sample_column_push (&batch->samples,
                                 (BatchSample){ chrome_batch_row (batch, &row), time_ns, value }))
    batch->failed = true;
}

static bool
add_counter (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  const char *at = event->args_begin;
  int64_t time_ns;
  JsonValue key, value;
  double number;

  if (!take_time (sink, event, offset, &time_ns))
    return false;

  uint32_t place = place_of (sink, event);
  uint32_t name = name_of (sink, event);
  sink->batch->events.counters++;
  if (event->args == ARGS_NONE)
    {
      note (sink, HEALTH_COUNTER_VALUE_INVALID, offset);
      return true;
    }
  while (json_next_in_mode (&at, event->args_end, event->mode, &key, &value))
    if (parse_sample (&value, &number))
      {
        add_sample (sink, place, name, chrome_batch_string (sink->batch, key.text, key.length), time_ns,
                    number);
        note_time (sink, time_ns);
      }
    else
      note (sink, HEALTH_COUNTER_VALUE_INVALID, offset);
  return true;
}

/* PyTorch writes an arrow per launch, with the correlation id as its id, under a category that changed over
 * the years; it also writes an end on every call that launched nothing. */
static bool
is_launch_category (const ChromeEvent *event)
{
  static const char *const categories[] = { "ac2g", "async_cpu_to_gpu", "async_gpu", "async" };

  if (event->present & EVENT_CATEGORY)
    for (size_t i = 0; i < sizeof categories / sizeof categories[0]; i++)
      if (strlen (categories[i]) == event->category.length
          && memcmp (categories[i], event->category.text, event->category.length) == 0)
        return true;
  return false;
}

static bool
add_flow_point (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  int64_t time_ns, id;

  if (!take_time (sink, event, offset, &time_ns))
    return false;

  uint32_t place = place_of (sink, event);
  FlowPoint point = {
    .place = place,
    .time_ns = time_ns,
    .phase = event->phase == 's'   ? FLOW_POINT_START
             : event->phase == 't' ? FLOW_POINT_STEP
                                   : FLOW_POINT_END,
    .prefer = SLICE_OPERATOR,
  };
  if (is_launch_category (event) && event->present & EVENT_ID
      && decimal_to_integer (event->id.text, event->id.length, &id))
    {
      point.is_launch = true;
      point.key = (uint64_t) id;
      point.prefer = SLICE_CALL;
    }
  else
    {
      bool encloses =
        event->present & EVENT_BINDING && event->binding.length == 1 && event->binding.text[0] == 'e';

      point.key = hash_text (event, EVENT_NAME, &event->name, hash_id (event, 1));
      point.next_slice = event->phase == 'f' && !encloses;
    }
  point.category = category_of (sink, event);
  if (!batch_flow_point_column_push (&sink->batch->flow_points, point))
    sink->batch->failed = true;
  sink->batch->events.flows++;
  return true;
}

/* GPU thread names end in a space ("stream 7 "). */
static uint32_t
trimmed_string (ChromeSink *sink, const JsonValue *value)
{
  size_t length = value->length;

  while (length > 0 && value->text[length - 1] == ' ')
    length--;
  return chrome_batch_string (sink->batch, value->text, length);
}

static void
describe (ChromeSink *sink, const ChromeEvent *event)
{
  static const struct
  {
    const char *name;
    KnownArg arg;
  } kinds[N_DESCRIPTIONS] = {
    [DESCRIBES_PROCESS_NAME] = { "process_name", ARG_NAME },
    [DESCRIBES_PROCESS_LABELS] = { "process_labels", ARG_LABELS },
    [DESCRIBES_PROCESS_ORDER] = { "process_sort_index", ARG_SORT_INDEX },
    [DESCRIBES_THREAD_NAME] = { "thread_name", ARG_NAME },
    [DESCRIBES_THREAD_ORDER] = { "thread_sort_index", ARG_SORT_INDEX },
  };
  BatchDescription description = { .place = place_of (sink, event) };

  for (size_t i = 0; i < N_DESCRIPTIONS; i++)
    if (strlen (kinds[i].name) == event->name.length
        && memcmp (kinds[i].name, event->name.text, event->name.length) == 0
        && event->known & 1u << kinds[i].arg)
      {
        description.kind = (DescriptionKind) i;
        if (kinds[i].arg != ARG_SORT_INDEX)
          description.text = trimmed_string (sink, &event->arg[kinds[i].arg]);
        else if (!chrome_event_arg_integer (event, ARG_SORT_INDEX, &description.number))
          return;
        if (!batch_description_column_push (&sink->batch->descriptions, description))
          sink->batch->failed = true;
        return;
      }
}

static bool
add_metadata (ChromeSink *sink, const ChromeEvent *event)
{
  ChromeBatch *batch = sink->batch;
  int64_t epoch_us;

  if (event->present & EVENT_NAME)
    describe (sink, event);
  if (!batch->has_epoch_base && chrome_event_arg_integer (event, ARG_EPOCH_US, &epoch_us) && epoch_us > 0
      && epoch_us < TRACE_TIME_MAX_NS / 1000)
    {
      batch->has_epoch_base = true;
      batch->epoch_base_ns = epoch_us * 1000;
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
      taken = add_instant (sink, event, offset);
      break;
    case 'C':
      taken = add_counter (sink, event, offset);
      keeps_args = false;
      break;
    case 's':
    case 't':
    case 'f':
      taken = add_flow_point (sink, event, offset);
      keeps_args = false;
      break;
    case 'M':
      taken = add_metadata (sink, event);
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
      note (sink, HEALTH_EVENT_PHASE_NOT_SHOWN, offset);
      taken = true;
      keeps_args = false;
      break;
    case 0:
      if (event->present == 0 && event->args == ARGS_NONE)
        skip (sink, HEALTH_JSON_EVENT_EMPTY, offset);
      else
        skip (sink, HEALTH_EVENT_PHASE_MISSING, offset);
      break;
    default:
      skip (sink, HEALTH_EVENT_PHASE_UNKNOWN, offset);
      break;
    }

  if (taken)
    sink->batch->events.total++;
  if ((!taken || !keeps_args) && event->args != ARGS_NONE)
    chrome_batch_args_rewind (sink->batch, &event->before_args);
}
