/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report_idle.h"

#include <string.h>

#include "app/cli/out/json_text.h"
#include "app/cli/out/report_out.h"
#include "app/cli/reports/report.h"
#include "app/cli/reports/report_figures.h"
#include "app/cli/reports/report_record.h"

static int64_t short_gap_ns = IDLE_SHORT_NS;

void
report_idle_set_short (int64_t short_ns)
{
  short_gap_ns = short_ns;
}

static void
add_word (Record *record, const char *key, const char *word)
{
  record_add_text (record, key, word, strlen (word), NULL);
}

/* ---- classes and causes ---- */

static void
add_sum (Record *record, const IdleCauses *causes, const IdleSum *sum)
{
  record_add_count (record, "count", sum->n_gaps);
  record_add_integer (record, "total_ns", sum->total_ns);
  record_add_percent (record, "percent_of_idle", sum->total_ns, (double) causes->all.total_ns);
  record_add_percent (record, "percent_of_window", sum->total_ns, (double) causes->device_time_ns);
  record_add_integer (record, "profiler_ns", sum->profiler_ns);
}

static GPtrArray *
class_records (const IdleCauses *causes)
{
  GPtrArray *records = records_new ();

  for (IdleClass klass = 0; klass < N_IDLE_CLASSES; klass++)
    {
      IdleSum sum = idle_causes_of_class (causes, klass);
      Record *record = record_new ();

      add_word (record, "class", idle_class_word (klass));
      add_sum (record, causes, &sum);
      g_ptr_array_add (records, record);
    }
  return records;
}

static GPtrArray *
cause_records (const IdleCauses *causes)
{
  GPtrArray *records = records_new ();

  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    {
      Record *record;

      if (causes->causes[cause].n_gaps == 0)
        continue;
      record = record_new ();
      add_word (record, "class", idle_class_word (idle_class_of (cause)));
      add_word (record, "cause", idle_cause_word (cause));
      add_sum (record, causes, &causes->causes[cause]);
      g_ptr_array_add (records, record);
    }
  return records;
}

/* ---- gaps ---- */

typedef struct
{
  const char *id, *name, *tid, *begin, *dur;
} SliceKeys;

static void
add_string (Record *record, const char *key, const Trace *trace, uint32_t id, const char *shown)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  record_add_text (record, key, text, length, shown);
}

/* All null where there is no such slice. */
static void
add_slice (Record *record, const Trace *trace, uint64_t slice, const SliceKeys *keys)
{
  const SliceColumns *slices = trace_slices (trace);

  if (slice == SLICE_NONE)
    {
      record_add_null (record, keys->id);
      record_add_null (record, keys->name);
      if (keys->tid != NULL)
        record_add_null (record, keys->tid);
      record_add_null (record, keys->begin);
      record_add_null (record, keys->dur);
      return;
    }
  record_add_count (record, keys->id, slice);
  add_string (record, keys->name, trace, slice_name (slices, slice),
              trace_display_name (trace, slice_name (slices, slice)));
  if (keys->tid != NULL)
    add_string (record, keys->tid, trace, trace_track (trace, trace_track_of (trace, slice))->tid, NULL);
  record_add_integer (record, keys->begin, slice_start_ns (slices, slice));
  record_add_integer (record, keys->dur, slice_dur_ns (slices, slice));
}

static Record *
gap_record (const Trace *trace, const CausedGap *caused)
{
  static const SliceKeys host = { "host_id", "host_name", "host_tid", "host_begin_ns", "host_dur_ns" };
  static const SliceKeys next = { "next_id", "next_name", NULL, "next_begin_ns", "next_dur_ns" };
  static const SliceKeys launch = { "launch_id", "launch_name", "launch_tid", "launch_begin_ns",
                                    "launch_dur_ns" };
  const IdleGap *gap = &caused->gap;
  const TraceDevice *device = trace_device (trace, gap->device);
  Record *record = record_new ();

  record_add_integer (record, "rank", trace_rank (trace, device->rank)->number);
  record_add_integer (record, "device", device->number);
  record_add_integer (record, "begin_ns", gap->begin_ns);
  record_add_integer (record, "end_ns", gap->end_ns);
  record_add_integer (record, "dur_ns", idle_gap_length_ns (gap));
  add_word (record, "class", idle_class_word (idle_class_of (caused->cause)));
  add_word (record, "cause", idle_cause_word (caused->cause));
  add_slice (record, trace, gap->host, &host);
  record_add_integer (record, "host_covers_ns", gap->host_ns);
  record_add_integer (record, "profiler_ns", caused->profiler_ns);
  add_slice (record, trace, gap->next, &next);
  add_slice (record, trace, gap->launch, &launch);
  return record;
}

static GPtrArray *
longest_records (const Trace *trace, const IdleCauses *causes)
{
  GPtrArray *records = records_new ();

  for (size_t i = 0; i < causes->longest.n; i++)
    g_ptr_array_add (records, gap_record (trace, &causes->longest.at[i]));
  return records;
}

/* ---- the reports ---- */

static GPtrArray *
idle_records (ReportFigures *figures)
{
  const IdleCauses *causes = report_figures_idle (figures, short_gap_ns);

  if (causes == NULL)
    return NULL;
  GPtrArray *records = cause_records (causes);
  return records;
}

static void
add_array (Record *record, const char *key, GPtrArray *records)
{
  GString *json = g_string_new (NULL);

  report_json_array (json, records);
  record_add_json (record, key, json);
  g_ptr_array_unref (records);
}

static GString *
idle_json (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const IdleCauses *causes = report_figures_idle (figures, short_gap_ns);

  if (causes == NULL)
    return NULL;
  g_autoptr (Record) record = record_new ();
  GString *out = g_string_new (NULL);
  record_add_integer (record, "devices", stats_scope_n_devices (scope));
  record_add_integer (record, "device_time_ns", causes->device_time_ns);
  record_add_count (record, "count", causes->all.n_gaps);
  record_add_integer (record, "idle_ns", causes->all.total_ns);
  record_add_percent (record, "percent_of_window", causes->all.total_ns, (double) causes->device_time_ns);
  record_add_integer (record, "launch_overhead_below_ns", causes->short_ns);
  add_array (record, "classes", class_records (causes));
  add_array (record, "causes", cause_records (causes));
  add_array (record, "longest", longest_records (scope->trace, causes));
  report_json_object (out, record);
  return out;
}

static GPtrArray *
idle_gaps_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const IdleCauses *causes = report_figures_idle (figures, short_gap_ns);

  if (causes == NULL)
    return NULL;
  GPtrArray *records = longest_records (scope->trace, causes);
  return records;
}

const StatsReport report_idle = {
  .name = "idle",
  .title = "Idle by cause",
  .header = "class,cause,count,total_ns,percent_of_idle,percent_of_window,profiler_ns",
  .use = REPORT_ASKED,
  .records = idle_records,
  .json = idle_json,
};

const StatsReport report_idle_gaps = {
  .name = "idle_gaps",
  .title = "Longest idle gaps",
  .header = "rank,device,begin_ns,end_ns,dur_ns,class,cause,host_id,host_name,host_tid,host_begin_ns,"
            "host_dur_ns,host_covers_ns,profiler_ns,next_id,next_name,next_begin_ns,next_dur_ns,launch_id,"
            "launch_name,launch_tid,launch_begin_ns,launch_dur_ns",
  .use = REPORT_ASKED,
  .records = idle_gaps_records,
};
