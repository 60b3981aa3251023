/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_members.h"

#include <string.h>

typedef enum
{
  STEP_ON,   /* something was read */
  STEP_END,  /* the end of the current object or of the text */
  STEP_BAD,  /* the text is not what it should be */
  STEP_FAIL, /* error is set */
} Step;

/* Reads one value of the root object other than the events. STEP_END means that the text ends inside it. */
static Step
read_setting (ChromeDocument *doc, const JsonValue *key, GError **error)
{
  TextSpan *text = &doc->reader.text.span;
  size_t key_at = (size_t) (text->at - key->text);

  for (;;)
    {
      const char *at = text->at;
      unsigned repairs = 0;
      JsonValue value;
      JsonStatus status = json_value (&at, text->end, JSON_STRICT, &repairs, &value);

      if (status == JSON_OK)
        {
          JsonValue moved_key = *key;

          moved_key.text = text->at - key_at;
          chrome_reader_note_repairs (&doc->reader, repairs, text->at);
          kineto_settings_add (&doc->settings, &moved_key, &value, text_span_offset (text, text->at));
          text->at = at;
          return STEP_ON;
        }
      if (status == JSON_BAD || (size_t) (text->end - text->at) > CHROME_EVENT_BYTES_MAX)
        return STEP_BAD;
      if (text->at_end)
        return STEP_END;

      /* The key has to move along with its value. */
      if (!chrome_reader_more_behind (&doc->reader, key_at, error))
        return STEP_FAIL;
    }
}

/* Reads a key and its colon; the window is then on the value. STEP_END means that the text ends before that. */
static Step
read_key (ChromeDocument *doc, JsonValue *ret_key, GError **error)
{
  TextSpan *text = &doc->reader.text.span;

  for (;;)
    {
      const char *at = text->at;
      unsigned repairs = 0;
      JsonStatus status = at == text->end ? JSON_MORE
                          : *at == '"'    ? json_string (&at, text->end, JSON_STRICT, &repairs, ret_key)
                                          : JSON_BAD;

      if (status == JSON_OK)
        {
          at = json_skip_space (at, text->end);
          status = at == text->end ? JSON_MORE : *at == ':' ? JSON_OK : JSON_BAD;
        }
      if (status == JSON_OK)
        {
          at = json_skip_space (at + 1, text->end);
          status = at == text->end ? JSON_MORE : JSON_OK;
        }
      if (status == JSON_OK)
        {
          text->at = at;
          return STEP_ON;
        }
      if (status == JSON_BAD || (size_t) (text->end - text->at) > CHROME_EVENT_BYTES_MAX)
        return STEP_BAD;
      if (text->at_end)
        return STEP_END;
      if (!chrome_reader_more (&doc->reader, error))
        return STEP_FAIL;
    }
}

/* Returns the health id for damage around the events. */
static HealthId
damage_here (const ChromeDocument *doc)
{
  return doc->reader.was_read ? HEALTH_JSON_TAIL_DAMAGED : HEALTH_JSON_HEADER_DAMAGED;
}

/* Reads what follows a value of the root object. STEP_ON: the window is on the next key. STEP_END: it is
 * after the closing brace or at the end of the text. */
static Step
read_separator (ChromeDocument *doc, bool *ret_closed, GError **error)
{
  TextSpan *text = &doc->reader.text.span;

  if (!chrome_reader_skip_space (&doc->reader, error))
    return STEP_FAIL;
  if (text->at < text->end && *text->at == '"')
    chrome_reader_note (&doc->reader, damage_here (doc), text->at);
  if (text->at < text->end && *text->at == ',')
    {
      text->at++;
      if (!chrome_reader_skip_space (&doc->reader, error))
        return STEP_FAIL;
      if (text->at < text->end && *text->at == '}')
        chrome_reader_note (&doc->reader, HEALTH_JSON_TRAILING_COMMA, text->at);
    }
  if (text->at < text->end && *text->at == '}')
    {
      text->at++;
      *ret_closed = true;
      return STEP_END;
    }
  return text->at == text->end ? STEP_END : *text->at == '"' ? STEP_ON : STEP_BAD;
}

static bool
is_trace_events (const JsonValue *key)
{
  return key->length == 11 && memcmp (key->text, "traceEvents", 11) == 0;
}

/* The window is on the array that has that key. An array of events under another name comes from a file whose
 * key is damaged, unless the events have been read already. Reads on until that can be decided. */
