/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome_shape.h"

#include <stdlib.h>
#include <string.h>

#include "trace/import/chrome_event.h"
#include "trace/json_scan.h"

/* Longer runs of bytes between two values are not learned. */
#define LEAD_BYTES JSON_LEAD_BYTES

#define N_NODES    2048
#define N_CHILDREN 8

/* Of so many events, more than half have to fit for the next ones to be tried. */
#define TRIAL_EVENTS 256
#define REST_EVENTS  4096

typedef enum
{
  FIELD_PHASE,
  FIELD_NAME,
  FIELD_CATEGORY,
  FIELD_TIME,
  FIELD_DURATION,
  FIELD_PID,
  FIELD_TID,
  FIELD_GENERAL,
} Field;

typedef struct
{
  JsonLead lead;
  uint16_t children[N_CHILDREN]; /* likely ones first; 0: no more */
  ShapeStep step : 8;
  Field field : 8;
  uint8_t known;                  /* of an argument: KnownArg + 1 */
  uint8_t key_at, key_length;     /* in the lead */
  unsigned stamp;                 /* of the batch that arg_node belongs to */
  uint32_t arg_node, parent_node; /* of the argument, and the one before it */
} Node;

struct ShapeTable
{
  Node nodes[N_NODES]; /* the first is the root: an event begins */
  uint16_t n_nodes;

  /* While an event is learned: its nodes so far are not to be used before it is known to be valid. */
  bool learns;
  struct
  {
    ShapeStep step;
    const char *lead;
    size_t n_lead;
    JsonValue key;
  } steps[128];
  size_t n_steps;

  unsigned n_tried, n_missed, n_rest;
};

ShapeTable *
shape_table_new (void)
{
  ShapeTable *table = calloc (1, sizeof *table);

  if (table != NULL)
    table->n_nodes = 1;
  return table;
}

void
shape_table_free (ShapeTable *table)
{
  free (table);
}

/* ---- learning ---- */

void
shape_table_learn_begin (ShapeTable *table, bool is_wanted)
{
  table->learns = is_wanted && table->n_rest == 0;
  table->n_steps = 0;
}

void
shape_table_learn (ShapeTable *table,
                   ShapeStep step,
                   const char *lead,
                   const char *lead_end,
                   const JsonValue *key)
{
  size_t n = (size_t) (lead_end - lead);

  if (!table->learns)
    return;
  /* Arguments that are no object would be taken for a field, and others then as well. */
  bool is_odd = step == SHAPE_FIELD && key->length == 4 && memcmp (key->text, "args", 4) == 0;
  if (is_odd || n > LEAD_BYTES || table->n_steps == sizeof table->steps / sizeof table->steps[0])
    {
      table->learns = false;
      return;
    }
  table->steps[table->n_steps].step = step;
  table->steps[table->n_steps].lead = lead;
  table->steps[table->n_steps].n_lead = n;
  if (key != NULL)
    table->steps[table->n_steps].key = *key;
  table->n_steps++;
}

static Field
field_of (const JsonValue *key)
{
  static const struct
  {
    const char *key;
    Field field;
  } fields[] = {
    { "ph", FIELD_PHASE },     { "name", FIELD_NAME }, { "cat", FIELD_CATEGORY }, { "ts", FIELD_TIME },
    { "dur", FIELD_DURATION }, { "pid", FIELD_PID },   { "tid", FIELD_TID },
  };

  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
    if (strlen (fields[i].key) == key->length && memcmp (fields[i].key, key->text, key->length) == 0)
      return fields[i].field;
  return FIELD_GENERAL;
}

/* The child of node with that lead; made when missing. 0: there is no room. */
static uint16_t
learn_step (ShapeTable *table, uint16_t parent, size_t i)
{
  ShapeStep step = table->steps[i].step;
  const JsonValue *key = &table->steps[i].key;
  uint16_t *children = table->nodes[parent].children;
  size_t c = 0;

  for (; c < N_CHILDREN && children[c] != 0; c++)
    {
      const Node *child = &table->nodes[children[c]];

      if (child->step == step
          && json_lead_equals (&child->lead, table->steps[i].lead, table->steps[i].n_lead))
        return children[c];
    }
  if (table->n_nodes == N_NODES)
    return 0;
  if (c == N_CHILDREN)
    c--;
  memmove (children + 1, children, c * sizeof *children);
  children[0] = table->n_nodes;

  Node *node = &table->nodes[table->n_nodes++];
  json_lead_set (&node->lead, table->steps[i].lead, table->steps[i].n_lead);
  node->step = step;
  if (step == SHAPE_FIELD || step == SHAPE_ARG)
    {
      node->key_at = (uint8_t) (key->text - table->steps[i].lead);
      node->key_length = (uint8_t) key->length;
      node->field = field_of (key);
      node->known = (uint8_t) (step == SHAPE_ARG ? chrome_event_known_arg (key->text, key->length) : 0);
    }
  return children[0];
}

