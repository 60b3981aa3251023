/* SPDX-License-Identifier: Apache-2.0
 *
 * Copies what is taken of a profile into the builder of another one. */

#include "trace/combine/combine_private.h"

#include "trace/import/tracks/row_args.h"
#include "trace/text/decimal_time.h"

/* Slices between two looks whether to stop. */
#define SLICES_PER_LOOK 16384

/* ---- settings and devices ---- */

static uint32_t
copy_setting (Combination *combination, CombinedPart *part, const TraceSetting *setting)
{
  CopiedText copied = { .what = COPIED_SETTING, .key = setting->key };
  size_t length;

  copied.text = trace_string (part->trace, setting->value, &copied.length);
  const char *text = combine_text (combination, &copied, &length);
  return trace_builder_string (combination->builder, text, length);
}

/* The settings of a rank must not be parted by those of another one. What several say alike is said once. */
void
combine_copy_settings (Combination *combination)
{
  TraceBuilder *builder = combination->builder;
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (uint32_t c = 0; c < combination->n_ranks; c++)
    {
      trace_builder_choose_rank (builder, combination->ranks[c].rank);
      g_hash_table_remove_all (said);
      for (size_t i = 0; i < combination->n_parts; i++)
        for (uint32_t r = 0; r < trace_n_ranks (combination->parts[i].trace); r++)
          {
            CombinedPart *part = &combination->parts[i];
            const TraceRank *rank = trace_rank (part->trace, r);

            for (uint64_t s = 0; part->ranks[r] == c && s < rank->n_settings; s++)
              {
                const TraceSetting *setting = trace_setting (part->trace, rank->first_setting + s);

                uint32_t key = combine_string (combination, part, COPIED_SETTING_KEY, setting->key);
                uint32_t value = copy_setting (combination, part, setting);
                gint64 pair = (gint64) ((uint64_t) key << 32 | value);

                if (g_hash_table_add (said, g_memdup2 (&pair, sizeof pair)))
                  trace_builder_add_setting (builder, key, value);
              }
          }
      if (c == 0 && combination_is_copy (combination) && combination->change->add_settings != NULL)
        combination->change->add_settings (&(TraceCopy){ .builder = builder }, combination->change->data);
    }
}

static void
add_devices (Combination *combination, CombinedPart *part)
{
  for (uint32_t d = 0; d < trace_n_devices (part->trace); d++)
    {
      const TraceDevice *device = trace_device (part->trace, d);

      if (!combine_takes_rank (part, device->rank) || *trace_string (part->trace, device->name, NULL) == '\0')
        continue;
      trace_builder_choose_rank (combination->builder, combination->ranks[part->ranks[device->rank]].rank);
      trace_builder_set_device_name (combination->builder, device->number,
                                     combine_string (combination, part, COPIED_DEVICE, device->name));
    }
}

/* ---- tracks ---- */

/* Returns the id of a track's process: that of the file, or its name. */
static uint32_t
process_of (Combination *combination, CombinedPart *part, const TraceTrack *track)
{
  const TraceTrack *process = track;

  while (combination->is_one_of_many && process->kind != TRACK_PROCESS && process->parent != TRACE_NONE)
    process = trace_track (part->trace, process->parent);
  if (combination->is_one_of_many && process->kind == TRACK_PROCESS && process->name != STRING_EMPTY)
    return combine_string (combination, part, COPIED_TRACK, process->name);
  return combine_string (combination, part, COPIED_TRACK, track->pid);
}

static uint32_t
place_of (Combination *combination, CombinedPart *part, const TraceTrack *track)
{
  ImportTracks *tracks = combination->ranks[part->ranks[track->rank]].tracks;

  return import_tracks_place (tracks, process_of (combination, part, track),
                              combine_string (combination, part, COPIED_TRACK, track->tid));
}

