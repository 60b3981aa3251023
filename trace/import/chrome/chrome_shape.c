/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "trace/import/chrome/chrome_event.h"
#include "trace/import/chrome/chrome_shape_private.h"

ShapeTable *
shape_table_new (void)
{
  ShapeTable *table = calloc (1, sizeof *table);

  size_t n_ways;

  if (table == NULL)
    return NULL;
  table->n_nodes = 1;
  table->read_steps = shape_read_ways (&n_ways)[0];
  return table;
}

void
shape_table_free (ShapeTable *table)
{
  free (table);
}

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
  /* Arguments that are not an object would be taken for a field, and later ones too. */
  bool is_odd = step == SHAPE_FIELD && key->length == 4 && memcmp (key->text, "args", 4) == 0;
  if (is_odd || n > SHAPE_LEAD_BYTES || table->n_steps == SHAPE_STEPS)
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

static ShapeField
field_of (const JsonValue *key)
{
  /* clang-format off */
  static const struct
  {
    const char *key;
    ShapeField field;
  } fields[] = {
    { "ph", FIELD_PHASE },
    { "name", FIELD_NAME },
    { "cat", FIELD_CATEGORY },
    { "ts", FIELD_TIME },
    { "dur", FIELD_DURATION },
    { "pid", FIELD_PID },
    { "tid", FIELD_TID },
  };
  /* clang-format on */

  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
    if (strlen (fields[i].key) == key->length && memcmp (fields[i].key, key->text, key->length) == 0)
      return fields[i].field;
  return FIELD_GENERAL;
}

/* Returns the child of node with that lead, adding it if missing, or 0 if there is no room. */
static uint16_t
learn_step (ShapeTable *table, uint16_t parent, size_t i)
{
  ShapeStep step = table->steps[i].step;
  const JsonValue *key = &table->steps[i].key;
  uint16_t *children = table->nodes[parent].children;
  size_t c = 0;

  for (; c < SHAPE_CHILDREN && children[c] != 0; c++)
    {
      const ShapeNode *child = &table->nodes[children[c]];

      if (child->step == step
          && json_lead_equals (&child->lead, table->steps[i].lead, table->steps[i].n_lead))
        return children[c];
    }
  if (table->n_nodes == SHAPE_NODES)
    return 0;
  if (c == SHAPE_CHILDREN)
    c--;
  memmove (children + 1, children, c * sizeof *children);
  children[0] = table->n_nodes;

  ShapeNode *node = &table->nodes[table->n_nodes++];
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
