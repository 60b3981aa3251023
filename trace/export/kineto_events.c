/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/export/kineto_private.h"

#include <string.h>

#include "trace/json/json_strict.h"
#include "trace/text/decimal_time.h"

/* Arrows of launches without a correlation id are numbered from here on, those of the file before. */
#define FIRST_LINK (INT64_C (1) << 40)

void
kineto_begin_event (KinetoExport *export, char phase, uint32_t track, uint32_t lane)
{
  g_string_append_printf (export->out, "%s{\"ph\":\"%c\",\"pid\":%s,\"tid\":", export->any_event ? ",\n" : "",
                          phase, export->pids[track]);
  export->any_event = true;
  if (lane == 0)
    g_string_append (export->out, export->tids[track]);
  else
    g_string_append_printf (export->out, "%" G_GINT64_FORMAT ",\"stepscope_tid\":%s",
                            export->first_lane_id + export->lanes.first_of_track[track] + lane - 1,
                            export->tids[track]);
}

void
kineto_append_string (KinetoExport *export, const char *key, uint32_t string)
{
  size_t length;
  const char *text = trace_string (export->trace, string, &length);

  g_string_append_printf (export->out, "\"%s\":", key);
  json_append_bytes (export->out, text, length);
}

void
kineto_append_us (GString *out, const char *key, int64_t ns)
{
  uint64_t size = ns < 0 ? -(uint64_t) ns : (uint64_t) ns;

  g_string_append_printf (out, ",\"%s\":%s%" G_GUINT64_FORMAT ".%03u", key, ns < 0 ? "-" : "", size / 1000,
                          (unsigned) (size % 1000));
}

static void
append_name_and_time (KinetoExport *export, uint32_t category, uint32_t name, int64_t time_ns)
{
  g_string_append_c (export->out, ',');
  kineto_append_string (export, "cat", category);
  g_string_append_c (export->out, ',');
  kineto_append_string (export, "name", name);
  kineto_append_us (export->out, "ts", time_ns - export->first_ns);
}

/* ---- arguments ---- */

/* What an event has of its own, so that nothing is added. */
enum
{
  HAS_DEVICE = 1 << 0,
  HAS_STREAM = 1 << 1,
  HAS_CORRELATION = 1 << 2,
};

static unsigned
what_key_is (const char *key)
{
  return strcmp (key, "device") == 0        ? HAS_DEVICE
         : strcmp (key, "stream") == 0      ? HAS_STREAM
         : strcmp (key, "correlation") == 0 ? HAS_CORRELATION
                                            : 0;
}

static void
add_number (GString *out, bool *any, const char *key, int64_t number)
{
  g_string_append_printf (out, "%s\"%s\":%" G_GINT64_FORMAT, *any ? "," : "", key, number);
  *any = true;
}

/* Returns whether a reader takes the number from the id of the process or thread. */
static bool
is_number (const Trace *trace, uint32_t text, int64_t number)
{
  size_t length;
  const char *digits = trace_string (trace, text, &length);
  int64_t value;

  return decimal_to_integer (digits, length, &value) && value == number;
}

/* Appends ,"args":{..} and the end of the event. slice is SLICE_NONE for an instant. */
static void
append_args (KinetoExport *export, uint64_t args, uint64_t slice)
{
  GString *out = export->out;
  unsigned has = 0;
  bool any = false;
  ArgIter iter;
  Arg arg;

  g_string_append (out, ",\"args\":{");
  if (trace_args (export->trace, args, &iter))
    {
      while (arg_iter_next (&iter, &arg))
        {
          size_t length;
          const char *key = trace_string (export->trace, arg.key, &length);

          if (any)
            g_string_append_c (out, ',');
          any = true;
          has |= what_key_is (key);
          json_append_content (out, key, length);
          g_string_append_c (out, ':');
          if (arg.quoted)
            json_append_content (out, arg.text, arg.length);
          else
            json_append_value (out, arg.text, arg.length);
        }
      arg_iter_clear (&iter);
    }
  if (slice != SLICE_NONE)
    {
      const SliceColumns *slices = trace_slices (export->trace);
      const TraceTrack *track = trace_track (export->trace, trace_track_of (export->trace, slice));
      bool is_on_device = slice_kind_is_on_device ((SliceKind) slices->kind[slice]);

      if (is_on_device && !(has & HAS_DEVICE) && !is_number (export->trace, track->pid, track->device))
        add_number (out, &any, "device", track->device);
      if (is_on_device && !(has & HAS_STREAM) && !is_number (export->trace, track->tid, track->stream))
        add_number (out, &any, "stream", track->stream);
      if (slices->correlation[slice] != 0 && !(has & HAS_CORRELATION))
        add_number (out, &any, "correlation", slices->correlation[slice]);
    }
  g_string_append (out, "}}");
}