/* Returns the builder's track for what a track holds; kind is that of a slice, or SLICE_OTHER for instants and samples. */
static uint32_t
row_of (Combination *combination, CombinedPart *part, uint32_t t, SliceKind kind, uint32_t category)
{
  const TraceTrack *track = trace_track (part->trace, t);
  ImportRow row = { .form = ROW_THREAD, .kind = kind };

  if (!combine_takes_rank (part, track->rank))
    return TRACE_NONE;
  row.place = place_of (combination, part, track);
  switch (track->kind)
    {
    case TRACK_ANNOTATIONS:
    case TRACK_OPERATORS:
    case TRACK_CALLS:
    case TRACK_PYTHON:
    case TRACK_PROFILER:
      row.form = ROW_HOST;
      break;
    case TRACK_STREAM:
    case TRACK_DEVICE_ANNOTATIONS:
    case TRACK_SYNC:
    case TRACK_DEVICE:
      row.form = ROW_DEVICE;
      row.kind = track->kind == TRACK_SYNC                 ? SLICE_SYNC
                 : track->kind == TRACK_DEVICE_ANNOTATIONS ? SLICE_DEVICE_ANNOTATION
                                                           : SLICE_KERNEL;
      row.a = track->device;
      row.b = track->stream;
      break;
    case TRACK_ASYNC:
      row.form = ROW_ASYNC;
      row.a = category;
      row.b = combine_string (combination, part, COPIED_MARK, track->name);
      break;
    case TRACK_COUNTER:
      row.form = track->device >= 0                                             ? ROW_DEVICE_COUNTER
                 : trace_track (part->trace, track->parent)->kind == TRACK_NODE ? ROW_NODE_COUNTER
                                                                                : ROW_NAMED_COUNTER;
      row.a = track->device >= 0 ? track->device : (int64_t) combine_string (combination, part, COPIED_TRACK, track->name);
      row.b = combine_string (combination, part, COPIED_TRACK, track->name);
      break;
    case TRACK_NODE:
    case TRACK_PROCESS:
    case TRACK_THREAD:
    case N_TRACK_KINDS:
      break;
    }
  uint32_t added = import_tracks_row (combination->ranks[part->ranks[track->rank]].tracks, &row);
  /* Streams have no description of their own. */
  if (row.form != ROW_DEVICE || track->kind == TRACK_DEVICE)
    return added;
  uint32_t name = combine_string (combination, part, COPIED_TRACK, track->name);
  if (name != STRING_EMPTY)
    trace_builder_track (combination->builder, added)->name = name;
  return added;
}

static void
describe (Combination *combination, CombinedPart *part, const TraceTrack *track)
{
  bool is_process = track->kind == TRACK_PROCESS;
  ImportTracks *tracks = combination->ranks[part->ranks[track->rank]].tracks;
  ImportDescription description = {
    .kind = is_process ? DESCRIBES_PROCESS_NAME : DESCRIBES_THREAD_NAME,
    .place = place_of (combination, part, track),
    .text = combine_string (combination, part, COPIED_TRACK, track->name),
  };

  if (description.text != STRING_EMPTY)
    import_tracks_describe (tracks, &description);
  description.kind = is_process ? DESCRIBES_PROCESS_ORDER : DESCRIBES_THREAD_ORDER;
  description.number = track->sort_index;
  if (track->sort_index != 0)
    import_tracks_describe (tracks, &description);
}

static void
describe_tracks (Combination *combination, CombinedPart *part)
{
  for (uint32_t t = 0; t < trace_n_tracks (part->trace); t++)
    {
      const TraceTrack *track = trace_track (part->trace, t);

      part->rows[t] = TRACE_NONE;
      if (combine_takes_rank (part, track->rank)
          && (track->kind == TRACK_PROCESS || track->kind == TRACK_THREAD))
        describe (combination, part, track);
    }
}

/* ---- events ---- */

/* Returns whether text is an integer that prints as the same text. */
static bool
is_plain_integer (const char *text, size_t length)
{
  size_t n_digits = length > 0 && text[0] == '-' ? length - 1 : length;
  const char *digits = text + (length - n_digits);

  if (n_digits == 0 || n_digits > 18 || (digits[0] == '0' && (n_digits > 1 || n_digits < length)))
    return false;
  for (size_t i = 0; i < n_digits; i++)
    if (!g_ascii_isdigit (digits[i]))
      return false;
  return true;
}

/* Returns the string of a value that is one in the part: text, which is copied by its number as long as it is the same. */
static uint32_t
copy_content (Combination *combination, CombinedPart *part, uint32_t id, const char *text, size_t length)
{
  return combination->change != NULL && combination->change->text != NULL
           ? trace_builder_string (combination->builder, text, length)
           : combine_string (combination, part, COPIED_VALUE, id);
}

