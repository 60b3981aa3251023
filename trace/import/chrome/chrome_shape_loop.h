/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads an event by its shape. Each of the files that include this is compiled for another processor (json_scan.h). */

#pragma once

#include "trace/import/chrome/chrome_event.h"
#include "trace/import/chrome/chrome_shape_private.h"

static uint16_t
next_node (ShapeTable *table, uint16_t at, const char *text)
{
  uint16_t *children = table->nodes[at].children;

  for (size_t c = 0; c < SHAPE_CHILDREN && children[c] != 0; c++)
    if (json_lead_is (text, &table->nodes[children[c]].lead))
      {
        uint16_t found = children[c];

        if (c > 0)
          {
            children[c] = children[c - 1];
            children[c - 1] = found;
          }
        return found;
      }
  return 0;
}

/* ---- values; these return false for anything but the plainest form ---- */

/* Returns whether a bare value may end before c. */
static inline bool
ends_value (char c)
{
  return c == ',' || c == '}' || c == '\n' || c == ' ' || c == ']' || c == '\r' || c == '\t';
}

static inline bool
read_string (const char **at, JsonValue *ret_value)
{
  const char *begin = *at + 1, *end;

  if (**at != '"' || *(end = json_scan_plain_string (begin)) != '"')
    return false;
  *ret_value = (JsonValue){ JSON_STRING, false, begin, (size_t) (end - begin) };
  *at = end + 1;
  return true;
}

static inline bool
read_container (const char **at, JsonValue *ret_value)
{
  const char *begin = *at, *end = json_scan_plain_container (begin);

  if (end == NULL)
    return false;
  *ret_value = (JsonValue){ *begin == '[' ? JSON_ARRAY : JSON_OBJECT, false, begin, (size_t) (end - begin) };
  *at = end;
  return true;
}

/* *ret_is_integer says that *ret_integer prints as the same text. */
static inline bool
read_number (const char **at, JsonValue *ret_value, int64_t *ret_integer, bool *ret_is_integer)
{
  const char *begin = *at, *p = begin + (*begin == '-');
  uint64_t number;
  unsigned n_digits = json_scan_digits (&p, &number);

  if (n_digits == 0 || (n_digits > 1 && p[-(int) n_digits] == '0'))
    return false;
  *ret_is_integer = n_digits <= 18 && !(number == 0 && *begin == '-') && *p != '.';
  *ret_integer = (int64_t) (*begin == '-' ? -number : number);
  if (*p == '.')
    {
      p++;
      if (json_scan_digits (&p, &number) == 0)
        return false;
    }
  if (!ends_value (*p))
    return false;
  *ret_value = (JsonValue){ JSON_NUMBER, false, begin, (size_t) (p - begin) };
  *at = p;
  return true;
}

/* Reads digits, with up to three decimals of a microsecond. */
static inline bool
read_time (const char **at, int64_t *ret_ns)
{
  static const unsigned scale[] = { 1000, 100, 10, 1 };
  const char *p = *at;
  uint64_t us, decimals = 0;
  unsigned n_digits = json_scan_digits (&p, &us), n_decimals = 0;

  if (n_digits == 0 || n_digits > 16 || (n_digits > 1 && **at == '0'))
    return false;
  if (*p == '.')
    {
      p++;
      n_decimals = json_scan_digits (&p, &decimals);
      if (n_decimals == 0 || n_decimals > 3)
        return false;
    }
  uint64_t ns = us * 1000 + decimals * scale[n_decimals];
  if (!ends_value (*p) || ns > (uint64_t) TRACE_TIME_MAX_NS)
    return false;
  *ret_ns = (int64_t) ns;
  *at = p;
  return true;
}

static inline bool
read_literal (const char **at, JsonValue *ret_value)
{
  static const char *const literals[] = { "true", "false", "null" };

  for (size_t i = 0; i < sizeof literals / sizeof literals[0]; i++)
    {
      size_t n = strlen (literals[i]);

      if (memcmp (*at, literals[i], n) == 0 && ends_value ((*at)[n]))
        {
          *ret_value = (JsonValue){ JSON_LITERAL, false, *at, n };
          *at += n;
          return true;
        }
    }
  return false;
}

