/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_event.h"

#include <inttypes.h>
#include <stdio.h>

#include "trace/import/tracks/row_args.h"
#include "trace/import/xspace/xspace_details.h"
#include "trace/import/xspace/xspace_device.h"
#include "trace/import/xspace/xspace_time.h"
#include "trace/model/slice_name_kind.h"

/* No writer makes such events. */
#define EVENT_BYTES_MAX ((size_t) 16 << 20)

/* Lines that count from 1970 do so from a later time than this; others from the begin of the recording. */
#define ABSOLUTE_NS INT64_C (100000000000000000)

/* XLine, XEvent, XEventMetadata */
#define LINE_EVENTS       4
#define EVENT_NAME        1
#define EVENT_OFFSET_PS   2
#define EVENT_DURATION_PS 3
#define EVENT_STATS       4
#define EVENT_OCCURRENCES 5

/* Events with more stats are read twice. */
#define STATS_MAX 24

/* The cores of a chip have planes of their own, with lines of the same ids. */
#define CORE_STREAMS 1000

/* What is computed from the text of a kernel's details. */
#define SHAPES      64
#define RATIO_BYTES 48

typedef struct
{
  const char *text; /* among the names of the plane; NULL if there is none yet */
  size_t n_text;
  XSpaceKernel kernel;
  char blocks_per_sm[RATIO_BYTES], warps_per_sm[RATIO_BYTES], occupancy[RATIO_BYTES];
  uint8_t n_blocks_per_sm, n_warps_per_sm, n_occupancy; /* bytes; 0 if it is not known */
} Shape;

typedef struct
{
  XSpaceImport *import;
  XSpacePlane *plane;
  const XSpaceLine *line;
  Shape shapes[SHAPES];
  GpuLimits limits;
  bool is_device;
  XSpaceLineWord word;
  int64_t stream;
  uint32_t place;
  uint32_t tracks[N_SLICE_KINDS];     /* TRACE_NONE while there is none */
  uint32_t thread;                    /* track likewise */
  uint32_t categories[N_SLICE_KINDS]; /* of events of devices; STRING_EMPTY while there is none */
} Line;

/* What the stats of an event tell beside their arguments. */
typedef struct
{
  int64_t correlation;
  const char *kernel, *copy;
  size_t n_kernel, n_copy;
  bool is_kernel_kept; /* the text of the kernel is one of the plane's */
  bool is_memset, is_eager;
  bool has_step_number, has_group, has_step_name;
  int64_t step_number, group, step_name;
  bool has_producer, has_consumer;
  uint64_t producer, consumer;
  int64_t producer_type, consumer_type;
  double occupancy_percent;
  const char *allocator;
  size_t n_allocator;
  int64_t index_on_host, allocated, reserved, bytes, address; /* -1 if not told */
} Facts;

typedef struct
{
  int64_t name_id, offset_ps, duration_ps;
  bool is_aggregate;
  ProtobufSpan span;
  ProtobufSpan stats[STATS_MAX]; /* the first of them */
  unsigned n_stats;
} Event;

/* ---- stats ---- */

static void
take_integer (const XSpaceStat *stat, bool *ret_has, int64_t *ret_number)
{
  int64_t number;

  if (xspace_stat_integer (stat, &number))
    {
      *ret_has = true;
      *ret_number = number;
    }
}

static void
take_amount (const XSpaceStat *stat, int64_t *ret_number)
{
  int64_t number;

  if (xspace_stat_integer (stat, &number) && number >= 0)
    *ret_number = number;
}

