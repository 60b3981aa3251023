/* SPDX-License-Identifier: Apache-2.0
 *
 * How busy the processors of each node were: by samples of their utilisation where the file has any in scope (counters,
 * trace/stats/host/cpu_counter.h), else by what the traced threads did, which is no CPU utilisation and is never called so
 * (METRICS 4).
 *
 *   sampled          a sample holds until the next one of its counter, the last as long as the one before it. A value is a
 *                    share of one processor or of all: percent, where the counter's name says so or a sample of it is above 1,
 *                    else a fraction. A node's line is the mean over its counters with a value there; active is the share of
 *                    samples in the window above 0.
 *   traced threads   a thread is busy in its operators, calls and Python frames, waiting in a call included, steps
 *                    left out. A node's line is
 *                    the mean over its threads with any of them in the profile; active is the share of the window in which at
 *                    least one is busy.
 *
 * Processes of a node are of all its ranks in scope; a scope limited to a device is one of its rank. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/device/device_stats.h"
#include "trace/stats/scope.h"

typedef struct
{
  uint32_t node;                      /* track */
  uint32_t n_series;                  /* counters, or threads, that it is the mean of */
  double values[UTILIZATION_BUCKETS]; /* 0 to 1; NaN: no value there */
  double mean;                        /* over the time that there are values for; NaN: none */

  /* What is active, of what: samples, or nanoseconds. */
  uint64_t n_active_samples, n_samples;
  int64_t any_busy_ns; /* the union over its traced threads */
} CpuLine;

typedef struct
{
  uint32_t thread; /* track */
  uint32_t line;   /* its node's */
  int64_t busy_ns;
} CpuThread;

COLUMN_DEFINE (CpuLineColumn, cpu_line_column, CpuLine)
COLUMN_DEFINE (CpuThreadColumn, cpu_thread_column, CpuThread)

typedef struct
{
  bool is_sampled;
  int64_t window_ns;       /* length of the window; 0 when it is empty or beyond int64 */
  CpuLineColumn lines;     /* of nodes with any series, in the order of tracks */
  CpuThreadColumn threads; /* traced; empty where there are samples */
} CpuTime;

/* is_wanted (user_data), asked now and then, may be NULL. False: it was not, or out of memory. O(k log k + tracks) for k samples
 * and host slices of the window. */
bool cpu_time_compute (const StatsScope *scope,
                       bool (*is_wanted) (void *user_data),
                       void *user_data,
                       CpuTime *ret_time);
void cpu_time_clear (CpuTime *time);

/* Share of active, 0 to 1, over all lines: of samples, or of window x nodes. NaN: not defined. O(lines). */
double cpu_time_active (const CpuTime *time);
