/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/sagemaker/job_import.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/model/key_hash.h"
#include "trace/sagemaker/job_phases.h"
#include "trace/sagemaker/job_private.h"
#include "trace/section/input_file.h"
#include "trace/text/trace_error.h"

/* ---- what its parts call ---- */

char *
job_path_of (const Job *job, const JobFile *file)
{
  return *file->path != '\0' ? g_build_filename (job->path, file->path, NULL) : g_strdup (job->path);
}

void
job_add_health (Job *job, HealthId id, uint64_t count, const char *path)
{
  if (count == 0)
    return;
  trace_builder_add_file_health (job->builder, id, path);
  trace_builder_add_health (job->builder, id, count - 1, HEALTH_NO_OFFSET);
}

int
job_open (Job *job, const JobFile *file)
{
  int fd = input_file_open (job->fd, file->path, 0);

  if (fd < 0)
    {
      g_autofree char *path = job_path_of (job, file);

      job_add_health (job, HEALTH_DIRECTORY_FILE_UNREADABLE, 1, path);
    }
  return fd;
}

bool
job_take_error (Job *job, const JobFile *file, GError **error)
{
  bool is_unreadable = g_error_matches (*error, TRACE_ERROR, TRACE_ERROR_UNREADABLE);
  g_autofree char *path = job_path_of (job, file);

  if (!is_unreadable && !g_error_matches (*error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE))
    return false;
  job_add_health (job, is_unreadable ? HEALTH_DIRECTORY_FILE_UNREADABLE : HEALTH_DIRECTORY_FILE_SKIPPED, 1,
                  path);
  g_clear_error (error);
  return true;
}

bool
job_is_new (Job *job, const JobFile *file, const uint8_t key[TRACE_KEY_BYTES])
{
  g_autofree char *writer = g_strconcat (file->node, "\n", file->process, NULL);
  GByteArray *bytes = g_byte_array_new ();

  /* Two processes may write the same. */
  g_byte_array_append (bytes, key, TRACE_KEY_BYTES);
  g_byte_array_append (bytes, (const guint8 *) writer, (guint) strlen (writer));
  if (g_hash_table_add (job->keys, g_byte_array_free_to_bytes (bytes)))
    return true;
  g_autofree char *path = job_path_of (job, file);
  job_add_health (job, HEALTH_SAGEMAKER_FILE_TWICE, 1, path);
  return false;
}

/* ---- progress ---- */

static bool
is_read (const JobFile *file)
{
  return file->kind <= JOB_FILE_DESCRIPTION;
}

static uint64_t
size_of (const Job *job, const JobFile *file)
{
  struct stat info;

  return is_read (file) && fstatat (job->fd, file->path, &info, 0) == 0 ? (uint64_t) MAX (info.st_size, 0) : 0;
}

static bool
keep_on (Job *job, GError **error)
{
  const ImportControl *control = job->control;
  const ImportProgress progress = {
    .position_bytes = MIN (job->bytes_done, job->bytes_total),
    .size_bytes = job->bytes_total,
    .n_events = trace_builder_event_counts (job->builder)->total,
  };

  if (control != NULL && control->cancelled != NULL
      && atomic_load_explicit (control->cancelled, memory_order_relaxed))
    {
      g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "Opening was cancelled.");
      return false;
    }
  if (control != NULL && control->progress != NULL)
    control->progress (&progress, control->user_data);
  return true;
}

/* ---- files ---- */

static void
read_description (Job *job, const JobFile *file)
{
  g_autofree char *path = job_path_of (job, file);
  int fd = job_open (job, file);
  char *text = fd >= 0 ? malloc (JOB_DESCRIPTION_BYTES_MAX) : NULL;
  ssize_t n = text != NULL ? pread (fd, text, JOB_DESCRIPTION_BYTES_MAX, 0) : -1;
  JobDescription *description = n > 0 ? job_description_read (text, (size_t) n) : NULL;

  free (text);
  if (fd >= 0)
    close (fd);
  if (fd < 0)
    return;
  /* One job has one description. */
  if (description == NULL || job->description != NULL)
    {
      if (description != NULL)
        job_description_free (description);
      job_add_health (job, HEALTH_DIRECTORY_FILE_SKIPPED, 1, path);
      return;
    }
  job_add_health (job, HEALTH_SAGEMAKER_ROW_SKIPPED, description->n_phases_skipped, path);
  trace_builder_event_counts (job->builder)->skipped += description->n_phases_skipped;
  job->description = description;
}