static void
take_fact (const Line *line, const XSpaceStat *stat, XSpaceStatWord word, Facts *facts)
{
  bool has;

  switch (word)
    {
    case XSPACE_STAT_CORRELATION:
      take_integer (stat, &has, &facts->correlation);
      break;
    case XSPACE_STAT_KERNEL_DETAILS:
      xspace_stat_text (stat, line->plane, &facts->kernel, &facts->n_kernel);
      facts->is_kernel_kept = stat->kind == XSPACE_VALUE_REFERENCE;
      break;
    case XSPACE_STAT_MEMSET_DETAILS:
      facts->is_memset = true;
      xspace_stat_text (stat, line->plane, &facts->copy, &facts->n_copy);
      break;
    case XSPACE_STAT_MEMCPY_DETAILS:
      xspace_stat_text (stat, line->plane, &facts->copy, &facts->n_copy);
      break;
    case XSPACE_STAT_OCCUPANCY:
      if (stat->kind == XSPACE_VALUE_DOUBLE)
        facts->occupancy_percent = protobuf_double (stat->number);
      break;
    case XSPACE_STAT_STEP_NUMBER:
      take_integer (stat, &facts->has_step_number, &facts->step_number);
      break;
    case XSPACE_STAT_STEP_NAME:
      take_integer (stat, &facts->has_step_name, &facts->step_name);
      break;
    case XSPACE_STAT_GROUP:
      take_integer (stat, &facts->has_group, &facts->group);
      break;
    case XSPACE_STAT_PRODUCER_TYPE:
      take_integer (stat, &has, &facts->producer_type);
      break;
    case XSPACE_STAT_PRODUCER:
      facts->has_producer = true;
      facts->producer = stat->number;
      break;
    case XSPACE_STAT_CONSUMER_TYPE:
      take_integer (stat, &has, &facts->consumer_type);
      break;
    case XSPACE_STAT_CONSUMER:
      facts->has_consumer = true;
      facts->consumer = stat->number;
      break;
    case XSPACE_STAT_IS_EAGER:
      facts->is_eager = true;
      break;
    case XSPACE_STAT_ALLOCATOR:
      xspace_stat_text (stat, line->plane, &facts->allocator, &facts->n_allocator);
      break;
    case XSPACE_STAT_INDEX_ON_HOST:
      take_amount (stat, &facts->index_on_host);
      break;
    case XSPACE_STAT_BYTES_ALLOCATED:
      take_amount (stat, &facts->allocated);
      break;
    case XSPACE_STAT_BYTES_RESERVED:
      take_amount (stat, &facts->reserved);
      break;
    case XSPACE_STAT_ALLOCATION_BYTES:
      take_amount (stat, &facts->bytes);
      break;
    case XSPACE_STAT_ADDRESS:
      take_amount (stat, &facts->address);
      break;
    default:
      break;
    }
}

static void
put_stat (Line *line, RowArgs *args, const XSpaceStat *stat, const XSpaceStatName *name)
{
  XSpaceImport *import = line->import;
  uint32_t key = name->word == XSPACE_STAT_CORRELATION ? import->keys[XSPACE_KEY_CORRELATION] : name->key;
  const XSpaceStatName *other;
  char text[40];

  switch (stat->kind)
    {
    case XSPACE_VALUE_DOUBLE:
      row_args_number (args, key, protobuf_double (stat->number));
      break;
    case XSPACE_VALUE_UNSIGNED:
      row_args_unsigned (args, key, stat->number);
      break;
    case XSPACE_VALUE_INTEGER:
      row_args_integer (args, key, (int64_t) stat->number);
      break;
    case XSPACE_VALUE_TEXT:
      row_args_text (args, key, stat->text, stat->length);
      break;
    case XSPACE_VALUE_REFERENCE:
      other = xspace_plane_stat (import, line->plane, (int64_t) stat->number);
      if (other != NULL)
        row_args_string (args, key, other->text);
      break;
    case XSPACE_VALUE_BYTES:
      snprintf (text, sizeof text, "%zu bytes", stat->length);
      row_args_text (args, key, text, strlen (text));
      break;
    case XSPACE_VALUE_NONE:
      break;
    }
}

/* A damaged one is left out. */
static void
put_one (Line *line, RowArgs *args, ProtobufSpan span, Facts *facts)
{
  XSpaceStat stat;
  const XSpaceStatName *name;

  if (!xspace_stat_read (span, &stat)
      || (name = xspace_plane_stat (line->import, line->plane, stat.id)) == NULL)
    return;
  if (name->word != XSPACE_STAT_OTHER)
    take_fact (line, &stat, name->word, facts);
  put_stat (line, args, &stat, name);
}

