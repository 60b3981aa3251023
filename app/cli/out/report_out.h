/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes records as JSON, CSV, Markdown, or columns for a terminal.
 *
 * JSON and CSV hold exact values under stable keys. Markdown and columns are for reading: durations get a unit, names
 * their display form, and control sequences in a trace never reach the terminal. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "app/cli/out/record.h"

/* Writes a value as it stands in JSON. */
void report_json_value (GString *out, const Cell *cell);

/* Writes a record as {"key": value, ...}. */
void report_json_object (GString *out, const Record *record);

/* Writes an array of Records as [{...}, ...]. */
void report_json_array (GString *out, const GPtrArray *records);

/* Writes the header with the keys of the records, then a line per record (RFC 4180). Control characters become U+FFFD, and
 * a text that begins like a formula gets an apostrophe; the exact texts are in the JSON. */
void report_csv (GString *out, const char *header, const GPtrArray *records);

/* Write a record as one line, and a text as one field of a line. */
void report_csv_record (GString *out, const Record *record);
void report_csv_text (GString *out, const char *text, size_t length);

/* Writes a GitHub table under a heading. */
void report_markdown (GString *out, const char *title, const GPtrArray *records);

/* Write the head of such a table from the keys of all records, and a record as one line of it. */
void report_markdown_head (GString *out, const GPtrArray *records);
void report_markdown_record (GString *out, const Record *record);

/* Writes aligned columns under a heading, which may be NULL. After n_max rows, one line gives the number of the others. */
void report_columns (GString *out, const char *title, const GPtrArray *records, guint n_max);

/* Return a cell for reading, with its unit, and what its key says once the unit is shown with the value: "total" of
 * "total_ns". A cell of JSON is "". Transfer full. */
char *report_readable_value (const Cell *cell);
char *report_readable_key (const char *key);

/* Returns whether a column is one of texts. */
bool report_is_text_column (const GPtrArray *records, guint column);

/* Returns "12.50 ms" (trace/text/duration_text.h). Transfer full. */
char *report_duration (double ns);

/* Returns valid UTF-8 without control sequences and without characters that change the text direction. Transfer full. */
char *report_printable (const char *text, size_t length);
