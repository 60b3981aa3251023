/* SPDX-License-Identifier: Apache-2.0
 *
 * The Chrome trace format as a file: PyTorch Kineto and every other writer of it.
 *
 * The root is an object with a "traceEvents" array among other keys, or the array itself, or events one after
 * another without any array. Events are read one by one straight from the text. What goes wrong is confined
 * to the event it happens in: it is tried again leniently, and if that fails it is counted as skipped and
 * reading goes on at the next place that looks like the begin of an event and can be read as one. */

#include "trace/import/chrome_json.h"

#include <string.h>
#include <time.h>

#include "trace/import/chrome_sink.h"
#include "trace/import/kineto_settings.h"
#include "trace/import/text_stream.h"
#include "trace/trace_error.h"

/* An event that has not ended after this many bytes is looked through for the begin of another one: a lost
 * quotation mark can make it swallow the rest of the file. */
#define SUSPICIOUS_EVENT_BYTES (64 * 1024)

/* And larger than this none is: what is read so far is given up. */
#define EVENT_BYTES_MAX (256 * 1024 * 1024)

/* A file that was being written this recently is taken to be in progress. */
#define IN_PROGRESS_S 60

typedef struct
{
  const char *path;
  TraceBuilder *builder;
  TextStream text;
  ChromeEventReader reader;
  ChromeSink sink;
  KinetoSettings settings;
  bool has_events; /* the array was found, or an event */
  bool
    is_resumed; /* the stream is on an event that was searched for: nothing is known of what is before it */
  bool is_truncated;
} Document;

typedef enum
{
  STEP_ON,   /* something was read */
  STEP_END,  /* the end of what was being read, or of the text */
  STEP_BAD,  /* the text is not what it should be */
  STEP_FAIL, /* error is set */
} Step;

static void
note (Document *doc, HealthId id, const char *place)
{
  trace_builder_add_health (doc->builder, id, 1, text_stream_offset (&doc->text, place));
}

static void
note_repairs (Document *doc, unsigned repairs, const char *place)
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
      note (doc, ids[i].id, place);
}

/* Moves to the next byte that is not white space; false: error. at == end: the text has ended. */
static bool
skip_space (Document *doc, GError **error)
{
  TextStream *text = &doc->text;

  while ((text->at = json_skip_space (text->at, text->end)) == text->end && !text->at_end)
    if (!text_stream_more (text, error))
      return false;
  return true;
}

/* ---- events ---- */

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
static JsonStatus
probe_event (Document *doc, const char *place)
{
  U8Column *blob = trace_builder_args_blob (doc->builder);
  size_t n_blob = blob->n;
  const char *end = doc->text.end, *bad;
  unsigned repairs = 0;
  ChromeEvent event;
  JsonStatus status = place == end ? JSON_MORE : *place == '{' ? looks_like_event (place, end) : JSON_BAD;

  if (status != JSON_OK)
    return status;
  status = chrome_event_read (&doc->reader, &place, end, JSON_STRICT, &repairs, &event, &bad);
  blob->n = n_blob;
  return status == JSON_OK && event.phase == 0 ? JSON_BAD : status;
}

/* Looks for an event that can be read, from place on. JSON_MORE: none yet, and *ret_place is where to go on
 * looking once more text is there. */
static JsonStatus
find_event (Document *doc, const char *place, const char **ret_place)
{
  const char *end = doc->text.end, *limit = place;
  JsonStatus status = JSON_MORE;

  for (; (place = memchr (place, '{', (size_t) (end - place))) != NULL; place++)
    {
      if (is_member_value (place, limit))
        continue;
      status = probe_event (doc, place);
      if (status == JSON_OK || (status == JSON_MORE && !doc->text.at_end))
        break;
    }
  *ret_place = place == NULL ? end : place;
  return place != NULL && status == JSON_OK ? JSON_OK : JSON_MORE;
}

/* Gives up what begins at the stream's place and moves to the next event, or to the end of the text. */
static bool
resynchronise (Document *doc, GError **error)
{
  TextStream *text = &doc->text;
  const char *place = text->at < text->end ? text->at + 1 : text->end;

  doc->is_resumed = true;
  while (find_event (doc, place, &place) != JSON_OK)
    {
      text->at = place;
      if (text->at_end)
        {
          text->at = text->end;
          return true;
        }
      if ((size_t) (text->end - text->at) > EVENT_BYTES_MAX)
        text->at = text->end;
      if (!text_stream_more (text, error))
        return false;
      place = text->at;
    }
  text->at = place;
  return true;
}

