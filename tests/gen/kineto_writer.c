/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/kineto_writer.h"

#include "tests/gen/kineto_ids.h"
#include "tests/gen/kineto_members.h"
#include "tests/gen/text_out.h"
#include "tests/gen/training_run.h"

#include <stdlib.h>

#define GPU_SORT_INDEX   5000000
#define SPANS_SORT_INDEX 536870912
#define MICRO_DECIMALS   6
#define TIME_DECIMALS    3

struct _KinetoWriter
{
  KinetoOptions options;
  int64_t n_events;
  int64_t n_indexed;                            /* host events, which libkineto numbers */
  char (*kernel_members)[KINETO_MEMBERS_BYTES]; /* by work; "" until it is first met */
  TextOut out;
};

static void
put (KinetoWriter *writer, const char *text)
{
  text_out_string (&writer->out, text);
}

static void
put_int (KinetoWriter *writer, const char *before, int64_t value)
{
  text_out_string (&writer->out, before);
  text_out_int (&writer->out, value);
}

static void
put_name (KinetoWriter *writer, const char *name, int32_t number)
{
  put (writer, name);
  if (number != NO_NUMBER)
    text_out_int (&writer->out, number);
}

static void
put_time (KinetoWriter *writer, const char *before, int64_t at_ns)
{
  put (writer, before);
  if (writer->options.times == TIMES_RELATIVE)
    at_ns -= KINETO_BASE_NS;
  text_out_decimal (&writer->out, at_ns, TIME_DECIMALS);
}

static void
put_duration (KinetoWriter *writer, int64_t ns)
{
  put (writer, ", \"dur\": ");
  text_out_decimal (&writer->out, ns, TIME_DECIMALS);
}

static int64_t
process_id (const KinetoWriter *writer)
{
  return kineto_process_id (writer->options.rank);
}

static int64_t
device_id (const KinetoWriter *writer)
{
  return kineto_device (writer->options.rank);
}

static int64_t
thread_id (const KinetoWriter *writer, HostThread thread)
{
  return kineto_thread_id (writer->options.rank, thread);
}

static void
begin_event (KinetoWriter *writer)
{
  put (writer, writer->n_events++ == 0 ? "\n  {\n" : ",\n  {\n");
}

static void
end_event (KinetoWriter *writer)
{
  put (writer, "\n  }");
}

/* A slice up to its args. */
static void
begin_slice (KinetoWriter *writer,
             const char *category,
             const char *name,
             int32_t number,
             int64_t pid,
             int64_t tid,
             int64_t begin_ns,
             int64_t end_ns)
{
  begin_event (writer);
  put (writer, "    \"ph\": \"X\", \"cat\": \"");
  put (writer, category);
  put (writer, "\", \"name\": \"");
  put_name (writer, name, number);
  put_int (writer, "\", \"pid\": ", pid);
  put_int (writer, ", \"tid\": ", tid);
  put_time (writer, ",\n    \"ts\": ", begin_ns);
  put_duration (writer, end_ns - begin_ns);
}

static void
begin_args (KinetoWriter *writer)
{
  put (writer, ",\n    \"args\": {\n      ");
}

static void
end_args (KinetoWriter *writer)
{
  put (writer, "\n    }");
  end_event (writer);
}

/* phase: "s" or "f". */
static void
write_flow (KinetoWriter *writer,
            const char *phase,
            const char *category,
            int64_t id,
            int64_t pid,
            int64_t tid,
            int64_t at_ns)
{
  begin_event (writer);
  put (writer, "    \"ph\": \"");
  put (writer, phase);
  put_int (writer, "\", \"id\": ", id);
  put_int (writer, ", \"pid\": ", pid);
  put_int (writer, ", \"tid\": ", tid);
  put_time (writer, ", \"ts\": ", at_ns);
  put (writer, ",\n    \"cat\": \"");
  put (writer, category);
  put (writer, "\", \"name\": \"");
  put (writer, category);
  put (writer, phase[0] == 'f' ? "\", \"bp\": \"e\"" : "\"");
  end_event (writer);
}

