/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/open/combine.h"

#include <stdlib.h>
#include <string.h>

#include "trace/build/builder.h"
#include "trace/container/id_map.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/import/tracks/row_args.h"
#include "trace/model/key_hash.h"
#include "trace/open/same_run.h"
#include "trace/open/trace_copy.h"
#include "trace/text/decimal_time.h"
#include "trace/text/trace_error.h"

/* A rank of the new profile. */
typedef struct
{
  uint32_t rank; /* of the builder */
  ImportTracks *tracks;
  bool has_number; /* a file says which rank it is of */
  bool has_node;   /* and on which machine it ran */
  /* The profiles whose device work and API calls are taken: those with the most GPU activities, and with them its calls,
   * or the most calls where it has none. */
  size_t owner, call_owner;
  uint64_t n_owner_activities, n_owner_calls;
  /* And the profile with the most operators: those of several would cross each other. */
  size_t operator_owner;
  uint64_t n_owner_operators;
} CombinedRank;

/* A profile that is being added. */
typedef struct
{
  Trace *trace; /* borrowed */
  RunProcesses *processes;
  int64_t shift_ns; /* from its times to those of the new profile */
  uint32_t *ranks;  /* of each rank of the trace: an index of Combining.ranks */
  uint32_t *rows;   /* of each track: the builder's track of the slices of the kind below, or TRACE_NONE */
  uint8_t *row_kinds;
  uint32_t *strings; /* of each string: that of the builder + 1, or 0 if it was not needed yet */
  uint64_t *n_activities, *n_calls, *n_operators; /* of each rank */
} Part;

typedef struct
{
  TraceBuilder *builder;
  Part *parts;
  size_t n_parts;
  CombinedRank *ranks;
  uint32_t n_ranks;
  IdMap
    annotations; /* by rank and name: which part has the most of them, and how many; annotation_value () */
  uint64_t next_flow;
  uint64_t n_left_out;
  /* What is added to the copy of a profile (trace_copy.h); NULL where several are combined. */
  TraceCopyFunc add_settings, add;
  gpointer data;
} Combining;

static bool
is_copy (const Combining *combining)
{
  return combining->add != NULL;
}

/* ---- time ---- */

static bool
all_overlap (Trace *const *traces, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      bool overlaps = false;

      for (size_t j = 0; j < n && !overlaps; j++)
        overlaps = i != j && trace_overlaps (traces[i], traces[j]);
      if (!overlaps)
        return false;
    }
  return true;
}

/* ---- strings ---- */

static uint32_t
string_of (Combining *combining, Part *part, uint32_t id)
{
  size_t length;

  if (id >= trace_n_strings (part->trace))
    return STRING_EMPTY;
  if (part->strings[id] == 0)
    {
      const char *text = trace_string (part->trace, id, &length);

      part->strings[id] = trace_builder_string (combining->builder, text, length) + 1;
    }
  return part->strings[id] - 1;
}

/* ---- ranks ---- */

/* Returns the rank of the new profile that a rank joins, or UINT32_MAX. */
static uint32_t
rank_to_join (const Combining *combining, size_t i, uint32_t rank)
{
  const Part *parts = combining->parts;

  for (size_t p = 0; p < i; p++)
    for (uint32_t r = 0; r < trace_n_ranks (parts[p].trace); r++)
      if (run_processes_share (parts[i].processes, rank, parts[p].processes, r))
        return parts[p].ranks[r];
  /* Of more than two it would not be known which ones belong together. */
  if (combining->n_parts == 2 && i == 1 && same_run_is_likely (parts[0].trace, parts[1].trace))
    return parts[0].ranks[0];
  return UINT32_MAX;
}

/* Ranks of one file share its clock, even if nobody knows when it began. */
static uint32_t
begin_rank_of_copy (Combining *combining, Part *part, uint32_t r)
{
  const TraceRank *rank = trace_rank (part->trace, r);

  if (r > 0 && trace_rank (part->trace, r - 1)->path == rank->path)
    return trace_builder_begin_rank_of_file (combining->builder);
  return trace_builder_begin_rank (combining->builder, trace_string (part->trace, rank->path, NULL));
}