static bool
is_array_of_events (ChromeDocument *doc, JsonValue *key, bool *ret_is, GError **error)
{
  TextSpan *text = &doc->reader.text.span;
  size_t key_at = (size_t) (text->at - key->text);
  JsonStatus status;

  *ret_is = is_trace_events (key);
  if (*ret_is || doc->reader.was_read)
    return true;
  while ((status = chrome_reader_probe (&doc->reader, json_skip_space (text->at + 1, text->end))) == JSON_MORE
         && !text->at_end && (size_t) (text->end - text->at) <= CHROME_EVENT_BYTES_MAX)
    {
      if (!chrome_reader_more_behind (&doc->reader, key_at, error))
        return false;
      key->text = text->at - key_at;
    }
  *ret_is = status == JSON_OK;
  if (*ret_is)
    chrome_reader_note (&doc->reader, HEALTH_JSON_HEADER_DAMAGED, text->at);
  return true;
}

/* The window is on the value of the events' key. Sets whether that is an event because the bracket was lost.
 * Returns false with error set. */
static bool
is_array_without_bracket (ChromeDocument *doc, JsonValue *key, bool *ret_is, GError **error)
{
  TextSpan *text = &doc->reader.text.span;
  size_t key_at = (size_t) (text->at - key->text);
  JsonStatus status = JSON_BAD;

  if (*text->at == '{' && !chrome_reader_probe_events (&doc->reader, key_at, false, &status, error))
    return false;
  key->text = text->at - key_at;
  *ret_is = status == JSON_OK;
  if (*ret_is)
    chrome_reader_note (&doc->reader, HEALTH_JSON_HEADER_DAMAGED, text->at);
  return true;
}

/* The window is on the value of that key. Sets whether that is the events; the window is then on the first
 * one. Returns false with error set. */
static bool
enter_events (ChromeDocument *doc, JsonValue *key, bool *ret_is, GError **error)
{
  TextSpan *text = &doc->reader.text.span;
  bool is_named = is_trace_events (key);

  *ret_is = false;
  doc->has_key = doc->has_key || is_named;
  if (*text->at != '[')
    return !is_named || is_array_without_bracket (doc, key, ret_is, error);
  if (!is_array_of_events (doc, key, ret_is, error))
    return false;
  text->at += *ret_is;
  return true;
}

/* Reads the events; the window is on the first one, or after the bracket before it. */
static bool
read_events (ChromeDocument *doc, GError **error)
{
  bool closed;

  return chrome_reader_events (&doc->reader, true, &closed, error)
         && chrome_reader_stray_events (&doc->reader, error);
}

/* Reads members of the root object up to its closing brace or to damage. */
static Step
read_members (ChromeDocument *doc, bool *ret_closed, GError **error)
{
  Step step = STEP_ON;

  while (step == STEP_ON)
    {
      bool is_events;
      JsonValue key;

      step = read_key (doc, &key, error);
      if (step == STEP_ON)
        {
          if (!enter_events (doc, &key, &is_events, error) || (is_events && !read_events (doc, error)))
            return STEP_FAIL;
          if (!is_events)
            step = read_setting (doc, &key, error);
        }
      if (step == STEP_ON)
        step = read_separator (doc, ret_closed, error);
    }
  return step;
}

/* Reads all members; the window is on a key. */
static bool
read_all_members (ChromeDocument *doc, GError **error)
{
  TextSpan *text = &doc->reader.text.span;
  bool closed = false;

  for (Step step = STEP_ON;;)
    {
      if (step == STEP_ON)
        step = read_members (doc, &closed, error);
      if (step == STEP_FAIL)
        return false;
      if (closed || doc->reader.is_truncated)
        return true;
      doc->is_cut = doc->is_cut || step == STEP_END;
      if (step == STEP_END && doc->reader.was_read)
        {
          /* Programs close their objects, so this one was stopped. */
          chrome_reader_note (&doc->reader, HEALTH_JSON_UNCLOSED, text->at);
          doc->reader.is_truncated = true;
          text->at = text->end;
          return true;
        }

      /* Damage. If it blocks the way to the events, or appears to end them too early, the events are found by
       * their shape, and members follow them again. */
      HealthId id = damage_here (doc);
      int64_t offset = text_span_offset (text, text->at);

      if (!chrome_reader_resynchronise (&doc->reader, error))
        return false;
      if (doc->reader.was_read || text->at < text->end)
        trace_builder_add_health (doc->builder, id, 1, offset);
      if (text->at == text->end)
        return true;
      if (!read_events (doc, error))
        return false;
      step = read_separator (doc, &closed, error);
    }
}

bool
chrome_members_read (ChromeDocument *doc, GError **error)
{
  TextSpan *text = &doc->reader.text.span;

  text->at++;
  if (!chrome_reader_skip_space (&doc->reader, error))
    return false;
  if (text->at < text->end && *text->at == '}')
    {
      text->at++;
      return true;
    }
  return read_all_members (doc, error);
}

bool
chrome_members_read_behind_events (ChromeDocument *doc, GError **error)
{
  bool closed = false;
  Step step = read_separator (doc, &closed, error);

  return step == STEP_ON ? read_all_members (doc, error) : step != STEP_FAIL;
}
