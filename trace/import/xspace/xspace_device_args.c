/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_reading.h"

#include <inttypes.h>
#include <stdio.h>

#include "trace/import/xspace/xspace_details.h"
#include "trace/model/slice_name_kind.h"

/* Writes at most six decimals, without zeros at the end, and returns the length; 0 if there is no ratio. */
static uint8_t
print_ratio (char text[XSPACE_RATIO_BYTES], int64_t of, int64_t by)
{
  int64_t millionths;

  if (by <= 0 || of < 0 || __builtin_mul_overflow (of, INT64_C (1000000), &millionths)
      || __builtin_add_overflow (millionths, by / 2, &millionths))
    return 0;
  millionths /= by;
  int length =
    snprintf (text, XSPACE_RATIO_BYTES, "%" PRId64 ".%06" PRId64, millionths / 1000000, millionths % 1000000);
  while (text[length - 1] == '0')
    length--;
  if (text[length - 1] == '.')
    length--;
  return (uint8_t) length;
}

/* Returns -1 if it is too large. */
static int64_t
product (const int64_t three[3])
{
  int64_t two, all;

  return __builtin_mul_overflow (three[0], three[1], &two) || __builtin_mul_overflow (two, three[2], &all) ? -1
                                                                                                       : all;
}

static void
find_load (const GpuLimits *gpu, XSpaceShape *shape)
{
  int64_t n_blocks = product (shape->kernel.grid), n_threads = product (shape->kernel.block), n_all;

  if (n_blocks < 0 || n_threads < 0 || gpu->multiprocessors <= 0 || gpu->multiprocessors > INT32_MAX)
    return;
  shape->n_blocks_per_sm = print_ratio (shape->blocks_per_sm, n_blocks, gpu->multiprocessors);
  if (!__builtin_mul_overflow (n_blocks, n_threads, &n_all))
    shape->n_warps_per_sm =
      print_ratio (shape->warps_per_sm, n_all, gpu->multiprocessors * gpu->warp_threads);
}

/* AMD's tools write an occupancy of 0 where they do not know it. */
static void
find_occupancy (const GpuLimits *gpu, XSpaceShape *shape)
{
  const XSpaceKernel *kernel = &shape->kernel;

  if (kernel->occupancy_thousandth > 0)
    shape->n_occupancy = print_ratio (shape->occupancy, kernel->occupancy_thousandth, 1000);
  else if (kernel->has_grid && kernel->has_block && kernel->registers >= 0)
    {
      int64_t percent =
        launch_occupancy_percent (gpu, &(LaunchShape){ product (kernel->grid), product (kernel->block),
                                                       kernel->registers, MAX (kernel->shared_bytes, 0) });
      if (percent >= 0)
        shape->n_occupancy = print_ratio (shape->occupancy, percent, 1);
    }
}

/* Returns what the text says. Launches of one shape refer to the same text, which is read once. */
static XSpaceShape *
shape_of (XSpaceReading *line, const XSpaceFacts *facts)
{
  XSpaceShapeColumn *shapes = &line->plane->shapes;
  XSpaceStatName *name = facts->kernel_name;
  XSpaceShape *shape = &line->shape;

  if (name != NULL && name->shape > 0)
    return &shapes->at[name->shape - 1];
  *shape = (XSpaceShape){ 0 };
  xspace_details_kernel (facts->kernel, facts->n_kernel, &shape->kernel);
  if (shape->kernel.has_grid && shape->kernel.has_block)
    find_load (&line->limits, shape);
  find_occupancy (&line->limits, shape);
  if (name == NULL || shapes->n >= UINT32_MAX)
    return shape;
  if (!xspace_shape_column_push (shapes, *shape))
    {
      trace_builder_set_failed (line->import->builder);
      return shape;
    }
  name->shape = (uint32_t) shapes->n;
  return &shapes->at[shapes->n - 1];
}

static void
put_shape (XSpaceReading *line, RowArgs *args, const XSpaceShape *shape)
{
  const uint32_t *keys = line->import->keys;
  const XSpaceKernel *kernel = &shape->kernel;

  if (kernel->registers >= 0)
    row_args_integer (args, keys[XSPACE_KEY_REGISTERS], kernel->registers);
  if (kernel->shared_bytes >= 0)
    row_args_integer (args, keys[XSPACE_KEY_SHARED], kernel->shared_bytes);
  if (kernel->scratch_bytes >= 0)
    row_args_integer (args, keys[XSPACE_KEY_SCRATCH], kernel->scratch_bytes);
  if (shape->n_blocks_per_sm > 0)
    row_args_json (args, keys[XSPACE_KEY_BLOCKS_PER_SM], shape->blocks_per_sm, shape->n_blocks_per_sm);
  if (shape->n_warps_per_sm > 0)
    row_args_json (args, keys[XSPACE_KEY_WARPS_PER_SM], shape->warps_per_sm, shape->n_warps_per_sm);
  if (kernel->has_grid)
    row_args_integers (args, keys[XSPACE_KEY_GRID], kernel->grid, 3);
  if (kernel->has_block)
    row_args_integers (args, keys[XSPACE_KEY_BLOCK], kernel->block, 3);
}

