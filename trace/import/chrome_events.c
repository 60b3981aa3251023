/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome_events.h"

#include <string.h>

/* An event that has not ended after this many bytes is looked through for the begin of another one: a lost
 * quotation mark can make it swallow the rest of the file. */
#define SUSPICIOUS_EVENT_BYTES (64 * 1024)

void
chrome_events_note (ChromeEvents *events, HealthId id, const char *place)
{
  trace_builder_add_health (events->builder, id, 1, text_stream_offset (&events->text, place));
}

void
chrome_events_note_repairs (ChromeEvents *events, unsigned repairs, const char *place)
{
  static const struct
  {
    JsonRepair repair;
    HealthId id;
  } ids[] = {
    { JSON_REPAIR_CONTROL_CHARACTER, HEALTH_JSON_CONTROL_CHARACTER },
    { JSON_REPAIR_ESCAPE, HEALTH_JSON_ESCAPE },
    { JSON_REPAIR_UTF8, HEALTH_JSON_UTF8 },
    { JSON_REPAIR_QUOTE, HEALTH_JSON_QUOTE },
    { JSON_REPAIR_NUMBER, HEALTH_JSON_NUMBER },
    { JSON_REPAIR_NOT_FINITE, HEALTH_JSON_NOT_FINITE },
    { JSON_REPAIR_TRAILING_COMMA, HEALTH_JSON_TRAILING_COMMA },
  };

  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
    if (repairs & ids[i].repair)
      chrome_events_note (events, ids[i].id, place);
}

/* Moves to the next byte that is not white space; false: error. at == end: the text has ended. */
bool
chrome_events_skip_space (ChromeEvents *events, GError **error)
{
  TextStream *text = &events->text;

  while ((text->at = json_skip_space (text->at, text->end)) == text->end && !text->at_end)
    if (!text_stream_more (text, error))
      return false;
  return true;
}

/* Whether text begins `{ "key"` with a key that writers put first in an event. */
static JsonStatus
looks_like_event (const char *at, const char *end)
{
  static const char *const keys[] = {
    "ph", "name", "cat", "pid", "tid", "ts", "dur", "id", "args", "s", "bp"
  };
  const char *p = json_skip_space (at + 1, end);

  if (p == end)
    return JSON_MORE;
  if (*p != '"')
    return JSON_BAD;
  p++;
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    {
      size_t n = strlen (keys[i]);
      if ((size_t) (end - p) <= n)
        {
          if (memcmp (keys[i], p, (size_t) (end - p)) == 0)
            return JSON_MORE;
        }
      else if (p[n] == '"' && memcmp (keys[i], p, n) == 0)
        return JSON_OK;
    }
  return JSON_BAD;
}

/* Whether a colon is the last thing before place: then what is there is the value of a key. */
static bool
is_member_value (const char *place, const char *limit)
{
  while (place > limit && (place[-1] == ' ' || place[-1] == '\n' || place[-1] == '\r' || place[-1] == '\t'))
    place--;
  return place > limit && place[-1] == ':';
}

/* Whether an event that can be read begins at place, without adding it. */
JsonStatus
chrome_events_probe (ChromeEvents *events, const char *place)
{
  ArgsBlob *blob = trace_builder_args_blob (events->builder);
  uint64_t n_blob = args_size (blob);
  const char *end = events->text.end, *bad;
  unsigned repairs = 0;
  ChromeEvent event;
  JsonStatus status = place == end ? JSON_MORE : *place == '{' ? looks_like_event (place, end) : JSON_BAD;

  if (status != JSON_OK)
    return status;
  status = chrome_event_read (&events->reader, &place, end, JSON_STRICT, &repairs, &event, &bad);
  args_truncate (blob, n_blob);
  return status == JSON_OK && event.phase == 0 ? JSON_BAD : status;
}

/* Looks for an event that can be read, from place on. JSON_MORE: none yet, and *ret_place is where to go on
 * looking once more text is there. */
static JsonStatus
find_event (ChromeEvents *events, const char *place, const char **ret_place)
{
  const char *end = events->text.end, *limit = place;
  JsonStatus status = JSON_MORE;

  for (; (place = memchr (place, '{', (size_t) (end - place))) != NULL; place++)
    {
      if (is_member_value (place, limit))
        continue;
      status = chrome_events_probe (events, place);
      if (status == JSON_OK || (status == JSON_MORE && !events->text.at_end))
        break;
    }
  *ret_place = place == NULL ? end : place;
  return place != NULL && status == JSON_OK ? JSON_OK : JSON_MORE;
}

/* Gives up what begins at the stream's place and moves to the next event, or to the end of the text. */
bool
chrome_events_resynchronise (ChromeEvents *events, GError **error)
{
  TextStream *text = &events->text;
  const char *place = text->at < text->end ? text->at + 1 : text->end;

  events->is_resumed = true;
  while (find_event (events, place, &place) != JSON_OK)
    {
      text->at = place;
      if (text->at_end)
        {
          text->at = text->end;
          return true;
        }
      if ((size_t) (text->end - text->at) > CHROME_EVENT_BYTES_MAX)
        text->at = text->end;
      if (!text_stream_more (text, error))
        return false;
      place = text->at;
    }
  text->at = place;
  return true;
}

static bool
skip_event (ChromeEvents *events, HealthId id, GError **error)
{
  trace_builder_event_counts (events->builder)->skipped++;
  chrome_events_note (events, id, events->text.at);
  return chrome_events_resynchronise (events, error);
}

/* The event at the stream's place reaches the end of the text: it was cut there, unless it was broken and has
 * swallowed others. */
