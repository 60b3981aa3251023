/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/file/profile_write.h"

#include <stdlib.h>
#include <string.h>

#include "trace/file/importer_version.h"

/* Allocates n records that are handed over to the writer. */
static void *
new_records (size_t n, size_t width)
{
  return calloc (n + 1, width);
}

/* ---- the profile and its files ---- */

static bool
write_profile (const Trace *trace, SectionWriter *writer)
{
  uint32_t format;

  if (!string_table_intern (trace->strings, trace->format, strlen (trace->format), &format))
    return false;
  const ProfileRecord record = {
    .format = format,
    .status = trace->status,
    .has_epoch = trace->has_epoch,
    .importer_version = TRACE_IMPORTER_VERSION,
    .epoch_ns = trace->epoch_ns,
    .begin_ns = trace->begin_ns,
    .end_ns = trace->end_ns,
    .events_total = trace->events.total,
    .events_skipped = trace->events.skipped,
    .events_slices = trace->events.slices,
    .events_flows = trace->events.flows,
    .events_counters = trace->events.counters,
    .events_instants = trace->events.instants,
  };
  section_writer_put (writer, SECTION_PROFILE, &record, sizeof record);
  return true;
}

static bool
write_health (const Trace *trace, SectionWriter *writer)
{
  HealthRecord records[N_HEALTH_IDS];
  size_t n = 0;

  for (int i = 0; i < N_HEALTH_IDS; i++)
    {
      const HealthRow *row = &trace->health.rows[i];
      const char *name = health_id_name ((HealthId) i);
      uint32_t id;

      if (row->count == 0)
        continue;
      if (!string_table_intern (trace->strings, name, strlen (name), &id))
        return false;
      records[n++] = (HealthRecord){
        .id = id,
        .path = row->path,
        .count = row->count,
        .first_offset = row->first_offset,
        .first_source = row->first_source,
      };
    }
  section_writer_put (writer, SECTION_HEALTH, records, n * sizeof *records);
  return true;
}

static bool
write_ranks (const Trace *trace, SectionWriter *writer)
{
  RankRecord *records = new_records (trace->ranks.n, sizeof *records);

  if (records == NULL)
    return false;
  for (size_t i = 0; i < trace->ranks.n; i++)
    {
      const TraceRank *rank = &trace->ranks.at[i];

      records[i] = (RankRecord){
        .number = rank->number,
        .world_size = rank->world_size,
        .node = rank->node,
        .path = rank->path,
        .has_epoch = rank->has_epoch,
        .status = rank->status,
        .first_setting = rank->first_setting,
        .n_settings = rank->n_settings,
      };
    }
  section_writer_put_taken (writer, SECTION_RANKS, records, trace->ranks.n * sizeof *records);
  return true;
}

static bool
write_settings (const Trace *trace, SectionWriter *writer)
{
  SettingRecord *records = new_records (trace->settings.n, sizeof *records);

  if (records == NULL)
    return false;
  for (size_t i = 0; i < trace->settings.n; i++)
    records[i] = (SettingRecord){ trace->settings.at[i].key, trace->settings.at[i].value };
  section_writer_put_taken (writer, SECTION_SETTINGS, records, trace->settings.n * sizeof *records);
  return true;
}

static bool
write_categories (const Trace *trace, SectionWriter *writer)
{
  CategoryRecord *records = new_records (trace->categories.n, sizeof *records);

  if (records == NULL)
    return false;
  for (size_t i = 0; i < trace->categories.n; i++)
    records[i] =
      (CategoryRecord){ .category = trace->categories.at[i].category, .n = trace->categories.at[i].n };
  section_writer_put_taken (writer, SECTION_CATEGORIES, records, trace->categories.n * sizeof *records);
  return true;
}

/* ---- the tree ---- */

