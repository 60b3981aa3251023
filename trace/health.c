/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/health.h"

static const struct
{
  const char *name;
  HealthSeverity severity;
  const char *message;
} descriptions[N_HEALTH_IDS] = {
  [HEALTH_DIRECTORY_FILE_SKIPPED] = { "directory.file_skipped", HEALTH_WARNING,
                                      "Files of the directory are not traces; they were left out." },
  [HEALTH_DIRECTORY_FILE_UNREADABLE] = { "directory.file_unreadable", HEALTH_DATA_LOSS,
                                         "Files of the directory could not be read; their ranks are missing from every number." },
  [HEALTH_GZIP_DAMAGED] = { "gzip.damaged", HEALTH_DATA_LOSS,
                            "The compressed data is damaged; everything before the damage was read, nothing after it." },
  [HEALTH_GZIP_TRUNCATED] = { "gzip.truncated", HEALTH_DATA_LOSS,
                              "The compressed file ends early; everything before its end was read." },
  [HEALTH_GZIP_TRAILING] = { "gzip.trailing_data", HEALTH_INFO,
                             "The compressed file is followed by bytes that are not compressed data; they were ignored." },
  [HEALTH_ZSTD_DAMAGED] = { "zstd.damaged", HEALTH_DATA_LOSS,
                            "The compressed data is damaged; every block before the damaged one was read, nothing after it." },
  [HEALTH_ZSTD_TRUNCATED] = { "zstd.truncated", HEALTH_DATA_LOSS,
                              "The compressed file ends early; every block that is complete was read." },
  [HEALTH_ZSTD_TRAILING] = { "zstd.trailing_data", HEALTH_INFO,
                             "The compressed file is followed by bytes that are not compressed data; they were ignored." },
  [HEALTH_JSON_BOM] = { "json.byte_order_mark", HEALTH_INFO,
                        "The text begins with a byte order mark; it was ignored." },
  [HEALTH_JSON_TRUNCATED] = { "json.truncated", HEALTH_DATA_LOSS,
                              "The file ends inside an event; that event is lost, everything before it is complete." },
  [HEALTH_JSON_UNCLOSED] = { "json.unclosed", HEALTH_WARNING,
                             "The file ends before its last bracket, as that of a killed job does; every event in it was read." },
  [HEALTH_JSON_HEADER_DAMAGED] = { "json.header_damaged", HEALTH_ERROR,
                                   "The text before the events is not valid JSON; the events were found by their shape." },
  [HEALTH_JSON_TAIL_DAMAGED] = { "json.tail_damaged", HEALTH_WARNING,
                                 "The text after the events is not valid JSON; settings written there (such as the time base) may be missing." },
  [HEALTH_JSON_KEY_TOO_LARGE] = { "json.setting_too_large", HEALTH_WARNING,
                                  "Settings of the file beyond 16 MiB are not kept; no event is affected." },
  [HEALTH_JSON_EVENT_SKIPPED] = { "json.event_skipped", HEALTH_DATA_LOSS,
                                  "Events are not valid JSON and could not be repaired; every number is without them." },
  [HEALTH_JSON_EVENT_TOO_LARGE] = { "json.event_too_large", HEALTH_DATA_LOSS,
                                    "Events are larger than 256 MiB; every number is without them." },
  [HEALTH_JSON_EVENT_EMPTY] = { "json.event_empty", HEALTH_INFO,
                                "Empty objects stand between the events; they carry no data and were skipped." },
  [HEALTH_JSON_SEPARATOR] = { "json.separator", HEALTH_INFO,
                              "Commas between events are missing or doubled; every event was read." },
  [HEALTH_JSON_TRAILING_COMMA] = { "json.trailing_comma", HEALTH_INFO,
                                   "A comma stands before a closing bracket; nothing is lost." },
  [HEALTH_JSON_CONTROL_CHARACTER] = { "json.control_character", HEALTH_INFO,
                                      "Texts contain unescaped control characters; they were kept as they are." },
  [HEALTH_JSON_ESCAPE] = { "json.escape", HEALTH_INFO,
                           "Texts contain backslashes that escape nothing; they were kept as they are." },
  [HEALTH_JSON_QUOTE] = { "json.quote", HEALTH_WARNING,
                          "Texts contain unescaped quotation marks; where a text ends was inferred." },
  [HEALTH_JSON_UTF8] = { "json.utf8", HEALTH_INFO,
                         "Texts are not valid UTF-8; the bytes were kept, what cannot be shown is shown as a replacement character." },
  [HEALTH_JSON_NUMBER] = { "json.number", HEALTH_INFO,
                           "Arguments contain numbers that JSON does not allow; they were kept as text." },
  [HEALTH_JSON_NOT_FINITE] = { "json.not_finite", HEALTH_INFO,
                               "Arguments contain NaN or infinity; they were kept as text and enter no number." },
  [HEALTH_EVENT_PHASE_MISSING] = { "event.phase_missing", HEALTH_DATA_LOSS,
                                   "Events do not say what they are (\"ph\" is missing); they were skipped." },
  [HEALTH_EVENT_PHASE_UNKNOWN] = { "event.phase_unknown", HEALTH_DATA_LOSS,
                                   "Events are of a kind that the trace format does not know (\"ph\"); they were skipped." },
  [HEALTH_EVENT_PHASE_NOT_SHOWN] = { "event.phase_not_shown", HEALTH_INFO,
                                     "Events of kinds that a GPU profile has no use for (samples, objects, memory dumps, clock marks) were read over." },
  [HEALTH_EVENT_TIME_INVALID] = { "event.time_invalid", HEALTH_DATA_LOSS,
                                  "Events have no time, or one that is not a number in range; they were skipped." },
  [HEALTH_EVENT_DURATION_INVALID] = { "event.duration_invalid", HEALTH_DATA_LOSS,
                                      "Slices have no duration, or one that is not a number in range; they were skipped." },
  [HEALTH_EVENT_DURATION_NEGATIVE] = { "event.duration_negative", HEALTH_WARNING,
                                       "Slices have a negative duration; they count as 0." },
  [HEALTH_EVENT_TIME_ROUNDED] = { "event.time_rounded", HEALTH_INFO,
                                  "Times have more than three decimals of a microsecond; they were rounded to the nanosecond, half to even." },
  [HEALTH_EVENT_TIME_NEGATIVE] = { "event.time_negative", HEALTH_WARNING,
                                   "Events begin before the time base of their file; they were kept at the time they give." },
  [HEALTH_EVENT_NAME_MISSING] = { "event.name_missing", HEALTH_INFO,
                                  "Slices have no name; they are shown with an empty one." },
  [HEALTH_COUNTER_VALUE_INVALID] = { "counter.value_invalid", HEALTH_WARNING,
                                     "Counter samples are not numbers; they were left out of their series." },
  [HEALTH_SLICE_UNFINISHED] = { "slice.unfinished", HEALTH_WARNING,
                                "Slices were begun but never ended; they are shown up to the end of the recording and enter no total." },
  [HEALTH_SLICE_END_WITHOUT_BEGIN] = { "slice.end_without_begin", HEALTH_WARNING,
                                       "Ends have no begin, which lies before the recording; they cannot be shown." },
  [HEALTH_SLICE_OVERLAP] = { "slice.overlap", HEALTH_INFO,
                             "Slices of one row overlap without nesting; all are kept, in further lanes, with their times unchanged." },
  [HEALTH_LANES_FULL] = { "slice.lanes_full", HEALTH_INFO,
                          "Slices overlap more than 512 deep; all are kept, the deepest share the last lane." },
  [HEALTH_CORRELATION_SHARED] = { "launch.correlation_shared", HEALTH_INFO,
                                  "Several calls share a correlation id; the earliest that launches is taken as the launch." },
  [HEALTH_RUN_WITHOUT_LAUNCH] = { "launch.missing", HEALTH_INFO,
                                  "Device activities have a correlation id without a call, usually because they were launched before the recording began." },
  [HEALTH_RUN_BEFORE_LAUNCH] = { "launch.after_run", HEALTH_WARNING,
                                 "Device activities begin before the call that launched them; the clocks differ, and launch latencies are off by as much." },
  [HEALTH_FLOW_UNMATCHED] = { "flow.unmatched", HEALTH_INFO,
                              "Arrows of the file have only one end, or no slice where they begin or end; they are not shown." },
  [HEALTH_RANKS_DUPLICATE] = { "ranks.duplicate", HEALTH_WARNING,
                               "Files give the same rank; all but the first got the next free number." },
  [HEALTH_RANKS_NO_COMMON_CLOCK] = { "ranks.no_common_clock", HEALTH_WARNING,
                                     "The ranks have no common clock; each begins at 0, and times cannot be compared between them." },
};

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

const char *
health_id_name (HealthId id)
{
  return descriptions[id].name;
}

HealthSeverity
health_id_severity (HealthId id)
{
  return descriptions[id].severity;
}

const char *
health_severity_word (HealthSeverity severity)
{
  static const char *const words[] = { "info", "warning", "error", "data_loss" };
  return words[severity];
}

const char *
health_id_message (HealthId id)
{
  return descriptions[id].message;
}
