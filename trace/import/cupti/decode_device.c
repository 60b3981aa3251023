/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels, and whole CUDA graphs where their nodes were not recorded. */

#include "trace/import/cupti/cupti_decoder_private.h"
#include "trace/import/tracks/launch_occupancy.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- launch configurations ---- */

/* Returns the string id of "[1,2,3]". */
static uint32_t
triple_text (CuptiDecoder *decoder, const int32_t values[3])
{
  char text[48];
  int length = snprintf (text, sizeof text, "[%d,%d,%d]", values[0], values[1], values[2]);

  return trace_builder_string (decoder->builder, text, (size_t) length);
}

static uint64_t
product (const int32_t values[3])
{
  uint64_t result = 1;

  for (int i = 0; i < 3; i++)
    if (values[i] < 0 || __builtin_mul_overflow (result, (uint64_t) values[i], &result))
      return UINT64_MAX;
  return result;
}

static uint32_t
hundredths_per (uint64_t count, uint64_t share)
{
  if (share == 0 || count > UINT64_MAX / 200)
    return UINT32_MAX;
  uint64_t hundredths = (count * 100 + share / 2) / share;
  return hundredths < UINT32_MAX ? (uint32_t) hundredths : UINT32_MAX;
}

static int64_t
occupancy_percent (const CuptiDeviceSize *size,
                   const CuptiLaunch *launch,
                   uint64_t n_blocks,
                   uint64_t n_threads)
{
  GpuLimits gpu = {
    .multiprocessors = size->multiprocessors,
    .warp_threads = size->threads_per_warp,
    .major = size->compute_major,
    .sm_warps = size->sm_warps,
    .sm_blocks = size->sm_blocks,
    .sm_registers = size->sm_registers,
    .sm_shared_bytes = size->sm_shared_bytes,
  };
  LaunchShape shape = {
    .n_blocks = (int64_t) MIN (n_blocks, UINT32_MAX),
    .block_threads = (int64_t) MIN (n_threads, UINT32_MAX),
    .registers = launch->registers,
    .shared_bytes = launch->shared_bytes,
  };

  return launch_occupancy_percent (&gpu, &shape);
}

static void
set_shape (CuptiDecoder *decoder, CuptiShape *shape, const CuptiLaunch *launch)
{
  const CuptiDeviceSize *size = cupti_facts_device_size (decoder->facts, launch->device);
  uint64_t n_blocks = product (launch->grid), n_threads = product (launch->block), n_warps;

  *shape = (CuptiShape){
    .is_set = true,
    .launch = *launch,
    .grid_text = triple_text (decoder, launch->grid),
    .block_text = triple_text (decoder, launch->block),
    .blocks_per_sm = UINT32_MAX,
    .warps_per_sm = UINT32_MAX,
    .occupancy_percent = -1,
  };
  if (size == NULL || n_blocks == UINT64_MAX || n_threads > UINT32_MAX)
    return;
  shape->blocks_per_sm = hundredths_per (n_blocks, size->multiprocessors);
  if (size->threads_per_warp > 0
      && !__builtin_mul_overflow (n_blocks, (n_threads + size->threads_per_warp - 1) / size->threads_per_warp,
                                  &n_warps))
    shape->warps_per_sm = hundredths_per (n_warps, size->multiprocessors);
  shape->occupancy_percent = occupancy_percent (size, launch, n_blocks, n_threads);
}

static const CuptiShape *
shape_of (CuptiDecoder *decoder, const CuptiLaunch *launch)
{
  uint32_t hash = (launch->device ^ launch->registers << 16 ^ (uint32_t) launch->shared_bytes) * 0x27d4eb2fu;

  for (int i = 0; i < 3; i++)
    {
      hash = (hash ^ (uint32_t) launch->grid[i]) * 0x9e3779b1u;
      hash = (hash ^ (uint32_t) launch->block[i]) * 0x85ebca77u;
    }
  CuptiShape *shape = &decoder->shapes[hash >> 20 & (CUPTI_SHAPES - 1)];
  if (!shape->is_set || memcmp (&shape->launch, launch, sizeof *launch) != 0)
    set_shape (decoder, shape, launch);
  return shape;
}

