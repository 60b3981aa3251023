/* SPDX-License-Identifier: Apache-2.0
 *
 * The Chrome trace format as a file: PyTorch Kineto and every other writer of it.
 *
 * The root is an object with a "traceEvents" array among other keys, or the array itself, or events one after
 * another without any array. What is an event and what is wrong with it is the matter of chrome_events.c; here
 * is what stands around them, in whatever order and however damaged. */

#include "trace/import/chrome_json.h"

#include <string.h>
#include <time.h>

#include "trace/import/chrome_reader.h"
#include "trace/import/kineto_settings.h"
#include "trace/trace_error.h"

/* A file that was being written this recently is taken to be in progress. */
#define IN_PROGRESS_S 60

/* So far an array is looked through for a sign that it holds events. */
#define ARRAY_BEGIN_BYTES (256 * 1024)

typedef struct
{
  const char *path;
  TraceBuilder *builder;
  ChromeReader reader;
  KinetoSettings settings;
  bool has_key; /* of the events */
  bool is_cut;  /* the text ends inside its root */
} Document;

typedef enum
{
  STEP_ON,   /* something was read */
  STEP_END,  /* the end of what was being read, or of the text */
  STEP_BAD,  /* the text is not what it should be */
  STEP_FAIL, /* error is set */
} Step;

/* ---- the root ---- */

/* Makes more text follow, with the text that begins so much before the stream's place kept as well. */
static bool
more_behind (Document *doc, size_t n_before, GError **error)
{
  TextSpan *text = &doc->reader.text.span;

  text->at -= n_before;
  if (!chrome_reader_more (&doc->reader, error))
    return false;
  text->at += n_before;
  return true;
}

/* One value of the root object, not the events. STEP_END: the text ends inside it. */
static Step
read_setting (Document *doc, const JsonValue *key, GError **error)
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
      if (!more_behind (doc, key_at, error))
        return STEP_FAIL;
    }
}

/* A key and its colon, the stream then on the value. STEP_END: the text ends before that. */
static Step
read_key (Document *doc, JsonValue *ret_key, GError **error)
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

/* What damage around the events is called. */
static HealthId
damage_here (const Document *doc)
{
  return doc->reader.was_read ? HEALTH_JSON_TAIL_DAMAGED : HEALTH_JSON_HEADER_DAMAGED;
}

/* Behind a value of the root object: STEP_ON on the next key, STEP_END behind the closing brace or at the end
 * of the text. */
static Step
read_root_separator (Document *doc, bool *ret_closed, GError **error)
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

/* Behind the array's bracket. A bracket may also have come too early: events that go on behind it are read. */
static bool
read_stray_events (Document *doc, GError **error)
{
  TextSpan *text = &doc->reader.text.span;

  for (;;)
    {
      const char *at;
      bool closed;

      if (!chrome_reader_skip_space (&doc->reader, error))
        return false;
      at = text->at;
      if (at < text->end && *at == ',')
        at = json_skip_space (at + 1, text->end);
      int looks = at < text->end ? *at == '{' ? text_looks_like_event (at, text->end) : 0 : -1;
      if (looks == -1 && !text->at_end)
        {
          if (!chrome_reader_more (&doc->reader, error))
            return false;
          continue;
        }
      if (looks != 1)
        return true;
      chrome_reader_note (&doc->reader, HEALTH_JSON_SEPARATOR, text->at);
      text->at = at;
      if (!chrome_reader_events (&doc->reader, true, &closed, error))
        return false;
    }
}

static bool
is_trace_events (const JsonValue *key)
{
  return key->length == 11 && memcmp (key->text, "traceEvents", 11) == 0;
}

/* The stream is on the array that has that key. An array of events under any other name is that of a file whose
 * key is damaged, unless the events have been there already. Reads on until that can be told. */
static bool
is_key_of_events (Document *doc, JsonValue *key, bool *ret_is, GError **error)
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
      if (!more_behind (doc, key_at, error))
        return false;
      key->text = text->at - key_at;
    }
  *ret_is = status == JSON_OK;
  if (*ret_is)
    chrome_reader_note (&doc->reader, HEALTH_JSON_HEADER_DAMAGED, text->at);
  return true;
}