static bool
write_tracks (const Trace *trace, SectionWriter *writer)
{
  TrackRecord *records = new_records (trace->tracks.n, sizeof *records);

  if (records == NULL)
    return false;
  for (size_t i = 0; i < trace->tracks.n; i++)
    {
      const TraceTrack *track = &trace->tracks.at[i];

      records[i] = (TrackRecord){
        .kind = track->kind,
        .parent = track->parent,
        .name = track->name,
        .rank = track->rank,
        .pid = track->pid,
        .tid = track->tid,
        .device = track->device,
        .stream = track->stream,
        .sort_index = track->sort_index,
        .first_slice = track->first_slice,
        .n_slices = track->n_slices,
        .first_row = track->first_row,
        .n_rows = track->n_rows,
        .first_instant = track->first_instant,
        .n_instants = track->n_instants,
        .first_sample = track->first_sample,
        .n_samples = track->n_samples,
        .n_overlaps = track->n_overlaps,
      };
    }
  section_writer_put_taken (writer, SECTION_TRACKS, records, trace->tracks.n * sizeof *records);
  return true;
}

static bool
write_rows (const Trace *trace, SectionWriter *writer)
{
  RowRecord *records = new_records (trace->rows.n, sizeof *records);

  if (records == NULL)
    return false;
  for (size_t i = 0; i < trace->rows.n; i++)
    {
      const TraceRow *row = &trace->rows.at[i];
      records[i] = (RowRecord){ row->n_slices, row->track, row->lane };
    }
  section_writer_put_taken (writer, SECTION_ROWS, records, trace->rows.n * sizeof *records);
  return true;
}

static bool
write_devices (const Trace *trace, SectionWriter *writer)
{
  DeviceRecord *records = new_records (trace->devices.n, sizeof *records);

  if (records == NULL)
    return false;
  for (size_t i = 0; i < trace->devices.n; i++)
    {
      const TraceDevice *device = &trace->devices.at[i];
      records[i] = (DeviceRecord){ device->rank, device->number, device->name, device->track };
    }
  section_writer_put_taken (writer, SECTION_DEVICES, records, trace->devices.n * sizeof *records);
  return true;
}

/* ---- arguments and texts ---- */

static bool
write_arg_keys (const Trace *trace, SectionWriter *writer)
{
  uint32_t n = arg_keys_count (trace->arg_keys) - 1;
  ArgKeyRecord *records = new_records (n, sizeof *records);

  if (records == NULL)
    return false;
  for (uint32_t i = 0; i < n; i++)
    records[i] = arg_keys_record (trace->arg_keys, i + 1);
  section_writer_put_taken (writer, SECTION_ARGUMENT_KEYS, records, n * sizeof *records);
  return true;
}

/* Call this after everything that interns strings. */
static bool
write_strings (const Trace *trace, SectionWriter *writer)
{
  uint32_t n = string_table_count (trace->strings);
  uint64_t *begins = new_records ((size_t) n + 1, sizeof *begins);
  size_t length;

  if (begins == NULL)
    return false;
  begins[0] = 0;
  for (uint32_t id = 0; id < n; id++)
    {
      string_table_get (trace->strings, id, &length);
      begins[id + 1] = begins[id] + length + 1;
    }
  section_writer_begin (writer, SECTION_STRING_BYTES, SECTION_RAW, begins[n]);
  for (uint32_t id = 0; id < n; id++)
    {
      const char *text = string_table_get (trace->strings, id, &length);
      section_writer_copy (writer, SECTION_STRING_BYTES, text, length + 1);
    }
  section_writer_end (writer, SECTION_STRING_BYTES, 0);
  section_writer_put_taken (writer, SECTION_STRING_BEGINS, begins, ((size_t) n + 1) * sizeof *begins);
  return true;
}

bool
profile_write (const Trace *trace, SectionWriter *writer, const SourceRecord *sources)
{
  section_writer_put (writer, SECTION_SOURCES, sources, trace->ranks.n * sizeof *sources);
  if (!write_profile (trace, writer) || !write_health (trace, writer) || !write_ranks (trace, writer)
      || !write_settings (trace, writer) || !write_categories (trace, writer) || !write_tracks (trace, writer)
      || !write_rows (trace, writer) || !write_devices (trace, writer) || !write_arg_keys (trace, writer))
    return false;
  return write_strings (trace, writer);
}