/* Writes registers, shared memory, grid, block and what follows from them. */
static void
put_launch (CuptiDecoder *decoder, const CuptiLaunch *launch)
{
  const CuptiShape *shape = shape_of (decoder, launch);
  CuptiArgs *args = &decoder->args;

  cupti_args_integer (args, WORD_REGISTERS, launch->registers);
  cupti_args_integer (args, WORD_SHARED_MEMORY, launch->shared_bytes);
  if (shape->blocks_per_sm != UINT32_MAX)
    cupti_args_hundredths (args, WORD_BLOCKS_PER_SM, shape->blocks_per_sm);
  if (shape->warps_per_sm != UINT32_MAX)
    cupti_args_hundredths (args, WORD_WARPS_PER_SM, shape->warps_per_sm);
  cupti_args_json (args, WORD_GRID, shape->grid_text);
  cupti_args_json (args, WORD_BLOCK, shape->block_text);
  if (shape->occupancy_percent >= 0)
    cupti_args_integer (args, WORD_OCCUPANCY, shape->occupancy_percent);
}

/* ---- kernels ---- */

static void
put_cluster (CuptiDecoder *decoder, const CuptiRecord *record)
{
  int32_t cluster[3] = { CUPTI_GET_I32 (record, KERNEL, cluster_x), CUPTI_GET_I32 (record, KERNEL, cluster_y),
                         CUPTI_GET_I32 (record, KERNEL, cluster_z) };

  if ((cluster[0] | cluster[1] | cluster[2]) == 0)
    return;
  /* Most kernels have the same. */
  if (decoder->cluster_text == STRING_EMPTY || memcmp (decoder->cluster, cluster, sizeof cluster) != 0)
    {
      memcpy (decoder->cluster, cluster, sizeof cluster);
      decoder->cluster_text = triple_text (decoder, cluster);
    }
  cupti_args_json (&decoder->args, WORD_CLUSTER, decoder->cluster_text);
}

/* What few kernels have. */
static void
put_rare (CuptiDecoder *decoder, const CuptiRecord *record)
{
  CuptiArgs *args = &decoder->args;
  int32_t priority = CUPTI_GET_I32 (record, KERNEL, priority);

  put_cluster (decoder, record);
  cupti_args_unless_0 (args, WORD_GRAPH_ID, CUPTI_GET (record, KERNEL, graph_id));
  cupti_args_unless_0 (args, WORD_GRAPH_NODE_ID, CUPTI_GET (record, KERNEL, graph_node_id));
  cupti_args_unless_0 (args, WORD_SUBMITTED, decoder_ns (decoder, CUPTI_GET (record, KERNEL, submitted)));
  cupti_args_unless_0 (args, WORD_LAUNCH_TYPE, CUPTI_GET (record, KERNEL, launch_type));
  cupti_args_unless_0 (args, WORD_DEVICE_LAUNCHED, CUPTI_GET (record, KERNEL, is_device_launched));
  if (priority != 0)
    cupti_args_integer (args, WORD_PRIORITY, priority);
  cupti_args_unless_0 (args, WORD_LOCAL_MEMORY, CUPTI_GET (record, KERNEL, local_memory_per_thread));
  cupti_args_unless_0 (args, WORD_LOCAL_MEMORY_TOTAL, CUPTI_GET (record, KERNEL, local_memory_total_v2));
  cupti_args_unless_0 (args, WORD_SHARED_MEMORY_EXECUTED, CUPTI_GET (record, KERNEL, shared_memory_executed));
  cupti_args_unless_0 (args, WORD_CHANNEL, CUPTI_GET (record, KERNEL, channel_id));
  cupti_args_unless_0 (args, WORD_CHANNEL_TYPE, CUPTI_GET (record, KERNEL, channel_type));
  cupti_args_unless_0 (args, WORD_GRID_ID, CUPTI_GET (record, KERNEL, grid_id));
}

