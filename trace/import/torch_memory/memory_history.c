/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/torch_memory/memory_history.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/import/tracks/row_args.h"

COLUMN_IMPLEMENT (MemoryBlockColumn, memory_block_column)
COLUMN_IMPLEMENT (MemoryDeviceColumn, memory_device_column)

/* Times beyond this are none: 2^61 ns from the first one is what a profile can hold. */
#define TIME_MAX_US (INT64_C (1) << 51)

/* A release is completed at once if that is the next event and so soon. */
#define AT_ONCE_US 10

static const char *const words[N_MEMORY_WORDS] = {
  [MEMORY_WORD_CATEGORY] = MEMORY_CATEGORY,
  [MEMORY_WORD_HELD] = MEMORY_HELD_NAME,
  [MEMORY_WORD_FREE] = MEMORY_FREE_NAME,
  [MEMORY_WORD_HISTORY] = "Memory history",
  [MEMORY_WORD_ANNOTATION] = "annotation",
  [MEMORY_WORD_ADDRESS] = "Addr",
  [MEMORY_WORD_BYTES] = "Bytes",
  [MEMORY_WORD_STREAM] = "Stream",
  [MEMORY_WORD_STACK] = "Call stack",
  [MEMORY_WORD_USE] = "Category",
  [MEMORY_WORD_METADATA] = "User metadata",
  [MEMORY_WORD_COMPILED] = "Compile context",
  [MEMORY_WORD_DEVICE_FREE] = "Device free",
  [MEMORY_WORD_LATER] = "Completed after (us)",
  [MEMORY_WORD_STAGE] = "Stage",
};

static const char *const counter_names[N_MEMORY_COUNTERS] = {
  [MEMORY_COUNTER_ALLOCATED] = "Memory allocated",
  [MEMORY_COUNTER_RESERVED] = "Memory reserved",
  [MEMORY_COUNTER_AWAITS_FREE] = "Memory awaiting release",
  [MEMORY_COUNTER_NOT_ALLOCATED] = "Memory reserved, not allocated",
};

static const char *const action_names[N_MEMORY_ACTIONS] = {
  "alloc",       "free_requested", "free_completed", "segment_alloc", "segment_free",
  "segment_map", "segment_unmap",  "snapshot",       "oom",           "",
};

static uint32_t
intern (TraceBuilder *builder, const char *text)
{
  return trace_builder_string (builder, text, strlen (text));
}

bool
memory_history_init (MemoryHistory *history, TraceBuilder *builder)
{
  *history = (MemoryHistory){ .builder = builder, .tracks = import_tracks_new (builder) };
  for (int w = 0; w < N_MEMORY_WORDS; w++)
    history->words[w] = intern (builder, words[w]);
  for (int c = 0; c < N_MEMORY_COUNTERS; c++)
    history->counter_names[c] = intern (builder, counter_names[c]);
  for (int a = 0; a < N_MEMORY_ACTIONS; a++)
    history->action_names[a] = intern (builder, action_names[a]);
  return memory_stacks_init (&history->stacks, builder) && history->tracks != NULL;
}

void
memory_history_clear (MemoryHistory *history)
{
  for (size_t d = 0; d < history->devices.n; d++)
    id_map_clear (&history->devices.at[d].addresses);
  memory_device_column_clear (&history->devices);
  memory_block_column_clear (&history->blocks);
  memory_stacks_clear (&history->stacks);
  if (history->tracks != NULL)
    import_tracks_free (history->tracks);
}

uint32_t
memory_history_text (MemoryHistory *history, const char *text, size_t length)
{
  return length > 0 ? trace_builder_string (history->builder, text, length) : STRING_EMPTY;
}

/* ---- devices ---- */

/* Numbers of tracks that a device gets before it is known which one it is. */
static uint32_t
row (MemoryHistory *history, ImportRowForm form, const char *thread, int64_t a, int64_t b)
{
  ImportRow place = {
    .form = form,
    .place = import_tracks_place (history->tracks, STRING_EMPTY, intern (history->builder, thread)),
    .a = a,
    .b = b,
  };

  return import_tracks_row (history->tracks, &place);
}

