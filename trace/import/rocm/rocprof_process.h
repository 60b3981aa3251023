/* SPDX-License-Identifier: Apache-2.0
 *
 * One process that rocprofiler-sdk recorded, from rocprofv3's JSON or from an rocpd database. Its records are kept until
 * all of it was read, because what they name may come in any order; then they are added to the profile. */

#pragma once

#include "trace/import/rocm/rocm_agents.h"
#include "trace/container/id_map.h"

/* A call, a marker or an allocation. */
typedef struct
{
  RocmNumber start, end;
  int64_t internal; /* correlation id; 0 if there is none */
  RocmNumber thread;
  uint32_t domain, name;   /* strings; "": those of kind and operation count */
  int32_t kind, operation; /* index of the names; -1 if there is none */
  bool is_allocation;
  uint64_t args;
  int64_t offset; /* in the text */
} RocprofHostRow;

typedef struct
{
  RocmNumber start, end;
  int64_t internal;
  RocmNumber external;
  RocmNumber agent, queue, stream;
  RocmNumber kernel, dispatch;
  RocmNumber grid[3], block[3], group_bytes, private_bytes;
  int64_t offset;
} RocprofKernelRow;

typedef struct
{
  RocmNumber start, end;
  int64_t internal;
  RocmNumber external;
  RocmNumber dst, src, stream, bytes;
  uint32_t name; /* string; "": that of the operation counts */
  int32_t kind, operation;
  int64_t offset;
} RocprofCopyRow;

typedef struct
{
  RocmNumber start, agent;
  int64_t counter;
  double value;
  int64_t offset;
} RocprofCountRow;

typedef struct
{
  uint32_t name;
  uint32_t first_operation, n_operations; /* in the operations */
} RocprofKindName;

typedef struct
{
  uint32_t name; /* string */
  RocmNumber registers;
} RocprofSymbol;

typedef struct
{
  RocmNumber thread;
  uint32_t name; /* string */
} RocprofThread;

COLUMN_DEFINE (RocprofThreadColumn, rocprof_thread_column, RocprofThread)
COLUMN_DEFINE_LARGE (RocprofHostColumn, rocprof_host_column, RocprofHostRow)
COLUMN_DEFINE_LARGE (RocprofKernelColumn, rocprof_kernel_column, RocprofKernelRow)
COLUMN_DEFINE (RocprofCopyColumn, rocprof_copy_column, RocprofCopyRow)
COLUMN_DEFINE (RocprofCountColumn, rocprof_count_column, RocprofCountRow)
COLUMN_DEFINE (RocprofKindNameColumn, rocprof_kind_name_column, RocprofKindName)
COLUMN_DEFINE (RocprofSymbolColumn, rocprof_symbol_column, RocprofSymbol)

typedef struct
{
  RocmProfile *profile;
  RocmNumber pid;
  const char *tool;            /* static */
  uint32_t host, command;      /* strings */
  RocprofThreadColumn threads; /* those with a name */
  RocmAgents agents;
  RocprofKindNameColumn kinds;
  U32Column operations; /* strings */
  IdMap marker_texts;   /* string, by internal correlation id */
  RocprofSymbolColumn symbols;
  IdMap symbol_of_kernel; /* index */
  IdMap counter_names;    /* string */
  IdMap count_of_counter; /* index of the last one in counts */
  RocprofHostColumn hosts;
  RocprofKernelColumn kernels, counted;
  RocprofCopyColumn copies;
  RocprofCountColumn counts;
} RocprofProcess; /* all 0 but profile and tool: nothing was read */

void rocprof_process_clear (RocprofProcess *process);

/* Adds everything to the profile. */
void rocprof_process_add (RocprofProcess *process);
