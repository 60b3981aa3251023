/* SPDX-License-Identifier: Apache-2.0
 *
 * Counters that one event changes together, as a log of changes: what is allocated, what is reserved, and the difference.
 * A change takes 17 bytes however many counters have a sample of it; their samples are made when they are written. */

#pragma once

#include "trace/container/column.h"

#define COUNTER_LOG_TRACKS 4

/* As many as an input has events: hence packed. */
typedef struct __attribute__ ((packed))
{
  int64_t time_ns;
  int64_t amount; /* not negative */
  uint8_t signs;  /* a bit for each track that it is added to, and above them for each that it is taken from */
} CounterChange;

COLUMN_DEFINE_LARGE (CounterChangeColumn, counter_change_column, CounterChange)

/* An all-zero struct has no changes. */
typedef struct
{
  uint32_t tracks[COUNTER_LOG_TRACKS];
  double begin[COUNTER_LOG_TRACKS]; /* what the counters have before the first change */
  CounterChangeColumn changes;
  uint64_t n_samples[COUNTER_LOG_TRACKS]; /* of each track */
  int64_t first_ns, last_ns;
  bool is_in_order; /* times do not descend */
} CounterLog;

COLUMN_DEFINE (CounterLogColumn, counter_log_column, CounterLog)

/* Adds an amount to the counters whose bits are in plus, and takes it from those in minus: each has a sample then. Returns
 * false if memory runs out. Amortised O(1). */
bool counter_log_add (CounterLog *log, int64_t time_ns, unsigned plus, unsigned minus, int64_t amount);

/* Frees the logs from the n-th on. */
void counter_logs_cut (CounterLogColumn *logs, size_t n);

/* Goes along the samples of one track. Start with the log and the number of the track. A change that would leave 64 bits is
 * a sample, but changes nothing. */
typedef struct
{
  const CounterLog *log;
  unsigned track;
  size_t at;
  int64_t sum;
} CounterReplay;

/* Returns false behind the last sample. */
bool counter_replay_next (CounterReplay *replay, int64_t *ret_time_ns, double *ret_value);
