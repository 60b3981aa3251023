/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/builder_writer_private.h"

#include <string.h>

static void
put_device_ids (BuilderWriter *writer, const DeviceOp *op)
{
  ArgEntry *args = &writer->args;

  arg_entry_put_integer (args, KEY_DEVICE, kineto_device (writer->options.rank));
  arg_entry_put_integer (args, KEY_CONTEXT, 1);
  arg_entry_put_integer (args, KEY_STREAM, kineto_stream (op->stream));
  arg_entry_put_integer (args, KEY_CORRELATION, op->correlation);
}

static void
put_kernel_args (BuilderWriter *writer, const DeviceOp *op)
{
  ArgEntry *args = &writer->args;
  char *members = writer->kernel_members[op->work];

  if (members[0] == '\0')
    kineto_kernel_members (&device_works[op->work], members);
  arg_entry_put_integer (args, KEY_QUEUED, 0);
  put_device_ids (writer, op);
  arg_entry_put_members (args, members);
  if (op->graph_node > 0)
    {
      arg_entry_put_integer (args, KEY_GRAPH, 1);
      arg_entry_put_integer (args, KEY_GRAPH_NODE, op->graph_node);
    }
  if (op->collective_elements > 0)
    arg_entry_put_members (args, builder_writer_collective_members (writer, op->collective_elements));
}

static void
put_copy_args (BuilderWriter *writer, const DeviceOp *op)
{
  ArgEntry *args = &writer->args;
  int64_t bandwidth = kineto_bandwidth (op);

  put_device_ids (writer, op);
  arg_entry_put_integer (args, KEY_COPIED_BYTES, device_works[op->work].bytes);
  g_string_printf (writer->scratch, "%" G_GINT64_FORMAT ".%06d", bandwidth / 1000000,
                   (int) (bandwidth % 1000000));
  arg_entry_put_raw (args, KEY_BANDWIDTH, writer->scratch->str, writer->scratch->len);
}

static void
put_sync_args (BuilderWriter *writer, const DeviceOp *op)
{
  ArgEntry *args = &writer->args;
  const char *name = kineto_sync_name (op->sync);

  arg_entry_put_string (args, KEY_SYNC_KIND, name, strlen (name));
  if (op->sync == SYNC_STREAM_WAIT_EVENT)
    {
      int64_t other = kineto_stream (op->stream == STREAM_COMPUTE ? STREAM_COLLECTIVE : STREAM_COMPUTE);

      arg_entry_put_integer (args, KEY_WAIT_STREAM, other);
      arg_entry_put_integer (args, KEY_WAIT_RECORD, op->event_correlation);
      arg_entry_put_integer (args, KEY_WAIT_EVENT, other + 2);
    }
  arg_entry_put_integer (args, KEY_STREAM,
                         op->stream == STREAM_NONE ? KINETO_CONTEXT_STREAM : kineto_stream (op->stream));
  arg_entry_put_integer (args, KEY_CORRELATION, op->correlation);
  arg_entry_put_integer (args, KEY_DEVICE, kineto_device (writer->options.rank));
  arg_entry_put_integer (args, KEY_CONTEXT, 1);
}

static void
add_device_op (BuilderWriter *writer, const DeviceOp *op)
{
  const WorkSpec *work = &device_works[op->work];
  SliceInput slice = { .correlation = op->correlation };

  arg_entry_begin (&writer->args);
  arg_entry_put_integer (&writer->args, KEY_EXTERNAL_ID, op->external_id);
  if (op->sync != SYNC_NONE)
    {
      slice.track = builder_tracks_row (&writer->tracks, op->stream, TRACK_SYNC);
      slice.name = builder_writer_text_id (writer, kineto_sync_name (op->sync));
      slice.category = writer->cuda_sync;
      slice.kind = SLICE_SYNC;
      put_sync_args (writer, op);
    }
  else
    {
      slice.track = builder_tracks_row (&writer->tracks, op->stream, TRACK_STREAM);
      slice.name = writer->works[op->work];
      slice.category = writer->work_categories[op->work];
      slice.kind = work->kind == WORK_KERNEL   ? SLICE_KERNEL
                   : work->kind == WORK_MEMCPY ? SLICE_MEMCPY
                                               : SLICE_MEMSET;
      if (work->kind == WORK_KERNEL)
        put_kernel_args (writer, op);
      else
        put_copy_args (writer, op);
    }
  slice.args = arg_entry_end (&writer->args);
  builder_writer_add_slice (writer, slice, op->begin_ns, op->end_ns);
  builder_writer_add_flow_point (writer, BUILDER_PLACE_STREAM + op->stream, FLOW_POINT_END, true,
                                 op->correlation, op->begin_ns);
}

static void
add_call (BuilderWriter *writer, const CudaCall *call)
{
  const CallSpec *spec = &cuda_calls[call->call];
  ArgEntry *args = &writer->args;

  arg_entry_begin (args);
  arg_entry_put_integer (args, KEY_EXTERNAL_ID, call->external_id);
  arg_entry_put_integer (args, KEY_CBID, spec->cbid);
  arg_entry_put_integer (args, KEY_CORRELATION, call->correlation);

  SliceInput slice = {
    .track = builder_tracks_band (&writer->tracks, call->thread, TRACK_CALLS),
    .name = writer->calls[call->call],
    .category = writer->call_categories[call->call],
    .kind = SLICE_CALL,
    .correlation = call->correlation,
    .args = arg_entry_end (args),
  };
  builder_writer_add_slice (writer, slice, call->begin_ns, call->end_ns);
  builder_writer_add_flow_point (writer, call->thread, spec->starts_flow ? FLOW_POINT_START : FLOW_POINT_END,
                                 true, call->correlation, call->begin_ns);
}

static void
add_overhead (BuilderWriter *writer, const Overhead *overhead)
{
  SliceInput slice = {
    .track = builder_tracks_band (&writer->tracks, BUILDER_PLACE_OVERHEAD, TRACK_PROFILER),
    .name = builder_writer_text_id (writer, overhead->name),
    .category = writer->overhead,
    .kind = SLICE_OVERHEAD,
    .args = ARGS_NONE,
  };

  builder_writer_add_slice (writer, slice, overhead->begin_ns, overhead->end_ns);
}

static void
add_range (BuilderWriter *writer, const DeviceRange *range)
{
  arg_entry_begin (&writer->args);
  arg_entry_put_integer (&writer->args, KEY_EXTERNAL_ID, range->external_id);

  SliceInput slice = {
    .track = builder_tracks_row (&writer->tracks, range->stream, TRACK_DEVICE_ANNOTATIONS),
    .name = builder_writer_name_id (writer, range->name, range->number),
    .category = writer->gpu_user_annotation,
    .kind = SLICE_DEVICE_ANNOTATION,
    .args = arg_entry_end (&writer->args),
  };
  builder_writer_add_slice (writer, slice, range->begin_ns, range->end_ns);
}

void
builder_writer_device (BuilderWriter *writer, const RecordedStep *record)
{
  size_t next = 0;

  for (size_t i = 0; i < record->overheads.n; i++)
    add_overhead (writer, &record->overheads.at[i]);
  for (size_t i = 0; i < record->calls.n; i++)
    {
      const CudaCall *call = &record->calls.at[i];

      for (; next < record->device_ops.n && record->device_ops.at[next].correlation == call->correlation;
           next++)
        add_device_op (writer, &record->device_ops.at[next]);
      add_call (writer, call);
    }
  for (size_t i = 0; i < record->ranges.n; i++)
    add_range (writer, &record->ranges.at[i]);
}
