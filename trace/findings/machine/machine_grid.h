/* SPDX-License-Identifier: Apache-2.0
 *
 * Samples of the counters of machines on one grid of time, so that those of processors and of GPUs can be compared: the mean
 * of each in buckets of half a second, which is how often SageMaker Debugger samples, or of the time between two samples
 * where that is longer (METRICS 23). Values are percentages. Samples of the first time of the profile are left out. */

#pragma once

#include "trace/findings/finding_rule.h"

#define MACHINE_BUCKET_NS   INT64_C (500000000)
#define MACHINE_BUCKETS_MAX (UINT32_C (1) << 20)
#define MACHINE_BUCKETS_MIN 10 /* with fewer samples nothing is said */

typedef enum
{
  MACHINE_GPU,        /* utilization of a GPU */
  MACHINE_GPU_MEMORY, /* of its memory */
  MACHINE_CPU,        /* of the processors of a node, as their mean */
  MACHINE_IO_WAIT,    /* share of their time in which they waited for input and output */
  N_MACHINE_KINDS
} MachineKind;

/* The kind of a counter, or N_MACHINE_KINDS. */
MachineKind machine_kind_of (const Trace *trace, const TraceTrack *track);

/* A GPU, or the processors of a node. */
typedef struct
{
  MachineKind kind;
  uint32_t node;  /* track */
  uint32_t rank;  /* of the first counter: index of trace_rank () */
  int32_t device; /* -1 of processors */
  uint32_t n_counters;
  float *values; /* by bucket, in percent; negative: no sample */
  uint64_t n;    /* buckets with samples */
} MachineSeries;

COLUMN_DEFINE (MachineSeriesColumn, machine_series_column, MachineSeries)

typedef struct
{
  int64_t begin_ns, bucket_ns;
  uint32_t n_buckets;
  MachineSeriesColumn series; /* in the order of tracks */
  bool is_short;              /* there are counters, but patience leaves no time of the profile */
} MachineGrid;

/* kinds: bits 1 << MachineKind. patience_s is counted from the begin of the profile. Returns false when memory runs out or the
 * computation must end; call machine_grid_clear () in either case. O(tracks x series + samples + buckets x series). */
bool machine_grid_init (MachineGrid *grid, FindingLook *look, unsigned kinds, double patience_s);
void machine_grid_clear (MachineGrid *grid);

/* Returns the series of that kind of the node and device (-1 for processors), or NULL. O(series). */
const MachineSeries *
machine_grid_find (const MachineGrid *grid, MachineKind kind, uint32_t node, int32_t device);

/* Returns the percentile (0 to 100) of the values of a series, the nearest rank above; -1 without any or when memory ran
 * out. O(n log n). */
double machine_grid_percentile (const MachineGrid *grid, const MachineSeries *series, double percentile);

/* Adds as places the runs of buckets for which is_in is not 0. */
void machine_grid_places (const MachineGrid *grid, FindingLook *look, uint32_t rank, const uint8_t *is_in);
