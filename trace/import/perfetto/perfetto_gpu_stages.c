/* SPDX-License-Identifier: Apache-2.0
 *
 * What ran on queues of GPUs: compute kernels, memcpys and memsets, and the stages of graphics. Kernels become what those of
 * other formats are; stages of graphics are other work of the device. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/import/perfetto/perfetto_import.h"

#define GRAPHICS_CATEGORY "gpu_render_stage"

/* The fields of an event. */
typedef struct
{
  bool has_event_id, has_duration, has_queue_iid, has_stage_iid, has_kernel, has_context, has_launch,
    has_extra;
  bool has_waits, has_submission, has_specifications;
  uint64_t event_id, duration, queue_iid, stage_iid, kernel_iid, context, submission;
  int32_t gpu, queue, stage;
  uint32_t name; /* string */
  ProtobufSpan launch, specifications;
} Stage;

static uint32_t
text_of (PerfettoImport *import, const char *text)
{
  return trace_builder_string (import->builder, text, strlen (text));
}

/* ---- interned ---- */

bool
perfetto_intern_gpu_specification (PerfettoImport *import, ProtobufSpan span, uint32_t *ret_value)
{
  PerfettoGpuSpecification specification = { 0 };
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, GPU_SPECIFICATION_NAME, PROTOBUF_BYTES))
      specification.name = perfetto_string (import, &field);
    else if (protobuf_is (&field, GPU_SPECIFICATION_CATEGORY, PROTOBUF_VARINT))
      specification.is_compute = field.value == GPU_CATEGORY_COMPUTE;
  *ret_value = (uint32_t) import->gpu.specifications.n;
  if (!perfetto_gpu_specification_column_push (&import->gpu.specifications, specification))
    trace_builder_set_failed (import->builder);
  return state == PROTOBUF_END;
}

bool
perfetto_intern_gpu_kernel (PerfettoImport *import, ProtobufSpan span, uint32_t *ret_value)
{
  PerfettoGpu *gpu = &import->gpu;
  size_t n = (size_t) (span.end - span.at);
  PerfettoGpuKernel kernel = { .first = gpu->kernel_bytes.n, .n = n };
  ProtobufSpan rest = span;
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&rest, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, KERNEL_NAME, PROTOBUF_BYTES))
      kernel.name = perfetto_string (import, &field);
    else if (protobuf_is (&field, KERNEL_DEMANGLED_NAME, PROTOBUF_BYTES))
      kernel.demangled = perfetto_string (import, &field);
    else if (protobuf_is (&field, KERNEL_ARCH, PROTOBUF_BYTES))
      kernel.arch = perfetto_string (import, &field);
  *ret_value = (uint32_t) gpu->kernels.n;
  if (!u8_column_reserve (&gpu->kernel_bytes, n) || !perfetto_gpu_kernel_column_push (&gpu->kernels, kernel))
    trace_builder_set_failed (import->builder);
  else if (n > 0)
    {
      memcpy (gpu->kernel_bytes.at + gpu->kernel_bytes.n, span.at, n);
      gpu->kernel_bytes.n += n;
    }
  return state == PROTOBUF_END;
}

static const PerfettoGpuSpecification *
specification (PerfettoImport *import, const PerfettoPacket *packet, bool has_iid, uint64_t iid)
{
  uint32_t index;

  if (!has_iid)
    return NULL;
  if (perfetto_interned_find (&packet->sequence->interned, INTERNED_GPU_SPECIFICATIONS, iid, &index)
      && index < import->gpu.specifications.n)
    return &import->gpu.specifications.at[index];
  perfetto_note (import, HEALTH_PERFETTO_TEXT_MISSING, packet);
  return NULL;
}

static const PerfettoGpuKernel *
kernel_of (PerfettoImport *import, const PerfettoPacket *packet, const Stage *stage)
{
  uint32_t index;

  if (!stage->has_kernel)
    return NULL;
  if (perfetto_interned_find (&packet->sequence->interned, INTERNED_COMPUTE_KERNELS, stage->kernel_iid,
                              &index)
      && index < import->gpu.kernels.n)
    return &import->gpu.kernels.at[index];
  perfetto_note (import, HEALTH_PERFETTO_TEXT_MISSING, packet);
  return NULL;
}

