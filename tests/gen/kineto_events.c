/* SPDX-License-Identifier: Apache-2.0
 *
 * The events of a run: what the host recorded, and what CUPTI did. */

#include "tests/gen/kineto_writer_private.h"
#include "tests/gen/training_run.h"

#define MICRO_DECIMALS 6

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
  kineto_begin_event (writer);
  kineto_put (writer, "    \"ph\": \"");
  kineto_put (writer, phase);
  kineto_put_int (writer, "\", \"id\": ", id);
  kineto_put_int (writer, ", \"pid\": ", pid);
  kineto_put_int (writer, ", \"tid\": ", tid);
  kineto_put_time (writer, ", \"ts\": ", at_ns);
  kineto_put (writer, ",\n    \"cat\": \"");
  kineto_put (writer, category);
  kineto_put (writer, "\", \"name\": \"");
  kineto_put (writer, category);
  kineto_put (writer, phase[0] == 'f' ? "\", \"bp\": \"e\"" : "\"");
  kineto_end_event (writer);
}

static void
put_collective (KinetoWriter *writer, int64_t elements)
{
  char members[KINETO_MEMBERS_BYTES];

  kineto_collective_members (elements, writer->options.world_size, members);
  kineto_put (writer, members);
}

/* The open frames from the innermost outwards, as one string. */
static void
put_call_stack (KinetoWriter *writer, const RecordedStep *record, size_t innermost)
{
  const char *separator = "";

  kineto_put (writer, "\"Call stack\": \"");
  for (size_t i = innermost; i != NO_FRAME; i = record->frames.at[i].parent)
    {
      kineto_put (writer, separator);
      kineto_put_name (writer, record->frames.at[i].name, record->frames.at[i].number);
      separator = ";";
    }
  kineto_put (writer, "\", ");
}

static void
write_host_op (KinetoWriter *writer, const RecordedStep *record, const HostOp *op)
{
  int64_t pid = kineto_process_of (writer);
  int64_t tid = kineto_thread_of (writer, op->thread);

  kineto_begin_slice (writer, op->annotation ? "user_annotation" : "cpu_op", op->name, op->number, pid, tid,
                      op->begin_ns, op->end_ns);
  kineto_begin_args (writer);
  kineto_put_int (writer, "\"External id\": ", op->external_id);
  kineto_put (writer, ",\"Record function id\": 0, ");
  if (op->collective_elements > 0)
    {
      put_collective (writer, op->collective_elements);
      kineto_put_int (writer, ", \"Rank\": ", writer->options.rank);
      kineto_put (writer, ", \"Global rank start\": 0, \"Global rank stride\": 1, ");
    }
  if (op->inputs != NULL)
    kineto_put (writer, op->inputs);
  if (op->sequence != NO_SEQUENCE)
    {
      kineto_put_int (writer, "\"Sequence number\": ", op->sequence);
      kineto_put_int (writer, ", \"Fwd thread id\": ", op->backward);
      kineto_put (writer, ", ");
    }
  if (writer->options.call_stacks && op->outermost && !op->annotation && op->frame != NO_FRAME)
    put_call_stack (writer, record, op->frame);
  kineto_put_int (writer, "\"Ev Idx\": ", writer->n_indexed++);
  kineto_end_args (writer);

  if (op->flow_id != 0)
    write_flow (writer, op->backward ? "f" : "s", "fwdbwd", op->flow_id, pid, tid, op->begin_ns);
}

static void
write_memory_event (KinetoWriter *writer, const MemoryEvent *event)
{
  kineto_begin_event (writer);
  kineto_put_int (writer,
                  "    \"ph\": \"i\", \"cat\": \"cpu_instant_event\", \"s\": \"t\", \"name\": \"[memory]\",\n"
                  "    \"pid\": ",
                  kineto_process_of (writer));
  kineto_put_int (writer, ", \"tid\": ", kineto_thread_of (writer, event->thread));
  kineto_put_time (writer, ",\n    \"ts\": ", event->at_ns);
  kineto_begin_args (writer);
  kineto_put_int (writer, "\"Total Reserved\": ", KINETO_RESERVED_BYTES);
  kineto_put_int (writer, ", \"Total Allocated\": ", event->total_allocated_bytes);
  kineto_put_int (writer, ", \"Bytes\": ", event->bytes);
  kineto_put_int (writer, ", \"Addr\": ", event->address);
  kineto_put_int (writer, ", \"Device Id\": ", kineto_device_of (writer));
  kineto_put_int (writer, ", \"Device Type\": 1, \"Ev Idx\": ", writer->n_indexed++);
  kineto_end_args (writer);
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
  int64_t pid = kineto_process_of (writer);

  kineto_begin_slice (writer, "python_function", name, number, pid, pid, begin_ns, end_ns);
  kineto_begin_args (writer);
  if (parent_id == 0)
    kineto_put (writer, "\"Python parent id\": null");
  else
    kineto_put_int (writer, "\"Python parent id\": ", parent_id);
  kineto_put_int (writer, ", \"Python id\": ", id);
  if (number != NO_NUMBER)
    kineto_put_int (writer, ", \"Python module id\": ", number);
  kineto_put_int (writer, ", \"Ev Idx\": ", writer->n_indexed++);
  kineto_end_args (writer);
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
  kineto_put_int (writer, "\"device\": ", kineto_device_of (writer));
  kineto_put_int (writer, ", \"context\": 1,      \"stream\": ", kineto_stream (op->stream));
  kineto_put_int (writer, ", \"correlation\": ", op->correlation);
}

