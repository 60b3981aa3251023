/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/cupti_recording.h"

#include "tests/gen/kineto_ids.h"
#include "tests/gen/recording.h"

#include <string.h>

/* CUPTI's buffers are of a few MB. */
#define BUFFER_BYTES ((guint) 2 << 20)

#define CONTEXT 1

#define KIND_MEMCPY      1
#define KIND_MEMSET      2
#define KIND_DEVICE      8
#define KIND_CONTEXT     9
#define KIND_KERNEL      10
#define KIND_NAME        11
#define KIND_MARKER      12
#define KIND_OVERHEAD    17
#define KIND_ENVIRONMENT 20
#define KIND_EVENT       36
#define KIND_STREAM      37
#define KIND_SYNC        38
#define KIND_EXTERNAL    39
#define KIND_MEMORY_OP   49

#define OBJECT_THREAD 2

#define SENSOR_PERIOD_NS 100000000

typedef struct
{
  CuptiWriter *writer;
  FILE *file;
  bool is_broken;
  int rank;
  int64_t n_records;
  uint64_t work_names[N_WORKS];
  uint32_t marker;
  int64_t next_sensor_ns;
  GHashTable *texts; /* address by text */
} Recording;

static void
drain (Recording *recording)
{
  GByteArray *out = recording->writer->out;

  if (out->len > 0 && fwrite (out->data, 1, out->len, recording->file) != out->len)
    recording->is_broken = true;
  g_byte_array_set_size (out, 0);
}

static bool
begin (Recording *recording, uint32_t kind)
{
  if (recording->writer->buffer->len > BUFFER_BYTES)
    {
      cupti_writer_end_buffer (recording->writer);
      drain (recording);
    }
  bool ok = cupti_writer_begin (recording->writer, kind);
  recording->n_records += ok;
  return ok;
}

static uint64_t
address_of (Recording *recording, const char *text)
{
  uint64_t *known = g_hash_table_lookup (recording->texts, text);

  if (known == NULL)
    {
      known = g_new (uint64_t, 1);
      *known = cupti_writer_text (recording->writer, text, strlen (text));
      g_hash_table_insert (recording->texts, g_strdup (text), known);
    }
  return *known;
}

/* ---- what there is ---- */

static void
write_device (Recording *recording)
{
  CuptiWriter *writer = recording->writer;

  begin (recording, KIND_DEVICE);
  CUPTI_PUT (writer, DEVICE, id, kineto_device (recording->rank));
  CUPTI_PUT (writer, DEVICE, name, address_of (recording, "NVIDIA H100 80GB HBM3"));
  CUPTI_PUT (writer, DEVICE, global_memory_size, UINT64_C (85029158912));
  CUPTI_PUT (writer, DEVICE, global_memory_bandwidth, 3352320000);
  CUPTI_PUT (writer, DEVICE, num_multiprocessors, 132);
  CUPTI_PUT (writer, DEVICE, num_threads_per_warp, 32);
  CUPTI_PUT (writer, DEVICE, max_warps_per_multiprocessor, 64);
  CUPTI_PUT (writer, DEVICE, max_blocks_per_multiprocessor, 32);
  CUPTI_PUT (writer, DEVICE, max_threads_per_block, 1024);
  CUPTI_PUT (writer, DEVICE, max_registers_per_multiprocessor, 65536);
  CUPTI_PUT (writer, DEVICE, max_registers_per_block, 65536);
  CUPTI_PUT (writer, DEVICE, max_shared_memory_per_multiprocessor, 233472);
  CUPTI_PUT (writer, DEVICE, max_shared_memory_per_block, 49152);
  CUPTI_PUT (writer, DEVICE, compute_capability_major, 9);
  CUPTI_PUT (writer, DEVICE, core_clock_rate, 1980000);
}

