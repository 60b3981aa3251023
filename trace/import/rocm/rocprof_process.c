/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rocprof_process.h"

#include <stdlib.h>
#include <string.h>

#include "trace/model/slice_name_kind.h"

COLUMN_IMPLEMENT (RocprofThreadColumn, rocprof_thread_column)
COLUMN_IMPLEMENT_LARGE (RocprofHostColumn, rocprof_host_column)
COLUMN_IMPLEMENT_LARGE (RocprofKernelColumn, rocprof_kernel_column)
COLUMN_IMPLEMENT (RocprofCopyColumn, rocprof_copy_column)
COLUMN_IMPLEMENT (RocprofCountColumn, rocprof_count_column)
COLUMN_IMPLEMENT (RocprofKindNameColumn, rocprof_kind_name_column)
COLUMN_IMPLEMENT (RocprofSymbolColumn, rocprof_symbol_column)

void
rocprof_process_clear (RocprofProcess *process)
{
  rocprof_thread_column_clear (&process->threads);
  rocm_agents_clear (&process->agents);
  rocprof_kind_name_column_clear (&process->kinds);
  u32_column_clear (&process->operations);
  id_map_clear (&process->marker_texts);
  rocprof_symbol_column_clear (&process->symbols);
  id_map_clear (&process->symbol_of_kernel);
  id_map_clear (&process->counter_names);
  id_map_clear (&process->count_of_counter);
  rocprof_host_column_clear (&process->hosts);
  rocprof_kernel_column_clear (&process->kernels);
  rocprof_kernel_column_clear (&process->counted);
  rocprof_copy_column_clear (&process->copies);
  rocprof_count_column_clear (&process->counts);
}

static uint32_t
operation_name (const RocprofProcess *process, int32_t kind, int32_t operation)
{
  if (kind < 0 || (size_t) kind >= process->kinds.n)
    return STRING_EMPTY;
  const RocprofKindName *name = &process->kinds.at[kind];
  if (operation < 0)
    return name->name;
  return (uint32_t) operation < name->n_operations
           ? process->operations.at[name->first_operation + (uint32_t) operation]
           : STRING_EMPTY;
}

typedef struct
{
  RocprofProcess *process;
  RocmProfile *profile;
  uint32_t rank;
  bool has_streams; /* some record has another stream than 0 */
  bool has_rank;    /* the rank is that of this process alone, but for those without GPU work */
  IdMap queue_numbers;
  uint32_t domain; /* the last one that was classified */
  RocmCategory category_of_domain;
} Adding;

/* ---- streams ---- */

/* A file without stream ids tells only the queues, which have arbitrary ids: they are numbered as they appear. */
static int64_t
stream_of (Adding *adding, RocmNumber stream, RocmNumber queue)
{
  if (adding->has_streams || queue.state != ROCM_NUMBER_GIVEN)
    return rocm_number_or (stream, adding->has_streams ? -1 : 0);
  uint64_t *number = id_map_add (&adding->queue_numbers, (uint64_t) queue.value, adding->queue_numbers.n);

  if (number == NULL)
    {
      trace_builder_set_failed (adding->profile->builder);
      return 0;
    }
  return (int64_t) *number;
}

static void
find_streams (Adding *adding)
{
  const RocprofProcess *process = adding->process;

  for (size_t i = 0; i < process->kernels.n && !adding->has_streams; i++)
    adding->has_streams = rocm_number_or (process->kernels.at[i].stream, 0) != 0;
  for (size_t i = 0; i < process->counted.n && !adding->has_streams; i++)
    adding->has_streams = rocm_number_or (process->counted.at[i].stream, 0) != 0;
  for (size_t i = 0; i < process->copies.n && !adding->has_streams; i++)
    adding->has_streams = rocm_number_or (process->copies.at[i].stream, 0) != 0;
}

/* ---- launches ---- */

/* Returns the correlation id by which a launch finds its run; 0 is none. Every process numbers its launches from 1, so the
 * ids of a process that joins the rank of another must not be looked up there. */
static int64_t
correlation_of (const Adding *adding, int64_t internal)
{
  return adding->has_rank ? internal : 0;
}

/* ---- host ---- */

static RocmCategory
category_of_domain (Adding *adding, uint32_t domain)
{
  size_t length;
  const char *text = string_table_get (trace_builder_strings (adding->profile->builder), domain, &length);

  if (domain != adding->domain)
    adding->category_of_domain = rocm_category_of_domain (text, length);
  adding->domain = domain;
  return adding->category_of_domain;
}

/* Where the word of a row is lost, its name may still tell. */
static bool
is_call_by_name (const Adding *adding, uint32_t name)
{
  size_t length;
  const char *text = string_table_get (trace_builder_strings (adding->profile->builder), name, &length);

  return slice_kind_of_host_name (text, length) == SLICE_CALL;
}

