/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_event.h"

#include <string.h>

#include "trace/text/decimal_time.h"

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
  { "desc", ARG_DESCRIPTION },
  { "start_time_since_epoch_in_micros", ARG_EPOCH_US },
};

unsigned
chrome_event_known_arg (const char *key, size_t length)
{
  for (size_t i = 0; i < sizeof known_args / sizeof known_args[0]; i++)
    if (strlen (known_args[i].key) == length && memcmp (known_args[i].key, key, length) == 0)
      return known_args[i].known + 1;
  return 0;
}

/* Reads what follows a member: *at is then on the next key or on the closing bracket. */
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

/* Reads a key and its colon; *at is then on the value. */
static JsonStatus
member_key (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_key)
{
  JsonStatus status = json_key (at, end, mode, repairs, ret_key);

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

/* lead is where the member with the arguments begins. */
static JsonStatus
read_args (ChromeEventReader *reader,
           const char **at,
           const char *end,
           JsonMode mode,
           unsigned *repairs,
           ChromeEvent *event,
           const char *lead)
{
  ChromeBatch *batch = reader->batch;
  uint64_t offset;
  uint32_t node = 0;
  JsonStatus status;
  const char *value_end = *at + 1;

  *at = json_skip_space (*at + 1, end);
  if (*at == end)
    return JSON_MORE;
  if (**at == '}')
    {
      ++*at;
      shape_table_learn (reader->shapes, SHAPE_NO_ARGS, lead, *at, NULL);
      return JSON_OK;
    }

  shape_table_learn (reader->shapes, SHAPE_ARGS_BEGIN, lead, value_end, NULL);
  event->known = 0;
  event->args_begin = value_end - 1;
  if (!chrome_batch_args_begin (batch, &offset))
    return JSON_BAD;
  for (;;)
    {
      JsonValue key, value;

      if (**at != '"')
        return JSON_BAD;
      if ((status = member_key (at, end, mode, repairs, &key)) != JSON_OK)
        return status;
      shape_table_learn (reader->shapes, SHAPE_ARG, value_end, *at, &key);
      if ((status = json_value (at, end, mode, repairs, &value)) != JSON_OK)
        return status;
      value_end = *at;

      if (!chrome_batch_args_key (batch, node, key.text, key.length, &node)
          || !chrome_batch_args_put (batch, &value))
        return JSON_BAD;
      chrome_event_set_known (event, batch->arg_nodes.at[node].known, &value);
      if (batch->arg_nodes.at[node].has_twice)
        *repairs |= JSON_REPAIR_DUPLICATE_KEY;

      if ((status = member_separator (at, end, repairs)) != JSON_OK)
        return status;
      if (**at == '}')
        {
          ++*at;
          chrome_batch_args_end (batch, offset, node);
          event->args = offset;
          event->args_end = *at;
          shape_table_learn (reader->shapes, SHAPE_ARGS_END, value_end, *at, NULL);
          return JSON_OK;
        }
    }
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

/* Returns the phase: one letter, or an escape of it. Of several letters the first counts, as in Perfetto. */
static char
phase_of (const JsonValue *value, bool *ret_is_long)
{
  char decoded[sizeof "\\u0058"];

  *ret_is_long = false;
  if (value->type != JSON_STRING || value->length == 0)
    return '?';
  if (value->length > 1 && value->text[0] > ' ' && value->text[0] <= '~' && value->text[0] != '\\')
    {
      *ret_is_long = true;
      return value->text[0];
    }
  if (value->length > sizeof decoded || json_string_decode (value, decoded) != 1 || decoded[0] == '\0')
    return '?';
  return decoded[0];
}

EventField
chrome_event_set_field (ChromeEvent *event, const JsonValue *key, const JsonValue *value)
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
  static const char thread_key[] = "stepscope_tid";

  if (value->type == JSON_ARRAY)
    event->present |= EVENT_LIST;
  if (key->length == strlen (thread_key) && memcmp (key->text, thread_key, key->length) == 0)
    {
      event->thread = *value;
      event->present |= EVENT_THREAD;
      return EVENT_THREAD;
    }
  if (key->length > 4)
    {
      event->present |= EVENT_OTHER;
      return EVENT_OTHER;
    }
  if (key->length == 2 && memcmp (key->text, "ph", 2) == 0)
    {
      event->phase = phase_of (value, &event->phase_is_long);
      return EVENT_PHASE;
    }
  if (key->length == 3 && memcmp (key->text, "id2", 3) == 0 && value->type == JSON_OBJECT)
    {
      read_id2 (value, event);
      return EVENT_OTHER;
    }
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
    if (fields[i].length == key->length && memcmp (fields[i].key, key->text, key->length) == 0)
      {
        memcpy ((char *) event + fields[i].offset, value, sizeof *value);
        event->present |= fields[i].field;
        return fields[i].field;
      }
  event->present |= EVENT_OTHER;
  return EVENT_OTHER;
}

/* An object that has this many keys of events twice, or a brace in a key, is two events that merged because a
 * brace or a quotation mark was lost, unless it is valid JSON. */
#define TWICE_MAX 5

/* Repairs that the grammar of JSON has no rule against. */
#define WITHIN_THE_GRAMMAR \
  ((unsigned) (JSON_REPAIR_DUPLICATE_KEY | JSON_REPAIR_UTF8 | JSON_REPAIR_ESCAPE | JSON_REPAIR_NUL))

static JsonStatus
read_members (ChromeEventReader *reader,
              const char **at,
              const char *end,
              JsonMode mode,
              unsigned *repairs,
              ChromeEvent *event,
              bool *ret_is_hopeless)
{
  const char *value_end = *at;
  unsigned seen = 0, twice = 0; /* bit per EventField */
  bool is_fused = false;
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
      EventField field = EVENT_ARGS;
      unsigned of_key = 0;

      if (**at != '"')
        return JSON_BAD;
      /* The keys of events are words without quotation marks, ... */
      *ret_is_hopeless = true;
      if ((status = member_key (at, end, mode, &of_key, &key)) != JSON_OK)
        return status;
      if (of_key & JSON_REPAIR_QUOTE)
        return JSON_BAD;
      *repairs |= of_key;
      /* ... and bare words are values. */
      *ret_is_hopeless = is_fused || (**at != '"' && **at != '{' && **at != '[');

      if (**at == '{' && key.length == 4 && memcmp (key.text, "args", 4) == 0)
        status = read_args (reader, at, end, mode, repairs, event, value_end);
      else
        {
          shape_table_learn (reader->shapes, SHAPE_FIELD, value_end, *at, &key);
          if ((status = json_value (at, end, mode, repairs, &value)) == JSON_OK)
            field = chrome_event_set_field (event, &key, &value);
        }
      if (status != JSON_OK)
        return status;
      if (field == EVENT_OTHER)
        is_fused = is_fused || memchr (key.text, '{', key.length) != NULL;
      else if (seen & field)
        {
          *repairs |= JSON_REPAIR_DUPLICATE_KEY;
          twice |= field;
          is_fused = is_fused || __builtin_popcount (twice) >= TWICE_MAX;
        }
      *ret_is_hopeless = is_fused;
      seen |= field;
      value_end = *at;

      if ((status = member_separator (at, end, repairs)) != JSON_OK)
        return status;
      if (is_fused && (mode != JSON_STRICT || *repairs & ~WITHIN_THE_GRAMMAR))
        return JSON_BAD;
      if (**at == '}')
        {
          ++*at;
          shape_table_learn (reader->shapes, SHAPE_EVENT_END, value_end, *at, NULL);
          return JSON_OK;
        }
    }
}

