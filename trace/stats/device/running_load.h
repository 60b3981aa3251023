/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums the loads of concurrent work over time. There are two kinds of load; at each instant each counts at most 1. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"

#define RUNNING_LOADS 2

typedef struct
{
  int64_t end_ns;
  double load[RUNNING_LOADS];
} Running;

COLUMN_DEFINE (RunningColumn, running_column, Running)

typedef struct
{
  int64_t at_ns;             /* everything before is in covered_ns */
  RunningColumn running;     /* a binary heap; what ends first is on top */
  double sum[RUNNING_LOADS]; /* sums over the running work */
  double covered_ns[RUNNING_LOADS];
} RunningLoad;

RunningLoad running_load_from (int64_t begin_ns);
void running_load_clear (RunningLoad *running);

/* Adds work with both loads (>= 0) that runs in [start_ns, end_ns). start_ns must not be before the last one; if it is,
 * in a damaged file, the last one is used. Returns false when memory runs out. O(log of the running work),
 * amortised. */
bool running_load_add (RunningLoad *running, int64_t start_ns, int64_t end_ns, double first, double second);

/* Ends all running work. */
void running_load_finish (RunningLoad *running);