/* Metrics first: where nothing says when a timeline begins, it begins with them. */
static int
compare_files (gconstpointer a, gconstpointer b)
{
  const JobFile *x = *(const JobFile *const *) a, *y = *(const JobFile *const *) b;

  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->is_being_written != y->is_being_written)
    return x->is_being_written ? 1 : -1;
  if (x->time_ns != y->time_ns)
    return x->time_ns < y->time_ns ? -1 : 1;
  return strverscmp (x->path, y->path);
}

static bool
read_file (Job *job, const JobFile *file, GError **error)
{
  g_autofree char *path = job_path_of (job, file);

  switch (file->kind)
    {
    case JOB_FILE_SYSTEM:
    case JOB_FILE_TRAINING:
      return job_read_counters (job, file, error);
    case JOB_FILE_TIMELINE:
    case JOB_FILE_DETAILED:
      return job_read_timeline (job, file, error);
    case JOB_FILE_DESCRIPTION:
      read_description (job, file);
      break;
    case JOB_FILE_METADATA:
    case JOB_FILE_END_MARKER:
      break;
    case JOB_FILE_NOT_SHOWN:
      job_add_health (job, HEALTH_SAGEMAKER_FILE_NOT_SHOWN, 1, path);
      break;
    case JOB_FILE_STRANGE:
      job_add_health (job, HEALTH_DIRECTORY_FILE_SKIPPED, 1, path);
      break;
    case JOB_FILE_UNREADABLE:
      job_add_health (job, HEALTH_DIRECTORY_FILE_UNREADABLE, 1, path);
      break;
    }
  return true;
}

static bool
read_files (Job *job, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_copy (job->files->files, NULL, NULL);

  g_ptr_array_set_free_func (files, NULL);
  g_ptr_array_sort (files, compare_files);
  for (guint i = 0; i < files->len; i++)
    {
      const JobFile *file = files->pdata[i];

      job->n_training_files += file->kind == JOB_FILE_TRAINING;
      job->bytes_total += size_of (job, file);
    }
  for (guint i = 0; i < files->len && !trace_builder_failed (job->builder); i++)
    {
      if (!keep_on (job, error) || !read_file (job, files->pdata[i], error))
        return false;
      job->bytes_done += size_of (job, files->pdata[i]);
    }
  job_add_health (job, HEALTH_SAGEMAKER_FILE_LEFT_OUT, job->files->n_left_out, job->path);
  return true;
}

/* ---- the whole ---- */

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

/* The key is that of the files' contents and writers, wherever they lie in the folder. */
static void
set_key (Job *job)
{
  g_autoptr (KeyHash) hash = key_hash_new ();
  guint n;
  g_autofree gpointer *keys = g_hash_table_get_keys_as_array (job->keys, &n);
  SourceRecord source = { .size_bytes = job->bytes_total };

  if (hash == NULL)
    {
      trace_builder_set_failed (job->builder);
      return;
    }
  qsort (keys, n, sizeof *keys, compare_keys);
  for (guint i = 0; i < n; i++)
    {
      gsize size;
      const void *bytes = g_bytes_get_data (keys[i], &size);

      key_hash_add (hash, bytes, size);
    }
  key_hash_get (hash, source.key);
  trace_builder_set_key (job->builder, source.key);
  trace_builder_set_source (job->builder, &source);
}

static bool
finish (Job *job, GError **error)
{
  /* The error is set by the caller that finishes the file. */
  if (trace_builder_failed (job->builder))
    return true;
  if (!job->has_data)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
                   "%s: is the folder of a SageMaker job, but it has no metrics and no timelines. Download "
                   "profiler-output/system and profiler-output/framework of the job.",
                   job->path);
      return false;
    }
  job_phases_add (job);
  for (guint i = 0; i < job->ranks->len; i++)
    import_tracks_finish (((const JobRank *) job->ranks->pdata[i])->tracks);
  trace_builder_set_format (job->builder, "sagemaker");
  set_key (job);
  return true;
}

static void
job_clear (Job *job)
{
  g_clear_pointer (&job->ranks, g_ptr_array_unref);
  g_clear_pointer (&job->ranks_by_name, g_hash_table_unref);
  g_clear_pointer (&job->keys, g_hash_table_unref);
  g_clear_pointer (&job->closed_heads, g_hash_table_unref);
  g_clear_pointer (&job->files, job_files_free);
  g_clear_pointer (&job->description, job_description_free);
  g_free (job->only_host);
}

bool
job_import (int fd, const char *path, TraceBuilder *builder, const ImportControl *control, GError **error)
{
  Job job = { .fd = fd, .path = path, .builder = builder, .control = control };
  bool ok;

  job.files = job_files_find (fd, path, error);
  job.keys = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  ok = job.files != NULL && (!job_ranks_begin (&job) || (read_files (&job, error) && finish (&job, error)));
  job_clear (&job);
  return ok;
}
