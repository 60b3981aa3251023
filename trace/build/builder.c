/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/builder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trace/build/builder_private.h"

COLUMN_IMPLEMENT_LARGE (SliceInputColumn, slice_input_column)
COLUMN_IMPLEMENT_LARGE (FlowPointColumn, flow_point_column)
COLUMN_IMPLEMENT_LARGE (SampleInputColumn, sample_input_column)
COLUMN_IMPLEMENT (FlowPlaceColumn, flow_place_column)
COLUMN_IMPLEMENT (RankInputColumn, rank_input_column)
COLUMN_IMPLEMENT (DeviceNameColumn, device_name_column)

TraceBuilder *
trace_builder_new_for_file (int fd)
{
  TraceBuilder *builder = calloc (1, sizeof *builder);

  if (builder == NULL)
    return NULL;
  builder->fd = fd;
  builder->strings = string_table_new ();
  builder->arg_keys = arg_keys_new ();
  builder->writer = section_writer_new (fd);
  health_table_init (&builder->health);
  if (builder->strings == NULL || builder->arg_keys == NULL || builder->writer == NULL)
    {
      trace_builder_free (builder);
      return NULL;
    }
  builder_args_begin (builder);
  return builder;
}

TraceBuilder *
trace_builder_new (void)
{
  int fd = memfd_create ("stepscope", MFD_CLOEXEC);

  if (fd < 0)
    return NULL;
  TraceBuilder *builder = trace_builder_new_for_file (fd);
  if (builder != NULL)
    builder->owns_fd = true;
  else
    close (fd);
  return builder;
}

void
trace_builder_free (TraceBuilder *builder)
{
  if (builder == NULL)
    return;
  builder_args_unmap (builder);
  section_writer_free (builder->writer);
  if (builder->owns_fd)
    close (builder->fd);
  string_table_free (builder->strings);
  arg_keys_free (builder->arg_keys);
  u8_column_clear (&builder->args.tail);
  rank_input_column_clear (&builder->ranks);
  setting_column_clear (&builder->settings);
  device_name_column_clear (&builder->device_names);
  track_column_clear (&builder->tracks);
  slice_input_column_clear (&builder->slices);
  instant_column_clear (&builder->instants);
  sample_input_column_clear (&builder->samples);
  counter_logs_cut (&builder->logs, 0);
  counter_log_column_clear (&builder->logs);
  flow_point_column_clear (&builder->flow_points);
  flow_place_column_clear (&builder->places);
  job_input_clear (&builder->job);
  free (builder);
}

bool
trace_builder_failed (const TraceBuilder *builder)
{
  return builder->failed;
}

bool
trace_builder_is_partial (const TraceBuilder *builder)
{
  return builder->is_partial;
}

void
trace_builder_set_failed (TraceBuilder *builder)
{
  builder->failed = true;
}

void
trace_builder_set_format (TraceBuilder *builder, const char *format)
{
  if (builder->format == NULL)
    builder->format = format;
  else if (strcmp (builder->format, format) != 0)
    builder->n_other_formats++;
}

uint32_t
trace_builder_n_other_formats (const TraceBuilder *builder)
{
  return builder->n_other_formats;
}

void
trace_builder_set_key (TraceBuilder *builder, const uint8_t key[TRACE_KEY_BYTES])
{
  /* A partial profile has no key: nothing may be remembered about a part of a file. */
  if (!builder->is_partial)
    memcpy (builder->key, key, TRACE_KEY_BYTES);
}

uint32_t
trace_builder_string (TraceBuilder *builder, const char *text, size_t length)
{
  uint32_t id;

  if (string_table_intern (builder->strings, text, length, &id))
    return id;
  builder->failed = true;
  return STRING_EMPTY;
}

StringTable *
trace_builder_strings (TraceBuilder *builder)
{
  return builder->strings;
}

ArgKeys *
trace_builder_arg_keys (TraceBuilder *builder)
{
  return builder->arg_keys;
}

/* ---- ranks ---- */

static RankInput *
current_rank (TraceBuilder *builder)
{
  return builder->ranks.n > 0 ? &builder->ranks.at[builder->current_rank] : &builder->no_rank;
}

static uint32_t
add_rank (TraceBuilder *builder, uint32_t path)
{
  RankInput rank = {
    .rank = { .number = -1, .path = path, .first_setting = builder->settings.n },
    .first_of_file = (uint32_t) builder->before.n_ranks,
  };

  if (rank_input_column_push (&builder->ranks, rank))
    builder->current_rank = (uint32_t) builder->ranks.n - 1;
  else
    builder->failed = true;
  return builder->current_rank;
}