static inline bool
read_value (const char **at, JsonValue *ret_value)
{
  int64_t integer;
  bool is_integer;

  switch (**at)
    {
    case '"':
      return read_string (at, ret_value);
    case '[':
    case '{':
      return read_container (at, ret_value);
    case 't':
    case 'f':
    case 'n':
      return read_literal (at, ret_value);
    default:
      return read_number (at, ret_value, &integer, &is_integer);
    }
}

/* ---- values that occurred here before ---- */

/* Returns the value with the same text, or NULL. */
static inline const KnownValue *
find_known (const ShapeNode *node, const ChromeBatch *batch, const char *at)
{
  for (size_t i = 0; i < SHAPE_VALUES; i++)
    {
      const KnownValue *known = &node->values[i];

      if (known->text.length > 0 && json_lead_is (at, &known->text)
          && (known->stamp == 0 ? known->id < batch->view.n : known->stamp == batch->stamp))
        return known;
    }
  return NULL;
}

/* Reads a string of the event, and its id if known; is_known is then set in event->present. It is not set if
 * the key occurred before with a string whose id is known. Nothing is added to the batch here; the code that
 * needs the id does that, so that the contents of the batch do not depend on the shapes. */
static bool
read_text (ShapeNode *node,
           const ChromeBatch *batch,
           const char **at,
           struct ChromeEvent *event,
           unsigned is_known,
           JsonValue *ret_value,
           uint32_t *ret_id)
{
  const char *begin = *at;
  const KnownValue *known = find_known (node, batch, begin);

  if (known == NULL)
    {
      event->present &= ~is_known;
      return read_string (at, ret_value);
    }
  event->present |= is_known;
  *ret_id = known->id;
  *ret_value = (JsonValue){ JSON_STRING, false, begin + 1, (size_t) known->text.length - 2 };
  *at += known->text.length;
  return true;
}

/* Reads the id of a process or a thread, of which there are few. A number is known with the byte that ends it. */
static bool
read_id (ShapeNode *node, const char **at, JsonValue *ret_value)
{
  const char *begin = *at;

  for (size_t i = 0; i < SHAPE_VALUES; i++)
    {
      const JsonLead *known = &node->values[i].text;

      if (known->length > 0 && json_lead_is (begin, known))
        {
          *at += known->length - 1;
          *ret_value = (JsonValue){ JSON_NUMBER, false, begin, (size_t) known->length - 1 };
          return true;
        }
    }
  if (*begin == '[' || *begin == '{' || !read_value (at, ret_value))
    return false;
  if (ret_value->type == JSON_NUMBER && ret_value->length < JSON_LEAD_BYTES)
    {
      json_lead_set (&node->values[node->next_known].text, begin, ret_value->length + 1);
      node->next_known = (uint8_t) ((node->next_known + 1) % SHAPE_VALUES);
    }
  return true;
}

/* ---- steps ---- */

static bool
read_field (ShapeNode *node, ChromeBatch *batch, const char **at, struct ChromeEvent *event)
{
  JsonValue value;

  switch (node->field)
    {
    case FIELD_PHASE:
      if ((*at)[0] != '"' || (unsigned char) ((*at)[1] - '!') > '~' - '!' || (*at)[1] == '"'
          || (*at)[1] == '\\' || (*at)[2] != '"')
        return false;
      event->phase = (*at)[1];
      *at += 3;
      return true;
    case FIELD_NAME:
      event->present |= EVENT_NAME;
      event->name_node = node;
      return read_text (node, batch, at, event, EVENT_NAME_READ, &event->name, &event->name_id);
    case FIELD_CATEGORY:
      event->present |= EVENT_CATEGORY;
      event->category_node = node;
      return read_text (node, batch, at, event, EVENT_CATEGORY_READ, &event->category, &event->category_id);
    case FIELD_PID:
      event->present |= EVENT_PID;
      return read_id (node, at, &event->pid);
    case FIELD_TID:
      event->present |= EVENT_TID;
      return read_id (node, at, &event->tid);
    case FIELD_TIME:
      event->present |= EVENT_TIME | EVENT_TIME_READ;
      return read_time (at, &event->time_ns);
    case FIELD_DURATION:
      event->present |= EVENT_DURATION | EVENT_DURATION_READ;
      return read_time (at, &event->dur_ns);
    case FIELD_GENERAL:
    default:
      {
        const JsonValue key = { JSON_STRING, false, node->lead.text + node->key_at, node->key_length };

        if (!read_value (at, &value))
          return false;
        chrome_event_set_field (event, &key, &value);
        return true;
      }
    }
}