/* Writes the stats among the fields of a message, which have that number. */
static void
put_stats (Line *line, RowArgs *args, ProtobufSpan span, uint32_t number, Facts *facts)
{
  ProtobufField field;

  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    if (protobuf_is (&field, number, PROTOBUF_BYTES))
      put_one (line, args, protobuf_inside (&field), facts);
}

static void
put_own_stats (Line *line, RowArgs *args, const Event *event, Facts *facts)
{
  if (event->n_stats > STATS_MAX)
    put_stats (line, args, event->span, EVENT_STATS, facts);
  for (unsigned i = 0; i < event->n_stats && event->n_stats <= STATS_MAX; i++)
    put_one (line, args, event->stats[i], facts);
}

#define NAMED_STATS 5

static ProtobufSpan
stats_of_name (const Line *line, const XSpaceEventName *name)
{
  if (name->n_stats == 0)
    return (ProtobufSpan){ NULL, NULL };
  const uint8_t *at = line->plane->texts.at + name->stats_at;
  return (ProtobufSpan){ at, at + name->n_stats };
}

/* ---- arguments of device work ---- */

/* Writes at most six decimals, without zeros at the end, and returns the length; 0 if there is no ratio. */
static uint8_t
print_ratio (char text[RATIO_BYTES], int64_t of, int64_t by)
{
  int64_t millionths;

  if (by <= 0 || of < 0 || __builtin_mul_overflow (of, INT64_C (1000000), &millionths))
    return 0;
  millionths = (millionths + by / 2) / by;
  int length =
    snprintf (text, RATIO_BYTES, "%" PRId64 ".%06" PRId64, millionths / 1000000, millionths % 1000000);
  while (text[length - 1] == '0')
    length--;
  if (text[length - 1] == '.')
    length--;
  return (uint8_t) length;
}

static int64_t
product (const int64_t three[3])
{
  int64_t all;

  return __builtin_mul_overflow (three[0] * three[1], three[2], &all) ? -1 : all;
}

static void
find_load (const GpuLimits *gpu, Shape *shape)
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
find_occupancy (const GpuLimits *gpu, Shape *shape)
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

/* Launches of one shape follow one another, and refer to the same text. */
static const Shape *
shape_of (Line *line, const Facts *facts)
{
  Shape *shape = &line->shapes[((uintptr_t) facts->kernel >> 4) % SHAPES];

  if (shape->text == facts->kernel && shape->n_text == facts->n_kernel && facts->is_kernel_kept)
    return shape;
  *shape = (Shape){ .text = facts->is_kernel_kept ? facts->kernel : NULL, .n_text = facts->n_kernel };
  xspace_details_kernel (facts->kernel, facts->n_kernel, &shape->kernel);
  if (shape->kernel.has_grid && shape->kernel.has_block)
    find_load (&line->limits, shape);
  find_occupancy (&line->limits, shape);
  return shape;
}

static void
put_kernel (Line *line, RowArgs *args, const Facts *facts)
{
  const uint32_t *keys = line->import->keys;
  const Shape *shape = shape_of (line, facts);
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
  if (facts->occupancy_percent > 0 && facts->occupancy_percent <= 100)
    row_args_number (args, keys[XSPACE_KEY_OCCUPANCY], facts->occupancy_percent);
  else if (shape->n_occupancy > 0)
    row_args_json (args, keys[XSPACE_KEY_OCCUPANCY], shape->occupancy, shape->n_occupancy);
}

