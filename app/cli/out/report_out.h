/* SPDX-License-Identifier: Apache-2.0
 *
 * Records as text: JSON, CSV, Markdown, or columns for a terminal.
 *
 * JSON and CSV hold exact values under stable keys; Markdown and columns are for reading: durations get a unit,
 * names their display form, and nothing in a trace can reach the terminal as a control sequence. */

#pragma once

#include <glib.h>

#include "app/cli/out/record.h"

/* {"key": value, ...} */
void report_json_object (GString *out, const Record *record);

/* [{...}, ...] of Records. */
void report_json_array (GString *out, const GPtrArray *records);

/* The header, which names the keys of the records, then a line per record (RFC 4180). Control characters become
 * U+FFFD, and a text that begins as a formula does gets an apostrophe; the exact texts are in the JSON. */
void report_csv (GString *out, const char *header, const GPtrArray *records);

/* One line, and one text of one: what report_csv () is made of. */
void report_csv_record (GString *out, const Record *record);
void report_csv_text (GString *out, const char *text, size_t length);

/* A GitHub table under a heading. */
void report_markdown (GString *out, const char *title, const GPtrArray *records);

/* Its head, as at least one of the records has it, and one line: what report_markdown () is made of. */
void report_markdown_head (GString *out, const GPtrArray *records);
void report_markdown_record (GString *out, const Record *record);

/* Aligned columns under a heading, which may be NULL as well; at most n_max rows, and a line that says how many more there are. */
void report_columns (GString *out, const char *title, const GPtrArray *records, guint n_max);

/* "12.50 ms" (trace/text/duration_text.h). Free with g_free (). */
char *report_duration (double ns);

/* Valid UTF-8 without anything a terminal would obey or that reorders what stands around it. */
char *report_printable (const char *text, size_t length);
