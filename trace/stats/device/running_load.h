/* SPDX-License-Identifier: Apache-2.0
 *
 * The loads of what runs at the same time, summed up over time: at each instant at most 1 of each of two kinds. */

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
  RunningColumn running;     /* a binary heap, on top what ends first */
  double sum[RUNNING_LOADS]; /* of what runs */
  double covered_ns[RUNNING_LOADS];
} RunningLoad;

RunningLoad running_load_from (int64_t begin_ns);
void running_load_clear (RunningLoad *running);

/* Something of both loads, >= 0, runs in [start_ns, end_ns). start_ns: not before that of the last one; in a damaged file
 * it may be, and counts as that. False: out of memory. O(log of what runs), amortised. */
bool running_load_add (RunningLoad *running, int64_t start_ns, int64_t end_ns, double first, double second);

/* Lets everything end. */
void running_load_finish (RunningLoad *running);
