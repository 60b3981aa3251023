/* SPDX-License-Identifier: Apache-2.0
 *
 * One row of a report: keys with values, in order, independent of the output format.
 *
 * A record is filled once and printed as JSON, CSV, Markdown or plain text (app/cli/out/report_out.h). Keys are
 * static strings and carry their unit: "_ns" is a time, "percent" a percentage, "bytes" a size. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum
{
  CELL_NULL,
  CELL_INTEGER,
  CELL_REAL,
  CELL_BOOLEAN,
  CELL_TEXT,
  CELL_JSON, /* text is JSON: nested values */
} CellType;

typedef struct
{
  const char *key;
  CellType type;
  int64_t integer; /* also for booleans */
  double real;
  char *text; /* owned; bytes of the file, not necessarily UTF-8 */
  size_t length;
  char *shown; /* owned or NULL; the readable form of text */
} Cell;

typedef struct
{
  GArray *cells;
} Record;

Record *record_new (void);
void record_free (Record *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Record, record_free)

void record_add_integer (Record *record, const char *key, int64_t value);
void record_add_count (Record *record, const char *key, uint64_t value);
void record_add_real (Record *record, const char *key, double value);
void record_add_boolean (Record *record, const char *key, bool value);
void record_add_null (Record *record, const char *key);

/* Adds a text. shown is the text to display instead; NULL displays the text itself. Both are copied. */
void record_add_text (Record *record, const char *key, const char *text, size_t length, const char *shown);

/* Takes json. */
void record_add_json (Record *record, const char *key, GString *json);

guint record_n_cells (const Record *record);
const Cell *record_cell (const Record *record, guint i);