/* ---- fields ---- */

static void
read_number (PerfettoImport *import, const PerfettoPacket *packet, Stage *stage, const ProtobufField *field)
{
  switch (field->number)
    {
    case STAGE_EVENT_ID:
      stage->has_event_id = true;
      stage->event_id = field->value;
      break;
    case STAGE_DURATION:
      stage->has_duration = true;
      stage->duration = field->value;
      break;
    case STAGE_QUEUE:
      stage->queue = (int32_t) field->value;
      break;
    case STAGE_STAGE:
      stage->stage = (int32_t) field->value;
      break;
    case STAGE_CONTEXT:
      stage->has_context = true;
      stage->context = field->value;
      break;
    case STAGE_SUBMISSION:
      stage->has_submission = true;
      stage->submission = field->value;
      break;
    case STAGE_GPU:
      stage->gpu = (int32_t) field->value;
      break;
    case STAGE_QUEUE_IID:
      stage->has_queue_iid = true;
      stage->queue_iid = field->value;
      break;
    case STAGE_STAGE_IID:
      stage->has_stage_iid = true;
      stage->stage_iid = field->value;
      break;
    case STAGE_KERNEL_IID:
      stage->has_kernel = true;
      stage->kernel_iid = field->value;
      break;
    case STAGE_NAME_IID:
      stage->name = perfetto_interned_text (import, packet, INTERNED_EVENT_NAMES, field->value);
      break;
    case STAGE_AWAITED:
      stage->has_waits = true;
      break;
    default:
      break;
    }
}

static bool
read_stage (PerfettoImport *import, const PerfettoPacket *packet, ProtobufSpan span, Stage *ret)
{
  ProtobufField field;
  ProtobufState state;

  *ret = (Stage){ 0 };
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (field.wire != PROTOBUF_BYTES)
      read_number (import, packet, ret, &field);
    else if (field.number == STAGE_NAME)
      ret->name = perfetto_string (import, &field);
    else if (field.number == STAGE_LAUNCH)
      {
        ret->has_launch = true;
        ret->launch = protobuf_inside (&field);
      }
    else if (field.number == STAGE_EXTRA_DATA)
      ret->has_extra = true;
    else if (field.number == STAGE_SPECIFICATIONS)
      {
        ret->has_specifications = true;
        ret->specifications = protobuf_inside (&field);
      }
  return state == PROTOBUF_END;
}

/* ---- descriptions of old writers ---- */

static bool
push_name (PerfettoImport *import, U32Column *names, ProtobufSpan span)
{
  uint32_t name = STRING_EMPTY;
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, SPECIFICATION_NAME, PROTOBUF_BYTES))
      name = perfetto_string (import, &field);
  if (!u32_column_push (names, name))
    trace_builder_set_failed (import->builder);
  return state == PROTOBUF_END;
}

static bool
read_specifications (PerfettoImport *import, ProtobufSpan span)
{
  ProtobufField field;
  ProtobufState state;

  import->gpu.queues.n = import->gpu.stages.n = 0;
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if ((protobuf_is (&field, SPECIFICATIONS_QUEUE, PROTOBUF_BYTES)
         && !push_name (import, &import->gpu.queues, protobuf_inside (&field)))
        || (protobuf_is (&field, SPECIFICATIONS_STAGE, PROTOBUF_BYTES)
            && !push_name (import, &import->gpu.stages, protobuf_inside (&field))))
      return false;
  return state == PROTOBUF_END;
}

static uint32_t
name_at (const U32Column *names, int32_t index)
{
  return index >= 0 && (size_t) index < names->n ? names->at[index] : STRING_EMPTY;
}

/* ---- what other pages know of kernels ---- */

typedef struct
{
  int64_t grid[3], block[3];
  bool has_grid, has_block;
  int64_t registers, shared_bytes; /* -1 if not known */
  int64_t device, stream;          /* likewise */
} Shape;

static bool
read_three (ProtobufSpan span, int64_t values[3])
{
  ProtobufField field;

  values[0] = values[1] = values[2] = 1;
  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    if (field.number >= 1 && field.number <= 3 && field.wire == PROTOBUF_VARINT)
      values[field.number - 1] = (int64_t) (uint32_t) field.value;
  return true;
}

