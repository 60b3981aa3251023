/* SPDX-License-Identifier: Apache-2.0
 *
 * What rows of kernels compute with: of all launches of a row, what most of its time was spent in, as far as it is
 * known (trace/classify/kernel_classes.h). */

#pragma once

#include "trace/classify/kernel_classes.h"
#include "trace/container/column.h"
#include "trace/stats/kernel/precision_stats.h"
#include "trace/stats/scope.h"
#include "trace/stats/tables/stat_table.h"

/* Of the launches of one row. */
typedef struct
{
  PrecisionTimes precisions;
  int64_t tensor_core_ns[N_TENSOR_CORES]; /* saturate */
  uint64_t tensor_core_count[N_TENSOR_CORES];
  uint64_t first[N_PRECISIONS]; /* the first launch of that class, of those whose count is not 0 */
} LaunchTimes;

COLUMN_DEFINE (LaunchTimesColumn, launch_times_column, LaunchTimes)

typedef struct
{
  const Trace *trace;
  const KernelClasses *classes; /* borrowed from trace */
  U32Column places;             /* by key: place in times + 1; 0: none yet */
  LaunchTimesColumn times;
} KernelFacts;

/* What is known of a row. */
typedef struct
{
  const char *category;  /* "compute", "communication", "memory" */
  const char *precision; /* of its operands: "bf16"; NULL: not known */
  StatReason precision_reason; /* of the first launch of that class */
  int tensor_core;       /* 1: it uses them, 0: it does not, -1: not known */
} KernelFact;

/* Returns false when it is not wanted any more or memory runs out; call clear () in either case. */
bool kernel_facts_init (KernelFacts *facts,
                        const Trace *trace,
                        bool (*is_wanted) (void *user_data),
                        void *user_data);
void kernel_facts_clear (KernelFacts *facts);

/* Adds a launch to the row with a key. False: out of memory. O(1), amortised. */
bool kernel_facts_add (KernelFacts *facts, uint32_t key, uint64_t slice);

/* name: the exact one of a launch of the row. O(1). */
KernelFact kernel_facts_of (const KernelFacts *facts, uint32_t key, uint32_t name);