static bool
add_rank (Combining *combining, Part *part, uint32_t r, const char *path, int64_t base_ns)
{
  const TraceRank *rank = trace_rank (part->trace, r);
  CombinedRank *ranks = realloc (combining->ranks, (combining->n_ranks + (size_t) 1) * sizeof *ranks);

  if (ranks == NULL)
    return false;
  combining->ranks = ranks;
  CombinedRank *added = &ranks[combining->n_ranks];
  *added = (CombinedRank){ .rank = is_copy (combining) ? begin_rank_of_copy (combining, part, r)
                                   : combining->n_ranks == 0
                                     ? trace_builder_begin_rank (combining->builder, path)
                                     : trace_builder_begin_rank_of_file (combining->builder) };
  added->tracks = import_tracks_new (combining->builder);
  if (added->tracks == NULL)
    return false;
  trace_builder_set_rank_number (combining->builder, rank->number);
  trace_builder_set_time_base (combining->builder, base_ns, !is_copy (combining) || rank->has_epoch);
  part->ranks[r] = combining->n_ranks++;
  return true;
}

static void
count_slices (Part *part)
{
  const SliceColumns *slices = trace_slices (part->trace);

  for (uint64_t s = 0; s < slices->n; s++)
    {
      uint32_t rank = trace_track (part->trace, trace_track_of (part->trace, s))->rank;

      if (rank >= trace_n_ranks (part->trace))
        continue;
      part->n_activities[rank] += slice_kind_is_gpu_activity (slices->kind[s]);
      part->n_calls[rank] += slices->kind[s] == SLICE_CALL;
      part->n_operators[rank] += slices->kind[s] == SLICE_OPERATOR;
    }
}

/* Call this for the parts in their order. */
static void
take_ownership (CombinedRank *rank,
                size_t part,
                uint64_t n_activities,
                uint64_t n_calls,
                uint64_t n_operators)
{
  bool has_most = n_activities > rank->n_owner_activities;
  bool has_calls = rank->n_owner_calls > 0;

  if (has_most)
    {
      rank->owner = part;
      rank->n_owner_activities = n_activities;
    }
  if (n_operators > rank->n_owner_operators)
    {
      rank->operator_owner = part;
      rank->n_owner_operators = n_operators;
    }
  /* Calls belong to the work that they launched. */
  bool owner_has_calls = has_calls && rank->call_owner == rank->owner && rank->n_owner_activities > 0;
  if ((has_most && n_calls > 0) || (!owner_has_calls && n_calls > rank->n_owner_calls))
    {
      rank->call_owner = part;
      rank->n_owner_calls = n_calls;
    }
}

/* A number that a file gives counts more than one by the order of processes. */
static void
take_number (Combining *combining, CombinedRank *combined, const TraceRank *rank)
{
  if (combined->has_number || rank->world_size == 0)
    return;
  combined->has_number = true;
  trace_builder_choose_rank (combining->builder, combined->rank);
  trace_builder_set_rank_number (combining->builder, rank->number);
  trace_builder_set_world_size (combining->builder, rank->world_size);
}

/* The numbers that files give are not to be taken by others, which are numbered by their order where any is given. */
static void
number_others (Combining *combining)
{
  bool any = false;

  for (uint32_t r = 0; r < combining->n_ranks; r++)
    any = any || (combining->ranks[r].has_number && !is_copy (combining));
  for (uint32_t r = 0; any && r < combining->n_ranks; r++)
    if (!combining->ranks[r].has_number)
      {
        trace_builder_choose_rank (combining->builder, combining->ranks[r].rank);
        trace_builder_set_rank_number (combining->builder, -1);
      }
}

static void
take_node (Combining *combining, Part *part, CombinedRank *combined, const TraceRank *rank)
{
  uint32_t name = string_of (combining, part, trace_track (part->trace, rank->node)->name);

  if (combined->has_node || name == STRING_EMPTY)
    return;
  combined->has_node = true;
  trace_builder_choose_rank (combining->builder, combined->rank);
  trace_builder_set_node_name (combining->builder, name);
}