static void
add_tracks (MemoryHistory *history, MemoryDevice *device, int64_t number)
{
  g_autofree char *thread = g_strdup_printf ("GPU %" PRId64, number);
  g_autofree char *before = g_strdup_printf ("GPU %" PRId64 " before", number);

  device->events = row (history, ROW_THREAD, thread, 0, 0);
  device->held = row (history, ROW_THREAD, before, 0, 0);
  for (int c = 0; c < N_MEMORY_COUNTERS; c++)
    device->counters[c] = row (history, ROW_DEVICE_COUNTER, thread, number, history->counter_names[c]);
}

uint32_t
memory_history_find (const MemoryHistory *history, uint64_t source)
{
  /* Mostly that of the event before. */
  for (size_t d = history->devices.n; d > 0; d--)
    if (history->devices.at[d - 1].source == source)
      return (uint32_t) d - 1;
  return UINT32_MAX;
}

/* Returns NULL if memory runs out. */
static MemoryDevice *
find_or_add_device (MemoryHistory *history, uint64_t source)
{
  MemoryDeviceColumn *devices = &history->devices;
  uint32_t found = memory_history_find (history, source);

  /* A damaged file may seem to have any number. */
  if (found == UINT32_MAX && devices->n >= MEMORY_DEVICES_MAX)
    found = (uint32_t) devices->n - 1;
  if (found != UINT32_MAX)
    return &devices->at[found];
  if (!memory_device_column_push (devices, (MemoryDevice){ .source = source, .device = -1 }))
    {
      trace_builder_set_failed (history->builder);
      return NULL;
    }
  MemoryDevice *device = &devices->at[devices->n - 1];
  add_tracks (history, device, (int64_t) devices->n - 1);
  return device;
}

void
memory_history_set_device (MemoryHistory *history, uint32_t index, int64_t number)
{
  if (index < history->devices.n && number >= 0 && number < INT32_MAX)
    history->devices.at[index].device = (int32_t) number;
}

/* ---- counters ---- */

static void
add_sample (MemoryHistory *history, const MemoryDevice *device, MemoryCounter counter, int64_t time_us)
{
  trace_builder_add_sample (history->builder, device->counters[counter], (time_us - history->base_us) * 1000,
                            (double) device->sums[counter]);
}

/* What is beyond 64 bits counts for nothing. */
static void
add_up (MemoryHistory *history, int64_t *sum, int64_t bytes)
{
  int64_t more;

  if (__builtin_add_overflow (*sum, bytes, &more))
    history->n_contradictions++;
  else
    *sum = more;
}

static void
change (MemoryHistory *history, MemoryDevice *device, MemoryCounter counter, int64_t bytes)
{
  add_up (history, &device->sums[counter], bytes);
  device->least[counter] = MIN (device->least[counter], device->sums[counter]);
}

/* Changes a counter and those that follow from it. */
static void
change_at (MemoryHistory *history,
           MemoryDevice *device,
           MemoryCounter counter,
           int64_t bytes,
           int64_t time_us)
{
  change (history, device, counter, bytes);
  add_sample (history, device, counter, time_us);
  if (counter == MEMORY_COUNTER_AWAITS_FREE)
    return;
  change (history, device, MEMORY_COUNTER_NOT_ALLOCATED, counter == MEMORY_COUNTER_RESERVED ? bytes : -bytes);
  add_sample (history, device, MEMORY_COUNTER_NOT_ALLOCATED, time_us);
}

/* Begins the counters of a device, with nothing, one microsecond before its first event. */
static void
begin_device (MemoryHistory *history, MemoryDevice *device, int64_t time_us)
{
  device->first_us = device->last_us = time_us;
  for (int c = 0; c < N_MEMORY_COUNTERS; c++)
    add_sample (history, device, (MemoryCounter) c, time_us - 1);
}

/* ---- events ---- */

static void
put_string (RowArgs *args, uint32_t key, uint32_t string)
{
  if (string != STRING_EMPTY)
    row_args_string (args, key, string);
}