static void
write_objects (Recording *recording)
{
  CuptiWriter *writer = recording->writer;

  write_device (recording);
  begin (recording, KIND_CONTEXT);
  CUPTI_PUT (writer, CONTEXT, context_id, CONTEXT);
  CUPTI_PUT (writer, CONTEXT, device_id, kineto_device (recording->rank));
  CUPTI_PUT (writer, CONTEXT, compute_api_kind, 1);
  CUPTI_PUT (writer, CONTEXT, null_stream_id, 7);
  for (Stream stream = 0; stream < N_STREAMS; stream++)
    {
      begin (recording, KIND_STREAM);
      CUPTI_PUT (writer, STREAM, context_id, CONTEXT);
      CUPTI_PUT (writer, STREAM, stream_id, kineto_stream (stream));
      CUPTI_PUT (writer, STREAM, flag, stream == STREAM_COMPUTE ? 3 : 2);
    }
  for (HostThread thread = 0; thread < N_HOST_THREADS; thread++)
    {
      begin (recording, KIND_NAME);
      CUPTI_PUT (writer, NAME, object_kind, OBJECT_THREAD);
      CUPTI_PUT (writer, NAME, process_id, kineto_process_id (recording->rank));
      CUPTI_PUT (writer, NAME, thread_id, kineto_thread_id (recording->rank, thread));
      CUPTI_PUT (writer, NAME, name, address_of (recording, kineto_thread_command (thread)));
    }
}

/* ---- the host ---- */

static void
write_marker (Recording *recording, const HostOp *op, const char *name, bool is_end)
{
  CuptiWriter *writer = recording->writer;

  begin (recording, KIND_MARKER);
  CUPTI_PUT (writer, MARKER, flags, is_end ? 4 : 2);
  CUPTI_PUT (writer, MARKER, timestamp, is_end ? op->end_ns : op->begin_ns);
  CUPTI_PUT (writer, MARKER, id, recording->marker);
  CUPTI_PUT (writer, MARKER, object_kind, OBJECT_THREAD);
  CUPTI_PUT (writer, MARKER, process_id, kineto_process_id (recording->rank));
  CUPTI_PUT (writer, MARKER, thread_id, kineto_thread_id (recording->rank, op->thread));
  if (!is_end)
    CUPTI_PUT (writer, MARKER, name, address_of (recording, name));
}

static void
write_host (void *user_data, const RecordedStep *record)
{
  Recording *recording = user_data;
  CuptiWriter *writer = recording->writer;

  for (size_t i = 0; i < record->host_ops.n; i++)
    {
      const HostOp *op = &record->host_ops.at[i];
      g_autofree char *name =
        op->number == NO_NUMBER ? g_strdup (op->name) : g_strdup_printf ("%s%d", op->name, op->number);

      if (!op->annotation)
        continue;
      recording->marker++;
      write_marker (recording, op, name, false);
      write_marker (recording, op, name, true);
    }
  for (size_t i = 0; i < record->memory.n; i++)
    {
      const MemoryEvent *event = &record->memory.at[i];

      if (!begin (recording, KIND_MEMORY_OP))
        break;
      CUPTI_PUT (writer, MEMORY_OP, memory_operation_type, event->bytes < 0 ? 2 : 1);
      CUPTI_PUT (writer, MEMORY_OP, memory_kind, 3);
      CUPTI_PUT (writer, MEMORY_OP, address, event->address);
      CUPTI_PUT (writer, MEMORY_OP, bytes, event->bytes < 0 ? -event->bytes : event->bytes);
      CUPTI_PUT (writer, MEMORY_OP, timestamp, event->at_ns);
      CUPTI_PUT (writer, MEMORY_OP, process_id, kineto_process_id (recording->rank));
      CUPTI_PUT (writer, MEMORY_OP, device_id, kineto_device (recording->rank));
      CUPTI_PUT (writer, MEMORY_OP, context_id, CONTEXT);
      CUPTI_PUT (writer, MEMORY_OP, stream_id, 7);
      CUPTI_PUT (writer, MEMORY_OP, is_async, 1);
    }
}

static void
write_run_frames (void *user_data, int64_t begin_ns, int64_t end_ns)
{
  (void) user_data;
  (void) begin_ns;
  (void) end_ns;
}

/* ---- calls and the device ---- */

