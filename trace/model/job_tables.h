/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of a job's ranks, computed where their traces lay, and stored in a job profile in place of the slices that
 * they were computed from. trace/summary/FORMAT.md describes the records byte by byte.
 *
 * A job profile has the steps, the communication kernels with their launching calls, and the first activity of each stream
 * as slices; everything else is in these tables. They describe whole ranks: figures of other windows cannot be had.
 *
 * The tables are mapped and may hold any values. Read them through the functions below. Any thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/model/profile_records.h"
#include "trace/model/trace.h"

/* SECTION_JOB_RANKS: one for each rank. */
typedef struct
{
  int64_t begin_ns, end_ns; /* first begin and last end of all slices of the rank's trace (trace_span ()) */
  uint64_t matched, unmatched, without_correlation; /* activities by their launches, as in LaunchStats */
  uint32_t format; /* string: what the trace was, such as "kineto" */
  uint32_t zero;
} JobRankRecord;

/* SECTION_JOB_DEVICES: one for each device. All but the streams as in DeviceStats, whose times count from the begin of the
 * rank here. */
typedef struct
{
  uint64_t activities;
  int64_t first_start_ns, last_end_ns;
  int64_t busy_ns, kernel_busy_ns, memcpy_busy_ns, memset_busy_ns;
  int64_t compute_ns, communication_ns, overlap_ns, exposed_communication_ns, exposed_copy_ns;
  uint64_t n_streams; /* in SECTION_JOB_STREAMS, behind those of the device before */
} JobDeviceRecord;

/* SECTION_JOB_STREAMS */
typedef struct
{
  int64_t stream;
  uint64_t activities;
  int64_t busy_ns;
} JobStreamRecord;

#define JOB_STEP_PARTS 8

/* SECTION_JOB_STEPS: one for each of SECTION_STEPS. As in StepBreakdown; times count from the host begin of the step. */
typedef struct
{
  int64_t begin_ns, end_ns;
  int64_t parts_ns[JOB_STEP_PARTS]; /* in the order of StepPart */
  int64_t compute_ns, exposed_communication_ns, exposed_copy_ns, idle_ns, busy_ns, total_ns;
  uint64_t kernels;  /* launched in it, or, if their launches are not known, begun in its wall time */
  uint64_t launches; /* calls that begin in it and launched device work */
  int64_t memory_peak_bytes; /* the largest amount that the allocators of a device had given out in it; -1: not recorded */
} JobStepRecord;

typedef enum
{
  JOB_KERNEL,     /* kernels of one name; amount: launches classified by their operator's tensors */
  JOB_ANNOTATION, /* annotations of one name */
  JOB_MEMORY,     /* memcpys or memsets of one kind; amount: bytes */
  JOB_MEMSET,     /* memsets, likewise */
  JOB_LATENCY,    /* from launching calls to device starts; the name is "" */
  JOB_CATEGORY,   /* events of one category; the count alone is known */
  N_JOB_ROWS
} JobRowWhat;

/* SECTION_JOB_ROWS: durations of one kind, ascending by rank. */
typedef struct
{
  uint32_t rank;
  uint32_t what;        /* JobRowWhat */
  uint32_t name;        /* string */
  uint32_t zero;
  uint64_t count;
  int64_t total_ns, min_ns, max_ns;
  double deviation; /* the sum of squared distances from their mean, ns^2 */
  int64_t amount;
  uint64_t first_bin, first_precision; /* in the tables below */
  uint32_t n_bins, n_precisions;
} JobRowRecord;

/* SECTION_JOB_BINS: of the sketch of a row's durations (trace/stats/quantile_sketch.h), ascending. */
typedef struct
{
  uint32_t bin, count; /* more than 2^32 - 1 are in several entries */
} JobBinRecord;

/* SECTION_JOB_PRECISIONS: of the kernels of a row. */
typedef struct
{
  uint32_t precision; /* string: precision_word () */
  uint32_t zero;
  uint64_t count;
  int64_t ns;
} JobPrecisionRecord;

#define JOB_PARTS 4 /* GapPart but the last one, which is the rest of the time of the rank's devices */

/* SECTION_JOB_PARTS: what the devices of a rank had done at the begins and ends of its communication kernels, since the
 * begin of the rank. Ascending by device and time. Two records give what was done between them. */
typedef struct
{
  uint32_t device;
  uint32_t zero;
  int64_t time_ns; /* from the begin of the rank */
  int64_t parts_ns[JOB_PARTS];
} JobPartRecord;

_Static_assert(sizeof (JobRankRecord) == 48 && sizeof (JobDeviceRecord) == 104 && sizeof (JobStreamRecord) == 24
                 && sizeof (JobStepRecord) == 152 && sizeof (JobRowRecord) == 88 && sizeof (JobBinRecord) == 8
                 && sizeof (JobPrecisionRecord) == 24 && sizeof (JobPartRecord) == 48,
               "FORMAT.md");

/* As mapped. */
typedef struct
{
  const JobRankRecord *ranks;     /* one for each rank */
  const JobDeviceRecord *devices; /* one for each device */
  const JobStepRecord *steps;     /* one for each stored step */
  const JobStreamRecord *streams;
  const JobRowRecord *rows;
  const JobBinRecord *bins;
  const JobPrecisionRecord *precisions;
  const JobPartRecord *parts;
  uint64_t n_streams, n_rows, n_bins, n_precisions, n_parts;
} JobTables;

/* Returns whether the profile is one of summaries, and has these tables. */
bool trace_is_job (const Trace *trace);

/* Returns the tables; they are all empty if trace_is_job () is false. */
const JobTables *trace_job (const Trace *trace);

/* Returns a row whose name, rank and ranges exist; its count is 0 if the stored ones do not. */
JobRowRecord trace_job_row (const Trace *trace, uint64_t i);

/* ---- while a job profile is being built ---- */

COLUMN_DEFINE (JobRankColumn, job_rank_column, JobRankRecord)
COLUMN_DEFINE (JobDeviceColumn, job_device_column, JobDeviceRecord)
COLUMN_DEFINE (JobStreamColumn, job_stream_column, JobStreamRecord)
COLUMN_DEFINE (JobStepColumn, job_step_column, JobStepRecord)
COLUMN_DEFINE (JobStoredStepColumn, job_stored_step_column, StepRecord)
COLUMN_DEFINE (JobRowColumn, job_row_column, JobRowRecord)
COLUMN_DEFINE (JobBinColumn, job_bin_column, JobBinRecord)
COLUMN_DEFINE (JobPrecisionColumn, job_precision_column, JobPrecisionRecord)
COLUMN_DEFINE (JobPartColumn, job_part_column, JobPartRecord)

/* Ranks are those of the builder, devices count over them. Times of ranks are those of the builder's rank. Of stored steps
 * the rank, device span (from the host begin), wall and busy time, activities and truncation are used; their number for
 * each rank must be that of its slices that are steps. */
typedef struct
{
  JobRankColumn ranks;
  JobDeviceColumn devices;
  JobStreamColumn streams;
  JobStepColumn steps;
  JobStoredStepColumn stored_steps; /* one for each of steps */
  JobRowColumn rows;
  JobBinColumn bins;
  JobPrecisionColumn precisions;
  JobPartColumn parts;
} JobInput;

void job_input_clear (JobInput *input);