uint32_t
trace_builder_begin_rank (TraceBuilder *builder, const char *path)
{
  uint32_t path_id = trace_builder_string (builder, path, strlen (path));

  builder_args_mark (builder);
  builder->before.n_ranks = builder->ranks.n;
  builder->before.n_tracks = builder->tracks.n;
  builder->before.n_device_names = builder->device_names.n;
  builder->before.n_settings = builder->settings.n;
  builder->before.n_slices = builder->slices.n;
  builder->before.n_instants = builder->instants.n;
  builder->before.n_samples = builder->samples.n;
  builder->before.n_logs = builder->logs.n;
  builder->before.n_flow_points = builder->flow_points.n;
  builder->before.n_places = builder->places.n;
  builder->before.events = builder->events;
  builder->before.health = builder->health;
  builder->before.n_other_formats = builder->n_other_formats;
  return add_rank (builder, path_id);
}

uint32_t
trace_builder_begin_rank_of_file (TraceBuilder *builder)
{
  return add_rank (builder, current_rank (builder)->rank.path);
}

void
trace_builder_choose_rank (TraceBuilder *builder, uint32_t rank)
{
  if (rank >= builder->before.n_ranks && rank < builder->ranks.n)
    builder->current_rank = rank;
}

uint32_t
trace_builder_current_rank (const TraceBuilder *builder)
{
  return builder->current_rank;
}

void
trace_builder_drop_rank (TraceBuilder *builder)
{
  if (builder->ranks.n == 0)
    return;
  builder->ranks.n = builder->before.n_ranks;
  builder->current_rank = builder->ranks.n > 0 ? (uint32_t) builder->ranks.n - 1 : 0;
  builder->tracks.n = builder->before.n_tracks;
  builder->device_names.n = builder->before.n_device_names;
  builder->settings.n = builder->before.n_settings;
  builder_args_rewind (builder);
  builder->slices.n = builder->before.n_slices;
  builder->instants.n = builder->before.n_instants;
  builder->samples.n = builder->before.n_samples;
  counter_logs_cut (&builder->logs, builder->before.n_logs);
  builder->flow_points.n = builder->before.n_flow_points;
  builder->places.n = builder->before.n_places;
  builder->events = builder->before.events;
  builder->health = builder->before.health;
  builder->n_other_formats = builder->before.n_other_formats;
}

void
trace_builder_set_rank_number (TraceBuilder *builder, int64_t number)
{
  current_rank (builder)->rank.number = number;
}

void
trace_builder_set_rank_path (TraceBuilder *builder, const char *path)
{
  current_rank (builder)->rank.path = trace_builder_string (builder, path, strlen (path));
}

void
trace_builder_set_source (TraceBuilder *builder, const SourceRecord *source)
{
  for (size_t i = builder->before.n_ranks; i < builder->ranks.n; i++)
    builder->ranks.at[i].source = *source;
}

void
trace_builder_set_world_size (TraceBuilder *builder, int64_t world_size)
{
  current_rank (builder)->rank.world_size = world_size;
}

void
trace_builder_set_node_name (TraceBuilder *builder, uint32_t name)
{
  current_rank (builder)->node_name = name;
}

void
trace_builder_set_status (TraceBuilder *builder, ProfileStatus status)
{
  current_rank (builder)->rank.status = builder->is_partial ? PROFILE_IN_PROGRESS : status;
}

void
trace_builder_add_setting (TraceBuilder *builder, uint32_t key, uint32_t value)
{
  TraceRank *rank = &current_rank (builder)->rank;

  if (rank->n_settings == 0)
    rank->first_setting = builder->settings.n;
  if (setting_column_push (&builder->settings, (TraceSetting){ key, value }))
    rank->n_settings++;
  else
    builder->failed = true;
}

void
trace_builder_set_device_name (TraceBuilder *builder, int32_t device, uint32_t name)
{
  DeviceName entry = { builder->current_rank, device, name };

  if (!device_name_column_push (&builder->device_names, entry))
    builder->failed = true;
}

void
trace_builder_set_time_base (TraceBuilder *builder, int64_t base_ns, bool is_epoch)
{
  RankInput *rank = current_rank (builder);

  rank->base_ns = base_ns;
  rank->has_base = true;
  rank->rank.has_epoch = is_epoch;
}

bool
trace_builder_has_epoch (const TraceBuilder *builder)
{
  return builder->current_rank < builder->ranks.n
         && builder->ranks.at[builder->current_rank].rank.has_epoch;
}

/* ---- tracks ---- */

uint32_t
trace_builder_add_track (TraceBuilder *builder, TrackKind kind, uint32_t parent)
{
  TraceTrack track = {
    .kind = kind,
    .parent = parent,
    .rank = builder->current_rank,
    .device = -1,
    .stream = -1,
  };

  if (builder->tracks.n >= TRACE_NONE || !track_column_push (&builder->tracks, track))
    {
      builder->failed = true;
      return TRACE_NONE;
    }
  return (uint32_t) builder->tracks.n - 1;
}

TraceTrack *
trace_builder_track (TraceBuilder *builder, uint32_t track)
{
  static TraceTrack nowhere; /* written to, never read, once memory has run out */

  return track == TRACE_NONE ? &nowhere : &builder->tracks.at[track];
}

uint32_t
trace_builder_n_tracks (const TraceBuilder *builder)
{
  return (uint32_t) builder->tracks.n;
}