static void
put_place (const MemoryHistory *history, RowArgs *args, uint64_t address, int64_t bytes)
{
  row_args_unsigned (args, history->words[MEMORY_WORD_ADDRESS], address);
  row_args_integer (args, history->words[MEMORY_WORD_BYTES], bytes);
}

static void
add_instant (MemoryHistory *history, uint32_t track, uint32_t name, int64_t time_us, uint64_t args)
{
  trace_builder_add_instant (history->builder, &(TraceInstant){
                                                 .track = track,
                                                 .name = name,
                                                 .category = history->words[MEMORY_WORD_CATEGORY],
                                                 .scope = 't',
                                                 .time_ns = (time_us - history->base_us) * 1000,
                                                 .args = args,
                                               });
  trace_builder_event_counts (history->builder)->instants++;
}

/* later_us: when a release was completed, after it was asked for; -1 for what is none. */
static void
add_event (MemoryHistory *history,
           const MemoryDevice *device,
           const MemoryEvent *event,
           uint32_t name,
           int64_t later_us)
{
  const uint32_t *keys = history->words;
  RowArgs args;

  row_args_begin (&args, history->builder);
  if (event->device_free >= 0)
    row_args_integer (&args, keys[MEMORY_WORD_DEVICE_FREE], event->device_free);
  if (event->action == ACTION_OOM)
    row_args_integer (&args, keys[MEMORY_WORD_BYTES], event->bytes);
  else
    put_place (history, &args, event->address, event->bytes);
  row_args_integer (&args, keys[MEMORY_WORD_STREAM], event->stream);
  if (later_us > 0)
    row_args_integer (&args, keys[MEMORY_WORD_LATER], later_us);
  put_string (&args, keys[MEMORY_WORD_USE], event->category);
  put_string (&args, keys[MEMORY_WORD_METADATA], event->metadata);
  put_string (&args, keys[MEMORY_WORD_COMPILED], event->compiled);
  put_string (&args, keys[MEMORY_WORD_STACK], event->stack);
  add_instant (history, device->events, name, event->time_us, row_args_end (&args));
}

/* Addresses are multiples of 512, and this table keeps neighbours together. */
static uint64_t
key_of (uint64_t address)
{
  return address >> 9 | address << 55;
}

static void
note_alloc (MemoryHistory *history, MemoryDevice *device, const MemoryEvent *event)
{
  uint64_t *state = id_map_add (&device->addresses, key_of (event->address), 0);

  if (state == NULL)
    {
      trace_builder_set_failed (history->builder);
      return;
    }
  history->n_contradictions += *state;
  device->n_live += *state == 0;
  *state = 1;
}

/* What is released without having been allocated is older than the history. */
static void
note_free (MemoryHistory *history, MemoryDevice *device, const MemoryEvent *event)
{
  uint64_t *state = id_map_find (&device->addresses, key_of (event->address));
  RowArgs args;

  if (state != NULL)
    {
      history->n_contradictions += *state == 0;
      device->n_live -= *state;
      *state = 0;
      return;
    }
  if (id_map_add (&device->addresses, key_of (event->address), 0) == NULL)
    trace_builder_set_failed (history->builder);
  row_args_begin (&args, history->builder);
  put_place (history, &args, event->address, event->bytes);
  row_args_integer (&args, history->words[MEMORY_WORD_STREAM], event->stream);
  add_instant (history, device->held, history->words[MEMORY_WORD_HELD], device->first_us - 1,
               row_args_end (&args));
}

/* The release that waits was not completed by the event behind it. */
static void
end_waiting (MemoryHistory *history, MemoryDevice *device)
{
  if (!device->has_waiting)
    return;
  device->has_waiting = false;
  add_event (history, device, &device->waiting, device->waiting.name, -1);
  change_at (history, device, MEMORY_COUNTER_AWAITS_FREE, device->waiting.bytes, device->waiting.time_us);
}

