/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_event.h"

#include "trace/import/xspace/xspace_device.h"
#include "trace/import/xspace/xspace_reading.h"
#include "trace/import/xspace/xspace_time.h"
#include "trace/text/decimal_time.h"

/* No writer makes such events. */
#define EVENT_BYTES_MAX ((size_t) 16 << 20)

/* XLine, XEvent */
#define LINE_EVENTS       4
#define EVENT_NAME        1
#define EVENT_OFFSET_PS   2
#define EVENT_DURATION_PS 3
#define EVENT_OCCURRENCES 5

/* ---- events of the host ---- */

/* "GPU_4_bfc" allocates memory of GPU 4. TensorFlow's other allocators are those of the host; those of TPUs have an index
 * instead of a name. */
static int64_t
device_of_allocator (const XSpaceFacts *facts)
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
put_memory (XSpaceReading *line, RowArgs *args, const XSpaceFacts *facts, bool is_release)
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
set_host_kind (XSpaceReading *line, XSpaceEventName *name, const XSpaceFacts *facts, SliceInput *slice)
{
  const XSpaceHostKind *kind = name != NULL ? &name->host : NULL;

  if (kind == NULL)
    {
      slice->kind = SLICE_ANNOTATION;
      slice->category = trace_builder_string (line->import->builder, "user_annotation", 15);
      return;
    }
  if (kind->kind != SLICE_PYTHON && (facts->correlation != 0 || facts->is_eager))
    kind = xspace_plane_host_kind (line->import, line->plane, name, facts->correlation != 0, facts->is_eager);
  slice->kind = (SliceKind) kind->kind;
  slice->category = kind->category;
}

/* ---- any event ---- */

static void
take_stats (XSpaceEvent *event, ProtobufSpan stats)
{
  if (event->n_stats < XSPACE_STATS_MAX)
    event->stats[event->n_stats] = stats;
  event->n_stats++;
}

static void
take_number (XSpaceEvent *event, uint32_t number, int64_t value)
{
  if (number == EVENT_NAME)
    event->name_id = value;
  else if (number == EVENT_DURATION_PS)
    event->duration_ps = value;
  else if (number == EVENT_OFFSET_PS || number == EVENT_OCCURRENCES)
    {
      /* One of the two: the last one. */
      event->is_aggregate = number == EVENT_OCCURRENCES;
      event->offset_ps = event->is_aggregate ? 0 : value;
    }
}

/* Takes the fields of the numbers 1 to 5 from the begin, which are all that writers write. */
static void
take_usual (XSpaceEvent *event, ProtobufSpan *span)
{
  const uint8_t *at = span->at, *end = span->end;
  uint64_t value;

  for (; at < end; span->at = at)
    {
      uint8_t tag = *at++;

      if (tag > (EVENT_OCCURRENCES << 3 | PROTOBUF_VARINT) || tag < 8
          || (at = protobuf_varint (at, end, &value)) == NULL)
        return;
      if (tag == (XSPACE_EVENT_STATS << 3 | PROTOBUF_BYTES) && value <= (uint64_t) (end - at))
        {
          take_stats (event, (ProtobufSpan){ at, at + value });
          at += value;
        }
      else if ((tag & 7) == PROTOBUF_VARINT)
        take_number (event, tag >> 3, (int64_t) value);
      else
        return;
    }
}