/* Each value keeps its form: allocation_stats.c groups by string ids, which short texts can have, too. */
static uint64_t
copy_args (Combination *combination, CombinedPart *part, uint64_t args)
{
  ArgIter iter;
  Arg arg;
  RowArgs copy;
  int64_t integer;

  if (!trace_args (part->trace, args, &iter))
    return ARGS_NONE;
  row_args_begin (&copy, combination->builder);
  while (arg_iter_next (&iter, &arg))
    {
      uint32_t key = combine_string (combination, part, COPIED_KEY, arg.key);
      CopiedText copied = { arg.quoted ? COPIED_VALUE : COPIED_JSON, SLICE_OTHER, arg.key, arg.text, arg.length };
      size_t length;
      const char *text = combine_text (combination, &copied, &length);

      if (arg.quoted && arg.string != ARG_NO_STRING)
        row_args_string (&copy, key, copy_content (combination, part, arg.string, text, length));
      else if (arg.quoted)
        row_args_quoted (&copy, key, text, length);
      else if (is_plain_integer (arg.text, arg.length) && decimal_to_integer (arg.text, arg.length, &integer))
        row_args_integer (&copy, key, integer);
      else
        row_args_json (&copy, key, text, length);
    }
  arg_iter_clear (&iter);
  return row_args_end (&copy);
}

static void
add_slice (Combination *combination, CombinedPart *part, uint64_t s)
{
  const SliceColumns *slices = trace_slices (part->trace);
  uint32_t t = trace_track_of (part->trace, s), rank = trace_track (part->trace, t)->rank;
  SliceKind kind = slices->kind[s] < N_SLICE_KINDS ? (SliceKind) slices->kind[s] : SLICE_OTHER;

  if (!combine_takes_rank (part, rank) || (part->keep != NULL && !part->keep[s]))
    return;
  if (!combination->is_job && combine_owners_leave_out (combination, part, rank, s))
    {
      combination->n_left_out++;
      return;
    }
  int64_t begin_ns = combine_time_ns (combination, part, rank, slice_start_ns (slices, s));
  int64_t end_ns = combine_time_ns (combination, part, rank, slice_start_ns (slices, s) + slice_dur_ns (slices, s));
  SliceInput slice = {
    .name = trace_track (part->trace, t)->kind == TRACK_ASYNC
              ? combine_string (combination, part, COPIED_MARK, slice_name (slices, s))
              : combine_slice_name (combination, part, kind, slice_name (slices, s)),
    .category = combine_string (combination, part, COPIED_CATEGORY, slice_category (slices, s)),
    .kind = kind,
    .flags = slices->flags[s] & (SLICE_UNFINISHED | SLICE_PAIRED),
    .start_ns = begin_ns,
    .dur_ns = end_ns - begin_ns,
    .correlation = slices->correlation[s],
    .args = copy_args (combination, part, slices->args[s]),
  };
  if (part->rows[t] == TRACE_NONE || part->row_kinds[t] != kind
      || trace_track (part->trace, t)->kind == TRACK_ASYNC)
    {
      part->rows[t] = row_of (combination, part, t, kind, slice.category);
      part->row_kinds[t] = (uint8_t) kind;
    }
  slice.track = part->rows[t];
  part->n_slices++;
  if (!combination->is_job)
    trace_builder_event_counts (combination->builder)->slices += !(slice.flags & SLICE_UNFINISHED);
  if (combination->is_one_of_many)
    slice.flags &= SLICE_PAIRED;
  trace_builder_add_slice (combination->builder, &slice);
}

static bool
is_copied (const CombinedPart *part, int64_t time_ns)
{
  return part->copied == NULL || (time_ns >= part->copied->begin_ns && time_ns < part->copied->end_ns);
}

static bool
is_instant_copied (const CombinedPart *part, uint64_t i, int64_t time_ns)
{
  return is_copied (part, time_ns) || (part->copied->instants != NULL && part->copied->instants[i]);
}

/* The last sample before a part says what the counter is at its begin. */
static bool
is_sample_copied (const CombinedPart *part, const TraceTrack *track, uint64_t i)
{
  const SampleColumns *samples = trace_samples (part->trace);
  int64_t time_ns = sample_time_ns (samples, i);

  return is_copied (part, time_ns)
         || (time_ns < part->copied->begin_ns
             && (i + 1 == track->first_sample + track->n_samples
                 || sample_time_ns (samples, i + 1) > part->copied->begin_ns));
}

