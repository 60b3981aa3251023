/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_events.h"

#include <string.h>

/* After this many bytes, an event that has not ended is searched for the begin of another one: a lost
 * quotation mark can make it swallow the rest of the file. */
#define SUSPICIOUS_EVENT_BYTES (64 * 1024)

/* The end of an unreadable event that no other event follows is searched within this many bytes. */
#define UNCLEAR_EVENT_BYTES (4 * 1024 * 1024)

/* The fewest bytes that a phase and another key take, as in "ph":"M","pid":1. */
#define OTHERS_BYTES_MIN 14

/* This much of a scanned text is kept, to see what comes before the text that follows. */
#define SEEN_BYTES 64

bool
chrome_events_init (ChromeEvents *events)
{
  *events = (ChromeEvents){ .reader.shapes = shape_table_new () };
  chrome_damage_init (&events->damage, &events->reader);
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
  return !state->is_first && !state->is_resumed && !state->is_searching && !state->is_in_rubbish
         && !state->is_truncated && (state->n_commas == 1 || !state->has_bracket);
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
    case JSON_REPAIR_NUL:
      return HEALTH_JSON_NUL;
    case JSON_REPAIR_DUPLICATE_KEY:
      return HEALTH_JSON_DUPLICATE_KEY;
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

bool
chrome_events_search (ChromeEvents *events, TextSpan *span, BeginKind kind)
{
  const char *from = span->at;

  if (chrome_damage_find_begin (&events->damage, span, from, kind, &span->at))
    return true;
  if (span->at_end || (size_t) (span->end - span->at) > CHROME_EVENT_BYTES_MAX)
    span->at = span->end;
  else if (span->end - span->at < SEEN_BYTES)
    span->at = span->end - MIN (SEEN_BYTES, span->end - from);
  return false;
}

static void
count_skipped (ChromeEvents *events, HealthId id, const TextSpan *span)
{
  batch_of (events)->events.skipped++;
  note (events, id, span, span->at);
}

/* Counts what is skipped up to end: one event, or as many as have a phase and another key, if they have
 * merged. */
static void
count_all_skipped (ChromeEvents *events, const TextSpan *span, const char *end)
{
  static const char phase[] = "\"ph\"";
  const size_t n_phase = sizeof phase - 1;
  const char *at = memmem (span->at, (size_t) (end - span->at), phase, n_phase), *next;

  count_skipped (events, HEALTH_JSON_EVENT_SKIPPED, span);
  if (at != NULL)
    at = memmem (at + n_phase, (size_t) (end - at) - n_phase, phase, n_phase);
  for (; at != NULL; at = next)
    {
      next = memmem (at + n_phase, (size_t) (end - at) - n_phase, phase, n_phase);
      if ((next != NULL ? next : end) - at > OTHERS_BYTES_MIN
          && chrome_damage_has_further_keys (span, at + n_phase, next != NULL ? next : end))
        count_skipped (events, HEALTH_JSON_EVENT_SKIPPED, span);
    }
}

static void
go_on_at (ChromeEvents *events, TextSpan *span, const char *begin)
{
  span->at = begin;
  events->state.is_resumed = true;
}

/* Starts a search, because from here on it is unclear where anything ends. */
static void
go_on_searching (ChromeEvents *events, TextSpan *span)
{
  if (span->at < span->end)
    span->at++;
  events->state.is_searching = true;
}

/* Returns whether only a comma is between place and the next event. */
static bool
is_just_before (const char *place, const char *begin)
{
  place = json_skip_space (place, begin);
  return place < begin && *place == ',' && json_skip_space (place + 1, begin) == begin;
}

/* Finds where the broken event at span->at ends, by its brackets, and sets *ret_behind. end is where the next
 * event begins, or the end of the span. Brackets in strings do not count, unless the quotation marks are what
 * is broken. */
static bool
find_end (const TextSpan *span, const char *end, unsigned n_open, const char **ret_behind)
{
  const char *anywhere = chrome_damage_find_end_anywhere (span->at, end, n_open), *behind;

  *ret_behind = anywhere;
  if (anywhere != NULL && is_just_before (anywhere, end))
    return true;
  if (anywhere == NULL && end < span->end)
    return false;
  behind = chrome_damage_find_end (span->at, end, n_open);
  if (behind != NULL && chrome_damage_is_end (span, behind) == JSON_OK)
    {
      *ret_behind = behind;
      return true;
    }
  return anywhere != NULL && chrome_damage_is_end (span, anywhere) == JSON_OK;
}

/* Counts the unreadable event at span->at as lost and skips it. n_open is how many of its brackets were lost
 * before it. Returns false if more text is needed to see where it ends. */
static bool
skip_event (ChromeEvents *events, TextSpan *span, unsigned n_open)
{
  const char *begin, *behind;
  bool is_known = chrome_damage_find_begin (&events->damage, span, span->at + 1, BEGIN_OF_ANY, &begin);

  /* If one of the brackets is lost, brackets of other events tell nothing. */
  if (!is_known && !span->at_end && (size_t) (span->end - span->at) <= UNCLEAR_EVENT_BYTES)
    return false;
  if (find_end (span, is_known ? begin : span->end, n_open, &behind))
    {
      count_all_skipped (events, span, behind);
      span->at = behind;
      return true;
    }
  /* The object around the events of a document is not an event; the document before it was not closed. */
  if (is_known && chrome_damage_is_head (span->at, begin) && text_looks_like_event (span->at, span->end) != 1)
    note (events, HEALTH_JSON_SEPARATOR, span, span->at);
  else
    count_all_skipped (events, span, begin);
  if (is_known)
    go_on_at (events, span, begin);
  else
    go_on_searching (events, span);
  return true;
}

/* Handles an event at span->at that reaches the end of the text: it was cut there, unless it was broken and
 * has swallowed others. */
static bool
end_inside_event (ChromeEvents *events, TextSpan *span)
{
  const char *place;

  if (chrome_damage_find_begin (&events->damage, span, span->at + 1, BEGIN_OF_ANY, &place))
    return skip_event (events, span, 0);
  /* A part of a file that is still being read ends anywhere; the whole file will have the event. */
  if (!events->is_partial)
    batch_of (events)->events.skipped++;
  note (events, HEALTH_JSON_TRUNCATED, span, span->at);
  events->state.is_truncated = true;
  span->at = span->end;
  return true;
}

/* Returns whether the event that ends at end has swallowed others: a bracket in it whose other half is lost
 * may have been matched by one after them. */
static bool
has_swallowed (ChromeEvents *events, const TextSpan *span, const char *end)
{
  TextSpan inner = *span;
  const char *place;

  inner.end = end;
  return chrome_damage_find_begin (&events->damage, &inner, span->at + 1, BEGIN_OF_READABLE, &place);
}

/* Tries the event at span->at a second time; it ends at the latest where the next one begins. */
static JsonStatus
read_leniently (ChromeEvents *events,
                const TextSpan *span,
                const char **at,
                unsigned *repairs,
                ChromeEvent *event)
{
  JsonStatus status = chrome_damage_has_keys (&events->damage, span, span->at);
  const char *begin;
  bool is_hopeless;

  if (status != JSON_OK)
    return status;
  bool is_known = chrome_damage_find_begin (&events->damage, span, span->at + 1, BEGIN_OF_ANY, &begin);
  unsigned mode = JSON_LENIENT | (is_known || span->at_end ? (unsigned) JSON_AT_END : 0);
  status = chrome_event_read (&events->reader, at, is_known ? begin : span->end, (JsonMode) mode, repairs,
                              event, &is_hopeless);
  if (status == JSON_MORE && is_known)
    return JSON_BAD;
  if (status == JSON_OK && !is_known && *at > begin)
    {
      chrome_batch_args_rewind (batch_of (events), &event->before_args);
      return JSON_MORE;
    }
  return status;
}

/* Reads an event; the span is on a '{'. Returns false if more text is needed. */
static bool
read_event (ChromeEvents *events, TextSpan *span)
{
  const char *at = span->at, *place;
  bool is_hopeless;
  unsigned repairs = 0;
  ChromeEvent event;
  JsonStatus status =
    chrome_event_read (&events->reader, &at, span->end, JSON_STRICT, &repairs, &event, &is_hopeless);

  if (status == JSON_BAD)
    {
      if (batch_of (events)->failed)
        return false;
      repairs = 0;
      if (!is_hopeless)
        status = read_leniently (events, span, &at, &repairs, &event);
    }
  if (status == JSON_OK && event.present & EVENT_LIST && has_swallowed (events, span, at))
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
    return skip_event (events, span, 0);
  if (span->at_end)
    return end_inside_event (events, span);
  if (n_seen > CHROME_EVENT_BYTES_MAX)
    {
      count_skipped (events, HEALTH_JSON_EVENT_TOO_LARGE, span);
      go_on_searching (events, span);
      return true;
    }
  return n_seen > SUSPICIOUS_EVENT_BYTES
         && chrome_damage_find_begin (&events->damage, span, span->at + 1, BEGIN_OF_ANY, &place)
         && skip_event (events, span, 0);
}

/* Skips something between the events that is not a value, such as a comment, up to where an event or the end
 * may be. */
static void
pass_rubbish (ChromeEvents *events, TextSpan *span)
{
  EventsState *state = &events->state;

  if (!state->is_in_rubbish)
    note (events, HEALTH_JSON_SEPARATOR, span, span->at);
  span->at++;
  while (span->at < span->end && *span->at != '{' && *span->at != ']')
    span->at++;
  state->is_in_rubbish = span->at == span->end;
  state->is_resumed = true;
}

/* Skips an element of the array that is not an object: a plain value, an event that has lost its brace, or
 * neither. Returns false if more text is needed. */
static bool
skip_element (ChromeEvents *events, TextSpan *span)
{
  const char *at = span->at;
  unsigned repairs = 0;
  JsonValue value;
  JsonStatus status = *at == '[' ? JSON_BAD : json_value (&at, span->end, JSON_STRICT, &repairs, &value);

  if (events->state.is_in_rubbish)
    {
      pass_rubbish (events, span);
      return true;
    }
  if (status == JSON_OK)
    {
      at = json_skip_space (at, span->end);
      status = at == span->end ? JSON_MORE : *at == ',' || *at == ']' ? JSON_OK : JSON_BAD;
    }
  if (status == JSON_OK)
    {
      count_skipped (events, HEALTH_JSON_EVENT_SKIPPED, span);
      span->at = at;
      return true;
    }
  bool is_long = span->at_end || (size_t) (span->end - span->at) > SUSPICIOUS_EVENT_BYTES;
  if (status == JSON_MORE && !is_long)
    return false;
  status = chrome_damage_has_keys (&events->damage, span, span->at);
  if (status == JSON_MORE && !is_long)
    return false;
  if (status == JSON_OK)
    return skip_event (events, span, *span->at != '[');
  pass_rubbish (events, span);
  return true;
}

/* Moves to the next event or bracket. Returns false if the span is used up. */
static bool
pass_separators (ChromeEvents *events, TextSpan *span)
{
  EventsState *state = &events->state;

  for (;;)
    {
      span->at = json_skip_space (span->at, span->end);
      if (span->at == span->end)
        return false;
      if (*span->at != ',')
        return true;
      if (state->n_commas == 0)
        state->comma_offset = text_span_offset (span, span->at);
      for (; span->at < span->end && *span->at == ','; span->at++)
        state->n_commas++;
    }
}

/* before is the state before the event at that offset. */
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
          if (!chrome_events_search (events, span, BEGIN_OF_ANY))
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
      state->is_in_rubbish = before.is_in_rubbish && *span->at != '{';
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
