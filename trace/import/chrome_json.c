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
  bool is_truncated;
} Document;

typedef enum
{
  STEP_ON,   /* something was read */
  STEP_END,  /* the end of what was being read */
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
  static const char *const keys[] = { "ph", "name", "cat", "pid", "tid", "ts", "dur", "id", "args", "s", "bp" };
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

/* Whether the last thing before place is what stands before an event: a comma, a bracket, or another event. */
static bool
follows_event (const char *place, const char *limit)
{
  while (place > limit && (place[-1] == ' ' || place[-1] == '\n' || place[-1] == '\r' || place[-1] == '\t'))
    place--;
  return place == limit || place[-1] == ',' || place[-1] == '}' || place[-1] == '[';
}

/* Looks for an event that can be read, from place on, without adding it. JSON_MORE: none yet, and *ret_place
 * is where to go on looking once more text is there. */
static JsonStatus
find_event (Document *doc, const char *place, const char **ret_place)
{
  U8Column *blob = trace_builder_args_blob (doc->builder);
  size_t n_blob = blob->n;
  const char *end = doc->text.end, *limit = place;

  for (; (place = memchr (place, '{', (size_t) (end - place))) != NULL; place++)
    {
      ChromeEvent event;
      const char *at = place, *bad;
      unsigned repairs = 0;

      if (!follows_event (place, limit))
        continue;
      JsonStatus status = looks_like_event (place, end);
      if (status == JSON_OK)
        status = chrome_event_read (&doc->reader, &at, end, JSON_STRICT, &repairs, &event, &bad);
      blob->n = n_blob;
      if (status == JSON_OK && event.phase != 0)
        {
          *ret_place = place;
          return JSON_OK;
        }
      if (status == JSON_MORE && !doc->text.at_end)
        break;
    }
  *ret_place = place == NULL ? end : place;
  return JSON_MORE;
}

/* Gives up what begins at the stream's place and moves to the next event, or to the end of the text. */
static bool
resynchronise (Document *doc, GError **error)
{
  TextStream *text = &doc->text;
  const char *place = text->at < text->end ? text->at + 1 : text->end;

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
      JsonStatus status
        = chrome_event_read (&doc->reader, &at, text->end, JSON_STRICT, &repairs, &event, &bad);

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
      const char *comma = NULL;

      for (;; text->at++)
        {
          if (!skip_space (doc, error))
            return false;
          if (text->at == text->end || *text->at != ',')
            break;
          if (n_commas++ == 0)
            comma = text->at;
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
      if (!is_lines && n_commas != (is_first ? 0 : 1))
        note (doc, HEALTH_JSON_SEPARATOR, comma != NULL && comma < text->at ? comma : text->at);
      is_first = false;

      if (*text->at == '{' ? !read_event (doc, error) : !skip_event (doc, HEALTH_JSON_EVENT_SKIPPED, error))
        return false;
    }
  return true;
}

/* ---- the root ---- */

/* One value of the root object, not the events. */
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
      if (status == JSON_BAD || text->at_end || (size_t) (text->end - text->at) > EVENT_BYTES_MAX)
        return STEP_END;

      /* The key has to move along with its value. */
      text->at -= key_at;
      if (!text_stream_more (text, error))
        return STEP_FAIL;
      text->at += key_at;
    }
}

/* A key and its colon, the stream then on the value. STEP_END: the text is not that. */
static Step
read_key (Document *doc, JsonValue *ret_key, GError **error)
{
  TextStream *text = &doc->text;

  for (;;)
    {
      const char *at = text->at;
      unsigned repairs = 0;
      JsonStatus status = at == text->end   ? JSON_MORE
                          : *at == '"' ? json_string (&at, text->end, JSON_STRICT, &repairs, ret_key)
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
      if (status == JSON_BAD || text->at_end || (size_t) (text->end - text->at) > EVENT_BYTES_MAX)
        return STEP_END;
      if (!text_stream_more (text, error))
        return STEP_FAIL;
    }
}

/* Behind a value of the root object: STEP_ON on the next key, STEP_END behind the closing brace or where the
 * text is damaged or ends. */
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
  return text->at < text->end && *text->at == '"' ? STEP_ON : STEP_END;
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

