/* SPDX-License-Identifier: Apache-2.0
 *
 * Decodes and checks the tables of a profile, so that every id and range in them exists. */

#include <string.h>

#include "trace/file/profile_reading.h"
#include "trace/model/trace_private.h"

/* ---- texts ---- */

static bool
read_strings (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  const uint8_t *bytes = NULL;
  const uint64_t *begins = NULL;
  uint64_t n_bytes, n_begins;

  if (!profile_take_array (reading, SECTION_STRING_BYTES, 1, &bytes, &n_bytes)
      || !profile_take_array (reading, SECTION_STRING_BEGINS, sizeof *begins, &begins, &n_begins))
    return false;
  if (n_begins < 2 || n_begins > UINT32_MAX)
    return profile_is_wrong (reading, SECTION_STRING_BEGINS);
  /* Other code relies on id 0 being the empty text. */
  if (n_bytes == 0 || begins[0] != 0 || begins[1] != 1 || bytes[0] != '\0')
    return profile_is_wrong (reading, SECTION_STRING_BEGINS);
  trace->strings = string_table_new_over (bytes, n_bytes, begins, (uint32_t) n_begins - 1);
  return trace->strings != NULL;
}

static bool
is_string (const ProfileReading *reading, uint32_t id)
{
  return id < string_table_count (reading->trace->strings);
}

static bool
read_arg_keys (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  uint32_t n_strings = string_table_count (trace->strings);
  const ArgKeyRecord *records = NULL;
  uint64_t n;

  if (!profile_take_table (reading, SECTION_ARGUMENT_KEYS, sizeof *records, &records, &n))
    return false;
  for (uint64_t i = 0; i < n; i++)
    if (records[i].parent > i || records[i].key >= n_strings)
      return profile_is_wrong (reading, SECTION_ARGUMENT_KEYS);
  trace->arg_keys = arg_keys_new_from_records (records, n, n_strings);
  return trace->arg_keys != NULL;
}

/* ---- the profile ---- */

/* Copies a short word of plain ASCII. */
static bool
take_word (const ProfileReading *reading, uint32_t string, char *word, size_t n_word)
{
  size_t length;
  const char *text = string_table_get (reading->trace->strings, string, &length);

  if (length >= n_word)
    return false;
  memcpy (word, text, length);
  word[length] = '\0';
  for (size_t i = 0; i < length; i++)
    if (!g_ascii_isgraph (word[i]))
      return false;
  return true;
}

static bool
read_profile (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  const ProfileRecord *record = NULL;
  uint64_t n;

  if (!profile_take_table (reading, SECTION_PROFILE, sizeof *record, &record, &n))
    return false;
  if (n != 1 || !take_word (reading, record->format, trace->format, sizeof trace->format)
      || record->status >= N_PROFILE_STATUSES)
    return profile_is_wrong (reading, SECTION_PROFILE);
  trace->status = (ProfileStatus) record->status;
  trace->has_epoch = record->has_epoch != 0;
  trace->epoch_ns = record->epoch_ns;
  trace->begin_ns = trace_time_clamp (record->begin_ns);
  trace->end_ns = trace_time_clamp (record->end_ns);
  if (trace->begin_ns > trace->end_ns)
    return profile_is_wrong (reading, SECTION_PROFILE);
  trace->events = (EventCounts){
    .total = record->events_total,
    .skipped = record->events_skipped,
    .slices = record->events_slices,
    .flows = record->events_flows,
    .counters = record->events_counters,
    .instants = record->events_instants,
  };
  return true;
}

static bool
find_health_id (const char *name, HealthId *ret_id)
{
  for (int i = 0; i < N_HEALTH_IDS; i++)
    if (strcmp (health_id_name ((HealthId) i), name) == 0)
      {
        *ret_id = (HealthId) i;
        return true;
      }
  return false;
}

static bool
read_health (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  const HealthRecord *records = NULL;
  uint64_t n;

  if (!profile_take_table (reading, SECTION_HEALTH, sizeof *records, &records, &n))
    return false;
  for (uint64_t i = 0; i < n; i++)
    {
      const HealthRecord taken = records[i], *record = &taken;
      HealthId id;

      if (!is_string (reading, record->path) || !is_string (reading, record->id) || record->first_source < -1
          || record->first_source >= (int64_t) trace->ranks.n)
        return profile_is_wrong (reading, SECTION_HEALTH);
      /* A row of a later minor version has no words that could be shown. */
      if (!find_health_id (string_table_get (trace->strings, record->id, NULL), &id))
        continue;
      trace->health.rows[id] = (HealthRow){
        .count = record->count,
        .first_offset = record->first_offset,
        .first_source = record->first_source,
        .path = record->path,
      };
    }
  return true;
}

