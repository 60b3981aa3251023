/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome_event.h"

#include <string.h>

#include "trace/decimal_time.h"

static const struct
{
  const char *key;
  KnownArg known;
} known_args[] = {
  { "correlation", ARG_CORRELATION },
  { "correlationId", ARG_CORRELATION },
  { "device", ARG_DEVICE },
  { "stream", ARG_STREAM },
  { "name", ARG_NAME },
  { "labels", ARG_LABELS },
  { "sort_index", ARG_SORT_INDEX },
  { "start_time_since_epoch_in_micros", ARG_EPOCH_US },
};

void
chrome_event_reader_init (ChromeEventReader *reader, TraceBuilder *builder)
{
  *reader = (ChromeEventReader){ .builder = builder };
  for (size_t i = 0; i < sizeof known_args / sizeof known_args[0]; i++)
    {
      uint32_t key = trace_builder_string (builder, known_args[i].key, strlen (known_args[i].key));

      while (reader->known_of_key.n <= key)
        if (!u8_column_push (&reader->known_of_key, 0))
          {
            trace_builder_set_failed (builder);
            return;
          }
      reader->known_of_key.at[key] = (uint8_t) (known_args[i].known + 1);
    }
}

void
chrome_event_reader_clear (ChromeEventReader *reader)
{
  u8_column_clear (&reader->known_of_key);
}

/* Goes from node to the child that adds the key. Events of one kind repeat their keys, so the likely child is
 * nearly always the one, and comparing texts is cheaper than hashing. */
static bool
follow_key (ChromeEventReader *reader, uint32_t *node, const JsonValue *key)
{
  ArgKeys *keys = trace_builder_arg_keys (reader->builder);
  StringTable *strings = trace_builder_strings (reader->builder);
  uint32_t likely = arg_keys_likely_child (keys, *node);
  uint32_t id;

  if (likely != 0)
    {
      size_t length;
      const char *text = string_table_get (strings, arg_keys_key (keys, likely), &length);
      if (length == key->length && memcmp (text, key->text, length) == 0)
        {
          *node = likely;
          return true;
        }
    }
  return string_table_intern (strings, key->text, key->length, &id) && arg_keys_child (keys, *node, id, node);
}

/* An integer whose text printing gives back: packed. */
static bool
is_canonical_integer (const JsonValue *value, int64_t *ret_value)
{
  const char *text = value->text;
  size_t n = value->length, first = n > 0 && text[0] == '-';

  if (n == first || n > 19 || (text[first] == '0' && n > 1))
    return false;
  for (size_t i = first; i < n; i++)
    if (text[i] < '0' || text[i] > '9')
      return false;
  return decimal_to_integer (text, n, ret_value);
}

static bool
put_value (ChromeEventReader *reader, const JsonValue *value)
{
  ArgsBlob *blob = trace_builder_args_blob (reader->builder);
  StringTable *strings = trace_builder_strings (reader->builder);
  int64_t integer;

  switch (value->type)
    {
    case JSON_STRING:
      return args_put_string (blob, strings, value->text, value->length);
    case JSON_LITERAL:
      return args_put_literal (blob, value->text[0]);
    case JSON_NUMBER:
      if (is_canonical_integer (value, &integer))
        return args_put_integer (blob, integer);
      return args_put_raw (blob, strings, value->text, value->length);
    default:
      return args_put_raw (blob, strings, value->text, value->length);
    }
}

/* Behind a member: at the next key, or at the closing bracket. */
static JsonStatus
member_separator (const char **at, const char *end, unsigned *repairs)
{
  const char *p = json_skip_space (*at, end);

  if (p == end)
    return JSON_MORE;
  if (*p == ',')
    {
      p = json_skip_space (p + 1, end);
      if (p == end)
        return JSON_MORE;
      if (*p == '}')
        *repairs |= JSON_REPAIR_TRAILING_COMMA;
      else if (*p != '"')
        return JSON_BAD;
    }
  else if (*p != '}')
    return JSON_BAD;
  *at = p;
  return JSON_OK;
}

/* A key and its colon; *at on the value. */
static JsonStatus
member_key (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_key)
{
  JsonStatus status = json_string (at, end, mode, repairs, ret_key);

  if (status != JSON_OK)
    return status;
  *at = json_skip_space (*at, end);
  if (*at == end)
    return JSON_MORE;
  if (**at != ':')
    return JSON_BAD;
  *at = json_skip_space (*at + 1, end);
  return *at == end ? JSON_MORE : JSON_OK;
}

static JsonStatus
read_args (ChromeEventReader *reader,
           const char **at,
           const char *end,
           JsonMode mode,
           unsigned *repairs,
           ChromeEvent *event)
{
  ArgsBlob *blob = trace_builder_args_blob (reader->builder);
  ArgKeys *keys = trace_builder_arg_keys (reader->builder);
  uint64_t offset;
  uint32_t node = 0;
  JsonStatus status;

  *at = json_skip_space (*at + 1, end);
  if (*at == end)
    return JSON_MORE;
  if (**at == '}')
    {
      ++*at;
      return JSON_OK;
    }

  event->known = 0;
  if (!args_begin (blob, &offset))
    trace_builder_set_failed (reader->builder);
  while (!trace_builder_failed (reader->builder))
    {
      JsonValue key, value;

      if (**at != '"')
        return JSON_BAD;
      if ((status = member_key (at, end, mode, repairs, &key)) != JSON_OK
          || (status = json_value (at, end, mode, repairs, &value)) != JSON_OK)
        return status;

      if (!follow_key (reader, &node, &key) || !put_value (reader, &value))
        {
          trace_builder_set_failed (reader->builder);
          break;
        }
      uint32_t key_id = arg_keys_key (keys, node);
      if (key_id < reader->known_of_key.n && reader->known_of_key.at[key_id] != 0)
        {
          unsigned known = reader->known_of_key.at[key_id] - 1u;
          event->arg[known] = value;
          event->known |= 1u << known;
        }

      if ((status = member_separator (at, end, repairs)) != JSON_OK)
        return status;
      if (**at == '}')
        {
          ++*at;
          args_end (blob, offset, node);
          event->args = offset;
          return JSON_OK;
        }
    }
  return JSON_BAD;
}