/* ---- events ---- */

void
trace_builder_add_slice (TraceBuilder *builder, const SliceInput *slice)
{
  if (slice->track == TRACE_NONE || !slice_input_column_push (&builder->slices, *slice))
    builder->failed = true;
}

void
trace_builder_add_slices (TraceBuilder *builder, const SliceInput *slices, size_t n)
{
  SliceInputColumn *column = &builder->slices;
  bool has_tracks = true;

  for (size_t i = 0; i < n; i++)
    has_tracks = has_tracks && slices[i].track != TRACE_NONE;
  if (!has_tracks || !slice_input_column_reserve (column, n))
    {
      builder->failed = true;
      return;
    }
  if (n > 0)
    memcpy (column->at + column->n, slices, n * sizeof *slices);
  column->n += n;
}

SliceInput *
trace_builder_rank_slices (TraceBuilder *builder, size_t *ret_n)
{
  size_t first = builder->before.n_slices;

  *ret_n = builder->slices.n - first;
  return *ret_n > 0 ? builder->slices.at + first : NULL;
}

void
trace_builder_add_instant (TraceBuilder *builder, const TraceInstant *instant)
{
  if (instant->track == TRACE_NONE || !instant_column_push (&builder->instants, *instant))
    builder->failed = true;
}

void
trace_builder_add_sample (TraceBuilder *builder, uint32_t track, int64_t time_ns, double value)
{
  if (track == TRACE_NONE
      || !sample_input_column_push (&builder->samples, (SampleInput){ track, time_ns, value }))
    builder->failed = true;
}

uint32_t
trace_builder_add_log (TraceBuilder *builder, const uint32_t tracks[COUNTER_LOG_TRACKS])
{
  CounterLog log = { 0 };

  memcpy (log.tracks, tracks, sizeof log.tracks);
  if (builder->logs.n >= TRACE_NONE || !counter_log_column_push (&builder->logs, log))
    {
      builder->failed = true;
      return TRACE_NONE;
    }
  return (uint32_t) builder->logs.n - 1;
}

void
trace_builder_log (TraceBuilder *builder,
                   uint32_t log,
                   int64_t time_ns,
                   unsigned plus,
                   unsigned minus,
                   int64_t amount)
{
  if (log == TRACE_NONE || !counter_log_add (&builder->logs.at[log], time_ns, plus, minus, amount))
    builder->failed = true;
}

void
trace_builder_set_log_begin (TraceBuilder *builder, uint32_t log, unsigned track, double value)
{
  if (log != TRACE_NONE)
    builder->logs.at[log].begin[track] = value;
}

uint32_t
trace_builder_add_place (TraceBuilder *builder)
{
  FlowPlace place = { .rank = builder->current_rank };

  for (int i = 0; i < FLOW_POINT_TRACKS; i++)
    place.tracks[i] = TRACE_NONE;
  if (builder->places.n >= TRACE_NONE || !flow_place_column_push (&builder->places, place))
    {
      builder->failed = true;
      return TRACE_NONE;
    }
  return (uint32_t) builder->places.n - 1;
}

void
trace_builder_add_place_track (TraceBuilder *builder, uint32_t place, uint32_t track)
{
  if (place == TRACE_NONE)
    return;
  for (int i = 0; i < FLOW_POINT_TRACKS; i++)
    if (builder->places.at[place].tracks[i] == track)
      return;
    else if (builder->places.at[place].tracks[i] == TRACE_NONE)
      {
        builder->places.at[place].tracks[i] = track;
        return;
      }
}

void
trace_builder_add_flow_point (TraceBuilder *builder, const FlowPoint *point)
{
  if (point->place == TRACE_NONE || !flow_point_column_push (&builder->flow_points, *point))
    builder->failed = true;
}

/* ---- bookkeeping ---- */

EventCounts *
trace_builder_event_counts (TraceBuilder *builder)
{
  return &builder->events;
}

void
trace_builder_add_health (TraceBuilder *builder, HealthId id, uint64_t count, int64_t offset)
{
  /* The import ends there, not the file. */
  if (builder->is_partial
      && (id == HEALTH_JSON_TRUNCATED || id == HEALTH_GZIP_TRUNCATED || id == HEALTH_ZSTD_TRUNCATED
          || id == HEALTH_SQLITE_TRUNCATED || id == HEALTH_CUPTI_TRUNCATED || id == HEALTH_XSPACE_TRUNCATED
          || id == HEALTH_CUPTI_UNCLOSED))
    return;
  health_table_add (&builder->health, id, count,
                    builder->ranks.n > 0 ? (int32_t) builder->current_rank : -1, offset);
}

void
trace_builder_add_file_health (TraceBuilder *builder, HealthId id, const char *path)
{
  if (builder->health.rows[id].count == 0)
    builder->health.rows[id].path = trace_builder_string (builder, path, strlen (path));
  health_table_add (&builder->health, id, 1, -1, HEALTH_NO_OFFSET);
}
