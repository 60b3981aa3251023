/* SPDX-License-Identifier: Apache-2.0
 *
 * Why the devices in a scope did nothing: every gap (trace/stats/idle/gap_walk.h) has one cause, so that the causes add up to
 * the idle time, and with the busy time to window x devices, to the nanosecond (METRICS 13).
 *
 * The next activity of a gap, and the call that launched it, decide; the first of these that applies:
 *
 *   unknown          nothing runs any more, the file does not tell what launched the next, or most of the gap lies before
 *                    the recording of its rank begins
 *   sync             the call began in the gap, its thread was blocked in a synchronising call when the gap began, and from
 *                    the end of that call to the launch nothing (of what host bound tells apart) lasted longer than both the
 *                    part of the gap that the synchronising call takes and short_ns
 *   host bound       the call began in the gap: the device had run out of work. The cause within it is what the launching
 *                    thread did for the largest part of the gap, the profiler's own work in its rank told apart
 *   dependency       the call had been made. Its stream had been told to wait for an event just before, and what ended when
 *                    the gap began was another stream's; or it is part of a collective, and another rank of the same clock
 *                    begins its part (trace/stats/collective/collective_instance.h) in the gap, however short
 *   launch overhead  the call had been made, and the gap is short
 *   unknown          the call had been made, and the device did not begin for a reason that the file does not tell
 *
 * Gaps are clipped to the window, and what is said of their length is of what is left. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/idle/idle_gaps.h"
#include "trace/stats/scope.h"

/* 30 us: what a device takes from one activity to the next that waits in its queue, and more than enough (METRICS 13). */
#define IDLE_SHORT_NS INT64_C (30000)

typedef enum
{
  IDLE_CLASS_HOST_BOUND,
  IDLE_CLASS_SYNC,
  IDLE_CLASS_DEPENDENCY,
  IDLE_CLASS_LAUNCH_OVERHEAD,
  IDLE_CLASS_UNKNOWN,
  N_IDLE_CLASSES
} IdleClass;

/* By class. */
typedef enum
{
  IDLE_PROFILER,     /* host bound: the profiler's own work, on any thread of the rank */
  IDLE_LOADER,       /* fetching the next batch */
  IDLE_SYNC_CALL,    /* blocked in a synchronising call that is not to blame for the gap as such */
  IDLE_ALLOCATION,   /* allocating or freeing memory of the device, or pinned memory */
  IDLE_CALL,         /* another call, the launch itself among them */
  IDLE_OPERATOR,     /* an operator, outside of calls */
  IDLE_PYTHON,       /* Python, outside of operators */
  IDLE_ANNOTATION,   /* nothing but a named range is known */
  IDLE_HOST_UNKNOWN, /* nothing at all */
  IDLE_SYNC,
  IDLE_STREAM_WAIT, /* dependency */
  IDLE_COLLECTIVE,
  IDLE_LAUNCH_OVERHEAD,
  IDLE_NO_NEXT, /* unknown: nothing runs any more */
  IDLE_NO_LAUNCH,
  IDLE_QUEUED,       /* launched before the gap, which is not short and no rank explains */
  IDLE_NOT_RECORDED, /* most of it lies before the recording of the rank begins */
  N_IDLE_CAUSES
} IdleCause;

IdleClass idle_class_of (IdleCause cause);

/* "host_bound", "dataloader", ...: as in the output of every command. */
const char *idle_class_word (IdleClass klass);
const char *idle_cause_word (IdleCause cause);

typedef struct
{
  IdleGap gap; /* host: the slice to name; of IDLE_SYNC the synchronising call */
  IdleCause cause;
  int64_t profiler_ns; /* of the gap, in which the profiler itself worked in the rank */
} CausedGap;

COLUMN_DEFINE (CausedGapColumn, caused_gap_column, CausedGap)

typedef struct
{
  uint64_t n_gaps;
  int64_t total_ns;
  int64_t profiler_ns;
} IdleSum;

typedef struct
{
  int64_t short_ns;
  int64_t device_time_ns; /* stats_scope_device_time_ns () */
  IdleSum all, causes[N_IDLE_CAUSES];
  IdleGap longest_of[N_IDLE_CAUSES]; /* as below; of causes that have gaps */
  CausedGapColumn longest;           /* descending by length; then by begin, device */
  IdleGaps gaps; /* the same gaps as idle_gaps_compute () sees them, with the longest one */
} IdleCauses;

/* short_ns: below it a gap before work that had been launched is launch overhead. n_longest: how many gaps to tell one by
 * one at most. is_wanted (user_data), asked now and then, on several threads at once, may be NULL. False: it was not, or
 * out of memory. What is found does not depend on how many threads there are (trace/container/parallel.h), whatever the file holds.
 *
 * O(activities x log rows of the device + gaps x (log flows + n_longest + rows of the launching thread) + host slices in
 * the gaps), all of the window; of a profile of several devices, O(activities + k log k) of the recording for its k kernels
 * of communication. */
bool idle_causes_compute (const StatsScope *scope,
                          int64_t short_ns,
                          uint32_t n_longest,
                          bool (*is_wanted) (void *user_data),
                          void *user_data,
                          IdleCauses *ret_causes);
void idle_causes_clear (IdleCauses *causes);

/* Of all causes of a class. */
IdleSum idle_causes_of_class (const IdleCauses *causes, IdleClass klass);
