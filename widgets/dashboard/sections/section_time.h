/* SPDX-License-Identifier: Apache-2.0
 *
 * The time of the GPUs in scope by what it was spent on, in the whole window and in its buckets. */

#pragma once

#include "trace/stats/device/overlap_stats.h"
#include "trace/stats/summary/time_split.h"
#include "widgets/dashboard/sections/dashboard_data.h"

#define DASHBOARD_BUCKETS UTILIZATION_BUCKETS

/* A wait up to this share is not mentioned in the summary sentence. */
#define DASHBOARD_WAIT_MIN_TENTHS 20

/* The parts of window x GPUs. */
typedef enum
{
  TIME_COMPUTE,
  TIME_EXPOSED_COMMUNICATION,
  TIME_EXPOSED_COPY,
  TIME_HOST_BOUND, /* idle: the next work was not launched yet when the GPU ran out of it */
  TIME_OTHER_IDLE,
  N_TIME_PARTS
} TimePart;

/* The busy share of each bucket of the window: of one GPU, or the mean over a node's GPUs. */
typedef struct
{
  uint32_t node;   /* track */
  uint32_t device; /* index of trace_device (); TRACE_NONE for the mean of the node */
  uint32_t n_devices;
  double mean;
  double values[DASHBOARD_BUCKETS];
} DashboardLine;

/* SECTION_DEVICES */
typedef struct
{
  TimeSplit split;
  bool has_work; /* the window is not empty and something ran on a GPU in it */
  uint32_t n_nodes;
  DashboardLine *lines; /* n_nodes + n_devices: nodes in the order of their devices, then devices */

  OverlapStats *overlaps;    /* n_devices: for each device in scope, in their order */
  OverlapStats all_overlaps; /* their sum */
} DeviceFigures;

/* SECTION_TIME */
typedef struct
{
  int64_t part_ns[N_TIME_PARTS];
  uint32_t part_tenths[N_TIME_PARTS];
  uint32_t active_tenths, idle_tenths; /* together 1000 */
} TimeFigures;

void *section_devices_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_devices_free (void *section);

void *section_time_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_time_free (void *section);

static inline const DeviceFigures *
dashboard_devices (const DashboardData *data)
{
  return dashboard_section (data, SECTION_DEVICES);
}

static inline const TimeFigures *
dashboard_time (const DashboardData *data)
{
  return dashboard_section (data, SECTION_TIME);
}

/* Returns the largest part in which the GPUs did not compute, or N_TIME_PARTS if none is above
 * DASHBOARD_WAIT_MIN_TENTHS. */
TimePart time_figures_largest_wait (const TimeFigures *time);

/* Returns the begin of a bucket; the begin of bucket DASHBOARD_BUCKETS is the end of the window. */
int64_t dashboard_bucket_ns (const DashboardData *data, uint32_t bucket);
