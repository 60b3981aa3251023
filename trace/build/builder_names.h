/* SPDX-License-Identifier: Apache-2.0
 *
 * The readable form of the names of slices, stored only where it differs from the name. */

#pragma once

#include "trace/container/column.h"
#include "trace/model/trace_private.h"
#include "trace/section/section_writer.h"

/* The contents of the sections for display names. */
typedef struct
{
  U8Column bytes;
  DisplayRecord *records;
  size_t n_records;
} BuilderNames;

/* Of all that slices of trace are called; the trace has its flows and arguments, which tell what kernels read that cast.
 * ret_names: all zeros; to be cleared, whatever happens. False: out of memory. O(slices + names), and where there are such
 * kernels O(flows + their launches x lanes of operators). */
bool builder_names_make (BuilderNames *ret_names, const Trace *trace);
void builder_names_clear (BuilderNames *names);

/* Writes the sections. names is empty afterwards. */
void builder_names_write (BuilderNames *names, SectionWriter *writer);
