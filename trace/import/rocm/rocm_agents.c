/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rocm_agents.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "trace/text/decimal_time.h"

COLUMN_IMPLEMENT (RocmAgentColumn, rocm_agent_column)

/* rocprofiler_agent_type_t. */
#define AGENT_TYPE_GPU 2

static const struct
{
  const char *key;
  size_t member;
} numbers[] = {
  { "cu_count", offsetof (RocmAgent, compute_units) },
  { "wave_front_size", offsetof (RocmAgent, wave_size) },
  { "max_waves_per_cu", offsetof (RocmAgent, waves_per_unit) },
  { "gfx_target_version", offsetof (RocmAgent, architecture) },
  { "lds_size_in_kb", offsetof (RocmAgent, shared_kib) },
};

/* What Kineto writes of a device, in its order. */
static const struct
{
  const char *key;
  size_t member;
  int64_t factor;
} properties[] = {
  { "totalGlobalMem", offsetof (RocmAgent, memory_bytes), 1 },
  { "warpSize", offsetof (RocmAgent, wave_size), 1 },
  { "sharedMemPerBlock", offsetof (RocmAgent, shared_kib), 1024 },
  { "numSms", offsetof (RocmAgent, compute_units), 1 },
};

static bool
is_word (const JsonValue *text, const char *word)
{
  return strlen (word) == text->length && memcmp (text->text, word, text->length) == 0;
}

void
rocm_agents_clear (RocmAgents *agents)
{
  rocm_agent_column_clear (&agents->agents);
  id_map_clear (&agents->agent_of_id);
}

RocmAgent
rocm_agent_unknown (int64_t id, bool is_gpu)
{
  return (RocmAgent){
    .id = id,
    .is_gpu = is_gpu,
    .device = -1,
    .compute_units = -1,
    .wave_size = -1,
    .waves_per_unit = -1,
    .architecture = -1,
    .memory_bytes = -1,
    .shared_kib = -1,
  };
}

static bool
read_number (const JsonValue *value, int64_t *ret)
{
  return value->type == JSON_NUMBER && decimal_to_integer (value->text, value->length, ret) && *ret >= 0;
}

/* Returns the sum of the sizes of memory banks, or -1. */
static int64_t
read_banks (const JsonValue *array)
{
  const char *at = array->text;
  int64_t sum = -1, n;
  JsonValue bank, key, value;

  while (json_next (&at, array->text + array->length, NULL, &bank))
    for (const char *p = bank.text;
         bank.type == JSON_OBJECT && json_next (&p, bank.text + bank.length, &key, &value);)
      if (is_word (&key, "size_in_bytes") && read_number (&value, &n)
          && !__builtin_add_overflow (sum < 0 ? 0 : sum, n, &n))
        sum = n;
  return sum;
}

void
rocm_agent_read (RocmAgent *agent, TraceBuilder *builder, const JsonValue *object)
{
  const char *at = object->text, *end = at + object->length;
  JsonValue key, value;
  int64_t number;
  uint32_t product = STRING_EMPTY, name = STRING_EMPTY;

  while (object->type == JSON_OBJECT && json_next (&at, end, &key, &value))
    {
      if (is_word (&key, "type") && read_number (&value, &number))
        agent->is_gpu = number == AGENT_TYPE_GPU;
      else if (is_word (&key, "product_name") && value.type == JSON_STRING)
        product = trace_builder_string (builder, value.text, value.length);
      else if (is_word (&key, "name") && value.type == JSON_STRING)
        name = trace_builder_string (builder, value.text, value.length);
      else if (is_word (&key, "mem_banks") && value.type == JSON_ARRAY)
        agent->memory_bytes = read_banks (&value);
      for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
        if (is_word (&key, numbers[i].key) && read_number (&value, &number))
          *(int64_t *) ((char *) agent + numbers[i].member) = number;
    }
  if (product != STRING_EMPTY || name != STRING_EMPTY)
    agent->name = product != STRING_EMPTY ? product : name;
}

void
rocm_agents_add (RocmAgents *agents, TraceBuilder *builder, RocmAgent agent)
{
  uint64_t *index = id_map_add (&agents->agent_of_id, (uint64_t) agent.id, agents->agents.n);

  agent.device = agent.is_gpu ? agents->n_gpus : -1;
  if (index == NULL || (*index == agents->agents.n && !rocm_agent_column_push (&agents->agents, agent)))
    trace_builder_set_failed (builder);
  else if (*index == agents->agents.n - 1 && agents->agents.at[*index].device == agents->n_gpus)
    agents->n_gpus++;
}

const RocmAgent *
rocm_agents_find (const RocmAgents *agents, int64_t id)
{
  const uint64_t *index = id_map_find (&agents->agent_of_id, (uint64_t) id);

  return index != NULL && *index < agents->agents.n ? &agents->agents.at[*index] : NULL;
}

int64_t
rocm_agents_device (RocmAgents *agents, TraceBuilder *builder, int64_t id)
{
  const RocmAgent *agent = rocm_agents_find (agents, id);

  if (agent != NULL)
    return agent->device;
  rocm_agents_add (agents, builder, rocm_agent_unknown (id, true));
  agent = rocm_agents_find (agents, id);
  return agent != NULL ? agent->device : -1;
}

static void
put_text (GString *out, const TraceBuilder *builder, uint32_t string)
{
  size_t length;
  const char *text = string_table_get (trace_builder_strings ((TraceBuilder *) builder), string, &length);

  for (size_t i = 0; i < length; i++)
    if ((unsigned char) text[i] >= 0x20 && text[i] != '"' && text[i] != '\\')
      g_string_append_c (out, text[i]);
}

void
rocm_agents_describe (const RocmAgents *agents, RocmProfile *profile)
{
  g_autoptr (GString) json = g_string_new ("[");

  for (size_t i = 0; i < agents->agents.n; i++)
    {
      const RocmAgent *agent = &agents->agents.at[i];

      if (agent->device < 0)
        continue;
      g_string_append_printf (json, "%s{\"id\":%" PRId32 ",\"name\":\"", json->len > 1 ? "," : "",
                              agent->device);
      put_text (json, profile->builder, agent->name);
      g_string_append_c (json, '"');
      /* 90402 is gfx942, for which HIP says 9.4. */
      if (agent->architecture > 0)
        g_string_append_printf (json, ",\"computeMajor\":%" PRId64 ",\"computeMinor\":%" PRId64,
                                agent->architecture / 10000, agent->architecture / 100 % 100);
      if (agent->waves_per_unit > 0 && agent->waves_per_unit <= INT32_MAX && agent->wave_size > 0
          && agent->wave_size <= INT32_MAX)
        g_string_append_printf (json, ",\"maxThreadsPerMultiprocessor\":%" PRId64,
                                agent->waves_per_unit * agent->wave_size);
      for (size_t p = 0; p < G_N_ELEMENTS (properties); p++)
        {
          int64_t value = *(const int64_t *) ((const char *) agent + properties[p].member);

          if (value > 0 && !__builtin_mul_overflow (value, properties[p].factor, &value))
            g_string_append_printf (json, ",\"%s\":%" PRId64, properties[p].key, value);
        }
      g_string_append_c (json, '}');
      if (agent->name != STRING_EMPTY)
        trace_builder_set_device_name (profile->builder, agent->device, agent->name);
    }
  g_string_append_c (json, ']');
  if (json->len > 2)
    rocm_set_json (profile, "deviceProperties", json->str, json->len);
}
