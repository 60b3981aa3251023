/* SPDX-License-Identifier: Apache-2.0
 *
 * Why the devices in a scope were idle. Every gap (trace/stats/idle/gap_walk.h) has one cause, so the causes add up to
 * the idle time, and with the busy time to window x devices, to the nanosecond (METRICS 13).
 *
 * The next activity of a gap and the API call that launched it decide. The first of these that applies is the cause:
 *
 *   unknown          no activity follows, the file does not say what launched the next one, or most of the gap is before
 *                    the recording of its rank begins
 *   sync             the call began in the gap, its thread was blocked in a synchronising call when the gap began, and
 *                    from the end of that call to the launch no host work (of the causes of host bound) lasted longer
 *                    than both the synchronising call's part of the gap and short_ns
 *   host bound       the call began in the gap: the device had run out of work. Its cause is what the launching thread
 *                    did for the largest part of the gap; the profiler's own work in the rank is a cause of its own
 *   dependency       the call had been made, and either its stream had been told to wait for an event just before and
 *                    the activity that ended at the gap's begin was on another stream, or the next activity is part of
 *                    a collective and another rank on the same clock begins its part
 *                    (trace/stats/collective/collective_instance.h) in the gap, however short the gap is
 *   launch overhead  the call had been made, and the gap is short
 *   unknown          the call had been made, and the file does not say why the device did not begin
 *
 * Gaps are clipped to the window, and their lengths are those of the clipped gaps. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/idle/idle_gaps.h"
#include "trace/stats/scope.h"

/* 30 us: more than a device needs from one activity to the next one in its queue (METRICS 13). */
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

/* In the order of the classes. */
typedef enum
{
  IDLE_PROFILER,     /* host bound: the profiler's own work, on any thread of the rank */
  IDLE_LOADER,       /* fetching the next batch */
  IDLE_SYNC_CALL,    /* blocked in a synchronising call that is not the cause of the whole gap */
  IDLE_ALLOCATION,   /* allocating or freeing memory of the device, or pinned memory */
  IDLE_CALL,         /* another API call, such as the launch itself */
  IDLE_OPERATOR,     /* an operator, outside API calls */
  IDLE_PYTHON,       /* Python, outside operators */
  IDLE_ANNOTATION,   /* only a named range is known */
  IDLE_HOST_UNKNOWN, /* nothing is known */
  IDLE_SYNC,
  IDLE_STREAM_WAIT, /* dependency */
  IDLE_COLLECTIVE,
  IDLE_LAUNCH_OVERHEAD,
  IDLE_NO_NEXT, /* unknown: no activity follows */
  IDLE_NO_LAUNCH,
  IDLE_QUEUED,       /* launched before the gap, which is not short and not explained by another rank */
  IDLE_NOT_RECORDED, /* most of the gap is before the rank's recording begins */
  N_IDLE_CAUSES
} IdleCause;

IdleClass idle_class_of (IdleCause cause);

/* Return the word of a class or cause in the output of every command, such as "host_bound" or "dataloader". */
const char *idle_class_word (IdleClass klass);
const char *idle_cause_word (IdleCause cause);

typedef struct
{
  IdleGap gap; /* gap.host is the slice to name; for IDLE_SYNC the synchronising call */
  IdleCause cause;
  int64_t profiler_ns; /* time of the gap in which the profiler itself worked in the rank */
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
  IdleGap longest_of[N_IDLE_CAUSES]; /* as below; set for causes with gaps */
  CausedGapColumn longest;           /* descending by length; then by begin, device */
  IdleGaps gaps; /* the result of idle_gaps_compute () for the same gaps, with the longest one */
} IdleCauses;

/* A gap shorter than short_ns before work that had been launched is launch overhead. n_longest is the largest number of
 * gaps to list. should_continue (user_data) may be NULL; it is called regularly, on several threads at once. Returns
 * false when it returns false or memory runs out. The result does not depend on the number of threads
 * (trace/container/parallel.h), whatever the file holds.
 *
 * O(activities x log rows of the device + gaps x (log flows + n_longest + rows of the launching thread) + host slices
 * in the gaps), all of the window. For a profile of several devices add O(activities + k log k) of the whole recording,
 * for its k communication kernels. */
bool idle_causes_compute (const StatsScope *scope,
                          int64_t short_ns,
                          uint32_t n_longest,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          IdleCauses *ret_causes);
void idle_causes_clear (IdleCauses *causes);

/* Does the same, and calls take (take_data) for each gap with its device, times and cause: in any order, and on several
 * threads at once. */
typedef void (
  *IdleGapFunc) (void *take_data, uint32_t device, int64_t begin_ns, int64_t end_ns, IdleCause cause);

bool idle_causes_compute_each (const StatsScope *scope,
                               int64_t short_ns,
                               uint32_t n_longest,
                               IdleGapFunc take,
                               void *take_data,
                               bool (*should_continue) (void *user_data),
                               void *user_data,
                               IdleCauses *ret_causes);

/* Returns the sum over all causes of a class. */
IdleSum idle_causes_of_class (const IdleCauses *causes, IdleClass klass);
