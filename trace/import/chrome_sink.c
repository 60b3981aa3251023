/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome_sink.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "trace/decimal_time.h"

bool
chrome_sink_init (ChromeSink *sink, TraceBuilder *builder)
{
  *sink = (ChromeSink){
    .builder = builder,
    .tracks = chrome_tracks_new (builder),
    .pairs = chrome_pairs_new (builder),
  };
  if (sink->tracks != NULL && sink->pairs != NULL)
    return true;
  chrome_sink_clear (sink);
  return false;
}

void
chrome_sink_clear (ChromeSink *sink)
{
  chrome_tracks_free (sink->tracks);
  chrome_pairs_free (sink->pairs);
  u8_column_clear (&sink->kind_of_category);
  u8_column_clear (&sink->decoded);
}

/* ---- texts ---- */

static uint32_t
string_of (ChromeSink *sink, unsigned present, EventField field, const JsonValue *value)
{
  if (!(present & field))
    return STRING_EMPTY;
  if (!value->has_escapes)
    return trace_builder_string (sink->builder, value->text, value->length);

  sink->decoded.n = 0;
  if (!u8_column_reserve (&sink->decoded, value->length))
    {
      trace_builder_set_failed (sink->builder);
      return STRING_EMPTY;
    }
  size_t length = json_string_decode (value, (char *) sink->decoded.at);
  return trace_builder_string (sink->builder, (const char *) sink->decoded.at, length);
}

static SliceKind
kind_of (ChromeSink *sink, uint32_t category)
{
  U8Column *kinds = &sink->kind_of_category;

  if (category >= kinds->n)
    {
      size_t extra = category + 1 - kinds->n;
      if (!u8_column_reserve (kinds, extra))
        {
          trace_builder_set_failed (sink->builder);
          return SLICE_OTHER;
        }
      memset (kinds->at + kinds->n, 0, extra);
      kinds->n += extra;
    }
  if (kinds->at[category] == 0)
    {
      size_t length;
      const char *text = string_table_get (trace_builder_strings (sink->builder), category, &length);
      SliceKind kind = slice_kind_of_category (text, length);

      kinds->at[category] = (uint8_t) (kind + 1);
      sink->has_kineto_kinds = sink->has_kineto_kinds || kind != SLICE_OTHER;
    }
  return (SliceKind) (kinds->at[category] - 1);
}

/* ---- times ---- */

static bool
is_numeric (const JsonValue *value)
{
  return value->type == JSON_NUMBER || value->type == JSON_STRING;
}

static void
skip (ChromeSink *sink, HealthId id, int64_t offset)
{
  trace_builder_event_counts (sink->builder)->skipped++;
  trace_builder_add_health (sink->builder, id, 1, offset);
}

/* False: the event has been counted as skipped. */
static bool
take_time (ChromeSink *sink, const ChromeEvent *event, int64_t offset, int64_t *ret_ns)
{
  bool rounded;

  if (!(event->present & EVENT_TIME) || !is_numeric (&event->time)
      || !decimal_us_to_ns (event->time.text, event->time.length, TRACE_TIME_MAX_NS, ret_ns, &rounded))
    {
      skip (sink, HEALTH_EVENT_TIME_INVALID, offset);
      return false;
    }
  if (rounded)
    trace_builder_add_health (sink->builder, HEALTH_EVENT_TIME_ROUNDED, 1, offset);
  if (*ret_ns < 0)
    trace_builder_add_health (sink->builder, HEALTH_EVENT_TIME_NEGATIVE, 1, offset);
  return true;
}

static bool
take_duration (ChromeSink *sink, const ChromeEvent *event, int64_t offset, int64_t *ret_ns)
{
  bool rounded;

  if (!(event->present & EVENT_DURATION) || !is_numeric (&event->duration)
      || !decimal_us_to_ns (event->duration.text, event->duration.length, TRACE_TIME_MAX_NS, ret_ns,
                            &rounded))
    {
      skip (sink, HEALTH_EVENT_DURATION_INVALID, offset);
      return false;
    }
  if (rounded)
    trace_builder_add_health (sink->builder, HEALTH_EVENT_TIME_ROUNDED, 1, offset);
  if (*ret_ns < 0)
    {
      trace_builder_add_health (sink->builder, HEALTH_EVENT_DURATION_NEGATIVE, 1, offset);
      *ret_ns = 0;
    }
  return true;
}

static void
note_time (ChromeSink *sink, int64_t time_ns)
{
  if (!sink->has_time || time_ns < sink->first_ns)
    sink->first_ns = time_ns;
  sink->has_time = true;
}

/* ---- phases ---- */

/* What slices of every phase have in common. */
static SliceInput
describe_slice (ChromeSink *sink, const ChromeEvent *event, int64_t time_ns, int64_t offset)
{
  SliceInput slice = {
    .name = string_of (sink, event->present, EVENT_NAME, &event->name),
    .category = string_of (sink, event->present, EVENT_CATEGORY, &event->category),
    .start_ns = time_ns,
    .args = event->args,
  };

  slice.kind = kind_of (sink, slice.category);
  if (!chrome_event_arg_integer (event, ARG_CORRELATION, &slice.correlation))
    slice.correlation = 0;
  if (!(event->present & EVENT_NAME))
    trace_builder_add_health (sink->builder, HEALTH_EVENT_NAME_MISSING, 1, offset);
  return slice;
}

