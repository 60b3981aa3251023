/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/trace.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "trace/index/interval_index.h"
#include "trace/model/slice_find.h"
#include "trace/model/trace_private.h"
#include "trace/naming/display_name.h"

/* Usually one or two flows end at a slice. In a damaged profile there may be more; only this many are examined. */
#define LAUNCH_LOOKS_MAX 64

COLUMN_IMPLEMENT (TrackColumn, track_column)
COLUMN_IMPLEMENT (RowColumn, row_column)
COLUMN_IMPLEMENT_LARGE (InstantColumn, instant_column)
COLUMN_IMPLEMENT_LARGE (FlowColumn, flow_column)
COLUMN_IMPLEMENT (RankColumn, rank_column)
COLUMN_IMPLEMENT (DeviceColumn, device_column)
COLUMN_IMPLEMENT (SettingColumn, setting_column)
COLUMN_IMPLEMENT (CategoryColumn, category_column)

Trace *
trace_ref (Trace *trace)
{
  atomic_fetch_add_explicit (&trace->n_references, 1, memory_order_relaxed);
  return trace;
}

Trace *
trace_new (void)
{
  Trace *trace = calloc (1, sizeof *trace);

  if (trace != NULL)
    {
      atomic_init (&trace->n_references, 1);
      health_table_init (&trace->health);
    }
  return trace;
}

void
trace_unref (Trace *trace)
{
  if (trace == NULL || atomic_fetch_sub_explicit (&trace->n_references, 1, memory_order_acq_rel) > 1)
    return;

  TraceDerived *kernel_classes = atomic_load_explicit (&trace->kernel_classes, memory_order_relaxed);
  if (kernel_classes != NULL)
    kernel_classes->free (kernel_classes);
  string_table_free (trace->strings);
  arg_keys_free (trace->arg_keys);
  track_column_clear (&trace->tracks);
  row_column_clear (&trace->rows);
  rank_column_clear (&trace->ranks);
  device_column_clear (&trace->devices);
  setting_column_clear (&trace->settings);
  category_column_clear (&trace->categories);
  if (trace->owns_columns)
    {
      instant_column_clear (&trace->instants);
      i64_column_clear (&trace->sample_time_ns);
      f64_column_clear (&trace->sample_value);
      flow_column_clear (&trace->flows);
      u64_column_clear (&trace->flows_into);
    }
  free (trace->own_peaks);
  if (trace->building != NULL)
    munmap (trace->building, trace->n_building_bytes);
  section_map_free (trace->map);
  free (trace);
}

static uint32_t
existing_string (const Trace *trace, uint32_t id)
{
  return id < trace_n_strings (trace) ? id : STRING_EMPTY;
}

const char *
trace_string (const Trace *trace, uint32_t id, size_t *ret_length)
{
  return string_table_get (trace->strings, existing_string (trace, id), ret_length);
}

uint32_t
trace_n_strings (const Trace *trace)
{
  return string_table_count (trace->strings);
}

/* The bytes of a file may be anything: returns NULL for what is not text. */
static const char *
display_text (const Trace *trace, uint64_t at)
{
  if (at >= trace->n_display_bytes)
    return NULL;

  const char *text = trace->display_bytes + at;
  size_t n = (size_t) MIN (trace->n_display_bytes - at, DISPLAY_NAME_HOST_MAX_BYTES + 1);
  const char *end = memchr (text, '\0', n);
  return end != NULL && g_utf8_validate (text, end - text, NULL) ? text : NULL;
}

const char *
trace_display_name (const Trace *trace, uint32_t name)
{
  uint64_t low = 0, high = trace->n_display;
  const char *text = NULL;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;
      if (trace->display[middle].name < name)
        low = middle + 1;
      else
        high = middle;
    }
  if (low < trace->n_display && trace->display[low].name == name)
    text = display_text (trace, trace->display[low].at);
  if (text != NULL)
    return text;
  /* Not every string is a shown name, but a damaged file may refer to any string as one. */
  text = trace_string (trace, name, NULL);
  return g_utf8_validate (text, -1, NULL) ? text : "\357\277\275";
}

const SliceColumns *
trace_slices (const Trace *trace)
{
  return &trace->slices;
}

