/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/health/health.h"

/* clang-format off */
static const struct
{
  const char *name;
  HealthSeverity severity;
  HealthUnit unit;
  HealthLoss loss;
} kinds[N_HEALTH_IDS] = {
  [HEALTH_DIRECTORY_FILE_SKIPPED] = { "directory.file_skipped", HEALTH_WARNING, HEALTH_COUNTS_FILES, HEALTH_LOSES_NOTHING },
  [HEALTH_DIRECTORY_FILE_UNREADABLE] = { "directory.file_unreadable", HEALTH_DATA_LOSS, HEALTH_COUNTS_FILES, HEALTH_LOSES_FILES },
  [HEALTH_GZIP_DAMAGED] = { "gzip.damaged", HEALTH_DATA_LOSS, HEALTH_COUNTS_FILES, HEALTH_LOSES_REST },
  [HEALTH_GZIP_TRUNCATED] = { "gzip.truncated", HEALTH_DATA_LOSS, HEALTH_COUNTS_FILES, HEALTH_LOSES_END },
  [HEALTH_GZIP_TRAILING] = { "gzip.trailing_data", HEALTH_INFO, HEALTH_COUNTS_FILES, HEALTH_LOSES_NOTHING },
  [HEALTH_ZSTD_DAMAGED] = { "zstd.damaged", HEALTH_DATA_LOSS, HEALTH_COUNTS_FILES, HEALTH_LOSES_REST },
  [HEALTH_ZSTD_TRUNCATED] = { "zstd.truncated", HEALTH_DATA_LOSS, HEALTH_COUNTS_FILES, HEALTH_LOSES_END },
  [HEALTH_ZSTD_TRAILING] = { "zstd.trailing_data", HEALTH_INFO, HEALTH_COUNTS_FILES, HEALTH_LOSES_NOTHING },
  [HEALTH_SQLITE_TRUNCATED] = { "sqlite.truncated", HEALTH_DATA_LOSS, HEALTH_COUNTS_FILES, HEALTH_LOSES_END },
  [HEALTH_SQLITE_DAMAGED] = { "sqlite.damaged", HEALTH_DATA_LOSS, HEALTH_COUNTS_PLACES, HEALTH_LOSES_REST },
  [HEALTH_RECORDING_PROBLEM] = { "recording.problem", HEALTH_WARNING, HEALTH_COUNTS_MESSAGES, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_BOM] = { "json.byte_order_mark", HEALTH_INFO, HEALTH_COUNTS_FILES, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_TRUNCATED] = { "json.truncated", HEALTH_DATA_LOSS, HEALTH_COUNTS_FILES, HEALTH_LOSES_END },
  [HEALTH_JSON_UNCLOSED] = { "json.unclosed", HEALTH_WARNING, HEALTH_COUNTS_PLACES, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_HEADER_DAMAGED] = { "json.header_damaged", HEALTH_ERROR, HEALTH_COUNTS_PLACES, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_TAIL_DAMAGED] = { "json.tail_damaged", HEALTH_WARNING, HEALTH_COUNTS_PLACES, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_KEY_TOO_LARGE] = { "json.setting_too_large", HEALTH_WARNING, HEALTH_COUNTS_SETTINGS, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_EVENT_SKIPPED] = { "json.event_skipped", HEALTH_DATA_LOSS, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_EVENTS },
  [HEALTH_JSON_EVENT_TOO_LARGE] = { "json.event_too_large", HEALTH_DATA_LOSS, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_EVENTS },
  [HEALTH_JSON_EVENT_EMPTY] = { "json.event_empty", HEALTH_INFO, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_NO_ARRAY] = { "json.no_array", HEALTH_INFO, HEALTH_COUNTS_PLACES, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_SEPARATOR] = { "json.separator", HEALTH_INFO, HEALTH_COUNTS_PLACES, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_TRAILING_COMMA] = { "json.trailing_comma", HEALTH_INFO, HEALTH_COUNTS_PLACES, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_CONTROL_CHARACTER] = { "json.control_character", HEALTH_INFO, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_ESCAPE] = { "json.escape", HEALTH_INFO, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_NUL] = { "json.nul", HEALTH_INFO, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_QUOTE] = { "json.quote", HEALTH_WARNING, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_UTF8] = { "json.utf8", HEALTH_INFO, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_NUMBER] = { "json.number", HEALTH_INFO, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_NOT_FINITE] = { "json.not_finite", HEALTH_INFO, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_JSON_DUPLICATE_KEY] = { "json.duplicate_key", HEALTH_WARNING, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_EVENT_PHASE_MISSING] = { "event.phase_missing", HEALTH_DATA_LOSS, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_EVENTS },
  [HEALTH_EVENT_PHASE_UNKNOWN] = { "event.phase_unknown", HEALTH_DATA_LOSS, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_EVENTS },
  [HEALTH_EVENT_PHASE_LONG] = { "event.phase_long", HEALTH_INFO, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_EVENT_PHASE_NOT_SHOWN] = { "event.phase_not_shown", HEALTH_INFO, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_EVENT_TIME_INVALID] = { "event.time_invalid", HEALTH_DATA_LOSS, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_EVENTS },
  [HEALTH_EVENT_DURATION_INVALID] = { "event.duration_invalid", HEALTH_DATA_LOSS, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_EVENTS },
  [HEALTH_EVENT_DURATION_MISSING] = { "event.duration_missing", HEALTH_WARNING, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_EVENT_DURATION_NEGATIVE] = { "event.duration_negative", HEALTH_WARNING, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_EVENT_TIME_ROUNDED] = { "event.time_rounded", HEALTH_INFO, HEALTH_COUNTS_NUMBERS, HEALTH_LOSES_NOTHING },
  [HEALTH_EVENT_TIME_NEGATIVE] = { "event.time_negative", HEALTH_WARNING, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_EVENT_TIME_FAR] = { "event.time_far", HEALTH_WARNING, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_EVENT_NAME_MISSING] = { "event.name_missing", HEALTH_INFO, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_ROW_NUMBER_MISSING] = { "row.number_missing", HEALTH_INFO, HEALTH_COUNTS_NUMBERS, HEALTH_LOSES_NOTHING },
  [HEALTH_COUNTER_VALUE_INVALID] = { "counter.value_invalid", HEALTH_WARNING, HEALTH_COUNTS_SAMPLES, HEALTH_LOSES_NOTHING },
  [HEALTH_SLICE_KIND_FROM_NAME] = { "slice.kind_from_name", HEALTH_INFO, HEALTH_COUNTS_SLICES, HEALTH_LOSES_NOTHING },
  [HEALTH_SLICE_UNFINISHED] = { "slice.unfinished", HEALTH_WARNING, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_SLICE_END_WITHOUT_BEGIN] = { "slice.end_without_begin", HEALTH_WARNING, HEALTH_COUNTS_EVENTS, HEALTH_LOSES_NOTHING },
  [HEALTH_SLICE_OVERLAP] = { "slice.overlap", HEALTH_INFO, HEALTH_COUNTS_SLICES, HEALTH_LOSES_NOTHING },
  [HEALTH_LANES_FULL] = { "slice.lanes_full", HEALTH_INFO, HEALTH_COUNTS_ROWS, HEALTH_LOSES_NOTHING },
  [HEALTH_CORRELATION_SHARED] = { "launch.correlation_shared", HEALTH_INFO, HEALTH_COUNTS_CALLS, HEALTH_LOSES_NOTHING },
  [HEALTH_RUN_WITHOUT_LAUNCH] = { "launch.missing", HEALTH_INFO, HEALTH_COUNTS_ACTIVITIES, HEALTH_LOSES_NOTHING },
  [HEALTH_RUN_BEFORE_LAUNCH] = { "launch.after_run", HEALTH_WARNING, HEALTH_COUNTS_ACTIVITIES, HEALTH_LOSES_NOTHING },
  [HEALTH_FLOW_UNMATCHED] = { "flow.unmatched", HEALTH_INFO, HEALTH_COUNTS_ARROWS, HEALTH_LOSES_NOTHING },
  [HEALTH_COMBINED_LEFT_OUT] = { "combined.left_out", HEALTH_INFO, HEALTH_COUNTS_SLICES, HEALTH_LOSES_NOTHING },
  [HEALTH_RANKS_DUPLICATE] = { "ranks.duplicate", HEALTH_WARNING, HEALTH_COUNTS_FILES, HEALTH_LOSES_NOTHING },
  [HEALTH_RANKS_NO_COMMON_CLOCK] = { "ranks.no_common_clock", HEALTH_WARNING, HEALTH_COUNTS_RANKS, HEALTH_LOSES_NOTHING },
};
/* clang-format on */