/* ---- slices ---- */

/* Returns the category that says the kind, or NULL if that of the slice says one. */
static const char *
category_of_kind (SliceKind kind, const char *category, size_t length)
{
  static const char *const words[N_SLICE_KINDS] = {
    [SLICE_OPERATOR] = "cpu_op",
    [SLICE_ANNOTATION] = "user_annotation",
    [SLICE_PYTHON] = "python_function",
    [SLICE_CALL] = "cuda_runtime",
    [SLICE_KERNEL] = "kernel",
    [SLICE_MEMCPY] = "gpu_memcpy",
    [SLICE_MEMSET] = "gpu_memset",
    [SLICE_ACCELERATOR] = "privateuse1_kernel",
    [SLICE_DEVICE_ANNOTATION] = "gpu_user_annotation",
    [SLICE_SYNC] = "cuda_sync",
    [SLICE_OVERHEAD] = "overhead",
    [SLICE_COUNTER_RANGE] = "cuda_profiler_range",
    [SLICE_PROFILER_SPAN] = "Trace",
  };

  return kind >= N_SLICE_KINDS || slice_kind_of_category (category, length) != SLICE_OTHER ? NULL
                                                                                           : words[kind];
}

static void
write_slice (KinetoExport *export, uint64_t s)
{
  const SliceColumns *slices = trace_slices (export->trace);
  uint32_t t = trace_track_of (export->trace, s), category = slice_category (slices, s);
  bool is_async = trace_track (export->trace, t)->kind == TRACK_ASYNC;
  bool is_open = (slices->flags[s] & SLICE_UNFINISHED) != 0;
  size_t length;
  const char *text = trace_string (export->trace, category, &length);
  const char *word = category_of_kind ((SliceKind) slices->kind[s], text, length);

  kineto_begin_event (export, is_async ? 'b' : is_open ? 'B' : 'X', t, export->lanes.of_slice[s]);
  if (word != NULL)
    g_string_append_printf (export->out, ",\"cat\":\"%s\",", word);
  else
    {
      g_string_append_c (export->out, ',');
      kineto_append_string (export, "cat", category);
      g_string_append_c (export->out, ',');
    }
  kineto_append_string (export, "name", slice_name (slices, s));
  kineto_append_us (export->out, "ts", slice_start_ns (slices, s) - export->first_ns);
  if (is_async)
    g_string_append_printf (export->out, ",\"id\":%" G_GUINT64_FORMAT, s + 1);
  else if (!is_open)
    kineto_append_us (export->out, "dur", slice_dur_ns (slices, s));
  append_args (export, slices->args[s], s);
  if (!is_async || is_open)
    return;
  kineto_begin_event (export, 'e', t, 0);
  append_name_and_time (export, category, slice_name (slices, s), slice_end_ns (slices, s));
  g_string_append_printf (export->out, ",\"id\":%" G_GUINT64_FORMAT "}", s + 1);
}

/* ---- points ---- */

static void
write_instant (KinetoExport *export, uint64_t i)
{
  TraceInstant instant = trace_instant (export->trace, i);

  if (instant.track >= trace_n_tracks (export->trace))
    return;
  kineto_begin_event (export, 'i', instant.track, 0);
  append_name_and_time (export, instant.category, instant.name, instant.time_ns);
  g_string_append_printf (export->out, ",\"s\":\"%c\"",
                          instant.scope == 'g' || instant.scope == 'p' ? instant.scope : 't');
  append_args (export, instant.args, SLICE_NONE);
}

