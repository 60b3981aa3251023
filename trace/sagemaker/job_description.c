/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/sagemaker/job_description.h"

#include <string.h>

#include "trace/import/telemetry/telemetry_time.h"
#include "trace/json/json_token.h"
#include "trace/model/trace.h"
#include "trace/text/decimal_time.h"

/* Of names and messages; what is longer is cut. */
#define TEXT_BYTES_MAX 1024

static char *
text_of (const JsonValue *value)
{
  size_t length = MIN (value->length, TEXT_BYTES_MAX);
  JsonValue cut = *value;
  char decoded[TEXT_BYTES_MAX];

  if (value->type != JSON_STRING)
    return NULL;
  cut.length = length;
  return g_utf8_make_valid (decoded, (gssize) json_string_decode (&cut, decoded));
}

static void
take_text (const JsonValue *value, char **text)
{
  g_free (*text);
  *text = text_of (value);
}

static void
take_count (const JsonValue *value, int64_t *count)
{
  if (value->type != JSON_NUMBER || !decimal_to_integer (value->text, value->length, count) || *count < 0)
    *count = 0;
}

/* Numbers are seconds, or milliseconds where they would be later than the year 5000. */
static bool
time_of (const JsonValue *value, int64_t *ret_ns)
{
  bool rounded;

  if (value->type == JSON_STRING)
    {
      g_autofree char *text = text_of (value);

      return telemetry_time_read (text, ret_ns) == TELEMETRY_TIME_UTC;
    }
  return value->type == JSON_NUMBER
         && (decimal_to_scaled (value->text, value->length, 9, TRACE_TIME_MAX_NS, ret_ns, &rounded)
             || decimal_to_scaled (value->text, value->length, 6, TRACE_TIME_MAX_NS, ret_ns, &rounded))
         && *ret_ns > 0;
}

static void
phase_free (gpointer data)
{
  JobPhase *phase = data;

  g_free (phase->name);
  g_free (phase);
}

static void
take_phase (JobDescription *description, const JsonValue *object)
{
  const char *at = object->text, *end = at + object->length;
  g_autofree char *name = NULL;
  int64_t begin_ns = 0, end_ns = 0;
  bool has_begin = false, is_wrong = false;
  JsonValue key, value;

  while (json_next (&at, end, &key, &value))
    if (json_is_text (&key, "Status"))
      take_text (&value, &name);
    else if (json_is_text (&key, "StartTime"))
      has_begin = time_of (&value, &begin_ns);
    else if (json_is_text (&key, "EndTime") && value.type != JSON_LITERAL)
      is_wrong = !time_of (&value, &end_ns);
  if (name == NULL || !has_begin || is_wrong || (end_ns != 0 && end_ns < begin_ns)
      || description->phases->len >= JOB_PHASES_MAX)
    {
      description->n_phases_skipped++;
      return;
    }
  JobPhase *phase = g_new (JobPhase, 1);
  *phase = (JobPhase){ g_steal_pointer (&name), begin_ns, MAX (end_ns, begin_ns) };
  g_ptr_array_add (description->phases, phase);
}

static void
take_phases (JobDescription *description, const JsonValue *array)
{
  const char *at = array->text, *end = at + array->length;
  JsonValue phase;

  while (array->type == JSON_ARRAY && json_next (&at, end, NULL, &phase))
    if (phase.type == JSON_OBJECT)
      take_phase (description, &phase);
    else
      description->n_phases_skipped++;
}

static void
take_resources (JobDescription *description, const JsonValue *object)
{
  const char *at = object->text, *end = at + object->length;
  JsonValue key, value;

  while (object->type == JSON_OBJECT && json_next (&at, end, &key, &value))
    if (json_is_text (&key, "InstanceType"))
      take_text (&value, &description->instance_type);
    else if (json_is_text (&key, "InstanceCount"))
      take_count (&value, &description->n_instances);
}

static void
take_member (JobDescription *description, const JsonValue *key, const JsonValue *value)
{
  if (json_is_text (key, "TrainingJobName"))
    take_text (value, &description->name);
  else if (json_is_text (key, "TrainingJobStatus"))
    take_text (value, &description->status);
  else if (json_is_text (key, "SecondaryStatus"))
    take_text (value, &description->secondary_status);
  else if (json_is_text (key, "FailureReason"))
    take_text (value, &description->failure);
  else if (json_is_text (key, "ResourceConfig"))
    take_resources (description, value);
  else if (json_is_text (key, "TrainingTimeInSeconds"))
    take_count (value, &description->training_s);
  else if (json_is_text (key, "BillableTimeInSeconds"))
    take_count (value, &description->billable_s);
  else if (json_is_text (key, "SecondaryStatusTransitions"))
    take_phases (description, value);
  else if (json_is_text (key, JOB_END_MARKER_KEY))
    description->has_end_marker = value->length == strlen ("true");
}

JobDescription *
job_description_read (const char *text, size_t length)
{
  g_autoptr (JobDescription) description = g_new0 (JobDescription, 1);
  const char *at, *end = text + length, *inside;
  unsigned repairs = 0;
  JsonValue object, key, value;

  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    text += 3;
  at = json_skip_space (text, end);
  if (at == end || json_value (&at, end, JSON_STRICT, &repairs, &object) != JSON_OK
      || object.type != JSON_OBJECT)
    return NULL;
  description->phases = g_ptr_array_new_with_free_func (phase_free);
  inside = object.text;
  while (json_next (&inside, object.text + object.length, &key, &value))
    /* A message of EventBridge has it inside. */
    if (json_is_text (&key, "detail") && value.type == JSON_OBJECT)
      {
        const char *deeper = value.text;
        JsonValue detail = value;

        while (json_next (&deeper, detail.text + detail.length, &key, &value))
          take_member (description, &key, &value);
      }
    else
      take_member (description, &key, &value);
  return g_steal_pointer (&description);
}

void
job_description_free (JobDescription *description)
{
  g_free (description->name);
  g_free (description->status);
  g_free (description->secondary_status);
  g_free (description->failure);
  g_free (description->instance_type);
  g_clear_pointer (&description->phases, g_ptr_array_unref);
  g_free (description);
}
