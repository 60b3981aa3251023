/* SPDX-License-Identifier: Apache-2.0
 *
 * The time of kernels by precision and by use of matrix units (METRICS 8 and 9). Covers the kernels that start in the
 * window, with their whole durations. Each launch is classified by what is known about it.
 *
 * The total is the sum of the durations of kernels, collectives included; concurrent kernels all count. Memcpys and
 * memsets that AMD's tools label as kernels are left out. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/classify/precision.h"
#include "trace/stats/scope.h"

#define N_TENSOR_CORES (TENSOR_CORE_YES + 1) /* a launch is unknown, no or yes */

typedef struct
{
  uint64_t count[N_PRECISIONS];
  int64_t ns[N_PRECISIONS]; /* saturates */
} PrecisionTimes;

typedef struct
{
  uint32_t name;
  uint64_t n_by_operands; /* launches classified by their operator's tensors */
  PrecisionTimes times;
} PrecisionOfName;

typedef struct
{
  PrecisionTimes times;
  int64_t tensor_core_ns[N_PRECISIONS][N_TENSOR_CORES];
  int64_t total_ns; /* total of both */
  int64_t within_ns
    [N_PRECISIONS]; /* time of its kernels inside the window, also of those that began before; saturates */
  uint64_t n_launches;
  uint64_t longest
    [N_PRECISIONS]; /* the longest slice, the first of equally long ones; SLICE_NONE if there is none of that class */

  PrecisionOfName *names; /* ascending by string id; includes memcpys and memsets labelled as kernels */
  uint32_t n_names;
} PrecisionStats;

/* should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns false or memory runs
 * out. O(slices of the window + rows + strings), and for the first call on a profile the time of kernel_classes_get
 * (). */
bool precision_stats_compute (const StatsScope *scope,
                              bool (*should_continue) (void *user_data),
                              void *user_data,
                              PrecisionStats *ret_stats);
void precision_stats_clear (PrecisionStats *stats);

/* Returns NULL if no kernel of that name starts in the window. O(log names). */
const PrecisionOfName *precision_stats_name (const PrecisionStats *stats, uint32_t name);

/* Returns the known class that took most time, or PRECISION_UNKNOWN if none is known. */
Precision precision_times_largest (const PrecisionTimes *times);