static bool
join_ranks (Combining *combining, const char *path, int64_t base_ns)
{
  for (size_t i = 0; i < combining->n_parts; i++)
    {
      Part *part = &combining->parts[i];

      count_slices (part);
      for (uint32_t r = 0; r < trace_n_ranks (part->trace); r++)
        {
          part->ranks[r] = rank_to_join (combining, i, r);
          if (part->ranks[r] == UINT32_MAX && !add_rank (combining, part, r, path, base_ns))
            return false;
          take_ownership (&combining->ranks[part->ranks[r]], i, part->n_activities[r], part->n_calls[r],
                          part->n_operators[r]);
          take_number (combining, &combining->ranks[part->ranks[r]], trace_rank (part->trace, r));
          take_node (combining, part, &combining->ranks[part->ranks[r]], trace_rank (part->trace, r));
        }
    }
  number_others (combining);
  return true;
}

/* ---- annotations ---- */

/* PyTorch can write its annotations as NVTX ranges, too: a step that two profilers recorded would be two steps. So those of
 * one name are taken from the profile with the most of them. */

#define ANNOTATION_COUNT_BITS 48

static uint64_t
annotation_value (size_t part, uint64_t n)
{
  return (uint64_t) part << ANNOTATION_COUNT_BITS | MIN (n, (UINT64_C (1) << ANNOTATION_COUNT_BITS) - 1);
}

static uint64_t
annotation_key (Combining *combining, Part *part, uint32_t rank, uint64_t s)
{
  return (uint64_t) part->ranks[rank] << 32
         | string_of (combining, part, slice_name (trace_slices (part->trace), s));
}

static bool
count_annotations (Combining *combining, Part *part, IdMap *counts)
{
  const SliceColumns *slices = trace_slices (part->trace);

  for (uint64_t s = 0; s < slices->n; s++)
    {
      uint32_t rank = trace_track (part->trace, trace_track_of (part->trace, s))->rank;

      if (slices->kind[s] != SLICE_ANNOTATION || rank >= trace_n_ranks (part->trace))
        continue;
      uint64_t *n = id_map_add (counts, annotation_key (combining, part, rank, s), 0);
      if (n == NULL)
        return false;
      ++*n;
    }
  return true;
}

static bool
take_annotations (Combining *combining, size_t i, const IdMap *counts)
{
  for (size_t e = 0; e < counts->n_entries; e++)
    {
      const IdMapEntry *entry = &counts->entries[e];

      if (entry->value == ID_MAP_NONE)
        continue;
      uint64_t *most = id_map_add (&combining->annotations, entry->id, annotation_value (i, entry->value));
      if (most == NULL)
        return false;
      if (entry->value > (*most & ((UINT64_C (1) << ANNOTATION_COUNT_BITS) - 1)))
        *most = annotation_value (i, entry->value);
    }
  return true;
}

static bool
find_annotations (Combining *combining)
{
  for (size_t i = 0; i < combining->n_parts; i++)
    {
      IdMap counts = { 0 };
      bool ok = count_annotations (combining, &combining->parts[i], &counts)
                && take_annotations (combining, i, &counts);

      id_map_clear (&counts);
      if (!ok)
        return false;
    }
  return true;
}

/* ---- settings and devices ---- */

/* The settings of a rank must not be parted by those of another one. What several say alike is said once. */
static void
add_settings (Combining *combining)
{
  TraceBuilder *builder = combining->builder;
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (uint32_t c = 0; c < combining->n_ranks; c++)
    {
      trace_builder_choose_rank (builder, combining->ranks[c].rank);
      g_hash_table_remove_all (said);
      for (size_t i = 0; i < combining->n_parts; i++)
        for (uint32_t r = 0; r < trace_n_ranks (combining->parts[i].trace); r++)
          {
            Part *part = &combining->parts[i];
            const TraceRank *rank = trace_rank (part->trace, r);

            for (uint64_t s = 0; part->ranks[r] == c && s < rank->n_settings; s++)
              {
                const TraceSetting *setting = trace_setting (part->trace, rank->first_setting + s);

                uint32_t key = string_of (combining, part, setting->key);
                uint32_t value = string_of (combining, part, setting->value);
                gint64 pair = (gint64) ((uint64_t) key << 32 | value);

                if (g_hash_table_add (said, g_memdup2 (&pair, sizeof pair)))
                  trace_builder_add_setting (builder, key, value);
              }
          }
      if (c == 0 && combining->add_settings != NULL)
        combining->add_settings (&(TraceCopy){ .builder = builder }, combining->data);
    }
}

