/* SPDX-License-Identifier: Apache-2.0
 *
 * The health table counts everything that was repaired, skipped, clipped or left unmatched while a profile
 * was read. The window, `check` and every `--json` show it.
 *
 * A row exists once its problem has been seen. Rows are in the order of the enumeration, which goes from the
 * container inwards. trace/health/health_words.h has the words of the rows. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum
{
  HEALTH_INFO,      /* nothing is lost and no number is affected */
  HEALTH_WARNING,   /* nothing is lost, but a number may not mean what one expects */
  HEALTH_ERROR,     /* the file contradicts itself; the row says what was done about it */
  HEALTH_DATA_LOSS, /* something the file had, or should have had, is missing from the profile */
} HealthSeverity;

typedef enum
{
  HEALTH_DIRECTORY_FILE_SKIPPED,
  HEALTH_DIRECTORY_FILE_UNREADABLE,
  HEALTH_GZIP_DAMAGED,
  HEALTH_GZIP_TRUNCATED,
  HEALTH_GZIP_TRAILING,
  HEALTH_ZSTD_DAMAGED,
  HEALTH_ZSTD_TRUNCATED,
  HEALTH_ZSTD_TRAILING,
  HEALTH_SQLITE_TRUNCATED,
  HEALTH_SQLITE_DAMAGED,
  HEALTH_RECORDING_PROBLEM,
  HEALTH_CUPTI_TRUNCATED,
  HEALTH_CUPTI_UNCLOSED,
  HEALTH_CUPTI_LOST,
  HEALTH_CUPTI_CHUNK_DAMAGED,
  HEALTH_CUPTI_CHUNK_UNKNOWN,
  HEALTH_CUPTI_SIZE_INVALID,
  HEALTH_CUPTI_KIND_UNKNOWN,
  HEALTH_CUPTI_KIND_NOT_SHOWN,
  HEALTH_CUPTI_PADDING,
  HEALTH_CUPTI_NO_TIME,
  HEALTH_CUPTI_TEXT_MISSING,
  HEALTH_CUPTI_CALL_UNKNOWN,
  HEALTH_XSPACE_TRUNCATED,
  HEALTH_XSPACE_DAMAGED,
  HEALTH_XSPACE_EVENT_DAMAGED,
  HEALTH_XSPACE_AGGREGATE,
  HEALTH_JSON_BOM,
  HEALTH_JSON_TRUNCATED,
  HEALTH_JSON_UNCLOSED,
  HEALTH_JSON_HEADER_DAMAGED,
  HEALTH_JSON_TAIL_DAMAGED,
  HEALTH_JSON_KEY_TOO_LARGE,
  HEALTH_JSON_EVENT_SKIPPED,
  HEALTH_JSON_EVENT_TOO_LARGE,
  HEALTH_JSON_EVENT_EMPTY,
  HEALTH_JSON_NO_ARRAY,
  HEALTH_JSON_SEPARATOR,
  HEALTH_JSON_TRAILING_COMMA,
  HEALTH_JSON_CONTROL_CHARACTER,
  HEALTH_JSON_ESCAPE,
  HEALTH_JSON_NUL,
  HEALTH_JSON_QUOTE,
  HEALTH_JSON_UTF8,
  HEALTH_JSON_NUMBER,
  HEALTH_JSON_NOT_FINITE,
  HEALTH_JSON_DUPLICATE_KEY,
  HEALTH_EVENT_PHASE_MISSING,
  HEALTH_EVENT_PHASE_UNKNOWN,
  HEALTH_EVENT_PHASE_LONG,
  HEALTH_EVENT_PHASE_NOT_SHOWN,
  HEALTH_EVENT_TIME_INVALID,
  HEALTH_EVENT_DURATION_INVALID,
  HEALTH_EVENT_DURATION_MISSING,
  HEALTH_EVENT_DURATION_NEGATIVE,
  HEALTH_EVENT_TIME_ROUNDED,
  HEALTH_EVENT_TIME_NEGATIVE,
  HEALTH_EVENT_TIME_FAR,
  HEALTH_EVENT_NAME_MISSING,
  HEALTH_ROW_NUMBER_MISSING,
  HEALTH_COUNTER_VALUE_INVALID,
  HEALTH_SLICE_KIND_FROM_NAME,
  HEALTH_SLICE_UNFINISHED,
  HEALTH_SLICE_END_WITHOUT_BEGIN,
  HEALTH_SLICE_OVERLAP,
  HEALTH_LANES_FULL,
  HEALTH_CORRELATION_SHARED,
  HEALTH_RUN_WITHOUT_LAUNCH,
  HEALTH_RUN_BEFORE_LAUNCH,
  HEALTH_FLOW_UNMATCHED,
  HEALTH_COMBINED_LEFT_OUT,
  HEALTH_RANKS_FORMATS_DIFFER,
  HEALTH_RANKS_DUPLICATE,
  HEALTH_RANKS_NO_COMMON_CLOCK,
  HEALTH_PERFETTO_TRUNCATED,
  HEALTH_PERFETTO_DAMAGED,
  HEALTH_PERFETTO_PACKET_DAMAGED,
  HEALTH_PERFETTO_PART_DAMAGED,
  HEALTH_PERFETTO_PACKED_DAMAGED,
  HEALTH_PERFETTO_PACKETS_LOST,
  HEALTH_PERFETTO_STATE_MISSING,
  HEALTH_PERFETTO_TEXT_MISSING,
  HEALTH_PERFETTO_CLOCK_UNKNOWN,
  HEALTH_PERFETTO_KIND_NOT_SHOWN,
  HEALTH_MEMORY_TRUNCATED,
  HEALTH_MEMORY_OUT_OF_MEMORY,
  HEALTH_MEMORY_CONTRADICTION,
  HEALTH_MEMORY_NO_TIME,
  HEALTH_MEMORY_STACKS_LEFT_OUT,
  HEALTH_MEMORY_EVENT_SKIPPED,
  HEALTH_ATTACHED_ROW_SKIPPED,
  HEALTH_ATTACHED_VALUE_MISSING,
  HEALTH_ATTACHED_GPU_UNKNOWN,
  HEALTH_ATTACHED_SHIFT_FOUND,
  HEALTH_ATTACHED_FILE_DATE,
  HEALTH_SQLITE_LOG_NOT_READ,
  HEALTH_SAGEMAKER_ROW_SKIPPED,
  HEALTH_SAGEMAKER_FILE_LEFT_OUT,
  HEALTH_SAGEMAKER_CLOCK_GUESSED,
  HEALTH_SAGEMAKER_NO_END,
  HEALTH_SAGEMAKER_FILE_TWICE,
  HEALTH_SAGEMAKER_FILE_NOT_SHOWN,
  HEALTH_JOB_RANK_MISSING,
  HEALTH_JOB_RANK_TWICE,
  HEALTH_JOB_SUMMARY_DAMAGED,
  HEALTH_PERFETTO_CLOCK_APART,
  HEALTH_XSPACE_TEXT_CUT,
  HEALTH_COMBINED_SAMPLES_LEFT_OUT,
  HEALTH_ATTACHED_START_SECOND,
  N_HEALTH_IDS
} HealthId;