static bool
read_settings (ProfileReading *reading)
{
  SettingColumn *settings = &reading->trace->settings;
  const SettingRecord *records = NULL;
  uint64_t n;

  if (!profile_take_table (reading, SECTION_SETTINGS, sizeof *records, &records, &n)
      || !setting_column_reserve (settings, (size_t) n))
    return false;
  for (uint64_t i = 0; i < n; i++)
    {
      if (!is_string (reading, records[i].key) || !is_string (reading, records[i].value))
        return profile_is_wrong (reading, SECTION_SETTINGS);
      settings->at[settings->n++] = (TraceSetting){ records[i].key, records[i].value };
    }
  return true;
}

static bool
read_categories (ProfileReading *reading)
{
  CategoryColumn *categories = &reading->trace->categories;
  const CategoryRecord *records = NULL;
  uint64_t n;

  if (!profile_take_table (reading, SECTION_CATEGORIES, sizeof *records, &records, &n)
      || !category_column_reserve (categories, (size_t) n))
    return false;
  for (uint64_t i = 0; i < n; i++)
    {
      if (!is_string (reading, records[i].category))
        return profile_is_wrong (reading, SECTION_CATEGORIES);
      categories->at[categories->n++] = (CategoryCount){ records[i].category, records[i].n };
    }
  return true;
}

static bool
read_ranks (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  const RankRecord *records = NULL;
  uint64_t n;

  if (!profile_take_table (reading, SECTION_RANKS, sizeof *records, &records, &n)
      || !rank_column_reserve (&trace->ranks, (size_t) n))
    return false;
  for (uint64_t i = 0; i < n && n < UINT32_MAX; i++)
    {
      const RankRecord taken = records[i], *record = &taken;
      uint64_t end;

      if (!is_string (reading, record->path) || record->status >= N_PROFILE_STATUSES
          || (i > 0 && record->number <= records[i - 1].number) || record->node >= trace->tracks.n
          || trace->tracks.at[record->node].kind != TRACK_NODE
          || __builtin_add_overflow (record->first_setting, record->n_settings, &end)
          || end > trace->settings.n)
        return profile_is_wrong (reading, SECTION_RANKS);
      trace->ranks.at[trace->ranks.n++] = (TraceRank){
        .number = record->number,
        .world_size = record->world_size,
        .node = record->node,
        .path = record->path,
        .has_epoch = record->has_epoch != 0,
        .status = (ProfileStatus) record->status,
        .first_setting = record->first_setting,
        .n_settings = record->n_settings,
      };
    }
  return n < UINT32_MAX || profile_is_wrong (reading, SECTION_RANKS);
}

/* ---- the tree ---- */

/* Returns whether a track of one kind may lie below one of another. */
static bool
may_hold (TrackKind parent, TrackKind kind)
{
  switch (kind)
    {
    case TRACK_NODE:
      return false;
    case TRACK_PROCESS:
    case TRACK_DEVICE:
      return parent == TRACK_NODE;
    case TRACK_THREAD:
    case TRACK_ASYNC:
      return parent == TRACK_PROCESS;
    case TRACK_ANNOTATIONS:
    case TRACK_OPERATORS:
    case TRACK_CALLS:
    case TRACK_PYTHON:
    case TRACK_PROFILER:
      return parent == TRACK_THREAD;
    case TRACK_STREAM:
    case TRACK_DEVICE_ANNOTATIONS:
    case TRACK_SYNC:
      return parent == TRACK_DEVICE;
    case TRACK_COUNTER:
      return parent == TRACK_PROCESS || parent == TRACK_DEVICE || parent == TRACK_THREAD
             || parent == TRACK_NODE;
    case N_TRACK_KINDS:
      break;
    }
  return false;
}

static bool
track_is_sound (const ProfileReading *reading, const TrackRecord *record, uint64_t n_ranks)
{
  const Trace *trace = reading->trace;
  bool is_node = record->kind == TRACK_NODE;

  if (record->kind >= N_TRACK_KINDS || !is_string (reading, record->name) || !is_string (reading, record->pid)
      || !is_string (reading, record->tid))
    return false;
  if (is_node)
    return record->parent == TRACE_NONE && record->rank == TRACE_NONE && record->n_slices == 0
           && record->n_instants == 0 && record->n_samples == 0;
  return record->rank < n_ranks && record->parent < trace->tracks.n
         && may_hold (trace->tracks.at[record->parent].kind, (TrackKind) record->kind);
}

/* Checks a range of items that follow one another track by track. The begin of an empty range may be
 * anything. */
static bool
takes_up (uint64_t first, uint64_t n, uint64_t *next, uint64_t n_all)
{
  if (n == 0)
    return true;
  if (first != *next || n > n_all - first)
    return false;
  *next = first + n;
  return true;
}