/* A track is called "counter series". */
static void
write_samples (KinetoExport *export, uint32_t t)
{
  const TraceTrack *track = trace_track (export->trace, t);
  const SampleColumns *samples = trace_samples (export->trace);
  size_t length;
  const char *name = trace_string (export->trace, track->name, &length), *space = memrchr (name, ' ', length);
  size_t n_counter = space != NULL ? (size_t) (space - name) : length;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (uint64_t i = track->first_sample; i < track->first_sample + track->n_samples && i < samples->n; i++)
    {
      double value = sample_value (samples, i);

      kineto_begin_event (export, 'C', t, 0);
      g_string_append (export->out, ",\"name\":");
      json_append_bytes (export->out, name, n_counter);
      kineto_append_us (export->out, "ts", sample_time_ns (samples, i) - export->first_ns);
      g_string_append (export->out, ",\"args\":{");
      if (space != NULL)
        json_append_content (export->out, space + 1, length - n_counter - 1);
      else
        g_string_append (export->out, "\"value\"");
      g_ascii_formatd (number, sizeof number, "%.15g", value);
      if (g_ascii_strtod (number, NULL) != value)
        g_ascii_dtostr (number, sizeof number, value);
      g_string_append_printf (export->out, ":%s}}", number);
      if (!kineto_flush (export, false))
        return;
    }
}

/* ---- arrows ---- */

static void
write_arrow_end (KinetoExport *export, char phase, uint64_t slice, const char *category, const char *rest)
{
  const SliceColumns *slices = trace_slices (export->trace);

  kineto_begin_event (export, phase, trace_track_of (export->trace, slice), export->lanes.of_slice[slice]);
  g_string_append_printf (export->out, ",\"cat\":%s,\"name\":%s%s", category, category, rest);
  kineto_append_us (export->out, "ts", slice_start_ns (slices, slice) - export->first_ns);
  g_string_append (export->out, phase == 'f' ? ",\"bp\":\"e\"}" : "}");
}

/* Synchronisations are found by their correlation again. One call may launch several kernels. */
static void
write_flow (KinetoExport *export, uint64_t i, uint64_t *launched_from)
{
  const SliceColumns *slices = trace_slices (export->trace);
  TraceFlow flow = trace_flow (export->trace, i);
  g_autoptr (GString) category = g_string_new (NULL);
  char rest[64];
  size_t length;
  const char *text = trace_string (export->trace, flow.category, &length);

  if (flow.from >= slices->n || flow.to >= slices->n || flow.kind == FLOW_SYNC)
    return;
  int64_t correlation = slices->correlation[flow.from], id = (int64_t) i + 1;
  if (flow.kind == FLOW_LAUNCH)
    id = correlation != 0 ? correlation : FIRST_LINK + (int64_t) flow.from;
  g_snprintf (rest, sizeof rest, ",\"id\":%" G_GINT64_FORMAT, id);
  if (flow.kind == FLOW_LAUNCH)
    g_string_append (category, correlation != 0 ? "\"ac2g\"" : "\"cpu_to_gpu\"");
  else
    json_append_bytes (category, text, length);
  if (flow.kind != FLOW_LAUNCH || *launched_from != flow.from)
    write_arrow_end (export, 's', flow.from, category->str, rest);
  if (flow.kind == FLOW_LAUNCH)
    *launched_from = flow.from;
  write_arrow_end (export, 'f', flow.to, category->str, rest);
}

/* Of the tracks of a device that share an id of a thread, a reader gives its name to the one that comes last. */
static bool
write_slices (KinetoExport *export, bool of_named)
{
  bool ok = true;

  for (uint32_t t = 0; t < trace_n_tracks (export->trace) && ok; t++)
    {
      const TraceTrack *track = trace_track (export->trace, t);
      bool is_named = track->device >= 0 && track->name != STRING_EMPTY;

      for (uint64_t s = track->first_slice;
           s < track->first_slice + track->n_slices && is_named == of_named && ok; s++)
        {
          write_slice (export, s);
          ok = kineto_flush (export, false);
        }
    }
  return ok;
}

bool
kineto_write_events (KinetoExport *export)
{
  uint64_t launched_from = SLICE_NONE;
  bool ok = write_slices (export, false) && write_slices (export, true);

  for (uint64_t i = 0; i < trace_n_instants (export->trace) && ok; i++)
    {
      write_instant (export, i);
      ok = kineto_flush (export, false);
    }
  for (uint32_t t = 0; t < trace_n_tracks (export->trace) && ok; t++)
    {
      write_samples (export, t);
      ok = kineto_flush (export, false);
    }
  for (uint64_t i = 0; i < trace_n_flows (export->trace) && ok; i++)
    {
      write_flow (export, i, &launched_from);
      ok = kineto_flush (export, false);
    }
  return ok;
}
