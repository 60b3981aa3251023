/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/about/job_records.h"

#include <string.h>

#include "app/cli/out/record.h"
#include "app/cli/out/report_out.h"

GPtrArray *
job_records_of (const JobDescription *job)
{
  const struct
  {
    const char *key, *text;
  } texts[] = {
    { "name", job->name },
    { "status", job->status },
    { "secondary_status", job->secondary_status },
    { "failure", job->failure },
    { "instance_type", job->instance_type },
  };
  const struct
  {
    const char *key;
    int64_t count;
  } counts[] = {
    { "instances", job->n_instances },
    { "training_s", job->training_s },
    { "billable_s", job->billable_s },
  };
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);
  Record *record = record_new ();

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i].text != NULL)
      record_add_text (record, texts[i].key, texts[i].text, strlen (texts[i].text), NULL);
    else
      record_add_null (record, texts[i].key);
  for (size_t i = 0; i < G_N_ELEMENTS (counts); i++)
    if (counts[i].count > 0)
      record_add_integer (record, counts[i].key, counts[i].count);
    else
      record_add_null (record, counts[i].key);
  record_add_boolean (record, "end_marker", job->has_end_marker);
  g_ptr_array_add (records, record);
  return records;
}

GPtrArray *
job_records_of_phases (const Trace *trace, const JobDescription *job)
{
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);
  int64_t epoch_ns = 0;

  trace_epoch_ns (trace, &epoch_ns);
  for (guint i = 0; i < job->phases->len; i++)
    {
      const JobPhase *phase = job->phases->pdata[i];
      Record *record = record_new ();

      record_add_text (record, "name", phase->name, strlen (phase->name), NULL);
      record_add_integer (record, "begin_ns", phase->begin_ns - epoch_ns);
      record_add_integer (record, "end_ns", phase->end_ns - epoch_ns);
      g_ptr_array_add (records, record);
    }
  return records;
}

GString *
job_records_json (const Trace *trace, const JobDescription *job)
{
  g_autoptr (GPtrArray) records = job_records_of (job), phases = job_records_of_phases (trace, job);
  GString *array = g_string_new (NULL), *out = g_string_new (NULL);

  report_json_array (array, phases);
  record_add_json (records->pdata[0], "phases", array);
  report_json_object (out, records->pdata[0]);
  return out;
}
