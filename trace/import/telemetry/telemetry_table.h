/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of comma separated values whose first line names its columns: one row for each time and GPU. */

#pragma once

#include "trace/import/telemetry/telemetry.h"
#include "trace/import/telemetry/telemetry_fields.h"

typedef enum
{
  TELEMETRY_COLUMN_VALUE,
  TELEMETRY_COLUMN_TIME,
  TELEMETRY_COLUMN_GPU,     /* its number, with letters before it: "3", "card3" */
  TELEMETRY_COLUMN_GPU_ID,  /* a text that is different for each GPU; they are counted as they appear */
  TELEMETRY_COLUMN_IGNORED, /* a description, not a measurement */
} TelemetryColumnRole;

/* What a format says of a column by its title. */
typedef struct
{
  TelemetryColumnRole role;
  const char *name; /* what its series are called: the title, unless it is replaced by a static text */
  bool is_gpu_busy;
  double busy_full;
} TelemetryColumnMeaning;

typedef struct
{
  char *title, *unit;
  TelemetryColumnMeaning meaning;
  bool has_number, has_text; /* what its first cell was */
} TelemetryColumn;

typedef struct
{
  TelemetryColumn columns[TELEMETRY_FIELDS_MAX];
  size_t n;
  int time, gpu, gpu_id; /* columns, or -1 */
  GHashTable *ids;       /* of GPUs, to their number + 1 */
  GHashTable *seen;      /* GPUs of the current tick */
  int64_t tick;
  bool has_clock;
  int64_t last_ns;
  uint64_t n_rows, n_close; /* rows with a time, and those of them at the time of the row before */
} TelemetryTable;

/* Takes the titles; again where they are repeated. meaning_of () says what a title means; it sets the role at least. The line
 * is changed. Returns NULL, or why the table cannot be used. */
const char *telemetry_table_begin (TelemetryTable *table,
                                   char *line,
                                   void (*meaning_of) (const char *title, TelemetryColumnMeaning *meaning));

/* Takes a row, which is counted; the line is changed. */
void telemetry_table_take (Telemetry *telemetry, TelemetryTable *table, char *line, int64_t offset);

/* Returns NULL, or why the rows cannot be used. */
const char *telemetry_table_end (const Telemetry *telemetry, const TelemetryTable *table);
void telemetry_table_clear (TelemetryTable *table);