static bool
end_inside_event (ChromeEvents *events, GError **error)
{
  const char *place;

  if (find_event (events, events->text.at + 1, &place) == JSON_OK)
    return skip_event (events, HEALTH_JSON_EVENT_SKIPPED, error);
  /* A part of a file that is still being read ends anywhere; the whole will have the event. */
  if (!trace_builder_is_partial (events->builder))
    trace_builder_event_counts (events->builder)->skipped++;
  chrome_events_note (events, HEALTH_JSON_TRUNCATED, events->text.at);
  events->is_truncated = true;
  events->text.at = events->text.end;
  return true;
}

/* Whether the event from begin to end has taken others for a part of itself: a bracket or quotation mark in it that lost
 * its other half may have found another behind them. */
static bool
has_swallowed (ChromeEvents *events, const char *begin, const char *end)
{
  for (const char *place = begin + 1; (place = memchr (place, '{', (size_t) (end - place))) != NULL; place++)
    if (!is_member_value (place, begin) && chrome_events_probe (events, place) == JSON_OK)
      return true;
  return false;
}

/* The stream is on a '{'. */
static bool
read_event (ChromeEvents *events, GError **error)
{
  TextStream *text = &events->text;
  ChromeEvent event;

  for (;;)
    {
      const char *at = text->at, *bad;
      unsigned repairs = 0;
      JsonStatus status =
        chrome_event_read (&events->reader, &at, text->end, JSON_STRICT, &repairs, &event, &bad);

      if (status == JSON_BAD)
        {
          if (trace_builder_failed (events->builder))
            return true;
          repairs = 0;
          status = chrome_event_read (&events->reader, &at, text->end, JSON_LENIENT, &repairs, &event, &bad);
        }
      if (status == JSON_OK && (repairs & JSON_REPAIR_QUOTE || event.present & EVENT_LIST)
          && has_swallowed (events, text->at, at))
        {
          if (event.args != ARGS_NONE)
            args_truncate (trace_builder_args_blob (events->builder), event.args);
          status = JSON_BAD;
        }
      if (status == JSON_OK)
        {
          if (repairs != 0)
            chrome_events_note_repairs (events, repairs, text->at);
          chrome_sink_add (&events->sink, &event, text_stream_offset (text, text->at));
          text->at = at;
          return true;
        }
      if (status == JSON_BAD)
        return skip_event (events, HEALTH_JSON_EVENT_SKIPPED, error);

      if (text->at_end)
        return end_inside_event (events, error);
      size_t n_seen = (size_t) (text->end - text->at);
      const char *place;
      if (n_seen > CHROME_EVENT_BYTES_MAX)
        return skip_event (events, HEALTH_JSON_EVENT_TOO_LARGE, error);
      if (n_seen > SUSPICIOUS_EVENT_BYTES && find_event (events, text->at + 1, &place) == JSON_OK)
        return skip_event (events, HEALTH_JSON_EVENT_SKIPPED, error);
      if (!text_stream_more (text, error))
        return false;
    }
}

/* An element of the array that is no object: passed over alone when it is a plain value, so that what follows
 * it is not lost with it. */
static bool
skip_element (ChromeEvents *events, GError **error)
{
  TextStream *text = &events->text;

  for (;;)
    {
      const char *at = text->at;
      unsigned repairs = 0;
      JsonValue value;
      JsonStatus status = *at == '[' ? JSON_BAD : json_value (&at, text->end, JSON_STRICT, &repairs, &value);

      if (status == JSON_OK)
        {
          at = json_skip_space (at, text->end);
          status = at == text->end ? JSON_MORE : *at == ',' || *at == ']' ? JSON_OK : JSON_BAD;
        }
      if (status == JSON_OK)
        {
          trace_builder_event_counts (events->builder)->skipped++;
          chrome_events_note (events, HEALTH_JSON_EVENT_SKIPPED, text->at);
          text->at = at;
          return true;
        }
      if (status == JSON_BAD || text->at_end || (size_t) (text->end - text->at) > SUSPICIOUS_EVENT_BYTES)
        return skip_event (events, HEALTH_JSON_EVENT_SKIPPED, error);
      if (!text_stream_more (text, error))
        return false;
    }
}

/* Events up to the closing bracket, which is passed, or to the end of the text. has_bracket: there is one to
 * expect. *ret_closed: it was there. */
bool
chrome_events_read (ChromeEvents *events, bool has_bracket, bool *ret_closed, GError **error)
{
  TextStream *text = &events->text;
  bool is_first = true, is_lines = !has_bracket;

  *ret_closed = false;
  events->was_read = true;
  while (!trace_builder_failed (events->builder))
    {
      unsigned n_commas = 0;
      int64_t comma_offset = 0;

      for (;; text->at++)
        {
          if (!chrome_events_skip_space (events, error))
            return false;
          if (text->at == text->end || *text->at != ',')
            break;
          if (n_commas++ == 0)
            comma_offset = text_stream_offset (text, text->at);
        }
      if (text->at == text->end)
        return true;
      if (*text->at == ']' && has_bracket)
        {
          if (n_commas > 0)
            chrome_events_note (events, HEALTH_JSON_TRAILING_COMMA, text->at);
          text->at++;
          *ret_closed = true;
          return true;
        }
      if (!is_lines && !events->is_resumed && n_commas != (is_first ? 0 : 1))
        trace_builder_add_health (events->builder, HEALTH_JSON_SEPARATOR, 1,
                                  n_commas > 0 ? comma_offset : text_stream_offset (text, text->at));
      is_first = false;
      events->is_resumed = false;

      if (*text->at == '{' ? !read_event (events, error) : !skip_element (events, error))
        return false;
    }
  /* The builder takes no more. The text is made to end here: who looks for what follows would find the same event
   * again and again. */
  byte_source_end_here (text->source);
  text->at = text->end;
  text->at_end = true;
  return true;
}