static void
put_kernel_args (KinetoWriter *writer, const DeviceOp *op, const WorkSpec *work)
{
  char *members = writer->kernel_members[op->work];

  if (members[0] == '\0')
    kineto_kernel_members (work, members);
  kineto_put (writer, "\"queued\": 0, ");
  put_device_ids (writer, op);
  kineto_put (writer, ",      ");
  kineto_put (writer, members);
  if (op->graph_node > 0)
    kineto_put_int (writer, ",      \"graph id\": 1, \"graph node id\": ", op->graph_node);
  if (op->collective_elements > 0)
    {
      kineto_put (writer, ", ");
      put_collective (writer, op->collective_elements);
    }
}

static void
write_device_work (KinetoWriter *writer, const DeviceOp *op)
{
  const WorkSpec *work = &device_works[op->work];

  kineto_begin_slice (writer, kineto_work_category (work->kind), work->name, NO_NUMBER,
                      kineto_device_of (writer), kineto_stream (op->stream), op->begin_ns, op->end_ns);
  kineto_begin_args (writer);
  kineto_put_int (writer, "\"External id\": ", op->external_id);
  kineto_put (writer, ",      ");
  if (work->kind == WORK_KERNEL)
    put_kernel_args (writer, op, work);
  else
    {
      put_device_ids (writer, op);
      kineto_put_int (writer, ",      \"bytes\": ", work->bytes);
      kineto_put (writer, ", \"memory bandwidth (GB/s)\": ");
      text_out_decimal (&writer->out, kineto_bandwidth (op), MICRO_DECIMALS);
    }
  kineto_end_args (writer);
}

static void
write_sync (KinetoWriter *writer, const DeviceOp *op)
{
  const char *name = kineto_sync_name (op->sync);

  kineto_begin_slice (writer, "cuda_sync", name, NO_NUMBER, kineto_device_of (writer),
                      kineto_stream (op->stream), op->begin_ns, op->end_ns);
  kineto_begin_args (writer);
  kineto_put_int (writer, "\"External id\": ", op->external_id);
  kineto_put (writer, ",      \"cuda_sync_kind\": \"");
  kineto_put (writer, name);
  kineto_put (writer, "\"");
  if (op->sync == SYNC_STREAM_WAIT_EVENT)
    {
      Stream other = op->stream == STREAM_COMPUTE ? STREAM_COLLECTIVE : STREAM_COMPUTE;

      kineto_put_int (writer, ",      \"wait_on_stream\": ", kineto_stream (other));
      kineto_put_int (writer, ",      \"wait_on_cuda_event_record_corr_id\": ", op->event_correlation);
      kineto_put_int (writer, ",      \"wait_on_cuda_event_id\": ", kineto_stream (other) + 2);
    }
  kineto_put_int (writer, ",      \"stream\": ",
                  op->stream == STREAM_NONE ? KINETO_CONTEXT_STREAM : kineto_stream (op->stream));
  kineto_put_int (writer, ", \"correlation\": ", op->correlation);
  kineto_put_int (writer, ",      \"device\": ", kineto_device_of (writer));
  kineto_put (writer, ", \"context\": 1");
  kineto_end_args (writer);
}

static void
write_device_op (KinetoWriter *writer, const DeviceOp *op)
{
  if (op->sync == SYNC_NONE)
    write_device_work (writer, op);
  else
    write_sync (writer, op);
  write_flow (writer, "f", "ac2g", op->correlation, kineto_device_of (writer), kineto_stream (op->stream),
              op->begin_ns);
}

static void
write_call (KinetoWriter *writer, const CudaCall *call)
{
  const CallSpec *spec = &cuda_calls[call->call];
  int64_t pid = kineto_process_of (writer);
  int64_t tid = kineto_thread_of (writer, call->thread);

  kineto_begin_slice (writer, spec->category, spec->name, NO_NUMBER, pid, tid, call->begin_ns, call->end_ns);
  kineto_begin_args (writer);
  kineto_put_int (writer, "\"External id\": ", call->external_id);
  kineto_put_int (writer, ",      \"cbid\": ", spec->cbid);
  kineto_put_int (writer, ", \"correlation\": ", call->correlation);
  kineto_end_args (writer);
  write_flow (writer, spec->starts_flow ? "s" : "f", "ac2g", call->correlation, pid, tid, call->begin_ns);
}

void
kineto_writer_device (KinetoWriter *writer, const RecordedStep *record)
{
  size_t next = 0;

  for (size_t i = 0; i < record->overheads.n; i++)
    {
      const Overhead *overhead = &record->overheads.at[i];

      kineto_begin_slice (writer, "overhead", overhead->name, NO_NUMBER, -1, 0, overhead->begin_ns,
                          overhead->end_ns);
      kineto_end_event (writer);
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

      kineto_begin_slice (writer, "gpu_user_annotation", range->name, range->number,
                          kineto_device_of (writer), kineto_stream (range->stream), range->begin_ns,
                          range->end_ns);
      kineto_begin_args (writer);
      kineto_put_int (writer, "\"External id\": ", range->external_id);
      kineto_end_args (writer);
    }
}