static bool
is_word (const char *text, size_t length, const char *word)
{
  return length == strlen (word) && memcmp (text, word, length) == 0;
}

/* Takes a number that a writer gives under its own name. Returns false if the name is not known. */
static bool
take_shape (Shape *shape, const char *name, size_t length, int64_t value)
{
  static const char *const grids[] = { "launch__grid_size_x", "launch__grid_size_y", "launch__grid_size_z" };
  static const char *const blocks[] = { "launch__block_size_x", "launch__block_size_y",
                                        "launch__block_size_z" };

  for (int i = 0; i < 3; i++)
    {
      if (is_word (name, length, grids[i]))
        {
          shape->grid[i] = value;
          shape->has_grid = shape->has_grid || i == 2;
          return true;
        }
      if (is_word (name, length, blocks[i]))
        {
          shape->block[i] = value;
          shape->has_block = shape->has_block || i == 2;
          return true;
        }
    }
  if (is_word (name, length, "launch__registers_per_thread")
      || is_word (name, length, "registers_per_thread"))
    shape->registers = value;
  else if (is_word (name, length, "launch__shared_mem_per_block_dynamic")
           || is_word (name, length, "launch__shared_mem_per_block_static")
           || is_word (name, length, "shared_mem_dynamic") || is_word (name, length, "shared_mem_static"))
    shape->shared_bytes = MAX (shape->shared_bytes, 0) + CLAMP (value, 0, INT32_MAX);
  else if (is_word (name, length, "device_id"))
    shape->device = value;
  else if (is_word (name, length, "stream_id"))
    shape->stream = value;
  else
    return false;
  return true;
}

/* Reads a decimal number. */
static bool
parse (const ProtobufField *field, int64_t *ret)
{
  char text[24];
  char *end;

  if (field->value == 0 || field->value >= sizeof text)
    return false;
  memcpy (text, field->bytes, (size_t) field->value);
  text[field->value] = '\0';
  *ret = g_ascii_strtoll (text, &end, 10);
  return end == text + field->value;
}

/* ---- arguments ---- */

typedef struct
{
  PerfettoImport *import;
  const PerfettoPacket *packet;
  RowArgs args;
  Shape shape;
} Writer;

static void
write_string (Writer *writer, uint32_t key, uint32_t string)
{
  size_t length;
  const char *text = string_table_get (trace_builder_strings (writer->import->builder), string, &length);

  if (length > 0)
    row_args_text (&writer->args, key, text, length);
}

/* An ExtraComputeArg. */
static bool
write_compute_arg (Writer *writer, ProtobufSpan span)
{
  uint32_t key = STRING_EMPTY;
  ProtobufField field, value = { 0 };
  ProtobufState state;
  size_t length;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, COMPUTE_ARG_NAME, PROTOBUF_BYTES))
      key = perfetto_string (writer->import, &field);
    else if (protobuf_is (&field, COMPUTE_ARG_NAME_IID, PROTOBUF_VARINT))
      key = perfetto_interned_text (writer->import, writer->packet, INTERNED_COMPUTE_ARGS, field.value);
    else
      value = field;
  const char *name = string_table_get (trace_builder_strings (writer->import->builder), key, &length);
  switch (value.number)
    {
    case COMPUTE_ARG_INTEGER:
      if (!take_shape (&writer->shape, name, length, (int64_t) value.value))
        row_args_integer (&writer->args, key, (int64_t) value.value);
      break;
    case COMPUTE_ARG_UNSIGNED:
      if (value.value > INT64_MAX || !take_shape (&writer->shape, name, length, (int64_t) value.value))
        row_args_unsigned (&writer->args, key, value.value);
      break;
    case COMPUTE_ARG_DOUBLE:
      row_args_number (&writer->args, key, protobuf_double (value.value));
      break;
    case COMPUTE_ARG_STRING:
      if (value.wire == PROTOBUF_BYTES)
        row_args_text (&writer->args, key, (const char *) value.bytes, (size_t) value.value);
      break;
    case COMPUTE_ARG_STRING_IID:
      write_string (
        writer, key,
        perfetto_interned_text (writer->import, writer->packet, INTERNED_ANNOTATION_STRINGS, value.value));
      break;
    default:
      break;
    }
  return state == PROTOBUF_END;
}

