/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/trace_text.h"

#include <inttypes.h>
#include <string.h>

static const char *const track_words[N_TRACK_KINDS] = {
  [TRACK_NODE] = "node",           [TRACK_PROCESS] = "process",
  [TRACK_THREAD] = "thread",       [TRACK_ANNOTATIONS] = "annotations",
  [TRACK_OPERATORS] = "operators", [TRACK_CALLS] = "calls",
  [TRACK_PYTHON] = "python",       [TRACK_PROFILER] = "profiler",
  [TRACK_ASYNC] = "async",         [TRACK_DEVICE] = "device",
  [TRACK_STREAM] = "stream",       [TRACK_DEVICE_ANNOTATIONS] = "device-annotations",
  [TRACK_SYNC] = "sync",           [TRACK_COUNTER] = "counter",
};

static const char *const status_words[] = {
  [PROFILE_COMPLETED] = "completed",
  [PROFILE_STOPPED] = "stopped",
  [PROFILE_IN_PROGRESS] = "in progress",
  [PROFILE_FAILED] = "failed",
  [PROFILE_STOPPING] = "stopping",
};

static const char *const flow_words[] = {
  [FLOW_LAUNCH] = "launch",
  [FLOW_SYNC] = "sync",
  [FLOW_OF_FILE] = "of file",
};

void
trace_text_append_quoted (GString *out, const char *text, size_t length)
{
  bool valid = g_utf8_validate_len (text, length, NULL);

  g_string_append_c (out, '"');
  for (size_t i = 0; i < length; i++)
    {
      unsigned char c = (unsigned char) text[i];

      if (c < 0x20 || c == 0x7f || (c >= 0x80 && !valid))
        g_string_append_printf (out, "\\x%02x", c);
      else
        g_string_append_c (out, (char) c);
    }
  g_string_append_c (out, '"');
}

static void
append_string (GString *out, const Trace *trace, uint32_t id)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  trace_text_append_quoted (out, text, length);
}

/* " word "text"", or nothing for an empty text. */
static void
append_named (GString *out, const Trace *trace, const char *word, uint32_t id)
{
  size_t length;

  trace_string (trace, id, &length);
  if (length == 0)
    return;
  g_string_append_printf (out, " %s ", word);
  append_string (out, trace, id);
}

static void
append_args (GString *out, const Trace *trace, uint64_t args)
{
  const char *before = " {";
  ArgIter iter;
  Arg arg;

  if (!trace_args (trace, args, &iter))
    return;
  while (arg_iter_next (&iter, &arg))
    {
      g_string_append (out, before);
      append_string (out, trace, arg.key);
      g_string_append (out, ": ");
      if (arg.quoted)
        trace_text_append_quoted (out, arg.text, arg.length);
      else
        g_string_append_len (out, arg.text, (gssize) arg.length);
      before = ", ";
    }
  g_string_append (out, "}");
  arg_iter_clear (&iter);
}

/* What slices without a category are, where their names have told it. */
static const char *const kind_words[N_SLICE_KINDS] = {
  [SLICE_OPERATOR] = "operator",
  [SLICE_ANNOTATION] = "annotation",
  [SLICE_CALL] = "call",
  [SLICE_KERNEL] = "kernel",
  [SLICE_MEMCPY] = "memcpy",
  [SLICE_MEMSET] = "memset",
  [SLICE_DEVICE_ANNOTATION] = "device annotation",
  [SLICE_OVERHEAD] = "overhead",
};

static void
append_slice (GString *out, const Trace *trace, uint64_t i, uint32_t lane)
{
  const SliceColumns *slices = trace_slices (trace);
  const char *display = trace_display_name (trace, slices->name[i]);
  size_t n_name;
  const char *name = trace_string (trace, slices->name[i], &n_name);

  g_string_append_printf (out, "%" PRIu64 ": %" PRId64 " +%" PRId64, i, slices->start_ns[i],
                          slices->dur_ns[i]);
  if (lane > 0)
    g_string_append_printf (out, " lane %" PRIu32, lane);
  g_string_append_c (out, ' ');
  append_string (out, trace, slices->name[i]);
  if (strlen (display) != n_name || memcmp (display, name, n_name) != 0)
    {
      g_string_append (out, " shown as ");
      trace_text_append_quoted (out, display, strlen (display));
    }
  append_named (out, trace, "category", slices->category[i]);
  if (slices->category[i] == STRING_EMPTY && slices->kind[i] != SLICE_OTHER)
    g_string_append_printf (out, " is %s", kind_words[slices->kind[i]]);
  if (slices->flags[i] & SLICE_UNFINISHED)
    g_string_append (out, " unfinished");
  if (slices->correlation[i] != 0)
    g_string_append_printf (out, " correlation %" PRId64, slices->correlation[i]);
  append_args (out, trace, slices->args[i]);
  g_string_append_c (out, '\n');
}

static void
append_indent (GString *out, int depth)
{
  g_string_append_printf (out, "%*s", 2 * depth, "");
}

static void
append_contents (GString *out, const Trace *trace, const TraceTrack *track, int depth)
{
  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
    {
      const TraceRow *row = trace_row (trace, r);

      for (uint64_t i = row->first_slice; i < row->first_slice + row->n_slices; i++)
        {
          append_indent (out, depth);
          append_slice (out, trace, i, row->lane);
        }
    }
  for (uint64_t i = track->first_instant; i < track->first_instant + track->n_instants; i++)
    {
      TraceInstant instant = trace_instant (trace, i);

      append_indent (out, depth);
      g_string_append_printf (out, "instant %" PRId64 " scope %c ", instant.time_ns, instant.scope);
      append_string (out, trace, instant.name);
      append_named (out, trace, "category", instant.category);
      append_args (out, trace, instant.args);
      g_string_append_c (out, '\n');
    }
  for (uint64_t i = track->first_sample; i < track->first_sample + track->n_samples; i++)
    {
      const SampleColumns *samples = trace_samples (trace);
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      append_indent (out, depth);
      g_string_append_printf (out, "sample %" PRId64 " = %s\n", samples->time_ns[i],
                              g_ascii_dtostr (number, sizeof number, samples->value[i]));
    }
}

