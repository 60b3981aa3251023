/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_memory.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/radix_order.h"
#include "trace/import/tracks/item_index.h"

/* As PyTorch numbers kinds of devices */
#define DEVICE_TYPE_CPU  0
#define DEVICE_TYPE_CUDA 1

/* ENUM_CUDA_MEM_KIND */
#define MEMORY_PAGEABLE 0
#define MEMORY_PINNED   1

/* ENUM_CUDA_DEV_MEM_EVENT_OPER */
#define OPERATION_ALLOCATION   0
#define OPERATION_DEALLOCATION 1

typedef struct
{
  int64_t time_ns, bytes, address, device, correlation;
  uint32_t process, name;
  int32_t kind;
} Change;

/* What a process has allocated on a device, or on the host (-1). */
typedef struct
{
  int64_t device, bytes;
  int64_t least_bytes; /* of the sum of all changes in the recording; 0 or less */
  uint32_t process;
  uint32_t counter; /* track */
} Total;

COLUMN_DEFINE (ChangeColumn, nsys_change_column, Change)
COLUMN_DEFINE (TotalColumn, nsys_total_column, Total)
COLUMN_IMPLEMENT (ChangeColumn, nsys_change_column)
COLUMN_IMPLEMENT (TotalColumn, nsys_total_column)

typedef struct
{
  NsysImport *import;
  ChangeColumn changes;
  TotalColumn totals;
  ItemIndex index;
  NsysLabels kinds;
} Memory;

/* ---- reading ---- */

enum
{
  START,
  PROCESS,
  DEVICE,
  ADDRESS,
  BYTES,
  KIND,
  OPERATION,
  NAME,
  CORRELATION,
  N_COLUMNS
};

static const char *const columns[N_COLUMNS] = {
  [START] = "start",
  [PROCESS] = "globalPid",
  [DEVICE] = "deviceId",
  [ADDRESS] = "address",
  [BYTES] = "bytes",
  [KIND] = "memKind",
  [NAME] = "name",
  [OPERATION] = "memoryOperationType",
  [CORRELATION] = "correlationId",
};

static void
read_row (Memory *memory, const ForeignRows *rows)
{
  NsysImport *import = memory->import;
  Change change = { .name = STRING_EMPTY };
  int64_t global_pid, kind, operation, name;

  if (!nsys_take_time (import, rows, START, &change.time_ns))
    return;
  bool has_process = foreign_rows_integer (rows, PROCESS, &global_pid);
  change.process = nsys_processes_find (import->processes, has_process ? &global_pid : NULL);
  kind = nsys_integer_or (rows, KIND, -1);
  operation = nsys_integer_or (rows, OPERATION, -1);
  change.kind = kind >= 0 && kind < 64 ? (int32_t) kind : -1;
  change.device = kind == MEMORY_PAGEABLE || kind == MEMORY_PINNED ? -1 : nsys_integer_or (rows, DEVICE, -1);
  change.address = nsys_integer_or (rows, ADDRESS, 0);
  change.correlation = nsys_integer_or (rows, CORRELATION, 0);
  change.bytes = nsys_integer_or (rows, BYTES, 0);
  if (operation == OPERATION_DEALLOCATION && change.bytes != INT64_MIN)
    change.bytes = -change.bytes;
  else if (operation != OPERATION_ALLOCATION)
    change.bytes = 0;
  if (foreign_rows_integer (rows, NAME, &name))
    nsys_strings_id (import->strings, name, &change.name);
  if (!nsys_change_column_push (&memory->changes, change))
    trace_builder_set_failed (import->builder);
}

/* ---- totals ---- */

static uint64_t
hash_of_total (const void *totals, uint32_t item)
{
  const Total *total = (const Total *) totals + item;

  return item_hash_mix ((uint64_t) total->device, total->process);
}

