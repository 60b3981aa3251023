/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_shape_loop.h"

void
shape_node_remember (ShapeNode *node, const ChromeBatch *batch, const char *text, size_t length, uint32_t id)
{
  if (length > JSON_LEAD_BYTES)
    return;

  KnownValue *known = &node->values[node->next_known];
  node->next_known = (uint8_t) ((node->next_known + 1) % SHAPE_VALUES);
  json_lead_set (&known->text, text, length);
  known->id = id;
  known->stamp = id & BATCH_STRING ? batch->stamp : 0;
}

void
shape_node_remember_string (ShapeNode *node, const ChromeBatch *batch, const JsonValue *string, uint32_t id)
{
  shape_node_remember (node, batch, string->text - 1, string->length + 2, id);
}

static ShapeReadSteps ways[3];
static size_t n_ways;

/* Runs before main (), so that no thread sees the choice half made. */
__attribute__ ((constructor)) static void
find_ways (void)
{
#if defined __x86_64__
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512vl")
      && __builtin_cpu_supports ("bmi") && __builtin_cpu_supports ("bmi2"))
    ways[n_ways++] = shape_read_steps_avx512;
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi") && __builtin_cpu_supports ("bmi2"))
    ways[n_ways++] = shape_read_steps_avx2;
#endif
  ways[n_ways++] = read_steps;
}

const ShapeReadSteps *
shape_read_ways (size_t *ret_n)
{
  *ret_n = n_ways;
  return ways;
}

bool
shape_table_read (ShapeTable *table, ChromeBatch *batch, const char **at, struct ChromeEvent *event)
{
  if (table->n_rest > 0)
    {
      table->n_rest--;
      return false;
    }

  bool fits = table->read_steps (table, batch, at, event);
  table->n_missed += !fits;
  if (++table->n_tried == SHAPE_TRIAL_EVENTS)
    {
      if (table->n_missed > SHAPE_TRIAL_EVENTS / 2)
        table->n_rest = SHAPE_REST_EVENTS;
      table->n_tried = table->n_missed = 0;
    }
  return fits;
}
