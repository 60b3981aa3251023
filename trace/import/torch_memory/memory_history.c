/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/torch_memory/memory_history_private.h"

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

static const char *const action_names[N_MEMORY_ACTIONS] = {
  "alloc",       "free_requested", "free_completed", "segment_alloc", "segment_free",
  "segment_map", "segment_unmap",  "snapshot",       "oom",           "",
};

uint32_t
memory_history_intern (TraceBuilder *builder, const char *text)
{
  return trace_builder_string (builder, text, strlen (text));
}

bool
memory_history_init (MemoryHistory *history, TraceBuilder *builder)
{
  *history = (MemoryHistory){ .builder = builder, .tracks = import_tracks_new (builder) };
  for (int w = 0; w < N_MEMORY_WORDS; w++)
    history->words[w] = memory_history_intern (builder, words[w]);
  for (int c = 0; c < N_MEMORY_COUNTERS; c++)
    history->counter_names[c] = memory_history_intern (builder, memory_counter_name ((MemoryCounter) c));
  for (int a = 0; a < N_MEMORY_ACTIONS; a++)
    history->action_names[a] = memory_history_intern (builder, action_names[a]);
  return memory_stacks_init (&history->stacks, builder) && history->tracks != NULL;
}

void
memory_history_clear (MemoryHistory *history)
{
  for (size_t d = 0; d < history->devices.n; d++)
    id_map_clear (&history->devices.at[d].addresses);
  memory_device_column_clear (&history->devices);
  memory_block_column_clear (&history->blocks);
  id_map_clear (&history->contents);
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
uint32_t
memory_history_row (MemoryHistory *history, ImportRowForm form, const char *thread, int64_t a, int64_t b)
{
  ImportRow place = {
    .form = form,
    .place =
      import_tracks_place (history->tracks, STRING_EMPTY, memory_history_intern (history->builder, thread)),
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

  device->events = memory_history_row (history, ROW_THREAD, thread, 0, 0);
  device->held = memory_history_row (history, ROW_THREAD, before, 0, 0);
  for (int c = 0; c < N_MEMORY_COUNTERS; c++)
    device->counters[c] =
      memory_history_row (history, ROW_DEVICE_COUNTER, thread, number, history->counter_names[c]);
  device->log = trace_builder_add_log (history->builder, device->counters);
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
MemoryDevice *
memory_history_device (MemoryHistory *history, uint64_t source)
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

G_STATIC_ASSERT (N_MEMORY_COUNTERS == COUNTER_LOG_TRACKS);

/* What is beyond 64 bits counts for nothing. */
void
memory_history_add_up (MemoryHistory *history, int64_t *sum, int64_t bytes)
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
  memory_history_add_up (history, &device->sums[counter], bytes);
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
  unsigned same = 1u << counter, other = 0;
  bool is_less = bytes < 0;

  change (history, device, counter, bytes);
  if (counter != MEMORY_COUNTER_AWAITS_FREE)
    change (history, device, MEMORY_COUNTER_NOT_ALLOCATED,
            counter == MEMORY_COUNTER_RESERVED ? bytes : -bytes);
  if (counter == MEMORY_COUNTER_RESERVED)
    same |= 1u << MEMORY_COUNTER_NOT_ALLOCATED;
  if (counter == MEMORY_COUNTER_ALLOCATED)
    other |= 1u << MEMORY_COUNTER_NOT_ALLOCATED;
  trace_builder_log (history->builder, device->log, (time_us - history->base_us) * 1000,
                     is_less ? other : same, is_less ? same : other, is_less ? -bytes : bytes);
}

/* Begins the counters of a device, with nothing, one microsecond before its first event. */
void
memory_history_begin_device (MemoryHistory *history, MemoryDevice *device, int64_t time_us)
{
  device->first_us = device->last_us = time_us;
  trace_builder_log (history->builder, device->log, (time_us - 1 - history->base_us) * 1000,
                     (1u << N_MEMORY_COUNTERS) - 1, 0, 0);
}

/* ---- events ---- */

void
memory_history_put_stack (const MemoryHistory *history, RowArgs *args, uint32_t stack)
{
  if (stack != STRING_EMPTY)
    row_args_string (args, history->words[MEMORY_WORD_STACK], stack);
}

void
memory_history_put_string (MemoryHistory *history, RowArgs *args, uint32_t key, uint32_t string)
{
  uint64_t *content;

  if (string == STRING_EMPTY)
    return;
  content = id_map_add (&history->contents, string, UINT32_MAX);
  if (content == NULL)
    {
      trace_builder_set_failed (history->builder);
      return;
    }
  if (*content == UINT32_MAX)
    *content = row_args_content (history->builder, string);
  row_args_string (args, key, (uint32_t) *content);
}

void
memory_history_put_place (const MemoryHistory *history, RowArgs *args, uint64_t address, int64_t bytes)
{
  row_args_unsigned (args, history->words[MEMORY_WORD_ADDRESS], address);
  row_args_integer (args, history->words[MEMORY_WORD_BYTES], bytes);
}

void
memory_history_add_instant (MemoryHistory *history,
                            uint32_t track,
                            uint32_t name,
                            int64_t time_us,
                            uint64_t args)
{
  trace_builder_add_instant (history->builder, &(TraceInstant){
                                                 .track = track,
                                                 .name = name,
                                                 .category = history->words[MEMORY_WORD_CATEGORY],
                                                 .scope = 't',
                                                 .time_ns = (time_us - history->base_us) * 1000,
                                                 .args = args,
                                               });
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
    memory_history_put_place (history, &args, event->address, event->bytes);
  row_args_integer (&args, keys[MEMORY_WORD_STREAM], event->stream);
  if (later_us > 0)
    row_args_integer (&args, keys[MEMORY_WORD_LATER], later_us);
  memory_history_put_string (history, &args, keys[MEMORY_WORD_USE], event->category);
  memory_history_put_string (history, &args, keys[MEMORY_WORD_METADATA], event->metadata);
  memory_history_put_string (history, &args, keys[MEMORY_WORD_COMPILED], event->compiled);
  memory_history_put_stack (history, &args, event->stack);
  memory_history_add_instant (history, device->events, name, event->time_us, row_args_end (&args));
  trace_builder_event_counts (history->builder)->instants++;
}

/* Addresses are multiples of 512, and this table keeps neighbours together. */
uint64_t
memory_history_key (uint64_t address)
{
  return address >> 9 | address << 55;
}

static void
note_alloc (MemoryHistory *history, MemoryDevice *device, const MemoryEvent *event)
{
  uint64_t *state = id_map_add (&device->addresses, memory_history_key (event->address), 0);

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
  uint64_t *state = id_map_find (&device->addresses, memory_history_key (event->address));
  RowArgs args;

  if (state != NULL)
    {
      history->n_contradictions += *state == 0;
      device->n_live -= *state;
      *state = 0;
      return;
    }
  if (id_map_add (&device->addresses, memory_history_key (event->address), 0) == NULL)
    trace_builder_set_failed (history->builder);
  row_args_begin (&args, history->builder);
  memory_history_put_place (history, &args, event->address, event->bytes);
  row_args_integer (&args, history->words[MEMORY_WORD_STREAM], event->stream);
  memory_history_add_instant (history, device->held, history->words[MEMORY_WORD_HELD], device->first_us - 1,
                              row_args_end (&args));
}

/* The release that waits was not completed by the event behind it. */
void
memory_history_end_waiting (MemoryHistory *history, MemoryDevice *device)
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
    memory_history_begin_device (history, device, event->time_us);
  device->first_us = MIN (device->first_us, event->time_us);
  device->last_us = MAX (device->last_us, event->time_us);
}

static uint32_t
text_of (MemoryHistory *history, const MemoryFields *fields, MemoryField field)
{
  MemoryLastText *last = &history->last_texts[field];
  size_t length;
  const char *text = memory_fields_text (fields, field, &length);

  if (text == NULL || length == 0)
    return STRING_EMPTY;
  if (length == last->length && memcmp (text, last->text, length) == 0)
    return last->string;
  uint32_t string = memory_history_text (history, text, length);
  if (length <= sizeof last->text)
    {
      *last = (MemoryLastText){ .length = (uint8_t) length, .string = string };
      memcpy (last->text, text, length);
    }
  return string;
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
  MemoryDevice *device = memory_history_device (history, source);
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
  memory_history_end_waiting (history, device);
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
    memory_history_add_up (history, &history->reserved[device], bytes);
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
  memory_history_put_string (history, &args, history->words[MEMORY_WORD_STAGE], stage);
  memory_history_add_instant (history, memory_history_row (history, ROW_THREAD, "annotations", 0, 0),
                              name != STRING_EMPTY ? name : history->words[MEMORY_WORD_ANNOTATION], time_us,
                              row_args_end (&args));
  trace_builder_event_counts (history->builder)->instants++;
}

void
memory_history_setting (MemoryHistory *history, const char *key, size_t n_key, const char *json, size_t n)
{
  trace_builder_add_setting (history->builder, trace_builder_string (history->builder, key, n_key),
                             trace_builder_string (history->builder, json, n));
}
