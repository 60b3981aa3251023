/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/open/combine.h"

#include <stdlib.h>
#include <string.h>

#include "trace/build/builder.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/import/tracks/row_args.h"
#include "trace/model/key_hash.h"
#include "trace/text/decimal_time.h"
#include "trace/text/trace_error.h"

/* A rank of the new profile. */
typedef struct
{
  uint32_t rank; /* of the builder */
  ImportTracks *tracks;
  size_t owner; /* the profile whose device work and API calls are taken */
  uint64_t n_owner_activities;
} CombinedRank;

/* A profile that is being added. */
typedef struct
{
  const Trace *trace;
  int64_t shift_ns; /* from its times to those of the new profile */
  uint32_t *ranks;  /* of each rank of the trace: an index of Combining.ranks */
  uint32_t *rows;   /* of each track: the builder's track of the slices of the kind below, or TRACE_NONE */
  uint8_t *row_kinds;
  uint32_t *strings;      /* of each string: that of the builder + 1, or 0 if it was not needed yet */
  uint64_t *n_activities; /* of each rank */
} Part;

typedef struct
{
  TraceBuilder *builder;
  Part *parts;
  size_t n_parts;
  CombinedRank *ranks;
  uint32_t n_ranks;
  uint64_t next_flow;
  uint64_t n_left_out;
} Combining;

/* ---- time ---- */

static bool
span_of (const Trace *trace, int64_t *ret_begin_ns, int64_t *ret_end_ns)
{
  int64_t epoch_ns;

  trace_span (trace, ret_begin_ns, ret_end_ns);
  return trace_epoch_ns (trace, &epoch_ns) && !__builtin_add_overflow (*ret_begin_ns, epoch_ns, ret_begin_ns)
         && !__builtin_add_overflow (*ret_end_ns, epoch_ns, ret_end_ns);
}

bool
trace_overlaps (const Trace *trace, const Trace *other)
{
  int64_t begin_ns, end_ns, other_begin_ns, other_end_ns;

  return span_of (trace, &begin_ns, &end_ns) && span_of (other, &other_begin_ns, &other_end_ns)
         && begin_ns < other_end_ns && other_begin_ns < end_ns;
}

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

static bool
has_process (const Trace *trace, uint32_t rank, const Trace *other, uint32_t other_rank)
{
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);
      size_t length, other_length;

      if (track->kind != TRACK_PROCESS || track->rank != rank)
        continue;
      const char *pid = trace_string (trace, track->pid, &length);
      for (uint32_t o = 0; o < trace_n_tracks (other) && length > 0; o++)
        {
          const TraceTrack *other_track = trace_track (other, o);

          if (other_track->kind != TRACK_PROCESS || other_track->rank != other_rank)
            continue;
          const char *other_pid = trace_string (other, other_track->pid, &other_length);
          if (length == other_length && memcmp (pid, other_pid, length) == 0)
            return true;
        }
    }
  return false;
}

/* Returns the rank of the new profile that a rank joins, or UINT32_MAX. */
static uint32_t
rank_to_join (const Combining *combining, size_t i, uint32_t rank)
{
  const Trace *trace = combining->parts[i].trace;

  for (size_t p = 0; p < i; p++)
    {
      const Part *before = &combining->parts[p];

      for (uint32_t r = 0; r < trace_n_ranks (before->trace); r++)
        if (has_process (trace, rank, before->trace, r))
          return before->ranks[r];
    }
  for (size_t p = 0; p < i; p++)
    if (trace_n_ranks (trace) == 1 && trace_n_ranks (combining->parts[p].trace) == 1)
      return combining->parts[p].ranks[0];
  return UINT32_MAX;
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
  *added =
    (CombinedRank){ .rank = combining->n_ranks == 0 ? trace_builder_begin_rank (combining->builder, path)
                                                    : trace_builder_begin_rank_of_file (combining->builder) };
  added->tracks = import_tracks_new (combining->builder);
  if (added->tracks == NULL)
    return false;
  trace_builder_set_rank_number (combining->builder, rank->number);
  trace_builder_set_world_size (combining->builder, rank->world_size);
  trace_builder_set_time_base (combining->builder, base_ns, true);
  part->ranks[r] = combining->n_ranks++;
  return true;
}

