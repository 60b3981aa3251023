/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_samples.h"

#include "trace/import/nsys/nsys_call_stacks.h"

enum
{
  ID,
  START,
  CPU,
  STATE,
  THREAD,
  N_COLUMNS
};

static const char *const columns[N_COLUMNS] = {
  [ID] = "id", [START] = "start", [CPU] = "cpu", [STATE] = "threadState", [THREAD] = "globalTid",
};

/* Most samples are of running threads. */
#define STATE_RUNNING 1

static void
read_row (NsysImport *import, const ForeignRows *rows, NsysCallStacks *stacks, const NsysLabels *states)
{
  int64_t global_tid, stack, state, time_ns;
  RowArgs args;

  if (!nsys_take_time (import, rows, START, &time_ns))
    return;
  bool has_thread = foreign_rows_integer (rows, THREAD, &global_tid);
  uint32_t thread = nsys_processes_thread (import->processes, has_thread ? &global_tid : NULL);

  row_args_begin (&args, import->builder);
  nsys_put_integer (import, &args, WORD_CPU, rows, CPU);
  if (foreign_rows_integer (rows, STATE, &state) && state != STATE_RUNNING)
    {
      size_t length;
      const char *text =
        string_table_get (trace_builder_strings (import->builder), nsys_label (states, state), &length);

      if (length > 0)
        row_args_text (&args, import->words[WORD_STATE], text, length);
      else
        row_args_integer (&args, import->words[WORD_STATE], state);
    }
  if (foreign_rows_integer (rows, ID, &stack))
    nsys_call_stacks_put (stacks, &args, stack);
  nsys_add_instant (import, &(TraceInstant){
                              .track = nsys_processes_thread_track (import->processes, thread),
                              .name = import->words[WORD_CPU_SAMPLE_NAME],
                              .category = import->words[WORD_CPU_SAMPLE],
                              .scope = 't',
                              .time_ns = time_ns,
                              .args = row_args_end (&args),
                            });
}

void
nsys_samples_read (NsysImport *import)
{
  NsysCallStacks *stacks;
  NsysLabels states;
  ForeignRows rows;

  if (!foreign_database_has_table (import->database, "COMPOSITE_EVENTS"))
    return;
  nsys_labels_read (import, "ENUM_SAMPLING_THREAD_STATE", &states);
  stacks = nsys_call_stacks_new (import, "SAMPLING_CALLCHAINS");
  if (stacks == NULL)
    {
      trace_builder_set_failed (import->builder);
      return;
    }
  if (foreign_rows_begin (&rows, import->database, "COMPOSITE_EVENTS", columns, N_COLUMNS))
    while (foreign_rows_next (&rows))
      read_row (import, &rows, stacks, &states);
  foreign_rows_end (&rows);
  nsys_call_stacks_free (stacks);
}