static void
add_host (Adding *adding, const RocprofHostRow *row)
{
  RocprofProcess *process = adding->process;
  SliceInput slice = {
    .name = row->name != STRING_EMPTY ? row->name : operation_name (process, row->kind, row->operation),
    .args = row->args,
    .correlation = correlation_of (adding, row->internal),
  };

  if (!rocm_take_span (adding->profile, row->start, row->end, row->offset, &slice.start_ns, &slice.dur_ns))
    return;
  uint32_t place = rocm_place (adding->profile, adding->rank, process->pid, row->thread);
  slice.category = row->domain != STRING_EMPTY ? row->domain : operation_name (process, row->kind, -1);
  RocmCategory category = row->is_allocation ? ROCM_MEMORY_CALL : category_of_domain (adding, slice.category);
  if (category == ROCM_OTHER && slice.category == STRING_EMPTY && is_call_by_name (adding, slice.name))
    category = ROCM_CALL;
  if (category == ROCM_ANNOTATION)
    {
      const uint64_t *text = id_map_find (&process->marker_texts, (uint64_t) row->internal);

      if (text != NULL && *text != STRING_EMPTY)
        slice.name = (uint32_t) *text;
      if (slice.dur_ns == 0 && row->end.state == ROCM_NUMBER_GIVEN && row->end.value == slice.start_ns)
        {
          rocm_add_mark (adding->profile, adding->rank, place, slice.name, slice.start_ns, slice.args);
          return;
        }
    }
  if (category != ROCM_CALL)
    slice.correlation = 0;
  rocm_add_host_slice (adding->profile, adding->rank, place, category, &slice);
}

/* ---- devices ---- */

static const RocprofSymbol *
symbol_of (const RocprofProcess *process, RocmNumber kernel)
{
  const uint64_t *index = kernel.state == ROCM_NUMBER_GIVEN
                            ? id_map_find (&process->symbol_of_kernel, (uint64_t) kernel.value)
                            : NULL;

  return index != NULL && *index < process->symbols.n ? &process->symbols.at[*index] : NULL;
}

static int64_t
device_of (Adding *adding, RocmNumber agent)
{
  rocm_note_missing (adding->profile, agent);
  return agent.state == ROCM_NUMBER_GIVEN
           ? rocm_agents_device (&adding->process->agents, adding->profile->builder, agent.value)
           : -1;
}

static void
put_run (Adding *adding, RowArgs *args, int64_t device, int64_t stream, int64_t internal, RocmNumber external)
{
  RocmProfile *profile = adding->profile;

  row_args_integer (args, profile->keys[ROCM_KEY_DEVICE], device);
  row_args_integer (args, profile->keys[ROCM_KEY_STREAM], stream);
  if (internal != 0)
    row_args_integer (args, profile->keys[ROCM_KEY_CORRELATION], internal);
  if (rocm_number_or (external, 0) != 0)
    rocm_put_number (profile, args, ROCM_KEY_EXTERNAL, external);
}

static void
add_kernel (Adding *adding, const RocprofKernelRow *row)
{
  RocmProfile *profile = adding->profile;
  const RocprofSymbol *symbol = symbol_of (adding->process, row->kernel);
  SliceInput slice = {
    .name = symbol != NULL ? symbol->name : STRING_EMPTY,
    .correlation = correlation_of (adding, row->internal),
  };
  RowArgs args;

  if (!rocm_take_span (profile, row->start, row->end, row->offset, &slice.start_ns, &slice.dur_ns))
    return;
  int64_t device = device_of (adding, row->agent), stream = stream_of (adding, row->stream, row->queue);
  row_args_begin (&args, profile->builder);
  put_run (adding, &args, device, stream, row->internal, row->external);
  rocm_put_number (profile, &args, ROCM_KEY_QUEUE, row->queue);
  /* The grid is in threads. */
  rocm_put_three (profile, &args, ROCM_KEY_GRID, row->grid, true, row->block);
  rocm_put_three (profile, &args, ROCM_KEY_BLOCK, row->block, false, NULL);
  rocm_put_number (profile, &args, ROCM_KEY_SHARED, row->group_bytes);
  rocm_put_number (profile, &args, ROCM_KEY_SCRATCH, row->private_bytes);
  if (symbol != NULL)
    rocm_put_number (profile, &args, ROCM_KEY_REGISTERS, symbol->registers);
  slice.args = row_args_end (&args);
  rocm_add_device_slice (profile, adding->rank, ROCM_KERNEL, device, stream, &slice);
}

/* Returns the number of the GPU at an end of a memcpy, or -1 if that is the host. */
static int64_t
gpu_at (const Adding *adding, RocmNumber agent)
{
  const RocmAgent *known =
    agent.state == ROCM_NUMBER_GIVEN ? rocm_agents_find (&adding->process->agents, agent.value) : NULL;

  return known != NULL ? known->device : -1;
}

