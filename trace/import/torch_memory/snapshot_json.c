/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/torch_memory/snapshot_json.h"

#include <stdlib.h>
#include <string.h>

#include "trace/import/chrome/text_stream.h"
#include "trace/import/torch_memory/memory_history.h"
#include "trace/json/json_token.h"
#include "trace/text/decimal_time.h"
#include "trace/text/trace_error.h"

/* An event, a segment with its blocks, or a value of no use that has not ended after so many bytes is broken. */
#define ELEMENT_BYTES_MAX ((size_t) 64 << 20)

/* The root, a list of one of its keys, and the events of one device. */
enum
{
  LEVEL_ROOT = 1,
  LEVEL_LIST,
  LEVEL_TRACE,
};

typedef struct
{
  ByteSource *source;
  TraceBuilder *builder;
  const ImportControl *control;
  TextChunker chunker;
  TextStream stream;
  MemoryHistory history;
  MemoryFields object;
  U32Column list, frames;
  GString *decoded[2];

  unsigned depth;
  MemoryField key; /* of the root */
  uint64_t n_traces;
  bool is_behind_item, is_abandoned, is_cut, has_ended;
} Import;

static bool
supply (void *user_data, TextChunk *chunk, GError **error)
{
  Import *import = user_data;

  chunk->n = 0;
  return import->is_abandoned || text_chunker_next (&import->chunker, chunk, error);
}

/* Reports progress and reads more. On return this may be a forked child, for which the text ends here. */
static bool
more (Import *import, GError **error)
{
  if (!import_control_continue (import->control, import->source, import->builder, error))
    return false;
  import->is_abandoned = import->is_abandoned || trace_builder_is_partial (import->builder);
  return text_stream_more (&import->stream, error);
}

/* ---- objects ---- */

/* Returns the text of a string without its escapes; valid until the next call with that buffer. */
static const char *
decoded (Import *import, const JsonValue *string, int buffer, size_t *ret_length)
{
  *ret_length = string->length;
  if (!string->has_escapes)
    return string->text;
  g_string_set_size (import->decoded[buffer], string->length);
  *ret_length = json_string_decode (string, import->decoded[buffer]->str);
  return import->decoded[buffer]->str;
}

static MemoryValue
value_of (const JsonValue *value)
{
  MemoryValue result = { 0 };

  switch (value->type)
    {
    case JSON_NUMBER:
      if (decimal_to_integer (value->text, value->length, &result.integer))
        result.type = VALUE_INTEGER;
      break;
    case JSON_LITERAL:
      result.type = value->text[0] != 'n' ? VALUE_INTEGER : VALUE_MISSING;
      result.integer = value->text[0] == 't';
      break;
    case JSON_STRING:
    case JSON_ARRAY:
    case JSON_OBJECT:
      result.type = value->type == JSON_STRING ? VALUE_TEXT : VALUE_LIST;
      result.text = value->text;
      result.length = value->length;
      break;
    case JSON_WORD:
      break;
    }
  return result;
}

static bool
take_fields (const JsonValue *object, MemoryFields *fields)
{
  const char *at = object->text, *end = object->text + object->length;
  JsonValue key, value;

  fields->has = 0;
  if (object->type != JSON_OBJECT)
    return false;
  while (json_next (&at, end, &key, &value))
    {
      MemoryField field = memory_field_find (key.text, key.length);

      if (field != FIELD_OTHER)
        memory_fields_set (fields, field, value_of (&value));
    }
  return true;
}

/* Returns an array or object among the values of an object. */
static bool
part_of (const MemoryFields *fields, MemoryField field, JsonValue *ret_part)
{
  if (!memory_fields_has (fields, field) || fields->values[field].type != VALUE_LIST)
    return false;
  *ret_part = (JsonValue){
    .type = fields->values[field].text[0] == '[' ? JSON_ARRAY : JSON_OBJECT,
    .text = fields->values[field].text,
    .length = fields->values[field].length,
  };
  return true;
}