static void
put_collective (KinetoWriter *writer, int64_t elements)
{
  char members[KINETO_MEMBERS_BYTES];

  kineto_collective_members (elements, writer->options.world_size, members);
  put (writer, members);
}

/* The open frames from the innermost outwards, as one string. */
static void
put_call_stack (KinetoWriter *writer, const RecordedStep *record, size_t innermost)
{
  const char *separator = "";

  put (writer, "\"Call stack\": \"");
  for (size_t i = innermost; i != NO_FRAME; i = record->frames.at[i].parent)
    {
      put (writer, separator);
      put_name (writer, record->frames.at[i].name, record->frames.at[i].number);
      separator = ";";
    }
  put (writer, "\", ");
}

static void
write_host_op (KinetoWriter *writer, const RecordedStep *record, const HostOp *op)
{
  int64_t pid = process_id (writer);
  int64_t tid = thread_id (writer, op->thread);

  begin_slice (writer, op->annotation ? "user_annotation" : "cpu_op", op->name, op->number, pid, tid,
               op->begin_ns, op->end_ns);
  begin_args (writer);
  put_int (writer, "\"External id\": ", op->external_id);
  put (writer, ",\"Record function id\": 0, ");
  if (op->collective_elements > 0)
    {
      put_collective (writer, op->collective_elements);
      put_int (writer, ", \"Rank\": ", writer->options.rank);
      put (writer, ", \"Global rank start\": 0, \"Global rank stride\": 1, ");
    }
  if (op->inputs != NULL)
    put (writer, op->inputs);
  if (op->sequence != NO_SEQUENCE)
    {
      put_int (writer, "\"Sequence number\": ", op->sequence);
      put_int (writer, ", \"Fwd thread id\": ", op->backward);
      put (writer, ", ");
    }
  if (writer->options.call_stacks && op->outermost && !op->annotation && op->frame != NO_FRAME)
    put_call_stack (writer, record, op->frame);
  put_int (writer, "\"Ev Idx\": ", writer->n_indexed++);
  end_args (writer);

  if (op->flow_id != 0)
    write_flow (writer, op->backward ? "f" : "s", "fwdbwd", op->flow_id, pid, tid, op->begin_ns);
}

static void
write_memory_event (KinetoWriter *writer, const MemoryEvent *event)
{
  begin_event (writer);
  put_int (writer,
           "    \"ph\": \"i\", \"cat\": \"cpu_instant_event\", \"s\": \"t\", \"name\": \"[memory]\",\n"
           "    \"pid\": ",
           process_id (writer));
  put_int (writer, ", \"tid\": ", thread_id (writer, event->thread));
  put_time (writer, ",\n    \"ts\": ", event->at_ns);
  begin_args (writer);
  put_int (writer, "\"Total Reserved\": ", KINETO_RESERVED_BYTES);
  put_int (writer, ", \"Total Allocated\": ", event->total_allocated_bytes);
  put_int (writer, ", \"Bytes\": ", event->bytes);
  put_int (writer, ", \"Addr\": ", event->address);
  put_int (writer, ", \"Device Id\": ", device_id (writer));
  put_int (writer, ", \"Device Type\": 1, \"Ev Idx\": ", writer->n_indexed++);
  end_args (writer);
}

/* parent_id 0: none. */
static void
write_frame (KinetoWriter *writer,
             const char *name,
             int32_t number,
             int64_t begin_ns,
             int64_t end_ns,
             int64_t id,
             int64_t parent_id)
{
  int64_t pid = process_id (writer);

  begin_slice (writer, "python_function", name, number, pid, pid, begin_ns, end_ns);
  begin_args (writer);
  if (parent_id == 0)
    put (writer, "\"Python parent id\": null");
  else
    put_int (writer, "\"Python parent id\": ", parent_id);
  put_int (writer, ", \"Python id\": ", id);
  if (number != NO_NUMBER)
    put_int (writer, ", \"Python module id\": ", number);
  put_int (writer, ", \"Ev Idx\": ", writer->n_indexed++);
  end_args (writer);
}