static bool
write_kernel (Writer *writer, const PerfettoGpuKernel *kernel)
{
  const PerfettoGpu *gpu = &writer->import->gpu;
  ProtobufSpan span = { gpu->kernel_bytes.at + kernel->first,
                        gpu->kernel_bytes.at + kernel->first + kernel->n };
  ProtobufField field;

  write_string (writer, writer->import->keys[PERFETTO_KEY_ARCH], kernel->arch);
  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    if (protobuf_is (&field, KERNEL_ARGS, PROTOBUF_BYTES)
        && !write_compute_arg (writer, protobuf_inside (&field)))
      return false;
  return true;
}

static bool
write_launch (Writer *writer, ProtobufSpan span)
{
  ProtobufField field;
  ProtobufState state;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, LAUNCH_GRID, PROTOBUF_BYTES))
      writer->shape.has_grid = read_three (protobuf_inside (&field), writer->shape.grid);
    else if (protobuf_is (&field, LAUNCH_BLOCK, PROTOBUF_BYTES))
      writer->shape.has_block = read_three (protobuf_inside (&field), writer->shape.block);
    else if (protobuf_is (&field, LAUNCH_ARGS, PROTOBUF_BYTES)
             && !write_compute_arg (writer, protobuf_inside (&field)))
      return false;
  return state == PROTOBUF_END;
}

static bool
write_extra (Writer *writer, ProtobufSpan span)
{
  ProtobufField field, name = { 0 }, value = { 0 };
  ProtobufState state;
  int64_t number;

  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, EXTRA_NAME, PROTOBUF_BYTES))
      name = field;
    else if (protobuf_is (&field, EXTRA_VALUE, PROTOBUF_BYTES))
      value = field;
  if (state != PROTOBUF_END || name.bytes == NULL)
    return state == PROTOBUF_END;
  if (value.bytes != NULL && parse (&value, &number))
    {
      if (!take_shape (&writer->shape, (const char *) name.bytes, (size_t) name.value, number))
        row_args_integer (&writer->args, perfetto_string (writer->import, &name), number);
    }
  else
    row_args_text (&writer->args, perfetto_string (writer->import, &name), (const char *) value.bytes,
                   (size_t) value.value);
  return true;
}

static void
write_shape (Writer *writer, const Stage *stage)
{
  PerfettoImport *import = writer->import;
  const Shape *shape = &writer->shape;

  row_args_integer (&writer->args, import->keys[PERFETTO_KEY_DEVICE],
                    shape->device >= 0 ? shape->device : stage->gpu);
  if (shape->stream >= 0)
    row_args_integer (&writer->args, import->keys[PERFETTO_KEY_STREAM], shape->stream);
  if (stage->has_event_id)
    row_args_unsigned (&writer->args, import->keys[PERFETTO_KEY_EVENT], stage->event_id);
  if (stage->has_context)
    row_args_unsigned (&writer->args, import->keys[PERFETTO_KEY_CONTEXT], stage->context);
  if (stage->has_submission)
    row_args_unsigned (&writer->args, import->keys[PERFETTO_KEY_SUBMISSION], stage->submission);
  if (shape->registers >= 0)
    row_args_integer (&writer->args, import->keys[PERFETTO_KEY_REGISTERS], shape->registers);
  if (shape->shared_bytes >= 0)
    row_args_integer (&writer->args, import->keys[PERFETTO_KEY_SHARED], shape->shared_bytes);
  if (shape->has_grid)
    row_args_integers (&writer->args, import->keys[PERFETTO_KEY_GRID], shape->grid, 3);
  if (shape->has_block)
    row_args_integers (&writer->args, import->keys[PERFETTO_KEY_BLOCK], shape->block, 3);
}

