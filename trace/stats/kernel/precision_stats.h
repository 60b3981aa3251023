/* SPDX-License-Identifier: Apache-2.0
 *
 * The time of kernels by precision and by use of matrix units (METRICS 8 and 9): of those that start in the window, with
 * their whole durations, each launch by what is known of it.
 *
 * The whole is the sum of the durations of kernels, collectives included: concurrent ones count each. Copies and fills that
 * AMD's tools label as kernels are left out. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/classify/precision.h"
#include "trace/stats/scope.h"

#define N_TENSOR_CORES (TENSOR_CORE_YES + 1) /* a launch is of unknown, no or yes */

typedef struct
{
  uint64_t count[N_PRECISIONS];
  int64_t ns[N_PRECISIONS]; /* saturates */
} PrecisionTimes;

typedef struct
{
  uint32_t name;
  uint64_t n_by_operands; /* launches whose class is that of their operator's tensors */
  PrecisionTimes times;
} PrecisionOfName;

typedef struct
{
  PrecisionTimes times;
  int64_t tensor_core_ns[N_PRECISIONS][N_TENSOR_CORES];
  int64_t total_ns; /* of either */
  int64_t within_ns
    [N_PRECISIONS]; /* what of its kernels lies in the window, also of those that began before; saturates */
  uint64_t n_launches;
  uint64_t longest
    [N_PRECISIONS]; /* slice, the first of equally long ones; SLICE_NONE: there is none of that class */

  PrecisionOfName *names; /* ascending by string id; copies and fills that are labelled as kernels as well */
  uint32_t n_names;
} PrecisionStats;

/* is_wanted (user_data), asked now and then, may be NULL. False: it was not, or out of memory. O(slices of the window + rows +
 * strings); the first time of a profile what kernel_classes_get () takes. */
bool precision_stats_compute (const StatsScope *scope,
                              bool (*is_wanted) (void *user_data),
                              void *user_data,
                              PrecisionStats *ret_stats);
void precision_stats_clear (PrecisionStats *stats);

/* NULL: no kernel of that name starts in the window. O(log names). */
const PrecisionOfName *precision_stats_name (const PrecisionStats *stats, uint32_t name);

/* The known class that took most time; PRECISION_UNKNOWN: none is known. */
Precision precision_times_largest (const PrecisionTimes *times);
