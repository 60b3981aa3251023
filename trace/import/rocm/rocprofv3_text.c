/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rocprofv3_text.h"

#include <string.h>

/* A record, and anything else, that has not ended after so many bytes is broken: a lost quotation mark can make it swallow
 * the rest of the file. */
#define RECORD_BYTES_MAX ((size_t) 1 << 20)
#define OTHER_BYTES_MAX  ((size_t) 64 << 20)

/* Behind damage only records up to this size are looked for. */
#define FOUND_BYTES_MAX ((size_t) 8 << 10)

/* The root, the array of processes, a process, a section of it, and a part of a section. */
#define DEPTH_MAX 5

enum
{
  LEVEL_ROOT,
  LEVEL_PROCESSES,
  LEVEL_PROCESS,
  LEVEL_SECTION,
  LEVEL_PART,
};

typedef enum
{
  SECTION_OTHER,
  SECTION_METADATA,
  SECTION_AGENTS,
  SECTION_COUNTERS,
  SECTION_STRINGS,
  SECTION_KERNEL_SYMBOLS,
  SECTION_CALLBACK_RECORDS,
  SECTION_BUFFER_RECORDS,
  SECTION_UNKNOWN, /* behind damage */
} Section;

static const struct
{
  const char *key;
  Section section;
  Rocprofv3Place place; /* of its elements, if it has no parts */
} sections[] = {
  { "metadata", SECTION_METADATA, ROCPROFV3_METADATA },
  { "agents", SECTION_AGENTS, ROCPROFV3_AGENT },
  { "counters", SECTION_COUNTERS, ROCPROFV3_COUNTER },
  { "strings", SECTION_STRINGS, ROCPROFV3_OTHER },
  { "kernel_symbols", SECTION_KERNEL_SYMBOLS, ROCPROFV3_KERNEL_SYMBOL },
  { "callback_records", SECTION_CALLBACK_RECORDS, ROCPROFV3_OTHER },
  { "buffer_records", SECTION_BUFFER_RECORDS, ROCPROFV3_OTHER },
};

struct Rocprofv3Text
{
  ByteSource *source;
  TraceBuilder *builder;
  const ImportControl *control;
  const Rocprofv3Handler *handler;
  void *user_data;
  TextChunker chunker;
  TextStream stream;

  bool is_object[DEPTH_MAX]; /* of the open brackets */
  unsigned depth;
  Section section;
  Rocprofv3Place place; /* of the elements of the innermost array */
  bool has_process, is_abandoned, is_cut, is_damaged;
  bool is_process_alone; /* the process has no array around it */
  bool is_behind_item;   /* of the innermost bracket: a comma has to follow */
  unsigned n_commas;     /* behind it */
};

static bool
supply (void *user_data, TextChunk *chunk, GError **error)
{
  Rocprofv3Text *text = user_data;

  chunk->n = 0;
  return text->is_abandoned || text_chunker_next (&text->chunker, chunk, error);
}

/* Reports progress and reads more. On return this may be a forked child, for which the text ends here. */
static bool
more (Rocprofv3Text *text, GError **error)
{
  if (!import_control_continue (text->control, text->source, text->builder, error))
    return false;
  text->is_abandoned = text->is_abandoned || trace_builder_is_partial (text->builder);
  return text_stream_more (&text->stream, error);
}

static void
note (Rocprofv3Text *text, HealthId id, const char *place)
{
  trace_builder_add_health (text->builder, id, 1, text_span_offset (&text->stream.span, place));
}

/* Notes damage outside of records. */
static void
note_damage (Rocprofv3Text *text, int64_t offset)
{
  bool is_behind = text->depth == 0 && text->is_behind_item;

  trace_builder_add_health (text->builder, is_behind ? HEALTH_JSON_TAIL_DAMAGED : HEALTH_JSON_HEADER_DAMAGED,
                            1, offset);
}

static bool
is_record (Rocprofv3Place place)
{
  return place == ROCPROFV3_COUNTED || place == ROCPROFV3_BUFFER_RECORD || place == ROCPROFV3_SAMPLE
         || place == ROCPROFV3_FOUND;
}

/* ---- structure ---- */

static void
begin_process (Rocprofv3Text *text)
{
  if (!text->has_process)
    text->handler->begin_process (text->user_data);
  text->has_process = true;
}

static void
end_process (Rocprofv3Text *text)
{
  if (text->has_process)
    text->handler->end_process (text->user_data);
  text->has_process = false;
}

static void
push (Rocprofv3Text *text, bool is_object)
{
  text->is_object[text->depth++] = is_object;
  text->is_behind_item = false;
  text->n_commas = 0;
  if (text->depth == LEVEL_PROCESS + 1)
    begin_process (text);
}

