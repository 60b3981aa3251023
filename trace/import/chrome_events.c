/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome_events.h"

#include <string.h>

/* An event that has not ended after this many bytes is looked through for the begin of another one: a lost
 * quotation mark can make it swallow the rest of the file. */
#define SUSPICIOUS_EVENT_BYTES (64 * 1024)

bool
chrome_events_init (ChromeEvents *events)
{
  *events = (ChromeEvents){ .reader.shapes = shape_table_new () };
  return events->reader.shapes != NULL;
}

void
chrome_events_clear (ChromeEvents *events)
{
  shape_table_free (events->reader.shapes);
}

void
chrome_events_use (ChromeEvents *events, ChromeBatch *batch)
{
  events->reader.batch = batch;
  chrome_sink_begin (&events->sink, batch);
}

EventsState
events_state_begin (bool has_bracket)
{
  return (EventsState){ .has_bracket = has_bracket, .is_first = true };
}

EventsState
events_state_between (bool has_bracket)
{
  return (EventsState){ .has_bracket = has_bracket, .n_commas = 1 };
}

bool
events_state_is_between (const EventsState *state)
{
  return !state->is_first && !state->is_resumed && !state->is_searching && !state->is_truncated
         && (state->n_commas == 1 || !state->has_bracket);
}

static ChromeBatch *
batch_of (const ChromeEvents *events)
{
  return events->reader.batch;
}

static void
note (ChromeEvents *events, HealthId id, const TextSpan *span, const char *place)
{
  chrome_batch_note (batch_of (events), id, text_span_offset (span, place));
}

HealthId
chrome_health_of_repair (JsonRepair repair)
{
  switch (repair)
    {
    case JSON_REPAIR_CONTROL_CHARACTER:
      return HEALTH_JSON_CONTROL_CHARACTER;
    case JSON_REPAIR_ESCAPE:
      return HEALTH_JSON_ESCAPE;
    case JSON_REPAIR_UTF8:
      return HEALTH_JSON_UTF8;
    case JSON_REPAIR_QUOTE:
      return HEALTH_JSON_QUOTE;
    case JSON_REPAIR_NUMBER:
      return HEALTH_JSON_NUMBER;
    case JSON_REPAIR_NOT_FINITE:
      return HEALTH_JSON_NOT_FINITE;
    case JSON_REPAIR_TRAILING_COMMA:
    default:
      return HEALTH_JSON_TRAILING_COMMA;
    }
}

static void
note_repairs (ChromeEvents *events, unsigned repairs, const TextSpan *span, const char *place)
{
  for (unsigned bit = 1; bit <= repairs; bit <<= 1)
    if (repairs & bit)
      note (events, chrome_health_of_repair ((JsonRepair) bit), span, place);
}

/* Whether a colon is the last thing before place: then what is there is the value of a key. */
static bool
is_member_value (const char *place, const char *limit)
{
  while (place > limit && (place[-1] == ' ' || place[-1] == '\n' || place[-1] == '\r' || place[-1] == '\t'))
    place--;
  return place > limit && place[-1] == ':';
}

JsonStatus
chrome_events_probe (ChromeEvents *events, const TextSpan *span, const char *place)
{
  const BatchArgsMark mark = chrome_batch_args_mark (batch_of (events));
  const char *end = span->end, *bad;
  unsigned repairs = 0;
  ChromeEvent event;

  if (place == end)
    return JSON_MORE;
  int looks = *place == '{' ? text_looks_like_event (place, end) : 0;
  if (looks != 1)
    return looks == 0 ? JSON_BAD : JSON_MORE;
  JsonStatus status = chrome_event_read (&events->reader, &place, end, JSON_STRICT, &repairs, &event, &bad);
  chrome_batch_args_rewind (batch_of (events), &mark);
  return status == JSON_OK && event.phase == 0 ? JSON_BAD : status;
}

/* Looks for an event that can be read, from place on. False: none yet, and *ret_place is where to go on looking once
 * more text is there. */
static bool
find_event (ChromeEvents *events, const TextSpan *span, const char *place, const char **ret_place)
{
  const char *end = span->end, *limit = place;
  JsonStatus status = JSON_MORE;

  for (; (place = memchr (place, '{', (size_t) (end - place))) != NULL; place++)
    {
      if (is_member_value (place, limit))
        continue;
      status = chrome_events_probe (events, span, place);
      if (status == JSON_OK || (status == JSON_MORE && !span->at_end))
        break;
    }
  *ret_place = place == NULL ? end : place;
  return place != NULL && status == JSON_OK;
}

bool
chrome_events_search (ChromeEvents *events, TextSpan *span)
{
  if (find_event (events, span, span->at, &span->at))
    return true;
  if (span->at_end || (size_t) (span->end - span->at) > CHROME_EVENT_BYTES_MAX)
    span->at = span->end;
  return false;
}

/* Counts the event at span->at as lost. What follows it has to be searched. */
static void
skip_event (ChromeEvents *events, HealthId id, TextSpan *span)
{
  batch_of (events)->events.skipped++;
  note (events, id, span, span->at);
  if (span->at < span->end)
    span->at++;
  events->state.is_searching = true;
}

/* The event at span->at reaches the end of the text: it was cut there, unless it was broken and has swallowed
 * others. */
static void
end_inside_event (ChromeEvents *events, TextSpan *span)
{
  const char *place;

  if (find_event (events, span, span->at + 1, &place))
    {
      skip_event (events, HEALTH_JSON_EVENT_SKIPPED, span);
      return;
    }
  /* A part of a file that is still being read ends anywhere; the whole will have the event. */
  if (!events->is_partial)
    batch_of (events)->events.skipped++;
  note (events, HEALTH_JSON_TRUNCATED, span, span->at);
  events->state.is_truncated = true;
  span->at = span->end;
}