uint32_t
trace_track_of (const Trace *trace, uint64_t slice)
{
  uint32_t track = trace->slices.track[slice];

  if (track < trace->tracks.n
      && slice - trace->tracks.at[track].first_slice < trace->tracks.at[track].n_slices)
    return track;
  return trace->rows.at[slice_find_row (trace, slice)].track;
}

bool
trace_args (const Trace *trace, uint64_t args, ArgIter *iter)
{
  return args != ARGS_NONE
         && arg_iter_init (iter, trace->args, trace->n_args_bytes, args, trace->strings, trace->arg_keys);
}

bool
trace_args_move (const Trace *trace, uint64_t args, ArgIter *iter)
{
  return args != ARGS_NONE
         && arg_iter_move (iter, trace->args, trace->n_args_bytes, args, trace->strings, trace->arg_keys);
}

bool
trace_args_move_to_values (const Trace *trace, uint64_t args, ArgIter *iter)
{
  return args != ARGS_NONE
         && arg_iter_move_to_values (iter, trace->args, trace->n_args_bytes, args, trace->strings, trace->arg_keys);
}

uint32_t
trace_n_tracks (const Trace *trace)
{
  return (uint32_t) trace->tracks.n;
}

const TraceTrack *
trace_track (const Trace *trace, uint32_t track)
{
  return &trace->tracks.at[track];
}

uint32_t
trace_n_rows (const Trace *trace)
{
  return (uint32_t) trace->rows.n;
}

const TraceRow *
trace_row (const Trace *trace, uint32_t row)
{
  return &trace->rows.at[row];
}

bool
trace_track_overlapping (const Trace *trace, uint32_t track, int64_t begin_ns, int64_t end_ns, U64Column *out)
{
  const TraceTrack *t = &trace->tracks.at[track];

  for (uint32_t r = t->first_row; r < t->first_row + t->n_rows; r++)
    {
      const TraceRow *row = &trace->rows.at[r];
      IntervalIndex view = {
        .n = row->n_slices,
        .start_ns = trace->slices.start_ns + row->first_slice,
        .dur_ns = trace->slices.dur_ns + row->first_slice,
        .tree = row->index,
      };
      size_t n_before = out->n;

      if (!interval_index_query (&view, begin_ns, end_ns, out))
        return false;
      for (size_t i = n_before; i < out->n; i++)
        out->at[i] += row->first_slice;
    }
  return true;
}

uint64_t
trace_n_instants (const Trace *trace)
{
  return trace->instants.n;
}

TraceInstant
trace_instant (const Trace *trace, uint64_t i)
{
  TraceInstant instant = trace->instants.at[i];

  instant.track = instant.track < trace->tracks.n ? instant.track : 0;
  instant.name = existing_string (trace, instant.name);
  instant.category = existing_string (trace, instant.category);
  instant.time_ns = trace_time_clamp (instant.time_ns);
  return instant;
}

const SampleColumns *
trace_samples (const Trace *trace)
{
  return &trace->samples;
}

uint64_t
trace_n_flows (const Trace *trace)
{
  return trace->slices.n > 0 ? trace->flows.n : 0;
}

TraceFlow
trace_flow (const Trace *trace, uint64_t i)
{
  TraceFlow flow = trace->flows.at[i];

  flow.from = MIN (flow.from, trace->slices.n - 1);
  flow.to = MIN (flow.to, trace->slices.n - 1);
  flow.kind = flow.kind < N_FLOW_KINDS ? flow.kind : FLOW_OF_FILE;
  flow.category = existing_string (trace, flow.category);
  return flow;
}

/* Returns the end that orders the flows: begins, or the other ends for trace_flow_into (). */
static inline uint64_t
flow_key (const Trace *trace, bool is_into, uint64_t i)
{
  const TraceFlow *flow = &trace->flows.at[is_into ? trace_flow_into_id (trace, i) : i];

  return MIN (is_into ? flow->to : flow->from, trace->slices.n - 1);
}

