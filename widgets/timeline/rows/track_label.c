/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/rows/track_label.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "trace/model/device_word.h"
#include "trace/stats/host/gpu_counter.h"
#include "trace/model/memory_counter.h"

static char *
text_of (const Trace *trace, uint32_t string)
{
  size_t length;
  const char *text = trace_string (trace, string, &length);

  return g_utf8_make_valid (text, (gssize) length);
}

static bool
is_number (const char *text)
{
  text += text[0] == '-';
  return text[0] != '\0' && strspn (text, "0123456789") == strlen (text);
}

/* Takes label; says the rank in front of it when there are several. */
static char *
with_rank (const Trace *trace, uint32_t rank, char *label)
{
  char *whole;

  if (trace_n_ranks (trace) < 2 || rank == TRACE_NONE)
    return label;
  /* Translators: "rank 3 · GPU 0 device" */
  whole = g_strdup_printf (_ ("rank %" PRId64 " · %s"), trace_rank (trace, rank)->number, label);
  g_free (label);
  return whole;
}

char *
track_label_node (const Trace *trace, uint32_t track)
{
  char *name = text_of (trace, trace_track (trace, track)->name);
  unsigned number = 0;

  if (name[0] != '\0')
    return name;
  g_free (name);
  for (uint32_t t = 0; t < track; t++)
    number += trace_track (trace, t)->kind == TRACK_NODE;
  return g_strdup_printf (_ ("node %u"), number);
}

static bool
is_before (const TraceDevice *device, const TraceTrack *line)
{
  return device->rank != line->rank ? device->rank < line->rank : device->number < line->device;
}

/* Returns the device of a track, or TRACE_NONE. Devices are in order of their ranks and numbers. */
static uint32_t
device_of_track (const Trace *trace, uint32_t track)
{
  const TraceTrack *line = trace_track (trace, track);
  uint32_t n = trace_n_devices (trace), low = 0, high = n;

  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;

      if (is_before (trace_device (trace, middle), line))
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < n && trace_device (trace, low)->rank == line->rank
         && trace_device (trace, low)->number == line->device;
       low++)
    if (trace_device (trace, low)->track == track)
      return low;
  return TRACE_NONE;
}

/* A program that watches GPUs tells their utilization, but not their work. */
static bool
has_gpu_samples (const Trace *trace, uint32_t track)
{
  for (uint32_t t = track + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == track; t++)
    if (gpu_counter_is_utilization (trace, trace_track (trace, t)))
      return true;
  /* The history of an allocator has the memory of a GPU, and none of its work. */
  for (uint32_t t = track + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == track; t++)
    if (memory_counter_of_track (trace, t) != N_MEMORY_COUNTERS)
      return true;
  return false;
}

static char *
device_name (const Trace *trace, uint32_t track)
{
  int32_t number = trace_track (trace, track)->device;
  uint32_t device = device_of_track (trace, track);

  if (number < 0)
    return g_strdup (_ ("unnumbered device"));
  if (device != TRACE_NONE)
    return device_word_in_one (trace, device, g_strdup_printf (_ ("GPU %d"), number));
  return has_gpu_samples (trace, track) ? g_strdup_printf (_ ("GPU %d"), number)
                                        : g_strdup_printf (_ ("device %d"), number);
}

char *
track_label_device (const Trace *trace, uint32_t track)
{
  return with_rank (trace, trace_track (trace, track)->rank, device_name (trace, track));
}

char *
track_label_device_group (const Trace *trace, uint32_t track)
{
  g_autofree char *name = device_name (trace, track);

  if (device_of_track (trace, track) == TRACE_NONE)
    return with_rank (trace, trace_track (trace, track)->rank, g_steal_pointer (&name));
  /* Translators: the work on a GPU, as opposed to its host's: "GPU 3 device" */
  return with_rank (trace, trace_track (trace, track)->rank, g_strdup_printf (_ ("%s device"), name));
}

/* "pid 1074", or the words some writers use for one. */
static char *
process_id (const Trace *trace, uint32_t track)
{
  char *pid = text_of (trace, trace_track (trace, track)->pid);
  char *label;

  if (!is_number (pid))
    return pid;
  label = g_strdup_printf (_ ("pid %s"), pid);
  g_free (pid);
  return label;
}

char *
track_label_process (const Trace *trace, uint32_t track)
{
  const TraceTrack *process = trace_track (trace, track);
  g_autofree char *name = text_of (trace, process->name);
  g_autofree char *pid = process_id (trace, track);
  char *label;

  if (name[0] == '\0')
    label = pid[0] == '\0' ? g_strdup (_ ("process")) : g_steal_pointer (&pid);
  else if (pid[0] == '\0' || strcmp (name, pid) == 0)
    label = g_steal_pointer (&name);
  else
    label = g_strdup_printf ("%s · %s", name, pid);
  return with_rank (trace, process->rank, label);
}