static void
put_kernel (XSpaceReading *line, RowArgs *args, const XSpaceFacts *facts)
{
  XSpaceShape *shape = shape_of (line, facts);
  uint32_t key = line->import->keys[XSPACE_KEY_OCCUPANCY];
  U8Column *kept = &line->plane->kept_args;

  if (!row_args_repeat (args, &shape->args, kept))
    {
      RowArgsMark mark = row_args_mark (args);
      put_shape (line, args, shape);
      if (shape != &line->shape)
        row_args_keep (args, mark, &shape->args, kept);
    }
  if (facts->occupancy_percent > 0 && facts->occupancy_percent <= 100)
    row_args_number (args, key, facts->occupancy_percent);
  else if (shape->n_occupancy > 0)
    row_args_json (args, key, shape->occupancy, shape->n_occupancy);
}

/* Returns the name of a copy in the words of all formats: "Memcpy HtoD (Host -> Device)". */
static uint32_t
put_copy (XSpaceReading *line, RowArgs *args, const char *name, size_t n_name, const XSpaceFacts *facts)
{
  const uint32_t *keys = line->import->keys;
  TraceBuilder *builder = line->import->builder;
  XSpaceCopy copy;
  char text[MEMCPY_NAME_BYTES];

  xspace_details_copy (facts->copy, facts->n_copy, &copy);
  MemcpyDirection direction = facts->is_memset ? MEMCPY_UNKNOWN : xspace_copy_direction (name, n_name, &copy);
  const char *word = memcpy_name_direction (direction);
  if (direction != MEMCPY_UNKNOWN)
    row_args_text (args, keys[XSPACE_KEY_KIND], word, strlen (word));
  if (copy.bytes >= 0)
    row_args_integer (args, keys[XSPACE_KEY_BYTES], copy.bytes);
  if (facts->is_memset)
    return trace_builder_string (builder, text, memcpy_name_write_memset (text, MEMORY_DEVICE));
  if (direction == MEMCPY_UNKNOWN)
    return trace_builder_string (builder, "Memcpy", 6);
  MemoryKind from = word[0] == 'H' ? MEMORY_HOST : MEMORY_DEVICE, to = word[3] == 'H' ? MEMORY_HOST : MEMORY_DEVICE;
  return trace_builder_string (builder, text, memcpy_name_write (text, direction, from, to));
}

static SliceKind
kind_of_work (const XSpaceReading *line, const XSpaceFacts *facts, const char *name, size_t length)
{
  if (line->plane->word != XSPACE_PLANE_GPU)
    return line->plane->word == XSPACE_PLANE_TPU ? SLICE_KERNEL : SLICE_ACCELERATOR;
  if (facts->is_memset)
    return SLICE_MEMSET;
  if (facts->kernel != NULL)
    return SLICE_KERNEL;
  return facts->copy != NULL ? SLICE_MEMCPY : slice_kind_of_device_name (name, length);
}

void
xspace_device_args_put (XSpaceReading *line, RowArgs *args, SliceInput *slice, XSpaceFacts *facts)
{
  const uint32_t *keys = line->import->keys;
  size_t length;
  const char *name = string_table_get (trace_builder_strings (line->import->builder), slice->name, &length);

  row_args_integer (args, keys[XSPACE_KEY_DEVICE], line->plane->number);
  row_args_integer (args, keys[XSPACE_KEY_STREAM], line->stream);
  if (line->word != XSPACE_LINE_WORK)
    return;
  slice->kind = kind_of_work (line, facts, name, length);
  if (slice->kind == SLICE_KERNEL && facts->kernel != NULL)
    put_kernel (line, args, facts);
  else if (slice->kind == SLICE_MEMCPY || slice->kind == SLICE_MEMSET)
    {
      facts->is_memset = slice->kind == SLICE_MEMSET;
      slice->name = put_copy (line, args, name, length, facts);
    }
}

static const char *
category_word (const XSpaceReading *line, SliceKind kind)
{
  switch (kind)
    {
    case SLICE_KERNEL:
      return "kernel";
    case SLICE_MEMCPY:
      return "gpu_memcpy";
    case SLICE_MEMSET:
      return "gpu_memset";
    case SLICE_ACCELERATOR:
      return "accelerator";
    default:
      return line->word == XSPACE_LINE_ASYNC ? "async_op" : "gpu_user_annotation";
    }
}

uint32_t
xspace_device_args_category (XSpaceReading *line, SliceKind kind)
{
  if (line->categories[kind] == STRING_EMPTY)
    {
      const char *word = category_word (line, kind);

      line->categories[kind] = trace_builder_string (line->import->builder, word, strlen (word));
    }
  return line->categories[kind];
}
