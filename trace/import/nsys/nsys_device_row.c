/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_device_row.h"

bool
nsys_device_row_begin (NsysImport *import, const ForeignRows *rows, SliceKind kind, NsysDeviceRow *row)
{
  int64_t global_pid, context;

  *row = (NsysDeviceRow){ .slice = { .kind = kind } };
  if (!nsys_take_span (import, rows, NSYS_DEVICE_START, NSYS_DEVICE_END, &row->span))
    return false;
  /* Device work is recorded when it has ended, so it did. */
  if (!row->span.has_end)
    {
      nsys_note (import, HEALTH_EVENT_DURATION_MISSING);
      row->span.has_end = true;
    }
  bool has_process = foreign_rows_integer (rows, NSYS_DEVICE_PROCESS, &global_pid);
  row->process = nsys_processes_of_gpu (import->processes, has_process ? &global_pid : NULL);
  row->device = nsys_integer_or (rows, NSYS_DEVICE_NUMBER, -1);
  int64_t stream = nsys_integer_or (rows, NSYS_DEVICE_STREAM, -1);
  int64_t correlation = nsys_integer_or (rows, NSYS_DEVICE_CORRELATION, 0);
  int64_t green_context = nsys_integer_or (rows, NSYS_DEVICE_GREEN_CONTEXT, 0);
  row->slice.track = nsys_processes_device_track (import->processes, row->process, row->device, stream, kind);
  row->slice.correlation = nsys_processes_correlation (import->processes, row->process, correlation);
  if (foreign_rows_integer (rows, NSYS_DEVICE_CONTEXT, &context)
      && !nsys_contexts_learn (import->contexts, row->process, context, row->device))
    trace_builder_set_failed (import->builder);

  row_args_begin (&row->args, import->builder);
  row_args_integer (&row->args, import->words[WORD_DEVICE], row->device);
  nsys_put_integer (import, &row->args, WORD_CONTEXT, rows, NSYS_DEVICE_CONTEXT);
  if (green_context != 0 && green_context != UINT32_MAX)
    row_args_integer (&row->args, import->words[WORD_GREEN_CONTEXT], green_context);
  row_args_integer (&row->args, import->words[WORD_STREAM], stream);
  row_args_integer (&row->args, import->words[WORD_CORRELATION], correlation);
  return true;
}

void
nsys_device_row_end (NsysImport *import, const ForeignRows *rows, NsysDeviceRow *row)
{
  int64_t node, graph;

  if (foreign_rows_integer (rows, NSYS_DEVICE_GRAPH_NODE, &node) && node != 0)
    {
      if (foreign_rows_integer (rows, NSYS_DEVICE_GRAPH, &graph))
        row_args_integer (&row->args, import->words[WORD_GRAPH_ID], graph);
      row_args_integer (&row->args, import->words[WORD_GRAPH_NODE_ID], node);
    }
  row->slice.args = row_args_end (&row->args);
  nsys_add_slice (import, &row->slice, &row->span);
}