void
shape_table_learn_end (ShapeTable *table, bool is_valid)
{
  uint16_t node = 0;

  if (!table->learns || !is_valid)
    return;
  table->learns = false;
  for (size_t i = 0; i < table->n_steps; i++)
    {
      node = learn_step (table, node, i);
      if (node == 0)
        return;
    }
}

/* ---- reading ---- */

static uint16_t
next_node (ShapeTable *table, uint16_t at, const char *text)
{
  uint16_t *children = table->nodes[at].children;

  for (size_t c = 0; c < N_CHILDREN && children[c] != 0; c++)
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

/* Whether a bare value may end before c. */
static bool
ends_value (char c)
{
  return c == ',' || c == '}' || c == '\n' || c == ' ' || c == ']' || c == '\r' || c == '\t';
}

/* A value in its plainest form; false: let others look at it. */
static bool
read_value (const char **at, JsonValue *ret_value)
{
  const char *begin = *at, *end;

  if (*begin == '"')
    {
      end = json_scan_plain_string (begin + 1);
      if (*end != '"')
        return false;
      *ret_value = (JsonValue){ JSON_STRING, false, begin + 1, (size_t) (end - begin - 1) };
      *at = end + 1;
      return true;
    }
  if ((*begin >= '0' && *begin <= '9') || *begin == '-')
    {
      end = json_scan_plain_number (begin);
      if (end == NULL || !ends_value (*end))
        return false;
      *ret_value = (JsonValue){ JSON_NUMBER, false, begin, (size_t) (end - begin) };
      *at = end;
      return true;
    }
  if (*begin == '[' || *begin == '{')
    {
      end = json_scan_plain_container (begin);
      if (end == NULL)
        return false;
      *ret_value =
        (JsonValue){ *begin == '[' ? JSON_ARRAY : JSON_OBJECT, false, begin, (size_t) (end - begin) };
      *at = end;
      return true;
    }
  return false;
}

/* Digits, and up to three decimals of a microsecond. */
static bool
read_time (const char **at, int64_t *ret_ns)
{
  const char *p = *at;
  uint64_t value = 0;
  unsigned n_decimals = 0;

  while (*p >= '0' && *p <= '9')
    value = value * 10 + (uint64_t) (*p++ - '0');
  size_t n = (size_t) (p - *at);
  if (n == 0 || n > 16 || (n > 1 && **at == '0'))
    return false;
  if (*p == '.')
    for (p++; *p >= '0' && *p <= '9' && n_decimals < 3; n_decimals++)
      value = value * 10 + (uint64_t) (*p++ - '0');
  else
    n_decimals = 4;
  if (n_decimals == 0 || !ends_value (*p))
    return false;
  static const unsigned scale[] = { 1000, 100, 10, 1, 1000 };
  value *= scale[n_decimals];
  if (value > (uint64_t) TRACE_TIME_MAX_NS)
    return false;
  *ret_ns = (int64_t) value;
  *at = p;
  return true;
}

static bool
read_field (const Node *node, const char **at, struct ChromeEvent *event)
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
      return **at == '"' && read_value (at, &event->name);
    case FIELD_CATEGORY:
      event->present |= EVENT_CATEGORY;
      return **at == '"' && read_value (at, &event->category);
    case FIELD_PID:
      event->present |= EVENT_PID;
      return **at != '[' && read_value (at, &event->pid);
    case FIELD_TID:
      event->present |= EVENT_TID;
      return **at != '[' && read_value (at, &event->tid);
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

/* The batch's node for the argument, behind the one of the argument before. */
static bool
arg_node (Node *node, ChromeBatch *batch, uint32_t parent)
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

static bool
read_steps (ShapeTable *table, ChromeBatch *batch, const char **at, struct ChromeEvent *event)
{
  const char *p = *at;
  uint16_t i = 0;
  uint32_t path = 0;
  uint64_t entry = 0;
  JsonValue value;

  while ((i = next_node (table, i, p)) != 0)
    {
      Node *node = &table->nodes[i];

      p += node->lead.length;
      switch (node->step)
        {
        case SHAPE_FIELD:
          if (!read_field (node, &p, event))
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
          if (!read_value (&p, &value) || !arg_node (node, batch, path)
              || !chrome_batch_args_put (batch, &value))
            return false;
          path = node->arg_node;
          chrome_event_set_known (event, node->known, &value);
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

bool
shape_table_read (ShapeTable *table, ChromeBatch *batch, const char **at, struct ChromeEvent *event)
{
  if (table->n_rest > 0)
    {
      table->n_rest--;
      return false;
    }

  bool fits = read_steps (table, batch, at, event);
  table->n_missed += !fits;
  if (++table->n_tried == TRIAL_EVENTS)
    {
      if (table->n_missed > TRIAL_EVENTS / 2)
        table->n_rest = REST_EVENTS;
      table->n_tried = table->n_missed = 0;
    }
  return fits;
}
