/* SPDX-License-Identifier: Apache-2.0
 *
 * How busy the processors of each node were. If the file has samples of their utilisation in scope (counters,
 * trace/stats/host/cpu_counter.h), it is computed from them. Otherwise it is the activity of the traced threads, which
 * is not CPU utilisation and is never called so (METRICS 4).
 *
 *   sampled          A sample is valid until the next one of its counter, the last one as long as the one before it.
 *                    Values are percentages if the counter's name says so or a sample of it is above 1, else fractions,
 *                    of one processor or of all. A node's line is the mean over its counters with a value at that time;
 *                    active is the share of samples in the window above 0.
 *   traced threads   A thread is busy in its operators, runtime calls and Python frames, including calls that wait, but
 *                    not in steps. A node's line is the mean over its threads with any such slice in the profile;
 *                    active is the share of the window in which at least one thread is busy.
 *
 * A node includes the processes of all its ranks in scope. If the scope is limited to a device, that is the device's
 * rank. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/device/device_stats.h"
#include "trace/stats/scope.h"

typedef struct
{
  uint32_t node;                      /* track */
  uint32_t n_series;                  /* counters or threads that it averages */
  double values[UTILIZATION_BUCKETS]; /* 0 to 1; NaN if there is no value */
  double mean;                        /* over the time with values; NaN if there are none */

  /* Active samples of all samples, or nanoseconds. */
  uint64_t n_active_samples, n_samples;
  double sample_sum; /* of the values of these samples, as fractions, also beyond 1 */
  int64_t any_busy_ns; /* length of the union over its traced threads */
} CpuLine;

typedef struct
{
  uint32_t thread; /* track */
  uint32_t line;   /* index of its node's line */
  int64_t busy_ns;
} CpuThread;

COLUMN_DEFINE (CpuLineColumn, cpu_line_column, CpuLine)
COLUMN_DEFINE (CpuThreadColumn, cpu_thread_column, CpuThread)

typedef struct
{
  bool is_sampled;
  int64_t window_ns;       /* length of the window; 0 when it is empty or beyond int64 */
  CpuLineColumn lines;     /* nodes with at least one series, in the order of tracks */
  CpuThreadColumn threads; /* traced threads; empty if there are samples */
} CpuTime;

/* should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns false or memory runs
 * out. O(k log k + tracks) for k samples and host slices of the window. */
bool cpu_time_compute (const StatsScope *scope,
                       bool (*should_continue) (void *user_data),
                       void *user_data,
                       CpuTime *ret_time);
void cpu_time_clear (CpuTime *time);

/* Does the same for counters of another kind, from samples alone; without any there are no lines. */
bool cpu_time_compute_sampled (const StatsScope *scope,
                               bool (*is_counter) (const Trace *trace, const TraceTrack *track),
                               bool (*should_continue) (void *user_data),
                               void *user_data,
                               CpuTime *ret_time);

/* Returns the mean of all samples in the window, as a fraction: each counts once, however long it holds. NaN if there are
 * none. O(lines). */
double cpu_time_sample_mean (const CpuTime *time);

/* Returns the active share over all lines, from 0 to 1: of samples, or of window x nodes. Returns NaN if it is not
 * defined. O(lines). */
double cpu_time_active (const CpuTime *time);