static bool
read_event (XSpaceReading *line, ProtobufSpan span, int64_t offset, XSpaceEvent *ret_event)
{
  ProtobufSpan rest = span;
  ProtobufState state;
  ProtobufField field;

  ret_event->name_id = ret_event->offset_ps = ret_event->duration_ps = 0;
  ret_event->is_aggregate = false;
  ret_event->span = span;
  ret_event->n_stats = 0;
  take_usual (ret_event, &rest);
  while ((state = protobuf_next (&rest, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, XSPACE_EVENT_STATS, PROTOBUF_BYTES))
      take_stats (ret_event, protobuf_inside (&field));
    else if (field.wire == PROTOBUF_VARINT)
      take_number (ret_event, field.number, (int64_t) field.value);
  return state == PROTOBUF_END || xspace_reading_skip (line, HEALTH_XSPACE_EVENT_DAMAGED, offset);
}

/* Sets begin and duration from the picoseconds of begin and end. */
static bool
take_span (XSpaceReading *line, XSpaceEvent *event, int64_t offset, SliceInput *slice)
{
  XSpaceImport *import = line->import;
  int64_t end_ps, end_ns;

  if (!xspace_time (line->begin_ns, event->offset_ps, &slice->start_ns))
    return xspace_reading_skip (line, HEALTH_EVENT_TIME_INVALID, offset);
  if (event->duration_ps < 0)
    {
      trace_builder_add_health (import->builder, HEALTH_EVENT_DURATION_NEGATIVE, 1, offset);
      event->duration_ps = 0;
    }
  if (__builtin_add_overflow (event->offset_ps, event->duration_ps, &end_ps)
      || !xspace_time (line->begin_ns, end_ps, &end_ns))
    return xspace_reading_skip (line, HEALTH_EVENT_DURATION_INVALID, offset);
  slice->dur_ns = end_ns - slice->start_ns;
  if (slice->start_ns < 0 && !line->is_absolute)
    trace_builder_add_health (import->builder, HEALTH_EVENT_TIME_NEGATIVE, 1, offset);
  import->n_rounded += (unsigned) (event->offset_ps % 1000 != 0) + (unsigned) (end_ps % 1000 != 0);
  return true;
}

/* Writes the arguments of the event, and gathers what its stats tell. */
static void
put_args (XSpaceReading *line,
          const XSpaceEvent *event,
          XSpaceEventName *name,
          XSpaceFacts *facts,
          SliceInput *slice)
{
  RowArgs args;

  row_args_begin (&args, line->import->builder);
  xspace_facts_put_own (line, &args, event, facts);
  if (name != NULL)
    xspace_facts_put_named (line, &args, name, facts);
  if (name != NULL && name->long_name != STRING_EMPTY)
    row_args_string (&args, line->import->keys[XSPACE_KEY_LONG_NAME], name->long_name);
  if (line->is_device)
    xspace_device_args_put (line, &args, slice, facts);
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

/* Steps without any number are told by their names, else counted in the order of the line. */
static bool
add_step_without_number (XSpaceReading *line, const SliceInput *slice)
{
  size_t length;
  const char *name = string_table_get (trace_builder_strings (line->import->builder), slice->name, &length);
  int64_t nth = line->n_steps++, number;

  if (!decimal_to_integer (name, length, &number) || number < 0)
    number = nth;
  return xspace_steps_add_nth (&line->import->steps, nth, number, slice->start_ns,
                               slice->start_ns + slice->dur_ns);
}

static void
add_device_event (XSpaceReading *line, SliceInput *slice, const XSpaceFacts *facts)
{
  XSpaceImport *import = line->import;
  int64_t number = facts->has_step_name ? facts->step_name : facts->group;

  slice->category = xspace_device_args_category (line, slice->kind);
  slice->correlation = line->word == XSPACE_LINE_WORK ? facts->correlation : 0;
  xspace_reading_add_slice (line, slice);
  if (line->word == XSPACE_LINE_STEPS
      && !(facts->has_group || facts->has_step_name
             ? xspace_steps_add_device (&import->steps, facts->has_group ? facts->group : number, number,
                                        slice->start_ns, slice->start_ns + slice->dur_ns)
             : add_step_without_number (line, slice)))
    trace_builder_set_failed (import->builder);
}

static void
add_host_event (XSpaceReading *line,
                XSpaceEventName *name,
                SliceInput *slice,
                const XSpaceFacts *facts,
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
    import->host_pid = line->pid;
  /* A link needs a slice at its end. */
  if (is_instant && !facts->has_producer && !facts->has_consumer)
    xspace_reading_add_instant (line, slice);
  else
    xspace_reading_add_slice (line, slice);
  if (facts->has_group
      && !xspace_steps_add_host (&import->steps, facts->group, slice->start_ns,
                                 slice->start_ns + slice->dur_ns))
    trace_builder_set_failed (import->builder);
}

static void
add_event (XSpaceReading *line, ProtobufSpan span, int64_t offset)
{
  XSpaceImport *import = line->import;
  XSpaceFacts facts = { .index_on_host = -1, .allocated = -1, .reserved = -1, .bytes = -1, .address = -1 };
  SliceInput slice = { .kind = SLICE_DEVICE_ANNOTATION, .args = ARGS_NONE };
  XSpaceEvent event;

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
  slice.name = name != NULL ? name->shown : xspace_plane_unnamed (import, event.name_id);
  if (name == NULL || name->is_unnamed)
    trace_builder_add_health (import->builder, HEALTH_EVENT_NAME_MISSING, 1, offset);

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
  xspace_reading_add_flows (line, &slice, &facts);
}

/* ---- lines ---- */

static void
read_line (XSpaceImport *import, XSpacePlane *plane, const XSpaceLine *at, const GpuLimits *limits)
{
  XSpaceReading line = { .import = import, .plane = plane, .line = at, .limits = *limits };
  ProtobufStreamField field;
  ProtobufSpan span;

  protobuf_stream_seek (import->stream, at->at);
  if (!xspace_next (import, &field) || !xspace_enter (import, &field))
    return;
  xspace_reading_begin (&line);
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
          xspace_reading_skip (&line, HEALTH_XSPACE_EVENT_DAMAGED, (int64_t) field.offset);
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