void
kineto_writer_host (KinetoWriter *writer, const RecordedStep *record)
{
  for (size_t i = 0; i < record->host_ops.n; i++)
    write_host_op (writer, record, &record->host_ops.at[i]);
  for (size_t i = 0; i < record->memory.n; i++)
    write_memory_event (writer, &record->memory.at[i]);
  for (size_t i = 0; i < record->frames.n; i++)
    {
      const PythonFrame *frame = &record->frames.at[i];

      write_frame (writer, frame->name, frame->number, frame->begin_ns, frame->end_ns, frame->id,
                   frame->parent_id);
    }
}

void
kineto_writer_run_frames (KinetoWriter *writer, int64_t begin_ns, int64_t end_ns)
{
  if (!writer->options.python_frames)
    return;
  write_frame (writer, KINETO_MODULE_FRAME, NO_NUMBER, begin_ns, end_ns, PYTHON_ID_MODULE, 0);
  write_frame (writer, KINETO_MAIN_FRAME, NO_NUMBER, begin_ns + KINETO_MAIN_BEGIN_NS,
               end_ns - KINETO_MAIN_END_NS, PYTHON_ID_MAIN, PYTHON_ID_MODULE);
}

static void
put_device_ids (KinetoWriter *writer, const DeviceOp *op)
{
  put_int (writer, "\"device\": ", device_id (writer));
  put_int (writer, ", \"context\": 1,      \"stream\": ", kineto_stream (op->stream));
  put_int (writer, ", \"correlation\": ", op->correlation);
}

static void
put_kernel_args (KinetoWriter *writer, const DeviceOp *op, const WorkSpec *work)
{
  char *members = writer->kernel_members[op->work];

  if (members[0] == '\0')
    kineto_kernel_members (work, members);
  put (writer, "\"queued\": 0, ");
  put_device_ids (writer, op);
  put (writer, ",      ");
  put (writer, members);
  if (op->graph_node > 0)
    put_int (writer, ",      \"graph id\": 1, \"graph node id\": ", op->graph_node);
  if (op->collective_elements > 0)
    {
      put (writer, ", ");
      put_collective (writer, op->collective_elements);
    }
}

static void
write_device_work (KinetoWriter *writer, const DeviceOp *op)
{
  const WorkSpec *work = &device_works[op->work];

  begin_slice (writer, kineto_work_category (work->kind), work->name, NO_NUMBER, device_id (writer),
               kineto_stream (op->stream), op->begin_ns, op->end_ns);
  begin_args (writer);
  put_int (writer, "\"External id\": ", op->external_id);
  put (writer, ",      ");
  if (work->kind == WORK_KERNEL)
    put_kernel_args (writer, op, work);
  else
    {
      put_device_ids (writer, op);
      put_int (writer, ",      \"bytes\": ", work->bytes);
      put (writer, ", \"memory bandwidth (GB/s)\": ");
      text_out_decimal (&writer->out, kineto_bandwidth (op), MICRO_DECIMALS);
    }
  end_args (writer);
}

static void
write_sync (KinetoWriter *writer, const DeviceOp *op)
{
  const char *name = kineto_sync_name (op->sync);

  begin_slice (writer, "cuda_sync", name, NO_NUMBER, device_id (writer), kineto_stream (op->stream),
               op->begin_ns, op->end_ns);
  begin_args (writer);
  put_int (writer, "\"External id\": ", op->external_id);
  put (writer, ",      \"cuda_sync_kind\": \"");
  put (writer, name);
  put (writer, "\"");
  if (op->sync == SYNC_STREAM_WAIT_EVENT)
    {
      Stream other = op->stream == STREAM_COMPUTE ? STREAM_COLLECTIVE : STREAM_COMPUTE;

      put_int (writer, ",      \"wait_on_stream\": ", kineto_stream (other));
      put_int (writer, ",      \"wait_on_cuda_event_record_corr_id\": ", op->event_correlation);
      put_int (writer, ",      \"wait_on_cuda_event_id\": ", kineto_stream (other) + 2);
    }
  put_int (writer, ",      \"stream\": ",
           op->stream == STREAM_NONE ? KINETO_CONTEXT_STREAM : kineto_stream (op->stream));
  put_int (writer, ", \"correlation\": ", op->correlation);
  put_int (writer, ",      \"device\": ", device_id (writer));
  put (writer, ", \"context\": 1");
  end_args (writer);
}