/* Returns the name of a copy in the words of all formats: "Memcpy HtoD (Host -> Device)". */
static uint32_t
put_copy (Line *line, RowArgs *args, const char *name, size_t n_name, const Facts *facts)
{
  const uint32_t *keys = line->import->keys;
  TraceBuilder *builder = line->import->builder;
  XSpaceCopy copy;
  char text[64];

  xspace_details_copy (facts->copy, facts->n_copy, &copy);
  const char *kind = facts->is_memset ? NULL : xspace_copy_kind (name, n_name, &copy);
  if (kind != NULL)
    row_args_text (args, keys[XSPACE_KEY_KIND], kind, strlen (kind));
  if (copy.bytes >= 0)
    row_args_integer (args, keys[XSPACE_KEY_BYTES], copy.bytes);
  if (facts->is_memset)
    return trace_builder_string (builder, "Memset (Device)", 15);
  if (kind == NULL)
    return trace_builder_string (builder, "Memcpy", 6);
  snprintf (text, sizeof text, "Memcpy %s (%s -> %s)", kind, kind[0] == 'H' ? "Host" : "Device",
            kind[3] == 'H' ? "Host" : "Device");
  return trace_builder_string (builder, text, strlen (text));
}

/* ---- rows ---- */

static uint32_t
track_of (Line *line, SliceKind kind)
{
  XSpaceImport *import = line->import;

  if (line->tracks[kind] == TRACE_NONE)
    {
      line->tracks[kind] =
        import_tracks_row (import->tracks, &(ImportRow){
                                             .form = line->is_device ? ROW_DEVICE : ROW_HOST,
                                             .kind = kind,
                                             .place = line->place,
                                             .a = line->plane->number,
                                             .b = line->stream,
                                           });
      if (line->is_device)
        import_tracks_set_device_track (import->tracks, line->place, line->tracks[kind]);
    }
  return line->tracks[kind];
}

static void
add_slice (Line *line, SliceInput *slice)
{
  EventCounts *events = trace_builder_event_counts (line->import->builder);

  slice->track = track_of (line, slice->kind);
  trace_builder_add_slice (line->import->builder, slice);
  events->total++;
  events->slices++;
}

static void
add_instant (Line *line, const SliceInput *slice)
{
  XSpaceImport *import = line->import;
  EventCounts *events = trace_builder_event_counts (import->builder);

  if (line->thread == TRACE_NONE)
    line->thread =
      import_tracks_row (import->tracks, &(ImportRow){ .form = ROW_THREAD, .place = line->place });
  trace_builder_add_instant (import->builder, &(TraceInstant){
                                                .track = line->thread,
                                                .name = slice->name,
                                                .category = slice->category,
                                                .scope = 't',
                                                .time_ns = slice->start_ns,
                                                .args = slice->args,
                                              });
  events->total++;
  events->instants++;
}

/* Producers and consumers of one type and id belong together. */
static void
add_flow_point (Line *line, const SliceInput *slice, FlowPointPhase phase, int64_t type, uint64_t id)
{
  XSpaceImport *import = line->import;

  trace_builder_add_flow_point (import->builder,
                                &(FlowPoint){
                                  .key = id ^ (uint64_t) type * UINT64_C (0x9e3779b97f4a7c15),
                                  .category = import->flow_category,
                                  .place = import_tracks_flow_place (import->tracks, line->place),
                                  .time_ns = slice->start_ns,
                                  .phase = phase,
                                  .prefer = slice->kind,
                                });
  /* An end of an arrow is an event of its own in other formats. */
  trace_builder_event_counts (import->builder)->total++;
  trace_builder_event_counts (import->builder)->flows++;
}

static void
add_flows (Line *line, const SliceInput *slice, const Facts *facts)
{
  if (facts->has_consumer)
    add_flow_point (line, slice, FLOW_POINT_END, facts->consumer_type, facts->consumer);
  if (facts->has_producer)
    add_flow_point (line, slice, FLOW_POINT_START, facts->producer_type, facts->producer);
}

/* ---- events of devices ---- */

static SliceKind
kind_of_work (const Line *line, const Facts *facts, const char *name, size_t length)
{
  if (line->plane->word != XSPACE_PLANE_GPU)
    return line->plane->word == XSPACE_PLANE_TPU ? SLICE_KERNEL : SLICE_ACCELERATOR;
  if (facts->is_memset)
    return SLICE_MEMSET;
  if (facts->kernel != NULL)
    return SLICE_KERNEL;
  return facts->copy != NULL ? SLICE_MEMCPY : slice_kind_of_device_name (name, length);
}