static void
write_kernel (Recording *recording, const DeviceOp *op, const WorkSpec *work)
{
  CuptiWriter *writer = recording->writer;
  uint64_t *name = &recording->work_names[op->work];

  if (*name == 0)
    *name = cupti_writer_text (writer, work->name, strlen (work->name));
  begin (recording, KIND_KERNEL);
  CUPTI_PUT (writer, KERNEL, registers_per_thread, work->registers);
  CUPTI_PUT (writer, KERNEL, start, op->begin_ns);
  CUPTI_PUT (writer, KERNEL, end, op->end_ns);
  CUPTI_PUT (writer, KERNEL, device_id, kineto_device (recording->rank));
  CUPTI_PUT (writer, KERNEL, context_id, CONTEXT);
  CUPTI_PUT (writer, KERNEL, stream_id, kineto_stream (op->stream));
  CUPTI_PUT (writer, KERNEL, grid_x, work->grid[0]);
  CUPTI_PUT (writer, KERNEL, grid_y, work->grid[1]);
  CUPTI_PUT (writer, KERNEL, grid_z, work->grid[2]);
  CUPTI_PUT (writer, KERNEL, block_x, work->block[0]);
  CUPTI_PUT (writer, KERNEL, block_y, work->block[1]);
  CUPTI_PUT (writer, KERNEL, block_z, work->block[2]);
  CUPTI_PUT (writer, KERNEL, dynamic_shared_memory, work->shared_bytes);
  CUPTI_PUT (writer, KERNEL, correlation_id, op->correlation);
  CUPTI_PUT (writer, KERNEL, name, *name);
  CUPTI_PUT (writer, KERNEL, grid_id, recording->n_records);
  CUPTI_PUT (writer, KERNEL, channel_id, 8);
  CUPTI_PUT (writer, KERNEL, channel_type, 1);
  if (op->graph_node > 0)
    {
      CUPTI_PUT (writer, KERNEL, graph_id, 1);
      CUPTI_PUT (writer, KERNEL, graph_node_id, op->graph_node);
    }
}

static void
write_copy (Recording *recording, const DeviceOp *op, const WorkSpec *work)
{
  CuptiWriter *writer = recording->writer;
  bool to_device = strstr (work->name, "HtoD") != NULL;

  begin (recording, KIND_MEMCPY);
  CUPTI_PUT (writer, MEMCPY, copy_kind, to_device ? 1 : 2);
  CUPTI_PUT (writer, MEMCPY, src_kind, to_device ? 2 : 3);
  CUPTI_PUT (writer, MEMCPY, dst_kind, to_device ? 3 : 1);
  CUPTI_PUT (writer, MEMCPY, flags, 1);
  CUPTI_PUT (writer, MEMCPY, bytes, work->bytes);
  CUPTI_PUT (writer, MEMCPY, start, op->begin_ns);
  CUPTI_PUT (writer, MEMCPY, end, op->end_ns);
  CUPTI_PUT (writer, MEMCPY, device_id, kineto_device (recording->rank));
  CUPTI_PUT (writer, MEMCPY, context_id, CONTEXT);
  CUPTI_PUT (writer, MEMCPY, stream_id, kineto_stream (op->stream));
  CUPTI_PUT (writer, MEMCPY, correlation_id, op->correlation);
  CUPTI_PUT (writer, MEMCPY, copy_count, 1);
}

static void
write_set (Recording *recording, const DeviceOp *op, const WorkSpec *work)
{
  CuptiWriter *writer = recording->writer;

  begin (recording, KIND_MEMSET);
  CUPTI_PUT (writer, MEMSET, bytes, work->bytes);
  CUPTI_PUT (writer, MEMSET, start, op->begin_ns);
  CUPTI_PUT (writer, MEMSET, end, op->end_ns);
  CUPTI_PUT (writer, MEMSET, device_id, kineto_device (recording->rank));
  CUPTI_PUT (writer, MEMSET, context_id, CONTEXT);
  CUPTI_PUT (writer, MEMSET, stream_id, kineto_stream (op->stream));
  CUPTI_PUT (writer, MEMSET, correlation_id, op->correlation);
  CUPTI_PUT (writer, MEMSET, memory_kind, 3);
}

