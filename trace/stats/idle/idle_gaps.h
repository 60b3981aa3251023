/* SPDX-License-Identifier: Apache-2.0
 *
 * When the devices in a scope did nothing, how long, and what the host was doing meanwhile (METRICS 13).
 *
 * A gap is a longest stretch of the window, half open, in which no kernel, copy or set runs on a device:
 * from the begin of the window, between activities, and up to its end. One device's gaps add up to its
 * idle time as in trace/stats/summary/time_split.h.
 *
 * The next activity of a gap is the first of some length that begins at its end or later, also behind the
 * window. When its launching call began in the gap, the device had run out of work and waited for the
 * host: the gap is host-bound. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/stats/idle/host_watch.h"
#include "trace/stats/launch/launch_finder.h"
#include "trace/stats/scope.h"

typedef struct
{
  uint32_t device; /* index of trace_device () */
  int64_t begin_ns, end_ns;
  uint64_t next;      /* slice; SLICE_NONE: nothing runs on the device any more */
  uint64_t launch;    /* the call that launched it, or SLICE_NONE */
  bool is_unrecorded; /* most of it lies before the rank's recording begins: what the host did is not known */
  bool is_host_bound; /* there is a launch, it began at begin_ns or later, and the gap is recorded */

  /* What the launching thread did meanwhile (trace/stats/idle/host_watch.h); SLICE_NONE: nothing, or there is no
   * launch. */
  uint64_t host;
  int64_t host_ns; /* how much of the gap it covers */
} IdleGap;

COLUMN_DEFINE (IdleGapColumn, idle_gap_column, IdleGap)

typedef struct
{
  uint64_t n_gaps;
  int64_t total_ns;

  uint64_t n_host_bound;
  int64_t host_bound_ns;
  int64_t queued_ns; /* of recorded gaps whose next activity had been launched before they began */

  int64_t
    host_known_ns; /* of the host-bound time, what the slices named in its gaps cover: the rest is not theirs */

  /* The name of IdleGap.host that covers most host-bound time, and in how many gaps. TRACE_NONE: there is none. */
  uint32_t host_name;
  uint64_t host_name_gaps;
  int64_t host_name_ns;

  IdleGapColumn longest; /* descending by length; then by begin, device */
} IdleGaps;

/* n_longest: how many gaps to tell one by one at most. False: out of memory.
 *
 * O(activities x log rows of the device + gaps x (log flows + log n_longest + rows of the launching thread)
 * + host slices in the window + strings): the rows of a device are merged, and every row of a thread is
 * walked along once per device, however long its gaps are. */
bool idle_gaps_compute (const StatsScope *scope, uint32_t n_longest, IdleGaps *ret_gaps);
void idle_gaps_clear (IdleGaps *gaps);

/* One gap, or any other stretch, of which device and times are known. False: out of memory. O((rows of the
 * device + rows of the launching thread) x log slices + host slices in the gap + strings). */
bool idle_gap_explain (const Trace *trace,
                       const StepTable *steps,
                       uint32_t device,
                       int64_t begin_ns,
                       int64_t end_ns,
                       IdleGap *ret_gap);

/* ---- for statistics that look at gaps themselves ---- */

/* What follows from a gap's times and its next activity: the launch, and whether the gap is host-bound. What the host did is
 * not told yet. recorded_begins_ns: of all ranks (trace/stats/idle/recorded_begin.h). O(log flows). */
void idle_gap_find_launch (LaunchFinder *launches, const int64_t *recorded_begins_ns, IdleGap *gap);

/* What the host did, behind the above. Gaps of one device are to come in order of time, with host_watch_rewind () before
 * each device. Most gaps are queued, and what the host did in them is asked for only of those that are told one by one.
 * False: out of memory. */
bool idle_gap_find_host (HostWatch *watch, IdleGap *gap);

/* The same for a gap that is not host-bound, in any order: the watch starts over. */
bool idle_gap_complete (HostWatch *watch, IdleGap *gap);

/* IdleGaps in the making. */
typedef struct
{
  const Trace *trace;
  IdleGaps gaps;
  uint32_t n_longest;
  int64_t *ns_of_name;     /* host-bound, by string id of the responsible slice's name */
  uint64_t *count_of_name; /* likewise */
} IdleGapTally;

/* Returns false when memory runs out; call clear () in either case. O(strings). */
bool idle_gap_tally_init (IdleGapTally *tally, const Trace *trace, uint32_t n_longest);
void idle_gap_tally_clear (IdleGapTally *tally);

/* Adds a gap whose launch, and if it is host-bound whose host is known. False: out of memory. O(log n_longest). */
bool idle_gap_tally_add (IdleGapTally *tally, const IdleGap *gap);

/* Adds what was added to another one of the same trace, and as many longest. False: out of memory. */
bool idle_gap_tally_join (IdleGapTally *tally, const IdleGapTally *other);

/* What was added, for the caller to clear; nothing is left in the tally. O(strings + n_longest log n_longest). */
IdleGaps idle_gap_tally_finish (IdleGapTally *tally);

/* Saturates. */
int64_t idle_gap_length_ns (const IdleGap *gap);

/* For qsort (): the longest first, then by begin and device. */
int idle_gap_compare (const void *a, const void *b);
