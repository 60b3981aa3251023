/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/chapters/chapter_loaded.h"

#include <string.h>

#include "app/cli/about/job_records.h"
#include "app/cli/about/profile_records.h"
#include "app/cli/chapters/chapters.h"
#include "app/cli/document/document_records.h"
#include "app/cli/out/health_records.h"
#include "trace/model/device_api.h"
#include "trace/model/job_tables.h"
#include "trace/model/recording_tool.h"
#include "trace/model/setting_version.h"
#include "trace/sagemaker/job_record.h"
#include "trace/stats/quantile_sketch.h"

static void
add_word (Record *record, const char *key, const char *text)
{
  record_add_text (record, key, text, strlen (text), NULL);
}

/* "PyTorch", "CUDA driver", ... of the first rank. */
static void
add_versions (Record *record, const Trace *trace)
{
  const TraceRank *rank = trace_n_ranks (trace) > 0 ? trace_rank (trace, 0) : NULL;

  for (uint64_t i = 0; rank != NULL && i < rank->n_settings; i++)
    {
      const TraceSetting *setting = trace_setting (trace, rank->first_setting + i);
      size_t key_length, length;
      const char *key_text = trace_string (trace, setting->key, &key_length);
      const char *text = trace_string (trace, setting->value, &length);
      g_autofree char *key = g_strndup (key_text, key_length);
      const char *label;
      g_autofree char *version = setting_version (key, text, length, device_api_of (trace), &label);

      if (version != NULL)
        add_word (record, label, version);
    }
}

static Record *
profile_record (const char *name, const StatsScope *scope)
{
  const Trace *trace = scope->trace;
  const EventCounts *events = trace_event_counts (trace);
  g_auto (RecordingTool) tool = recording_tool_of (trace);
  g_autofree char *tool_text = recording_tool_text (&tool);
  Record *record = record_new ();
  int64_t begin_ns, end_ns;

  trace_span (trace, &begin_ns, &end_ns);
  add_word (record, "profile_name", name);
  add_word (record, "format", trace_is_job (trace) ? "job" : trace_format (trace));
  if (tool_text != NULL)
    add_word (record, "recorded_with", tool_text);
  add_word (record, "status", profile_status_word (trace_status (trace)));
  record_add_integer (record, "recording_ns", end_ns - begin_ns);
  record_add_integer (record, "window_begin_ns", scope->begin_ns);
  record_add_integer (record, "window_length_ns", scope->end_ns - scope->begin_ns);
  record_add_count (record, "ranks", trace_n_ranks (trace));
  record_add_count (record, "devices", trace_n_devices (trace));
  record_add_count (record, "steps", step_table_count (scope->steps));
  record_add_count (record, "host_threads", profile_count_threads (trace));
  record_add_count (record, "events_read", events->total);
  record_add_count (record, "events_skipped", events->skipped);
  add_versions (record, trace);
  return record;
}

static void
add_health_sentence (Document *document, const GPtrArray *health)
{
  if (health->len == 0)
    document_add_text (document, "Every event of the file was read; nothing had to be repaired.");
  else if (health_has (health, HEALTH_DATA_LOSS))
    document_add_text (document, "Data of the file is missing: see the chapter Ranks, GPUs and repairs.");
  else
    document_add_text (document, "What had to be repaired or left out is in the chapter Ranks, GPUs and repairs.");
}

void
chapter_loaded_add (Document *document, const char *name, const StatsScope *scope)
{
  g_autoptr (Record) record = profile_record (name, scope);
  g_autoptr (GPtrArray) health = health_records (scope->trace, NULL);

  document_add_chapter (document, "loaded", "What was loaded");
  document_add_facts (document, "The profile", record);
  add_health_sentence (document, health);
  if (!scope->is_whole)
    document_add_text (document, "Figures are those of the window, a part of the profile.");
  if (trace_is_job (scope->trace))
    {
      char error[G_ASCII_DTOSTR_BUF_SIZE];

      document_add_format (document, "The profile is made of summaries: medians and percentiles are within %s %%.",
                           g_ascii_formatd (error, sizeof error, "%.1f", 100 * QUANTILE_SKETCH_ERROR));
    }
}

static void
add_if_any (Document *document, const char *title, GPtrArray *records, const char *keys)
{
  document_add_records (document, title, records, keys, CHAPTER_ROWS, "`stepscope info PATH` prints all of them");
  g_ptr_array_unref (records);
}

void
chapter_loaded_add_details (Document *document, const Trace *trace)
{
  g_autoptr (JobDescription) job = job_record_of (trace);
  g_autoptr (GPtrArray) health = health_records (trace, NULL);

  document_add_chapter (document, "profile", "Ranks, GPUs and repairs");
  if (job != NULL)
    {
      add_if_any (document, "The job", job_records_of (job), NULL);
      add_if_any (document, "Phases of the job", job_records_of_phases (trace, job), NULL);
    }
  add_if_any (document, "Ranks", profile_rank_records (trace), "rank,node,world_size,process,status");
  add_if_any (document, "Devices", profile_device_records (trace), "rank,device,kind,name");
  add_if_any (document, "Attached counters", profile_attached_records (trace), NULL);
  document_add_records (document, "What was repaired, skipped or left unmatched", health,
                        "severity,id,count,out_of,message,advice", CHAPTER_ROWS,
                        "`stepscope check PATH` prints all of them");
  if (health->len == 0)
    document_add_text (document, "Nothing had to be repaired, skipped or left unmatched.");
}
