/* SPDX-License-Identifier: Apache-2.0
 *
 * The precision and tensor core use of rows of kernels: over all launches of a row, the value that took most time, as
 * far as it is known (trace/classify/kernel_classes.h). */

#pragma once

#include "trace/classify/kernel_classes.h"
#include "trace/container/column.h"
#include "trace/stats/kernel/precision_stats.h"
#include "trace/stats/scope.h"
#include "trace/stats/tables/stat_table.h"

/* The time and number of one row's launches. */
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
  U32Column places;             /* by key: index in times + 1, or 0 if there is none yet */
  LaunchTimesColumn times;
} KernelFacts;

/* What is known about a row. */
typedef struct
{
  const char *category;  /* "compute", "communication", "memory" */
  const char *precision; /* of its operands: "bf16"; NULL if unknown */
  StatReason precision_reason; /* why the first launch of that class has it */
  int tensor_core;             /* 1 if it uses them, 0 if not, -1 if unknown */
} KernelFact;

/* Returns false when the result is no longer wanted or memory runs out; call clear () in either case. */
bool kernel_facts_init (KernelFacts *facts,
                        const Trace *trace,
                        bool (*should_continue) (void *user_data),
                        void *user_data);
void kernel_facts_clear (KernelFacts *facts);

/* Adds a launch to the row with a key. Returns false when memory runs out. O(1), amortised. */
bool kernel_facts_add (KernelFacts *facts, uint32_t key, uint64_t slice);

/* name is the exact name of a launch of the row. O(1). */
KernelFact kernel_facts_of (const KernelFacts *facts, uint32_t key, uint32_t name);