/* {"local": 1} or {"global": "0x1"} */
static void
read_id2 (const JsonValue *object, ChromeEvent *event)
{
  const char *at = object->text, *end = at + object->length;
  JsonValue key, value;

  while (json_next (&at, end, &key, &value))
    {
      event->id = value;
      event->present |= EVENT_ID;
      event->id_is_local = key.length == 5 && memcmp (key.text, "local", 5) == 0;
    }
}

static void
set_field (ChromeEvent *event, const JsonValue *key, const JsonValue *value)
{
  static const struct
  {
    char key[5];
    uint8_t length;
    EventField field;
    size_t offset;
  } fields[] = {
    { "name", 4, EVENT_NAME, offsetof (ChromeEvent, name) },
    { "cat", 3, EVENT_CATEGORY, offsetof (ChromeEvent, category) },
    { "ts", 2, EVENT_TIME, offsetof (ChromeEvent, time) },
    { "dur", 3, EVENT_DURATION, offsetof (ChromeEvent, duration) },
    { "pid", 3, EVENT_PID, offsetof (ChromeEvent, pid) },
    { "tid", 3, EVENT_TID, offsetof (ChromeEvent, tid) },
    { "id", 2, EVENT_ID, offsetof (ChromeEvent, id) },
    { "s", 1, EVENT_SCOPE, offsetof (ChromeEvent, scope) },
    { "bp", 2, EVENT_BINDING, offsetof (ChromeEvent, binding) },
  };

  if (value->type == JSON_ARRAY)
    event->present |= EVENT_LIST;
  if (key->length > 4)
    {
      event->present |= EVENT_OTHER;
      return;
    }
  if (key->length == 2 && memcmp (key->text, "ph", 2) == 0)
    {
      event->phase = value->type == JSON_STRING && value->length == 1 ? value->text[0] : '?';
      return;
    }
  if (key->length == 3 && memcmp (key->text, "id2", 3) == 0 && value->type == JSON_OBJECT)
    {
      read_id2 (value, event);
      return;
    }
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
    if (fields[i].length == key->length && memcmp (fields[i].key, key->text, key->length) == 0)
      {
        memcpy ((char *) event + fields[i].offset, value, sizeof *value);
        event->present |= fields[i].field;
        return;
      }
  event->present |= EVENT_OTHER;
}

static JsonStatus
read_members (ChromeEventReader *reader,
              const char **at,
              const char *end,
              JsonMode mode,
              unsigned *repairs,
              ChromeEvent *event)
{
  JsonStatus status;

  *at = json_skip_space (*at + 1, end);
  if (*at == end)
    return JSON_MORE;
  if (**at == '}')
    {
      ++*at;
      return JSON_OK;
    }

  for (;;)
    {
      JsonValue key, value;

      if (**at != '"')
        return JSON_BAD;
      if ((status = member_key (at, end, mode, repairs, &key)) != JSON_OK)
        return status;

      if (**at == '{' && key.length == 4 && memcmp (key.text, "args", 4) == 0)
        status = read_args (reader, at, end, mode, repairs, event);
      else if ((status = json_value (at, end, mode, repairs, &value)) == JSON_OK)
        set_field (event, &key, &value);
      if (status != JSON_OK)
        return status;

      if ((status = member_separator (at, end, repairs)) != JSON_OK)
        return status;
      if (**at == '}')
        {
          ++*at;
          return JSON_OK;
        }
    }
}

JsonStatus
chrome_event_read (ChromeEventReader *reader,
                   const char **at,
                   const char *end,
                   JsonMode mode,
                   unsigned *repairs,
                   ChromeEvent *event,
                   const char **ret_bad)
{
  ArgsBlob *blob = trace_builder_args_blob (reader->builder);
  uint64_t n_before = args_size (blob);
  const char *p = *at;
  unsigned mine = 0;

  event->present = 0;
  event->phase = 0;
  event->id_is_local = false;
  event->args = ARGS_NONE;
  event->known = 0;

  JsonStatus status = read_members (reader, &p, end, mode, &mine, event);
  if (status != JSON_OK)
    {
      args_truncate (blob, n_before);
      *ret_bad = p;
      return status;
    }
  *repairs |= mine;
  *at = p;
  return JSON_OK;
}

bool
chrome_event_arg_integer (const ChromeEvent *event, KnownArg known, int64_t *ret_value)
{
  const JsonValue *value = &event->arg[known];

  return (event->known & 1u << known) && (value->type == JSON_NUMBER || value->type == JSON_STRING)
         && decimal_to_integer (value->text, value->length, ret_value);
}
