/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/sagemaker/job_record.h"

#include "trace/json/json_text.h"
#include "trace/model/setting_value.h"

static void
append_text (GString *out, const char *key, const char *text)
{
  if (text == NULL)
    return;
  g_string_append_printf (out, "\"%s\":", key);
  json_append_text (out, text);
  g_string_append_c (out, ',');
}

static void
append_count (GString *out, const char *key, int64_t count)
{
  if (count > 0)
    g_string_append_printf (out, "\"%s\":%" G_GINT64_FORMAT ",", key, count);
}

static void
append_time (GString *out, const char *key, int64_t ns)
{
  g_string_append_printf (out, ",\"%s\":%" G_GINT64_FORMAT ".%09" G_GINT64_FORMAT, key, ns / 1000000000,
                          ns % 1000000000);
}

static void
append_phases (GString *out, const GPtrArray *phases)
{
  g_string_append (out, "\"SecondaryStatusTransitions\":[");
  for (guint i = 0; i < phases->len; i++)
    {
      const JobPhase *phase = phases->pdata[i];

      g_string_append (out, i > 0 ? ",{\"Status\":" : "{\"Status\":");
      json_append_text (out, phase->name);
      append_time (out, "StartTime", phase->begin_ns);
      append_time (out, "EndTime", phase->end_ns);
      g_string_append_c (out, '}');
    }
  g_string_append (out, "],");
}

char *
job_record_text (const JobDescription *description, bool has_end_marker)
{
  GString *out = g_string_new ("{");

  if (description != NULL)
    {
      append_text (out, "TrainingJobName", description->name);
      append_text (out, "TrainingJobStatus", description->status);
      append_text (out, "SecondaryStatus", description->secondary_status);
      append_text (out, "FailureReason", description->failure);
      g_string_append (out, "\"ResourceConfig\":{");
      append_count (out, "InstanceCount", description->n_instances);
      append_text (out, "InstanceType", description->instance_type);
      if (out->str[out->len - 1] == ',')
        g_string_truncate (out, out->len - 1);
      g_string_append (out, "},");
      append_count (out, "TrainingTimeInSeconds", description->training_s);
      append_count (out, "BillableTimeInSeconds", description->billable_s);
      append_phases (out, description->phases);
    }
  g_string_append_printf (out, "\"%s\":%s}", JOB_END_MARKER_KEY, has_end_marker ? "true" : "false");
  return g_string_free (out, FALSE);
}

JobDescription *
job_record_of (const Trace *trace)
{
  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    {
      uint64_t place = 0;
      size_t length;
      const char *text = setting_value_next (trace, trace_rank (trace, r), JOB_SETTING, &place, &length);

      if (text != NULL)
        return job_description_read (text, length);
    }
  return NULL;
}
