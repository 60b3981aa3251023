/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_syncs.h"

#include <stdlib.h>
#include <string.h>

#include "trace/import/tracks/item_index.h"

typedef struct
{
  NsysSpan span;
  uint32_t call; /* index of NsysSyncs.calls */
  int64_t device, context, stream, event;
} Sync;

/* Any number of records may name the same call. */
typedef struct
{
  uint32_t process;
  uint32_t name; /* STRING_EMPTY until it was seen */
  int64_t correlation;
} Call;

COLUMN_DEFINE (SyncColumn, nsys_sync_column, Sync)
COLUMN_DEFINE (CallColumn, nsys_call_column, Call)
COLUMN_IMPLEMENT (SyncColumn, nsys_sync_column)
COLUMN_IMPLEMENT (CallColumn, nsys_call_column)

struct NsysSyncs
{
  NsysImport *import;
  SyncColumn syncs;
  CallColumn calls;
  ItemIndex index;
};

static uint64_t
hash_of_call (const void *calls, uint32_t item)
{
  const Call *call = (const Call *) calls + item;

  return item_hash_mix ((uint64_t) call->correlation, call->process);
}

static Call *
find_call (NsysSyncs *syncs, uint32_t process, int64_t correlation)
{
  ItemSearch search = item_index_search (&syncs->index, item_hash_mix ((uint64_t) correlation, process));
  uint32_t item;

  while (item_search_next (&search, &item))
    if (syncs->calls.at[item].correlation == correlation && syncs->calls.at[item].process == process)
      return &syncs->calls.at[item];
  return NULL;
}

/* Returns false if memory runs out. */
static bool
add_call (NsysSyncs *syncs, uint32_t process, int64_t correlation, uint32_t *ret_call)
{
  const Call *known = find_call (syncs, process, correlation);
  const Call added = { process, STRING_EMPTY, correlation };

  *ret_call = (uint32_t) (known != NULL ? (size_t) (known - syncs->calls.at) : syncs->calls.n);
  return known != NULL
         || (syncs->calls.n < UINT32_MAX - 1 && nsys_call_column_push (&syncs->calls, added)
             && item_index_add (&syncs->index, syncs->calls.at, syncs->calls.n, hash_of_call));
}

NsysSyncs *
nsys_syncs_new (NsysImport *import)
{
  NsysSyncs *syncs = calloc (1, sizeof *syncs);

  if (syncs == NULL)
    return NULL;
  syncs->import = import;
  if (item_index_init (&syncs->index))
    return syncs;
  nsys_syncs_free (syncs);
  return NULL;
}

void
nsys_syncs_free (NsysSyncs *syncs)
{
  if (syncs == NULL)
    return;
  nsys_sync_column_clear (&syncs->syncs);
  nsys_call_column_clear (&syncs->calls);
  item_index_clear (&syncs->index);
  free (syncs);
}

/* ---- reading ---- */

enum
{
  START,
  END,
  DEVICE,
  CONTEXT,
  STREAM,
  CORRELATION,
  PROCESS,
  EVENT,
  N_COLUMNS
};

static const char *const columns[N_COLUMNS] = {
  [START] = "start",       [END] = "end",         [DEVICE] = "deviceId",
  [CONTEXT] = "contextId", [STREAM] = "streamId", [CORRELATION] = "correlationId",
  [PROCESS] = "globalPid", [EVENT] = "eventId",
};

static void
read_row (NsysSyncs *syncs, const ForeignRows *rows)
{
  NsysImport *import = syncs->import;
  Sync sync;
  int64_t global_pid;

  if (!nsys_take_span (import, rows, START, END, &sync.span))
    return;
  if (!sync.span.has_end)
    {
      nsys_note (import, HEALTH_EVENT_DURATION_MISSING);
      sync.span.has_end = true;
    }
  bool has_process = foreign_rows_integer (rows, PROCESS, &global_pid);
  uint32_t process = nsys_processes_find (import->processes, has_process ? &global_pid : NULL);
  sync.context = nsys_integer_or (rows, CONTEXT, -1);
  sync.stream = nsys_integer_or (rows, STREAM, -1);
  sync.event = nsys_integer_or (rows, EVENT, UINT32_MAX);
  sync.device =
    nsys_contexts_device (import->contexts, process, sync.context, nsys_integer_or (rows, DEVICE, -1));
  if (!add_call (syncs, process, nsys_integer_or (rows, CORRELATION, 0), &sync.call)
      || !nsys_sync_column_push (&syncs->syncs, sync))
    trace_builder_set_failed (import->builder);
}

void
nsys_syncs_read (NsysSyncs *syncs)
{
  ForeignRows rows;

  if (foreign_rows_begin (&rows, syncs->import->database, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", columns,
                          N_COLUMNS))
    while (foreign_rows_next (&rows) && !trace_builder_failed (syncs->import->builder))
      read_row (syncs, &rows);
  foreign_rows_end (&rows);
}

void
nsys_syncs_see_call (NsysSyncs *syncs, uint32_t process, int64_t correlation, uint32_t name)
{
  if (syncs->calls.n == 0 || correlation == 0)
    return;
  Call *call = find_call (syncs, process, correlation);
  if (call != NULL && call->name == STRING_EMPTY)
    call->name = name;
}

static void
add (NsysSyncs *syncs, const Sync *sync, uint32_t unnamed)
{
  NsysImport *import = syncs->import;
  const Call *call = &syncs->calls.at[sync->call];
  SliceInput slice = {
    .category = import->words[WORD_CUDA_SYNC],
    .kind = SLICE_SYNC,
    .name = call->name != STRING_EMPTY ? call->name : unnamed,
    .correlation = nsys_processes_correlation (import->processes, call->process, call->correlation),
  };
  RowArgs args;

  slice.track =
    nsys_processes_device_track (import->processes, call->process, sync->device, sync->stream, SLICE_SYNC);
  row_args_begin (&args, import->builder);
  row_args_integer (&args, import->words[WORD_DEVICE], sync->device);
  row_args_integer (&args, import->words[WORD_CONTEXT], sync->context);
  row_args_integer (&args, import->words[WORD_STREAM], sync->stream == UINT32_MAX ? -1 : sync->stream);
  row_args_integer (&args, import->words[WORD_CORRELATION], call->correlation);
  if (sync->event != UINT32_MAX)
    row_args_integer (&args, import->words[WORD_EVENT_ID], sync->event);
  slice.args = row_args_end (&args);
  nsys_add_slice (import, &slice, &sync->span);
}

void
nsys_syncs_add (NsysSyncs *syncs)
{
  static const char unnamed[] = "Synchronization";
  uint32_t name = trace_builder_string (syncs->import->builder, unnamed, strlen (unnamed));

  for (size_t i = 0; i < syncs->syncs.n; i++)
    add (syncs, &syncs->syncs.at[i], name);
}