/* Writes all arguments; *ret_shape is what they told of the launch. */
static uint64_t
write_args (PerfettoImport *import,
            const PerfettoPacket *packet,
            ProtobufSpan span,
            const Stage *stage,
            const PerfettoGpuKernel *kernel,
            uint32_t stage_name,
            Shape *ret_shape)
{
  Writer writer = {
    .import = import,
    .packet = packet,
    .shape = { .registers = -1, .shared_bytes = -1, .device = -1, .stream = -1 },
  };
  bool ok = true;
  ProtobufField field;

  row_args_begin (&writer.args, import->builder);
  write_string (&writer, import->keys[PERFETTO_KEY_STAGE], stage_name);
  if (kernel != NULL)
    {
      write_string (&writer, import->keys[PERFETTO_KEY_NAME], stage->name);
      ok = write_kernel (&writer, kernel);
    }
  if (stage->has_launch)
    ok = write_launch (&writer, stage->launch) && ok;
  while (stage->has_extra && protobuf_next (&span, &field) == PROTOBUF_FIELD)
    if (protobuf_is (&field, STAGE_EXTRA_DATA, PROTOBUF_BYTES))
      ok = write_extra (&writer, protobuf_inside (&field)) && ok;
  write_shape (&writer, stage);
  if (!ok)
    perfetto_note (import, HEALTH_PERFETTO_PART_DAMAGED, packet);
  *ret_shape = writer.shape;
  return row_args_end (&writer.args);
}

/* ---- slices ---- */

static bool
contains_word (PerfettoImport *import, uint32_t string, const char *word)
{
  size_t length, n = strlen (word);
  const char *text = string_table_get (trace_builder_strings (import->builder), string, &length);

  for (size_t i = 0; i + n <= length; i++)
    if (g_ascii_strncasecmp (text + i, word, n) == 0)
      return true;
  return false;
}

/* Memcpys and memsets are known by the names of their stages: writers have no other word for them. */
static SliceKind
kind_of (PerfettoImport *import,
         const Stage *stage,
         const PerfettoGpuSpecification *of_stage,
         bool is_compute_queue)
{
  uint32_t stage_name = of_stage != NULL ? of_stage->name : name_at (&import->gpu.stages, stage->stage);

  if (stage->has_kernel || stage->has_launch)
    return SLICE_KERNEL;
  if (contains_word (import, stage_name, "memcpy") || contains_word (import, stage->name, "memcpy"))
    return SLICE_MEMCPY;
  if (contains_word (import, stage_name, "memset") || contains_word (import, stage->name, "memset"))
    return SLICE_MEMSET;
  return (of_stage != NULL ? of_stage->is_compute : is_compute_queue) ? SLICE_KERNEL : SLICE_ACCELERATOR;
}

static uint32_t
category_of (PerfettoImport *import, SliceKind kind)
{
  return text_of (import, kind == SLICE_KERNEL   ? "kernel"
                          : kind == SLICE_MEMCPY ? "gpu_memcpy"
                          : kind == SLICE_MEMSET ? "gpu_memset"
                                                 : GRAPHICS_CATEGORY);
}

/* Ids of queues belong to one state of one sequence; what a queue is called is the same everywhere. */
static int64_t
stream_of (PerfettoImport *import,
           const Stage *stage,
           const Shape *shape,
           int32_t device,
           uint32_t queue_name)
{
  PerfettoGpuQueues *numbers = &import->gpu.numbers;
  int64_t number = stage->queue;
  bool ok = true;

  if (shape->stream >= 0)
    {
      ok = perfetto_gpu_queues_take (numbers, device, shape->stream);
      number = shape->stream;
    }
  else if (stage->has_queue_iid && queue_name != STRING_EMPTY)
    ok = perfetto_gpu_queues_named (numbers, trace_builder_strings (import->builder), device, queue_name,
                                    &number);
  else if (stage->has_queue_iid)
    ok = perfetto_gpu_queues_unnamed (numbers, device, stage->queue_iid, &number);
  if (!ok)
    trace_builder_set_failed (import->builder);
  return number;
}

