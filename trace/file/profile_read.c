/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/file/profile_read.h"

#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "trace/interval_index.h"
#include "trace/lod.h"
#include "trace/open.h"
#include "trace/trace_error.h"
#include "trace/trace_private.h"

_Static_assert(sizeof (TraceInstant) == 32 && offsetof (TraceInstant, scope) == 12
                 && offsetof (TraceInstant, time_ns) == 16 && offsetof (TraceInstant, args) == 24,
               "instants lie in the file as in memory");
_Static_assert(sizeof (TraceFlow) == 24 && offsetof (TraceFlow, kind) == 16
                 && offsetof (TraceFlow, category) == 20,
               "flows lie in the file as in memory");

/* One reading. The first thing that is wrong ends it. */
typedef struct
{
  Trace *trace;
  const SectionMap *map;
  SectionWriter *writer; /* of a file that is being written, where there is no map; it lies in trace->building */
  void *table; /* the copy that was taken last */
  uint64_t n_slices;
  SectionId wrong; /* which section; 0: none, then memory ran out */
} Reading;

static bool
is_wrong (Reading *reading, SectionId id)
{
  reading->wrong = id;
  return false;
}

static bool
find_array (const Reading *reading, SectionId id, size_t width, const void **ret_items, uint64_t *ret_n)
{
  if (reading->map != NULL)
    return section_map_array (reading->map, id, width, ret_items, ret_n);

  uint64_t n_bytes = section_writer_size_bytes (reading->writer, id);
  *ret_items = (const uint8_t *) reading->trace->building + section_writer_at (reading->writer, id);
  *ret_n = n_bytes / width;
  return n_bytes % width == 0;
}

/* False, and wrong is set: there is no such array. */
static bool
take_array (Reading *reading, SectionId id, size_t width, const void *ret_items, uint64_t *ret_n)
{
  const void *items;

  if (!find_array (reading, id, width, &items, ret_n))
    return is_wrong (reading, id);
  memcpy ((void *) (uintptr_t) ret_items, &items, sizeof items);
  return true;
}

/* A table of a few entries, copied until the next is taken: what lies in the map may turn into zeros between the look
 * at it and its use. */
static bool
take_table (Reading *reading, SectionId id, size_t width, const void *ret_records, uint64_t *ret_n)
{
  const void *records;

  if (!find_array (reading, id, width, &records, ret_n))
    return is_wrong (reading, id);
  free (reading->table);
  reading->table = malloc ((size_t) *ret_n * width + 1);
  if (reading->table == NULL)
    return false;
  memcpy (reading->table, records, (size_t) *ret_n * width);
  memcpy ((void *) (uintptr_t) ret_records, &reading->table, sizeof reading->table);
  return true;
}

/* A column of as many items as another one has. */
static bool
take_column (Reading *reading, SectionId id, size_t width, uint64_t n, const void *ret_items)
{
  uint64_t n_here;

  return take_array (reading, id, width, ret_items, &n_here) && (n_here == n || is_wrong (reading, id));
}

/* ---- texts ---- */

static bool
read_strings (Reading *reading)
{
  Trace *trace = reading->trace;
  const uint8_t *bytes = NULL;
  const uint64_t *begins = NULL;
  uint64_t n_bytes, n_begins;

  if (!take_array (reading, SECTION_STRING_BYTES, 1, &bytes, &n_bytes)
      || !take_array (reading, SECTION_STRING_BEGINS, sizeof *begins, &begins, &n_begins))
    return false;
  if (n_begins < 2 || n_begins > UINT32_MAX)
    return is_wrong (reading, SECTION_STRING_BEGINS);
  /* Readers take it that id 0 is the empty text. */
  if (n_bytes == 0 || begins[0] != 0 || begins[1] != 1 || bytes[0] != '\0')
    return is_wrong (reading, SECTION_STRING_BEGINS);
  trace->strings = string_table_new_over (bytes, n_bytes, begins, (uint32_t) n_begins - 1);
  return trace->strings != NULL;
}

static bool
is_string (const Reading *reading, uint32_t id)
{
  return id < string_table_count (reading->trace->strings);
}