static void
put_device_args (Line *line, RowArgs *args, SliceInput *slice, Facts *facts)
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
category_word (const Line *line, SliceKind kind)
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

static uint32_t
category_of_device (Line *line, SliceKind kind)
{
  if (line->categories[kind] == STRING_EMPTY)
    {
      const char *word = category_word (line, kind);

      line->categories[kind] = trace_builder_string (line->import->builder, word, strlen (word));
    }
  return line->categories[kind];
}

/* ---- events of the host ---- */

/* "GPU_4_bfc" allocates memory of GPU 4. TensorFlow's other allocators are those of the host; those of TPUs have an index
 * instead of a name. */
static int64_t
device_of_allocator (const Facts *facts)
{
  const char *digits =
    facts->allocator != NULL && facts->n_allocator > 4 && memcmp (facts->allocator, "GPU_", 4) == 0
      ? facts->allocator + 4
      : NULL;
  int64_t number = 0;

  if (digits == NULL)
    return facts->allocator == NULL ? facts->index_on_host : -1;
  for (size_t i = 0; i < facts->n_allocator - 4 && i < 6 && g_ascii_isdigit (digits[i]); i++)
    number = 10 * number + (digits[i] - '0');
  return g_ascii_isdigit (digits[0]) ? number : -1;
}

/* The amount in use becomes a counter, as it does from PyTorch's "[memory]" instants (trace/derive/memory_use.h). */
static bool
put_memory (Line *line, RowArgs *args, const Facts *facts, bool is_release)
{
  const uint32_t *keys = line->import->keys;
  int64_t device = device_of_allocator (facts);

  if (facts->allocated < 0)
    return false;
  if (facts->bytes >= 0)
    row_args_integer (args, keys[XSPACE_KEY_MEMORY_BYTES], is_release ? -facts->bytes : facts->bytes);
  if (facts->address >= 0)
    row_args_integer (args, keys[XSPACE_KEY_MEMORY_ADDRESS], facts->address);
  row_args_integer (args, keys[XSPACE_KEY_MEMORY_DEVICE_TYPE], device >= 0);
  row_args_integer (args, keys[XSPACE_KEY_MEMORY_DEVICE], device);
  row_args_integer (args, keys[XSPACE_KEY_MEMORY_ALLOCATED], facts->allocated);
  if (facts->reserved >= 0)
    row_args_integer (args, keys[XSPACE_KEY_MEMORY_RESERVED], facts->reserved);
  return true;
}

static void
set_host_kind (Line *line, const XSpaceEventName *name, const Facts *facts, SliceInput *slice)
{
  TraceBuilder *builder = line->import->builder;
  const char *category;

  slice->kind = name != NULL ? (SliceKind) name->host_kind : SLICE_ANNOTATION;
  slice->category = name != NULL ? name->category : trace_builder_string (builder, "user_annotation", 15);
  if (name == NULL || slice->kind == SLICE_PYTHON || (facts->correlation == 0 && !facts->is_eager))
    return;
  slice->kind = xspace_host_kind (xspace_text (line->plane, name->name), name->name.length,
                                  facts->correlation != 0, name->is_operator || facts->is_eager, &category);
  slice->category = trace_builder_string (builder, category, strlen (category));
}

/* ---- any event ---- */

static bool
skip (Line *line, HealthId id, int64_t offset)
{
  trace_builder_event_counts (line->import->builder)->skipped++;
  trace_builder_add_health (line->import->builder, id, 1, offset);
  return false;
}