/* Whether the event from begin to end has taken others for a part of itself: a bracket or quotation mark in it that lost
 * its other half may have found another behind them. */
static bool
has_swallowed (ChromeEvents *events, const TextSpan *span, const char *begin, const char *end)
{
  for (const char *place = begin + 1; (place = memchr (place, '{', (size_t) (end - place))) != NULL; place++)
    if (!is_member_value (place, begin) && chrome_events_probe (events, span, place) == JSON_OK)
      return true;
  return false;
}

/* The span is on a '{'. False: more text is needed. */
static bool
read_event (ChromeEvents *events, TextSpan *span)
{
  const char *at = span->at, *bad, *place;
  unsigned repairs = 0;
  ChromeEvent event;
  JsonStatus status =
    chrome_event_read (&events->reader, &at, span->end, JSON_STRICT, &repairs, &event, &bad);

  if (status == JSON_BAD)
    {
      if (batch_of (events)->failed)
        return false;
      repairs = 0;
      status = chrome_event_read (&events->reader, &at, span->end, JSON_LENIENT, &repairs, &event, &bad);
    }
  if (status == JSON_OK && (repairs & JSON_REPAIR_QUOTE || event.present & EVENT_LIST)
      && has_swallowed (events, span, span->at, at))
    {
      chrome_batch_args_rewind (batch_of (events), &event.before_args);
      status = JSON_BAD;
    }
  if (status == JSON_OK)
    {
      if (repairs != 0)
        note_repairs (events, repairs, span, span->at);
      chrome_sink_add (&events->sink, &event, text_span_offset (span, span->at));
      span->at = at;
      return true;
    }

  size_t n_seen = (size_t) (span->end - span->at);
  if (status == JSON_BAD)
    skip_event (events, HEALTH_JSON_EVENT_SKIPPED, span);
  else if (span->at_end)
    end_inside_event (events, span);
  else if (n_seen > CHROME_EVENT_BYTES_MAX)
    skip_event (events, HEALTH_JSON_EVENT_TOO_LARGE, span);
  else if (n_seen > SUSPICIOUS_EVENT_BYTES && find_event (events, span, span->at + 1, &place))
    skip_event (events, HEALTH_JSON_EVENT_SKIPPED, span);
  else
    return false;
  return true;
}

/* An element of the array that is no object: passed over alone when it is a plain value, so that what follows
 * it is not lost with it. False: more text is needed. */
static bool
skip_element (ChromeEvents *events, TextSpan *span)
{
  const char *at = span->at;
  unsigned repairs = 0;
  JsonValue value;
  JsonStatus status = *at == '[' ? JSON_BAD : json_value (&at, span->end, JSON_STRICT, &repairs, &value);

  if (status == JSON_OK)
    {
      at = json_skip_space (at, span->end);
      status = at == span->end ? JSON_MORE : *at == ',' || *at == ']' ? JSON_OK : JSON_BAD;
    }
  if (status == JSON_OK)
    {
      batch_of (events)->events.skipped++;
      note (events, HEALTH_JSON_EVENT_SKIPPED, span, span->at);
      span->at = at;
      return true;
    }
  if (status == JSON_MORE && !span->at_end && (size_t) (span->end - span->at) <= SUSPICIOUS_EVENT_BYTES)
    return false;
  skip_event (events, HEALTH_JSON_EVENT_SKIPPED, span);
  return true;
}

/* To the next event or bracket. False: the span is used up. */
static bool
pass_separators (ChromeEvents *events, TextSpan *span)
{
  EventsState *state = &events->state;

  for (;; span->at++)
    {
      span->at = json_skip_space (span->at, span->end);
      if (span->at == span->end)
        return false;
      if (*span->at != ',')
        return true;
      if (state->n_commas++ == 0)
        state->comma_offset = text_span_offset (span, span->at);
    }
}

/* before: the state before the event at that offset. */
static void
judge_separators (ChromeEvents *events, const EventsState *before, int64_t place_offset)
{
  if (before->has_bracket && !before->is_resumed && before->n_commas != (before->is_first ? 0 : 1))
    chrome_batch_note (batch_of (events), HEALTH_JSON_SEPARATOR,
                       before->n_commas > 0 ? before->comma_offset : place_offset);
}

EventsStatus
chrome_events_read (ChromeEvents *events, TextSpan *span)
{
  EventsState *state = &events->state;

  while (!batch_of (events)->failed)
    {
      if (state->is_searching)
        {
          if (!chrome_events_search (events, span))
            return span->at_end ? EVENTS_END : EVENTS_MORE;
          state->is_searching = false;
          state->is_resumed = true;
          state->n_commas = 0;
        }
      if (!pass_separators (events, span))
        return span->at_end ? EVENTS_END : EVENTS_MORE;
      if (*span->at == ']' && state->has_bracket)
        {
          if (state->n_commas > 0)
            note (events, HEALTH_JSON_TRAILING_COMMA, span, span->at);
          span->at++;
          return EVENTS_CLOSED;
        }

      const EventsState before = *state;
      int64_t offset = text_span_offset (span, span->at);
      state->is_first = state->is_resumed = false;
      state->n_commas = 0;
      if (*span->at == '{' ? !read_event (events, span) : !skip_element (events, span))
        {
          *state = before;
          return EVENTS_MORE;
        }
      judge_separators (events, &before, offset);
    }
  return EVENTS_MORE;
}