static void
write_device_op (KinetoWriter *writer, const DeviceOp *op)
{
  if (op->sync == SYNC_NONE)
    write_device_work (writer, op);
  else
    write_sync (writer, op);
  write_flow (writer, "f", "ac2g", op->correlation, device_id (writer), kineto_stream (op->stream),
              op->begin_ns);
}

static void
write_call (KinetoWriter *writer, const CudaCall *call)
{
  const CallSpec *spec = &cuda_calls[call->call];
  int64_t pid = process_id (writer);
  int64_t tid = thread_id (writer, call->thread);

  begin_slice (writer, spec->category, spec->name, NO_NUMBER, pid, tid, call->begin_ns, call->end_ns);
  begin_args (writer);
  put_int (writer, "\"External id\": ", call->external_id);
  put_int (writer, ",      \"cbid\": ", spec->cbid);
  put_int (writer, ", \"correlation\": ", call->correlation);
  end_args (writer);
  write_flow (writer, spec->starts_flow ? "s" : "f", "ac2g", call->correlation, pid, tid, call->begin_ns);
}

void
kineto_writer_device (KinetoWriter *writer, const RecordedStep *record)
{
  size_t next = 0;

  for (size_t i = 0; i < record->overheads.n; i++)
    {
      const Overhead *overhead = &record->overheads.at[i];

      begin_slice (writer, "overhead", overhead->name, NO_NUMBER, -1, 0, overhead->begin_ns,
                   overhead->end_ns);
      end_event (writer);
    }
  /* CUPTI's buffers mix calls and activities: each operation just before its call. */
  for (size_t i = 0; i < record->calls.n; i++)
    {
      const CudaCall *call = &record->calls.at[i];

      for (; next < record->device_ops.n && record->device_ops.at[next].correlation == call->correlation;
           next++)
        write_device_op (writer, &record->device_ops.at[next]);
      write_call (writer, call);
    }
  for (size_t i = 0; i < record->ranges.n; i++)
    {
      const DeviceRange *range = &record->ranges.at[i];

      begin_slice (writer, "gpu_user_annotation", range->name, range->number, device_id (writer),
                   kineto_stream (range->stream), range->begin_ns, range->end_ns);
      begin_args (writer);
      put_int (writer, "\"External id\": ", range->external_id);
      end_args (writer);
    }
}

static void
write_device_properties (KinetoWriter *writer)
{
  put (writer, "  \"deviceProperties\": [");
  for (int i = 0; i < KINETO_GPUS; i++)
    {
      put_int (writer, i == 0 ? "\n    {\n      \"id\": " : ",\n    {\n      \"id\": ", i);
      put (writer, ", \"name\": \"NVIDIA H100 80GB HBM3\", \"totalGlobalMem\": 85029158912,\n"
                   "      \"computeMajor\": 9, \"computeMinor\": 0,\n"
                   "      \"maxThreadsPerBlock\": 1024, \"maxThreadsPerMultiprocessor\": 2048,\n"
                   "      \"regsPerBlock\": 65536, \"warpSize\": 32,\n"
                   "      \"sharedMemPerBlock\": 49152, \"numSms\": ");
      text_out_int (&writer->out, KINETO_SMS);
      put (writer, "\n    , \"regsPerMultiprocessor\": 65536, \"sharedMemPerBlockOptin\": 232448, "
                   "\"sharedMemPerMultiprocessor\": 233472\n    }");
    }
  put (writer, "\n  ],\n");
}

