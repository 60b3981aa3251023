/* SPDX-License-Identifier: Apache-2.0
 *
 * The readable form of the names of slices, stored only where it differs from the name. */

#pragma once

#include "trace/container/column.h"
#include "trace/model/job_tables.h"
#include "trace/model/trace_private.h"
#include "trace/section/section_writer.h"

/* The contents of the sections for display names. */
typedef struct
{
  U8Column bytes;
  DisplayRecord *records;
  size_t n_records;
} BuilderNames;

/* Makes the display names of all slice names of trace, and of the kernels among n_rows rows of a job. The trace must have its flows and arguments, because they tell
 * the input type of kernels that cast. ret_names must be all zeros. Returns false when memory runs out; clear ret_names
 * in either case. Takes O(slices + names) time, and O(flows + launches x lanes of operators) more if there are kernels
 * that cast. */
bool builder_names_make (BuilderNames *ret_names, const Trace *trace, const JobRowRecord *rows, size_t n_rows);
void builder_names_clear (BuilderNames *names);

/* Writes the sections. names is empty afterwards. */
void builder_names_write (BuilderNames *names, SectionWriter *writer);