static void
add_points (Combination *combination, CombinedPart *part)
{
  const SampleColumns *samples = trace_samples (part->trace);

  for (uint32_t t = 0; t < trace_n_tracks (part->trace); t++)
    {
      const TraceTrack *track = trace_track (part->trace, t);
      bool is_left_out = combine_takes_rank (part, track->rank) && track->n_samples > 0
                         && combine_owners_leave_counter_out (combination, part, track);

      if (is_left_out)
        {
          combination->n_samples_left_out += track->n_samples;
          part->n_samples_left_out += track->n_samples;
          continue;
        }
      uint32_t row = track->n_instants + track->n_samples > 0
                       ? row_of (combination, part, t, SLICE_OTHER, STRING_EMPTY)
                       : TRACE_NONE;

      if (row == TRACE_NONE)
        continue;
      for (uint64_t i = track->first_instant; i < track->first_instant + track->n_instants; i++)
        {
          TraceInstant instant = trace_instant (part->trace, i);

          if (!is_instant_copied (part, i, instant.time_ns))
            continue;
          part->n_points++;
          instant.track = row;
          instant.name = combine_string (combination, part, COPIED_MARK, instant.name);
          instant.category = combine_string (combination, part, COPIED_CATEGORY, instant.category);
          instant.time_ns = combine_time_ns (combination, part, track->rank, instant.time_ns);
          instant.args = copy_args (combination, part, instant.args);
          trace_builder_add_instant (combination->builder, &instant);
        }
      for (uint64_t i = track->first_sample; i < track->first_sample + track->n_samples; i++)
        if (is_sample_copied (part, track, i))
          {
            part->n_samples++;
            trace_builder_add_sample (combination->builder, row,
                                      combine_time_ns (combination, part, track->rank, sample_time_ns (samples, i)),
                                      sample_value (samples, i));
          }
    }
}

static void
add_flow_end (Combination *combination,
              CombinedPart *part,
              const TraceFlow *flow,
              uint64_t s,
              FlowPointPhase phase)
{
  const SliceColumns *slices = trace_slices (part->trace);
  const TraceTrack *track = trace_track (part->trace, trace_track_of (part->trace, s));
  FlowPoint point = {
    .key = combination->next_flow,
    .category = combine_string (combination, part, COPIED_CATEGORY, flow->category),
    .place = import_tracks_flow_place (combination->ranks[part->ranks[track->rank]].tracks,
                                       place_of (combination, part, track)),
    .time_ns = combine_time_ns (combination, part, track->rank, slice_start_ns (slices, s)),
    .phase = phase,
    .is_launch = flow->kind == FLOW_LAUNCH,
    .is_only_link = flow->kind == FLOW_LAUNCH,
    .prefer = slices->kind[s] < N_SLICE_KINDS ? (SliceKind) slices->kind[s] : SLICE_OTHER,
  };

  trace_builder_add_flow_point (combination->builder, &point);
}

/* A launch that only an arrow of the file recorded has no correlation. */
static bool
is_linked_again (const SliceColumns *slices, const TraceFlow *flow)
{
  return flow->kind == FLOW_SYNC
         || (flow->kind == FLOW_LAUNCH && (slices->correlation[flow->from] != 0 || slices->correlation[flow->to] != 0));
}

/* Launches are linked again by their correlation. Returns how many arrows of the file have lost an end, because its slice
 * is taken from another profile. */
static uint64_t
add_flows (Combination *combination, CombinedPart *part)
{
  const SliceColumns *slices = trace_slices (part->trace);
  uint64_t n_without_end = 0;

  for (uint64_t i = 0; i < trace_n_flows (part->trace); i++)
    {
      TraceFlow flow = trace_flow (part->trace, i);

      if (flow.from >= slices->n || flow.to >= slices->n || is_linked_again (slices, &flow))
        continue;
      uint32_t from_rank = trace_track (part->trace, trace_track_of (part->trace, flow.from))->rank;
      uint32_t to_rank = trace_track (part->trace, trace_track_of (part->trace, flow.to))->rank;
      if (!combine_takes_rank (part, from_rank) || !combine_takes_rank (part, to_rank))
        continue;
      if (part->keep != NULL && (!part->keep[flow.from] || !part->keep[flow.to]))
        continue;
      if (combine_owners_leave_out (combination, part, from_rank, flow.from)
          || combine_owners_leave_out (combination, part, to_rank, flow.to))
        {
          n_without_end++;
          continue;
        }
      combination->next_flow++;
      part->n_arrows++;
      add_flow_end (combination, part, &flow, flow.from, FLOW_POINT_START);
      add_flow_end (combination, part, &flow, flow.to, FLOW_POINT_END);
    }
  return n_without_end;
}

