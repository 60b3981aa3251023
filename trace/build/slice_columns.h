/* SPDX-License-Identifier: Apache-2.0
 *
 * The slices of a profile under construction on their way into the file: column by column, in runs. */

#pragma once

#include "trace/build/builder_private.h"

#define SLICE_RUN_MAX ((size_t) 1 << 14)

/* Consecutive slices, in arrays that the run owns. */
typedef struct
{
  size_t n;
  int64_t *start_ns, *dur_ns, *correlation;
  uint64_t *args;
  uint32_t *name, *category, *track;
  uint8_t *kind, *flags;
} SliceRun;

/* Allocates arrays for n slices, to fill in. Returns false if memory runs out; clear the run in either case. */
bool slice_run_init (SliceRun *run, size_t n);
void slice_run_clear (SliceRun *run);

/* Write the sections of n slices in all: begin, then add for each run in order, then end. add copies the run's first n
 * slices. */
void slice_columns_begin (SectionWriter *writer, uint64_t n);
void slice_columns_add (SectionWriter *writer, const SliceRun *run);
void slice_columns_end (SectionWriter *writer);

/* Maps the n slices from builder's file as trace->slices, after waiting until they are written. Returns false
 * if writing failed or memory runs out. */
bool slice_columns_map (TraceBuilder *builder, Trace *trace, uint64_t n);

/* Removes the slices from trace. */
void slice_columns_unmap (Trace *trace);
