/* SPDX-License-Identifier: Apache-2.0
 *
 *   {"interval" : 1.000401, "cpu" : "0", "counter-value" : "812345.000000", "unit" : "", "event" : "cycles",
 *    "event-runtime" : 1000123456, "pcnt-running" : 100.00, "metric-value" : "3.1", "metric-unit" : "GHz"}
 *
 * tools/perf/util/stat-display.c. Some releases write a comma before the last brace. */

#include "trace/import/telemetry/perf_row.h"

#include <glib.h>
#include <string.h>

#include "trace/json/json_token.h"

typedef enum
{
  KEY_TIME,
  KEY_CPU,
  KEY_PLACE,
  KEY_VALUE,
  KEY_UNIT,
  KEY_EVENT,
  KEY_GROUP,
  KEY_METRIC,
  KEY_METRIC_UNIT,
  N_KEYS
} Key;

static const struct
{
  const char *text;
  Key key;
} keys[] = {
  { "interval", KEY_TIME },       { "cpu", KEY_CPU },
  { "socket", KEY_PLACE },        { "die", KEY_PLACE },
  { "core", KEY_PLACE },          { "node", KEY_PLACE },
  { "cluster", KEY_PLACE },       { "cache", KEY_PLACE },
  { "thread", KEY_PLACE },        { "counter-value", KEY_VALUE },
  { "unit", KEY_UNIT },           { "event", KEY_EVENT },
  { "metric-value", KEY_METRIC }, { "metric-unit", KEY_METRIC_UNIT },
  { "cgroup", KEY_GROUP },
};

static int
key_of (const JsonValue *key)
{
  for (size_t i = 0; i < G_N_ELEMENTS (keys); i++)
    if (key->length == strlen (keys[i].text) && memcmp (key->text, keys[i].text, key->length) == 0)
      return (int) keys[i].key;
  return -1;
}

/* Ends the text where it stands: what follows it is a quote, a comma, a space or a brace that was read already. */
static char *
ended (char *line, const JsonValue *value)
{
  char *text = line + (value->text - line);

  if (value->type == JSON_STRING && value->has_escapes)
    text[json_string_decode (value, text)] = '\0';
  else
    text[value->length] = '\0';
  return text;
}

bool
perf_json_read (char *line, PerfRow *ret_row, bool *ret_is_summary)
{
  const char *at = line, *end = line + strlen (line), *begin;
  char *texts[N_KEYS];
  unsigned repairs = 0;
  JsonValue object, key, value, values[N_KEYS] = { 0 };

  *ret_is_summary = false;
  if (*line != '{' || json_value (&at, end, JSON_LENIENT | JSON_AT_END, &repairs, &object) != JSON_OK)
    return false;
  for (begin = object.text;
       json_next_in_mode (&begin, object.text + object.length, JSON_LENIENT, &key, &value);)
    {
      int known = key_of (&key);

      if (known >= 0 && (value.type == JSON_STRING || value.type == JSON_NUMBER))
        values[known] = value;
    }
  for (int i = 0; i < N_KEYS; i++)
    texts[i] = values[i].text != NULL ? ended (line, &values[i]) : NULL;
  if (texts[KEY_TIME] == NULL || texts[KEY_EVENT] == NULL || texts[KEY_VALUE] == NULL)
    return false;
  *ret_row = (PerfRow){
    .time = texts[KEY_TIME],
    .place = texts[KEY_CPU] != NULL     ? texts[KEY_CPU]
             : texts[KEY_PLACE] != NULL ? texts[KEY_PLACE]
                                        : "",
    .group = texts[KEY_GROUP] != NULL ? texts[KEY_GROUP] : "",
    .value = texts[KEY_VALUE],
    .unit = texts[KEY_UNIT] != NULL ? texts[KEY_UNIT] : "",
    .event = texts[KEY_EVENT],
    .metric = texts[KEY_METRIC] != NULL ? texts[KEY_METRIC] : "",
    .metric_unit = texts[KEY_METRIC_UNIT] != NULL ? texts[KEY_METRIC_UNIT] : "",
  };
  return true;
}