static bool
skip_event (Document *doc, HealthId id, GError **error)
{
  trace_builder_event_counts (doc->builder)->skipped++;
  note (doc, id, doc->text.at);
  return resynchronise (doc, error);
}

/* The event at the stream's place reaches the end of the text: it was cut there, unless it was broken and has
 * swallowed others. */
static bool
end_inside_event (Document *doc, GError **error)
{
  const char *place;

  if (find_event (doc, doc->text.at + 1, &place) == JSON_OK)
    return skip_event (doc, HEALTH_JSON_EVENT_SKIPPED, error);
  trace_builder_event_counts (doc->builder)->skipped++;
  note (doc, HEALTH_JSON_TRUNCATED, doc->text.at);
  doc->is_truncated = true;
  doc->text.at = doc->text.end;
  return true;
}

/* The stream is on a '{'. */
static bool
read_event (Document *doc, GError **error)
{
  TextStream *text = &doc->text;
  ChromeEvent event;

  for (;;)
    {
      const char *at = text->at, *bad;
      unsigned repairs = 0;
      JsonStatus status =
        chrome_event_read (&doc->reader, &at, text->end, JSON_STRICT, &repairs, &event, &bad);

      if (status == JSON_BAD)
        {
          if (trace_builder_failed (doc->builder))
            return true;
          repairs = 0;
          status = chrome_event_read (&doc->reader, &at, text->end, JSON_LENIENT, &repairs, &event, &bad);
        }
      if (status == JSON_OK)
        {
          if (repairs != 0)
            note_repairs (doc, repairs, text->at);
          chrome_sink_add (&doc->sink, &event, text_stream_offset (text, text->at));
          text->at = at;
          return true;
        }
      if (status == JSON_BAD)
        return skip_event (doc, HEALTH_JSON_EVENT_SKIPPED, error);

      if (text->at_end)
        return end_inside_event (doc, error);
      size_t n_seen = (size_t) (text->end - text->at);
      const char *place;
      if (n_seen > EVENT_BYTES_MAX)
        return skip_event (doc, HEALTH_JSON_EVENT_TOO_LARGE, error);
      if (n_seen > SUSPICIOUS_EVENT_BYTES && find_event (doc, text->at + 1, &place) == JSON_OK)
        return skip_event (doc, HEALTH_JSON_EVENT_SKIPPED, error);
      if (!text_stream_more (text, error))
        return false;
    }
}

/* An element of the array that is no object: passed over alone when it is a plain value, so that what follows
 * it is not lost with it. */
static bool
skip_element (Document *doc, GError **error)
{
  TextStream *text = &doc->text;

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
          trace_builder_event_counts (doc->builder)->skipped++;
          note (doc, HEALTH_JSON_EVENT_SKIPPED, text->at);
          text->at = at;
          return true;
        }
      if (status == JSON_BAD || text->at_end || (size_t) (text->end - text->at) > SUSPICIOUS_EVENT_BYTES)
        return skip_event (doc, HEALTH_JSON_EVENT_SKIPPED, error);
      if (!text_stream_more (text, error))
        return false;
    }
}

/* Events up to the closing bracket, which is passed, or to the end of the text. has_bracket: there is one to
 * expect. *ret_closed: it was there. */
static bool
read_events (Document *doc, bool has_bracket, bool *ret_closed, GError **error)
{
  TextStream *text = &doc->text;
  bool is_first = true, is_lines = !has_bracket;

  *ret_closed = false;
  doc->has_events = true;
  while (!trace_builder_failed (doc->builder))
    {
      unsigned n_commas = 0;
      int64_t comma_offset = 0;

      for (;; text->at++)
        {
          if (!skip_space (doc, error))
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
            note (doc, HEALTH_JSON_TRAILING_COMMA, text->at);
          text->at++;
          *ret_closed = true;
          return true;
        }
      if (!is_lines && !doc->is_resumed && n_commas != (is_first ? 0 : 1))
        trace_builder_add_health (doc->builder, HEALTH_JSON_SEPARATOR, 1,
                                  n_commas > 0 ? comma_offset : text_stream_offset (text, text->at));
      is_first = false;
      doc->is_resumed = false;

      if (*text->at == '{' ? !read_event (doc, error) : !skip_element (doc, error))
        return false;
    }
  return true;
}