/* What is found in slices while a profile is built is found again. */
static bool
is_found_again (HealthId id)
{
  return id == HEALTH_SLICE_OVERLAP || id == HEALTH_LANES_FULL || id == HEALTH_CORRELATION_SHARED
         || id == HEALTH_RUN_WITHOUT_LAUNCH || id == HEALTH_RUN_BEFORE_LAUNCH || id == HEALTH_EVENT_TIME_FAR
         || id == HEALTH_RANKS_DUPLICATE;
}

static void
add_health (Combination *combination, const CombinedPart *part, HealthId id)
{
  const HealthRow *row = &trace_health (part->trace)->rows[id];
  CopiedText copied = { .what = COPIED_PATH };
  uint64_t n = row->count;
  size_t length;

  copied.text = trace_string (
    part->trace, row->path != STRING_EMPTY ? row->path : trace_rank (part->trace, 0)->path, &copied.length);

  /* Files of a directory that are no ranks are named. */
  if (n > 0 && row->path != STRING_EMPTY)
    {
      trace_builder_add_file_health (combination->builder, id, combine_text (combination, &copied, &length));
      n--;
    }
  else if (n > 0 && combination->is_one_of_many)
    {
      trace_builder_add_file_health (combination->builder, id, combine_text (combination, &copied, &length));
      n--;
    }
  if (n > 0 && combination_is_copy (combination) && row->first_source >= 0
      && combine_takes_rank (part, (uint32_t) row->first_source))
    {
      trace_builder_choose_rank (combination->builder, combination->ranks[part->ranks[row->first_source]].rank);
      trace_builder_add_health (combination->builder, id, n, row->first_offset);
    }
  else if (n > 0)
    trace_builder_add_health (combination->builder, id, n, HEALTH_NO_OFFSET);
}

static void
add_counts (Combination *combination, const CombinedPart *part)
{
  EventCounts *counts = trace_builder_event_counts (combination->builder);
  EventCounts of_part = *trace_event_counts (part->trace);

  if (part->copied != NULL)
    of_part = (EventCounts){
      .total = part->n_slices + part->n_points + part->n_samples + 2 * part->n_arrows,
      .skipped = of_part.skipped,
      .flows = 2 * part->n_arrows,
      .counters = part->n_samples,
      .instants = part->n_points,
    };
  counts->total += of_part.total;
  counts->skipped += of_part.skipped;
  if (combination->is_job)
    counts->slices += of_part.slices;
  counts->flows += of_part.flows;
  counts->counters += of_part.counters;
  counts->instants += of_part.instants;
  trace_builder_choose_rank (combination->builder,
                             combination->ranks[combine_takes_rank (part, 0) ? part->ranks[0] : 0].rank);
  for (int i = 0; i < N_HEALTH_IDS; i++)
    if (combination->is_job || !is_found_again ((HealthId) i))
      add_health (combination, part, (HealthId) i);
  for (uint32_t r = 0; r < trace_n_ranks (part->trace); r++)
    if (combine_takes_rank (part, r) && trace_rank (part->trace, r)->status != PROFILE_COMPLETED)
      {
        trace_builder_choose_rank (combination->builder, combination->ranks[part->ranks[r]].rank);
        trace_builder_set_status (combination->builder, trace_rank (part->trace, r)->status);
      }
}

void
combine_copy_part (Combination *combination, CombinedPart *part)
{
  uint64_t n = trace_slices (part->trace)->n, n_arrows = 0;

  add_devices (combination, part);
  describe_tracks (combination, part);
  for (uint64_t s = 0; s < n && !trace_builder_failed (combination->builder); s++)
    {
      /* A builder that has failed takes nothing more. */
      if (s % SLICES_PER_LOOK == 0 && combination_is_cancelled (combination))
        trace_builder_set_failed (combination->builder);
      add_slice (combination, part, s);
    }
  if (!combination->is_job)
    {
      add_points (combination, part);
      n_arrows = add_flows (combination, part);
    }
  add_counts (combination, part);
  /* An arrow is two events. */
  EventCounts *counts = trace_builder_event_counts (combination->builder);
  counts->flows -= MIN (trace_event_counts (part->trace)->flows, 2 * n_arrows);
  counts->counters -= MIN (trace_event_counts (part->trace)->counters, part->n_samples_left_out);
  if (n_arrows > 0)
    trace_builder_add_health (combination->builder, HEALTH_FLOW_UNMATCHED, n_arrows, HEALTH_NO_OFFSET);
}