/* Finds the batch's node for the argument, below the one of the previous argument. */
static inline bool
find_arg_node (ShapeNode *node, ChromeBatch *batch, uint32_t parent)
{
  if (node->stamp == batch->stamp && node->parent_node == parent)
    return true;
  if (!chrome_batch_args_key (batch, parent, node->lead.text + node->key_at, node->key_length,
                              &node->arg_node))
    return false;
  node->stamp = batch->stamp;
  node->parent_node = parent;
  return true;
}

/* Reads an argument into the current entry, after the one whose node is *path. The key is looked up once the
 * value has been read, as when events are read token by token. */
static bool
read_arg (ShapeNode *node, ChromeBatch *batch, const char **at, struct ChromeEvent *event, uint32_t *path)
{
  const char *begin = *at;
  bool is_string = *begin == '"', is_text = is_string || *begin == '[' || *begin == '{', is_integer = false;
  const KnownValue *known = is_text && node->known == 0 ? find_known (node, batch, begin) : NULL;
  JsonValue value;
  int64_t integer = 0;

  if (known != NULL)
    *at += known->text.length;
  else if (is_string       ? !read_string (at, &value)
           : is_text       ? !read_container (at, &value)
           : *begin >= 'a' ? !read_literal (at, &value)
                           : !read_number (at, &value, &integer, &is_integer))
    return false;

  if (!find_arg_node (node, batch, *path))
    return false;
  *path = node->arg_node;
  if (known != NULL)
    return chrome_batch_args_put_id (batch, is_string ? ARGS_STRING : ARGS_TEXT, known->id);
  chrome_event_set_known (event, node->known, &value);
  if (is_integer)
    return chrome_batch_args_put_integer (batch, integer);
  if (!is_text || value.length <= ARGS_INLINE_MAX)
    return chrome_batch_args_put (batch, &value);

  uint32_t id = chrome_batch_string (batch, value.text, value.length);
  shape_node_remember (node, batch, begin, (size_t) (*at - begin), id);
  return chrome_batch_args_put_id (batch, is_string ? ARGS_STRING : ARGS_TEXT, id);
}

static bool
read_steps (ShapeTable *table, ChromeBatch *batch, const char **at, struct ChromeEvent *event)
{
  const char *p = *at;
  uint16_t i = 0;
  uint32_t path = 0;
  uint64_t entry = 0;

  while ((i = next_node (table, i, p)) != 0)
    {
      ShapeNode *node = &table->nodes[i];

      p += node->lead.length;
      switch (node->step)
        {
        case SHAPE_FIELD:
          if (!read_field (node, batch, &p, event))
            return false;
          break;
        case SHAPE_ARGS_BEGIN:
          path = 0;
          event->known = 0;
          event->args_begin = p - 1;
          if (!chrome_batch_args_begin (batch, &entry))
            return false;
          break;
        case SHAPE_ARG:
          if (!read_arg (node, batch, &p, event, &path))
            return false;
          break;
        case SHAPE_ARGS_END:
          chrome_batch_args_end (batch, entry, path);
          event->args = entry;
          event->args_end = p;
          break;
        case SHAPE_NO_ARGS:
          break;
        case SHAPE_EVENT_END:
        default:
          *at = p;
          return true;
        }
    }
  return false;
}