/* ---- the root ---- */

/* One value of the root object, not the events. STEP_END: the text ends inside it. */
static Step
read_setting (Document *doc, const JsonValue *key, GError **error)
{
  TextStream *text = &doc->text;
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
          note_repairs (doc, repairs, text->at);
          kineto_settings_add (&doc->settings, &moved_key, &value, text_stream_offset (text, text->at));
          text->at = at;
          return STEP_ON;
        }
      if (status == JSON_BAD || (size_t) (text->end - text->at) > EVENT_BYTES_MAX)
        return STEP_BAD;
      if (text->at_end)
        return STEP_END;

      /* The key has to move along with its value. */
      text->at -= key_at;
      if (!text_stream_more (text, error))
        return STEP_FAIL;
      text->at += key_at;
    }
}

/* A key and its colon, the stream then on the value. STEP_END: the text ends before that. */
static Step
read_key (Document *doc, JsonValue *ret_key, GError **error)
{
  TextStream *text = &doc->text;

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
      if (status == JSON_BAD || (size_t) (text->end - text->at) > EVENT_BYTES_MAX)
        return STEP_BAD;
      if (text->at_end)
        return STEP_END;
      if (!text_stream_more (text, error))
        return STEP_FAIL;
    }
}

/* Behind a value of the root object: STEP_ON on the next key, STEP_END behind the closing brace or at the end
 * of the text. */
static Step
read_root_separator (Document *doc, bool *ret_closed, GError **error)
{
  TextStream *text = &doc->text;

  if (!skip_space (doc, error))
    return STEP_FAIL;
  if (text->at < text->end && *text->at == ',')
    {
      text->at++;
      if (!skip_space (doc, error))
        return STEP_FAIL;
      if (text->at < text->end && *text->at == '}')
        note (doc, HEALTH_JSON_TRAILING_COMMA, text->at);
    }
  if (text->at < text->end && *text->at == '}')
    {
      text->at++;
      *ret_closed = true;
      return STEP_END;
    }
  return text->at == text->end ? STEP_END : *text->at == '"' ? STEP_ON : STEP_BAD;
}

/* Behind the array's bracket. A bracket may also have come too early: events that go on behind it are read. */
static bool
read_stray_events (Document *doc, GError **error)
{
  TextStream *text = &doc->text;

  for (;;)
    {
      const char *at;
      bool closed;

      if (!skip_space (doc, error))
        return false;
      at = text->at;
      if (at < text->end && *at == ',')
        at = json_skip_space (at + 1, text->end);
      if (at == text->end && !text->at_end && at > text->at)
        {
          if (!text_stream_more (text, error))
            return false;
          continue;
        }
      if (at == text->end || *at != '{')
        return true;
      note (doc, HEALTH_JSON_SEPARATOR, text->at);
      text->at = at;
      if (!read_events (doc, true, &closed, error))
        return false;
    }
}

/* The stream is on the array that has that key. An array of events under any other name is that of a file whose
 * key is damaged, unless the events have been there already. */
static bool
is_key_of_events (Document *doc, const JsonValue *key)
{
  if (key->length == 11 && memcmp (key->text, "traceEvents", 11) == 0)
    return true;
  if (doc->has_events || probe_event (doc, json_skip_space (doc->text.at + 1, doc->text.end)) != JSON_OK)
    return false;
  note (doc, HEALTH_JSON_HEADER_DAMAGED, doc->text.at);
  return true;
}

/* Members of the root object up to its closing brace or damage. */
static Step
read_members (Document *doc, bool *ret_closed, GError **error)
{
  TextStream *text = &doc->text;
  Step step = STEP_ON;

  while (step == STEP_ON)
    {
      JsonValue key;

      step = read_key (doc, &key, error);
      if (step == STEP_ON && *text->at == '[' && is_key_of_events (doc, &key))
        {
          bool array_closed;

          text->at++;
          if (!read_events (doc, true, &array_closed, error) || !read_stray_events (doc, error))
            return STEP_FAIL;
        }
      else if (step == STEP_ON)
        step = read_setting (doc, &key, error);
      if (step == STEP_ON)
        step = read_root_separator (doc, ret_closed, error);
    }
  return step;
}

