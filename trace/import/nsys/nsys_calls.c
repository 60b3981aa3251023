/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_calls.h"

#include <string.h>

enum
{
  START,
  END,
  CLASS,
  THREAD,
  CORRELATION,
  NAME,
  RETURN_VALUE,
  N_COLUMNS
};

static const char *const columns[N_COLUMNS] = {
  [START] = "start",
  [END] = "end",
  [CLASS] = "eventClass",
  [THREAD] = "globalTid",
  [NAME] = "nameId",
  [CORRELATION] = "correlationId",
  [RETURN_VALUE] = "returnValue",
};

/* ENUM_NSYS_EVENT_CLASS */
enum
{
  CLASS_RUNTIME = 0,
  CLASS_DRIVER = 1,
  CLASS_TRACE_STARTED = 10,
  CLASS_TRACE_FINISHED = 11,
  CLASS_TRACE_FAILED = 12,
  CLASS_EGL_DRIVER = 13,
  CLASS_BACKTRACE = 67,
};

/* Names of the driver begin with "cu" and a capital letter. */
static bool
is_driver (NsysImport *import, int64_t event_class, uint32_t name)
{
  if (event_class == CLASS_DRIVER || event_class == CLASS_EGL_DRIVER)
    return true;
  if (event_class == CLASS_RUNTIME)
    return false;
  size_t length;
  const char *text = string_table_get (trace_builder_strings (import->builder), name, &length);
  return length > 2 && memcmp (text, "cu", 2) == 0 && g_ascii_isupper (text[2]);
}

/* "CUDA profiling started" is no call. */
static void
add_mark (NsysImport *import, uint32_t thread, const SliceInput *slice)
{
  nsys_add_instant (import, &(TraceInstant){
                              .track = nsys_processes_thread_track (import->processes, thread),
                              .name = slice->name,
                              .category = slice->category,
                              .scope = 't',
                              .time_ns = slice->start_ns,
                              .args = ARGS_NONE,
                            });
}

static void
read_row (NsysImport *import, NsysSyncs *syncs, const ForeignRows *rows)
{
  int64_t event_class = nsys_integer_or (rows, CLASS, -1), global_tid, number, value;
  SliceInput slice = { .kind = SLICE_CALL, .name = STRING_EMPTY };
  NsysSpan span;
  RowArgs args;

  if (event_class == CLASS_BACKTRACE || !nsys_take_span (import, rows, START, END, &span))
    return;
  bool has_thread = foreign_rows_integer (rows, THREAD, &global_tid);
  uint32_t thread = nsys_processes_thread (import->processes, has_thread ? &global_tid : NULL);
  uint32_t process = nsys_processes_of_thread (import->processes, thread);
  int64_t correlation = nsys_integer_or (rows, CORRELATION, 0);
  if (!foreign_rows_integer (rows, NAME, &number)
      || !nsys_strings_call_id (import->strings, number, &slice.name))
    nsys_note (import, HEALTH_EVENT_NAME_MISSING);
  nsys_syncs_see_call (syncs, process, correlation, slice.name);

  slice.category =
    import->words[is_driver (import, event_class, slice.name) ? WORD_CUDA_DRIVER : WORD_CUDA_RUNTIME];
  if (!span.has_end && event_class >= CLASS_TRACE_STARTED && event_class <= CLASS_TRACE_FAILED)
    {
      slice.start_ns = span.start_ns;
      add_mark (import, thread, &slice);
      return;
    }
  slice.track = nsys_processes_host_track (import->processes, thread, SLICE_CALL);
  slice.correlation = nsys_processes_correlation (import->processes, process, correlation);
  row_args_begin (&args, import->builder);
  if (correlation != 0)
    row_args_integer (&args, import->words[WORD_CORRELATION], correlation);
  if (foreign_rows_integer (rows, RETURN_VALUE, &value) && value != 0)
    row_args_integer (&args, import->words[WORD_RETURN_VALUE], value);
  slice.args = row_args_end (&args);
  nsys_add_slice (import, &slice, &span);
}

void
nsys_calls_read (NsysImport *import, NsysSyncs *syncs)
{
  ForeignRows rows;

  if (foreign_rows_begin (&rows, import->database, "CUPTI_ACTIVITY_KIND_RUNTIME", columns, N_COLUMNS))
    while (foreign_rows_next (&rows))
      read_row (import, syncs, &rows);
  foreign_rows_end (&rows);
}
