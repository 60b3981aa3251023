/* SPDX-License-Identifier: Apache-2.0 */

#include "app/sharing/save_part_task.h"

#include <sys/stat.h>

#include "trace/archive/archive_file.h"
#include "trace/cut/cut.h"
#include "trace/export/kineto_export.h"
#include "trace/section/output_file.h"

typedef struct
{
  const Profile *profile; /* referenced */
  SavePart part;
  char *path; /* NULL: nothing is written */
  atomic_bool is_cancelled;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  profile_unref (saving->profile);
  g_free (saving->path);
  g_free (saving);
}

/* What is done with the part. The scrub is NULL if no names are replaced. */
typedef bool (
  *PartFunc) (Saving *saving, Trace *whole, const CutPart *cut, Scrub *scrub, GTask *task, GError **error);

static bool
write_part (Saving *saving, Trace *whole, const CutPart *cut, Scrub *scrub, int fd, GError **error)
{
  const char *name = saving->profile->name;

  if (saving->part.form == SAVE_NATIVE)
    return trace_cut_file (whole, saving->profile->steps, cut, scrub, name, fd, &saving->is_cancelled, error);
  g_autoptr (Trace) part =
    trace_cut (whole, saving->profile->steps, cut, scrub, name, &saving->is_cancelled, error);
  if (part == NULL)
    return false;
  return saving->part.form == SAVE_ARCHIVE
           ? trace_write_archive (part, fd, &saving->is_cancelled, saving->path, error)
           : kineto_export (part, fd, g_str_has_suffix (saving->path, ".gz"), &saving->is_cancelled, name,
                            saving->path, error);
}

static bool
save (Saving *saving, Trace *whole, const CutPart *cut, Scrub *scrub, GTask *task, GError **error)
{
  struct stat written;
  g_autoptr (OutputFile) file = output_file_begin (saving->path, error);

  if (file == NULL)
    return false;
  if (!write_part (saving, whole, cut, scrub, output_file_fd (file), error))
    {
      output_file_name_in_error (error, saving->path);
      return false;
    }
  if (!output_file_commit (file, error))
    return false;
  g_task_return_int (task, fstat (output_file_fd (file), &written) == 0 ? (gssize) written.st_size : 0);
  return true;
}

static bool
list (Saving *saving, Trace *whole, const CutPart *cut, Scrub *scrub, GTask *task, GError **error)
{
  g_autoptr (Trace) part = trace_cut (whole, saving->profile->steps, cut, scrub, saving->profile->name,
                                      &saving->is_cancelled, error);

  if (part == NULL)
    return false;
  g_task_return_pointer (task, scrub_left (scrub), (GDestroyNotify) g_ptr_array_unref);
  return true;
}

static void
cancel (GCancellable *cancellable, gpointer is_cancelled)
{
  (void) cancellable;
  atomic_store ((atomic_bool *) is_cancelled, true);
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Saving *saving = data;
  const CutPart cut = { .begin_ns = saving->part.begin_ns, .end_ns = saving->part.end_ns };
  const ScrubAsked asked = { .what = saving->part.scrub };
  Trace *whole = (Trace *) (uintptr_t) saving->profile->trace;
  g_autoptr (Scrub) scrub = saving->part.scrub != 0 ? scrub_new (whole, &asked) : NULL;
  PartFunc run = saving->path != NULL ? save : list;
  GError *error = NULL;
  gulong handler = g_cancellable_connect (cancellable, G_CALLBACK (cancel), &saving->is_cancelled, NULL);
  (void) source;

  if (!run (saving, whole, &cut, scrub, task, &error))
    g_task_return_error (task, error);
  g_cancellable_disconnect (cancellable, handler);
}

static void
begin (const Profile *profile,
       const SavePart *part,
       const char *path,
       GCancellable *cancellable,
       GAsyncReadyCallback on_ready,
       gpointer ready_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_ready, ready_data);
  Saving *saving = g_new0 (Saving, 1);

  saving->profile = profile_ref (profile);
  saving->part = *part;
  saving->path = g_strdup (path);
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, run_in_thread);
}

void
save_part_task_list (const Profile *profile,
                     const SavePart *part,
                     GCancellable *cancellable,
                     GAsyncReadyCallback on_ready,
                     gpointer ready_data)
{
  begin (profile, part, NULL, cancellable, on_ready, ready_data);
}

GPtrArray *
save_part_task_list_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

void
save_part_task_run (const Profile *profile,
                    const SavePart *part,
                    const char *path,
                    GCancellable *cancellable,
                    GAsyncReadyCallback on_ready,
                    gpointer ready_data)
{
  begin (profile, part, path, cancellable, on_ready, ready_data);
}

gssize
save_part_task_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_int (G_TASK (result), error);
}