static bool
read_event (Line *line, ProtobufSpan span, int64_t offset, Event *ret_event)
{
  ProtobufState state;
  ProtobufField field;

  ret_event->name_id = ret_event->offset_ps = ret_event->duration_ps = 0;
  ret_event->is_aggregate = false;
  ret_event->span = span;
  ret_event->n_stats = 0;
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, EVENT_STATS, PROTOBUF_BYTES))
      {
        if (ret_event->n_stats < STATS_MAX)
          ret_event->stats[ret_event->n_stats] = protobuf_inside (&field);
        ret_event->n_stats++;
      }
    else if (field.wire != PROTOBUF_VARINT)
      continue;
    else if (field.number == EVENT_NAME)
      ret_event->name_id = (int64_t) field.value;
    else if (field.number == EVENT_DURATION_PS)
      ret_event->duration_ps = (int64_t) field.value;
    else if (field.number == EVENT_OFFSET_PS || field.number == EVENT_OCCURRENCES)
      {
        /* One of the two: the last one. */
        ret_event->is_aggregate = field.number == EVENT_OCCURRENCES;
        ret_event->offset_ps = ret_event->is_aggregate ? 0 : (int64_t) field.value;
      }
  return state == PROTOBUF_END || skip (line, HEALTH_XSPACE_EVENT_DAMAGED, offset);
}

/* Sets begin and duration from the picoseconds of begin and end. */
static bool
take_span (Line *line, Event *event, int64_t offset, SliceInput *slice)
{
  XSpaceImport *import = line->import;
  int64_t end_ps, end_ns;

  if (!xspace_time (line->line->begin_ns, event->offset_ps, &slice->start_ns))
    return skip (line, HEALTH_EVENT_TIME_INVALID, offset);
  if (event->duration_ps < 0)
    {
      trace_builder_add_health (import->builder, HEALTH_EVENT_DURATION_NEGATIVE, 1, offset);
      event->duration_ps = 0;
    }
  if (__builtin_add_overflow (event->offset_ps, event->duration_ps, &end_ps)
      || !xspace_time (line->line->begin_ns, end_ps, &end_ns))
    return skip (line, HEALTH_EVENT_DURATION_INVALID, offset);
  slice->dur_ns = end_ns - slice->start_ns;
  if (slice->start_ns < 0)
    trace_builder_add_health (import->builder, HEALTH_EVENT_TIME_NEGATIVE, 1, offset);
  import->n_rounded += (unsigned) (event->offset_ps % 1000 != 0) + (unsigned) (end_ps % 1000 != 0);
  return true;
}

static uint32_t
name_without_entry (Line *line, int64_t id, int64_t offset)
{
  char text[40];
  int length = snprintf (text, sizeof text, "event %" PRId64, id);

  trace_builder_add_health (line->import->builder, HEALTH_EVENT_NAME_MISSING, 1, offset);
  return trace_builder_string (line->import->builder, text, (size_t) length);
}

/* Writes the arguments of the event, and gathers what its stats tell. */
static void
put_args (Line *line, const Event *event, XSpaceEventName *name, Facts *facts, SliceInput *slice)
{
  RowArgs args;

  row_args_begin (&args, line->import->builder);
  put_own_stats (line, &args, event, facts);
  if (name != NULL && name->n_stats > 0)
    put_stats (line, &args, stats_of_name (line, name), NAMED_STATS, facts);
  if (name != NULL && name->long_name != STRING_EMPTY)
    row_args_string (&args, line->import->keys[XSPACE_KEY_LONG_NAME], name->long_name);
  if (line->is_device)
    put_device_args (line, &args, slice, facts);
  else if (facts->allocated >= 0 && event->duration_ps == 0)
    {
      size_t length;
      const char *text =
        string_table_get (trace_builder_strings (line->import->builder), slice->name, &length);
      bool is_release = length >= 18 && memcmp (text, "MemoryDeallocation", 18) == 0;

      if (length >= 6 && memcmp (text, "Memory", 6) == 0 && put_memory (line, &args, facts, is_release))
        slice->name = line->import->memory_name;
    }
  else if (facts->has_step_number && facts->step_number >= 0 && name != NULL)
    row_args_string (&args, line->import->keys[XSPACE_KEY_LONG_NAME], slice->name);
  slice->args = row_args_end (&args);
}