void
health_table_init (HealthTable *table)
{
  for (int i = 0; i < N_HEALTH_IDS; i++)
    table->rows[i] = (HealthRow){ .count = 0, .first_offset = HEALTH_NO_OFFSET, .first_source = -1 };
}

void
health_table_add (HealthTable *table, HealthId id, uint64_t count, int32_t source, int64_t offset)
{
  HealthRow *row = &table->rows[id];

  if (count == 0)
    return;
  if (row->count == 0)
    {
      row->first_source = source;
      row->first_offset = offset;
    }
  row->count += count;
}

unsigned
health_table_order (const HealthTable *table, HealthId ret_ids[N_HEALTH_IDS])
{
  unsigned n = 0;

  for (int severity = HEALTH_DATA_LOSS; severity >= HEALTH_INFO; severity--)
    for (int i = 0; i < N_HEALTH_IDS; i++)
      if (table->rows[i].count > 0 && (int) kinds[i].severity == severity)
        ret_ids[n++] = (HealthId) i;
  return n;
}

const char *
health_id_name (HealthId id)
{
  return kinds[id].name;
}

HealthSeverity
health_id_severity (HealthId id)
{
  return kinds[id].severity;
}

HealthUnit
health_id_unit (HealthId id)
{
  return kinds[id].unit;
}

HealthLoss
health_id_loss (HealthId id)
{
  return kinds[id].loss;
}

const char *
health_severity_word (HealthSeverity severity)
{
  static const char *const words[] = { "info", "warning", "error", "data_loss" };
  return words[severity];
}