static void
count_activities (Part *part)
{
  const SliceColumns *slices = trace_slices (part->trace);

  for (uint64_t s = 0; s < slices->n; s++)
    {
      uint32_t rank = trace_track (part->trace, trace_track_of (part->trace, s))->rank;

      if (rank < trace_n_ranks (part->trace) && slice_kind_is_gpu_activity (slices->kind[s]))
        part->n_activities[rank]++;
    }
}

static bool
join_ranks (Combining *combining, const char *path, int64_t base_ns)
{
  for (size_t i = 0; i < combining->n_parts; i++)
    {
      Part *part = &combining->parts[i];

      count_activities (part);
      for (uint32_t r = 0; r < trace_n_ranks (part->trace); r++)
        {
          part->ranks[r] = rank_to_join (combining, i, r);
          if (part->ranks[r] == UINT32_MAX && !add_rank (combining, part, r, path, base_ns))
            return false;

          CombinedRank *rank = &combining->ranks[part->ranks[r]];
          if (part->n_activities[r] > rank->n_owner_activities)
            {
              rank->owner = i;
              rank->n_owner_activities = part->n_activities[r];
            }
        }
    }
  return true;
}

/* The settings of a rank must not be parted by those of another one. */
static void
add_settings (Combining *combining)
{
  TraceBuilder *builder = combining->builder;

  for (uint32_t c = 0; c < combining->n_ranks; c++)
    {
      trace_builder_choose_rank (builder, combining->ranks[c].rank);
      for (size_t i = 0; i < combining->n_parts; i++)
        for (uint32_t r = 0; r < trace_n_ranks (combining->parts[i].trace); r++)
          {
            Part *part = &combining->parts[i];
            const TraceRank *rank = trace_rank (part->trace, r);

            for (uint64_t s = 0; part->ranks[r] == c && s < rank->n_settings; s++)
              {
                const TraceSetting *setting = trace_setting (part->trace, rank->first_setting + s);

                trace_builder_add_setting (builder, string_of (combining, part, setting->key),
                                           string_of (combining, part, setting->value));
              }
          }
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
      row.form = track->device >= 0 ? ROW_DEVICE_COUNTER : ROW_NAMED_COUNTER;
      row.a = track->device >= 0 ? track->device : (int64_t) string_of (combining, part, track->name);
      row.b = string_of (combining, part, track->name);
      break;
    case TRACK_NODE:
    case TRACK_PROCESS:
    case TRACK_THREAD:
    case N_TRACK_KINDS:
      break;
    }
  return import_tracks_row (combining->ranks[part->ranks[track->rank]].tracks, &row);
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
is_left_out (const Combining *combining, const Part *part, uint32_t rank, SliceKind kind)
{
  const CombinedRank *combined = &combining->ranks[part->ranks[rank]];

  return combined->n_owner_activities > 0 && combined->owner != (size_t) (part - combining->parts)
         && (kind == SLICE_CALL || slice_kind_is_on_device (kind));
}

static void
add_slice (Combining *combining, Part *part, uint64_t s)
{
  const SliceColumns *slices = trace_slices (part->trace);
  uint32_t t = trace_track_of (part->trace, s), rank = trace_track (part->trace, t)->rank;
  SliceKind kind = slices->kind[s] < N_SLICE_KINDS ? (SliceKind) slices->kind[s] : SLICE_OTHER;

  if (rank >= trace_n_ranks (part->trace))
    return;
  if (is_left_out (combining, part, rank, kind))
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
      if (from_rank >= n_ranks || to_rank >= n_ranks
          || is_left_out (combining, part, from_rank, slices->kind[flow.from])
          || is_left_out (combining, part, to_rank, slices->kind[flow.to]))
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
         || id == HEALTH_RUN_WITHOUT_LAUNCH || id == HEALTH_RUN_BEFORE_LAUNCH || id == HEALTH_FLOW_UNMATCHED
         || id == HEALTH_EVENT_TIME_FAR || id == HEALTH_RANKS_DUPLICATE || id == HEALTH_RANKS_NO_COMMON_CLOCK;
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
    if (!is_found_again ((HealthId) i) && trace_health (part->trace)->rows[i].count > 0)
      trace_builder_add_health (combining->builder, (HealthId) i, trace_health (part->trace)->rows[i].count,
                                HEALTH_NO_OFFSET);
  if (trace_status (part->trace) != PROFILE_COMPLETED)
    trace_builder_set_status (combining->builder, trace_status (part->trace));
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
part_init (Part *part, const Trace *trace, int64_t base_ns)
{
  int64_t epoch_ns = 0;
  uint32_t n_ranks = trace_n_ranks (trace), n_tracks = trace_n_tracks (trace);

  trace_epoch_ns (trace, &epoch_ns);
  part->trace = trace;
  part->shift_ns = epoch_ns - base_ns;
  part->ranks = calloc (n_ranks + (size_t) 1, sizeof *part->ranks);
  part->rows = calloc (n_tracks + (size_t) 1, sizeof *part->rows);
  part->row_kinds = calloc (n_tracks + (size_t) 1, sizeof *part->row_kinds);
  part->strings = calloc (trace_n_strings (trace) + (size_t) 1, sizeof *part->strings);
  part->n_activities = calloc (n_ranks + (size_t) 1, sizeof *part->n_activities);
  return n_ranks > 0 && part->ranks != NULL && part->rows != NULL && part->row_kinds != NULL
         && part->strings != NULL && part->n_activities != NULL;
}

static void
combining_clear (Combining *combining)
{
  for (size_t i = 0; combining->parts != NULL && i < combining->n_parts; i++)
    {
      free (combining->parts[i].ranks);
      free (combining->parts[i].rows);
      free (combining->parts[i].row_kinds);
      free (combining->parts[i].strings);
      free (combining->parts[i].n_activities);
    }
  for (uint32_t r = 0; r < combining->n_ranks; r++)
    import_tracks_free (combining->ranks[r].tracks);
  free (combining->ranks);
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
  for (size_t i = 0; i < n; i++)
    key_hash_add (hash, trace_profile_key (traces[i]), TRACE_KEY_BYTES);
  key_hash_get (hash, key);
  trace_builder_set_key (builder, key);
}

static bool
combine (Combining *combining, Trace *const *traces, size_t n, const char *path)
{
  int64_t base_ns = INT64_MAX, epoch_ns;

  combining->builder = trace_builder_new ();
  combining->parts = calloc (n, sizeof *combining->parts);
  combining->n_parts = n;
  for (size_t i = 0; i < n; i++)
    if (trace_epoch_ns (traces[i], &epoch_ns))
      base_ns = MIN (base_ns, epoch_ns);
  if (combining->builder == NULL || combining->parts == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    if (!part_init (&combining->parts[i], traces[i], base_ns))
      return false;
  if (!join_ranks (combining, path, base_ns))
    return false;
  add_settings (combining);
  for (size_t i = 0; i < n; i++)
    add_part (combining, &combining->parts[i]);
  for (uint32_t r = 0; r < combining->n_ranks; r++)
    import_tracks_finish (combining->ranks[r].tracks);
  trace_builder_add_health (combining->builder, HEALTH_COMBINED_LEFT_OUT, combining->n_left_out,
                            HEALTH_NO_OFFSET);
  trace_builder_set_format (combining->builder, format_of (traces, n));
  set_key (combining->builder, traces, n);
  return true;
}

Trace *
trace_combine (Trace *const *traces, size_t n, const char *path, GError **error)
{
  Combining combining = { .next_flow = 0 };
  Trace *trace = NULL;

  if (!all_overlap (traces, n))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
                   "%s: these were not recorded at the same time, or one of them does not say when.", path);
      return NULL;
    }
  if (combine (&combining, traces, n, path))
    trace = trace_builder_finish (combining.builder, error);
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to make one profile.",
                 path);
  combining_clear (&combining);
  return trace;
}
