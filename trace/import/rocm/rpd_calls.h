/* SPDX-License-Identifier: Apache-2.0
 *
 * The calls of an RPD database: HIP and HSA calls, user markers, operators of PyTorch, the profiler's own work. */

#pragma once

#include "trace/import/rocm/rpd_tables.h"

typedef struct
{
  RocmNumber id, pid, tid, start, end;
  uint32_t name, args, domain; /* strings; the domain is known since version 3 of the schema */
  bool is_of_hsa;              /* from the table of HSA calls, whose ids link nothing */
} RpdCall;

COLUMN_DEFINE (RpdCallColumn, rpd_call_column, RpdCall)

typedef struct
{
  RocmNumber pid;
  bool uses_gpu;
  uint32_t rank; /* an index of RocmProfile.ranks */
} RpdProcess;

COLUMN_DEFINE (RpdProcessColumn, rpd_process_column, RpdProcess)

/* Where a call went. */
typedef struct
{
  uint32_t rank;
  uint32_t flow_place;
  int64_t start_ns;
  bool is_added;
  bool is_call; /* a launch is found by its correlation id */
} RpdCallPlace;

COLUMN_DEFINE (RpdCallPlaceColumn, rpd_call_place_column, RpdCallPlace)

typedef struct
{
  RpdCallColumn calls;
  RpdCallPlaceColumn places; /* one per call */
  IdMap call_of_id;          /* index of the first call, by id */
  RpdProcessColumn processes;
  IdMap process_of_pid; /* index, by process id */
} RpdCalls;

/* Reads the calls and adds them to the profile, in a rank for each process that uses a GPU. */
void rpd_calls_read (RpdCalls *calls, RpdTables *tables);
void rpd_calls_clear (RpdCalls *calls);

/* Returns the index of a call by its id. Returns false if there is no such call. */
bool rpd_calls_find (const RpdCalls *calls, int64_t id, size_t *ret_index);

/* Returns the correlation id that stands for the id of a call. 0 would mean none. */
int64_t rpd_correlation (int64_t id);
