/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_processes_private.h"

#include <inttypes.h>
#include <stdio.h>

static uint64_t
stream_hash (uint32_t process, SliceKind kind, int64_t device, int64_t stream)
{
  return item_hash_mix (item_hash_mix ((uint64_t) device, (uint64_t) stream), (uint64_t) process << 8 | kind);
}

static uint64_t
hash_of_stream (const void *streams, uint32_t item)
{
  const NsysStream *stream = (const NsysStream *) streams + item;

  return stream_hash (stream->process, stream->kind, stream->device, stream->stream);
}

static uint32_t
row_of (NsysProcesses *processes, uint32_t process, const ImportRow *row)
{
  return import_tracks_row (nsys_rank_of (processes, process)->tracks, row);
}

/* Returns the thread with a place, or NULL if memory ran out. */
static NsysThread *
placed_thread (NsysProcesses *processes, uint32_t index)
{
  if (index >= processes->threads.n || trace_builder_failed (processes->builder))
    return NULL;
  NsysThread *thread = &processes->threads.at[index];
  if (thread->place == TRACE_NONE)
    thread->place = import_tracks_place (nsys_rank_of (processes, thread->process)->tracks,
                                         processes->processes.at[thread->process].text, thread->text);
  return thread;
}

uint32_t
nsys_processes_host_track (NsysProcesses *processes, uint32_t index, SliceKind kind)
{
  NsysThread *thread = placed_thread (processes, index);

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
  NsysThread *thread = placed_thread (processes, index);

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
  const NsysThread *thread = placed_thread (processes, index);

  return thread == NULL
           ? TRACE_NONE
           : row_of (processes, thread->process,
                     &(ImportRow){ .form = ROW_ASYNC, .place = thread->place, .a = category, .b = name });
}

uint32_t
nsys_processes_counter_track (NsysProcesses *processes, uint32_t process, uint32_t name, uint32_t series)
{
  const NsysThread *thread = placed_thread (processes, nsys_processes_main_thread (processes, process));

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
  const NsysThread *thread = placed_thread (processes, nsys_processes_main_thread (processes, process));

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
  NsysProcess *of = &processes->processes.at[process];
  NsysStreamList *list = &processes->streams;
  char text[40];

  if (device >= 0 && slice_kind_is_run (kind))
    of->first_device = MIN (of->first_device, device);
  int length = snprintf (text, sizeof text, "stream %" PRId64, stream);
  uint32_t place = import_tracks_place (nsys_rank_of (processes, process)->tracks, of->text,
                                        trace_builder_string (processes->builder, text, (size_t) length));
  const ImportRow row = { .form = ROW_DEVICE, .kind = kind, .place = place, .a = device, .b = stream };
  const NsysStream added = { process, kind, device, stream, row_of (processes, process, &row) };
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
is_stream (const NsysStream *stream, uint32_t process, int64_t device, int64_t number, SliceKind kind)
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
  const NsysStreamList *list = &processes->streams;

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