static void
write_sync (Recording *recording, const DeviceOp *op)
{
  CuptiWriter *writer = recording->writer;
  bool waits = op->sync == SYNC_STREAM_WAIT_EVENT;

  if (waits)
    {
      begin (recording, KIND_EVENT);
      CUPTI_PUT (writer, EVENT, correlation_id, op->event_correlation);
      CUPTI_PUT (writer, EVENT, context_id, CONTEXT);
      CUPTI_PUT (writer, EVENT, stream_id,
                 kineto_stream (op->stream == STREAM_COMPUTE ? STREAM_COLLECTIVE : STREAM_COMPUTE));
      CUPTI_PUT (writer, EVENT, event_id, 9);
    }
  begin (recording, KIND_SYNC);
  CUPTI_PUT (writer, SYNC, type, waits ? 2 : op->sync == SYNC_STREAM ? 3 : 4);
  CUPTI_PUT (writer, SYNC, start, op->begin_ns);
  CUPTI_PUT (writer, SYNC, end, op->end_ns);
  CUPTI_PUT (writer, SYNC, correlation_id, op->correlation);
  CUPTI_PUT (writer, SYNC, context_id, CONTEXT);
  CUPTI_PUT (writer, SYNC, stream_id,
             op->stream == STREAM_NONE ? UINT32_MAX : (uint32_t) kineto_stream (op->stream));
  CUPTI_PUT (writer, SYNC, cuda_event_id, waits ? 9 : UINT32_MAX);
}

static void
write_device_op (Recording *recording, const DeviceOp *op)
{
  const WorkSpec *work = &device_works[op->work];

  if (op->sync != SYNC_NONE)
    write_sync (recording, op);
  else if (work->kind == WORK_KERNEL)
    write_kernel (recording, op, work);
  else if (work->kind == WORK_MEMCPY)
    write_copy (recording, op, work);
  else
    write_set (recording, op, work);
}

static void
write_call (Recording *recording, const CudaCall *call)
{
  CuptiWriter *writer = recording->writer;
  bool is_runtime = strcmp (cuda_calls[call->call].category, "cuda_runtime") == 0;

  if (call->external_id != 0)
    {
      begin (recording, KIND_EXTERNAL);
      CUPTI_PUT (writer, EXTERNAL, external_kind, 3);
      CUPTI_PUT (writer, EXTERNAL, external_id, call->external_id);
      CUPTI_PUT (writer, EXTERNAL, correlation_id, call->correlation);
    }
  begin (recording, is_runtime ? CUPTI_KIND_RUNTIME : CUPTI_KIND_DRIVER);
  CUPTI_PUT (writer, API, cbid, cuda_calls[call->call].cbid);
  CUPTI_PUT (writer, API, start, call->begin_ns);
  CUPTI_PUT (writer, API, end, call->end_ns);
  CUPTI_PUT (writer, API, process_id, kineto_process_id (recording->rank));
  CUPTI_PUT (writer, API, thread_id, kineto_thread_id (recording->rank, call->thread));
  CUPTI_PUT (writer, API, correlation_id, call->correlation);
}

/* Power and clock, as a recorder with the environment kind on has them. */
static void
write_sensors (Recording *recording, int64_t time_ns)
{
  CuptiWriter *writer = recording->writer;
  uint32_t swing = (uint32_t) (time_ns / SENSOR_PERIOD_NS % 7);

  if (time_ns < recording->next_sensor_ns)
    return;
  recording->next_sensor_ns = time_ns + SENSOR_PERIOD_NS;
  begin (recording, KIND_ENVIRONMENT);
  CUPTI_PUT (writer, ENVIRONMENT, device_id, kineto_device (recording->rank));
  CUPTI_PUT (writer, ENVIRONMENT, timestamp, time_ns);
  CUPTI_PUT (writer, ENVIRONMENT, environment_kind, 3);
  CUPTI_PUT (writer, ENVIRONMENT, power, 520000 + 9000 * swing);
  CUPTI_PUT (writer, ENVIRONMENT, power_limit, 700000);
  begin (recording, KIND_ENVIRONMENT);
  CUPTI_PUT (writer, ENVIRONMENT, device_id, kineto_device (recording->rank));
  CUPTI_PUT (writer, ENVIRONMENT, timestamp, time_ns);
  CUPTI_PUT (writer, ENVIRONMENT, environment_kind, 1);
  CUPTI_PUT (writer, ENVIRONMENT, sm_clock, 1755 + 15 * swing);
  CUPTI_PUT (writer, ENVIRONMENT, memory_clock, 2619);
}