bool
decode_kernel (CuptiDecoder *decoder, const CuptiRecord *record)
{
  SliceInput slice = { .category = decoder->words[WORD_KERNEL], .kind = SLICE_KERNEL };

  if (!decoder_interval (decoder, CUPTI_GET (record, KERNEL, start), CUPTI_GET (record, KERNEL, end), &slice))
    return false;

  uint32_t device = CUPTI_GET_U32 (record, KERNEL, device_id),
           stream = CUPTI_GET_U32 (record, KERNEL, stream_id);
  uint32_t correlation = CUPTI_GET_U32 (record, KERNEL, correlation_id);
  CuptiLaunch launch = {
    .grid = { CUPTI_GET_I32 (record, KERNEL, grid_x), CUPTI_GET_I32 (record, KERNEL, grid_y),
              CUPTI_GET_I32 (record, KERNEL, grid_z) },
    .block = { CUPTI_GET_I32 (record, KERNEL, block_x), CUPTI_GET_I32 (record, KERNEL, block_y),
               CUPTI_GET_I32 (record, KERNEL, block_z) },
    .device = device,
    .registers = CUPTI_GET_U32 (record, KERNEL, registers_per_thread),
    .shared_bytes = (int64_t) CUPTI_GET_I32 (record, KERNEL, static_shared_memory)
                    + CUPTI_GET_I32 (record, KERNEL, dynamic_shared_memory),
  };
  CuptiArgs *args = &decoder->args;

  slice.name = decoder_text (decoder, CUPTI_GET (record, KERNEL, name), "kernel");
  slice.correlation = correlation;
  slice.track = decoder_device_row (decoder, SLICE_KERNEL, decoder_device (device), stream);
  cupti_args_begin (args);
  decoder_put_external (decoder, correlation);
  cupti_args_unsigned (args, WORD_QUEUED, decoder_ns (decoder, CUPTI_GET (record, KERNEL, queued)));
  decoder_put_ids (decoder, device, CUPTI_GET_U32 (record, KERNEL, context_id), stream, correlation);
  put_launch (decoder, &launch);
  put_rare (decoder, record);
  slice.args = cupti_args_end (args);
  decoder_add_slice (decoder, &slice);
  return true;
}

/* A kernel that a kernel launched, of releases before CUDA 12. */
bool
decode_cdp_kernel (CuptiDecoder *decoder, const CuptiRecord *record)
{
  SliceInput slice = { .category = decoder->words[WORD_KERNEL], .kind = SLICE_KERNEL };

  if (!decoder_interval (decoder, CUPTI_GET (record, CDP, start), CUPTI_GET (record, CDP, end), &slice))
    return false;

  uint32_t device = CUPTI_GET_U32 (record, CDP, device_id), stream = CUPTI_GET_U32 (record, CDP, stream_id);
  uint32_t correlation = CUPTI_GET_U32 (record, CDP, correlation_id);
  CuptiLaunch launch = {
    .grid = { CUPTI_GET_I32 (record, CDP, grid_x), CUPTI_GET_I32 (record, CDP, grid_y),
              CUPTI_GET_I32 (record, CDP, grid_z) },
    .block = { CUPTI_GET_I32 (record, CDP, block_x), CUPTI_GET_I32 (record, CDP, block_y),
               CUPTI_GET_I32 (record, CDP, block_z) },
    .device = device,
    .registers = CUPTI_GET_U32 (record, CDP, registers_per_thread),
    .shared_bytes = (int64_t) CUPTI_GET_I32 (record, CDP, static_shared_memory)
                    + CUPTI_GET_I32 (record, CDP, dynamic_shared_memory),
  };
  CuptiArgs *args = &decoder->args;

  slice.name = decoder_text (decoder, CUPTI_GET (record, CDP, name), "kernel");
  slice.correlation = correlation;
  slice.track = decoder_device_row (decoder, SLICE_KERNEL, decoder_device (device), stream);
  cupti_args_begin (args);
  decoder_put_external (decoder, correlation);
  decoder_put_ids (decoder, device, CUPTI_GET_U32 (record, CDP, context_id), stream, correlation);
  put_launch (decoder, &launch);
  cupti_args_unless_0 (args, WORD_LOCAL_MEMORY, CUPTI_GET (record, CDP, local_memory_per_thread));
  cupti_args_unless_0 (args, WORD_GRID_ID, CUPTI_GET (record, CDP, grid_id));
  cupti_args_unless_0 (args, WORD_PARENT_GRID_ID, CUPTI_GET (record, CDP, parent_grid_id));
  slice.args = cupti_args_end (args);
  decoder_add_slice (decoder, &slice);
  return true;
}