static void
add_devices (Combining *combining, Part *part)
{
  for (uint32_t d = 0; d < trace_n_devices (part->trace); d++)
    {
      const TraceDevice *device = trace_device (part->trace, d);

      if (device->name == STRING_EMPTY || *trace_string (part->trace, device->name, NULL) == '\0')
        continue;
      trace_builder_choose_rank (combining->builder, combining->ranks[part->ranks[device->rank]].rank);
      trace_builder_set_device_name (combining->builder, device->number,
                                     string_of (combining, part, device->name));
    }
}

/* ---- tracks ---- */

static uint32_t
place_of (Combining *combining, Part *part, const TraceTrack *track)
{
  ImportTracks *tracks = combining->ranks[part->ranks[track->rank]].tracks;

  return import_tracks_place (tracks, string_of (combining, part, track->pid),
                              string_of (combining, part, track->tid));
}

/* Returns the builder's track for what a track holds; kind is that of a slice, or SLICE_OTHER for instants and samples. */
static uint32_t
row_of (Combining *combining, Part *part, uint32_t t, SliceKind kind, uint32_t category)
{
  const TraceTrack *track = trace_track (part->trace, t);
  ImportRow row = { .form = ROW_THREAD, .kind = kind };

  if (track->rank >= trace_n_ranks (part->trace))
    return TRACE_NONE;
  row.place = place_of (combining, part, track);
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
      row.b = string_of (combining, part, track->name);
      break;
    case TRACK_COUNTER:
      row.form = track->device >= 0                                             ? ROW_DEVICE_COUNTER
                 : trace_track (part->trace, track->parent)->kind == TRACK_NODE ? ROW_NODE_COUNTER
                                                                                : ROW_NAMED_COUNTER;
      row.a = track->device >= 0 ? track->device : (int64_t) string_of (combining, part, track->name);
      row.b = string_of (combining, part, track->name);
      break;
    case TRACK_NODE:
    case TRACK_PROCESS:
    case TRACK_THREAD:
    case N_TRACK_KINDS:
      break;
    }
  uint32_t added = import_tracks_row (combining->ranks[part->ranks[track->rank]].tracks, &row);
  uint32_t name = string_of (combining, part, track->name);
  /* Streams have no description of their own. */
  if (row.form == ROW_DEVICE && track->kind != TRACK_DEVICE && name != STRING_EMPTY)
    trace_builder_track (combining->builder, added)->name = name;
  return added;
}

static void
describe (Combining *combining, Part *part, const TraceTrack *track)
{
  bool is_process = track->kind == TRACK_PROCESS;
  ImportTracks *tracks = combining->ranks[part->ranks[track->rank]].tracks;
  ImportDescription description = {
    .kind = is_process ? DESCRIBES_PROCESS_NAME : DESCRIBES_THREAD_NAME,
    .place = place_of (combining, part, track),
    .text = string_of (combining, part, track->name),
  };

  if (description.text != STRING_EMPTY)
    import_tracks_describe (tracks, &description);
  description.kind = is_process ? DESCRIBES_PROCESS_ORDER : DESCRIBES_THREAD_ORDER;
  description.number = track->sort_index;
  if (track->sort_index != 0)
    import_tracks_describe (tracks, &description);
}