static void
take_event (MemoryHistory *history, MemoryDevice *device, const MemoryEvent *event)
{
  switch (event->action)
    {
    case ACTION_ALLOC:
      note_alloc (history, device, event);
      change_at (history, device, MEMORY_COUNTER_ALLOCATED, event->bytes, event->time_us);
      break;
    case ACTION_FREE_REQUESTED:
      note_free (history, device, event);
      change_at (history, device, MEMORY_COUNTER_ALLOCATED, -event->bytes, event->time_us);
      device->waiting = *event;
      device->has_waiting = true;
      return;
    case ACTION_FREE_COMPLETED:
      change_at (history, device, MEMORY_COUNTER_AWAITS_FREE, -event->bytes, event->time_us);
      break;
    case ACTION_SEGMENT_ALLOC:
    case ACTION_SEGMENT_MAP:
      change_at (history, device, MEMORY_COUNTER_RESERVED, event->bytes, event->time_us);
      break;
    case ACTION_SEGMENT_FREE:
    case ACTION_SEGMENT_UNMAP:
      change_at (history, device, MEMORY_COUNTER_RESERVED, -event->bytes, event->time_us);
      break;
    case ACTION_OOM:
      history->n_out_of_memory++;
      break;
    case ACTION_SNAPSHOT:
    case ACTION_OTHER:
    case N_MEMORY_ACTIONS:
      break;
    }
  add_event (history, device, event, event->name, -1);
}

static bool
is_time (int64_t time_us)
{
  return time_us > -TIME_MAX_US && time_us < TIME_MAX_US;
}

/* Without a time, an event is a microsecond behind the one before. */
static void
take_time (MemoryHistory *history, MemoryDevice *device, MemoryEvent *event)
{
  event->has_time = event->has_time && is_time (event->time_us);
  if (!event->has_time)
    {
      event->time_us = device->n > 0 ? device->last_us + 1 : history->has_base ? history->base_us : 0;
      history->n_without_time++;
    }
  if (!history->has_base)
    {
      history->has_base = true;
      history->has_times = event->has_time;
      history->base_us = event->time_us;
    }
  if (device->n++ == 0)
    begin_device (history, device, event->time_us);
  device->first_us = MIN (device->first_us, event->time_us);
  device->last_us = MAX (device->last_us, event->time_us);
}

static uint32_t
text_of (MemoryHistory *history, const MemoryFields *fields, MemoryField field)
{
  size_t length;
  const char *text = memory_fields_text (fields, field, &length);

  return text != NULL ? memory_history_text (history, text, length) : STRING_EMPTY;
}

/* Bytes are not negative. */
static int64_t
bytes_of (const MemoryFields *fields, MemoryField field)
{
  return MAX (memory_fields_integer (fields, field, 0), 0);
}

void
memory_history_event (MemoryHistory *history, uint64_t source, const MemoryFields *fields, uint32_t stack)
{
  MemoryDevice *device = find_or_add_device (history, source);
  size_t length;
  const char *action = memory_fields_text (fields, FIELD_ACTION, &length);
  MemoryEvent event = {
    .action = action != NULL ? memory_action_find (action, length) : ACTION_OTHER,
    .address = (uint64_t) memory_fields_integer (fields, FIELD_ADDR, 0),
    .bytes = bytes_of (fields, FIELD_SIZE),
    .stream = memory_fields_integer (fields, FIELD_STREAM, 0),
    .has_time =
      memory_fields_has (fields, FIELD_TIME_US) && fields->values[FIELD_TIME_US].type == VALUE_INTEGER,
    .time_us = memory_fields_integer (fields, FIELD_TIME_US, 0),
    .device_free = memory_fields_integer (fields, FIELD_DEVICE_FREE, -1),
    .stack = stack,
    .category = text_of (history, fields, FIELD_CATEGORY),
    .metadata = text_of (history, fields, FIELD_USER_METADATA),
    .compiled = text_of (history, fields, FIELD_COMPILE_CONTEXT),
  };

  if (device == NULL)
    return;
  event.name = event.action != ACTION_OTHER ? history->action_names[event.action]
                                            : memory_history_text (history, action, length);
  trace_builder_event_counts (history->builder)->total++;
  take_time (history, device, &event);
  if (device->has_waiting && event.action == ACTION_FREE_COMPLETED && event.address == device->waiting.address
      && event.bytes == device->waiting.bytes && event.time_us - device->waiting.time_us <= AT_ONCE_US)
    {
      device->has_waiting = false;
      add_event (history, device, &device->waiting, history->words[MEMORY_WORD_FREE],
                 event.time_us - device->waiting.time_us);
      return;
    }
  end_waiting (history, device);
  take_event (history, device, &event);
}