static void
pop (Rocprofv3Text *text)
{
  text->is_behind_item = true;
  text->n_commas = 0;
  if (text->depth == LEVEL_PROCESS + 1)
    {
      end_process (text);
      text->depth -= text->is_process_alone;
      text->is_process_alone = false;
    }
  text->depth--;
}

static bool
is_word (const JsonValue *key, const char *word)
{
  return key->length == strlen (word) && memcmp (key->text, word, key->length) == 0;
}

static bool
begins_with (const JsonValue *key, const char *word)
{
  return key->length >= strlen (word) && memcmp (key->text, word, strlen (word)) == 0;
}

static void
enter_section (Rocprofv3Text *text, const JsonValue *key)
{
  text->section = SECTION_OTHER;
  text->place = ROCPROFV3_OTHER;
  for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
    if (is_word (key, sections[i].key))
      {
        text->section = sections[i].section;
        text->place = sections[i].place;
      }
}

static void
enter_part (Rocprofv3Text *text, const JsonValue *key)
{
  text->place = ROCPROFV3_OTHER;
  if (text->section == SECTION_STRINGS && is_word (key, "buffer_records"))
    text->place = ROCPROFV3_KIND_NAME;
  else if (text->section == SECTION_STRINGS && is_word (key, "marker_api"))
    text->place = ROCPROFV3_MARKER_TEXT;
  else if (text->section == SECTION_CALLBACK_RECORDS && is_word (key, "counter_collection"))
    text->place = ROCPROFV3_COUNTED;
  else if (text->section == SECTION_BUFFER_RECORDS)
    text->place = begins_with (key, "pc_sample") ? ROCPROFV3_SAMPLE : ROCPROFV3_BUFFER_RECORD;
  else if (text->section == SECTION_UNKNOWN)
    text->place = ROCPROFV3_FOUND;
}

/* Returns whether a value is entered instead of being handed over. Its key was entered already. */
static bool
is_entered (const Rocprofv3Text *text, const JsonValue *key, bool is_object)
{
  switch (text->depth)
    {
    case LEVEL_ROOT:
      return is_object;
    case LEVEL_PROCESSES:
      return !is_object && begins_with (key, "rocprofiler-sdk");
    case LEVEL_PROCESS:
      return is_object;
    case LEVEL_SECTION:
      return text->section != SECTION_METADATA;
    case LEVEL_PART:
      /* A part of a section that is an object. */
      return text->is_object[LEVEL_SECTION] && !is_object;
    default:
      return false;
    }
}

/* ---- damage ---- */

/* Returns whether a record, or another element of use, begins at a brace. JSON_MORE means that more text is needed. */
static JsonStatus
is_found (const TextSpan *span, const char *brace)
{
  static const char *const keys[] = { "\"size\"", "\"thread_id\"", "\"key\"", "\"kind\"" };
  const char *at = json_skip_space (brace + 1, span->end);
  size_t n_left = (size_t) (span->end - brace);
  const char *end = n_left > FOUND_BYTES_MAX ? brace + FOUND_BYTES_MAX : span->end;
  unsigned repairs = 0;
  JsonValue value;
  bool is_key = false;

  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    is_key = is_key || memcmp (at, keys[i], MIN (strlen (keys[i]), (size_t) (span->end - at))) == 0;
  if (!is_key)
    return JSON_BAD;
  JsonStatus status = json_value (&brace, end, JSON_STRICT, &repairs, &value);
  return status == JSON_MORE && (end < span->end || span->at_end) ? JSON_BAD : status;
}

/* Moves from behind the window's place to the next record, or to the end of the text. */
static bool
find_record (Rocprofv3Text *text, bool *ret_found, GError **error)
{
  TextSpan *span = &text->stream.span;
  size_t n_done = 1;

  *ret_found = false;
  for (;;)
    {
      const char *at = span->at + MIN (n_done, (size_t) (span->end - span->at));

      while ((at = memchr (at, '{', (size_t) (span->end - at))) != NULL)
        {
          JsonStatus status = is_found (span, at);

          if (status == JSON_OK)
            {
              span->at = at;
              *ret_found = true;
              return true;
            }
          if (status == JSON_MORE)
            break;
          at++;
        }
      span->at = at != NULL ? at : span->end;
      n_done = 0;
      if (span->at_end)
        {
          span->at = span->end;
          return true;
        }
      if (!more (text, error))
        return false;
    }
}