static bool
read_root_object (Document *doc, GError **error)
{
  TextStream *text = &doc->text;
  bool closed = false, array_closed;

  text->at++;
  if (!skip_space (doc, error))
    return false;
  if (text->at < text->end && *text->at == '}')
    {
      text->at++;
      return true;
    }

  for (Step step = STEP_ON;;)
    {
      if (step == STEP_ON)
        step = read_members (doc, &closed, error);
      if (step == STEP_FAIL)
        return false;
      if (closed || doc->is_truncated)
        return true;
      if (step == STEP_END && doc->has_events)
        {
          /* A writer of objects closes them: it was stopped. */
          note (doc, HEALTH_JSON_UNCLOSED, text->at);
          doc->is_truncated = true;
          text->at = text->end;
          return true;
        }

      /* Damage. Where it blocks the way to the events, or is said to end them too early, they are found by
       * their shape, and behind them are members again. */
      HealthId id = doc->has_events ? HEALTH_JSON_TAIL_DAMAGED : HEALTH_JSON_HEADER_DAMAGED;
      int64_t offset = text_stream_offset (text, text->at);

      if (!resynchronise (doc, error))
        return false;
      if (doc->has_events || text->at < text->end)
        trace_builder_add_health (doc->builder, id, 1, offset);
      if (text->at == text->end)
        return true;
      if (!read_events (doc, true, &array_closed, error) || !read_stray_events (doc, error))
        return false;
      step = read_root_separator (doc, &closed, error);
    }
}

static bool
refuse (Document *doc, const char *what, GError **error)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: %s", doc->path, what);
  return false;
}

/* Whether an event begins at the root, or behind its bracket; reads on until that can be told. */
static bool
probe_root (Document *doc, bool behind_bracket, JsonStatus *ret_status, GError **error)
{
  TextStream *text = &doc->text;

  for (;;)
    {
      const char *place = behind_bracket ? json_skip_space (text->at + 1, text->end) : text->at;

      *ret_status = probe_event (doc, place);
      if (*ret_status != JSON_MORE || text->at_end || (size_t) (text->end - text->at) > EVENT_BYTES_MAX)
        return true;
      if (!text_stream_more (text, error))
        return false;
    }
}

/* An array of something else than events is another kind of file; one whose first event is damaged is not. */
static bool
array_holds_events (const Document *doc)
{
  const char *at = json_skip_space (doc->text.at + 1, doc->text.end);
  size_t n = (size_t) (doc->text.end - at);

  return n == 0 || *at == ']' || memmem (at, n, "\"ph\"", 4) != NULL;
}

/* The stream is on the bracket or brace that opens a document. */
static bool
read_root (Document *doc, GError **error)
{
  TextStream *text = &doc->text;
  JsonStatus status;
  bool closed;

  /* An event where the root should be: there is no array around them. */
  if (!probe_root (doc, false, &status, error))
    return false;
  if (status == JSON_OK)
    return read_events (doc, false, &closed, error);
  if (*text->at == '{')
    return read_root_object (doc, error);

  text->at++;
  if (!read_events (doc, true, &closed, error))
    return false;
  if (closed)
    return read_stray_events (doc, error);
  /* The format lets writers of arrays leave the last bracket out, so this alone is no sign of a cut. */
  if (!doc->is_truncated)
    note (doc, HEALTH_JSON_UNCLOSED, text->at);
  return true;
}

/* Behind the root nothing should follow. A further document is read like the first; of anything else, the
 * events that are found in it. */
static bool
read_behind_root (Document *doc, GError **error)
{
  TextStream *text = &doc->text;

  for (;;)
    {
      bool is_document, closed;

      if (!skip_space (doc, error))
        return false;
      if (text->at == text->end || trace_builder_failed (doc->builder))
        return true;
      is_document = *text->at == '{' || *text->at == '[';
      note (doc, is_document ? HEALTH_JSON_SEPARATOR : HEALTH_JSON_TAIL_DAMAGED, text->at);
      if (is_document ? !read_root (doc, error) : !resynchronise (doc, error))
        return false;
      if (!is_document && text->at < text->end
          && (!read_events (doc, true, &closed, error) || !read_stray_events (doc, error)))
        return false;
    }
}

