/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/setting_value.h"

#include <string.h>

bool
setting_value_parse (const char *text, size_t length, JsonValue *ret_value)
{
  unsigned repairs = 0;
  const char *end = text + length;
  const char *at = json_skip_space (text, end);

  if (at == end)
    return false;
  /* A number at the very end could go on; one that stands alone does not. */
  JsonStatus status = json_value (&at, end, JSON_STRICT, &repairs, ret_value);
  if (status != JSON_MORE)
    return status == JSON_OK;
  *ret_value = (JsonValue){ .type = JSON_NUMBER, .text = at, .length = (size_t) (end - at) };
  return *at == '-' || g_ascii_isdigit (*at);
}

char *
setting_value_text (const JsonValue *value)
{
  if (value->type != JSON_STRING || !value->has_escapes)
    return g_utf8_make_valid (value->text, (gssize) value->length);
  g_autofree char *decoded = g_malloc (value->length + 1);
  size_t n = json_string_decode (value, decoded);
  return g_utf8_make_valid (decoded, (gssize) n);
}

const char *
setting_value_next (const Trace *trace, const TraceRank *rank, const char *key, uint64_t *place, size_t *ret_length)
{
  while (*place < rank->n_settings)
    {
      const TraceSetting *setting = trace_setting (trace, rank->first_setting + (*place)++);

      if (strcmp (trace_string (trace, setting->key, NULL), key) == 0)
        return trace_string (trace, setting->value, ret_length);
    }
  return NULL;
}

char *
setting_value_of (const Trace *trace, const TraceRank *rank, const char *key)
{
  uint64_t place = 0;
  size_t length;
  const char *text = setting_value_next (trace, rank, key, &place, &length);
  JsonValue value;

  if (text == NULL)
    return NULL;
  return setting_value_parse (text, length, &value) ? setting_value_text (&value)
                                                    : g_utf8_make_valid (text, (gssize) length);
}