static bool
add_complete (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  int64_t time_ns, dur_ns;

  if (!take_time (sink, event, offset, &time_ns) || !take_duration (sink, event, offset, &dur_ns))
    return false;

  SliceInput slice = describe_slice (sink, event, time_ns, offset);
  uint32_t place = chrome_tracks_place (sink->tracks, event);
  slice.dur_ns = dur_ns;
  slice.track = chrome_tracks_for_slice (sink->tracks, place, slice.kind, event);
  trace_builder_add_slice (sink->builder, &slice);
  trace_builder_event_counts (sink->builder)->slices++;
  if (slice.kind != SLICE_PROFILER_SPAN)
    note_time (sink, time_ns);
  return true;
}

static bool
add_duration_end (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  int64_t time_ns;

  if (!take_time (sink, event, offset, &time_ns))
    return false;

  uint32_t place = chrome_tracks_place (sink->tracks, event);
  if (event->phase == 'E')
    chrome_pairs_end (sink->pairs, place, time_ns, event->args, offset);
  else
    {
      SliceInput slice = describe_slice (sink, event, time_ns, offset);
      slice.track = chrome_tracks_for_slice (sink->tracks, place, slice.kind, event);
      chrome_pairs_begin (sink->pairs, place, &slice, offset);
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

  /* Above 2^32, so that no key is a place of B/E. */
  uint64_t key = hash_id (event, 0) | UINT64_C (1) << 63;
  uint32_t place = chrome_tracks_place (sink->tracks, event);
  if (event->phase == 'e' || event->phase == 'F')
    chrome_pairs_end (sink->pairs, key, time_ns, event->args, offset);
  else
    {
      SliceInput slice = describe_slice (sink, event, time_ns, offset);
      slice.track = chrome_tracks_async (sink->tracks, place, slice.category, slice.name);
      chrome_pairs_begin (sink->pairs, key, &slice, offset);
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

  uint32_t place = chrome_tracks_place (sink->tracks, event);
  TraceInstant instant = {
    .track = chrome_tracks_thread (sink->tracks, place),
    .name = string_of (sink, event->present, EVENT_NAME, &event->name),
    .category = string_of (sink, event->present, EVENT_CATEGORY, &event->category),
    .scope = 't',
    .time_ns = time_ns,
    .args = event->args,
  };
  if (event->present & EVENT_SCOPE && event->scope.length == 1
      && (event->scope.text[0] == 'g' || event->scope.text[0] == 'p'))
    instant.scope = event->scope.text[0];
  trace_builder_add_instant (sink->builder, &instant);
  trace_builder_event_counts (sink->builder)->instants++;
  return true;
}

static bool
parse_sample (const Arg *arg, double *ret_value)
{
  char text[64];
  char *end;

  if (arg->length == 0 || arg->length >= sizeof text)
    return false;
  memcpy (text, arg->text, arg->length);
  text[arg->length] = '\0';
  if (strspn (text, "0123456789+-.eE") != arg->length)
    return false;
  *ret_value = g_ascii_strtod (text, &end);
  return end == text + arg->length && *ret_value - *ret_value == 0;
}

static bool
add_counter (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  TraceBuilder *builder = sink->builder;
  const ArgsBlob *blob = trace_builder_args_blob (builder);
  int64_t time_ns;
  ArgIter iter;
  Arg arg;

  if (!take_time (sink, event, offset, &time_ns))
    return false;

  uint32_t place = chrome_tracks_place (sink->tracks, event);
  uint32_t name = string_of (sink, event->present, EVENT_NAME, &event->name);
  trace_builder_event_counts (builder)->counters++;
  if (event->args == ARGS_NONE
      || !arg_iter_init (&iter, blob->tail.at, blob->tail.n, event->args - blob->n_spilled,
                         trace_builder_strings (builder), trace_builder_arg_keys (builder)))
    {
      trace_builder_add_health (builder, HEALTH_COUNTER_VALUE_INVALID, 1, offset);
      return true;
    }
  while (arg_iter_next (&iter, &arg))
    {
      double value;

      if (parse_sample (&arg, &value))
        {
          uint32_t track = chrome_tracks_counter (sink->tracks, place, name, arg.key);
          trace_builder_add_sample (builder, track, time_ns, value);
          note_time (sink, time_ns);
        }
      else
        trace_builder_add_health (builder, HEALTH_COUNTER_VALUE_INVALID, 1, offset);
    }
  arg_iter_clear (&iter);
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

  uint32_t place = chrome_tracks_place (sink->tracks, event);
  FlowPoint point = {
    .place = chrome_tracks_flow_place (sink->tracks, place),
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
  point.category = string_of (sink, event->present, EVENT_CATEGORY, &event->category);
  trace_builder_add_flow_point (sink->builder, &point);
  trace_builder_event_counts (sink->builder)->flows++;
  return true;
}

static bool
add_metadata (ChromeSink *sink, const ChromeEvent *event)
{
  int64_t epoch_us;

  if (event->present & EVENT_NAME)
    chrome_tracks_describe (sink->tracks, event, event->name.text, event->name.length);
  if (!sink->has_epoch_base && chrome_event_arg_integer (event, ARG_EPOCH_US, &epoch_us) && epoch_us > 0
      && epoch_us < TRACE_TIME_MAX_NS / 1000)
    {
      sink->has_epoch_base = true;
      sink->epoch_base_ns = epoch_us * 1000;
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
      trace_builder_add_health (sink->builder, HEALTH_EVENT_PHASE_NOT_SHOWN, 1, offset);
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
    trace_builder_event_counts (sink->builder)->total++;
  if ((!taken || !keeps_args) && event->args != ARGS_NONE)
    args_truncate (trace_builder_args_blob (sink->builder), event->args);
  trace_builder_spill (sink->builder);
}

void
chrome_sink_finish (ChromeSink *sink)
{
  chrome_pairs_finish (sink->pairs);
  chrome_tracks_finish (sink->tracks);
}