/* Returns the first flow of [low, high) whose key is at least slice, or high. */
static uint64_t
search_flows (const Trace *trace, bool is_into, uint64_t slice, uint64_t low, uint64_t high)
{
  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;
      if (flow_key (trace, is_into, middle) < slice)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* A slice mostly has few flows: the last one is searched nearby first, by doubling steps. */
static uint64_t
flows_of (const Trace *trace, bool is_into, uint64_t slice, uint64_t *ret_first)
{
  uint64_t n = trace_n_flows (trace), first = search_flows (trace, is_into, slice, 0, n);
  uint64_t low = first, step = 1;

  while (n - low > step && flow_key (trace, is_into, low + step) <= slice)
    {
      low += step;
      step *= 2;
    }
  *ret_first = first;
  return search_flows (trace, is_into, slice + 1, low, n - low > step ? low + step : n) - first;
}

uint64_t
trace_flows_from (const Trace *trace, uint64_t slice, uint64_t *ret_first)
{
  return flows_of (trace, false, slice, ret_first);
}

uint64_t
trace_flows_to (const Trace *trace, uint64_t slice, uint64_t *ret_first)
{
  return flows_of (trace, true, slice, ret_first);
}

uint64_t
trace_flow_into_id (const Trace *trace, uint64_t i)
{
  return MIN (trace->flows_into.at[i], trace->flows.n - 1);
}

TraceFlow
trace_flow_into (const Trace *trace, uint64_t i)
{
  return trace_flow (trace, trace_flow_into_id (trace, i));
}

/* Returns the launch among the flows that end at a slice, the first of which is first. */
static uint64_t
launch_among (const Trace *trace, uint64_t slice, uint64_t first)
{
  uint64_t n = trace_n_flows (trace) - first;

  for (uint64_t i = first; i < first + MIN (n, LAUNCH_LOOKS_MAX); i++)
    {
      const TraceFlow *flow = &trace->flows.at[trace_flow_into_id (trace, i)];

      if (flow_key (trace, true, i) != slice)
        break;
      if (flow->kind == FLOW_LAUNCH)
        return MIN (flow->from, trace->slices.n - 1);
    }
  return SLICE_NONE;
}

uint64_t
trace_launch_of (const Trace *trace, uint64_t slice)
{
  return launch_among (trace, slice, search_flows (trace, true, slice, 0, trace_n_flows (trace)));
}

#define NEAR_LOOKS 4

uint64_t
trace_launch_of_near (const Trace *trace, uint64_t slice, uint64_t *near)
{
  uint64_t n = trace_n_flows (trace), low = MIN (*near, n), step = 1;

  if (low > 0 && flow_key (trace, true, low - 1) >= slice)
    low = 0;
  /* Mostly the next slice is asked for. */
  for (unsigned looks = 0; looks < NEAR_LOOKS && low < n && flow_key (trace, true, low) < slice; looks++)
    low++;
  while (n - low > step && flow_key (trace, true, low + step - 1) < slice)
    {
      low += step;
      step *= 2;
    }
  if (low < n && flow_key (trace, true, low) < slice)
    low = search_flows (trace, true, slice, low, n - low > step ? low + step : n);
  *near = low;
  return launch_among (trace, slice, low);
}

uint32_t
trace_n_ranks (const Trace *trace)
{
  return (uint32_t) trace->ranks.n;
}

const TraceRank *
trace_rank (const Trace *trace, uint32_t rank)
{
  return &trace->ranks.at[rank];
}

uint32_t
trace_n_devices (const Trace *trace)
{
  return (uint32_t) trace->devices.n;
}

const TraceDevice *
trace_device (const Trace *trace, uint32_t device)
{
  return &trace->devices.at[device];
}

const TraceSetting *
trace_setting (const Trace *trace, uint64_t setting)
{
  return &trace->settings.at[setting];
}

const EventCounts *
trace_event_counts (const Trace *trace)
{
  return &trace->events;
}

uint64_t
trace_n_categories (const Trace *trace)
{
  return trace->categories.n;
}

const CategoryCount *
trace_category (const Trace *trace, uint64_t i)
{
  return &trace->categories.at[i];
}

const char *
trace_format (const Trace *trace)
{
  return trace->format;
}

ProfileStatus
trace_status (const Trace *trace)
{
  return trace->status;
}

bool
trace_epoch_ns (const Trace *trace, int64_t *ret_epoch_ns)
{
  if (trace->has_epoch)
    *ret_epoch_ns = trace->epoch_ns;
  return trace->has_epoch;
}

void
trace_span (const Trace *trace, int64_t *ret_begin_ns, int64_t *ret_end_ns)
{
  *ret_begin_ns = trace->begin_ns;
  *ret_end_ns = trace->end_ns;
}

const uint8_t *
trace_profile_key (const Trace *trace)
{
  return trace->key;
}

const HealthTable *
trace_health (const Trace *trace)
{
  return &trace->health;
}