static bool
read_display_names (Reading *reading)
{
  Trace *trace = reading->trace;

  return take_array (reading, SECTION_DISPLAY_ENTRIES, sizeof (DisplayRecord), &trace->display,
                     &trace->n_display)
         && take_array (reading, SECTION_DISPLAY_BYTES, 1, &trace->display_bytes, &trace->n_display_bytes);
}

static bool
read_arg_keys (Reading *reading)
{
  Trace *trace = reading->trace;
  uint32_t n_strings = string_table_count (trace->strings);
  const ArgKeyRecord *records = NULL;
  uint64_t n;

  if (!take_table (reading, SECTION_ARGUMENT_KEYS, sizeof *records, &records, &n))
    return false;
  for (uint64_t i = 0; i < n; i++)
    if (records[i].parent > i || records[i].key >= n_strings)
      return is_wrong (reading, SECTION_ARGUMENT_KEYS);
  trace->arg_keys = arg_keys_new_from_records (records, n, n_strings);
  return trace->arg_keys != NULL;
}

/* ---- the profile ---- */

/* A short word of plain ASCII, copied. */
static bool
take_word (const Reading *reading, uint32_t string, char *word, size_t n_word)
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
read_profile (Reading *reading)
{
  Trace *trace = reading->trace;
  const ProfileRecord *record = NULL;
  uint64_t n;

  if (!take_table (reading, SECTION_PROFILE, sizeof *record, &record, &n))
    return false;
  if (n != 1 || !take_word (reading, record->format, trace->format, sizeof trace->format)
      || record->status > PROFILE_IN_PROGRESS)
    return is_wrong (reading, SECTION_PROFILE);
  trace->status = (ProfileStatus) record->status;
  trace->has_epoch = record->has_epoch != 0;
  trace->epoch_ns = record->epoch_ns;
  trace->begin_ns = trace_time_clamp (record->begin_ns);
  trace->end_ns = trace_time_clamp (record->end_ns);
  if (trace->begin_ns > trace->end_ns)
    return is_wrong (reading, SECTION_PROFILE);
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
read_health (Reading *reading)
{
  Trace *trace = reading->trace;
  const HealthRecord *records = NULL;
  uint64_t n;

  if (!take_table (reading, SECTION_HEALTH, sizeof *records, &records, &n))
    return false;
  for (uint64_t i = 0; i < n; i++)
    {
      const HealthRecord taken = records[i], *record = &taken;
      HealthId id;

      if (!is_string (reading, record->path) || !is_string (reading, record->id) || record->first_source < -1
          || record->first_source >= (int64_t) trace->ranks.n)
        return is_wrong (reading, SECTION_HEALTH);
      /* One of a later minor version says nothing that could be shown. */
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
read_settings (Reading *reading)
{
  SettingColumn *settings = &reading->trace->settings;
  const SettingRecord *records = NULL;
  uint64_t n;

  if (!take_table (reading, SECTION_SETTINGS, sizeof *records, &records, &n)
      || !setting_column_reserve (settings, (size_t) n))
    return false;
  for (uint64_t i = 0; i < n; i++)
    {
      if (!is_string (reading, records[i].key) || !is_string (reading, records[i].value))
        return is_wrong (reading, SECTION_SETTINGS);
      settings->at[settings->n++] = (TraceSetting){ records[i].key, records[i].value };
    }
  return true;
}

static bool
read_categories (Reading *reading)
{
  CategoryColumn *categories = &reading->trace->categories;
  const CategoryRecord *records = NULL;
  uint64_t n;

  if (!take_table (reading, SECTION_CATEGORIES, sizeof *records, &records, &n)
      || !category_column_reserve (categories, (size_t) n))
    return false;
  for (uint64_t i = 0; i < n; i++)
    {
      if (!is_string (reading, records[i].category))
        return is_wrong (reading, SECTION_CATEGORIES);
      categories->at[categories->n++] = (CategoryCount){ records[i].category, records[i].n };
    }
  return true;
}

static bool
read_ranks (Reading *reading)
{
  Trace *trace = reading->trace;
  const RankRecord *records = NULL;
  uint64_t n;

  if (!take_table (reading, SECTION_RANKS, sizeof *records, &records, &n)
      || !rank_column_reserve (&trace->ranks, (size_t) n))
    return false;
  for (uint64_t i = 0; i < n && n < UINT32_MAX; i++)
    {
      const RankRecord taken = records[i], *record = &taken;
      uint64_t end;

      if (!is_string (reading, record->path) || record->status > PROFILE_IN_PROGRESS
          || (i > 0 && record->number <= records[i - 1].number) || record->node >= trace->tracks.n
          || trace->tracks.at[record->node].kind != TRACK_NODE
          || __builtin_add_overflow (record->first_setting, record->n_settings, &end)
          || end > trace->settings.n)
        return is_wrong (reading, SECTION_RANKS);
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
  return n < UINT32_MAX || is_wrong (reading, SECTION_RANKS);
}

/* ---- the tree ---- */

/* Whether a track of one kind may lie below one of another. */
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
track_is_sound (const Reading *reading, const TrackRecord *record, uint64_t n_ranks)
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

/* A range of things that follow one another track by track; one without any may say anything. */
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
read_tracks (Reading *reading)
{
  Trace *trace = reading->trace;
  uint64_t n, n_rows, n_ranks, n_instants, n_samples;
  uint64_t slice = 0, row = 0, instant = 0, sample = 0;
  const TrackRecord *records = NULL;
  const void *ignored;

  if (!take_table (reading, SECTION_TRACKS, sizeof *records, &records, &n)
      || !take_array (reading, SECTION_ROWS, sizeof (RowRecord), &ignored, &n_rows)
      || !take_array (reading, SECTION_RANKS, sizeof (RankRecord), &ignored, &n_ranks)
      || !track_column_reserve (&trace->tracks, (size_t) n))
    return false;
  n_instants = trace->instants.n;
  n_samples = trace->samples.n;
  if (n >= TRACE_NONE || n_rows >= TRACE_NONE)
    return is_wrong (reading, SECTION_TRACKS);
  for (uint64_t i = 0; i < n; i++)
    {
      const TrackRecord taken = records[i], *record = &taken;

      if (!track_is_sound (reading, record, n_ranks)
          || !takes_up (record->first_slice, record->n_slices, &slice, reading->n_slices)
          || !takes_up (record->first_row, record->n_rows, &row, n_rows)
          || !takes_up (record->first_instant, record->n_instants, &instant, n_instants)
          || !takes_up (record->first_sample, record->n_samples, &sample, n_samples))
        return is_wrong (reading, SECTION_TRACKS);
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
         || is_wrong (reading, SECTION_TRACKS);
}

/* Rows take up the slices of their track, lane by lane. */
static bool
read_rows (Reading *reading)
{
  Trace *trace = reading->trace;
  const RowRecord *records = NULL;
  uint64_t n, slice = 0, r = 0;

  if (!take_table (reading, SECTION_ROWS, sizeof *records, &records, &n)
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
            return is_wrong (reading, SECTION_ROWS);
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
        return is_wrong (reading, SECTION_ROWS);
    }
  return true;
}

static bool
read_devices (Reading *reading)
{
  Trace *trace = reading->trace;
  const DeviceRecord *records = NULL;
  uint64_t n;

  if (!take_table (reading, SECTION_DEVICES, sizeof *records, &records, &n)
      || !device_column_reserve (&trace->devices, (size_t) n))
    return false;
  for (uint64_t i = 0; i < n; i++)
    {
      const DeviceRecord taken = records[i], *record = &taken;

      if (record->rank >= trace->ranks.n || !is_string (reading, record->name)
          || record->track >= trace->tracks.n || trace->tracks.at[record->track].kind != TRACK_DEVICE)
        return is_wrong (reading, SECTION_DEVICES);
      trace->devices.at[trace->devices.n++] =
        (TraceDevice){ record->rank, record->number, record->name, record->track };
    }
  return true;
}

/* ---- columns ---- */

static bool
read_slices (Reading *reading)
{
  SliceColumns *slices = &reading->trace->slices;
  uint64_t n;

  if (!take_array (reading, SECTION_SLICE_START, sizeof (int64_t), &slices->start_ns, &n))
    return false;
  slices->n = reading->n_slices = n;
  return take_column (reading, SECTION_SLICE_DURATION, sizeof (int64_t), n, &slices->dur_ns)
         && take_column (reading, SECTION_SLICE_NAME, sizeof (uint32_t), n, &slices->name)
         && take_column (reading, SECTION_SLICE_CATEGORY, sizeof (uint32_t), n, &slices->category)
         && take_column (reading, SECTION_SLICE_TRACK, sizeof (uint32_t), n, &slices->track)
         && take_column (reading, SECTION_SLICE_KIND, sizeof (uint8_t), n, &slices->kind)
         && take_column (reading, SECTION_SLICE_FLAGS, sizeof (uint8_t), n, &slices->flags)
         && take_column (reading, SECTION_SLICE_CORRELATION, sizeof (int64_t), n, &slices->correlation);
}

static bool
read_arguments (Reading *reading)
{
  Trace *trace = reading->trace;

  return take_column (reading, SECTION_SLICE_ARGUMENTS, sizeof (uint64_t), trace->slices.n,
                      &trace->slices.args)
         && take_array (reading, SECTION_ARGUMENTS, 1, &trace->args, &trace->n_args_bytes);
}

static bool
read_instants (Reading *reading)
{
  Trace *trace = reading->trace;
  uint64_t n;

  if (!take_array (reading, SECTION_INSTANTS, sizeof (TraceInstant), &trace->instants.at, &n))
    return false;
  trace->instants.n = (size_t) n;
  return true;
}

static bool
read_samples (Reading *reading)
{
  Trace *trace = reading->trace;

  return take_array (reading, SECTION_SAMPLE_TIME, sizeof (int64_t), &trace->samples.time_ns,
                     &trace->samples.n)
         && take_column (reading, SECTION_SAMPLE_VALUE, sizeof (double), trace->samples.n,
                         &trace->samples.value);
}

static bool
read_flows (Reading *reading)
{
  Trace *trace = reading->trace;
  uint64_t n;

  if (!take_array (reading, SECTION_FLOWS, sizeof (TraceFlow), &trace->flows.at, &n)
      || !take_column (reading, SECTION_FLOWS_INTO, sizeof (uint64_t), n, &trace->flows_into.at))
    return false;
  trace->flows.n = trace->flows_into.n = (size_t) n;
  return true;
}

static bool
read_indices (Reading *reading)
{
  Trace *trace = reading->trace;
  const int64_t *index = NULL;
  const uint8_t *lod = NULL;
  uint64_t n_index, n_lod_bytes, index_at = 0, lod_at = 0;

  if (!take_array (reading, SECTION_INTERVAL_INDEX, sizeof *index, &index, &n_index)
      || !take_array (reading, SECTION_LOD, 1, &lod, &n_lod_bytes))
    return false;
  for (size_t r = 0; r < trace->rows.n; r++)
    {
      TraceRow *row = &trace->rows.at[r];

      row->index = index + index_at;
      row->lod = lod + lod_at;
      index_at += interval_index_length (row->n_slices);
      lod_at += lod_size_bytes (row->n_slices);
      if (index_at > n_index)
        return is_wrong (reading, SECTION_INTERVAL_INDEX);
      if (lod_at > n_lod_bytes)
        return is_wrong (reading, SECTION_LOD);
    }
  return true;
}

/* ---- derived ---- */

static bool
read_busy (Reading *reading)
{
  Trace *trace = reading->trace;

  if (!take_column (reading, SECTION_BUSY_DEVICES, sizeof (BusyRecord), trace->devices.n, &trace->busy)
      || !take_array (reading, SECTION_BUSY_INTERVALS, sizeof (BusyInterval), &trace->busy_intervals,
                      &trace->n_busy_intervals))
    return false;
  for (size_t i = 0; i < trace->devices.n; i++)
    if (trace->busy[i].first > trace->n_busy_intervals
        || trace->busy[i].n > trace->n_busy_intervals - trace->busy[i].first)
      return is_wrong (reading, SECTION_BUSY_DEVICES);
  return true;
}

static bool
read_steps (Reading *reading)
{
  Trace *trace = reading->trace;

  if (!take_array (reading, SECTION_STEPS, sizeof (StepRecord), &trace->steps, &trace->n_steps))
    return false;
  for (uint64_t i = 0; i < trace->n_steps; i++)
    if (trace->steps[i].rank >= trace->ranks.n || trace->steps[i].slice >= trace->slices.n
        || (i > 0 && trace->steps[i].rank < trace->steps[i - 1].rank))
      return is_wrong (reading, SECTION_STEPS);
  return true;
}

static bool
read_name_totals (Reading *reading)
{
  uint64_t n_bytes;

  /* Optional: a writer may leave it out. */
  return section_map_stored (reading->map, SECTION_NAME_TOTALS, &n_bytes) == NULL
         || take_array (reading, SECTION_NAME_TOTALS, sizeof (NameTotalRecord), &reading->trace->name_totals,
                        &reading->trace->n_name_totals);
}

/* ---- all of it ---- */

static void
set_error (const Reading *reading, const char *path, GError **error)
{
  if (reading->wrong != 0)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
                 "%s: its section \"%s\" is damaged. Open the source file again, or convert it anew.", path,
                 section_id_name (reading->wrong));
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to open it.", path);
}

/* The trace if everything was read. */
static Trace *
end_reading (Reading *reading, bool is_whole, const char *path, GError **error)
{
  free (reading->table);
  if (is_whole)
    return reading->trace;
  trace_unref (reading->trace);
  set_error (reading, path, error);
  return NULL;
}

/* After slices, instants and samples. */
static bool
read_tables (Reading *reading)
{
  Trace *trace = reading->trace;

  if (!read_strings (reading) || !read_arg_keys (reading) || !read_tracks (reading) || !read_rows (reading)
      || !read_settings (reading) || !read_ranks (reading) || !read_devices (reading)
      || !read_categories (reading) || !read_profile (reading) || !read_health (reading))
    return false;
  trace->slices.n_strings = trace_n_strings (trace);
  return true;
}

Trace *
profile_read (SectionMap *map, const char *path, GError **error)
{
  Reading reading = { .trace = trace_new (), .map = map };

  if (reading.trace == NULL)
    section_map_free (map);
  else
    {
      reading.trace->map = map;
      memcpy (reading.trace->key, section_map_key (map), TRACE_KEY_BYTES);
    }
  bool ok = reading.trace != NULL && read_slices (&reading) && read_arguments (&reading) && read_instants (&reading)
            && read_samples (&reading) && read_flows (&reading) && read_tables (&reading) && read_display_names (&reading)
            && read_indices (&reading) && read_busy (&reading) && read_steps (&reading) && read_name_totals (&reading);
  return end_reading (&reading, ok, path, error);
}

static bool
map_written (Trace *trace, int fd, SectionWriter *writer)
{
  struct stat info;

  if (!section_writer_drain (writer) || fstat (fd, &info) != 0)
    return false;
  void *map = mmap (NULL, (size_t) info.st_size, PROT_READ, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED)
    return false;
  trace->building = map;
  trace->n_building_bytes = (size_t) info.st_size;
  return true;
}

Trace *
profile_read_written (int fd,
                      SectionWriter *writer,
                      TraceInstant *instants,
                      uint64_t n_instants,
                      const char *path,
                      GError **error)
{
  Reading reading = { .trace = trace_new (), .writer = writer };

  bool ok = reading.trace != NULL && map_written (reading.trace, fd, writer);

  if (ok)
    {
      reading.trace->instants = (InstantColumn){ instants, (size_t) n_instants, (size_t) n_instants };
      ok = read_slices (&reading) && read_samples (&reading) && read_flows (&reading) && read_tables (&reading);
    }
  return end_reading (&reading, ok, path, error);
}