static Total *
find_total (Memory *memory, const Change *change)
{
  ItemSearch search =
    item_index_search (&memory->index, item_hash_mix ((uint64_t) change->device, change->process));
  TotalColumn *list = &memory->totals;
  uint32_t item;

  while (item_search_next (&search, &item))
    if (list->at[item].device == change->device && list->at[item].process == change->process)
      return &list->at[item];
  if (!nsys_total_column_push (list, (Total){ change->device, 0, 0, change->process, TRACE_NONE })
      || !item_index_add (&memory->index, list->at, list->n, hash_of_total))
    {
      trace_builder_set_failed (memory->import->builder);
      return NULL;
    }
  return &list->at[list->n - 1];
}

static void
add_counter (Memory *memory, Total *total, int64_t time_ns)
{
  NsysImport *import = memory->import;

  if (total->device < 0)
    return;
  if (total->counter == TRACE_NONE)
    total->counter = nsys_processes_device_counter_track (import->processes, total->process, total->device,
                                                          import->words[WORD_GPU_MEMORY]);
  trace_builder_add_sample (import->builder, total->counter, time_ns, (double) total->bytes);
}

static void
put_string (Memory *memory, RowArgs *args, NsysWord key, uint32_t id)
{
  size_t length;
  const char *text = string_table_get (trace_builder_strings (memory->import->builder), id, &length);

  if (length > 0)
    row_args_text (args, memory->import->words[key], text, length);
}

/* Sizes in a damaged file may be any numbers. */
static int64_t
sum_of (int64_t bytes, int64_t change)
{
  int64_t sum;

  return __builtin_add_overflow (bytes, change, &sum) ? bytes : sum;
}

static void
add_change (Memory *memory, const Change *change)
{
  NsysImport *import = memory->import;
  Total *total = find_total (memory, change);
  RowArgs args;

  if (total == NULL)
    return;
  total->bytes = sum_of (total->bytes, change->bytes);
  row_args_begin (&args, import->builder);
  row_args_integer (&args, import->words[WORD_DEVICE_TYPE],
                    change->device < 0 ? DEVICE_TYPE_CPU : DEVICE_TYPE_CUDA);
  row_args_integer (&args, import->words[WORD_DEVICE_ID], change->device);
  row_args_integer (&args, import->words[WORD_MEMORY_BYTES], change->bytes);
  row_args_integer (&args, import->words[WORD_TOTAL_ALLOCATED], total->bytes);
  row_args_unsigned (&args, import->words[WORD_ADDRESS], (uint64_t) change->address);
  put_string (memory, &args, WORD_MEMORY_KIND, nsys_label (&memory->kinds, change->kind));
  put_string (memory, &args, WORD_VARIABLE, change->name);
  if (change->correlation != 0)
    row_args_integer (&args, import->words[WORD_CORRELATION], change->correlation);
  nsys_add_instant (import,
                    &(TraceInstant){
                      .track = nsys_processes_thread_track (
                        import->processes, nsys_processes_main_thread (import->processes, change->process)),
                      .name = import->words[WORD_MEMORY],
                      .category = import->words[WORD_CPU_INSTANT_EVENT],
                      .scope = 't',
                      .time_ns = change->time_ns,
                      .args = row_args_end (&args),
                    });
  add_counter (memory, total, change->time_ns);
}

/* What is freed without having been allocated in the recording was allocated before it: so the sums begin there, and none
 * is below 0. */
static void
begin_totals (Memory *memory, const OrderPair *pairs)
{
  for (size_t i = 0; i < memory->changes.n; i++)
    {
      const Change *change = &memory->changes.at[pairs[i].item];
      Total *total = find_total (memory, change);

      if (total == NULL)
        return;
      total->bytes = sum_of (total->bytes, change->bytes);
      total->least_bytes = MIN (total->least_bytes, total->bytes);
    }
  for (size_t i = 0; i < memory->totals.n; i++)
    memory->totals.at[i].bytes =
      memory->totals.at[i].least_bytes == INT64_MIN ? 0 : -memory->totals.at[i].least_bytes;
}