static bool
read_document (Document *doc, GError **error)
{
  TextStream *text = &doc->text;
  JsonStatus status;

  if (text->end - text->at >= 3 && memcmp (text->at, "\xef\xbb\xbf", 3) == 0)
    {
      note (doc, HEALTH_JSON_BOM, text->at);
      text->at += 3;
    }
  if (!skip_space (doc, error))
    return false;
  if (text->at == text->end)
    return refuse (doc, "is empty.", error);
  if (*text->at != '{' && *text->at != '[')
    return refuse (doc, "is not JSON.", error);
  if (*text->at == '[' && !probe_root (doc, true, &status, error))
    return false;
  if (*text->at == '[' && status != JSON_OK && !array_holds_events (doc))
    return refuse (doc, "is a JSON array, but not one of trace events.", error);

  if (!read_root (doc, error))
    return false;
  if (!doc->has_events)
    return refuse (doc, "is JSON, but has no traceEvents.", error);
  return read_behind_root (doc, error);
}

/* ---- after the text ---- */

static void
finish_time_base (Document *doc)
{
  /* Times of the older writers are microseconds since 1970 themselves: from 2001 up to TRACE_TIME_MAX_NS, 2043. */
  const int64_t epoch_min_ns = INT64_C (1000000000) * 1000000000;

  if (doc->settings.has_base && doc->settings.base_ns > -2 * TRACE_TIME_MAX_NS
      && doc->settings.base_ns < 2 * TRACE_TIME_MAX_NS)
    trace_builder_set_time_base (doc->builder, doc->settings.base_ns, true);
  else if (doc->sink.has_epoch_base)
    trace_builder_set_time_base (doc->builder, doc->sink.epoch_base_ns, true);
  else if (doc->sink.has_time && doc->sink.first_ns >= epoch_min_ns)
    trace_builder_set_time_base (doc->builder, 0, true);
}

static void
finish_source (Document *doc)
{
  const ByteSource *source = doc->text.source;

  switch (byte_source_condition (source))
    {
    case BYTE_SOURCE_DAMAGED:
      note (doc, HEALTH_GZIP_DAMAGED, doc->text.end);
      doc->is_truncated = true;
      break;
    case BYTE_SOURCE_TRUNCATED:
      note (doc, HEALTH_GZIP_TRUNCATED, doc->text.end);
      doc->is_truncated = true;
      break;
    case BYTE_SOURCE_TRAILING:
      note (doc, HEALTH_GZIP_TRAILING, doc->text.end);
      break;
    case BYTE_SOURCE_INTACT:
      break;
    }
}

static ProfileStatus
status_of (const Document *doc)
{
  int64_t age_s = (int64_t) time (NULL) - byte_source_modified_s (doc->text.source);

  if (!doc->is_truncated)
    return PROFILE_COMPLETED;
  /* Kineto writes to name.json.tmp and renames it when it is done. */
  return g_str_has_suffix (doc->path, ".tmp") && age_s < IN_PROGRESS_S ? PROFILE_IN_PROGRESS
                                                                       : PROFILE_STOPPED;
}

static bool
import (ByteSource *source,
        const char *path,
        TraceBuilder *builder,
        const ImportControl *control,
        GError **error)
{
  Document doc = { .path = path, .builder = builder };
  int64_t rank;
  bool ok;

  if (!chrome_sink_init (&doc.sink, builder))
    {
      trace_builder_set_failed (builder);
      return true;
    }
  chrome_event_reader_init (&doc.reader, builder);
  kineto_settings_init (&doc.settings, builder);
  if (kineto_rank_of_path (path, &rank))
    trace_builder_set_rank_number (builder, rank);

  ok = text_stream_init (&doc.text, source, control, error) && read_document (&doc, error);
  if (ok)
    {
      finish_source (&doc);
      finish_time_base (&doc);
      chrome_sink_finish (&doc.sink);
      trace_builder_set_status (builder, status_of (&doc));
      trace_builder_set_format (builder, doc.settings.is_kineto || doc.sink.has_kineto_kinds ? "kineto"
                                                                                             : "chrome-json");
    }
  text_stream_clear (&doc.text);
  chrome_event_reader_clear (&doc.reader);
  chrome_sink_clear (&doc.sink);
  return ok;
}

static bool
sniff (const char *text, size_t n)
{
  const char *at = text, *end = text + n;

  if (n >= 3 && memcmp (at, "\xef\xbb\xbf", 3) == 0)
    at += 3;
  at = json_skip_space (at, end);
  return at == end || *at == '{' || *at == '[';
}

const Importer chrome_json_importer = { "chrome-json", sniff, import };
