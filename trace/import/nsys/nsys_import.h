/* SPDX-License-Identifier: Apache-2.0
 *
 * What all readers of tables of an Nsight Systems export share, and how they read a row.
 *
 * Columns are read by name, because exports of 2022 to 2026 differ in them; one that is missing is NULL. A value of
 * another type than the schema says counts as missing. Nothing is trusted: NOT NULL columns hold NULL in files that other
 * programs have edited. */

#pragma once

#include "trace/import/nsys/nsys_contexts.h"
#include "trace/import/nsys/nsys_devices.h"
#include "trace/import/nsys/nsys_processes.h"
#include "trace/import/nsys/nsys_strings.h"
#include "trace/import/nsys/nsys_words.h"
#include "trace/import/tracks/row_args.h"

typedef struct
{
  ForeignDatabase *database;
  TraceBuilder *builder;
  NsysStrings *strings;
  NsysProcesses *processes;
  NsysDevices *devices;
  NsysContexts *contexts;
  uint32_t words[N_NSYS_WORDS];
} NsysImport;

/* ---- one row ---- */

typedef struct
{
  int64_t start_ns, dur_ns;
  bool has_end;
} NsysSpan;

/* Counts the row as an event and reads its times. Returns false if it has been counted as skipped. A missing end is no
 * error: it is for the caller to say what that means. */
bool nsys_take_span (NsysImport *import,
                     const ForeignRows *rows,
                     unsigned start_column,
                     unsigned end_column,
                     NsysSpan *ret_span);

/* Does the same for a row that has one time. */
bool nsys_take_time (NsysImport *import, const ForeignRows *rows, unsigned column, int64_t *ret_ns);

/* Counts something unusual about a row that is kept. */
void nsys_note (NsysImport *import, HealthId id);

/* Returns the integer in a column, or other. */
int64_t nsys_integer_or (const ForeignRows *rows, unsigned column, int64_t other);

/* Returns the string id of the name whose number is in a column. A missing name is counted, and empty. */
uint32_t nsys_name (NsysImport *import, const ForeignRows *rows, unsigned column);

/* Write an argument if its column has a value. */
void
nsys_put_integer (NsysImport *import, RowArgs *args, NsysWord key, const ForeignRows *rows, unsigned column);
void
nsys_put_text (NsysImport *import, RowArgs *args, NsysWord key, const ForeignRows *rows, unsigned column);

/* ---- what rows become ---- */

/* Add and count. A slice without an end (NsysSpan.has_end) is SLICE_UNFINISHED. */
void nsys_add_slice (NsysImport *import, SliceInput *slice, const NsysSpan *span);
void nsys_add_instant (NsysImport *import, const TraceInstant *instant);

/* Reads an ENUM_ table: returns the label of a number, as a string id, or STRING_EMPTY. */
typedef struct
{
  uint32_t labels[64];
} NsysLabels;

void nsys_labels_read (NsysImport *import, const char *table, NsysLabels *ret_labels);
uint32_t nsys_label (const NsysLabels *labels, int64_t number);
