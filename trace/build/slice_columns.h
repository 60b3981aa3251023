/* SPDX-License-Identifier: Apache-2.0
 *
 * The slices of a profile that is being built, on their way into the file: column by column, in runs. */

#pragma once

#include "trace/build/builder_private.h"

#define SLICE_RUN_MAX ((size_t) 1 << 16)

/* Slices that follow one another; arrays of their own. */
typedef struct
{
  size_t n;
  int64_t *start_ns, *dur_ns, *correlation;
  uint64_t *args;
  uint32_t *name, *category, *track;
  uint8_t *kind, *flags;
} SliceRun;

/* Arrays for n slices, to be filled. False: out of memory; still to be cleared. */
bool slice_run_init (SliceRun *run, size_t n);
void slice_run_clear (SliceRun *run);

/* The sections of n slices in all; their runs, in order: the arrays go to the writer; no more of them. */
void slice_columns_begin (SectionWriter *writer, uint64_t n);
void slice_columns_take (SectionWriter *writer, SliceRun *run);
void slice_columns_end (SectionWriter *writer);

/* trace->slices: the n slices as they lie in builder's file by now; waits until they do. False: writing has failed, or
 * there is no memory. */
bool slice_columns_map (TraceBuilder *builder, Trace *trace, uint64_t n);

/* trace has no slices any more. */
void slice_columns_unmap (Trace *trace);
