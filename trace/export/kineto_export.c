/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/export/kineto_export.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "trace/export/kineto_private.h"
#include "trace/json/json_strict.h"
#include "trace/model/job_tables.h"
#include "trace/section/output_file.h"
#include "trace/text/decimal_time.h"
#include "trace/text/trace_error.h"

#define BUFFER_BYTES ((size_t) 1 << 18)

#define PACKING_LEVEL    6
#define GZIP_WINDOW_BITS (15 + 16) /* zlib: the largest window, with the head of gzip */

static bool
is_cancelled (const KinetoExport *export)
{
  return export->cancelled != NULL && atomic_load_explicit (export->cancelled, memory_order_relaxed);
}

static void
write_bytes (KinetoExport *export, const char *at, size_t n)
{
  while (n > 0 && export->error_number == 0)
    {
      ssize_t written = write (export->fd, at, n);

      if (written < 0 && errno != EINTR)
        export->error_number = errno;
      else if (written > 0)
        {
          at += written;
          n -= (size_t) written;
        }
    }
}

static void
pack (KinetoExport *export, bool is_end)
{
  z_stream *packing = export->packing;
  char packed[1 << 16];
  int status = Z_OK;

  packing->next_in = (Bytef *) export->out->str;
  packing->avail_in = (uInt) export->out->len;
  do
    {
      packing->next_out = (Bytef *) packed;
      packing->avail_out = sizeof packed;
      status = deflate (packing, is_end ? Z_FINISH : Z_NO_FLUSH);
      write_bytes (export, packed, sizeof packed - packing->avail_out);
    }
  while (status == Z_OK && packing->avail_out == 0 && export->error_number == 0);
}

bool
kineto_flush (KinetoExport *export, bool is_end)
{
  if (export->out->len < BUFFER_BYTES && !is_end)
    return true;
  if (export->packing != NULL)
    pack (export, is_end);
  else
    write_bytes (export, export->out->str, export->out->len);
  g_string_truncate (export->out, 0);
  return export->error_number == 0 && !is_cancelled (export);
}

/* Returns whether an id is a number. Perfetto takes no negative and no larger one, which then all become one thread. */
static bool
is_id_number (const char *id, size_t length, int64_t *ret_number)
{
  for (size_t i = 0; i < length; i++)
    if (!g_ascii_isdigit (id[i]))
      return false;
  return length > 0 && length <= 10 && (id[0] != '0' || length == 1)
         && decimal_to_integer (id, length, ret_number) && *ret_number <= UINT32_MAX;
}

/* Ids of processes and threads are texts; those that read as numbers are written as such. Returns NULL for one that is not. */
static char *
id_as_json (const Trace *trace, uint32_t text, int64_t number)
{
  size_t length;
  const char *id = trace_string (trace, text, &length);
  GString *out = g_string_new (NULL);

  if (length == 0 && number >= 0)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, number);
  else if (is_id_number (id, length, &number))
    g_string_append_len (out, id, (gssize) length);
  else
    json_append_bytes (out, id, length);
  return g_string_free (out, FALSE);
}

static void
find_places (KinetoExport *export)
{
  uint32_t n = trace_n_tracks (export->trace);

  export->pids = g_new0 (char *, n + (size_t) 1);
  export->tids = g_new0 (char *, n + (size_t) 1);
  for (uint32_t t = 0; t < n; t++)
    {
      const TraceTrack *track = trace_track (export->trace, t);

      export->pids[t] = id_as_json (export->trace, track->pid, track->device);
      export->tids[t] =
        id_as_json (export->trace, track->tid, track->kind == TRACK_ASYNC ? 0 : track->stream);
    }
}

/* Lanes are numbered from the largest id of a thread on, as far as that leaves room below 2^31. */
static bool
find_lanes (KinetoExport *export)
{
  uint32_t n = trace_n_tracks (export->trace);
  g_auto (GStrv) threads = g_new0 (char *, n + (size_t) 1);

  export->first_lane_id = 1;
  for (uint32_t t = 0; t < n; t++)
    {
      const char *tid = export->tids[t];
      int64_t number;

      threads[t] = g_strdup_printf ("%s\n%s", export->pids[t], tid);
      if (decimal_to_integer (tid, strlen (tid), &number) && number < INT32_MAX - KINETO_ALL_LANES_MAX)
        export->first_lane_id = MAX (export->first_lane_id, number + 1);
    }
  return kineto_lanes_find (&export->lanes, export->trace, threads, export->cancelled);
}

/* No time of the file is negative. */
static void
find_first (KinetoExport *export)
{
  const SliceColumns *slices = trace_slices (export->trace);
  const SampleColumns *samples = trace_samples (export->trace);

  for (uint64_t s = 0; s < slices->n; s++)
    export->first_ns = MIN (export->first_ns, slice_start_ns (slices, s));
  for (uint64_t i = 0; i < samples->n; i++)
    export->first_ns = MIN (export->first_ns, sample_time_ns (samples, i));
  for (uint64_t i = 0; i < trace_n_instants (export->trace); i++)
    export->first_ns = MIN (export->first_ns, trace_instant (export->trace, i).time_ns);
}

static void
set_no_memory (const char *path, GError **error)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to write it in this form.",
               path);
}

static bool
can_be_written (const Trace *trace, const char *path, GError **error)
{
  if (trace_is_job (trace))
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                 "%s: a profile made of summaries has no events to write. Use the traces of its ranks.",
                 path);
  else if (trace_n_ranks (trace) != 1)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                 "%s: a file of this format holds one rank, and this profile has %u. Choose one with --rank.",
                 path, trace_n_ranks (trace));
  else
    return true;
  return false;
}

static bool
write_all (KinetoExport *export)
{
  kineto_write_head (export);
  g_string_append (export->out, "\"traceEvents\":[\n");
  kineto_write_names (export);
  bool ok = kineto_write_events (export);
  g_string_append (export->out, "\n]}\n");
  return kineto_flush (export, true) && ok;
}

bool
kineto_export (const Trace *trace,
               int fd,
               bool is_packed,
               const atomic_bool *cancelled,
               const char *path,
               const char *out,
               GError **error)
{
  z_stream packing = { 0 };
  KinetoExport export = {
    .trace = trace, .fd = fd, .packing = is_packed ? &packing : NULL, .cancelled = cancelled
  };

  if (!can_be_written (trace, path, error))
    return false;
  if (is_packed
      && deflateInit2 (&packing, PACKING_LEVEL, Z_DEFLATED, GZIP_WINDOW_BITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    {
      set_no_memory (path, error);
      return false;
    }
  export.out = g_string_sized_new (BUFFER_BYTES + 4096);
  find_places (&export);
  find_first (&export);
  bool has_lanes = find_lanes (&export), ok = has_lanes && write_all (&export);
  if (is_packed)
    deflateEnd (&packing);
  kineto_lanes_clear (&export.lanes);
  g_strfreev (export.pids);
  g_strfreev (export.tids);
  g_string_free (export.out, TRUE);
  if (ok)
    return true;
  if (export.error_number != 0)
    output_file_set_error (error, out, export.error_number);
  else if (!has_lanes && !is_cancelled (&export))
    set_no_memory (path, error);
  else
    g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "cancelled; nothing was written");
  return false;
}
