/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/builder_writer_private.h"

#include "tests/gen/training_run.h"

static void
put_call_stack (BuilderWriter *writer, const RecordedStep *record, size_t innermost)
{
  GString *stack = writer->scratch;

  g_string_truncate (stack, 0);
  for (size_t i = innermost; i != NO_FRAME; i = record->frames.at[i].parent)
    {
      const PythonFrame *frame = &record->frames.at[i];

      if (stack->len > 0)
        g_string_append_c (stack, ';');
      g_string_append (stack, frame->name);
      if (frame->number != NO_NUMBER)
        g_string_append_printf (stack, "%d", frame->number);
    }
  arg_entry_put_string (&writer->args, KEY_CALL_STACK, stack->str, stack->len);
}

static uint64_t
host_op_args (BuilderWriter *writer, const RecordedStep *record, const HostOp *op)
{
  ArgEntry *args = &writer->args;

  arg_entry_begin (args);
  arg_entry_put_integer (args, KEY_EXTERNAL_ID, op->external_id);
  arg_entry_put_integer (args, KEY_RECORD_FUNCTION, 0);
  if (op->collective_elements > 0)
    {
      arg_entry_put_members (args, builder_writer_collective_members (writer, op->collective_elements));
      arg_entry_put_integer (args, KEY_RANK, writer->options.rank);
      arg_entry_put_members (args, "\"Global rank start\": 0, \"Global rank stride\": 1");
    }
  if (op->inputs != NULL)
    arg_entry_put_members (args, op->inputs);
  if (op->sequence != NO_SEQUENCE)
    {
      arg_entry_put_integer (args, KEY_SEQUENCE, op->sequence);
      arg_entry_put_integer (args, KEY_FORWARD_THREAD, op->backward);
    }
  if (writer->options.call_stacks && op->outermost && !op->annotation && op->frame != NO_FRAME)
    put_call_stack (writer, record, op->frame);
  arg_entry_put_integer (args, KEY_EVENT_INDEX, writer->n_indexed++);
  return arg_entry_end (args);
}

static void
add_host_op (BuilderWriter *writer, const RecordedStep *record, const HostOp *op)
{
  SliceInput slice = {
    .track =
      builder_tracks_band (&writer->tracks, op->thread, op->annotation ? TRACK_ANNOTATIONS : TRACK_OPERATORS),
    .name = builder_writer_name_id (writer, op->name, op->number),
    .category = op->annotation ? writer->user_annotation : writer->cpu_op,
    .kind = op->annotation ? SLICE_ANNOTATION : SLICE_OPERATOR,
    .args = host_op_args (writer, record, op),
  };

  builder_writer_add_slice (writer, slice, op->begin_ns, op->end_ns);
  if (op->flow_id != 0)
    builder_writer_add_flow_point (writer, op->thread, op->backward ? FLOW_POINT_END : FLOW_POINT_START,
                                   false, op->flow_id, op->begin_ns);
}

static void
add_memory_event (BuilderWriter *writer, const MemoryEvent *event)
{
  EventCounts *counts = trace_builder_event_counts (writer->builder);
  ArgEntry *args = &writer->args;

  arg_entry_begin (args);
  arg_entry_put_integer (args, KEY_TOTAL_RESERVED, KINETO_RESERVED_BYTES);
  arg_entry_put_integer (args, KEY_TOTAL_ALLOCATED, event->total_allocated_bytes);
  arg_entry_put_integer (args, KEY_MEMORY_BYTES, event->bytes);
  arg_entry_put_integer (args, KEY_ADDRESS, event->address);
  arg_entry_put_integer (args, KEY_DEVICE_ID, kineto_device (writer->options.rank));
  arg_entry_put_integer (args, KEY_DEVICE_TYPE, 1);
  arg_entry_put_integer (args, KEY_EVENT_INDEX, writer->n_indexed++);

  TraceInstant instant = {
    .track = builder_tracks_thread (&writer->tracks, event->thread),
    .name = writer->memory,
    .category = writer->cpu_instant_event,
    .scope = 't',
    .time_ns = builder_writer_file_time (writer, event->at_ns),
    .args = arg_entry_end (args),
  };
  trace_builder_add_instant (writer->builder, &instant);
  counts->total++;
  counts->instants++;
}

/* parent_id 0: none. */
static void
add_frame (BuilderWriter *writer,
           const char *name,
           int32_t number,
           int64_t begin_ns,
           int64_t end_ns,
           int64_t id,
           int64_t parent_id)
{
  ArgEntry *args = &writer->args;

  arg_entry_begin (args);
  if (parent_id == 0)
    arg_entry_put_null (args, KEY_PYTHON_PARENT);
  else
    arg_entry_put_integer (args, KEY_PYTHON_PARENT, parent_id);
  arg_entry_put_integer (args, KEY_PYTHON_ID, id);
  if (number != NO_NUMBER)
    arg_entry_put_integer (args, KEY_PYTHON_MODULE, number);
  arg_entry_put_integer (args, KEY_EVENT_INDEX, writer->n_indexed++);

  SliceInput slice = {
    .track = builder_tracks_band (&writer->tracks, THREAD_MAIN, TRACK_PYTHON),
    .name = builder_writer_name_id (writer, name, number),
    .category = writer->python_function,
    .kind = SLICE_PYTHON,
    .args = arg_entry_end (args),
  };
  builder_writer_add_slice (writer, slice, begin_ns, end_ns);
}

void
builder_writer_host (BuilderWriter *writer, const RecordedStep *record)
{
  for (size_t i = 0; i < record->host_ops.n; i++)
    add_host_op (writer, record, &record->host_ops.at[i]);
  for (size_t i = 0; i < record->memory.n; i++)
    add_memory_event (writer, &record->memory.at[i]);
  for (size_t i = 0; i < record->frames.n; i++)
    {
      const PythonFrame *frame = &record->frames.at[i];

      add_frame (writer, frame->name, frame->number, frame->begin_ns, frame->end_ns, frame->id,
                 frame->parent_id);
    }
}

void
builder_writer_run_frames (BuilderWriter *writer, int64_t begin_ns, int64_t end_ns)
{
  if (!writer->options.python_frames)
    return;
  add_frame (writer, KINETO_MODULE_FRAME, NO_NUMBER, begin_ns, end_ns, PYTHON_ID_MODULE, 0);
  add_frame (writer, KINETO_MAIN_FRAME, NO_NUMBER, begin_ns + KINETO_MAIN_BEGIN_NS,
             end_ns - KINETO_MAIN_END_NS, PYTHON_ID_MAIN, PYTHON_ID_MODULE);
}
