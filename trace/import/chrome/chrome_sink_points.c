/* SPDX-License-Identifier: Apache-2.0
 *
 * Events that are points in time: instants, values of counters, the ends of arrows. */

#include "trace/import/chrome/chrome_sink_private.h"

#include <string.h>

bool
chrome_sink_add_instant (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  int64_t time_ns;

  if (!sink_take_time (sink, event, offset, &time_ns))
    return false;

  uint32_t place = sink_place (sink, event);
  TraceInstant instant = {
    .track = chrome_batch_thread_row (sink->batch, place),
    .name = sink_name (sink, event),
    .category = sink_category (sink, event),
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
  const ImportRow row = { .form = ROW_COUNTER, .place = place, .a = name, .b = series };

  if (!batch_sample_column_push (&batch->samples,
                                 (BatchSample){ chrome_batch_row (batch, &row), time_ns, value }))
    batch->failed = true;
}

bool
chrome_sink_add_counter (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  const char *at = event->args_begin;
  int64_t time_ns;
  JsonValue key, value;
  double number;

  if (!sink_take_time (sink, event, offset, &time_ns))
    return false;

  uint32_t place = sink_place (sink, event);
  uint32_t name = sink_name (sink, event);
  sink->batch->events.counters++;
  if (event->args == ARGS_NONE)
    {
      sink_note (sink, HEALTH_COUNTER_VALUE_INVALID, offset);
      return true;
    }
  while (json_next_in_mode (&at, event->args_end, event->mode, &key, &value))
    if (parse_sample (&value, &number))
      {
        add_sample (sink, place, name, chrome_batch_string (sink->batch, key.text, key.length), time_ns,
                    number);
        sink_note_time (sink, time_ns);
      }
    else
      sink_note (sink, HEALTH_COUNTER_VALUE_INVALID, offset);
  return true;
}

typedef enum
{
  ARROW_OTHER,
  ARROW_LAUNCH,    /* a launch with a correlation id, which is also the arrow's id */
  ARROW_ONLY_LINK, /* a launch that only the arrow records */
} ArrowKind;

/* PyTorch writes an arrow per launch, with the correlation id as its id, under a category that changed over
 * the years. It also writes an end on every call that launched nothing. Without Kineto it writes arrows from operators,
 * numbered through the file, under a category such as "cpu_to_cuda" or "cpu_to_xpu". */
static ArrowKind
arrow_kind (const ChromeEvent *event)
{
  static const struct
  {
    const char *category;
    ArrowKind kind;
  } kinds[] = {
    /* clang-format off */
    { "ac2g", ARROW_LAUNCH },
    { "async_cpu_to_gpu", ARROW_LAUNCH },
    { "async_gpu", ARROW_LAUNCH },
    { "async", ARROW_LAUNCH },
    { "api_op", ARROW_ONLY_LINK }, /* RPD, from calls; it has no correlation ids in this format */
    /* clang-format on */
  };
  static const char only_link[] = "cpu_to_";

  if (!(event->present & EVENT_CATEGORY))
    return ARROW_OTHER;
  if (event->category.length > strlen (only_link)
      && memcmp (event->category.text, only_link, strlen (only_link)) == 0)
    return ARROW_ONLY_LINK;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (strlen (kinds[i].category) == event->category.length
        && memcmp (kinds[i].category, event->category.text, event->category.length) == 0)
      return kinds[i].kind;
  return ARROW_OTHER;
}

bool
chrome_sink_add_flow_point (ChromeSink *sink, const ChromeEvent *event, int64_t offset)
{
  int64_t time_ns, id;

  if (!sink_take_time (sink, event, offset, &time_ns))
    return false;

  uint32_t place = sink_place (sink, event);
  FlowPoint point = {
    .place = place,
    .time_ns = time_ns,
    .phase = event->phase == 's'   ? FLOW_POINT_START
             : event->phase == 't' ? FLOW_POINT_STEP
                                   : FLOW_POINT_END,
    .prefer = SLICE_OPERATOR,
  };
  ArrowKind kind = arrow_kind (event);

  if (kind != ARROW_OTHER && event->present & EVENT_ID
      && decimal_to_integer (event->id.text, event->id.length, &id))
    {
      point.is_launch = true;
      point.is_only_link = kind == ARROW_ONLY_LINK;
      point.key = (uint64_t) id;
      point.prefer = kind == ARROW_LAUNCH ? SLICE_CALL : SLICE_OPERATOR;
    }
  else
    {
      bool encloses =
        event->present & EVENT_BINDING && event->binding.length == 1 && event->binding.text[0] == 'e';

      point.key = chrome_sink_hash_text (event, EVENT_NAME, &event->name, chrome_sink_hash_id (event, 1));
      point.next_slice = event->phase == 'f' && !encloses;
    }
  point.category = sink_category (sink, event);
  if (!batch_flow_point_column_push (&sink->batch->flow_points, point))
    sink->batch->failed = true;
  sink->batch->events.flows++;
  return true;
}
