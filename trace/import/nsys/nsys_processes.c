/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_processes_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A damaged file may name a process in every row. Further ones are part of the first rank. */
#define RANKS_MAX 1024

COLUMN_IMPLEMENT (NsysRankList, nsys_rank_list)
COLUMN_IMPLEMENT (NsysProcessList, nsys_process_list)
COLUMN_IMPLEMENT (NsysThreadList, nsys_thread_list)
COLUMN_IMPLEMENT (NsysStreamList, nsys_stream_list)

/* ---- hashes ---- */

static uint64_t
hash_of_process (const void *processes, uint32_t item)
{
  return item_hash_mix ((uint64_t) ((const NsysProcess *) processes)[item].id, 1);
}

static uint64_t
hash_of_thread (const void *threads, uint32_t item)
{
  return item_hash_mix ((uint64_t) ((const NsysThread *) threads)[item].global_tid, 2);
}

/* ---- ranks ---- */

NsysProcesses *
nsys_processes_new (TraceBuilder *builder)
{
  NsysProcesses *processes = calloc (1, sizeof *processes);

  if (processes == NULL)
    return NULL;
  processes->builder = builder;
  const NsysRank first = { trace_builder_current_rank (builder), TRACE_NONE, import_tracks_new (builder) };
  /* The first process can be read even if memory runs out before there is one. */
  if (nsys_process_list_reserve (&processes->processes, 1))
    processes->processes.at[0] = (NsysProcess){ .rank = TRACE_NONE };
  if (first.tracks == NULL || processes->processes.at == NULL || !item_index_init (&processes->process_index)
      || !item_index_init (&processes->thread_index) || !item_index_init (&processes->stream_index)
      || !nsys_rank_list_push (&processes->ranks, first))
    {
      if (processes->ranks.n == 0)
        import_tracks_free (first.tracks);
      nsys_processes_free (processes);
      return NULL;
    }
  return processes;
}

void
nsys_processes_free (NsysProcesses *processes)
{
  if (processes == NULL)
    return;
  for (size_t i = 0; i < processes->ranks.n; i++)
    import_tracks_free (processes->ranks.at[i].tracks);
  nsys_rank_list_clear (&processes->ranks);
  nsys_process_list_clear (&processes->processes);
  nsys_thread_list_clear (&processes->threads);
  nsys_stream_list_clear (&processes->streams);
  item_index_clear (&processes->process_index);
  item_index_clear (&processes->thread_index);
  item_index_clear (&processes->stream_index);
  free (processes);
}

/* Gives a process a rank of its own: the first one if nobody has it. */
static void
claim_rank (NsysProcesses *processes, uint32_t index)
{
  NsysProcess *process = &processes->processes.at[index];

  if (process->rank != TRACE_NONE)
    return;
  if (processes->ranks.at[0].process == TRACE_NONE)
    {
      processes->ranks.at[0].process = index;
      process->rank = 0;
      return;
    }
  if (processes->ranks.n >= RANKS_MAX)
    return;

  uint32_t before = trace_builder_current_rank (processes->builder);
  const NsysRank rank = { trace_builder_begin_rank_of_file (processes->builder), index,
                          import_tracks_new (processes->builder) };
  trace_builder_choose_rank (processes->builder, before);
  if (rank.tracks == NULL || !nsys_rank_list_push (&processes->ranks, rank))
    {
      import_tracks_free (rank.tracks);
      trace_builder_set_failed (processes->builder);
      return;
    }
  process->rank = (uint32_t) processes->ranks.n - 1;
}

const NsysRank *
nsys_rank_of (const NsysProcesses *processes, uint32_t process)
{
  uint32_t rank = processes->processes.at[process].rank;

  return &processes->ranks.at[rank == TRACE_NONE ? 0 : rank];
}

/* ---- processes ---- */

static int64_t
process_id (int64_t global_id)
{
  return (int64_t) ((uint64_t) global_id >> ID_BITS);
}

static bool
search_process (const NsysProcesses *processes, int64_t id, uint32_t *ret_item)
{
  ItemSearch search = item_index_search (&processes->process_index, item_hash_mix ((uint64_t) id, 1));

  while (item_search_next (&search, ret_item))
    if (processes->processes.at[*ret_item].id == id)
      return true;
  return false;
}

bool
nsys_processes_has (const NsysProcesses *processes, int64_t global_id)
{
  uint32_t item;

  return search_process (processes, process_id (global_id), &item);
}

void
nsys_processes_set_default (NsysProcesses *processes, int64_t global_id)
{
  processes->default_id = global_id;
  processes->has_default = true;
}

static int64_t
pid_of (int64_t id)
{
  return (int64_t) ((uint64_t) id & ID_MASK);
}

/* Processes of the machine of the first process are named by their number alone. */
static uint32_t
process_text (NsysProcesses *processes, int64_t id)
{
  char text[48];
  int64_t machine = (int64_t) ((uint64_t) id >> ID_BITS);
  int64_t first =
    processes->processes.n > 0 ? (int64_t) ((uint64_t) processes->processes.at[0].id >> ID_BITS) : machine;
  int length = machine == first
                 ? snprintf (text, sizeof text, "%" PRId64, pid_of (id))
                 : snprintf (text, sizeof text, "%" PRId64 " on machine %" PRId64, pid_of (id), machine);

  return trace_builder_string (processes->builder, text, (size_t) length);
}