static uint32_t
take_frame (Import *import, const JsonValue *frame)
{
  const char *at = frame->text, *end = frame->text + frame->length;
  const char *name = "", *filename = "";
  size_t n_name = 0, n_filename = 0;
  int64_t line = 0;
  JsonValue key, value;

  while (json_next (&at, end, &key, &value))
    {
      MemoryField field = memory_field_find (key.text, key.length);

      if (field == FIELD_NAME && value.type == JSON_STRING)
        name = decoded (import, &value, 0, &n_name);
      else if (field == FIELD_FILENAME && value.type == JSON_STRING)
        filename = decoded (import, &value, 1, &n_filename);
      else if (field == FIELD_LINE && value.type == JSON_NUMBER)
        decimal_to_integer (value.text, value.length, &line);
    }
  return memory_stacks_frame (&import->history.stacks, name, n_name, filename, n_filename, line);
}

static uint32_t
stack_of (Import *import, const MemoryFields *fields)
{
  JsonValue frames, frame;

  if (!part_of (fields, FIELD_FRAMES, &frames) || frames.type != JSON_ARRAY)
    return STRING_EMPTY;
  const char *at = frames.text, *end = frames.text + frames.length;
  import->frames.n = 0;
  while (import->frames.n < MEMORY_STACK_FRAMES_MAX && json_next (&at, end, NULL, &frame))
    if (frame.type == JSON_OBJECT && !u32_column_push (&import->frames, take_frame (import, &frame)))
      trace_builder_set_failed (import->builder);
  return memory_stacks_add (&import->history.stacks, import->frames.at, import->frames.n);
}

static uint32_t
take_block (Import *import, const JsonValue *value)
{
  MemoryFields block, first;
  JsonValue history, element;
  uint32_t stack;

  take_fields (value, &block);
  stack = stack_of (import, &block);
  if (part_of (&block, FIELD_HISTORY, &history) && history.type == JSON_ARRAY)
    {
      const char *at = history.text;

      /* The first one is the last one that was allocated there. */
      if (json_next (&at, history.text + history.length, NULL, &element) && take_fields (&element, &first))
        {
          stack = stack_of (import, &first);
          if (memory_fields_has (&first, FIELD_REAL_SIZE))
            memory_fields_set (&block, FIELD_REAL_SIZE, first.values[FIELD_REAL_SIZE]);
        }
    }
  return memory_history_block (&import->history, &block, stack);
}

static void
take_segment (Import *import)
{
  JsonValue blocks, block;

  import->list.n = 0;
  if (part_of (&import->object, FIELD_BLOCKS, &blocks) && blocks.type == JSON_ARRAY)
    {
      const char *at = blocks.text;

      while (json_next (&at, blocks.text + blocks.length, NULL, &block))
        if (block.type == JSON_OBJECT && !u32_column_push (&import->list, take_block (import, &block)))
          trace_builder_set_failed (import->builder);
    }
  memory_history_segment (&import->history, &import->object, import->list.at, import->list.n);
}

/* Texts of events become strings of the profile without their escapes, as in a pickle. */
static void
decode_texts (Import *import, MemoryFields *fields)
{
  static const MemoryField texts[] = { FIELD_CATEGORY, FIELD_USER_METADATA, FIELD_COMPILE_CONTEXT,
                                       FIELD_NAME };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      size_t n;
      const char *text = memory_fields_text (fields, texts[i], &n);

      if (text == NULL || memchr (text, '\\', n) == NULL)
        continue;
      const JsonValue string = { JSON_STRING, true, text, n };
      size_t length;
      const char *plain = decoded (import, &string, 0, &length);
      uint32_t id = memory_history_text (&import->history, plain, length);
      fields->values[texts[i]].text =
        string_table_get (trace_builder_strings (import->builder), id, &fields->values[texts[i]].length);
    }
}

static void
take_settings (Import *import, const JsonValue *settings)
{
  const char *at = settings->text, *end = settings->text + settings->length;
  JsonValue key, value;

  while (settings->type == JSON_OBJECT && json_next (&at, end, &key, &value))
    {
      bool is_string = value.type == JSON_STRING;

      bool is_plain = value.type != JSON_ARRAY && value.type != JSON_OBJECT;

      if (is_plain && value.length < 4096 && key.length < 4096)
        memory_history_setting (&import->history, key.text, key.length, value.text - is_string,
                                value.length + 2 * is_string);
    }
}