/* ---- graphs ---- */

static uint32_t
graph_name (CuptiDecoder *decoder, uint32_t graph)
{
  char text[32];
  int length = snprintf (text, sizeof text, "CUDA graph %" PRIu32, graph);

  return trace_builder_string (decoder->builder, text, (size_t) length);
}

/* A run of a whole graph, in place of its kernels. It counts as device work, like them. */
bool
decode_graph (CuptiDecoder *decoder, const CuptiRecord *record)
{
  SliceInput slice = { .category = decoder->words[WORD_KERNEL], .kind = SLICE_KERNEL };

  if (!decoder_interval (decoder, CUPTI_GET (record, GRAPH, start), CUPTI_GET (record, GRAPH, end), &slice))
    return false;

  uint32_t graph = CUPTI_GET_U32 (record, GRAPH, graph_id), stream = CUPTI_GET_U32 (record, GRAPH, stream_id);
  uint32_t device = CUPTI_GET_U32 (record, GRAPH, device_id),
           correlation = CUPTI_GET_U32 (record, GRAPH, correlation_id);
  bool has_end = CUPTI_HAS (record, GRAPH, end_context_id);
  uint32_t end_device = CUPTI_GET_U32 (record, GRAPH, end_device_id);
  int32_t on_device = decoder_device (device);
  CuptiArgs *args = &decoder->args;

  /* A graph that starts with a host node is shown where it ends. */
  if (on_device == CUPTI_NO_DEVICE && has_end)
    on_device = decoder_device (end_device);
  slice.name = graph_name (decoder, graph);
  slice.correlation = correlation;
  slice.track = decoder_device_row (decoder, SLICE_KERNEL, on_device, stream);
  cupti_args_begin (args);
  decoder_put_external (decoder, correlation);
  decoder_put_ids (decoder, device, CUPTI_GET_U32 (record, GRAPH, context_id), stream, correlation);
  cupti_args_unsigned (args, WORD_GRAPH_ID, graph);
  if (has_end)
    {
      cupti_args_unsigned (args, WORD_END_DEVICE, end_device);
      cupti_args_unsigned (args, WORD_END_CONTEXT, CUPTI_GET (record, GRAPH, end_context_id));
    }
  slice.args = cupti_args_end (args);
  decoder_add_slice (decoder, &slice);
  return true;
}

/* A run of a graph that a kernel launched. */
bool
decode_device_graph (CuptiDecoder *decoder, const CuptiRecord *record)
{
  SliceInput slice = { .category = decoder->words[WORD_KERNEL], .kind = SLICE_KERNEL };

  if (!decoder_interval (decoder, CUPTI_GET (record, DEVICE_GRAPH, start),
                         CUPTI_GET (record, DEVICE_GRAPH, end), &slice))
    return false;

  uint32_t device = CUPTI_GET_U32 (record, DEVICE_GRAPH, device_id);
  uint32_t graph = CUPTI_GET_U32 (record, DEVICE_GRAPH, graph_id);
  uint64_t stream = CUPTI_GET (record, DEVICE_GRAPH, stream_id);
  uint32_t row_stream = stream < CUPTI_NO_STREAM ? (uint32_t) stream : CUPTI_NO_STREAM;
  CuptiArgs *args = &decoder->args;

  slice.name = graph_name (decoder, graph);
  slice.track = decoder_device_row (decoder, SLICE_KERNEL, decoder_device (device), row_stream);
  cupti_args_begin (args);
  decoder_put_ids (decoder, device, CUPTI_GET_U32 (record, DEVICE_GRAPH, context_id), row_stream, 0);
  cupti_args_unsigned (args, WORD_GRAPH_ID, graph);
  cupti_args_unsigned (args, WORD_LAUNCHER_GRAPH_ID, CUPTI_GET (record, DEVICE_GRAPH, launcher_graph_id));
  cupti_args_unsigned (args, WORD_LAUNCH_TYPE, CUPTI_GET (record, DEVICE_GRAPH, device_launch_mode));
  slice.args = cupti_args_end (args);
  decoder_add_slice (decoder, &slice);
  return true;
}
