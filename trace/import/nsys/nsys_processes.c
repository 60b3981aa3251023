/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_processes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/import/tracks/item_index.h"

/* A damaged file may name a process in every row. Further ones are part of the first rank. */
#define RANKS_MAX 1024

#define ID_BITS 24
#define ID_MASK ((1 << ID_BITS) - 1)

#define NO_NUMBER   (-1)
#define NO_PRIORITY INT64_MAX

typedef struct
{
  uint32_t rank; /* of the builder */
  uint32_t process;
  ImportTracks *tracks;
} Rank;

typedef struct
{
  int64_t id;    /* a serialized id without its thread */
  uint32_t rank; /* index of NsysProcesses.ranks; TRACE_NONE: part of the first one */
  uint32_t text; /* pid */
  uint32_t name;
  int64_t number;       /* rank that it calls itself, or NO_NUMBER */
  int64_t first_device; /* the lowest one that it uses, or INT64_MAX */
} Process;

typedef struct
{
  int64_t global_tid;
  uint32_t process, text;
  uint32_t place; /* of the rank's tracks, or TRACE_NONE while the thread has no event */
  uint32_t thread_track;
  uint32_t bands[N_SLICE_KINDS];
  uint32_t name;
  int64_t name_priority;
} Thread;

typedef struct
{
  uint32_t process;
  SliceKind kind;
  int64_t device, stream;
  uint32_t track;
} Stream;

COLUMN_DEFINE (RankColumn, nsys_rank_list, Rank)
COLUMN_DEFINE (ProcessColumn, nsys_process_list, Process)
COLUMN_DEFINE (ThreadColumn, nsys_thread_list, Thread)
COLUMN_DEFINE (StreamColumn, nsys_stream_list, Stream)
COLUMN_IMPLEMENT (RankColumn, nsys_rank_list)
COLUMN_IMPLEMENT (ProcessColumn, nsys_process_list)
COLUMN_IMPLEMENT (ThreadColumn, nsys_thread_list)
COLUMN_IMPLEMENT (StreamColumn, nsys_stream_list)

struct NsysProcesses
{
  TraceBuilder *builder;
  RankColumn ranks;
  ProcessColumn processes;
  ThreadColumn threads;
  StreamColumn streams;
  ItemIndex process_index, thread_index, stream_index;
  uint32_t last_process, last_thread, last_stream;
  int64_t default_id;
  bool has_default;
};

/* ---- hashes ---- */

static uint64_t
hash_of_process (const void *processes, uint32_t item)
{
  return item_hash_mix ((uint64_t) ((const Process *) processes)[item].id, 1);
}

static uint64_t
hash_of_thread (const void *threads, uint32_t item)
{
  return item_hash_mix ((uint64_t) ((const Thread *) threads)[item].global_tid, 2);
}

static uint64_t
stream_hash (uint32_t process, SliceKind kind, int64_t device, int64_t stream)
{
  return item_hash_mix (item_hash_mix ((uint64_t) device, (uint64_t) stream), (uint64_t) process << 8 | kind);
}

static uint64_t
hash_of_stream (const void *streams, uint32_t item)
{
  const Stream *stream = (const Stream *) streams + item;

  return stream_hash (stream->process, stream->kind, stream->device, stream->stream);
}

/* ---- ranks ---- */