static void
take (Import *import, const JsonValue *value, int64_t offset)
{
  bool is_object = import->depth > LEVEL_ROOT && take_fields (value, &import->object);

  if (import->depth == LEVEL_ROOT && import->key == FIELD_ALLOCATOR_SETTINGS)
    take_settings (import, value);
  else if (import->depth == LEVEL_TRACE && is_object)
    {
      decode_texts (import, &import->object);
      memory_history_event (&import->history, import->n_traces, &import->object,
                            stack_of (import, &import->object));
    }
  else if (import->depth == LEVEL_LIST && is_object && import->key == FIELD_SEGMENTS)
    take_segment (import);
  else if (import->depth == LEVEL_LIST && is_object && import->key == FIELD_ANNOTATIONS)
    {
      decode_texts (import, &import->object);
      memory_history_annotation (&import->history, &import->object);
    }
  else if (import->depth > LEVEL_ROOT && import->key != FIELD_OTHER)
    {
      trace_builder_event_counts (import->builder)->skipped++;
      trace_builder_add_health (import->builder, HEALTH_MEMORY_EVENT_SKIPPED, 1, offset);
    }
}

/* ---- text ---- */

static bool
is_entered (const Import *import, char first)
{
  if (first != '[')
    return false;
  return (import->depth == LEVEL_ROOT
          && (import->key == FIELD_SEGMENTS || import->key == FIELD_DEVICE_TRACES
              || import->key == FIELD_ANNOTATIONS))
         || (import->depth == LEVEL_LIST && import->key == FIELD_DEVICE_TRACES);
}

static JsonStatus
read_key (Import *import, const char **at, unsigned *repairs)
{
  const char *end = import->stream.span.end;
  JsonValue key;
  JsonStatus status = **at == '"' ? json_key (at, end, JSON_STRICT, repairs, &key) : JSON_BAD;

  if (status != JSON_OK)
    return status;
  *at = json_skip_space (*at, end);
  if (*at == end)
    return JSON_MORE;
  if (**at != ':')
    return JSON_BAD;
  *at = json_skip_space (*at + 1, end);
  if (*at == end)
    return JSON_MORE;
  import->key = memory_field_find (key.text, key.length);
  return JSON_OK;
}

/* Reads a member or element at the window's place, or enters it. */
static JsonStatus
read_item (Import *import)
{
  TextSpan *span = &import->stream.span;
  const char *at = span->at;
  unsigned repairs = 0;
  JsonValue value;
  JsonStatus status = import->depth == LEVEL_ROOT ? read_key (import, &at, &repairs) : JSON_OK;

  if (status != JSON_OK)
    return status;
  if (import->depth == 0 ? *at == '{' : is_entered (import, *at))
    {
      import->depth++;
      import->is_behind_item = false;
      span->at = at + 1;
      return JSON_OK;
    }
  if (import->depth == 0)
    return JSON_BAD;
  const char *begin = at;
  status = json_value (&at, span->end, JSON_STRICT, &repairs, &value);
  /* A number may go on. */
  if (status == JSON_OK && at == span->end && !span->at_end && *begin != '{' && *begin != '['
      && *begin != '"')
    status = JSON_MORE;
  if (status != JSON_OK)
    return status;
  take (import, &value, text_span_offset (span, begin));
  import->is_behind_item = true;
  span->at = at;
  return JSON_OK;
}

static void
leave (Import *import)
{
  if (import->depth == LEVEL_TRACE)
    {
      memory_history_set_device (&import->history, memory_history_find (&import->history, import->n_traces),
                                 (int64_t) import->n_traces);
      import->n_traces++;
    }
  import->depth--;
  import->is_behind_item = true;
  import->has_ended = import->depth == 0;
}

/* The rest is of no use. */
static void
break_off (Import *import, const char *place, bool is_at_end)
{
  EventCounts *events = trace_builder_event_counts (import->builder);
  bool is_in_event = import->depth == LEVEL_TRACE;

  import->is_cut = import->has_ended = true;
  if (import->is_abandoned)
    return;
  int64_t offset = text_span_offset (&import->stream.span, place);
  events->skipped += is_in_event;
  if (is_in_event)
    trace_builder_add_health (import->builder, is_at_end ? HEALTH_JSON_TRUNCATED : HEALTH_JSON_EVENT_SKIPPED,
                              1, offset);
  if (!is_at_end || !is_in_event)
    trace_builder_add_health (import->builder, is_at_end ? HEALTH_JSON_UNCLOSED : HEALTH_MEMORY_TRUNCATED, 1,
                              offset);
}