/* Whether an event begins at the stream's place, or behind the bracket there; reads on until that can be told. kept: where
 * what has to stay in memory begins. A broken one counts where there is no bracket. */
static bool
probe_events (Document *doc, const char **kept, bool behind_bracket, JsonStatus *ret_status, GError **error)
{
  TextSpan *text = &doc->reader.text.span;
  size_t n_kept = (size_t) (text->at - *kept);

  for (;;)
    {
      const char *place = behind_bracket ? json_skip_space (text->at + 1, text->end) : text->at;

      *ret_status = chrome_reader_probe (&doc->reader, place);
      if (*ret_status == JSON_BAD && !behind_bracket && *place == '{')
        *ret_status = chrome_reader_probe_broken (&doc->reader, place);
      if (*ret_status != JSON_MORE || text->at_end
          || (size_t) (text->end - text->at) > CHROME_EVENT_BYTES_MAX)
        return true;
      text->at -= n_kept;
      if (!chrome_reader_more (&doc->reader, error))
        return false;
      *kept = text->at;
      text->at += n_kept;
    }
}

/* The stream is on the value of the key of the events: whether that is an event, as the bracket was lost. False: error is
 * set. */
static bool
is_array_without_bracket (Document *doc, JsonValue *key, bool *ret_is, GError **error)
{
  JsonStatus status = JSON_BAD;

  if (*doc->reader.text.span.at == '{' && !probe_events (doc, &key->text, false, &status, error))
    return false;
  *ret_is = status == JSON_OK;
  if (*ret_is)
    chrome_reader_note (&doc->reader, HEALTH_JSON_HEADER_DAMAGED, doc->reader.text.span.at);
  return true;
}

/* The stream is on the first event, or behind the bracket before it. */
static bool
read_array (Document *doc, GError **error)
{
  bool closed;

  return chrome_reader_events (&doc->reader, true, &closed, error) && read_stray_events (doc, error);
}

/* Members of the root object up to its closing brace or damage. */
static Step
read_members (Document *doc, bool *ret_closed, GError **error)
{
  TextSpan *text = &doc->reader.text.span;
  Step step = STEP_ON;

  while (step == STEP_ON)
    {
      bool is_events = false;
      JsonValue key;

      step = read_key (doc, &key, error);
      bool is_array = false;
      if (step == STEP_ON && is_trace_events (&key))
        {
          doc->has_key = true;
          if (!is_array_without_bracket (doc, &key, &is_array, error))
            return STEP_FAIL;
        }
      if (step == STEP_ON && *text->at == '[' && !is_key_of_events (doc, &key, &is_events, error))
        return STEP_FAIL;
      if (is_events)
        {
          is_array = true;
          text->at++;
        }
      if (is_array && !read_array (doc, error))
        return STEP_FAIL;
      if (!is_array && step == STEP_ON)
        step = read_setting (doc, &key, error);
      if (step == STEP_ON)
        step = read_root_separator (doc, ret_closed, error);
    }
  return step;
}

/* The stream is on a key. */
static bool
read_root_members (Document *doc, GError **error)
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
          /* A writer of objects closes them: it was stopped. */
          chrome_reader_note (&doc->reader, HEALTH_JSON_UNCLOSED, text->at);
          doc->reader.is_truncated = true;
          text->at = text->end;
          return true;
        }

      /* Damage. Where it blocks the way to the events, or is said to end them too early, they are found by
       * their shape, and behind them are members again. */
      HealthId id = damage_here (doc);
      int64_t offset = text_span_offset (text, text->at);

      if (!chrome_reader_resynchronise (&doc->reader, error))
        return false;
      if (doc->reader.was_read || text->at < text->end)
        trace_builder_add_health (doc->builder, id, 1, offset);
      if (text->at == text->end)
        return true;
      if (!read_array (doc, error))
        return false;
      step = read_root_separator (doc, &closed, error);
    }
}

static bool
read_root_object (Document *doc, GError **error)
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
  return read_root_members (doc, error);
}

