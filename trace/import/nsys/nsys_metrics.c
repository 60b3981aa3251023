/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_metrics.h"

#include <inttypes.h>
#include <stdio.h>

#include "trace/import/tracks/item_index.h"

typedef struct
{
  int64_t type, metric;
  uint32_t name;
  uint32_t track; /* TRACE_NONE before its first sample */
} Metric;

COLUMN_DEFINE (MetricColumn, nsys_metric_column, Metric)
COLUMN_IMPLEMENT (MetricColumn, nsys_metric_column)

/* A type names a GPU in its lowest byte. */
#define GPU_OF_TYPE 0xff

typedef struct
{
  NsysImport *import;
  MetricColumn list;
  ItemIndex index;
  struct
  {
    bool is_known;
    uint32_t process;
    int64_t device;
  } gpus[GPU_OF_TYPE + 1];
} Metrics;

static uint64_t
hash_of_metric (const void *metrics, uint32_t item)
{
  const Metric *metric = (const Metric *) metrics + item;

  return item_hash_mix ((uint64_t) metric->type, (uint64_t) metric->metric);
}

/* Adds it without a name if it is not described. */
static Metric *
find (Metrics *metrics, int64_t type, int64_t number)
{
  ItemSearch search = item_index_search (&metrics->index, item_hash_mix ((uint64_t) type, (uint64_t) number));
  MetricColumn *list = &metrics->list;
  uint32_t item;

  while (item_search_next (&search, &item))
    if (list->at[item].type == type && list->at[item].metric == number)
      return &list->at[item];
  if (!nsys_metric_column_push (list, (Metric){ type, number, STRING_EMPTY, TRACE_NONE })
      || !item_index_add (&metrics->index, list->at, list->n, hash_of_metric))
    {
      trace_builder_set_failed (metrics->import->builder);
      return NULL;
    }
  return &list->at[list->n - 1];
}

static void
read_names (Metrics *metrics)
{
  static const char *const columns[] = { "typeId", "metricId", "metricName" };
  NsysImport *import = metrics->import;
  int64_t type, number;
  ForeignRows rows;
  const char *text;
  size_t length;

  if (foreign_rows_begin (&rows, import->database, "TARGET_INFO_GPU_METRICS", columns, 3))
    while (foreign_rows_next (&rows))
      if (foreign_rows_integer (&rows, 0, &type) && foreign_rows_integer (&rows, 1, &number)
          && foreign_rows_text (&rows, 2, &text, &length))
        {
          Metric *metric = find (metrics, type, number);

          if (metric == NULL)
            break;
          metric->name = trace_builder_string (import->builder, text, length);
        }
  foreign_rows_end (&rows);
}

static uint32_t
track_of (Metrics *metrics, Metric *metric)
{
  NsysImport *import = metrics->import;
  const int64_t gpu = metric->type & GPU_OF_TYPE;
  int64_t pid, device;
  char text[40];

  if (metric->track != TRACE_NONE)
    return metric->track;
  if (metric->name == STRING_EMPTY)
    {
      int length = snprintf (text, sizeof text, "Metric %" PRId64, metric->metric);
      metric->name = trace_builder_string (import->builder, text, (size_t) length);
    }
  if (!metrics->gpus[gpu].is_known)
    {
      nsys_devices_of_gpu (import->devices, gpu, &pid, &device);
      metrics->gpus[gpu].process = nsys_processes_of_device (import->processes, pid, device);
      metrics->gpus[gpu].device = device;
      metrics->gpus[gpu].is_known = true;
    }
  metric->track = nsys_processes_device_counter_track (import->processes, metrics->gpus[gpu].process,
                                                       metrics->gpus[gpu].device, metric->name);
  return metric->track;
}

enum
{
  TIME,
  TYPE,
  METRIC,
  VALUE,
  N_COLUMNS
};

static const char *const columns[N_COLUMNS] = {
  [TIME] = "timestamp",
  [TYPE] = "typeId",
  [METRIC] = "metricId",
  [VALUE] = "value",
};

static void
read_row (Metrics *metrics, const ForeignRows *rows)
{
  NsysImport *import = metrics->import;
  int64_t time_ns;
  double value;

  if (!nsys_take_time (import, rows, TIME, &time_ns))
    return;
  trace_builder_event_counts (import->builder)->counters++;
  if (!foreign_rows_number (rows, VALUE, &value) || value - value != 0)
    {
      nsys_note (import, HEALTH_COUNTER_VALUE_INVALID);
      return;
    }
  Metric *metric = find (metrics, nsys_integer_or (rows, TYPE, 0), nsys_integer_or (rows, METRIC, -1));
  if (metric != NULL)
    trace_builder_add_sample (import->builder, track_of (metrics, metric), time_ns, value);
}

void
nsys_metrics_read (NsysImport *import)
{
  Metrics metrics = { .import = import };
  ForeignRows rows;

  if (!item_index_init (&metrics.index))
    {
      trace_builder_set_failed (import->builder);
      return;
    }
  read_names (&metrics);
  if (foreign_rows_begin (&rows, import->database, "GPU_METRICS", columns, N_COLUMNS))
    while (foreign_rows_next (&rows))
      read_row (&metrics, &rows);
  foreign_rows_end (&rows);
  nsys_metric_column_clear (&metrics.list);
  item_index_clear (&metrics.index);
}