/* ---- what is in use at the end ---- */

uint32_t
memory_history_block (MemoryHistory *history, const MemoryFields *fields, uint32_t stack)
{
  size_t length;
  const char *state = memory_fields_text (fields, FIELD_STATE, &length);
  int64_t size = bytes_of (fields, FIELD_SIZE);
  MemoryBlock block = {
    .address = (uint64_t) memory_fields_integer (fields, FIELD_ADDRESS, 0),
    .size = size,
    .bytes = memory_fields_has (fields, FIELD_REQUESTED_SIZE) ? bytes_of (fields, FIELD_REQUESTED_SIZE)
             : memory_fields_has (fields, FIELD_REAL_SIZE)    ? bytes_of (fields, FIELD_REAL_SIZE)
                                                              : size,
    .device = -1,
    .stack = stack,
    .state = state != NULL ? (uint8_t) memory_block_state_find (state, length) : BLOCK_INACTIVE,
  };

  if (history->blocks.n >= UINT32_MAX / 4 || !memory_block_column_push (&history->blocks, block))
    {
      trace_builder_set_failed (history->builder);
      return UINT32_MAX;
    }
  return (uint32_t) history->blocks.n - 1;
}

void
memory_history_segment (MemoryHistory *history, const MemoryFields *fields, const uint32_t *blocks, size_t n)
{
  uint64_t address = (uint64_t) memory_fields_integer (fields, FIELD_ADDRESS, 0);
  int64_t device = memory_fields_integer (fields, FIELD_DEVICE, 0);
  int64_t bytes = bytes_of (fields, FIELD_TOTAL_SIZE);

  history->n_segments++;
  trace_builder_event_counts (history->builder)->total++;
  if (device >= 0 && device < MEMORY_DEVICES_MAX)
    add_up (history, &history->reserved[device], bytes);
  for (size_t i = 0; i < n; i++)
    {
      if (blocks[i] >= history->blocks.n)
        continue;
      MemoryBlock *block = &history->blocks.at[blocks[i]];

      /* Older versions do not give blocks an address. */
      if (block->address == 0)
        block->address = address;
      address = block->address + (uint64_t) block->size;
      block->device = device >= 0 && device < MEMORY_DEVICES_MAX ? (int32_t) device : -1;
    }
}

/* ---- the rest ---- */

void
memory_history_annotation (MemoryHistory *history, const MemoryFields *fields)
{
  int64_t time_us = memory_fields_integer (fields, FIELD_TIME_US, 0);
  uint32_t name = text_of (history, fields, FIELD_NAME), stage = text_of (history, fields, FIELD_STAGE);
  RowArgs args;

  trace_builder_event_counts (history->builder)->total++;
  if (!is_time (time_us))
    {
      history->n_without_time++;
      return;
    }
  if (!history->has_base)
    {
      history->has_base = history->has_times = true;
      history->base_us = time_us;
    }
  row_args_begin (&args, history->builder);
  put_string (&args, history->words[MEMORY_WORD_STAGE], stage);
  add_instant (history, row (history, ROW_THREAD, "annotations", 0, 0),
               name != STRING_EMPTY ? name : history->words[MEMORY_WORD_ANNOTATION], time_us,
               row_args_end (&args));
}

void
memory_history_setting (MemoryHistory *history, const char *key, size_t n_key, const char *json, size_t n)
{
  trace_builder_add_setting (history->builder, trace_builder_string (history->builder, key, n_key),
                             trace_builder_string (history->builder, json, n));
}

/* ---- the end ---- */