static void
write_distributed_info (KinetoWriter *writer)
{
  int world_size = writer->options.world_size;

  put_int (writer, "  \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": ", writer->options.rank);
  put_int (writer, ", \"world_size\": ", world_size);
  put_int (writer,
           ", \"pg_count\": 1, \"pg_config\": [{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", "
           "\"backend_config\": \"cuda:nccl\", \"pg_size\": ",
           world_size);
  put (writer, ", \"ranks\": [");
  for (int r = 0; r < world_size; r++)
    put_int (writer, r == 0 ? "" : ", ", r);
  put (writer, "]}], \"nccl_version\": \"2.26.2\"},\n");
}

static void
write_trace_id (KinetoWriter *writer)
{
  static const char digits[] = "0123456789ABCDEF";
  char text[2 * sizeof writer->options.trace_id + 1] = { 0 };

  for (size_t i = 0; i + 1 < sizeof text; i++)
    text[i] = digits[writer->options.trace_id >> (60 - 4 * i) & 15];
  put (writer, "  \"trace_id\": \"");
  put (writer, text);
  put (writer, text);
  put (writer, "\",\n");
}

KinetoWriter *
kineto_writer_new (FILE *file, const KinetoOptions *options)
{
  KinetoWriter *writer = calloc (1, sizeof *writer);

  if (writer != NULL)
    writer->kernel_members = calloc (N_WORKS, sizeof *writer->kernel_members);
  if (writer == NULL || writer->kernel_members == NULL)
    {
      fputs ("make_trace: out of memory\n", stderr);
      exit (EXIT_FAILURE);
    }
  writer->options = *options;
  writer->out.file = file;

  put (writer, "\n{\n  \"schemaVersion\": 1,\n");
  write_device_properties (writer);
  write_distributed_info (writer);
  put (writer, "  \"cupti_version\": 26,\n  \"cuda_runtime_version\": 12060,\n"
               "  \"cuda_driver_version\": 12080,\n"
               "  \"record_shapes\": 1,\n  \"profile_memory\": 1,\n");
  if (options->python_frames)
    put (writer, "  \"with_stack\": 1,\n");
  write_trace_id (writer);
  put (writer, "  \"traceEvents\": [");
  return writer;
}

/* pid as JSON text, because it is a string for the profiler's own rows. value is quoted when text.
 */
static void
begin_metadata (KinetoWriter *writer, const char *name, int64_t at_ns, const char *pid)
{
  begin_event (writer);
  put (writer, "    \"name\": \"");
  put (writer, name);
  put_time (writer, "\", \"ph\": \"M\", \"ts\": ", at_ns);
  put (writer, ", \"pid\": ");
  put (writer, pid);
}

static void
write_text_metadata (KinetoWriter *writer,
                     const char *name,
                     int64_t at_ns,
                     const char *pid,
                     int64_t tid,
                     const char *key,
                     const char *value)
{
  begin_metadata (writer, name, at_ns, pid);
  put_int (writer, ", \"tid\": ", tid);
  put (writer, ",\n    \"args\": {\n      \"");
  put (writer, key);
  put (writer, "\": \"");
  put (writer, value);
  put (writer, "\"");
  end_args (writer);
}

static void
write_sort_index (KinetoWriter *writer,
                  const char *name,
                  int64_t at_ns,
                  const char *pid,
                  int64_t tid,
                  int64_t sort_index)
{
  begin_metadata (writer, name, at_ns, pid);
  put_int (writer, ", \"tid\": ", tid);
  put_int (writer, ",\n    \"args\": {\n      \"sort_index\": ", sort_index);
  end_args (writer);
}

static void
write_process (KinetoWriter *writer, int64_t at_ns, int64_t pid, const char *label, int64_t sort_index)
{
  char pid_text[24];

  snprintf (pid_text, sizeof pid_text, "%lld", (long long) pid);
  write_text_metadata (writer, "process_name", at_ns, pid_text, 0, "name", "python3");
  write_text_metadata (writer, "process_labels", at_ns, pid_text, 0, "labels", label);
  write_sort_index (writer, "process_sort_index", at_ns, pid_text, 0, sort_index);
}

static void
write_thread (KinetoWriter *writer, int64_t at_ns, int64_t pid, int64_t tid, const char *name)
{
  char pid_text[24];

  snprintf (pid_text, sizeof pid_text, "%lld", (long long) pid);
  write_text_metadata (writer, "thread_name", at_ns, pid_text, tid, "name", name);
  write_sort_index (writer, "thread_sort_index", at_ns, pid_text, tid, tid);
}

static void
write_processes (KinetoWriter *writer, int64_t at_ns)
{
  int64_t pid = process_id (writer);
  int64_t device = device_id (writer);
  char text[48];

  write_process (writer, at_ns, pid, "CPU", pid);
  /* libkineto names all GPUs it could have seen, used or not. */
  for (int i = 0; i < KINETO_GPUS; i++)
    {
      snprintf (text, sizeof text, "GPU %d", i);
      write_process (writer, at_ns, i, text, GPU_SORT_INDEX + i);
    }
  for (Stream s = 0; s < N_STREAMS; s++)
    {
      if (s == STREAM_COLLECTIVE && writer->options.world_size == 1)
        continue;
      snprintf (text, sizeof text, "stream %lld ", (long long) kineto_stream (s));
      write_thread (writer, at_ns, device, kineto_stream (s), text);
    }
  snprintf (text, sizeof text, "Device %lld", (long long) device);
  write_thread (writer, at_ns, device, -1, text);
  write_thread (writer, at_ns, -1, 0, "CUPTI Overhead");
  for (HostThread t = 0; t < N_HOST_THREADS; t++)
    {
      snprintf (text, sizeof text, "thread %lld (%s)", (long long) thread_id (writer, t),
                kineto_thread_command (t));
      write_thread (writer, at_ns, pid, thread_id (writer, t), text);
    }
}

static void
write_window (KinetoWriter *writer, int64_t begin_ns, int64_t end_ns)
{
  begin_event (writer);
  put_time (writer, "    \"ph\": \"X\", \"cat\": \"Trace\", \"ts\": ", begin_ns);
  put_duration (writer, end_ns - begin_ns);
  put (writer, ",\n    \"pid\": \"Spans\", \"tid\": \"PyTorch Profiler\",\n"
               "    \"name\": \"PyTorch Profiler (0)\",\n"
               "    \"args\": {\n      \"Op count\": 0");
  end_args (writer);
  write_sort_index (writer, "process_sort_index", begin_ns, "\"Spans\"", 0, SPANS_SORT_INDEX);

  begin_event (writer);
  put (writer, "    \"name\": \"Iteration Start: PyTorch Profiler\", \"ph\": \"i\", \"s\": \"g\",\n"
               "    \"pid\": \"Traces\", \"tid\": \"Trace PyTorch Profiler\", \"ts\": ");
  put_time (writer, "", begin_ns);
  end_event (writer);

  begin_event (writer);
  put (writer, "    \"name\": \"Record Window End\", \"ph\": \"i\", \"s\": \"g\",\n"
               "    \"pid\": \"\", \"tid\": \"\", \"ts\": ");
  put_time (writer, "", end_ns);
  end_event (writer);
}

bool
kineto_writer_finish (KinetoWriter *writer, int64_t begin_ns, int64_t end_ns, int64_t *n_events)
{
  bool ok;

  write_processes (writer, begin_ns);
  write_window (writer, begin_ns, end_ns);
  put (writer, "\n  ],\n  \"traceName\": \"");
  put (writer, writer->options.trace_name);
  put (writer, "\",\n  \"displayTimeUnit\": \"ms\"");
  if (writer->options.times == TIMES_RELATIVE)
    put_int (writer, ",\n  \"baseTimeNanoseconds\": ", KINETO_BASE_NS);
  put (writer, "\n}");

  ok = text_out_finish (&writer->out);
  *n_events = writer->n_events;
  free (writer->kernel_members);
  free (writer);
  return ok;
}