char *
track_label_host (const Trace *trace, uint32_t process, uint32_t device, uint32_t n_devices)
{
  g_autofree char *pid = process_id (trace, process);
  uint32_t rank = trace_track (trace, process)->rank;

  if (pid[0] == '\0')
    return track_label_process (trace, process);
  if (trace_n_ranks (trace) > 1)
    return with_rank (trace, rank, g_strdup_printf (_ ("host · %s"), pid));
  if (n_devices > 1)
    {
      g_autofree char *host =
        device_word_in (trace, g_strdup_printf (ngettext ("host of %u GPU", "host of %u GPUs", n_devices), n_devices));

      return g_strdup_printf ("%s · %s", host, pid);
    }

  g_autofree char *name = device_name (trace, device);
  /* Translators: the process that works with a GPU: "GPU 3 host · pid 1074" */
  return g_strdup_printf (_ ("%s host · %s"), name, pid);
}

/* Kineto calls a thread "thread 3126441 (python)": the word and the brackets would cost the room that the number and
 * the name need. */
static char *
without_thread_word (const char *name, const char *tid)
{
  g_autofree char *head = g_strdup_printf ("thread %s (", tid);
  size_t length = strlen (name), n_head = strlen (head);

  if (!g_str_has_prefix (name, head) || name[length - 1] != ')')
    return g_strdup (name);
  return g_strdup_printf ("%s %.*s", tid, (int) (length - n_head - 1), name + n_head);
}

char *
track_label_thread (const Trace *trace, uint32_t track)
{
  const TraceTrack *thread = trace_track (trace, track);
  g_autofree char *name = text_of (trace, thread->name);
  g_autofree char *tid = text_of (trace, thread->tid);

  if (name[0] != '\0')
    return without_thread_word (name, tid);
  if (tid[0] == '\0')
    return g_strdup (_ ("thread"));
  return is_number (tid) ? g_strdup_printf (_ ("thread %s"), tid) : g_steal_pointer (&tid);
}

char *
track_label_thread_detail (const Trace *trace, uint32_t track)
{
  const TraceTrack *thread = trace_track (trace, track);
  g_autofree char *name = text_of (trace, thread->name);
  g_autofree char *tid = text_of (trace, thread->tid);

  if (name[0] == '\0' || tid[0] == '\0' || strstr (name, tid) != NULL)
    return NULL;
  return is_number (tid) ? g_strdup_printf (_ ("thread %s"), tid) : g_steal_pointer (&tid);
}

static bool
is_only_one (const Trace *trace, uint32_t track)
{
  const TraceTrack *line = trace_track (trace, track);
  uint32_t n = 0;

  for (uint32_t t = line->parent + 1;
       t < trace_n_tracks (trace) && trace_track (trace, t)->parent == line->parent; t++)
    n += trace_track (trace, t)->kind == line->kind;
  return n == 1;
}

static char *
numbered (const char *one, const char *of_many, int64_t stream, bool is_alone)
{
  return is_alone || stream < 0 ? g_strdup (one) : g_strdup_printf ("%s %" G_GINT64_FORMAT, of_many, stream);
}

static bool
has_stream (const Trace *trace, uint32_t device, int64_t stream)
{
  for (uint32_t t = device + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == device; t++)
    if (trace_track (trace, t)->kind == TRACK_STREAM && trace_track (trace, t)->stream == stream)
      return true;
  return false;
}

/* Writers name rows of a stream after the stream, whatever is on them. What is beside the streams has a name that says what
 * it is: "XLA Modules", "Steps". */
static bool
has_name_of_its_own (const Trace *trace, const TraceTrack *line, const char *name)
{
  if (name[0] == '\0')
    return false;
  if (line->kind != TRACK_DEVICE_ANNOTATIONS && line->kind != TRACK_SYNC)
    return true;
  return line->kind == TRACK_DEVICE_ANNOTATIONS && line->parent != TRACE_NONE
         && g_ascii_strncasecmp (name, "stream", strlen ("stream")) != 0
         && !has_stream (trace, line->parent, line->stream);
}

/* Of a device: what is on the line, and the stream where there are several. */
static char *
stream_label (const Trace *trace, uint32_t track)
{
  const TraceTrack *line = trace_track (trace, track);

  switch (line->kind)
    {
    case TRACK_DEVICE_ANNOTATIONS:
      return numbered (_ ("annotations"), _ ("annotations"), line->stream, is_only_one (trace, track));
    case TRACK_SYNC:
      return numbered (_ ("sync"), _ ("sync"), line->stream, is_only_one (trace, track));
    default:
      return numbered (_ ("no stream"), _ ("stream"), line->stream, false);
    }
}

char *
track_label_line (const Trace *trace, uint32_t track)
{
  const TraceTrack *line = trace_track (trace, track);
  g_autofree char *name = text_of (trace, line->name);

  if (!has_name_of_its_own (trace, line, name))
    return stream_label (trace, track);
  /* It stands among those of the other devices. */
  if (line->kind == TRACK_COUNTER && line->parent != TRACE_NONE
      && trace_track (trace, line->parent)->kind == TRACK_DEVICE)
    {
      g_autofree char *device = track_label_device (trace, line->parent);

      return g_strdup_printf ("%s · %s", device, name);
    }
  return g_steal_pointer (&name);
}

const char *
track_label_band (TrackKind kind)
{
  switch (kind)
    {
    case TRACK_ANNOTATIONS:
      return _ ("annotations");
    case TRACK_OPERATORS:
      return _ ("operators");
    case TRACK_CALLS:
      return _ ("runtime calls");
    case TRACK_PYTHON:
      return _ ("Python");
    default:
      return _ ("profiler");
    }
}
