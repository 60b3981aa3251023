/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/attach_task.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <unistd.h>

#include "app/converter/conversion.h"
#include "app/converter/scratch_file.h"
#include "app/library/library_counters.h"
#include "app/opening/load_result.h"
#include "trace/attach/attach.h"
#include "trace/attach/attach_files.h"
#include "trace/text/trace_error.h"

void
read_counters_free (ReadCounters *counters)
{
  g_clear_pointer (&counters->telemetry, telemetry_free);
  g_clear_pointer (&counters->trace, trace_unref);
  g_free (counters->path);
  g_free (counters->name);
  g_free (counters->problem);
  g_free (counters);
}

/* ---- reading ---- */

typedef struct
{
  Trace *trace;
  char *path;
  Library *library;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  trace_unref (question->trace);
  g_free (question->path);
  g_free (question);
}

/* As the last time, if there was one, else as it can be known. */
static void
place (ReadCounters *counters, Library *library)
{
  CountersShift shift;
  AttachWishes wishes = { 0 };
  g_autoptr (GError) error = NULL;

  counters->is_remembered =
    library_counters_shift (library, trace_profile_key (counters->trace), counters->telemetry->key, &shift);
  if (counters->is_remembered)
    wishes =
      (AttachWishes){ .has_shift = true, .shift_ns = shift.shift_ns, .interval_ns = shift.interval_ns };
  counters->is_placed = attach_place_find (counters->trace, counters->telemetry, &wishes, counters->name,
                                           &counters->place, &error);
  counters->is_from_begin = attach_counts_from_begin (counters->trace, counters->telemetry);
  if (!counters->is_placed)
    counters->problem = g_strdup (error->message);
}

/* Another process reads the file, which nobody vouches for. */
static Telemetry *
read_outside (const char *path, GCancellable *cancellable, GError **error)
{
  const ConversionControl control = { .kind = CONVERT_COUNTERS };
  TraceSource source;
  Telemetry *telemetry = NULL;

  if (!trace_source_open (path, &source, error))
    return NULL;
  int fd = scratch_file_new ();
  if (fd < 0)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE, _ ("%s: no file can be made to read it into: %s."), path,
                 g_strerror (errno));
  else if (conversion_run (&source, fd, &control, cancellable, error))
    telemetry = attach_read_imported (fd, path, error);
  if (fd >= 0)
    close (fd);
  trace_source_close (&source);
  return telemetry;
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;
  GError *error = NULL;
  Telemetry *telemetry = read_outside (question->path, cancellable, &error);
  (void) source;

  if (telemetry == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  ReadCounters *counters = g_new0 (ReadCounters, 1);
  counters->path = g_strdup (question->path);
  counters->name = g_filename_display_basename (question->path);
  counters->trace = trace_ref (question->trace);
  counters->telemetry = telemetry;
  place (counters, question->library);
  g_task_return_pointer (task, counters, (GDestroyNotify) read_counters_free);
}

void
attach_task_read (LoadedProfile *loaded,
                  const char *path,
                  Library *library,
                  GCancellable *cancellable,
                  GAsyncReadyCallback on_ready,
                  gpointer ready_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_ready, ready_data);
  Question *question = g_new (Question, 1);

  *question = (Question){
    trace_ref ((Trace *) (uintptr_t) loaded_profile_profile (loaded)->trace),
    g_strdup (path),
    library,
  };
  g_task_set_task_data (task, question, question_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, read_in_thread);
}

ReadCounters *
attach_task_read_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- adding ---- */

typedef struct
{
  const ReadCounters *counters;
  AttachWishes wishes;
  char *path, *name; /* of the new profile */
  Library *library;
} Adding;

static void
adding_free (gpointer data)
{
  Adding *adding = data;

  g_free (adding->path);
  g_free (adding->name);
  g_free (adding);
}

static void
remember (const Adding *adding, const AttachPlace *shown)
{
  const ReadCounters *counters = adding->counters;
  const CountersShift shift = {
    .shift_ns = shown->shift_ns,
    .interval_ns = counters->telemetry->clock == TELEMETRY_TICKS ? shown->interval_ns : 0,
  };

  library_set_counters_shift (adding->library, trace_profile_key (counters->trace), counters->telemetry->key,
                              &shift);
}

static void
add_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Adding *adding = data;
  const ReadCounters *counters = adding->counters;
  AttachedFile file = { counters->path, counters->telemetry, counters->place };
  GError *error = NULL;
  g_autoptr (Trace) trace = NULL;
  LoadResult *result = NULL;
  (void) source;
  (void) cancellable;

  /* A proposal that the user left as it was stays one. */
  bool is_proposed = counters->is_placed && !counters->is_remembered
                     && counters->place.shift_ns == adding->wishes.shift_ns
                     && (counters->telemetry->clock != TELEMETRY_TICKS
                         || counters->place.interval_ns == adding->wishes.interval_ns);
  if (is_proposed
      || attach_place_find (counters->trace, counters->telemetry, &adding->wishes, counters->name,
                            &file.place, &error))
    trace = attach_counters (counters->trace, &file, 1, adding->name, &error);
  if (trace != NULL)
    result = load_result_new_named (trace, adding->path, adding->name, adding->library, &error);
  if (result == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  remember (adding, &file.place);
  g_task_return_pointer (task, result, (GDestroyNotify) load_result_free);
}

void
attach_task_add (LoadedProfile *loaded,
                 const ReadCounters *counters,
                 const AttachWishes *wishes,
                 Library *library,
                 GCancellable *cancellable,
                 GAsyncReadyCallback on_ready,
                 gpointer ready_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_ready, ready_data);
  Adding *adding = g_new (Adding, 1);

  *adding = (Adding){
    .counters = counters,
    .wishes = *wishes,
    .path = g_strconcat (loaded_profile_real_path (loaded), ATTACH_SEPARATOR, counters->path, NULL),
    .name = g_strconcat (loaded_profile_profile (loaded)->name, ATTACH_SEPARATOR, counters->name, NULL),
    .library = library,
  };
  g_task_set_task_data (task, adding, adding_free);
  g_task_run_in_thread (task, add_in_thread);
}

LoadedProfile *
attach_task_add_finish (GAsyncResult *result, char **ret_notice, GError **error)
{
  g_autoptr (LoadResult) added = g_task_propagate_pointer (G_TASK (result), error);

  *ret_notice = NULL;
  if (added == NULL)
    return NULL;
  LoadedProfile *loaded = load_result_loaded (added);
  loaded_profile_set_combined (loaded);
  *ret_notice = g_strdup (added->notice);
  return loaded;
}
