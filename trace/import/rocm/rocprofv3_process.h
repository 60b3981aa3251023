/* SPDX-License-Identifier: Apache-2.0
 *
 * One process of rocprofv3's JSON. Its records are kept until all of it was read, because what they name may come in any
 * order; then they are added to the profile. */

#pragma once

#include "trace/import/rocm/rocm_agents.h"
#include "trace/import/rocm/rocprofv3_record.h"
#include "trace/import/rocm/rocprofv3_text.h"

/* A call, a marker or an allocation. */
typedef struct
{
  RocmNumber start, end;
  int64_t internal; /* correlation id; 0 if there is none */
  RocmNumber thread;
  int32_t kind, operation; /* index of the names; -1 if there is none */
  bool is_allocation;
  uint64_t args;
  int64_t offset; /* in the text */
} Rocprofv3HostRow;

typedef struct
{
  RocmNumber start, end;
  int64_t internal;
  RocmNumber external;
  RocmNumber agent, queue, stream;
  RocmNumber kernel, dispatch;
  RocmNumber grid[3], block[3], group_bytes, private_bytes;
  int64_t offset;
} Rocprofv3KernelRow;

typedef struct
{
  RocmNumber start, end;
  int64_t internal;
  RocmNumber external;
  RocmNumber dst, src, stream, bytes;
  int32_t kind, operation;
  int64_t offset;
} Rocprofv3CopyRow;

typedef struct
{
  size_t kernel; /* index of counted */
  int64_t counter;
  double value;
} Rocprofv3CountRow;

typedef struct
{
  uint32_t name;
  uint32_t first_operation, n_operations; /* in the operations */
} Rocprofv3KindName;

typedef struct
{
  uint32_t name; /* string */
  RocmNumber registers;
} Rocprofv3Symbol;

COLUMN_DEFINE (Rocprofv3HostColumn, rocprofv3_host_column, Rocprofv3HostRow)
COLUMN_DEFINE (Rocprofv3KernelColumn, rocprofv3_kernel_column, Rocprofv3KernelRow)
COLUMN_DEFINE (Rocprofv3CopyColumn, rocprofv3_copy_column, Rocprofv3CopyRow)
COLUMN_DEFINE (Rocprofv3CountColumn, rocprofv3_count_column, Rocprofv3CountRow)
COLUMN_DEFINE (Rocprofv3KindNameColumn, rocprofv3_kind_name_column, Rocprofv3KindName)
COLUMN_DEFINE (Rocprofv3SymbolColumn, rocprofv3_symbol_column, Rocprofv3Symbol)

typedef struct
{
  RocmProfile *profile;
  RocmNumber pid;
  uint32_t host, command; /* strings */
  RocmAgents agents;
  Rocprofv3KindNameColumn kinds;
  U32Column operations; /* strings */
  IdMap marker_texts;   /* string, by internal correlation id */
  Rocprofv3SymbolColumn symbols;
  IdMap symbol_of_kernel; /* index */
  IdMap counter_names;    /* string */
  Rocprofv3HostColumn hosts;
  Rocprofv3KernelColumn kernels, counted;
  Rocprofv3CopyColumn copies;
  Rocprofv3CountColumn counts;
  Rocprofv3Form form;
} Rocprofv3Process; /* all 0 but profile: nothing was read */

void rocprofv3_process_clear (Rocprofv3Process *process);

/* Takes an element of the text. */
void rocprofv3_process_take (Rocprofv3Process *process,
                             Rocprofv3Place place,
                             const JsonValue *value,
                             int64_t offset);

/* Adds everything to the profile (rocprofv3_add.c). */
void rocprofv3_process_add (Rocprofv3Process *process);

/* Returns the string of an operation, or of its kind if operation is -1; "" if it has no name. */
uint32_t rocprofv3_operation_name (const Rocprofv3Process *process, int32_t kind, int32_t operation);