/* What the profile is missing. */
typedef enum
{
  HEALTH_LOSES_NOTHING,
  HEALTH_LOSES_EVENTS, /* as many events as are counted */
  HEALTH_LOSES_FILES,  /* as many files of the directory as are counted */
  HEALTH_LOSES_END,    /* the file ends early: how much is missing is not known */
  HEALTH_LOSES_REST,   /* nothing after a damaged place was read */
} HealthLoss;

/* What a row counts. */
typedef enum
{
  HEALTH_COUNTS_PLACES, /* places in the text */
  HEALTH_COUNTS_EVENTS,
  HEALTH_COUNTS_SLICES,
  HEALTH_COUNTS_FILES, /* each file once */
  HEALTH_COUNTS_RANKS,
  HEALTH_COUNTS_ROWS,
  HEALTH_COUNTS_NUMBERS,
  HEALTH_COUNTS_SETTINGS,
  HEALTH_COUNTS_SAMPLES,
  HEALTH_COUNTS_CALLS,
  HEALTH_COUNTS_ACTIVITIES,
  HEALTH_COUNTS_ARROWS,
  HEALTH_COUNTS_MESSAGES,
  N_HEALTH_UNITS
} HealthUnit;

#define HEALTH_NO_OFFSET (-1)

typedef struct
{
  uint64_t count;
  int64_t first_offset; /* offset in the uncompressed text of its first occurrence, or HEALTH_NO_OFFSET */
  int32_t first_source; /* source file of the first occurrence: an index of trace_rank (), or -1 */
  uint32_t path;        /* string id of the file if it is not a rank of the profile, else STRING_EMPTY */
} HealthRow;

typedef struct
{
  HealthRow rows[N_HEALTH_IDS]; /* count is 0 if it was not seen */
} HealthTable;

void health_table_init (HealthTable *table);

/* Adds count to the row of id. The first call sets the place. */
void health_table_add (HealthTable *table, HealthId id, uint64_t count, int32_t source, int64_t offset);

/* Sets ret_ids to the ids of the rows that were seen, the most severe first, and in the order of the
 * enumeration within a severity. Returns their number. */
unsigned health_table_order (const HealthTable *table, HealthId ret_ids[N_HEALTH_IDS]);

/* Returns a stable name, such as "json.event_skipped"; scripts depend on it. */
const char *health_id_name (HealthId id);
HealthSeverity health_id_severity (HealthId id);
HealthUnit health_id_unit (HealthId id);

/* Returns HEALTH_LOSES_NOTHING except for the severity HEALTH_DATA_LOSS. */
HealthLoss health_id_loss (HealthId id);

/* Returns "info", "warning", "error" or "data_loss". */
const char *health_severity_word (HealthSeverity severity);
