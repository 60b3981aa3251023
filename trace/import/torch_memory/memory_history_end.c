/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/torch_memory/memory_history_private.h"

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
          memory_history_add_up (history, &sums[MEMORY_COUNTER_AWAITS_FREE], block->bytes);
          continue;
        }
      memory_history_add_up (history, &sums[MEMORY_COUNTER_ALLOCATED], block->bytes);
      const uint64_t *state = id_map_find (&device->addresses, memory_history_key (block->address));
      if (state != NULL)
        {
          history->n_contradictions += *state == 0;
          device->n_live -= *state != 0 && device->n_live > 0;
          continue;
        }
      row_args_begin (&args, history->builder);
      memory_history_put_place (history, &args, block->address, block->bytes);
      memory_history_put_stack (history, &args, block->stack);
      memory_history_add_instant (history, device->held, history->words[MEMORY_WORD_HELD],
                                  device->first_us - 1, row_args_end (&args));
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
  events->tid = memory_history_intern (history->builder, thread);
  events->name = memory_history_intern (history->builder, name);
  TraceTrack *held = trace_builder_track (history->builder, device->held);
  held->tid = memory_history_intern (history->builder, before);
  held->name = memory_history_intern (history->builder, held_name);
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

  memory_history_end_waiting (history, device);
  if (device->device >= 0 && device->device < MEMORY_DEVICES_MAX)
    in_use[MEMORY_COUNTER_RESERVED] = history->reserved[device->device];
  if (is_known)
    take_blocks (history, device, in_use);
  for (int c = 0; c < MEMORY_COUNTER_NOT_ALLOCATED; c++)
    {
      by[c] = missing (history, device, (MemoryCounter) c, in_use[c], is_known);
      trace_builder_set_log_begin (history->builder, device->log, (unsigned) c, (double) by[c]);
    }
  trace_builder_set_log_begin (history->builder, device->log, MEMORY_COUNTER_NOT_ALLOCATED,
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
                             .track = memory_history_row (history, ROW_ASYNC, "annotations", category, name),
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
      MemoryDevice *device = memory_history_device (history, UINT64_MAX - (uint64_t) n);
      if (device == NULL)
        return;
      device->device = n;
      history->has_base = true;
      memory_history_begin_device (history, device, history->base_us);
    }
}

void
memory_history_finish (MemoryHistory *history, bool is_cut)
{
  TraceBuilder *builder = history->builder;
  const ImportDescription process = {
    .kind = DESCRIBES_PROCESS_NAME,
    .place =
      import_tracks_place (history->tracks, STRING_EMPTY, memory_history_intern (builder, "annotations")),
    .text = memory_history_intern (builder, "PyTorch memory"),
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
