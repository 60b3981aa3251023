/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_processes_private.h"

#include <stdlib.h>

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
describe_thread (NsysProcesses *processes, const NsysThread *thread)
{
  const NsysProcess *process = &processes->processes.at[thread->process];
  ImportTracks *tracks = nsys_rank_of (processes, thread->process)->tracks;

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
      const NsysRank *rank = &processes->ranks.at[i];

      if (rank->process == TRACE_NONE)
        continue;
      const NsysProcess *process = &processes->processes.at[rank->process];
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

static int
compare_numbers (const void *a, const void *b)
{
  const int64_t *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* Returns whether each rank calls itself something, and no two the same: two programs may each have a rank 0. numbers has
 * room for all. */
static bool
are_numbered (const NsysProcesses *processes, int64_t *numbers)
{
  size_t n = processes->ranks.n;

  for (size_t i = 0; i < n; i++)
    {
      uint32_t index = processes->ranks.at[i].process;

      if (index == TRACE_NONE || processes->processes.at[index].number == NO_NUMBER)
        return false;
      numbers[i] = processes->processes.at[index].number;
    }
  qsort (numbers, n, sizeof *numbers, compare_numbers);
  for (size_t i = 1; i < n; i++)
    if (numbers[i - 1] == numbers[i])
      return false;
  return true;
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
  size_t n = processes->ranks.n;
  Order *order = calloc (n, sizeof *order);
  int64_t *numbers = calloc (n, sizeof *numbers);

  if (order == NULL || numbers == NULL)
    {
      trace_builder_set_failed (processes->builder);
      free (order);
      free (numbers);
      return;
    }
  bool has_numbers = are_numbered (processes, numbers);
  for (size_t i = 0; i < n; i++)
    {
      uint32_t index = processes->ranks.at[i].process;
      const NsysProcess *process = index == TRACE_NONE ? NULL : &processes->processes.at[index];

      order[i] = (Order){ process == NULL ? 0 : process->first_device, process == NULL ? 0 : process->id, i };
    }
  qsort (order, n, sizeof *order, compare_order);
  for (size_t i = 0; i < n; i++)
    {
      uint32_t index = processes->ranks.at[order[i].rank].process;

      if (has_numbers)
        set_number (processes, order[i].rank, processes->processes.at[index].number);
      else if (n > 1)
        set_number (processes, order[i].rank, (int64_t) i);
      else if (file_number >= 0)
        set_number (processes, order[i].rank, file_number);
    }
  free (order);
  free (numbers);
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