static void
add_device_event (Line *line, SliceInput *slice, const Facts *facts)
{
  XSpaceImport *import = line->import;
  int64_t number = facts->has_step_name ? facts->step_name : facts->group;

  slice->category = category_of_device (line, slice->kind);
  slice->correlation = line->word == XSPACE_LINE_WORK ? facts->correlation : 0;
  add_slice (line, slice);
  if (line->word == XSPACE_LINE_STEPS && (facts->has_group || facts->has_step_name)
      && !xspace_steps_add_device (&import->steps, facts->has_group ? facts->group : number, number,
                                   slice->start_ns, slice->start_ns + slice->dur_ns))
    trace_builder_set_failed (import->builder);
}

static void
add_host_event (Line *line,
                const XSpaceEventName *name,
                SliceInput *slice,
                const Facts *facts,
                bool is_instant)
{
  XSpaceImport *import = line->import;

  set_host_kind (line, name, facts, slice);
  if (facts->has_step_number && facts->step_number >= 0)
    {
      slice->name = xspace_step_name (import->builder, facts->step_number);
      slice->kind = SLICE_ANNOTATION;
      slice->category = trace_builder_string (import->builder, "user_annotation", 15);
      import->steps.has_marks = true;
    }
  slice->correlation = slice->kind == SLICE_CALL ? facts->correlation : 0;
  if (import->host_pid == STRING_EMPTY)
    import->host_pid = trace_builder_string (import->builder, xspace_text (line->plane, line->plane->name),
                                             line->plane->name.length);
  /* A link needs a slice at its end. */
  if (is_instant && !facts->has_producer && !facts->has_consumer)
    add_instant (line, slice);
  else
    add_slice (line, slice);
  if (facts->has_group
      && !xspace_steps_add_host (&import->steps, facts->group, slice->start_ns,
                                 slice->start_ns + slice->dur_ns))
    trace_builder_set_failed (import->builder);
}

static void
add_event (Line *line, ProtobufSpan span, int64_t offset)
{
  XSpaceImport *import = line->import;
  Facts facts = { .index_on_host = -1, .allocated = -1, .reserved = -1, .bytes = -1, .address = -1 };
  SliceInput slice = { .kind = SLICE_DEVICE_ANNOTATION, .args = ARGS_NONE };
  Event event;

  import->n_events++;
  if (!read_event (line, span, offset, &event))
    return;
  if (event.is_aggregate)
    {
      trace_builder_event_counts (import->builder)->total++;
      trace_builder_add_health (import->builder, HEALTH_XSPACE_AGGREGATE, 1, offset);
      return;
    }
  if (!take_span (line, &event, offset, &slice))
    return;
  XSpaceEventName *name = xspace_plane_event (import, line->plane, event.name_id);
  slice.name = name != NULL ? name->shown : name_without_entry (line, event.name_id, offset);

  bool is_shared = event.n_stats == 0 && name != NULL && (!line->is_device || line->word != XSPACE_LINE_WORK)
                   && name->n_stats == 0;
  if (is_shared && name->has_shared_args)
    slice.args = name->shared_args;
  else if (event.n_stats > 0 || line->is_device || (name != NULL && name->n_stats + name->long_name > 0))
    put_args (line, &event, name, &facts, &slice);
  if (is_shared)
    {
      /* Arguments of a device's line are those of its stream. */
      name->has_shared_args = !line->is_device;
      name->shared_args = slice.args;
    }

  if (line->is_device)
    add_device_event (line, &slice, &facts);
  else
    add_host_event (line, name, &slice, &facts, event.duration_ps == 0);
  add_flows (line, &slice, &facts);
}

/* ---- lines ---- */

static uint32_t
number_text (TraceBuilder *builder, int64_t number)
{
  char text[24];
  int length = snprintf (text, sizeof text, "%" PRId64, number);

  return trace_builder_string (builder, text, (size_t) length);
}

/* "/device:TPU:0 SparseCore 1": what follows the number of the device. */
static XSpaceText
core_of_plane (const XSpacePlane *plane)
{
  const char *name = xspace_text (plane, plane->name);
  const char *space = memchr (name, ' ', plane->name.length);
  size_t n_before = space != NULL ? (size_t) (space + 1 - name) : 0;

  if (space == NULL || plane->word == XSPACE_PLANE_OTHER)
    return (XSpaceText){ 0 };
  return (XSpaceText){ plane->name.at + n_before, plane->name.length - n_before };
}