static void
describe_tracks (Combining *combining, Part *part)
{
  for (uint32_t t = 0; t < trace_n_tracks (part->trace); t++)
    {
      const TraceTrack *track = trace_track (part->trace, t);

      part->rows[t] = TRACE_NONE;
      if (track->rank < trace_n_ranks (part->trace)
          && (track->kind == TRACK_PROCESS || track->kind == TRACK_THREAD))
        describe (combining, part, track);
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

static uint64_t
copy_args (Combining *combining, Part *part, uint64_t args)
{
  ArgIter iter;
  Arg arg;
  RowArgs copy;
  int64_t integer;

  if (!trace_args (part->trace, args, &iter))
    return ARGS_NONE;
  row_args_begin (&copy, combining->builder);
  while (arg_iter_next (&iter, &arg))
    {
      uint32_t key = string_of (combining, part, arg.key);

      if (arg.quoted)
        row_args_quoted (&copy, key, arg.text, arg.length);
      else if (is_plain_integer (arg.text, arg.length) && decimal_to_integer (arg.text, arg.length, &integer))
        row_args_integer (&copy, key, integer);
      else
        row_args_json (&copy, key, arg.text, arg.length);
    }
  arg_iter_clear (&iter);
  return row_args_end (&copy);
}

static bool
is_left_out (Combining *combining, Part *part, uint32_t rank, uint64_t s)
{
  const CombinedRank *combined = &combining->ranks[part->ranks[rank]];
  SliceKind kind = trace_slices (part->trace)->kind[s];
  size_t i = (size_t) (part - combining->parts);

  if (kind == SLICE_CALL)
    return combined->call_owner != i;
  if (kind == SLICE_OPERATOR)
    return combined->operator_owner != i;
  if (kind == SLICE_ANNOTATION)
    {
      const uint64_t *most = id_map_find (&combining->annotations, annotation_key (combining, part, rank, s));

      return most != NULL && *most >> ANNOTATION_COUNT_BITS != i;
    }
  return slice_kind_is_on_device (kind) && combined->n_owner_activities > 0 && combined->owner != i;
}

static void
add_slice (Combining *combining, Part *part, uint64_t s)
{
  const SliceColumns *slices = trace_slices (part->trace);
  uint32_t t = trace_track_of (part->trace, s), rank = trace_track (part->trace, t)->rank;
  SliceKind kind = slices->kind[s] < N_SLICE_KINDS ? (SliceKind) slices->kind[s] : SLICE_OTHER;

  if (rank >= trace_n_ranks (part->trace))
    return;
  if (is_left_out (combining, part, rank, s))
    {
      combining->n_left_out++;
      return;
    }
  SliceInput slice = {
    .name = string_of (combining, part, slice_name (slices, s)),
    .category = string_of (combining, part, slice_category (slices, s)),
    .kind = kind,
    .flags = slices->flags[s] & (SLICE_UNFINISHED | SLICE_PAIRED),
    .start_ns = trace_time_clamp (slice_start_ns (slices, s) + part->shift_ns),
    .dur_ns = slice_dur_ns (slices, s),
    .correlation = slices->correlation[s],
    .args = copy_args (combining, part, slices->args[s]),
  };
  if (part->rows[t] == TRACE_NONE || part->row_kinds[t] != kind
      || trace_track (part->trace, t)->kind == TRACK_ASYNC)
    {
      part->rows[t] = row_of (combining, part, t, kind, slice.category);
      part->row_kinds[t] = (uint8_t) kind;
    }
  slice.track = part->rows[t];
  trace_builder_add_slice (combining->builder, &slice);
  trace_builder_event_counts (combining->builder)->slices += !(slice.flags & SLICE_UNFINISHED);
}

static void
add_points (Combining *combining, Part *part)
{
  const SampleColumns *samples = trace_samples (part->trace);

  for (uint32_t t = 0; t < trace_n_tracks (part->trace); t++)
    {
      const TraceTrack *track = trace_track (part->trace, t);
      uint32_t row = track->n_instants + track->n_samples > 0
                       ? row_of (combining, part, t, SLICE_OTHER, STRING_EMPTY)
                       : TRACE_NONE;

      if (row == TRACE_NONE)
        continue;
      for (uint64_t i = track->first_instant; i < track->first_instant + track->n_instants; i++)
        {
          TraceInstant instant = trace_instant (part->trace, i);

          instant.track = row;
          instant.name = string_of (combining, part, instant.name);
          instant.category = string_of (combining, part, instant.category);
          instant.time_ns = trace_time_clamp (instant.time_ns + part->shift_ns);
          instant.args = copy_args (combining, part, instant.args);
          trace_builder_add_instant (combining->builder, &instant);
        }
      for (uint64_t i = track->first_sample; i < track->first_sample + track->n_samples; i++)
        trace_builder_add_sample (combining->builder, row,
                                  trace_time_clamp (sample_time_ns (samples, i) + part->shift_ns),
                                  sample_value (samples, i));
    }
}

static void
add_flow_end (Combining *combining, Part *part, const TraceFlow *flow, uint64_t s, FlowPointPhase phase)
{
  const SliceColumns *slices = trace_slices (part->trace);
  const TraceTrack *track = trace_track (part->trace, trace_track_of (part->trace, s));
  FlowPoint point = {
    .key = combining->next_flow,
    .category = string_of (combining, part, flow->category),
    .place = import_tracks_flow_place (combining->ranks[part->ranks[track->rank]].tracks,
                                       place_of (combining, part, track)),
    .time_ns = trace_time_clamp (slice_start_ns (slices, s) + part->shift_ns),
    .phase = phase,
    .prefer = slices->kind[s] < N_SLICE_KINDS ? (SliceKind) slices->kind[s] : SLICE_OTHER,
  };

  trace_builder_add_flow_point (combining->builder, &point);
}

/* Launches are linked again by their correlation. */
static void
add_flows (Combining *combining, Part *part)
{
  const SliceColumns *slices = trace_slices (part->trace);
  uint32_t n_ranks = trace_n_ranks (part->trace);

  for (uint64_t i = 0; i < trace_n_flows (part->trace); i++)
    {
      TraceFlow flow = trace_flow (part->trace, i);

      if (flow.kind != FLOW_OF_FILE || flow.from >= slices->n || flow.to >= slices->n)
        continue;
      uint32_t from_rank = trace_track (part->trace, trace_track_of (part->trace, flow.from))->rank;
      uint32_t to_rank = trace_track (part->trace, trace_track_of (part->trace, flow.to))->rank;
      if (from_rank >= n_ranks || to_rank >= n_ranks || is_left_out (combining, part, from_rank, flow.from)
          || is_left_out (combining, part, to_rank, flow.to))
        continue;
      combining->next_flow++;
      add_flow_end (combining, part, &flow, flow.from, FLOW_POINT_START);
      add_flow_end (combining, part, &flow, flow.to, FLOW_POINT_END);
    }
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
add_health (Combining *combining, const Part *part, HealthId id)
{
  const HealthRow *row = &trace_health (part->trace)->rows[id];
  uint64_t n = row->count;

  /* Files of a directory that are no ranks are named. */
  if (n > 0 && row->path != STRING_EMPTY)
    {
      trace_builder_add_file_health (combining->builder, id, trace_string (part->trace, row->path, NULL));
      n--;
    }
  if (n > 0 && is_copy (combining) && row->first_source >= 0
      && (uint32_t) row->first_source < trace_n_ranks (part->trace))
    {
      trace_builder_choose_rank (combining->builder, combining->ranks[part->ranks[row->first_source]].rank);
      trace_builder_add_health (combining->builder, id, n, row->first_offset);
    }
  else if (n > 0)
    trace_builder_add_health (combining->builder, id, n, HEALTH_NO_OFFSET);
}

static void
add_counts (Combining *combining, const Part *part)
{
  EventCounts *counts = trace_builder_event_counts (combining->builder);
  const EventCounts *of_part = trace_event_counts (part->trace);

  counts->total += of_part->total;
  counts->skipped += of_part->skipped;
  counts->flows += of_part->flows;
  counts->counters += of_part->counters;
  counts->instants += of_part->instants;
  trace_builder_choose_rank (combining->builder, combining->ranks[part->ranks[0]].rank);
  for (int i = 0; i < N_HEALTH_IDS; i++)
    if (!is_found_again ((HealthId) i))
      add_health (combining, part, (HealthId) i);
  for (uint32_t r = 0; r < trace_n_ranks (part->trace); r++)
    if (trace_rank (part->trace, r)->status != PROFILE_COMPLETED)
      {
        trace_builder_choose_rank (combining->builder, combining->ranks[part->ranks[r]].rank);
        trace_builder_set_status (combining->builder, trace_rank (part->trace, r)->status);
      }
}

static void
add_part (Combining *combining, Part *part)
{
  uint64_t n = trace_slices (part->trace)->n;

  add_devices (combining, part);
  describe_tracks (combining, part);
  for (uint64_t s = 0; s < n && !trace_builder_failed (combining->builder); s++)
    add_slice (combining, part, s);
  add_points (combining, part);
  add_flows (combining, part);
  add_counts (combining, part);
}

/* ---- the whole ---- */

static bool
part_init (Part *part, Trace *trace, int64_t base_ns)
{
  int64_t epoch_ns = 0;
  uint32_t n_ranks = trace_n_ranks (trace), n_tracks = trace_n_tracks (trace);

  trace_epoch_ns (trace, &epoch_ns);
  part->trace = trace;
  part->processes = run_processes_new (trace);
  part->shift_ns = epoch_ns - base_ns;
  part->ranks = calloc (n_ranks + (size_t) 1, sizeof *part->ranks);
  part->rows = calloc (n_tracks + (size_t) 1, sizeof *part->rows);
  part->row_kinds = calloc (n_tracks + (size_t) 1, sizeof *part->row_kinds);
  part->strings = calloc (trace_n_strings (trace) + (size_t) 1, sizeof *part->strings);
  part->n_activities = calloc (n_ranks + (size_t) 1, sizeof *part->n_activities);
  part->n_calls = calloc (n_ranks + (size_t) 1, sizeof *part->n_calls);
  part->n_operators = calloc (n_ranks + (size_t) 1, sizeof *part->n_operators);
  return n_ranks > 0 && part->ranks != NULL && part->rows != NULL && part->row_kinds != NULL
         && part->strings != NULL && part->n_activities != NULL && part->n_calls != NULL
         && part->n_operators != NULL;
}

static void
combining_clear (Combining *combining)
{
  for (size_t i = 0; combining->parts != NULL && i < combining->n_parts; i++)
    {
      g_clear_pointer (&combining->parts[i].processes, run_processes_free);
      free (combining->parts[i].ranks);
      free (combining->parts[i].rows);
      free (combining->parts[i].row_kinds);
      free (combining->parts[i].strings);
      free (combining->parts[i].n_activities);
      free (combining->parts[i].n_calls);
      free (combining->parts[i].n_operators);
    }
  for (uint32_t r = 0; r < combining->n_ranks; r++)
    import_tracks_free (combining->ranks[r].tracks);
  free (combining->ranks);
  id_map_clear (&combining->annotations);
  free (combining->parts);
  trace_builder_free (combining->builder);
}

/* "kineto+nsys-sqlite", each word once. */
static const char *
format_of (Trace *const *traces, size_t n)
{
  g_autoptr (GString) format = g_string_new (NULL);

  for (size_t i = 0; i < n; i++)
    {
      bool is_there = false;

      for (size_t j = 0; j < i && !is_there; j++)
        is_there = strcmp (trace_format (traces[j]), trace_format (traces[i])) == 0;
      if (!is_there)
        g_string_append_printf (format, "%s%s", format->len > 0 ? "+" : "", trace_format (traces[i]));
    }
  return g_intern_string (format->str);
}

static bool
call_adder (Combining *combining)
{
  ImportTracks **tracks = malloc ((combining->n_ranks + (size_t) 1) * sizeof *tracks);

  if (tracks == NULL)
    return false;
  for (uint32_t r = 0; r < combining->n_ranks; r++)
    tracks[r] = combining->ranks[r].tracks;
  trace_builder_choose_rank (combining->builder, combining->ranks[0].rank);
  combining->add (&(TraceCopy){ combining->builder, tracks }, combining->data);
  free (tracks);
  return true;
}

static int
compare_keys (const void *a, const void *b)
{
  return memcmp (*(const uint8_t *const *) a, *(const uint8_t *const *) b, TRACE_KEY_BYTES);
}

/* What the user stores for the profile is found again in whichever order its files are opened. */
static void
set_key (TraceBuilder *builder, Trace *const *traces, size_t n)
{
  uint8_t key[TRACE_KEY_BYTES];
  g_autoptr (KeyHash) hash = key_hash_new ();

  if (hash == NULL)
    {
      trace_builder_set_failed (builder);
      return;
    }
  g_autofree const uint8_t **keys = g_new (const uint8_t *, n);
  for (size_t i = 0; i < n; i++)
    keys[i] = trace_profile_key (traces[i]);
  qsort (keys, n, sizeof *keys, compare_keys);
  for (size_t i = 0; i < n; i++)
    key_hash_add (hash, keys[i], TRACE_KEY_BYTES);
  key_hash_get (hash, key);
  trace_builder_set_key (builder, key);
}

static bool
combine (Combining *combining, TraceBuilder *builder, Trace *const *traces, size_t n, const char *path)
{
  int64_t base_ns = INT64_MAX, epoch_ns;

  combining->builder = builder;
  combining->parts = calloc (n, sizeof *combining->parts);
  combining->n_parts = n;
  for (size_t i = 0; i < n; i++)
    if (trace_epoch_ns (traces[i], &epoch_ns))
      base_ns = MIN (base_ns, epoch_ns);
  if (combining->builder == NULL || combining->parts == NULL)
    return false;
  if (base_ns == INT64_MAX)
    base_ns = 0;
  for (size_t i = 0; i < n; i++)
    if (!part_init (&combining->parts[i], traces[i], base_ns))
      return false;
  if (!join_ranks (combining, path, base_ns) || !find_annotations (combining))
    return false;
  add_settings (combining);
  for (size_t i = 0; i < n; i++)
    add_part (combining, &combining->parts[i]);
  if (is_copy (combining) && !call_adder (combining))
    return false;
  for (uint32_t r = 0; r < combining->n_ranks; r++)
    import_tracks_finish (combining->ranks[r].tracks);
  trace_builder_add_health (combining->builder, HEALTH_COMBINED_LEFT_OUT, combining->n_left_out,
                            HEALTH_NO_OFFSET);
  trace_builder_set_format (combining->builder, format_of (traces, n));
  if (!is_copy (combining))
    set_key (combining->builder, traces, n);
  return true;
}

static bool
any_twice (Trace *const *traces, size_t n)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      if (trace_is_same_recording (traces[i], traces[j]))
        return true;
  return false;
}

/* Takes the builder, which may be NULL. Returns whether combining->builder is to be finished; combining must be cleared in
 * either case. */
static bool
begin (Combining *combining,
       TraceBuilder *builder,
       Trace *const *traces,
       size_t n,
       const char *path,
       GError **error)
{
  if (!is_copy (combining) && !all_overlap (traces, n))
    {
      trace_builder_free (builder);
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
                   "%s: these were not recorded at the same time, or one of them does not say when.", path);
      return false;
    }
  if (any_twice (traces, n))
    {
      trace_builder_free (builder);
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: two of these are the same recording.",
                   path);
      return false;
    }
  if (combine (combining, builder, traces, n, path))
    return true;
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to make one profile.", path);
  return false;
}