/* Puts the allocations that were there before the history, and are still, before it; sums up what is in use. */
static void
take_blocks (MemoryHistory *history, MemoryDevice *device, int64_t sums[N_MEMORY_COUNTERS])
{
  RowArgs args;

  for (size_t b = 0; b < history->blocks.n; b++)
    {
      const MemoryBlock *block = &history->blocks.at[b];

      if (block->device != device->device || block->state == BLOCK_INACTIVE)
        continue;
      if (block->state == BLOCK_AWAITS_FREE)
        {
          add_up (history, &sums[MEMORY_COUNTER_AWAITS_FREE], block->bytes);
          continue;
        }
      add_up (history, &sums[MEMORY_COUNTER_ALLOCATED], block->bytes);
      const uint64_t *state = id_map_find (&device->addresses, key_of (block->address));
      if (state != NULL)
        {
          history->n_contradictions += *state == 0;
          device->n_live -= *state != 0 && device->n_live > 0;
          continue;
        }
      row_args_begin (&args, history->builder);
      put_place (history, &args, block->address, block->bytes);
      put_string (&args, history->words[MEMORY_WORD_STACK], block->stack);
      add_instant (history, device->held, history->words[MEMORY_WORD_HELD], device->first_us - 1,
                   row_args_end (&args));
    }
  /* What was allocated, and not released, is in no block. */
  history->n_contradictions += device->n_live;
}

static void
name_device (MemoryHistory *history, MemoryDevice *device)
{
  g_autofree char *thread = g_strdup_printf ("GPU %d", device->device);
  g_autofree char *before = g_strdup_printf ("GPU %d before", device->device);
  g_autofree char *name = g_strdup_printf ("GPU %d allocations", device->device);
  g_autofree char *held_name = g_strdup_printf ("GPU %d allocations before the history", device->device);
  uint32_t at = TRACE_NONE;

  if (trace_builder_failed (history->builder))
    return;
  for (int c = 0; c < N_MEMORY_COUNTERS; c++)
    {
      TraceTrack *counter = trace_builder_track (history->builder, device->counters[c]);

      counter->device = device->device;
      at = counter->parent;
    }
  if (at != TRACE_NONE)
    trace_builder_track (history->builder, at)->device = device->device;
  TraceTrack *events = trace_builder_track (history->builder, device->events);
  events->tid = intern (history->builder, thread);
  events->name = intern (history->builder, name);
  TraceTrack *held = trace_builder_track (history->builder, device->held);
  held->tid = intern (history->builder, before);
  held->name = intern (history->builder, held_name);
}

static int64_t
missing (MemoryHistory *history,
         const MemoryDevice *device,
         MemoryCounter counter,
         int64_t in_use,
         bool is_known)
{
  int64_t by, enough = -device->least[counter];

  if (is_known && !__builtin_sub_overflow (in_use, device->sums[counter], &by))
    {
      /* Nothing is ever below 0. */
      history->n_contradictions += by < enough;
      return MAX (by, enough);
    }
  return enough;
}

static void
finish_device (MemoryHistory *history, MemoryDevice *device, bool is_known)
{
  int64_t in_use[N_MEMORY_COUNTERS] = { 0 }, by[N_MEMORY_COUNTERS];

  end_waiting (history, device);
  if (device->device >= 0 && device->device < MEMORY_DEVICES_MAX)
    in_use[MEMORY_COUNTER_RESERVED] = history->reserved[device->device];
  if (is_known)
    take_blocks (history, device, in_use);
  for (int c = 0; c < MEMORY_COUNTER_NOT_ALLOCATED; c++)
    {
      by[c] = missing (history, device, (MemoryCounter) c, in_use[c], is_known);
      trace_builder_raise_samples (history->builder, device->counters[c], (double) by[c]);
    }
  trace_builder_raise_samples (history->builder, device->counters[MEMORY_COUNTER_NOT_ALLOCATED],
                               (double) by[MEMORY_COUNTER_RESERVED] - (double) by[MEMORY_COUNTER_ALLOCATED]);
  name_device (history, device);
}