static int64_t
streams_of_core (const XSpacePlane *plane, XSpaceText core)
{
  int64_t number = 0;

  for (size_t i = 0; i < core.length; i++)
    if (g_ascii_isdigit (xspace_text (plane, core)[i]) && number < 1000)
      number = 10 * number + (xspace_text (plane, core)[i] - '0');
  return core.length > 0 ? CORE_STREAMS * (number + 1) : 0;
}

static void
name_line (Line *line, XSpaceText core)
{
  XSpaceImport *import = line->import;
  XSpaceText text = line->line->display.length > 0 ? line->line->display : line->line->name;
  g_autoptr (GString) name = g_string_new_len (xspace_text (line->plane, core), (gssize) core.length);

  if (core.length > 0 && text.length > 0)
    g_string_append_c (name, ' ');
  g_string_append_len (name, xspace_text (line->plane, text), (gssize) text.length);
  if (name->len > 0)
    import_tracks_describe (import->tracks,
                            &(ImportDescription){
                              .kind = DESCRIBES_THREAD_NAME,
                              .place = line->place,
                              .text = trace_builder_string (import->builder, name->str, name->len),
                            });
}

static void
begin_line (Line *line)
{
  XSpaceImport *import = line->import;
  const XSpacePlane *plane = line->plane;
  XSpaceText core = core_of_plane (plane);
  uint32_t pid = trace_builder_string (import->builder, xspace_text (plane, plane->name), plane->name.length);

  line->is_device =
    plane->word == XSPACE_PLANE_GPU || plane->word == XSPACE_PLANE_TPU || plane->word == XSPACE_PLANE_DEVICE;
  line->word = xspace_line_word (plane->word, xspace_text (plane, line->line->name), line->line->name.length);
  line->stream = line->line->id;
  if (core.length > 0
      && __builtin_add_overflow (line->line->id, streams_of_core (plane, core), &line->stream))
    line->stream = line->line->id;
  line->place = import_tracks_place (import->tracks, pid, number_text (import->builder, line->line->id));
  line->thread = TRACE_NONE;
  for (int i = 0; i < N_SLICE_KINDS; i++)
    line->tracks[i] = TRACE_NONE;
  name_line (line, core);
  import->has_absolute = import->has_absolute || line->line->begin_ns >= ABSOLUTE_NS;
}

static void
read_line (XSpaceImport *import, XSpacePlane *plane, const XSpaceLine *at, const GpuLimits *limits)
{
  Line line = { .import = import, .plane = plane, .line = at, .limits = *limits };
  ProtobufStreamField field;
  ProtobufSpan span;

  protobuf_stream_seek (import->stream, at->at);
  if (!xspace_next (import, &field) || !xspace_enter (import, &field))
    return;
  begin_line (&line);
  while (true)
    {
      uint64_t offset;

      while (protobuf_stream_take_run (import->stream, LINE_EVENTS, &span, &offset))
        add_event (&line, span, (int64_t) offset);
      if (!xspace_next (import, &field))
        break;
      if (field.number != LINE_EVENTS || field.wire != PROTOBUF_BYTES)
        continue;
      if (xspace_bytes (import, EVENT_BYTES_MAX, &span))
        add_event (&line, span, (int64_t) field.offset);
      else if (!xspace_stopped (import) && !import->is_cut)
        {
          import->n_events++;
          skip (&line, HEALTH_XSPACE_EVENT_DAMAGED, (int64_t) field.offset);
        }
    }
}

void
xspace_events_read (XSpaceImport *import, XSpacePlane *plane)
{
  GpuLimits limits;

  xspace_device_read (import, plane, &limits);
  import->is_second = true;
  for (size_t i = 0; i < plane->lines.n && !xspace_stopped (import); i++)
    read_line (import, plane, &plane->lines.at[i], &limits);
  import->is_second = false;
}