static bool
refuse (Document *doc, const char *what, GError **error)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: %s", doc->path, what);
  return false;
}

/* There is no event in the text. What was packed, or has settings of a trace, may have been one. */
static bool
refuse_without_events (Document *doc, const char *what, GError **error)
{
  const ByteSource *source = doc->reader.source;
  ByteSourceCondition condition = byte_source_condition (source);
  bool is_packed_nothing = text_span_offset (&doc->reader.text.span, doc->reader.text.span.end) == 0
                           && byte_source_position (source) > 0;

  if (condition != BYTE_SOURCE_DAMAGED && condition != BYTE_SOURCE_TRUNCATED && !is_packed_nothing
      && !doc->settings.is_kineto && !(doc->has_key && doc->is_cut))
    return refuse (doc, what, error);
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE,
               "%s: has no event that can be read, though it seems to be a trace. Copy the file again.",
               doc->path);
  return false;
}

/* An array of something else than events is another kind of file; one whose first event is damaged is not. */
static bool
array_holds_events (Document *doc, bool *ret_holds, GError **error)
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

/* The stream is on the bracket or brace that opens a document. */
static bool
read_root (Document *doc, GError **error)
{
  TextSpan *text = &doc->reader.text.span;
  const char *kept = text->at;
  JsonStatus status;
  bool closed;

  /* An event where the root should be: there is no array around them. */
  if (!probe_events (doc, &kept, false, &status, error))
    return false;
  if (status == JSON_OK)
    {
      chrome_reader_note (&doc->reader, HEALTH_JSON_NO_ARRAY, text->at);
      return chrome_reader_events (&doc->reader, false, &closed, error);
    }
  if (*text->at == '{')
    return read_root_object (doc, error);

  text->at++;
  if (!chrome_reader_events (&doc->reader, true, &closed, error))
    return false;
  if (closed)
    return read_stray_events (doc, error);
  /* The format lets writers of arrays leave the last bracket out, so this alone is no sign of a cut. */
  if (!doc->reader.is_truncated)
    chrome_reader_note (&doc->reader, HEALTH_JSON_UNCLOSED, text->at);
  return true;
}

/* Behind the root, on anything but a document: the next events. Where their array is closed, they are those of a document
 * whose begin was in what was passed over. */
static bool
read_behind_rubbish (Document *doc, GError **error)
{
  TextSpan *text = &doc->reader.text.span;
  bool array_closed, root_closed;

  if (!chrome_reader_resynchronise (&doc->reader, error))
    return false;
  if (text->at == text->end)
    return true;
  if (!chrome_reader_events (&doc->reader, true, &array_closed, error) || !read_stray_events (doc, error))
    return false;
  if (!array_closed)
    return true;
  Step step = read_root_separator (doc, &root_closed, error);
  return step == STEP_ON ? read_root_members (doc, error) : step != STEP_FAIL;
}

/* Behind the root nothing should follow. A further document is read like the first, whether or not a comma is between
 * them; of anything else, the events that are found in it. */
static bool
read_behind_root (Document *doc, GError **error)
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

/* As Python prints a dictionary. */
static bool
is_in_single_quotes (const TextSpan *text)
{
  const char *at = text->at;

  while (at < text->end && (*at == '[' || *at == '{' || *at == ' ' || *at == '\n'))
    at++;
  return at < text->end && *at == '\'';
}

static bool
read_document (Document *doc, GError **error)
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
    return refuse (doc, "is not JSON but what Python prints. Write it with json.dump () instead.", error);
  const char *kept = text->at;
  if (*text->at == '[' && !probe_events (doc, &kept, true, &status, error))
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

/* ---- after the text ---- */

static void
finish_time_base (Document *doc)
{
  int64_t epoch_base_ns;

  if (doc->settings.has_base && doc->settings.base_ns > -2 * TRACE_TIME_MAX_NS
      && doc->settings.base_ns < 2 * TRACE_TIME_MAX_NS)
    trace_builder_set_time_base (doc->builder, doc->settings.base_ns, true);
  else if (chrome_merge_epoch_base_ns (doc->reader.merge, &epoch_base_ns))
    trace_builder_set_time_base (doc->builder, epoch_base_ns, true);
  else if (chrome_merge_times_are_epoch (doc->reader.merge))
    trace_builder_set_time_base (doc->builder, 0, true);
}

