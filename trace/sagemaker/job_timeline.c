/* SPDX-License-Identifier: Apache-2.0
 *
 * A timeline as a part of its process. Each is imported by itself, as a profile of one file, and copied: its times begin at a
 * time that the file or its name tells, and its rows are numbered for this file alone. */

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "trace/combine/trace_copy.h"
#include "trace/sagemaker/job_private.h"
#include "trace/section/input_file.h"

/* The first event of a timeline is within this many bytes. */
#define HEAD_BYTES 4096

/* Imports the file alone. Returns NULL with an error, or without one if it was read before. */
static Trace *
import_alone (Job *job, const JobFile *file, int fd, const char *path, bool *ret_is_guessed, GError **error)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  ImportControl control = { .cancelled = job->control != NULL ? job->control->cancelled : NULL };
  uint8_t key[TRACE_KEY_BYTES];

  *ret_is_guessed = false;
  if (builder == NULL)
    {
      trace_builder_set_failed (job->builder);
      return NULL;
    }
  trace_builder_begin_rank (builder, path);
  if (!importers_import (fd, path, builder, &control, key, error) || !job_is_new (job, file, key))
    return NULL;
  if (file->kind == JOB_FILE_DETAILED && !trace_builder_has_epoch (builder) && file->time_ns > 0)
    {
      trace_builder_set_time_base (builder, file->time_ns, true);
      *ret_is_guessed = file->is_guessed;
    }
  return trace_builder_finish (builder, error);
}

/* A timeline without a begin ends at the time in its name; without that, it begins with the job. */
static int64_t
shift_of (Job *job, const JobFile *file, const Trace *trace, bool *is_guessed)
{
  int64_t epoch_ns, begin_ns, end_ns, first_ns = 0, last_ns;

  if (trace_epoch_ns (trace, &epoch_ns))
    return epoch_ns;
  *is_guessed = true;
  trace_span (trace, &begin_ns, &end_ns);
  if (file->time_ns > 0)
    return file->time_ns - end_ns;
  trace_builder_extent (job->builder, &first_ns, &last_ns);
  return first_ns - begin_ns;
}

/* Returns the begin of a timeline up to its first event, which no other timeline has; NULL if there is none. */
static GBytes *
head_of (int fd)
{
  char bytes[HEAD_BYTES];
  ssize_t n = fd >= 0 ? pread (fd, bytes, sizeof bytes, 0) : -1;
  const char *event = n > 0 ? memmem (bytes, (size_t) n, "\"ts\"", 4) : NULL;

  if (event == NULL)
    return NULL;
  const char *end = memchr (event, '\n', (size_t) (bytes + n - event));
  if (end == NULL)
    end = bytes + n;
  while (end > event && strchr (",] \r", end[-1]) != NULL && end[-1] != '\0')
    end--;
  return g_bytes_new (bytes, (gsize) (end - bytes));
}

/* The begins of all timelines that are closed. */
static GHashTable *
closed_heads (const Job *job)
{
  GHashTable *heads = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);

  for (guint i = 0; i < job->files->files->len; i++)
    {
      const JobFile *file = job->files->files->pdata[i];
      bool is_closed = file->kind == JOB_FILE_TIMELINE && !file->is_being_written;
      int fd = is_closed ? input_file_open (job->fd, file->path, 0) : -1;
      GBytes *head = head_of (fd);

      if (head != NULL)
        g_hash_table_add (heads, head);
      if (fd >= 0)
        close (fd);
    }
  return heads;
}

/* A copy of the folder that was taken while the job ran may hold a timeline twice: as it was being written, and closed. */
static bool
was_closed (Job *job, int fd)
{
  g_autoptr (GBytes) head = head_of (fd);

  if (job->closed_heads == NULL)
    job->closed_heads = closed_heads (job);
  return head != NULL && g_hash_table_contains (job->closed_heads, head);
}

/* A writer may open a file and close it without an event. */
static bool
is_empty (const Trace *trace)
{
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->n_slices > 0 || track->n_instants > 0 || track->n_samples > 0)
        return false;
    }
  return true;
}

static bool
copy (Job *job, const JobFile *file, Trace *trace, bool is_guessed, const char *path)
{
  JobRank *rank = job_rank_of_file (job, file);

  if (rank == NULL)
    {
      job_add_health (job, HEALTH_SAGEMAKER_FILE_LEFT_OUT, 1, path);
      return !trace_builder_failed (job->builder);
    }
  TraceCopyPlace place = {
    .builder = job->builder,
    .tracks = rank->tracks,
    .rank = rank->rank,
    .shift_ns = shift_of (job, file, trace, &is_guessed),
    .is_one_of_many = true,
    .next_flow = &rank->next_flow,
  };

  if (is_guessed)
    job_add_health (job, HEALTH_SAGEMAKER_CLOCK_GUESSED, 1, path);
  job->has_data = true;
  return trace_copy_to (trace, &place);
}

bool
job_read_timeline (Job *job, const JobFile *file, GError **error)
{
  g_autofree char *path = job_path_of (job, file);
  g_autoptr (GError) reason = NULL;
  bool is_guessed = false;
  int fd = job_open (job, file);

  if (fd < 0)
    return true;
  if (file->is_being_written && was_closed (job, fd))
    {
      close (fd);
      job_add_health (job, HEALTH_SAGEMAKER_FILE_TWICE, 1, path);
      return true;
    }
  Trace *trace = import_alone (job, file, fd, path, &is_guessed, &reason);
  close (fd);
  if (trace != NULL)
    {
      if (!is_empty (trace) && !copy (job, file, trace, is_guessed, path))
        trace_builder_set_failed (job->builder);
      trace_unref (trace);
    }
  if (reason != NULL && !job_take_error (job, file, &reason))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return false;
    }
  return true;
}