static bool
read_tracks (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  uint64_t n, n_rows, n_ranks, n_instants, n_samples;
  uint64_t slice = 0, row = 0, instant = 0, sample = 0;
  const TrackRecord *records = NULL;
  const void *ignored;

  if (!profile_take_table (reading, SECTION_TRACKS, sizeof *records, &records, &n)
      || !profile_take_array (reading, SECTION_ROWS, sizeof (RowRecord), &ignored, &n_rows)
      || !profile_take_array (reading, SECTION_RANKS, sizeof (RankRecord), &ignored, &n_ranks)
      || !track_column_reserve (&trace->tracks, (size_t) n))
    return false;
  n_instants = trace->instants.n;
  n_samples = trace->samples.n;
  if (n >= TRACE_NONE || n_rows >= TRACE_NONE)
    return profile_is_wrong (reading, SECTION_TRACKS);
  for (uint64_t i = 0; i < n; i++)
    {
      const TrackRecord taken = records[i], *record = &taken;

      if (!track_is_sound (reading, record, n_ranks)
          || !takes_up (record->first_slice, record->n_slices, &slice, reading->n_slices)
          || !takes_up (record->first_row, record->n_rows, &row, n_rows)
          || !takes_up (record->first_instant, record->n_instants, &instant, n_instants)
          || !takes_up (record->first_sample, record->n_samples, &sample, n_samples))
        return profile_is_wrong (reading, SECTION_TRACKS);
      trace->tracks.at[trace->tracks.n++] = (TraceTrack){
        .kind = (TrackKind) record->kind,
        .parent = record->parent,
        .name = record->name,
        .rank = record->rank,
        .pid = record->pid,
        .tid = record->tid,
        .device = record->device,
        .stream = record->stream,
        .sort_index = record->sort_index,
        .first_slice = record->n_slices > 0 ? record->first_slice : 0,
        .n_slices = record->n_slices,
        .first_row = record->n_rows > 0 ? record->first_row : 0,
        .n_rows = record->n_rows,
        .first_instant = record->n_instants > 0 ? record->first_instant : 0,
        .n_instants = record->n_instants,
        .first_sample = record->n_samples > 0 ? record->first_sample : 0,
        .n_samples = record->n_samples,
        .n_overlaps = record->n_overlaps,
      };
    }
  return (slice == reading->n_slices && row == n_rows && instant == n_instants && sample == n_samples)
         || profile_is_wrong (reading, SECTION_TRACKS);
}

/* The rows of a track cover its slices, lane by lane. */
static bool
read_rows (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  const RowRecord *records = NULL;
  uint64_t n, slice = 0, r = 0;

  if (!profile_take_table (reading, SECTION_ROWS, sizeof *records, &records, &n)
      || !row_column_reserve (&trace->rows, (size_t) n))
    return false;
  for (uint32_t t = 0; t < trace->tracks.n; t++)
    {
      const TraceTrack *track = &trace->tracks.at[t];
      uint64_t n_left = track->n_slices;

      for (uint32_t lane = 0; lane < track->n_rows; lane++, r++)
        {
          const RowRecord taken = records[r], *record = &taken;

          if (record->track != t || record->lane != lane || record->n_slices > n_left
              || record->n_slices == 0)
            return profile_is_wrong (reading, SECTION_ROWS);
          trace->rows.at[trace->rows.n++] = (TraceRow){
            .first_slice = slice,
            .n_slices = record->n_slices,
            .track = t,
            .lane = lane,
          };
          slice += record->n_slices;
          n_left -= record->n_slices;
        }
      if (n_left > 0)
        return profile_is_wrong (reading, SECTION_ROWS);
    }
  return true;
}

static bool
read_devices (ProfileReading *reading)
{
  Trace *trace = reading->trace;
  const DeviceRecord *records = NULL;
  uint64_t n;

  if (!profile_take_table (reading, SECTION_DEVICES, sizeof *records, &records, &n)
      || !device_column_reserve (&trace->devices, (size_t) n))
    return false;
  for (uint64_t i = 0; i < n; i++)
    {
      const DeviceRecord taken = records[i], *record = &taken;

      if (record->rank >= trace->ranks.n || !is_string (reading, record->name)
          || record->track >= trace->tracks.n || trace->tracks.at[record->track].kind != TRACK_DEVICE)
        return profile_is_wrong (reading, SECTION_DEVICES);
      trace->devices.at[trace->devices.n++] =
        (TraceDevice){ record->rank, record->number, record->name, record->track };
    }
  return true;
}

/* ---- all of it ---- */

bool
profile_read_tables (ProfileReading *reading)
{
  Trace *trace = reading->trace;

  if (!read_strings (reading) || !read_arg_keys (reading) || !read_tracks (reading) || !read_rows (reading)
      || !read_settings (reading) || !read_ranks (reading) || !read_devices (reading)
      || !read_categories (reading) || !read_profile (reading) || !read_health (reading))
    return false;
  trace->slices.n_strings = trace_n_strings (trace);
  return true;
}
