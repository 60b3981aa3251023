/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/device_properties.h"

#include <stddef.h>
#include <string.h>

#include "trace/json/json_token.h"
#include "trace/text/decimal_time.h"

/* Around 2020, Kineto changed the spelling of some members. */
static const struct
{
  const char *key;
  size_t member;
} keys[] = {
  { "id", offsetof (DeviceProperties, id) },
  { "totalGlobalMem", offsetof (DeviceProperties, memory_bytes) },
  { "computeMajor", offsetof (DeviceProperties, compute_major) },
  { "major", offsetof (DeviceProperties, compute_major) },
  { "computeMinor", offsetof (DeviceProperties, compute_minor) },
  { "minor", offsetof (DeviceProperties, compute_minor) },
  { "numSms", offsetof (DeviceProperties, multiprocessors) },
  { "multiProcessorCount", offsetof (DeviceProperties, multiprocessors) },
  { "maxThreadsPerMultiprocessor", offsetof (DeviceProperties, threads_per_multiprocessor) },
};

static bool
is_word (const JsonValue *text, const char *word)
{
  return strlen (word) == text->length && memcmp (text->text, word, text->length) == 0;
}

bool
device_uuid_read (const char *text, size_t length, uint8_t ret_uuid[DEVICE_UUID_BYTES])
{
  static const char prefix[] = "GPU-";
  size_t n = 0, i = 0;

  if (length > strlen (prefix) && memcmp (text, prefix, strlen (prefix)) == 0)
    i = strlen (prefix);
  for (; i < length; i++)
    {
      int digit = g_ascii_xdigit_value (text[i]);

      if (text[i] == '-')
        continue;
      if (digit < 0 || n == 2 * DEVICE_UUID_BYTES)
        return false;
      ret_uuid[n / 2] = (uint8_t) (n % 2 == 0 ? digit << 4 : ret_uuid[n / 2] | digit);
      n++;
    }
  return n == 2 * DEVICE_UUID_BYTES;
}

static DeviceProperties
read_properties (const JsonValue *object)
{
  DeviceProperties properties = { -1, -1, -1, -1, -1, -1, false, { 0 } };
  const char *at = object->text, *end = at + object->length;
  JsonValue key, value;
  int64_t number;

  while (object->type == JSON_OBJECT && json_next (&at, end, &key, &value))
    if (is_word (&key, "uuid") && value.type == JSON_STRING)
      properties.has_uuid = device_uuid_read (value.text, value.length, properties.uuid);
    else
      for (size_t i = 0; i < G_N_ELEMENTS (keys); i++)
        if (is_word (&key, keys[i].key) && (value.type == JSON_NUMBER || value.type == JSON_STRING)
            && decimal_to_integer (value.text, value.length, &number) && number >= 0)
          *(int64_t *) ((char *) &properties + keys[i].member) = number;
  return properties;
}

/* Calls see () for the properties of each device in a rank's settings, until it returns true. */
static bool
look_through (const Trace *trace,
              const TraceRank *rank,
              bool (*see) (const DeviceProperties *properties, void *user_data),
              void *user_data)
{
  for (uint64_t i = 0; i < rank->n_settings; i++)
    {
      const TraceSetting *setting = trace_setting (trace, rank->first_setting + i);
      const char *key = trace_string (trace, setting->key, NULL);
      unsigned repairs = 0;
      size_t length;
      JsonValue array, object;

      if (strcmp (key, "deviceProperties") != 0 && strcmp (key, "computeProperties") != 0)
        continue;
      const char *text = trace_string (trace, setting->value, &length), *end = text + length;
      const char *at = json_skip_space (text, end);
      if (at == end || json_value (&at, end, JSON_STRICT, &repairs, &array) != JSON_OK
          || array.type != JSON_ARRAY)
        continue;
      for (at = array.text; json_next (&at, array.text + array.length, NULL, &object);)
        {
          const DeviceProperties properties = read_properties (&object);

          if (see (&properties, user_data))
            return true;
        }
    }
  return false;
}

typedef struct
{
  int64_t number;
  DeviceProperties *properties;
} Wanted;

static bool
is_wanted_one (const DeviceProperties *properties, void *user_data)
{
  Wanted *wanted = user_data;

  if (properties->id != wanted->number)
    return false;
  *wanted->properties = *properties;
  return true;
}

bool
device_properties_of (const Trace *trace,
                      const TraceRank *rank,
                      int32_t number,
                      DeviceProperties *ret_properties)
{
  Wanted wanted = { number, ret_properties };

  return look_through (trace, rank, is_wanted_one, &wanted);
}

static bool
count_one (const DeviceProperties *properties, void *user_data)
{
  (void) properties;
  ++*(uint64_t *) user_data;
  return false;
}

uint64_t
device_properties_count (const Trace *trace, const TraceRank *rank)
{
  uint64_t n = 0;

  look_through (trace, rank, count_one, &n);
  return n;
}

/* Returns true if the number differs from an earlier one, which is in *user_data (-1 at first). */
static bool
is_other_size (const DeviceProperties *properties, void *user_data)
{
  int64_t *common = user_data;

  if (properties->multiprocessors < 0)
    return false;
  if (*common >= 0 && *common != properties->multiprocessors)
    return true;
  *common = properties->multiprocessors;
  return false;
}

int64_t
device_multiprocessors (const Trace *trace, const TraceRank *rank, int32_t number)
{
  DeviceProperties properties;
  int64_t common = -1;

  if (device_properties_of (trace, rank, number, &properties) && properties.multiprocessors >= 0)
    return properties.multiprocessors;
  return look_through (trace, rank, is_other_size, &common) ? -1 : common;
}
