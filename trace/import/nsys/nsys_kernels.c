/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_kernels.h"

#include <inttypes.h>
#include <stdio.h>

#include "trace/import/nsys/nsys_device_row.h"
#include "trace/import/tracks/launch_occupancy.h"

enum
{
  NAME = N_NSYS_DEVICE_COLUMNS,
  SHORT_NAME,
  REGISTERS,
  STATIC_SHARED,
  DYNAMIC_SHARED,
  LOCAL_MEMORY,
  GRID_X,
  GRID_Y,
  GRID_Z,
  BLOCK_X,
  BLOCK_Y,
  BLOCK_Z,
  CLUSTER_X,
  CLUSTER_Y,
  CLUSTER_Z,
  N_KERNEL_COLUMNS
};

static const char *const kernel_columns[N_KERNEL_COLUMNS] = {
  NSYS_DEVICE_COLUMNS,
  [NAME] = "demangledName",
  [SHORT_NAME] = "shortName",
  [REGISTERS] = "registersPerThread",
  [STATIC_SHARED] = "staticSharedMemory",
  [DYNAMIC_SHARED] = "dynamicSharedMemory",
  [LOCAL_MEMORY] = "localMemoryPerThread",
  [GRID_X] = "gridX",
  [GRID_Y] = "gridY",
  [GRID_Z] = "gridZ",
  [BLOCK_X] = "blockX",
  [BLOCK_Y] = "blockY",
  [BLOCK_Z] = "blockZ",
  [CLUSTER_X] = "clusterX",
  [CLUSTER_Y] = "clusterY",
  [CLUSTER_Z] = "clusterZ",
};

static bool
read_three (const ForeignRows *rows, unsigned first, int64_t ret_three[3])
{
  for (unsigned i = 0; i < 3; i++)
    if (!foreign_rows_integer (rows, first + i, &ret_three[i]) || ret_three[i] < 0
        || ret_three[i] > INT32_MAX)
      return false;
  return true;
}

/* Six decimals at most, without zeros at the end: "0.888889", "38". */
static void
put_ratio (RowArgs *args, uint32_t key, int64_t of, int64_t by)
{
  char text[48];
  int64_t millionths;

  if (by <= 0 || of < 0 || __builtin_mul_overflow (of, INT64_C (1000000), &millionths))
    return;
  millionths = (millionths + by / 2) / by;
  int length =
    snprintf (text, sizeof text, "%" PRId64 ".%06" PRId64, millionths / 1000000, millionths % 1000000);
  while (text[length - 1] == '0')
    length--;
  if (text[length - 1] == '.')
    length--;
  row_args_json (args, key, text, (size_t) length);
}

static int64_t
product (const int64_t three[3])
{
  int64_t all;

  return __builtin_mul_overflow (three[0] * three[1], three[2], &all) ? -1 : all;
}

/* What Kineto computes from the size of the GPU. */
static void
put_load (NsysImport *import,
          RowArgs *args,
          const NsysGpu *gpu,
          const int64_t grid[3],
          const int64_t block[3])
{
  int64_t n_blocks = product (grid), n_threads = product (block), n_all;

  if (gpu == NULL || gpu->limits.multiprocessors <= 0 || n_blocks < 0 || n_threads < 0)
    return;
  put_ratio (args, import->words[WORD_BLOCKS_PER_SM], n_blocks, gpu->limits.multiprocessors);
  if (gpu->limits.warp_threads > 0 && gpu->limits.warp_threads <= INT32_MAX && gpu->limits.multiprocessors <= INT32_MAX
      && !__builtin_mul_overflow (n_blocks, n_threads, &n_all))
    put_ratio (args, import->words[WORD_WARPS_PER_SM], n_all, gpu->limits.multiprocessors * gpu->limits.warp_threads);
}

static void
put_occupancy (NsysImport *import, RowArgs *args, const NsysGpu *gpu, const LaunchShape *shape)
{
  int64_t percent = gpu != NULL ? launch_occupancy_percent (&gpu->limits, shape) : -1;

  if (percent >= 0)
    row_args_integer (args, import->words[WORD_OCCUPANCY], percent);
}