static void
add_copy (Adding *adding, const RocprofCopyRow *row)
{
  RocmProfile *profile = adding->profile;
  uint32_t type =
    row->name != STRING_EMPTY ? row->name : operation_name (adding->process, row->kind, row->operation);
  size_t length;
  const char *text = string_table_get (trace_builder_strings (profile->builder), type, &length);
  int64_t dst = gpu_at (adding, row->dst), src = gpu_at (adding, row->src);
  RocmOperation operation;
  RowArgs args;

  rocm_operation_of_type (text, length, &operation);
  if (operation.copy == ROCM_COPY_UNKNOWN && (dst >= 0 || src >= 0))
    operation.copy = src < 0 ? ROCM_COPY_HTOD : dst < 0 ? ROCM_COPY_DTOH : ROCM_COPY_DTOD;
  if (operation.copy == ROCM_COPY_DTOD && dst >= 0 && src >= 0 && dst != src)
    operation.copy = ROCM_COPY_PTOP;

  SliceInput slice = {
    .name = profile->copy_names[operation.copy],
    .correlation = correlation_of (adding, row->internal),
  };
  const char *kind = rocm_copy_kind (operation.copy);
  int64_t device = operation.copy == ROCM_COPY_HTOD || src < 0 ? dst : src;
  if (!rocm_take_span (profile, row->start, row->end, row->offset, &slice.start_ns, &slice.dur_ns))
    return;
  if (device < 0)
    rocm_note_missing (profile, (RocmNumber){ 0 });
  int64_t stream = rocm_number_or (row->stream, adding->has_streams ? -1 : 0);
  row_args_begin (&args, profile->builder);
  put_run (adding, &args, device, stream, row->internal, row->external);
  if (*kind != '\0')
    row_args_text (&args, profile->keys[ROCM_KEY_KIND], kind, strlen (kind));
  rocm_put_number (profile, &args, ROCM_KEY_BYTES, row->bytes);
  rocm_note_missing (profile, row->bytes);
  slice.args = row_args_end (&args);
  rocm_add_device_slice (profile, adding->rank, ROCM_MEMCPY, device, stream, &slice);
}

static void
add_count (Adding *adding, const RocprofCountRow *row)
{
  const uint64_t *name = id_map_find (&adding->process->counter_names, (uint64_t) row->counter);
  int64_t time_ns;

  if (rocm_take_time (adding->profile, row->start, row->offset, &time_ns))
    rocm_add_device_sample (adding->profile, adding->rank, device_of (adding, row->agent),
                            name != NULL ? (uint32_t) *name : STRING_EMPTY, time_ns, row->value);
}

/* ---- process ---- */

static void
describe (Adding *adding)
{
  const RocprofProcess *process = adding->process;
  RocmProfile *profile = adding->profile;

  rocm_profile_describe (profile, process->tool);
  if (process->host != STRING_EMPTY)
    trace_builder_set_node_name (profile->builder, process->host);
  rocm_agents_describe (&process->agents, profile);
}

static void
name_process (Adding *adding)
{
  TraceBuilder *builder = adding->profile->builder;
  size_t length;
  const char *command = string_table_get (trace_builder_strings (builder), adding->process->command, &length);
  const char *slash = memrchr (command, '/', length);

  if (slash != NULL)
    {
      length -= (size_t) (slash + 1 - command);
      command = slash + 1;
    }
  if (length > 0)
    rocm_name_process (adding->profile, adding->rank,
                       rocm_place (adding->profile, adding->rank, adding->process->pid, (RocmNumber){ 0 }),
                       trace_builder_string (builder, command, length));
}

void
rocprof_process_add (RocprofProcess *process)
{
  Adding adding = {
    .process = process, .profile = process->profile, .category_of_domain = ROCM_OTHER, /* of the domain "" */
  };
  bool uses_gpu = process->kernels.n > 0 || process->copies.n > 0 || process->counted.n > 0;
  TraceBuilder *builder = process->profile->builder;

  adding.rank = rocm_profile_rank (process->profile, uses_gpu, &adding.has_rank);
  if (adding.has_rank)
    describe (&adding);
  name_process (&adding);
  for (size_t i = 0; i < process->threads.n && !trace_builder_failed (builder); i++)
    rocm_name_thread (process->profile, adding.rank,
                      rocm_place (process->profile, adding.rank, process->pid, process->threads.at[i].thread),
                      process->threads.at[i].name);
  find_streams (&adding);
  for (size_t i = 0; i < process->hosts.n && !trace_builder_failed (builder); i++)
    add_host (&adding, &process->hosts.at[i]);
  for (size_t i = 0; i < process->kernels.n && !trace_builder_failed (builder); i++)
    add_kernel (&adding, &process->kernels.at[i]);
  /* Where counters were read, the dispatches may be recorded with them alone. */
  for (size_t i = 0; i < process->counted.n && process->kernels.n == 0 && !trace_builder_failed (builder);
       i++)
    add_kernel (&adding, &process->counted.at[i]);
  for (size_t i = 0; i < process->copies.n && !trace_builder_failed (builder); i++)
    add_copy (&adding, &process->copies.at[i]);
  for (size_t i = 0; i < process->counts.n && !trace_builder_failed (builder); i++)
    add_count (&adding, &process->counts.at[i]);
  id_map_clear (&adding.queue_numbers);
}