/* The one slice says how far the history goes: a profile without slices has no length. */
static void
add_span (MemoryHistory *history)
{
  uint32_t category = history->words[MEMORY_WORD_CATEGORY], name = history->words[MEMORY_WORD_HISTORY];
  int64_t first_us = INT64_MAX, last_us = INT64_MIN;

  for (size_t d = 0; d < history->devices.n; d++)
    {
      first_us = MIN (first_us, history->devices.at[d].first_us - 1);
      last_us = MAX (last_us, history->devices.at[d].last_us);
    }
  if (first_us > last_us)
    return;
  trace_builder_add_slice (history->builder,
                           &(SliceInput){
                             .track = row (history, ROW_ASYNC, "annotations", category, name),
                             .name = name,
                             .category = category,
                             .kind = SLICE_OTHER,
                             .start_ns = (first_us - history->base_us) * 1000,
                             .dur_ns = (last_us - first_us) * 1000,
                             .args = ARGS_NONE,
                           });
  trace_builder_event_counts (history->builder)->slices++;
}

static bool
is_taken (const MemoryHistory *history, int32_t number)
{
  for (size_t d = 0; d < history->devices.n; d++)
    if (history->devices.at[d].device == number)
      return true;
  return false;
}

/* In a file that ends early it may not be told which device the events are of: then it is the next one that has memory, or
 * else the next one. */
static void
number_devices (MemoryHistory *history)
{
  for (size_t d = 0; d < history->devices.n; d++)
    {
      MemoryDevice *device = &history->devices.at[d];

      for (int32_t n = 0; n < MEMORY_DEVICES_MAX && device->device < 0; n++)
        if (history->reserved[n] > 0 && !is_taken (history, n))
          device->device = n;
      for (int32_t n = 0; device->device < 0; n++)
        if (!is_taken (history, n))
          device->device = n;
    }
}

/* A device may have memory and no events. */
static void
add_quiet_devices (MemoryHistory *history)
{
  bool has_memory[MEMORY_DEVICES_MAX];

  for (int32_t n = 0; n < MEMORY_DEVICES_MAX; n++)
    has_memory[n] = history->reserved[n] > 0;
  for (size_t b = 0; b < history->blocks.n; b++)
    if (history->blocks.at[b].device >= 0 && history->blocks.at[b].state != BLOCK_INACTIVE)
      has_memory[history->blocks.at[b].device] = true;
  for (int32_t n = 0; n < MEMORY_DEVICES_MAX; n++)
    {
      if (!has_memory[n] || is_taken (history, n) || history->devices.n >= MEMORY_DEVICES_MAX)
        continue;
      MemoryDevice *device = find_or_add_device (history, UINT64_MAX - (uint64_t) n);
      if (device == NULL)
        return;
      device->device = n;
      history->has_base = true;
      begin_device (history, device, history->base_us);
    }
}

void
memory_history_finish (MemoryHistory *history, bool is_cut)
{
  TraceBuilder *builder = history->builder;
  const ImportDescription process = {
    .kind = DESCRIBES_PROCESS_NAME,
    .place = import_tracks_place (history->tracks, STRING_EMPTY, intern (builder, "annotations")),
    .text = intern (builder, "PyTorch memory"),
  };

  number_devices (history);
  if (!is_cut)
    add_quiet_devices (history);
  import_tracks_describe (history->tracks, &process);
  import_tracks_finish (history->tracks);
  for (size_t d = 0; d < history->devices.n; d++)
    finish_device (history, &history->devices.at[d], !is_cut || d + 1 < history->devices.n);
  add_span (history);
  trace_builder_set_time_base (builder, history->has_times ? history->base_us * 1000 : 0, history->has_times);
  if (history->n_contradictions > 0)
    trace_builder_add_health (builder, HEALTH_MEMORY_CONTRADICTION, history->n_contradictions,
                              HEALTH_NO_OFFSET);
  if (history->n_without_time > 0)
    trace_builder_add_health (builder, HEALTH_MEMORY_NO_TIME, history->n_without_time, HEALTH_NO_OFFSET);
  if (history->n_out_of_memory > 0)
    trace_builder_add_health (builder, HEALTH_MEMORY_OUT_OF_MEMORY, history->n_out_of_memory,
                              HEALTH_NO_OFFSET);
  if (history->stacks.n_left_out > 0)
    trace_builder_add_health (builder, HEALTH_MEMORY_STACKS_LEFT_OUT, history->stacks.n_left_out,
                              HEALTH_NO_OFFSET);
}
