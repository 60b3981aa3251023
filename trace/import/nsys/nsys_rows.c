/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_import.h"

#include <string.h>

void
nsys_note (NsysImport *import, HealthId id)
{
  trace_builder_add_health (import->builder, id, 1, HEALTH_NO_OFFSET);
}

static bool
skip (NsysImport *import, HealthId id)
{
  trace_builder_event_counts (import->builder)->skipped++;
  nsys_note (import, id);
  return false;
}

static bool
is_in_range (int64_t time_ns)
{
  return time_ns >= -TRACE_TIME_MAX_NS && time_ns <= TRACE_TIME_MAX_NS;
}

bool
nsys_take_time (NsysImport *import, const ForeignRows *rows, unsigned column, int64_t *ret_ns)
{
  trace_builder_event_counts (import->builder)->total++;
  if (!foreign_rows_integer (rows, column, ret_ns) || !is_in_range (*ret_ns))
    return skip (import, HEALTH_EVENT_TIME_INVALID);
  if (*ret_ns < 0)
    nsys_note (import, HEALTH_EVENT_TIME_NEGATIVE);
  return true;
}

bool
nsys_take_span (NsysImport *import,
                const ForeignRows *rows,
                unsigned start_column,
                unsigned end_column,
                NsysSpan *ret_span)
{
  int64_t end_ns;

  *ret_span = (NsysSpan){ 0 };
  if (!nsys_take_time (import, rows, start_column, &ret_span->start_ns))
    return false;
  if (foreign_rows_is_null (rows, end_column))
    return true;
  if (!foreign_rows_integer (rows, end_column, &end_ns) || !is_in_range (end_ns)
      || end_ns - ret_span->start_ns > TRACE_TIME_MAX_NS)
    return skip (import, HEALTH_EVENT_DURATION_INVALID);
  ret_span->has_end = true;
  ret_span->dur_ns = end_ns - ret_span->start_ns;
  if (ret_span->dur_ns < 0)
    {
      nsys_note (import, HEALTH_EVENT_DURATION_NEGATIVE);
      ret_span->dur_ns = 0;
    }
  return true;
}

int64_t
nsys_integer_or (const ForeignRows *rows, unsigned column, int64_t other)
{
  foreign_rows_integer (rows, column, &other);
  return other;
}

uint32_t
nsys_name (NsysImport *import, const ForeignRows *rows, unsigned column)
{
  uint32_t name = STRING_EMPTY;
  int64_t number;

  if (!foreign_rows_integer (rows, column, &number) || !nsys_strings_id (import->strings, number, &name))
    nsys_note (import, HEALTH_EVENT_NAME_MISSING);
  return name;
}

void
nsys_put_integer (NsysImport *import, RowArgs *args, NsysWord key, const ForeignRows *rows, unsigned column)
{
  int64_t value;

  if (foreign_rows_integer (rows, column, &value))
    row_args_integer (args, import->words[key], value);
}

void
nsys_put_text (NsysImport *import, RowArgs *args, NsysWord key, const ForeignRows *rows, unsigned column)
{
  const char *text;
  size_t length;

  if (foreign_rows_text (rows, column, &text, &length) && length > 0)
    row_args_text (args, import->words[key], text, length);
}

void
nsys_add_slice (NsysImport *import, SliceInput *slice, const NsysSpan *span)
{
  slice->start_ns = span->start_ns;
  slice->dur_ns = span->dur_ns;
  if (span->has_end)
    trace_builder_event_counts (import->builder)->slices++;
  else
    {
      slice->flags |= SLICE_UNFINISHED;
      nsys_note (import, HEALTH_SLICE_UNFINISHED);
    }
  trace_builder_add_slice (import->builder, slice);
}

void
nsys_add_instant (NsysImport *import, const TraceInstant *instant)
{
  trace_builder_event_counts (import->builder)->instants++;
  trace_builder_add_instant (import->builder, instant);
}

void
nsys_labels_read (NsysImport *import, const char *table, NsysLabels *ret_labels)
{
  static const char *const columns[] = { "id", "label" };
  ForeignRows rows;
  const char *text;
  size_t length;
  int64_t id;

  *ret_labels = (NsysLabels){ { STRING_EMPTY } };
  if (foreign_rows_begin (&rows, import->database, table, columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      if (foreign_rows_integer (&rows, 0, &id) && id >= 0 && id < (int64_t) G_N_ELEMENTS (ret_labels->labels)
          && foreign_rows_text (&rows, 1, &text, &length))
        ret_labels->labels[id] = trace_builder_string (import->builder, text, length);
  foreign_rows_end (&rows);
}

uint32_t
nsys_label (const NsysLabels *labels, int64_t number)
{
  return number >= 0 && number < (int64_t) G_N_ELEMENTS (labels->labels) ? labels->labels[number]
                                                                         : STRING_EMPTY;
}
