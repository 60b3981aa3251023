/* SPDX-License-Identifier: Apache-2.0
 *
 * Every figure of the dashboard for one scope, computed in one go and kept as numbers. Immutable; any thread.
 *
 * Shares are tenths of a percent that add up to 1000 over their whole (trace/stats/percent_parts.h), and the same
 * share is the same number in every pane. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/activity_split.h"
#include "trace/stats/distribution.h"
#include "trace/stats/histogram.h"
#include "trace/stats/idle_gaps.h"
#include "trace/stats/scope.h"
#include "trace/stats/time_split.h"
#include "widgets/profile.h"

#define DASHBOARD_TOP      15 /* rows of the ranked panes */
#define DASHBOARD_BUCKETS  UTILIZATION_BUCKETS
#define DASHBOARD_BINS_MIN 8
#define DASHBOARD_BINS_MAX 40

/* Waits of at most this share are not worth a sentence. */
#define DASHBOARD_WAIT_MIN_TENTHS 20

/* What the time of the GPUs was spent on: parts of window x GPUs. */
typedef enum
{
  TIME_COMPUTE,
  TIME_EXPOSED_COMMUNICATION,
  TIME_EXPOSED_COPY,
  TIME_HOST_BOUND, /* idle: the next work was not launched yet when the GPU ran out of it */
  TIME_OTHER_IDLE,
  N_TIME_PARTS
} TimePart;

/* The parts of the pane "GPU activity distribution". */
typedef enum
{
  ACTIVITY_KERNEL,
  ACTIVITY_MEMCPY,
  ACTIVITY_MEMSET,
  ACTIVITY_SYNC,
  ACTIVITY_IDLE,
  N_ACTIVITY_PARTS
} ActivityPart;

/* All launches of one exact kernel name. */
typedef struct
{
  uint32_t name; /* string id */
  WorkKind work;
  uint64_t count;
  int64_t total_ns;
  uint32_t tenths;  /* of what the list is ordered by */
  uint64_t longest; /* slice */
} DashboardKernel;

typedef struct
{
  DashboardKernel rows[DASHBOARD_TOP]; /* descending */
  uint32_t n;
  uint64_t n_others; /* names that have no row */
  uint32_t other_tenths;
} DashboardTop;

/* Busy share over equal parts of the window: of one GPU, or the mean over a node's. */
typedef struct
{
  uint32_t node;   /* track */
  uint32_t device; /* index of trace_device (); TRACE_NONE: the node's mean */
  uint32_t n_devices;
  double mean;
  double values[DASHBOARD_BUCKETS];
} DashboardLine;

typedef struct
{
  const Profile *profile; /* referenced */
  StatsScope scope;
  uint32_t n_devices, n_ranks, n_nodes; /* in scope */
  bool has_gpu;                         /* the profile has one */
  bool has_work; /* something ran on a GPU in the window, and the window is not empty */

  TimeSplit split;
  int64_t time_ns[N_TIME_PARTS];
  uint32_t time_tenths[N_TIME_PARTS];
  uint32_t active_tenths, idle_tenths; /* together 1000 */

  IdleGaps gaps; /* with the longest one */

  ActivitySplit activity;
  uint32_t activity_tenths[N_ACTIVITY_PARTS];

  uint64_t n_kernel_names, n_launches;
  int64_t kernel_total_ns; /* of durations; concurrent kernels count each */
  DashboardTop by_time, by_count;

  DashboardLine *lines; /* of nodes, in the order of their devices, then of devices; n_nodes + n_devices */

  Distribution step_wall; /* of steps that are not truncated; count is their number */
  uint64_t n_truncated_steps;
  Histogram step_bins;
  uint64_t *bin_first_step; /* of each bin: the earliest step of the table that lies in it */
} DashboardData;

/* Blocks for O(activities x log activities). TRACE_ERROR_NO_MEMORY. */
DashboardData *dashboard_data_new (const Profile *profile, const StatsScope *scope, GError **error);
void dashboard_data_free (DashboardData *data);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DashboardData, dashboard_data_free)

/* The largest of the times that a GPU was not computing; N_TIME_PARTS: none is above the minimum. */
TimePart dashboard_data_largest_wait (const DashboardData *data);

/* The longest stretch in which a GPU of the scope did nothing; NULL: there is none. */
const IdleGap *dashboard_data_longest_gap (const DashboardData *data);

/* Begin of a bucket of the lines; that of DASHBOARD_BUCKETS is the end of the window. */
int64_t dashboard_data_bucket_ns (const DashboardData *data, uint32_t bucket);