/* Goes on behind something unreadable at the window's place. */
static bool
recover (Rocprofv3Text *text, Rocprofv3Place place, bool is_at_end, GError **error)
{
  TextSpan *span = &text->stream.span;
  int64_t offset = text_span_offset (span, span->at);
  EventCounts *events = trace_builder_event_counts (text->builder);
  bool found;

  if (!find_record (text, &found, error))
    return false;
  text->is_damaged = text->is_damaged || found;
  if (!found && is_at_end)
    {
      /* A part of a file that is still being read ends anywhere. */
      text->is_cut = true;
      if (!is_record (place))
        trace_builder_add_health (text->builder, HEALTH_JSON_UNCLOSED, 1, offset);
      else
        {
          events->skipped += !text->is_abandoned;
          if (!text->is_abandoned)
            trace_builder_add_health (text->builder, HEALTH_JSON_TRUNCATED, 1, offset);
        }
    }
  else if (is_record (place))
    {
      events->skipped++;
      trace_builder_add_health (text->builder, HEALTH_JSON_EVENT_SKIPPED, 1, offset);
    }
  else
    note_damage (text, offset);
  if (found)
    {
      static const bool is_object[DEPTH_MAX] = { true, false, true, true, false };

      text->is_behind_item = false;
      text->n_commas = 0;
      begin_process (text);
      memcpy (text->is_object, is_object, sizeof is_object);
      text->depth = DEPTH_MAX;
      if (!is_record (place))
        text->section = SECTION_UNKNOWN;
      if (text->section == SECTION_UNKNOWN)
        text->place = ROCPROFV3_FOUND;
      else
        text->place = place;
    }
  return true;
}

/* ---- reading ---- */

