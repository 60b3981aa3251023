/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_document.h"

#include <string.h>

#include "trace/import/chrome/chrome_members.h"
#include "trace/text/trace_error.h"

/* An array is searched this far for a sign that it holds events. */
#define ARRAY_BEGIN_BYTES (256 * 1024)

static bool
refuse (ChromeDocument *doc, const char *what, GError **error)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: %s", doc->path, what);
  return false;
}

/* Refuses a text without events. If it was packed, or has settings of a trace, it may have been a trace. */
static bool
refuse_without_events (ChromeDocument *doc, const char *what, GError **error)
{
  const ByteSource *source = doc->reader.source;
  ByteSourceCondition condition = byte_source_condition (source);
  bool is_packed_nothing = text_span_offset (&doc->reader.text.span, doc->reader.text.span.end) == 0
                           && byte_source_position (source) > 0;

  if (condition != BYTE_SOURCE_DAMAGED && condition != BYTE_SOURCE_TRUNCATED && !is_packed_nothing
      && !doc->settings.is_kineto && !(doc->has_key && doc->is_cut))
    return refuse (doc, what, error);
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE,
               "%s: looks like a trace, but no event in it can be read. Copy the file again.", doc->path);
  return false;
}

/* An array of something other than events is another kind of file; an array whose first event is damaged is
 * not. */
static bool
array_holds_events (ChromeDocument *doc, bool *ret_holds, GError **error)
{
  TextSpan *text = &doc->reader.text.span;

  while (text->end - text->at < ARRAY_BEGIN_BYTES && !text->at_end)
    if (!chrome_reader_more (&doc->reader, error))
      return false;

  const char *at = json_skip_space (text->at + 1, text->end);
  size_t n = (size_t) MIN (text->end - at, ARRAY_BEGIN_BYTES);
  *ret_holds = n == 0 || *at == ']' || memmem (at, n, "\"ph\"", 4) != NULL;
  return true;
}

/* Reads a document; the window is on its opening bracket or brace. */
static bool
read_root (ChromeDocument *doc, GError **error)
{
  TextSpan *text = &doc->reader.text.span;
  JsonStatus status;
  bool closed;

  /* There is an event where the root should be, so there is no array around the events. */
  if (!chrome_reader_probe_events (&doc->reader, 0, false, &status, error))
    return false;
  if (status == JSON_OK)
    {
      chrome_reader_note (&doc->reader, HEALTH_JSON_NO_ARRAY, text->at);
      return chrome_reader_events (&doc->reader, false, &closed, error);
    }
  if (*text->at == '{')
    return chrome_members_read (doc, error);

  text->at++;
  if (!chrome_reader_events (&doc->reader, true, &closed, error))
    return false;
  if (closed)
    return chrome_reader_stray_events (&doc->reader, error);
  /* The format allows an array without its last bracket, so a missing one alone does not show a cut. */
  if (!doc->reader.is_truncated)
    chrome_reader_note (&doc->reader, HEALTH_JSON_UNCLOSED, text->at);
  return true;
}

/* Reads the next events after the root when what follows is not a document. If their array is closed, they
 * belong to a document whose begin was skipped. */
static bool
read_behind_rubbish (ChromeDocument *doc, GError **error)
{
  TextSpan *text = &doc->reader.text.span;
  bool closed;

  if (!chrome_reader_resynchronise (&doc->reader, error))
    return false;
  if (text->at == text->end)
    return true;
  if (!chrome_reader_events (&doc->reader, true, &closed, error)
      || !chrome_reader_stray_events (&doc->reader, error))
    return false;
  return !closed || chrome_members_read_behind_events (doc, error);
}

/* Nothing should follow the root. Another document is read like the first, with or without a comma between
 * them; in anything else, the events that can be found are read. */
static bool
read_behind_root (ChromeDocument *doc, GError **error)
{
  TextSpan *text = &doc->reader.text.span;

  for (;;)
    {
      const char *at;

      if (!chrome_reader_skip_space (&doc->reader, error))
        return false;
      if (text->at == text->end || trace_builder_failed (doc->builder))
        return true;
      at = *text->at == ',' ? json_skip_space (text->at + 1, text->end) : text->at;
      if (at == text->end && !text->at_end)
        {
          if (!chrome_reader_more (&doc->reader, error))
            return false;
          continue;
        }
      bool is_document = at < text->end && (*at == '{' || *at == '[');
      chrome_reader_note (&doc->reader, is_document ? HEALTH_JSON_SEPARATOR : HEALTH_JSON_TAIL_DAMAGED,
                          text->at);
      if (is_document)
        text->at = at;
      if (is_document ? !read_root (doc, error) : !read_behind_rubbish (doc, error))
        return false;
    }
}

/* Returns whether the text looks like a printed Python dictionary. */
static bool
is_in_single_quotes (const TextSpan *text)
{
  const char *at = text->at;

  while (at < text->end && (*at == '[' || *at == '{' || *at == ' ' || *at == '\n'))
    at++;
  return at < text->end && *at == '\'';
}

bool
chrome_document_read (ChromeDocument *doc, GError **error)
{
  TextSpan *text = &doc->reader.text.span;
  bool holds_events = true;
  JsonStatus status;

  if (text->end - text->at >= 3 && memcmp (text->at, "\xef\xbb\xbf", 3) == 0)
    {
      chrome_reader_note (&doc->reader, HEALTH_JSON_BOM, text->at);
      text->at += 3;
    }
  if (!chrome_reader_skip_space (&doc->reader, error))
    return false;
  if (text->at == text->end)
    return refuse_without_events (doc, "is empty.", error);
  if (*text->at != '{' && *text->at != '[')
    return refuse (doc, "is not JSON.", error);
  if (is_in_single_quotes (text))
    return refuse (doc, "is the output of Python's print (), not JSON. Write it with json.dump () instead.",
                   error);
  if (*text->at == '[' && !chrome_reader_probe_events (&doc->reader, 0, true, &status, error))
    return false;
  if (*text->at == '[' && status != JSON_OK && !array_holds_events (doc, &holds_events, error))
    return false;
  if (!holds_events)
    return refuse (doc, "is a JSON array, but not one of trace events.", error);

  if (!read_root (doc, error))
    return false;
  if (!doc->reader.was_read)
    return refuse_without_events (doc, "is JSON, but has no traceEvents.", error);
  return read_behind_root (doc, error);
}
