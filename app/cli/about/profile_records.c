/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/about/profile_records.h"

#include <string.h>

#include "app/cli/options/profile_load.h"
#include "app/cli/out/json_text.h"
#include "app/cli/out/record.h"
#include "trace/attach/attach.h"
#include "trace/attach/attach_text.h"
#include "trace/model/device_word.h"
#include "trace/model/job_tables.h"

static void
add_string (Record *record, const char *key, const Trace *trace, uint32_t id)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  record_add_text (record, key, text, length, NULL);
}

const char *
profile_status_word (ProfileStatus status)
{
  static const char *const words[] = {
    [PROFILE_COMPLETED] = "completed",
    [PROFILE_STOPPED] = "stopped",
    [PROFILE_IN_PROGRESS] = "in_progress",
    [PROFILE_FAILED] = "failed",
    [PROFILE_STOPPING] = "stopping",
  };
  return words[status];
}

const char *
profile_format_word (const Trace *trace, const char *path)
{
  return trace_is_job (trace) ? "job" : profile_path_is_native (path) ? "native" : trace_format (trace);
}

/* Of the processes of a rank, the one with most slices: others are launchers and the profiler's own. */
static uint32_t
main_process (const Trace *trace, uint32_t rank)
{
  uint32_t best = TRACE_NONE, at = TRACE_NONE;
  uint64_t n_best = 0, n = 0;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->kind == TRACK_PROCESS || track->kind == TRACK_DEVICE || track->kind == TRACK_NODE)
        {
          at = track->kind == TRACK_PROCESS && track->rank == rank ? t : TRACE_NONE;
          n = 0;
        }
      if (at == TRACE_NONE)
        continue;
      n += track->n_slices;
      if (best == TRACE_NONE || n > n_best)
        {
          best = at;
          n_best = n;
        }
    }
  return best;
}

GPtrArray *
profile_rank_records (const Trace *trace)
{
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);

  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    {
      const TraceRank *rank = trace_rank (trace, r);
      Record *record = record_new ();
      uint32_t process = main_process (trace, r);

      record_add_integer (record, "rank", rank->number);
      add_string (record, "node", trace, trace_track (trace, rank->node)->name);
      if (rank->world_size > 0)
        record_add_integer (record, "world_size", rank->world_size);
      else
        record_add_null (record, "world_size");
      if (process == TRACE_NONE)
        record_add_null (record, "process");
      else
        {
          const TraceTrack *track = trace_track (trace, process);
          size_t n_name, n_pid;
          const char *name = trace_string (trace, track->name, &n_name);
          const char *pid = trace_string (trace, track->pid, &n_pid);
          g_autoptr (GString) text = g_string_new_len (name, (gssize) n_name);

          /* Some writers have no other id than the name. */
          if (n_name != n_pid || memcmp (name, pid, n_pid) != 0)
            {
              if (n_name > 0 && n_pid > 0)
                g_string_append_c (text, ' ');
              g_string_append_len (text, pid, (gssize) n_pid);
            }
          record_add_text (record, "process", text->str, text->len, NULL);
        }
      add_string (record, "path", trace, rank->path);
      record_add_text (record, "status", profile_status_word (rank->status), strlen (profile_status_word (rank->status)),
                       NULL);
      g_ptr_array_add (records, record);
    }
  return records;
}

static int
compare_streams (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return x < y ? -1 : x > y;
}

/* Streams with at least one activity, ascending. */
static GString *
streams_json (const Trace *trace, const TraceDevice *device)
{
  g_autoptr (GArray) streams = g_array_new (FALSE, FALSE, sizeof (int64_t));
  GString *out = g_string_new ("[");

  for (uint32_t t = device->track + 1;
       t < trace_n_tracks (trace) && trace_track (trace, t)->parent == device->track; t++)
    {
      const TraceTrack *track = trace_track (trace, t);
      const uint8_t *kind = trace_slices (trace)->kind + track->first_slice;
      bool active = false;

      if (track->kind != TRACK_STREAM)
        continue;
      for (uint64_t i = 0; i < track->n_slices && !active; i++)
        active = slice_kind_is_gpu_activity ((SliceKind) kind[i]);
      if (active)
        g_array_append_val (streams, track->stream);
    }
  qsort (streams->data, streams->len, sizeof (int64_t), compare_streams);
  for (guint i = 0; i < streams->len; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      json_append_integer (out, g_array_index (streams, int64_t, i));
    }
  g_string_append_c (out, ']');
  return out;
}

GPtrArray *
profile_device_records (const Trace *trace)
{
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);

  for (uint32_t d = 0; d < trace_n_devices (trace); d++)
    {
      const TraceDevice *device = trace_device (trace, d);
      Record *record = record_new ();

      record_add_integer (record, "rank", trace_rank (trace, device->rank)->number);
      record_add_integer (record, "device", device->number);
      record_add_text (record, "kind", device_word (trace, d), strlen (device_word (trace, d)), NULL);
      add_string (record, "name", trace, device->name);
      record_add_json (record, "streams", streams_json (trace, device));
      g_ptr_array_add (records, record);
    }
  return records;
}

uint64_t
profile_count_threads (const Trace *trace)
{
  uint64_t n = 0;
  uint32_t last = TRACE_NONE;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->n_slices > 0 && track->kind >= TRACK_ANNOTATIONS && track->kind <= TRACK_PYTHON
          && track->parent != last)
        {
          n++;
          last = track->parent;
        }
    }
  return n;
}

GPtrArray *
profile_attached_records (const Trace *trace)
{
  g_autoptr (GPtrArray) files = attached_files (trace);
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);

  for (guint i = 0; i < files->len; i++)
    {
      const AttachedRecord *file = files->pdata[i];
      g_autofree char *shift =
        file->is_from_begin ? attach_duration_text (file->shift_ns) : attach_zone_text (file->shift_ns);
      Record *record = record_new ();

      record_add_text (record, "file", file->file, strlen (file->file), NULL);
      record_add_text (record, "format", file->format, strlen (file->format), NULL);
      record_add_text (record, file->is_from_begin ? "from_begin" : "zone", shift, strlen (shift), NULL);
      record_add_text (record, "known_by", file->way, strlen (file->way), NULL);
      record_add_count (record, "series", file->n_series);
      record_add_count (record, "samples", file->n_samples);
      g_ptr_array_add (records, record);
    }
  return records;
}