static void
finish_source (Document *doc)
{
  const ByteSource *source = doc->reader.source;
  ByteSourceCondition condition = byte_source_condition (source);

  if (condition != BYTE_SOURCE_INTACT)
    chrome_reader_note (&doc->reader, byte_source_health (source), doc->reader.text.span.end);
  if (condition == BYTE_SOURCE_DAMAGED || condition == BYTE_SOURCE_TRUNCATED)
    doc->reader.is_truncated = true;
}

static ProfileStatus
status_of (const Document *doc)
{
  int64_t age_s = (int64_t) time (NULL) - byte_source_modified_s (doc->reader.source);

  if (!doc->reader.is_truncated)
    return PROFILE_COMPLETED;
  /* Kineto writes to name.json.tmp and renames it when it is done. */
  return g_str_has_suffix (doc->path, ".tmp") && age_s < IN_PROGRESS_S ? PROFILE_IN_PROGRESS
                                                                       : PROFILE_STOPPED;
}

/* Words of nearly every trace, known before the first event. That there are no fewer than ARGS_SMALL_MAX strings before
 * anything is read gives all others numbers that can be filled in later (trace/args_value.h). */
static void
intern_vocabulary (TraceBuilder *builder)
{
  static const char *const words[] = {
    "cpu_op",
    "user_annotation",
    "python_function",
    "cuda_runtime",
    "cuda_driver",
    "kernel",
    "gpu_memcpy",
    "gpu_memset",
    "gpu_user_annotation",
    "cuda_sync",
    "overhead",
    "ac2g",
    "fwdbwd",
    "cpu_instant_event",
    "External id",
    "Record function id",
    "Concrete Inputs",
    "Input type",
    "Input Strides",
    "Input Dims",
    "Ev Idx",
    "Fwd thread id",
    "Sequence number",
    "correlation",
    "cbid",
    "device",
    "context",
    "stream",
    "queued",
    "registers per thread",
    "shared memory",
    "blocks per SM",
    "warps per SM",
    "grid",
    "block",
    "est. achieved occupancy %",
    "bytes",
    "memory bandwidth (GB/s)",
    "Python id",
    "Python parent id",
  };

  _Static_assert(G_N_ELEMENTS (words) >= ARGS_SMALL_MAX, "numbers below it have no room to be filled in");
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    trace_builder_string (builder, words[i], strlen (words[i]));
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

  intern_vocabulary (builder);
  if (!chrome_reader_init (&doc.reader, source, builder, control))
    {
      trace_builder_set_failed (builder);
      return true;
    }
  kineto_settings_init (&doc.settings, builder);
  if (kineto_rank_of_path (path, &rank))
    trace_builder_set_rank_number (builder, rank);

  ok = chrome_reader_more (&doc.reader, error) && read_document (&doc, error);
  if (ok)
    {
      finish_source (&doc);
      finish_time_base (&doc);
      chrome_merge_finish (doc.reader.merge);
      trace_builder_set_status (builder, status_of (&doc));
      trace_builder_set_format (
        builder, doc.settings.is_kineto || chrome_merge_has_kineto_kinds (doc.reader.merge) ? "kineto"
                                                                                            : "chrome-json");
    }
  chrome_reader_clear (&doc.reader);
  return ok;
}

static bool
sniff (const char *text, size_t n)
{
  const char *at = text, *end = text + n;

  if (n >= 3 && memcmp (at, "\xef\xbb\xbf", 3) == 0)
    at += 3;
  at = json_skip_space (at, end);
  /* A byte of 0 behind it is half a character of UTF-16. */
  return at == end || ((*at == '{' || *at == '[') && (end - at < 2 || at[1] != '\0'));
}

const Importer chrome_json_importer = { "chrome-json", sniff, import };
