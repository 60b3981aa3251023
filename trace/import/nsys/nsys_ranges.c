/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_ranges.h"

#include <string.h>

/* The first match counts. */
static const struct
{
  const char *begin;    /* of the table's name */
  const char *category; /* NULL: another reader reads it, or it has no events */
} known_tables[] = {
  { "CUPTI_ACTIVITY_KIND_OVERHEAD", "overhead" },
  { "PROFILER_OVERHEAD", "overhead" },
  { "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", NULL },
  { "CUPTI_ACTIVITY_KIND_KERNEL", NULL },
  { "CUPTI_ACTIVITY_KIND_MEMCPY", NULL },
  { "CUPTI_ACTIVITY_KIND_MEMSET", NULL },
  { "CUPTI_ACTIVITY_KIND_RUNTIME", NULL },
  { "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", NULL },
  { "NVTX_EVENTS", NULL },
  { "COMPOSITE_EVENTS", NULL },
  { "SCHED_EVENTS", NULL },
  { "GPU_METRICS", NULL },
  { "CUDA_GPU_MEMORY_USAGE_EVENTS", NULL },
  { "CUDA_UM_CPU_PAGE_FAULT_EVENTS", NULL },
  { "CUDA_UM_GPU_PAGE_FAULT_EVENTS", NULL },
  { "DIAGNOSTIC_EVENT", NULL },
  { "OSRT_API", "osrt" },
  { "CUDA_GRAPH_", "cuda_graph_event" },
  { "CUBLAS_", "cublas" },
  { "CUDNN_", "cudnn" },
  { "MPI_", "mpi" },
  { "NCCL_", "nccl" },
  { "UCP_", "ucx" },
  { "UCX_", "ucx" },
  { "OSHMEM_", "openshmem" },
  { "OPENSHMEM_", "openshmem" },
  { "OPENACC_", "openacc" },
  { "OPENMP_", "openmp" },
  { "SYSCALL", "syscall" },
  { "NVVIDEO_", "nvvideo" },
  { "NVMEDIA_", "nvmedia" },
  { "OPENGL_", "opengl" },
  { "VULKAN_", "vulkan" },
  { "DX1", "directx" },
};

enum
{
  START,
  END,
  THREAD,
  NAME_ID,
  TEXT_ID,
  NAME_TEXT,
  RETURN_VALUE,
  CORRELATION,
  BYTES,
  SIZE,
  RECEIVED,
  TAG,
  REMOTE_RANK,
  ROOT_RANK,
  GRAPH,
  ORIGINAL_GRAPH,
  GRAPH_EXEC,
  GRAPH_NODE,
  ORIGINAL_GRAPH_NODE,
  N_COLUMNS
};

static const char *const columns[N_COLUMNS] = {
  [START] = "start",
  [END] = "end",
  [THREAD] = "globalTid",
  [NAME_ID] = "nameId",
  [TEXT_ID] = "textId",
  [NAME_TEXT] = "name",
  [RETURN_VALUE] = "returnValue",
  [CORRELATION] = "correlationId",
  [BYTES] = "bytes",
  [SIZE] = "size",
  [RECEIVED] = "recvSize",
  [TAG] = "tag",
  [REMOTE_RANK] = "remoteRank",
  [ROOT_RANK] = "rootRank",
  [GRAPH] = "graphId",
  [ORIGINAL_GRAPH] = "originalGraphId",
  [GRAPH_EXEC] = "graphExecId",
  [GRAPH_NODE] = "graphNodeId",
  [ORIGINAL_GRAPH_NODE] = "originalGraphNodeId",
};

static const struct
{
  unsigned column;
  NsysWord key;
} arguments[] = {
  { CORRELATION, WORD_CORRELATION },
  { BYTES, WORD_BYTES },
  { SIZE, WORD_BYTES },
  { RECEIVED, WORD_RECEIVED_BYTES },
  { TAG, WORD_TAG },
  { REMOTE_RANK, WORD_REMOTE_RANK },
  { ROOT_RANK, WORD_ROOT_RANK },
  { GRAPH, WORD_GRAPH_ID },
  { ORIGINAL_GRAPH, WORD_ORIGINAL_GRAPH_ID },
  { GRAPH_EXEC, WORD_GRAPH_EXEC_ID },
  { GRAPH_NODE, WORD_GRAPH_NODE_ID },
  { ORIGINAL_GRAPH_NODE, WORD_ORIGINAL_GRAPH_NODE_ID },
};

static uint32_t
name_of (NsysImport *import, const ForeignRows *rows)
{
  static const unsigned numbers[] = { NAME_ID, TEXT_ID, NAME_TEXT };
  uint32_t name;
  int64_t number;
  const char *text;
  size_t length;

  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (foreign_rows_integer (rows, numbers[i], &number)
        && nsys_strings_call_id (import->strings, number, &name))
      return name;
  if (foreign_rows_text (rows, NAME_TEXT, &text, &length))
    return trace_builder_string (import->builder, text, length);
  nsys_note (import, HEALTH_EVENT_NAME_MISSING);
  return STRING_EMPTY;
}

