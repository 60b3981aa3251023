/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of nsys_processes.h share: nsys_processes.c finds processes and threads, nsys_process_tracks.c their
 * tracks, nsys_process_names.c names and numbers them. */

#pragma once

#include "trace/import/nsys/nsys_processes.h"
#include "trace/import/tracks/item_index.h"

#define ID_BITS 24
#define ID_MASK ((1 << ID_BITS) - 1)

#define NO_NUMBER   (-1)
#define NO_PRIORITY INT64_MAX

typedef struct
{
  uint32_t rank; /* of the builder */
  uint32_t process;
  ImportTracks *tracks;
} NsysRank;

typedef struct
{
  int64_t id;    /* a serialized id without its thread */
  uint32_t rank; /* index of NsysProcesses.ranks; TRACE_NONE: part of the first one */
  uint32_t text; /* pid */
  uint32_t name;
  int64_t number;       /* rank that it calls itself, or NO_NUMBER */
  int64_t first_device; /* the lowest one that it uses, or INT64_MAX */
} NsysProcess;

typedef struct
{
  int64_t global_tid;
  uint32_t process, text;
  uint32_t place; /* of the rank's tracks, or TRACE_NONE while the thread has no event */
  uint32_t thread_track;
  uint32_t bands[N_SLICE_KINDS];
  uint32_t name;
  int64_t name_priority;
} NsysThread;

typedef struct
{
  uint32_t process;
  SliceKind kind;
  int64_t device, stream;
  uint32_t track;
} NsysStream;

COLUMN_DEFINE (NsysRankList, nsys_rank_list, NsysRank)
COLUMN_DEFINE (NsysProcessList, nsys_process_list, NsysProcess)
COLUMN_DEFINE (NsysThreadList, nsys_thread_list, NsysThread)
COLUMN_DEFINE (NsysStreamList, nsys_stream_list, NsysStream)

struct NsysProcesses
{
  TraceBuilder *builder;
  NsysRankList ranks;
  NsysProcessList processes;
  NsysThreadList threads;
  NsysStreamList streams;
  ItemIndex process_index, thread_index, stream_index;
  uint32_t last_process, last_thread, last_stream;
  int64_t default_id;
  bool has_default;
};

const NsysRank *nsys_rank_of (const NsysProcesses *processes, uint32_t process);
