/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/kineto_settings.h"

#include <string.h>

#include "trace/text/decimal_time.h"

/* Only the log lines that Kineto may append (INFO) are large; this limit is far above any of them. */
#define KEPT_BYTES_MAX (16 * 1024 * 1024)

static bool
is_word (const JsonValue *text, const char *word)
{
  return strlen (word) == text->length && memcmp (text->text, word, text->length) == 0;
}

static bool
integer_of (const JsonValue *value, int64_t *ret_value)
{
  return (value->type == JSON_NUMBER || value->type == JSON_STRING)
         && decimal_to_integer (value->text, value->length, ret_value);
}

static void
read_distributed_info (KinetoSettings *settings, const JsonValue *object)
{
  const char *at = object->text, *end = at + object->length;
  JsonValue key, value;
  int64_t number;

  while (json_next (&at, end, &key, &value))
    if (is_word (&key, "rank") && integer_of (&value, &number) && number >= 0)
      trace_builder_set_rank_number (settings->builder, number);
    else if (is_word (&key, "world_size") && integer_of (&value, &number) && number > 0)
      trace_builder_set_world_size (settings->builder, number);
}

static void
read_device (KinetoSettings *settings, const JsonValue *object)
{
  const char *at = object->text, *end = at + object->length;
  JsonValue key, value;
  int64_t id = -1;
  uint32_t name = STRING_EMPTY;

  while (json_next (&at, end, &key, &value))
    if (is_word (&key, "id"))
      {
        if (!integer_of (&value, &id))
          id = -1;
      }
    else if (is_word (&key, "name") && value.type == JSON_STRING)
      name = trace_builder_string (settings->builder, value.text, value.length);
  if (id >= 0 && id <= INT32_MAX && name != STRING_EMPTY)
    trace_builder_set_device_name (settings->builder, (int32_t) id, name);
}

static void
read_devices (KinetoSettings *settings, const JsonValue *array)
{
  const char *at = array->text, *end = at + array->length;
  JsonValue device;

  while (json_next (&at, end, NULL, &device))
    if (device.type == JSON_OBJECT)
      read_device (settings, &device);
}

void
kineto_settings_init (KinetoSettings *settings, TraceBuilder *builder)
{
  *settings = (KinetoSettings){ .builder = builder };
}

void
kineto_settings_add (KinetoSettings *settings, const JsonValue *key, const JsonValue *value, int64_t offset)
{
  static const char *const kineto_keys[] = {
    "schemaVersion", "deviceProperties", "computeProperties", "distributedInfo", "baseTimeNanoseconds",
    "traceName",     "trace_id",         "record_shapes",     "with_stack",
  };
  TraceBuilder *builder = settings->builder;

  for (size_t i = 0; i < sizeof kineto_keys / sizeof kineto_keys[0]; i++)
    settings->is_kineto = settings->is_kineto || is_word (key, kineto_keys[i]);

  if (is_word (key, "baseTimeNanoseconds"))
    settings->has_base = integer_of (value, &settings->base_ns);
  else if (is_word (key, "distributedInfo") && value->type == JSON_OBJECT)
    read_distributed_info (settings, value);
  else if ((is_word (key, "deviceProperties") || is_word (key, "computeProperties"))
           && value->type == JSON_ARRAY)
    read_devices (settings, value);
  else if ((is_word (key, "host_name") || is_word (key, "hostname")) && value->type == JSON_STRING)
    trace_builder_set_node_name (builder, trace_builder_string (builder, value->text, value->length));

  /* Kept as JSON text: a string with its quotes. */
  const char *text = value->type == JSON_STRING ? value->text - 1 : value->text;
  size_t length = value->type == JSON_STRING ? value->length + 2 : value->length;
  if (settings->n_kept_bytes + key->length + length > KEPT_BYTES_MAX)
    {
      trace_builder_add_health (builder, HEALTH_JSON_KEY_TOO_LARGE, 1, offset);
      return;
    }
  settings->n_kept_bytes += key->length + length;
  uint32_t key_id = trace_builder_string (builder, key->text, key->length);
  trace_builder_add_setting (builder, key_id, trace_builder_string (builder, text, length));
}

bool
kineto_rank_of_path (const char *path, int64_t *ret_rank)
{
  static const char *const words[] = { "rank", "worker" };
  const char *slash = strrchr (path, '/');
  const char *name = slash == NULL ? path : slash + 1;

  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    for (const char *at = strstr (name, words[i]); at != NULL; at = strstr (at + 1, words[i]))
      {
        const char *digits = at + strlen (words[i]);

        if (*digits == '-' || *digits == '_' || *digits == '=')
          digits++;
        size_t n = strspn (digits, "0123456789");
        if (n > 0 && n < 10)
          return decimal_to_integer (digits, n, ret_rank);
      }
  return false;
}
