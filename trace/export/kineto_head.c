/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/export/kineto_private.h"

#include <string.h>

#include "trace/json/json_strict.h"

static bool
has_setting (const KinetoExport *export, const char *key)
{
  const TraceRank *rank = trace_rank (export->trace, 0);

  for (uint64_t s = 0; s < rank->n_settings; s++)
    if (strcmp (
          trace_string (export->trace, trace_setting (export->trace, rank->first_setting + s)->key, NULL),
          key)
        == 0)
      return true;
  return false;
}

static void
write_settings (KinetoExport *export)
{
  const TraceRank *rank = trace_rank (export->trace, 0);

  for (uint64_t s = 0; s < rank->n_settings; s++)
    {
      const TraceSetting *setting = trace_setting (export->trace, rank->first_setting + s);
      size_t n_key, n_value;
      const char *key = trace_string (export->trace, setting->key, &n_key);
      const char *value = trace_string (export->trace, setting->value, &n_value);

      if (strcmp (key, "baseTimeNanoseconds") == 0 || strcmp (key, "traceEvents") == 0)
        continue;
      json_append_content (export->out, key, n_key);
      g_string_append_c (export->out, ':');
      json_append_value (export->out, value, n_value);
      g_string_append (export->out, ",\n");
    }
}

static void
write_devices (KinetoExport *export)
{
  g_string_append (export->out, "\"deviceProperties\":[");
  for (uint32_t d = 0; d < trace_n_devices (export->trace); d++)
    {
      const TraceDevice *device = trace_device (export->trace, d);

      g_string_append_printf (export->out, "%s{\"id\":%d,", d > 0 ? "," : "", device->number);
      kineto_append_string (export, "name", device->name);
      g_string_append_c (export->out, '}');
    }
  g_string_append (export->out, "],\n");
}

void
kineto_write_head (KinetoExport *export)
{
  const TraceRank *rank = trace_rank (export->trace, 0);
  uint32_t node = trace_track (export->trace, rank->node)->name;
  int64_t epoch_ns;

  g_string_append_c (export->out, '{');
  write_settings (export);
  if (trace_n_devices (export->trace) > 0 && !has_setting (export, "deviceProperties")
      && !has_setting (export, "computeProperties"))
    write_devices (export);
  if (!has_setting (export, "distributedInfo") && (rank->world_size > 0 || rank->number > 0))
    {
      g_string_append_printf (export->out, "\"distributedInfo\":{\"rank\":%" G_GINT64_FORMAT, rank->number);
      if (rank->world_size > 0)
        g_string_append_printf (export->out, ",\"world_size\":%" G_GINT64_FORMAT, rank->world_size);
      g_string_append (export->out, "},\n");
    }
  if (*trace_string (export->trace, node, NULL) != '\0' && !has_setting (export, "host_name")
      && !has_setting (export, "hostname"))
    {
      kineto_append_string (export, "host_name", node);
      g_string_append (export->out, ",\n");
    }
  if (trace_epoch_ns (export->trace, &epoch_ns))
    g_string_append_printf (export->out, "\"baseTimeNanoseconds\":%" G_GINT64_FORMAT ",\n",
                            (int64_t) ((uint64_t) epoch_ns + (uint64_t) export->first_ns));
}

/* ---- names ---- */

/* Names of processes and threads are kept as they are between the quotes of JSON. */
static void
write_name (KinetoExport *export, uint32_t track, const char *event, uint32_t name)
{
  size_t length;
  const char *text = trace_string (export->trace, name, &length);

  if (length == 0)
    return;
  kineto_begin_event (export, 'M', track, 0);
  g_string_append_printf (export->out, ",\"ts\":0,\"name\":\"%s\",\"args\":{\"name\":", event);
  json_append_content (export->out, text, length);
  g_string_append (export->out, "}}");
}

static void
write_number (KinetoExport *export, uint32_t track, uint32_t lane, const char *event, int64_t number)
{
  if (number == 0)
    return;
  kineto_begin_event (export, 'M', track, lane);
  g_string_append_printf (
    export->out, ",\"ts\":0,\"name\":\"%s\",\"args\":{\"sort_index\":%" G_GINT64_FORMAT "}}", event, number);
}

/* A lane has the name and the place of its thread, for other readers than this program. */
static void
write_lanes (KinetoExport *export)
{
  for (uint32_t i = 0; i < export->lanes.tracks->len; i++)
    {
      uint32_t t = g_array_index (export->lanes.tracks, uint32_t, i);
      uint32_t lane = i - export->lanes.first_of_track[t] + 1;
      const TraceTrack *track = trace_track (export->trace, t);
      g_autoptr (GString) name = g_string_new (NULL);
      size_t length;
      const char *text = trace_string (export->trace, track->name, &length);

      g_string_append_len (name, text, (gssize) length);
      if (length == 0)
        {
          text = trace_string (export->trace, track->tid, &length);
          json_append_bytes (name, text, length);
          g_string_erase (name, 0, 1);
          g_string_truncate (name, name->len - 1);
        }
      g_string_append (name, " (overlapping)");
      kineto_begin_event (export, 'M', t, lane);
      g_string_append (export->out, ",\"ts\":0,\"name\":\"thread_name\",\"args\":{\"name\":");
      json_append_content (export->out, name->str, name->len);
      g_string_append (export->out, "}}");
      if (track->kind == TRACK_THREAD)
        write_number (export, t, lane, "thread_sort_index", track->sort_index);
    }
}

void
kineto_write_names (KinetoExport *export)
{
  uint32_t labelled = TRACE_NONE;

  for (uint32_t t = 0; t < trace_n_tracks (export->trace); t++)
    {
      const TraceTrack *track = trace_track (export->trace, t);

      if (track->kind == TRACK_PROCESS)
        {
          write_name (export, t, "process_name", track->name);
          write_number (export, t, 0, "process_sort_index", track->sort_index);
        }
      else if (track->kind == TRACK_THREAD || (track->kind >= TRACK_STREAM && track->kind <= TRACK_SYNC))
        {
          write_name (export, t, "thread_name", track->name);
          if (track->kind == TRACK_THREAD)
            write_number (export, t, 0, "thread_sort_index", track->sort_index);
        }
      if (track->kind != TRACK_STREAM || track->parent == labelled)
        continue;
      labelled = track->parent;
      kineto_begin_event (export, 'M', t, 0);
      g_string_append_printf (export->out,
                              ",\"ts\":0,\"name\":\"process_labels\",\"args\":{\"labels\":\"GPU %d\"}}",
                              track->device);
    }
  write_lanes (export);
}