static void
write_overhead (Recording *recording, const Overhead *overhead)
{
  CuptiWriter *writer = recording->writer;
  uint32_t kind = strstr (overhead->name, "Flush") != NULL        ? 65536
                  : strstr (overhead->name, "Instrument") != NULL ? 131072
                                                                  : 196608;

  begin (recording, KIND_OVERHEAD);
  CUPTI_PUT (writer, OVERHEAD, overhead_kind, kind);
  CUPTI_PUT (writer, OVERHEAD, object_kind, OBJECT_THREAD);
  CUPTI_PUT (writer, OVERHEAD, process_id, kineto_process_id (recording->rank));
  CUPTI_PUT (writer, OVERHEAD, thread_id, kineto_process_id (recording->rank));
  CUPTI_PUT (writer, OVERHEAD, start, overhead->begin_ns);
  CUPTI_PUT (writer, OVERHEAD, end, overhead->end_ns);
}

static void
write_device_work (void *user_data, const RecordedStep *record)
{
  Recording *recording = user_data;
  size_t next = 0;

  for (size_t i = 0; i < record->overheads.n; i++)
    write_overhead (recording, &record->overheads.at[i]);
  for (size_t i = 0; i < record->calls.n; i++)
    {
      const CudaCall *call = &record->calls.at[i];

      for (; next < record->device_ops.n && record->device_ops.at[next].correlation == call->correlation;
           next++)
        write_device_op (recording, &record->device_ops.at[next]);
      write_call (recording, call);
      write_sensors (recording, call->begin_ns);
    }
}

bool
cupti_recording_write (FILE *file,
                       const TraceRequest *request,
                       int release,
                       CuptiForm form,
                       int64_t *ret_n_records,
                       int64_t *ret_n_steps)
{
  static const RecordingSink sink = { write_host, write_run_frames, write_device_work };
  const CuptiHeader header = {
    .cupti_version = 130001,
    .driver_version = 13000,
    .runtime_version = (uint32_t) cupti_releases[release].number * 10,
    .pid = (uint32_t) kineto_process_id (request->config.rank),
    .rank = request->config.rank,
    .world_size = (uint32_t) request->config.world_size,
    .clock = CUPTI_CLOCK_EPOCH,
    .ticks_per_second = 1000000000,
  };
  Recording recording = {
    .writer =
      form == CUPTI_BARE ? cupti_writer_new (release, form) : cupti_writer_new_with_header (release, &header),
    .file = file,
    .rank = request->config.rank,
    .texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
  };
  int64_t end_ns;

  cupti_writer_property (recording.writer, "host", "node-17");
  cupti_writer_property (recording.writer, "process", "python3");
  cupti_writer_clock (recording.writer, (uint64_t) request->config.begin_ns,
                      (uint64_t) request->config.begin_ns);
  write_objects (&recording);
  *ret_n_steps =
    recording_make (&request->config, request->n_steps, request->n_events, &sink, &recording, &end_ns);
  cupti_writer_clock (recording.writer, (uint64_t) end_ns, (uint64_t) end_ns);
  drain (&recording);

  g_autoptr (GByteArray) rest = cupti_writer_finish (recording.writer);
  if (fwrite (rest->data, 1, rest->len, file) != rest->len)
    recording.is_broken = true;
  g_hash_table_unref (recording.texts);
  *ret_n_records = recording.n_records;
  return !recording.is_broken && fflush (file) == 0;
}