uint32_t
nsys_processes_find (NsysProcesses *processes, const int64_t *global_id)
{
  int64_t id = process_id (global_id != NULL ? *global_id : processes->default_id);
  NsysProcessList *list = &processes->processes;
  uint32_t item;

  if (processes->last_process < list->n && list->at[processes->last_process].id == id)
    return processes->last_process;

  if (search_process (processes, id, &item))
    return processes->last_process = item;

  const NsysProcess process = {
    .id = id,
    .rank = TRACE_NONE,
    .text = process_text (processes, id),
    .name = STRING_EMPTY,
    .number = NO_NUMBER,
    .first_device = INT64_MAX,
  };
  if (!nsys_process_list_push (list, process)
      || !item_index_add (&processes->process_index, list->at, list->n, hash_of_process))
    {
      trace_builder_set_failed (processes->builder);
      return 0;
    }
  return processes->last_process = (uint32_t) list->n - 1;
}

uint32_t
nsys_processes_of_gpu (NsysProcesses *processes, const int64_t *global_id)
{
  uint32_t process = nsys_processes_find (processes, global_id);

  if (process < processes->processes.n)
    claim_rank (processes, process);
  return process;
}

bool
nsys_processes_uses_gpu (const NsysProcesses *processes, uint32_t process)
{
  return process < processes->processes.n && processes->processes.at[process].rank != TRACE_NONE;
}

int64_t
nsys_processes_correlation (const NsysProcesses *processes, uint32_t process, int64_t correlation)
{
  return nsys_processes_uses_gpu (processes, process) ? correlation : 0;
}

uint32_t
nsys_processes_count (const NsysProcesses *processes)
{
  return (uint32_t) processes->processes.n;
}

int64_t
nsys_processes_pid (const NsysProcesses *processes, uint32_t process)
{
  return pid_of (processes->processes.at[process].id);
}

uint32_t
nsys_processes_rank (const NsysProcesses *processes, uint32_t process)
{
  return nsys_rank_of (processes, process)->rank;
}

/* One pass: a damaged file may have as many ranks, streams and GPUs as there can be. */
uint32_t
nsys_processes_of_device (NsysProcesses *processes, int64_t pid, int64_t device)
{
  uint32_t first = TRACE_NONE;

  for (size_t i = 0; i < processes->streams.n; i++)
    {
      const NsysStream *stream = &processes->streams.at[i];

      if (stream->device == device && slice_kind_is_run (stream->kind)
          && (pid < 0 || nsys_processes_pid (processes, stream->process) == pid))
        first = MIN (first, processes->processes.at[stream->process].rank);
    }
  if (first != TRACE_NONE)
    return processes->ranks.at[first].process;
  return processes->ranks.at[0].process != TRACE_NONE ? processes->ranks.at[0].process
                                                      : nsys_processes_find (processes, NULL);
}

/* ---- threads ---- */

static bool
search_thread (const NsysProcesses *processes, int64_t global_tid, uint32_t *ret_item)
{
  ItemSearch search = item_index_search (&processes->thread_index, item_hash_mix ((uint64_t) global_tid, 2));

  while (item_search_next (&search, ret_item))
    if (processes->threads.at[*ret_item].global_tid == global_tid)
      return true;
  return false;
}

bool
nsys_processes_has_thread (const NsysProcesses *processes, int64_t global_tid)
{
  uint32_t item;

  return search_thread (processes, global_tid, &item);
}

uint32_t
nsys_processes_thread (NsysProcesses *processes, const int64_t *global_tid)
{
  int64_t id = global_tid != NULL ? *global_tid : processes->default_id;
  NsysThreadList *list = &processes->threads;
  char text[24];

  if (processes->last_thread < list->n && list->at[processes->last_thread].global_tid == id)
    return processes->last_thread;

  uint32_t item;
  if (search_thread (processes, id, &item))
    return processes->last_thread = item;

  int length = snprintf (text, sizeof text, "%" PRId64, pid_of (id));
  NsysThread thread = {
    .global_tid = id,
    .process = nsys_processes_find (processes, &id),
    .text = trace_builder_string (processes->builder, text, (size_t) length),
    .place = TRACE_NONE,
    .thread_track = TRACE_NONE,
    .name_priority = NO_PRIORITY,
  };
  for (unsigned i = 0; i < N_SLICE_KINDS; i++)
    thread.bands[i] = TRACE_NONE;
  if (!nsys_thread_list_push (list, thread)
      || !item_index_add (&processes->thread_index, list->at, list->n, hash_of_thread))
    {
      trace_builder_set_failed (processes->builder);
      return 0;
    }
  return processes->last_thread = (uint32_t) list->n - 1;
}

uint32_t
nsys_processes_of_thread (const NsysProcesses *processes, uint32_t thread)
{
  return thread < processes->threads.n ? processes->threads.at[thread].process : 0;
}

uint32_t
nsys_processes_tid (const NsysProcesses *processes, uint32_t thread)
{
  return thread < processes->threads.n ? (uint32_t) pid_of (processes->threads.at[thread].global_tid) : 0;
}

uint32_t
nsys_processes_main_thread (NsysProcesses *processes, uint32_t process)
{
  uint64_t id = (uint64_t) processes->processes.at[process].id;
  int64_t global_tid = (int64_t) (id << ID_BITS | (id & ID_MASK));

  return nsys_processes_thread (processes, &global_tid);
}