static bool
read_step (Import *import, GError **error)
{
  TextSpan *span = &import->stream.span;
  bool is_separated;

  span->at = json_skip_space (span->at, span->end);
  if (span->at == span->end && !span->at_end)
    return more (import, error);
  if (span->at == span->end)
    {
      break_off (import, span->at, true);
      return true;
    }
  is_separated = *span->at == ',' && import->is_behind_item;
  if (is_separated)
    {
      const char *next = json_skip_space (span->at + 1, span->end);

      if (next == span->end && !span->at_end)
        return more (import, error);
      span->at = next;
      import->is_behind_item = false;
      return true;
    }
  if (import->depth > 0 && *span->at == (import->depth == LEVEL_ROOT ? '}' : ']'))
    {
      leave (import);
      span->at++;
      return true;
    }
  const char *begin = span->at;
  JsonStatus status = import->is_behind_item ? JSON_BAD : read_item (import);
  if (status == JSON_OK)
    return true;
  if (status == JSON_MORE && !span->at_end && (size_t) (span->end - span->at) <= ELEMENT_BYTES_MAX)
    return more (import, error);
  break_off (import, begin, status == JSON_MORE && span->at_end);
  return true;
}

/* ---- the whole ---- */

static bool
finish (Import *import, const char *path, GError **error)
{
  const TraceBuilder *builder = import->builder;

  if (trace_builder_failed (builder))
    return true;
  if (import->history.devices.n == 0 && import->history.n_segments == 0
      && !trace_builder_is_partial (builder))
    {
      g_set_error (
        error, TRACE_ERROR, import->is_cut ? TRACE_ERROR_UNREADABLE : TRACE_ERROR_NOT_A_TRACE,
        import->is_cut
          ? "%s: looks like a memory snapshot, but ends before anything in it can be read. Copy the file "
            "again."
          : "%s: is a memory snapshot without memory. Call torch.cuda.memory._record_memory_history () "
            "before the part to be recorded, and _dump_snapshot () behind it.",
        path);
      return false;
    }
  memory_history_finish (&import->history, import->is_cut);
  if (import->is_cut)
    trace_builder_set_status (import->builder, PROFILE_STOPPED);
  trace_builder_set_format (import->builder, "torch-memory");
  return true;
}

static bool
import_json (ByteSource *source,
             const char *path,
             TraceBuilder *builder,
             const ImportControl *control,
             GError **error)
{
  Import *import = calloc (1, sizeof *import);
  bool ok = true;

  if (import == NULL || !memory_history_init (&import->history, builder))
    {
      trace_builder_set_failed (builder);
      free (import);
      return true;
    }
  import->source = source;
  import->builder = builder;
  import->control = control;
  import->decoded[0] = g_string_new (NULL);
  import->decoded[1] = g_string_new (NULL);
  text_chunker_init (&import->chunker, source, control != NULL ? control->chunk_bytes : 0);
  text_stream_init (&import->stream, supply, import);
  while (ok && !import->has_ended && !trace_builder_failed (builder))
    ok = read_step (import, error);
  ok = ok && finish (import, path, error);
  text_stream_clear (&import->stream);
  text_chunker_clear (&import->chunker);
  g_string_free (import->decoded[0], TRUE);
  g_string_free (import->decoded[1], TRUE);
  memory_history_clear (&import->history);
  u32_column_clear (&import->list);
  u32_column_clear (&import->frames);
  free (import);
  return ok;
}

/* The first key is one of a snapshot; json.dump () may have sorted them. */
static bool
sniff (const char *text, size_t n)
{
  static const char *const keys[] = { "\"segments\"", "\"device_traces\"", "\"allocator_settings\"",
                                      "\"external_annotations\"" };
  const char *at = text, *end = text + n;

  if (n >= 3 && memcmp (at, "\xef\xbb\xbf", 3) == 0)
    at += 3;
  at = json_skip_space (at, end);
  if (at == end || *at != '{')
    return false;
  at = json_skip_space (at + 1, end);
  for (size_t i = 0; i < G_N_ELEMENTS (keys); i++)
    if ((size_t) (end - at) >= strlen (keys[i]) && memcmp (at, keys[i], strlen (keys[i])) == 0)
      return true;
  return false;
}

const Importer snapshot_json_importer = { "torch-memory", sniff, import_json };