static void
note_repairs (Rocprofv3Text *text, unsigned repairs, int64_t offset)
{
  static const struct
  {
    JsonRepair repair;
    HealthId id;
  } rows[] = {
    { JSON_REPAIR_CONTROL_CHARACTER, HEALTH_JSON_CONTROL_CHARACTER },
    { JSON_REPAIR_ESCAPE, HEALTH_JSON_ESCAPE },
    { JSON_REPAIR_UTF8, HEALTH_JSON_UTF8 },
    { JSON_REPAIR_NUMBER, HEALTH_JSON_NUMBER },
    { JSON_REPAIR_NOT_FINITE, HEALTH_JSON_NOT_FINITE },
    { JSON_REPAIR_NUL, HEALTH_JSON_NUL },
    { JSON_REPAIR_TRAILING_COMMA, HEALTH_JSON_TRAILING_COMMA },
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (repairs & rows[i].repair)
      trace_builder_add_health (text->builder, rows[i].id, 1, offset);
}

/* Reads the key of a member and its colon; *at is then on the value. */
static JsonStatus
read_key (const TextSpan *span, const char **at, unsigned *repairs, JsonValue *ret_key)
{
  JsonStatus status = **at == '"' ? json_key (at, span->end, JSON_STRICT, repairs, ret_key) : JSON_BAD;

  if (status != JSON_OK)
    return status;
  *at = json_skip_space (*at, span->end);
  if (*at == span->end)
    return JSON_MORE;
  if (**at != ':')
    return JSON_BAD;
  *at = json_skip_space (*at + 1, span->end);
  return *at == span->end ? JSON_MORE : JSON_OK;
}

/* Reads a member or an element at the window's place, or enters it. */
static JsonStatus
read_item (Rocprofv3Text *text)
{
  TextSpan *span = &text->stream.span;
  const char *at = span->at;
  unsigned repairs = 0;
  JsonValue key = { .text = "" }, value;
  bool has_key = text->depth > 0 && text->is_object[text->depth - 1];
  JsonStatus status = has_key ? read_key (span, &at, &repairs, &key) : JSON_OK;

  if (status != JSON_OK)
    return status;
  if (has_key && text->depth == LEVEL_SECTION)
    enter_section (text, &key);
  else if (has_key && text->depth == LEVEL_PART)
    enter_part (text, &key);
  if ((*at == '{' || *at == '[') && is_entered (text, &key, *at == '{'))
    {
      push (text, *at == '{');
      span->at = at + 1;
      return JSON_OK;
    }
  /* In older files the value of the only key is the process itself. */
  if (text->depth == LEVEL_PROCESSES && *at == '{' && begins_with (&key, "rocprofiler-sdk"))
    {
      push (text, false);
      push (text, true);
      text->is_process_alone = true;
      span->at = at + 1;
      return JSON_OK;
    }
  const char *begin = at;
  if (text->depth == LEVEL_PART + 1 && *at == '{' && is_record (text->place) && text->place != ROCPROFV3_FOUND
      && (at = text->handler->take_same (begin, span->end, text_span_offset (span, begin), text->user_data))
           != NULL)
    {
      text->is_behind_item = true;
      text->n_commas = 0;
      span->at = at;
      return JSON_OK;
    }
  at = begin;
  status = json_value (&at, span->end, JSON_STRICT, &repairs, &value);
  /* A number may go on. */
  if (status == JSON_OK && at == span->end && !span->at_end && *begin != '{' && *begin != '['
      && *begin != '"')
    status = JSON_MORE;
  if (status != JSON_OK)
    return status;
  if (repairs != 0)
    note_repairs (text, repairs, text_span_offset (span, begin));
  text->is_behind_item = true;
  text->n_commas = 0;
  if (text->depth > LEVEL_PROCESS)
    text->handler->take (text->place, &value, text_span_offset (span, begin), text->user_data);
  span->at = at;
  return JSON_OK;
}

static bool
is_too_long (const Rocprofv3Text *text)
{
  size_t n = (size_t) (text->stream.span.end - text->stream.span.at);

  return n > (is_record (text->place) ? RECORD_BYTES_MAX : OTHER_BYTES_MAX);
}

static Rocprofv3Place
place_of (const Rocprofv3Text *text)
{
  bool is_in_array = text->depth > 0 && !text->is_object[text->depth - 1];

  return is_in_array && text->depth > LEVEL_SECTION ? text->place : ROCPROFV3_OTHER;
}

static bool
read_step (Rocprofv3Text *text, bool *ret_at_end, GError **error)
{
  TextSpan *span = &text->stream.span;

  while ((span->at = json_skip_space (span->at, span->end)) < span->end && *span->at == ',')
    {
      text->n_commas++;
      span->at++;
    }
  *ret_at_end = span->at == span->end && span->at_end;
  if (*ret_at_end)
    return true;
  if (span->at == span->end)
    return more (text, error);
  if (*span->at == '}' || *span->at == ']')
    {
      bool fits = text->depth > 0 && text->is_object[text->depth - 1] == (*span->at == '}');

      if (!fits && !text->is_damaged)
        {
          text->is_damaged = true;
          note_damage (text, text_span_offset (span, span->at));
        }
      if (text->n_commas > 0)
        note (text, HEALTH_JSON_TRAILING_COMMA, span->at);
      if (text->depth > 0)
        pop (text);
      span->at++;
      return true;
    }
  bool is_separated = text->n_commas == (text->is_behind_item ? 1 : 0) || text->depth == 0;
  int64_t offset = text_span_offset (span, span->at);
  JsonStatus status = read_item (text);
  if (status == JSON_OK)
    {
      if (!is_separated && !text->is_damaged)
        trace_builder_add_health (text->builder, HEALTH_JSON_SEPARATOR, 1, offset);
      return true;
    }
  if (status == JSON_MORE && !span->at_end && !is_too_long (text))
    return more (text, error);
  return recover (text, place_of (text), status == JSON_MORE && span->at_end, error);
}

static void
finish (Rocprofv3Text *text)
{
  ByteSourceCondition condition = byte_source_condition (text->source);
  TextSpan *span = &text->stream.span;

  if (condition != BYTE_SOURCE_INTACT)
    note (text, byte_source_health (text->source), span->end);
  if (condition == BYTE_SOURCE_DAMAGED || condition == BYTE_SOURCE_TRUNCATED)
    text->is_cut = true;
  else if (text->depth > 0 && !text->is_cut && !text->is_damaged)
    {
      text->is_cut = true;
      note (text, HEALTH_JSON_UNCLOSED, span->end);
    }
  end_process (text);
}

bool
rocprofv3_text_read (ByteSource *source,
                     TraceBuilder *builder,
                     const ImportControl *control,
                     const Rocprofv3Handler *handler,
                     void *user_data,
                     bool *ret_is_cut,
                     GError **error)
{
  Rocprofv3Text text = {
    .source = source,
    .builder = builder,
    .control = control,
    .handler = handler,
    .user_data = user_data,
  };
  bool ok, at_end = false;

  text_chunker_init (&text.chunker, source, control != NULL ? control->chunk_bytes : 0);
  text_stream_init (&text.stream, supply, &text);
  ok = more (&text, error);
  if (ok && text.stream.span.end - text.stream.span.at >= 3
      && memcmp (text.stream.span.at, "\xef\xbb\xbf", 3) == 0)
    {
      note (&text, HEALTH_JSON_BOM, text.stream.span.at);
      text.stream.span.at += 3;
    }
  while (ok && !at_end && !trace_builder_failed (builder))
    ok = read_step (&text, &at_end, error);
  if (ok)
    finish (&text);
  *ret_is_cut = text.is_cut;
  text_stream_clear (&text.stream);
  text_chunker_clear (&text.chunker);
  return ok;
}