static int
depth_of (const Trace *trace, uint32_t track)
{
  int depth = 0;

  while ((track = trace_track (trace, track)->parent) != TRACE_NONE)
    depth++;
  return depth;
}

static void
append_track (GString *out, const Trace *trace, uint32_t t)
{
  const TraceTrack *track = trace_track (trace, t);
  int depth = depth_of (trace, t);

  append_indent (out, depth);
  g_string_append (out, track_words[track->kind]);
  append_named (out, trace, "name", track->name);
  if (track->rank != TRACE_NONE && trace_n_ranks (trace) > 1)
    g_string_append_printf (out, " rank %" PRId64, trace_rank (trace, track->rank)->number);
  append_named (out, trace, "pid", track->pid);
  append_named (out, trace, "tid", track->tid);
  if (track->device != -1)
    g_string_append_printf (out, " device %" PRId32, track->device);
  if (track->stream != -1)
    g_string_append_printf (out, " stream %" PRId64, track->stream);
  if (track->sort_index != 0)
    g_string_append_printf (out, " sort %" PRId64, track->sort_index);
  if (track->n_overlaps > 0)
    g_string_append_printf (out, " overlaps %" PRIu64, track->n_overlaps);
  g_string_append_c (out, '\n');
  append_contents (out, trace, track, depth + 1);
}

static void
append_rank (GString *out, const Trace *trace, uint32_t r)
{
  const TraceRank *rank = trace_rank (trace, r);

  g_string_append_printf (out, "rank %" PRId64, rank->number);
  if (rank->world_size > 0)
    g_string_append_printf (out, " of %" PRId64, rank->world_size);
  g_string_append_printf (out, " %s%s\n", status_words[rank->status], rank->has_epoch ? " epoch" : "");
  for (uint64_t i = rank->first_setting; i < rank->first_setting + rank->n_settings; i++)
    {
      const TraceSetting *setting = trace_setting (trace, i);
      size_t length;
      const char *value = trace_string (trace, setting->value, &length);

      g_string_append (out, "  ");
      append_string (out, trace, setting->key);
      g_string_append (out, ": ");
      g_string_append_len (out, value, (gssize) length);
      g_string_append_c (out, '\n');
    }
}

static void
append_devices (GString *out, const Trace *trace)
{
  for (uint32_t i = 0; i < trace_n_devices (trace); i++)
    {
      const TraceDevice *device = trace_device (trace, i);

      g_string_append_printf (out, "device %" PRId32, device->number);
      append_named (out, trace, "name", device->name);
      g_string_append_c (out, '\n');
    }
}

static void
append_categories (GString *out, const Trace *trace)
{
  for (uint64_t i = 0; i < trace_n_categories (trace); i++)
    {
      const CategoryCount *category = trace_category (trace, i);

      g_string_append (out, "category ");
      append_string (out, trace, category->category);
      g_string_append_printf (out, " %" PRIu64 "\n", category->n);
    }
}

static void
append_flows (GString *out, const Trace *trace)
{
  for (uint64_t i = 0; i < trace_n_flows (trace); i++)
    {
      TraceFlow flow = trace_flow (trace, i);

      g_string_append_printf (out, "flow %" PRIu64 " -> %" PRIu64 " %s", flow.from, flow.to,
                              flow_words[flow.kind]);
      append_named (out, trace, "category", flow.category);
      g_string_append_c (out, '\n');
    }
}

static void
append_health (GString *out, const Trace *trace)
{
  const HealthTable *health = trace_health (trace);

  for (int id = 0; id < N_HEALTH_IDS; id++)
    {
      const HealthRow *row = &health->rows[id];

      if (row->count == 0)
        continue;
      g_string_append_printf (out, "health %s %" PRIu64, health_id_name ((HealthId) id), row->count);
      if (row->first_offset != HEALTH_NO_OFFSET)
        g_string_append_printf (out, " at %" PRId64, row->first_offset);
      g_string_append_c (out, '\n');
    }
}

void
trace_text_append (GString *out, const Trace *trace)
{
  const EventCounts *events = trace_event_counts (trace);
  int64_t begin_ns, end_ns, epoch_ns;

  g_string_append_printf (out, "%s %s\n", trace_format (trace), status_words[trace_status (trace)]);
  g_string_append_printf (out,
                          "events %" PRIu64 " skipped %" PRIu64 ": slices %" PRIu64 " flows %" PRIu64
                          " counters %" PRIu64 " instants %" PRIu64 "\n",
                          events->total, events->skipped, events->slices, events->flows, events->counters,
                          events->instants);
  trace_span (trace, &begin_ns, &end_ns);
  g_string_append_printf (out, "span %" PRId64 " .. %" PRId64, begin_ns, end_ns);
  if (trace_epoch_ns (trace, &epoch_ns))
    g_string_append_printf (out, " epoch %" PRId64, epoch_ns);
  g_string_append_c (out, '\n');

  for (uint32_t i = 0; i < trace_n_ranks (trace); i++)
    append_rank (out, trace, i);
  append_devices (out, trace);
  append_categories (out, trace);
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    append_track (out, trace, t);
  append_flows (out, trace);
  append_health (out, trace);
}