/* Sums need the order of time. */
static bool
add_changes (Memory *memory)
{
  size_t n = memory->changes.n;
  OrderPair *pairs = malloc (2 * n * sizeof *pairs + 1);

  if (pairs == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    pairs[i] = (OrderPair){ (uint64_t) memory->changes.at[i].time_ns ^ UINT64_C (1) << 63, i };
  radix_order (pairs, pairs + n, n);
  begin_totals (memory, pairs);
  for (size_t i = 0; i < n && !trace_builder_failed (memory->import->builder); i++)
    add_change (memory, &memory->changes.at[pairs[i].item]);
  free (pairs);
  return true;
}

void
nsys_memory_read (NsysImport *import)
{
  Memory memory = { .import = import };
  ForeignRows rows;

  if (!foreign_database_has_table (import->database, "CUDA_GPU_MEMORY_USAGE_EVENTS"))
    return;
  nsys_labels_read (import, "ENUM_CUDA_MEM_KIND", &memory.kinds);
  bool ok = item_index_init (&memory.index);
  if (ok && foreign_rows_begin (&rows, import->database, "CUDA_GPU_MEMORY_USAGE_EVENTS", columns, N_COLUMNS))
    {
      while (foreign_rows_next (&rows))
        read_row (&memory, &rows);
      foreign_rows_end (&rows);
    }
  if (!ok || !add_changes (&memory))
    trace_builder_set_failed (import->builder);
  nsys_change_column_clear (&memory.changes);
  nsys_total_column_clear (&memory.totals);
  item_index_clear (&memory.index);
}

/* ---- page faults ---- */

enum
{
  FAULT_START,
  FAULT_PROCESS,
  FAULT_DEVICE,
  FAULT_ADDRESS,
  FAULT_COUNT,
  N_FAULT_COLUMNS
};

static const char *const fault_columns[N_FAULT_COLUMNS] = {
  [FAULT_START] = "start",     [FAULT_PROCESS] = "globalPid",        [FAULT_DEVICE] = "deviceId",
  [FAULT_ADDRESS] = "address", [FAULT_COUNT] = "numberOfPageFaults",
};

static void
read_fault (NsysImport *import, const ForeignRows *rows, uint32_t name)
{
  int64_t time_ns, global_pid, address;
  RowArgs args;

  if (!nsys_take_time (import, rows, FAULT_START, &time_ns))
    return;
  bool has_process = foreign_rows_integer (rows, FAULT_PROCESS, &global_pid);
  uint32_t process = nsys_processes_find (import->processes, has_process ? &global_pid : NULL);

  row_args_begin (&args, import->builder);
  nsys_put_integer (import, &args, WORD_DEVICE, rows, FAULT_DEVICE);
  if (foreign_rows_integer (rows, FAULT_ADDRESS, &address))
    row_args_unsigned (&args, import->words[WORD_ADDRESS], (uint64_t) address);
  nsys_put_integer (import, &args, WORD_PAGE_FAULTS, rows, FAULT_COUNT);
  nsys_add_instant (import, &(TraceInstant){
                              .track = nsys_processes_thread_track (
                                import->processes, nsys_processes_main_thread (import->processes, process)),
                              .name = name,
                              .category = import->words[WORD_UNIFIED_MEMORY],
                              .scope = 'p',
                              .time_ns = time_ns,
                              .args = row_args_end (&args),
                            });
}

void
nsys_page_faults_read (NsysImport *import)
{
  static const struct
  {
    const char *table, *name;
  } tables[] = {
    { "CUDA_UM_CPU_PAGE_FAULT_EVENTS", "CPU page fault" },
    { "CUDA_UM_GPU_PAGE_FAULT_EVENTS", "GPU page fault" },
  };
  ForeignRows rows;

  for (size_t i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      uint32_t name = trace_builder_string (import->builder, tables[i].name, strlen (tables[i].name));

      if (foreign_rows_begin (&rows, import->database, tables[i].table, fault_columns, N_FAULT_COLUMNS))
        while (foreign_rows_next (&rows))
          read_fault (import, &rows, name);
      foreign_rows_end (&rows);
    }
}