static bool
read_root_object (Document *doc, GError **error)
{
  TextStream *text = &doc->text;
  bool closed = false, damaged = false;

  text->at++;
  if (!skip_space (doc, error))
    return false;
  if (text->at < text->end && *text->at == '}')
    return true;

  for (Step step = STEP_ON; step == STEP_ON;)
    {
      JsonValue key;

      step = read_key (doc, &key, error);
      if (step == STEP_ON && *text->at == '[' && key.length == 11
          && memcmp (key.text, "traceEvents", 11) == 0)
        {
          bool array_closed;

          text->at++;
          if (!read_events (doc, true, &array_closed, error) || !read_stray_events (doc, error))
            return false;
        }
      else if (step == STEP_ON)
        step = read_setting (doc, &key, error);

      damaged = step == STEP_END;
      if (step == STEP_ON)
        {
          step = read_root_separator (doc, &closed, error);
          damaged = step == STEP_END && !closed && text->at < text->end;
        }
      if (step == STEP_FAIL)
        return false;
    }

  if (closed || doc->is_truncated)
    return true;
  if (doc->has_events)
    note (doc, damaged && !text->at_end ? HEALTH_JSON_TAIL_DAMAGED : HEALTH_JSON_UNCLOSED, text->at);
  return true;
}

/* The root is an object, but the way to its events is blocked by damage, or it is itself an event. */
static bool
read_events_anywhere (Document *doc, GError **error)
{
  const char *from = doc->text.at;
  bool closed;

  if (!resynchronise (doc, error))
    return false;
  if (doc->text.at == doc->text.end)
    return true;
  note (doc, HEALTH_JSON_HEADER_DAMAGED, from);
  return read_events (doc, true, &closed, error) && read_stray_events (doc, error);
}

/* Whether the first object of the text is an event: then there is no array around them. */
static bool
root_is_event (Document *doc)
{
  const char *at = doc->text.at, *bad;
  U8Column *blob = trace_builder_args_blob (doc->builder);
  size_t n_blob = blob->n;
  unsigned repairs = 0;
  ChromeEvent event;

  if (looks_like_event (at, doc->text.end) != JSON_OK)
    return false;
  JsonStatus status
    = chrome_event_read (&doc->reader, &at, doc->text.end, JSON_STRICT, &repairs, &event, &bad);
  blob->n = n_blob;
  return status == JSON_OK && event.phase != 0;
}

static bool
refuse (Document *doc, const char *what, GError **error)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: %s", doc->path, what);
  return false;
}

static bool
read_document (Document *doc, GError **error)
{
  TextStream *text = &doc->text;
  bool closed;

  if (text->end - text->at >= 3 && memcmp (text->at, "\xef\xbb\xbf", 3) == 0)
    {
      note (doc, HEALTH_JSON_BOM, text->at);
      text->at += 3;
    }
  if (!skip_space (doc, error))
    return false;
  if (text->at == text->end)
    return refuse (doc, "is empty.", error);

  if (*text->at == '[')
    {
      text->at++;
      if (!read_events (doc, true, &closed, error))
        return false;
      if (closed)
        {
          if (!read_stray_events (doc, error))
            return false;
        }
      else if (!doc->is_truncated)
        note (doc, HEALTH_JSON_UNCLOSED, text->at);
    }
  else if (*text->at == '{' && root_is_event (doc))
    {
      if (!read_events (doc, false, &closed, error))
        return false;
    }
  else if (*text->at == '{')
    {
      if (!read_root_object (doc, error))
        return false;
      if (!doc->has_events && !read_events_anywhere (doc, error))
        return false;
    }
  else
    return refuse (doc, "is not JSON.", error);

  if (!doc->has_events)
    return refuse (doc, "is JSON, but has no traceEvents.", error);
  return true;
}

/* ---- after the text ---- */

static void
finish_time_base (Document *doc)
{
  /* Times of the older writers are microseconds since 1970 themselves. 2001 to 2100. */
  const int64_t epoch_min_ns = INT64_C (1000000000) * 1000000000;
  const int64_t epoch_max_ns = INT64_C (4102444800) * 1000000000 / 2;

  if (doc->settings.has_base && doc->settings.base_ns > -2 * TRACE_TIME_MAX_NS
      && doc->settings.base_ns < 2 * TRACE_TIME_MAX_NS)
    trace_builder_set_time_base (doc->builder, doc->settings.base_ns, true);
  else if (doc->sink.has_epoch_base)
    trace_builder_set_time_base (doc->builder, doc->sink.epoch_base_ns, true);
  else if (doc->sink.has_time && doc->sink.first_ns >= epoch_min_ns && doc->sink.first_ns <= epoch_max_ns)
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
      trace_builder_set_format (builder, doc.settings.is_kineto || doc.sink.has_kineto_kinds
                                           ? "kineto"
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