Trace *
trace_combine (Trace *const *traces, size_t n, const char *path, GError **error)
{
  Combining combining = { .next_flow = 0 };
  Trace *trace = begin (&combining, trace_builder_new (), traces, n, path, error)
                   ? trace_builder_finish (combining.builder, error)
                   : NULL;

  combining_clear (&combining);
  return trace;
}

bool
trace_combine_file (Trace *const *traces, size_t n, const char *path, int fd, GError **error)
{
  Combining combining = { .next_flow = 0 };
  bool ok = begin (&combining, trace_builder_new_for_file (fd), traces, n, path, error)
            && trace_builder_finish_file (combining.builder, path, error);

  combining_clear (&combining);
  return ok;
}

Trace *
trace_copy_with (Trace *trace,
                 TraceCopyFunc add_more_settings,
                 TraceCopyFunc add,
                 gpointer data,
                 const char *path,
                 GError **error)
{
  Combining combining = { .add_settings = add_more_settings, .add = add, .data = data };
  Trace *copy = begin (&combining, trace_builder_new (), &trace, 1, path, error)
                  ? trace_builder_finish (combining.builder, error)
                  : NULL;

  combining_clear (&combining);
  return copy;
}

bool
trace_copy_with_file (Trace *trace,
                      TraceCopyFunc add_more_settings,
                      TraceCopyFunc add,
                      gpointer data,
                      const char *path,
                      int fd,
                      GError **error)
{
  Combining combining = { .add_settings = add_more_settings, .add = add, .data = data };
  bool ok = begin (&combining, trace_builder_new_for_file (fd), &trace, 1, path, error)
            && trace_builder_finish_file (combining.builder, path, error);

  combining_clear (&combining);
  return ok;
}

char *
trace_combine_name (const char *const *paths, size_t n)
{
  GString *name = g_string_new (NULL);

  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *base = g_path_get_basename (paths[i]);

      g_string_append_printf (name, "%s%s", i > 0 ? TRACE_COMBINE_SEPARATOR : "", base);
    }
  return g_string_free (name, FALSE);
}