static void
event_begin (ChromeEvent *event, JsonMode mode, const BatchArgsMark *mark)
{
  event->mode = mode;
  event->present = 0;
  event->phase = 0;
  event->phase_is_long = false;
  event->id_is_local = false;
  event->name_node = event->category_node = NULL;
  event->before_args = *mark;
  event->args = ARGS_NONE;
  event->known = 0;
}

JsonStatus
chrome_event_read (ChromeEventReader *reader,
                   const char **at,
                   const char *end,
                   JsonMode mode,
                   unsigned *repairs,
                   ChromeEvent *event,
                   bool *ret_is_hopeless)
{
  const BatchArgsMark mark = chrome_batch_args_mark (reader->batch);
  const char *p = *at;
  unsigned mine = 0;

  event_begin (event, mode, &mark);
  /* An event on which JSON_STRICT has failed has no known shape. */
  if (mode == JSON_STRICT && shape_table_read (reader->shapes, reader->batch, at, event))
    return JSON_OK;
  chrome_batch_args_rewind (reader->batch, &mark);
  event_begin (event, mode, &mark);

  shape_table_learn_begin (reader->shapes, mode == JSON_STRICT);
  *ret_is_hopeless = false;
  JsonStatus status = read_members (reader, &p, end, mode, &mine, event, ret_is_hopeless);
  shape_table_learn_end (reader->shapes, status == JSON_OK && mine == 0);
  if (status != JSON_OK)
    {
      chrome_batch_args_rewind (reader->batch, &mark);
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