static uint32_t
row_of (PerfettoImport *import, const Stage *stage, const Shape *shape, uint32_t queue_name, SliceKind kind)
{
  int32_t device =
    shape->device >= 0 && shape->device <= INT32_MAX ? (int32_t) shape->device : MAX (stage->gpu, -1);
  const ImportRow row = {
    .form = ROW_DEVICE,
    .kind = kind,
    .place = import_tracks_place (import->tracks.rows, STRING_EMPTY, queue_name),
    .a = device,
    .b = stream_of (import, stage, shape, device, queue_name),
  };
  uint32_t result = import_tracks_row (import->tracks.rows, &row);

  if (result != TRACE_NONE && trace_builder_track (import->builder, result)->name == STRING_EMPTY)
    trace_builder_track (import->builder, result)->name = queue_name;
  return result;
}

static uint32_t
name_of (const Stage *stage, const PerfettoGpuKernel *kernel, uint32_t stage_name)
{
  if (kernel != NULL && kernel->demangled != STRING_EMPTY)
    return kernel->demangled;
  if (kernel != NULL && kernel->name != STRING_EMPTY)
    return kernel->name;
  return stage->name != STRING_EMPTY ? stage->name : stage_name;
}

static void
add_waits (PerfettoImport *import, ProtobufSpan span, uint32_t slice)
{
  ProtobufField field;

  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    if (protobuf_is (&field, STAGE_AWAITED, PROTOBUF_VARINT))
      perfetto_flows_add_wait (&import->flows, field.value, slice);
}

static void
add_stage (PerfettoImport *import, const PerfettoPacket *packet, ProtobufSpan span, const Stage *stage)
{
  const PerfettoGpuSpecification *queue =
    specification (import, packet, stage->has_queue_iid, stage->queue_iid);
  const PerfettoGpuSpecification *of_stage =
    specification (import, packet, stage->has_stage_iid, stage->stage_iid);
  const PerfettoGpuKernel *kernel = kernel_of (import, packet, stage);
  uint32_t queue_name = stage->has_queue_iid ? (queue != NULL ? queue->name : STRING_EMPTY)
                                             : name_at (&import->gpu.queues, stage->queue);
  uint32_t stage_name = stage->has_stage_iid ? (of_stage != NULL ? of_stage->name : STRING_EMPTY)
                                             : name_at (&import->gpu.stages, stage->stage);
  SliceKind kind = kind_of (import, stage, of_stage, queue != NULL && queue->is_compute);
  Shape shape;
  SliceInput slice = {
    .name = name_of (stage, kernel, stage_name),
    .category = category_of (import, kind),
    .kind = kind,
    .start_ns = packet->time_ns,
    .dur_ns = (int64_t) stage->duration,
    .args = write_args (import, packet, span, stage, kernel, stage_name, &shape),
  };
  uint32_t row = row_of (import, stage, &shape, queue_name, kind);

  if (!stage->has_duration)
    perfetto_note (import, HEALTH_EVENT_DURATION_MISSING, packet);
  if (slice.name == STRING_EMPTY)
    perfetto_note (import, HEALTH_EVENT_NAME_MISSING, packet);
  if (row == TRACE_NONE || row >= PERFETTO_SLICE_PLACED)
    {
      trace_builder_set_failed (import->builder);
      return;
    }
  slice.track = row | PERFETTO_SLICE_PLACED;
  uint32_t index = perfetto_slices_add (&import->slices, TRACE_NONE, &slice);
  if (index == PERFETTO_NO_SLICE)
    return;
  if (stage->has_event_id)
    perfetto_flows_add_event (&import->flows, stage->event_id, index);
  if (stage->has_waits)
    add_waits (import, span, index);
}

bool
perfetto_read_gpu_stage (PerfettoImport *import,
                         const PerfettoPacket *packet,
                         ProtobufSpan span,
                         HealthId *ret_why)
{
  Stage stage;

  if (!read_stage (import, packet, span, &stage))
    return false;
  if (stage.has_specifications && !read_specifications (import, stage.specifications))
    return false;
  /* A packet that only describes queues and stages has no event. */
  if (!stage.has_event_id && !stage.has_duration)
    return true;
  *ret_why = HEALTH_EVENT_TIME_INVALID;
  if (!packet->has_time)
    return false;
  *ret_why = HEALTH_EVENT_DURATION_INVALID;
  if (stage.duration > (uint64_t) TRACE_TIME_MAX_NS)
    return false;
  add_stage (import, packet, span, &stage);
  return true;
}