static void
put_shape (NsysImport *import, const ForeignRows *rows, NsysDeviceRow *row)
{
  RowArgs *args = &row->args;
  int64_t grid[3], block[3], cluster[3], fixed = 0, dynamic = 0, local, shared = 0;
  bool has_shared = foreign_rows_integer (rows, STATIC_SHARED, &fixed);
  bool has_grid = read_three (rows, GRID_X, grid), has_block = read_three (rows, BLOCK_X, block);
  const NsysGpu *gpu =
    nsys_devices_find (import->devices, nsys_processes_pid (import->processes, row->process), row->device);

  nsys_put_integer (import, args, WORD_REGISTERS, rows, REGISTERS);
  has_shared = foreign_rows_integer (rows, DYNAMIC_SHARED, &dynamic) || has_shared;
  has_shared = has_shared && !__builtin_add_overflow (fixed, dynamic, &shared);
  if (has_shared)
    row_args_integer (args, import->words[WORD_SHARED_MEMORY], shared);
  if (has_grid && has_block)
    put_load (import, args, gpu, grid, block);
  if (has_grid)
    row_args_integers (args, import->words[WORD_GRID], grid, 3);
  if (has_block)
    row_args_integers (args, import->words[WORD_BLOCK], block, 3);
  if (has_grid && has_block && has_shared)
    put_occupancy (
      import, args, gpu,
      &(LaunchShape){ product (grid), product (block), nsys_integer_or (rows, REGISTERS, -1), shared });
  if (read_three (rows, CLUSTER_X, cluster) && product (cluster) > 1)
    row_args_integers (args, import->words[WORD_CLUSTER], cluster, 3);
  if (foreign_rows_integer (rows, LOCAL_MEMORY, &local) && local > 0)
    row_args_integer (args, import->words[WORD_LOCAL_MEMORY], local);
}

void
nsys_kernels_read (NsysImport *import)
{
  ForeignRows rows;
  NsysDeviceRow row;

  if (foreign_rows_begin (&rows, import->database, "CUPTI_ACTIVITY_KIND_KERNEL", kernel_columns,
                          N_KERNEL_COLUMNS))
    while (foreign_rows_next (&rows))
      if (nsys_device_row_begin (import, &rows, SLICE_KERNEL, &row))
        {
          row.slice.category = import->words[WORD_KERNEL];
          row.slice.name = nsys_name (import, &rows, foreign_rows_is_null (&rows, NAME) ? SHORT_NAME : NAME);
          put_shape (import, &rows, &row);
          nsys_device_row_end (import, &rows, &row);
        }
  foreign_rows_end (&rows);
}

/* ---- graphs as a whole ---- */

enum
{
  GRAPH_EXEC = N_NSYS_DEVICE_COLUMNS,
  N_GRAPH_COLUMNS
};

static const char *const graph_columns[N_GRAPH_COLUMNS] = { NSYS_DEVICE_COLUMNS, [GRAPH_EXEC] =
                                                                                   "graphExecId" };

void
nsys_graphs_read (NsysImport *import)
{
  ForeignRows rows;
  NsysDeviceRow row;
  char name[40];
  int64_t graph;

  if (foreign_rows_begin (&rows, import->database, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", graph_columns,
                          N_GRAPH_COLUMNS))
    while (foreign_rows_next (&rows))
      if (nsys_device_row_begin (import, &rows, SLICE_KERNEL, &row))
        {
          int length = foreign_rows_integer (&rows, NSYS_DEVICE_GRAPH, &graph)
                         ? snprintf (name, sizeof name, "CUDA graph %" PRId64, graph)
                         : snprintf (name, sizeof name, "CUDA graph");

          row.slice.category = import->words[WORD_CUDA_GRAPH];
          row.slice.name = trace_builder_string (import->builder, name, (size_t) length);
          nsys_put_integer (import, &row.args, WORD_GRAPH_ID, &rows, NSYS_DEVICE_GRAPH);
          nsys_put_integer (import, &row.args, WORD_GRAPH_EXEC_ID, &rows, GRAPH_EXEC);
          nsys_device_row_end (import, &rows, &row);
        }
  foreign_rows_end (&rows);
}