NsysProcesses *
nsys_processes_new (TraceBuilder *builder)
{
  NsysProcesses *processes = calloc (1, sizeof *processes);

  if (processes == NULL)
    return NULL;
  processes->builder = builder;
  const Rank first = { trace_builder_current_rank (builder), TRACE_NONE, import_tracks_new (builder) };
  /* The first process can be read even if memory runs out before there is one. */
  if (nsys_process_list_reserve (&processes->processes, 1))
    processes->processes.at[0] = (Process){ .rank = TRACE_NONE };
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
  Process *process = &processes->processes.at[index];

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
  const Rank rank = { trace_builder_begin_rank_of_file (processes->builder), index,
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

static const Rank *
rank_of (const NsysProcesses *processes, uint32_t process)
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
  ProcessColumn *list = &processes->processes;
  uint32_t item;

  if (processes->last_process < list->n && list->at[processes->last_process].id == id)
    return processes->last_process;

  if (search_process (processes, id, &item))
    return processes->last_process = item;

  const Process process = {
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
  return rank_of (processes, process)->rank;
}

static bool
uses_device (const NsysProcesses *processes, uint32_t process, int64_t device)
{
  for (size_t i = 0; i < processes->streams.n; i++)
    if (processes->streams.at[i].process == process && processes->streams.at[i].device == device
        && slice_kind_is_run (processes->streams.at[i].kind))
      return true;
  return false;
}

uint32_t
nsys_processes_of_device (NsysProcesses *processes, int64_t pid, int64_t device)
{
  for (size_t i = 0; i < processes->ranks.n; i++)
    {
      uint32_t process = processes->ranks.at[i].process;

      if (process != TRACE_NONE && (pid < 0 || nsys_processes_pid (processes, process) == pid)
          && uses_device (processes, process, device))
        return process;
    }
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
  ThreadColumn *list = &processes->threads;
  char text[24];

  if (processes->last_thread < list->n && list->at[processes->last_thread].global_tid == id)
    return processes->last_thread;

  uint32_t item;
  if (search_thread (processes, id, &item))
    return processes->last_thread = item;

  int length = snprintf (text, sizeof text, "%" PRId64, pid_of (id));
  Thread thread = {
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

/* ---- tracks ---- */

static uint32_t
row_of (NsysProcesses *processes, uint32_t process, const ImportRow *row)
{
  return import_tracks_row (rank_of (processes, process)->tracks, row);
}

/* Returns the thread with a place, or NULL if memory ran out. */
static Thread *
placed_thread (NsysProcesses *processes, uint32_t index)
{
  if (index >= processes->threads.n || trace_builder_failed (processes->builder))
    return NULL;
  Thread *thread = &processes->threads.at[index];
  if (thread->place == TRACE_NONE)
    thread->place = import_tracks_place (rank_of (processes, thread->process)->tracks,
                                         processes->processes.at[thread->process].text, thread->text);
  return thread;
}

uint32_t
nsys_processes_host_track (NsysProcesses *processes, uint32_t index, SliceKind kind)
{
  Thread *thread = placed_thread (processes, index);

  if (thread == NULL)
    return TRACE_NONE;
  if (thread->bands[kind] == TRACE_NONE)
    thread->bands[kind] = row_of (processes, thread->process,
                                  &(ImportRow){ .form = ROW_HOST, .kind = kind, .place = thread->place });
  return thread->bands[kind];
}

uint32_t
nsys_processes_thread_track (NsysProcesses *processes, uint32_t index)
{
  Thread *thread = placed_thread (processes, index);

  if (thread == NULL)
    return TRACE_NONE;
  if (thread->thread_track == TRACE_NONE)
    thread->thread_track =
      row_of (processes, thread->process, &(ImportRow){ .form = ROW_THREAD, .place = thread->place });
  return thread->thread_track;
}

uint32_t
nsys_processes_async_track (NsysProcesses *processes, uint32_t index, uint32_t category, uint32_t name)
{
  const Thread *thread = placed_thread (processes, index);

  return thread == NULL
           ? TRACE_NONE
           : row_of (processes, thread->process,
                     &(ImportRow){ .form = ROW_ASYNC, .place = thread->place, .a = category, .b = name });
}

uint32_t
nsys_processes_counter_track (NsysProcesses *processes, uint32_t process, uint32_t name, uint32_t series)
{
  const Thread *thread = placed_thread (processes, nsys_processes_main_thread (processes, process));

  return thread == NULL
           ? TRACE_NONE
           : row_of (processes, process,
                     &(ImportRow){ .form = ROW_COUNTER, .place = thread->place, .a = name, .b = series });
}

static int64_t
valid_device (int64_t device)
{
  return device >= -1 && device <= INT32_MAX ? device : -1;
}

uint32_t
nsys_processes_device_counter_track (NsysProcesses *processes,
                                     uint32_t process,
                                     int64_t device,
                                     uint32_t name)
{
  const Thread *thread = placed_thread (processes, nsys_processes_main_thread (processes, process));

  return thread == NULL
           ? TRACE_NONE
           : row_of (
             processes, process,
             &(ImportRow){
               .form = ROW_DEVICE_COUNTER, .place = thread->place, .a = valid_device (device), .b = name });
}

static uint32_t
add_stream (NsysProcesses *processes, uint32_t process, int64_t device, int64_t stream, SliceKind kind)
{
  Process *of = &processes->processes.at[process];
  StreamColumn *list = &processes->streams;
  char text[40];

  if (device >= 0 && slice_kind_is_run (kind))
    of->first_device = MIN (of->first_device, device);
  int length = snprintf (text, sizeof text, "stream %" PRId64, stream);
  uint32_t place = import_tracks_place (rank_of (processes, process)->tracks, of->text,
                                        trace_builder_string (processes->builder, text, (size_t) length));
  const ImportRow row = { .form = ROW_DEVICE, .kind = kind, .place = place, .a = device, .b = stream };
  const Stream added = { process, kind, device, stream, row_of (processes, process, &row) };
  if (!nsys_stream_list_push (list, added)
      || !item_index_add (&processes->stream_index, list->at, list->n, hash_of_stream))
    {
      trace_builder_set_failed (processes->builder);
      return TRACE_NONE;
    }
  processes->last_stream = (uint32_t) list->n - 1;
  return added.track;
}

static bool
is_stream (const Stream *stream, uint32_t process, int64_t device, int64_t number, SliceKind kind)
{
  return stream->process == process && stream->kind == kind && stream->device == device
         && stream->stream == number;
}

uint32_t
nsys_processes_device_track (NsysProcesses *processes,
                             uint32_t process,
                             int64_t device,
                             int64_t stream,
                             SliceKind kind)
{
  const StreamColumn *list = &processes->streams;

  device = valid_device (device);
  if (stream == UINT32_MAX) /* CUPTI_SYNCHRONIZATION_INVALID_VALUE: no stream */
    stream = -1;
  if (processes->last_stream < list->n
      && is_stream (&list->at[processes->last_stream], process, device, stream, kind))
    return list->at[processes->last_stream].track;

  ItemSearch search =
    item_index_search (&processes->stream_index, stream_hash (process, kind, device, stream));
  uint32_t item;
  while (item_search_next (&search, &item))
    if (is_stream (&list->at[item], process, device, stream, kind))
      {
        processes->last_stream = item;
        return list->at[item].track;
      }
  return trace_builder_failed (processes->builder) ? TRACE_NONE
                                                   : add_stream (processes, process, device, stream, kind);
}

/* ---- names and numbers ---- */

void
nsys_processes_name_thread (NsysProcesses *processes, int64_t global_tid, int64_t priority, uint32_t name)
{
  uint32_t index = nsys_processes_thread (processes, &global_tid);

  if (index >= processes->threads.n || processes->threads.at[index].name_priority <= priority)
    return;
  processes->threads.at[index].name = name;
  processes->threads.at[index].name_priority = priority;
}

void
nsys_processes_name (NsysProcesses *processes, int64_t global_pid, uint32_t name)
{
  uint32_t index = nsys_processes_find (processes, &global_pid);

  if (index < processes->processes.n)
    processes->processes.at[index].name = name;
}

void
nsys_processes_set_rank_number (NsysProcesses *processes, int64_t global_id, int64_t number)
{
  uint32_t index = nsys_processes_find (processes, &global_id);

  if (index < processes->processes.n && number >= 0)
    processes->processes.at[index].number = number;
}

static void
describe_thread (NsysProcesses *processes, const Thread *thread)
{
  const Process *process = &processes->processes.at[thread->process];
  ImportTracks *tracks = rank_of (processes, thread->process)->tracks;

  if (thread->place == TRACE_NONE)
    return;
  import_tracks_describe (tracks,
                          &(ImportDescription){ DESCRIBES_THREAD_NAME, thread->place, thread->name, 0 });
  import_tracks_describe (tracks,
                          &(ImportDescription){ DESCRIBES_PROCESS_NAME, thread->place, process->name, 0 });
}

/* A stream's place belongs to its process too, which may have no thread with events. */
static void
describe_streams (NsysProcesses *processes)
{
  for (size_t i = 0; i < processes->ranks.n; i++)
    {
      const Rank *rank = &processes->ranks.at[i];

      if (rank->process == TRACE_NONE)
        continue;
      const Process *process = &processes->processes.at[rank->process];
      uint32_t place = import_tracks_place (rank->tracks, process->text, process->text);
      import_tracks_describe (rank->tracks,
                              &(ImportDescription){ DESCRIBES_PROCESS_NAME, place, process->name, 0 });
    }
}

typedef struct
{
  int64_t device, id;
  size_t rank;
} Order;

static int
compare_order (const void *a, const void *b)
{
  const Order *x = a, *y = b;

  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

static void
set_number (NsysProcesses *processes, size_t rank, int64_t number)
{
  trace_builder_choose_rank (processes->builder, processes->ranks.at[rank].rank);
  trace_builder_set_rank_number (processes->builder, number);
}

static void
number_ranks (NsysProcesses *processes, int64_t file_number)
{
  size_t n = processes->ranks.n, n_numbered = 0;
  Order *order = calloc (n, sizeof *order);

  if (order == NULL)
    {
      trace_builder_set_failed (processes->builder);
      return;
    }
  for (size_t i = 0; i < n; i++)
    {
      uint32_t index = processes->ranks.at[i].process;
      const Process *process = index == TRACE_NONE ? NULL : &processes->processes.at[index];

      order[i] = (Order){ process == NULL ? 0 : process->first_device, process == NULL ? 0 : process->id, i };
      n_numbered += process != NULL && process->number != NO_NUMBER;
    }
  qsort (order, n, sizeof *order, compare_order);
  for (size_t i = 0; i < n; i++)
    {
      uint32_t index = processes->ranks.at[order[i].rank].process;

      if (n_numbered == n)
        set_number (processes, order[i].rank, processes->processes.at[index].number);
      else if (n > 1)
        set_number (processes, order[i].rank, (int64_t) i);
      else if (file_number >= 0)
        set_number (processes, order[i].rank, file_number);
    }
  free (order);
}

void
nsys_processes_finish (NsysProcesses *processes,
                       int64_t file_number,
                       void (*each) (uint32_t process, void *user_data),
                       void *user_data)
{
  uint32_t first = processes->ranks.at[0].rank;

  for (size_t i = 0; i < processes->threads.n; i++)
    describe_thread (processes, &processes->threads.at[i]);
  describe_streams (processes);
  number_ranks (processes, file_number);
  for (size_t i = 0; i < processes->ranks.n && !trace_builder_failed (processes->builder); i++)
    {
      uint32_t process = processes->ranks.at[i].process;

      trace_builder_choose_rank (processes->builder, processes->ranks.at[i].rank);
      each (process == TRACE_NONE ? nsys_processes_find (processes, NULL) : process, user_data);
      import_tracks_finish (processes->ranks.at[i].tracks);
    }
  trace_builder_choose_rank (processes->builder, first);
}