static uint64_t
args_of (NsysImport *import, const ForeignRows *rows)
{
  RowArgs args;
  int64_t value;

  row_args_begin (&args, import->builder);
  for (size_t i = 0; i < G_N_ELEMENTS (arguments); i++)
    nsys_put_integer (import, &args, arguments[i].key, rows, arguments[i].column);
  if (foreign_rows_integer (rows, RETURN_VALUE, &value) && value != 0)
    row_args_integer (&args, import->words[WORD_RETURN_VALUE], value);
  return row_args_end (&args);
}

static void
read_row (NsysImport *import, const ForeignRows *rows, uint32_t category, SliceKind kind)
{
  int64_t global_tid;
  NsysSpan span;

  if (!nsys_take_span (import, rows, START, END, &span))
    return;
  bool has_thread = foreign_rows_integer (rows, THREAD, &global_tid);
  uint32_t thread = nsys_processes_thread (import->processes, has_thread ? &global_tid : NULL);
  uint32_t name = name_of (import, rows);

  /* Calls are recorded when they have returned, so a row without an end is a mark ("profiling started"). */
  if (!span.has_end)
    {
      nsys_add_instant (import, &(TraceInstant){
                                  .track = nsys_processes_thread_track (import->processes, thread),
                                  .name = name,
                                  .category = category,
                                  .scope = 't',
                                  .time_ns = span.start_ns,
                                  .args = args_of (import, rows),
                                });
      return;
    }
  SliceInput slice = {
    .name = name,
    .category = category,
    .kind = kind,
    .args = args_of (import, rows),
    .track = nsys_processes_host_track (import->processes, thread, kind),
  };
  nsys_add_slice (import, &slice, &span);
}

static void
read_table (NsysImport *import, const char *table, const char *category)
{
  ForeignRows rows;
  size_t length = strlen (category);
  uint32_t id = trace_builder_string (import->builder, category, length);
  SliceKind kind = slice_kind_of_category (category, length);

  if (foreign_rows_begin (&rows, import->database, table, columns, N_COLUMNS))
    while (foreign_rows_next (&rows))
      read_row (import, &rows, id, kind);
  foreign_rows_end (&rows);
}

static bool
has_shape (ForeignDatabase *database, const char *table)
{
  return foreign_database_has_column (database, table, "start")
         && foreign_database_has_column (database, table, "globalTid")
         && (foreign_database_has_column (database, table, "nameId")
             || foreign_database_has_column (database, table, "textId")
             || foreign_database_has_column (database, table, "name"));
}

/* Returns false if another reader reads the table. */
static bool
category_of (const char *table, const char **ret_category)
{
  for (size_t i = 0; i < G_N_ELEMENTS (known_tables); i++)
    if (g_str_has_prefix (table, known_tables[i].begin))
      {
        *ret_category = known_tables[i].category;
        return known_tables[i].category != NULL;
      }
  *ret_category = NULL;
  return true;
}

/* A table of a later release: "FOO_BAR_EVENTS" has the category "foo_bar_events". */
#define CATEGORY_BYTES 64

static bool
take_table (const char *table, void *user_data)
{
  NsysImport *import = user_data;
  const char *category;
  char lower[CATEGORY_BYTES];

  if (!category_of (table, &category) || !has_shape (import->database, table))
    return true;
  if (category == NULL)
    {
      size_t i = 0;

      for (; table[i] != '\0' && i + 1 < sizeof lower; i++)
        lower[i] = g_ascii_tolower (table[i]);
      lower[i] = '\0';
      category = lower;
    }
  read_table (import, table, category);
  return !trace_builder_failed (import->builder);
}

void
nsys_ranges_read (NsysImport *import)
{
  foreign_database_tables (import->database, take_table, import);
}

/* ---- what is left ---- */

static bool
has_time (ForeignDatabase *database, const char *table)
{
  return foreign_database_has_column (database, table, "start")
         || foreign_database_has_column (database, table, "timestamp")
         || foreign_database_has_column (database, table, "rawTimestamp");
}

static bool
count_table (const char *table, void *user_data)
{
  NsysImport *import = user_data;
  const char *category;
  ForeignRows rows;

  if (!category_of (table, &category) || has_shape (import->database, table)
      || !has_time (import->database, table))
    return true;
  if (foreign_rows_begin (&rows, import->database, table, NULL, 0))
    while (foreign_rows_next (&rows))
      {
        trace_builder_event_counts (import->builder)->total++;
        nsys_note (import, HEALTH_EVENT_PHASE_NOT_SHOWN);
      }
  foreign_rows_end (&rows);
  return !trace_builder_failed (import->builder);
}

void
nsys_ranges_count_others (NsysImport *import)
{
  foreign_database_tables (import->database, count_table, import);
}
