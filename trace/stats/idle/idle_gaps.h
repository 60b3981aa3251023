/* SPDX-License-Identifier: Apache-2.0
 *
 * The idle gaps of the devices in a scope: when, how long, and what the host was doing meanwhile (METRICS 13).
 *
 * A gap is a maximal half-open stretch of the window in which no kernel, memcpy or memset runs on a device: from the
 * begin of the window, between activities, or up to its end. The gaps of a device add up to its idle time as in
 * trace/stats/summary/time_split.h.
 *
 * The next activity of a gap is the first activity of some length that begins at the gap's end or later, even behind
 * the window. If the API call that launched it began in the gap, the device had run out of work and waited for the
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
  uint64_t next;      /* slice; SLICE_NONE if no activity follows on the device */
  uint64_t launch;    /* the API call that launched it, or SLICE_NONE */
  bool is_unrecorded; /* most of it is before the rank's recording begins: what the host did is not known */
  bool is_host_bound; /* there is a launch, it began at begin_ns or later, and the gap is recorded */

  /* What the launching thread did meanwhile (trace/stats/idle/host_watch.h). SLICE_NONE if there is nothing, or there
   * is no launch. */
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
  int64_t queued_ns; /* total of recorded gaps whose next activity had been launched before they began */

  int64_t host_known_ns; /* the part of the host-bound time that the slices named in its gaps cover */

  /* The name of IdleGap.host that covers most host-bound time, TRACE_NONE if there is none, the number of its gaps, and
   * that time. */
  uint32_t host_name;
  uint64_t host_name_gaps;
  int64_t host_name_ns;

  IdleGapColumn longest; /* descending by length; then by begin, device */
} IdleGaps;

/* n_longest is the largest number of gaps to list. Returns false when memory runs out.
 *
 * O(activities x log rows of the device + gaps x (log flows + log n_longest + rows of the launching thread) + host
 * slices in the window + strings): the rows of a device are merged, and each row of a thread is walked once per device,
 * however long the gaps are. */
bool idle_gaps_compute (const StatsScope *scope, uint32_t n_longest, IdleGaps *ret_gaps);
void idle_gaps_clear (IdleGaps *gaps);

/* Explains one gap, or any other stretch, given its device and times. Returns false when memory runs out. O((rows of
 * the device + rows of the launching thread) x log slices + host slices in the gap + strings). */
bool idle_gap_explain (const Trace *trace,
                       const StepTable *steps,
                       uint32_t device,
                       int64_t begin_ns,
                       int64_t end_ns,
                       IdleGap *ret_gap);

/* ---- for statistics that examine gaps themselves ---- */

/* Sets the launch and is_host_bound from a gap's times and its next activity; host is left unset. recorded_begins_ns
 * has an entry per rank (trace/stats/idle/recorded_begin.h). O(log flows). */
void idle_gap_find_launch (LaunchFinder *launches, const int64_t *recorded_begins_ns, IdleGap *gap);

/* Sets what the host did; call it after idle_gap_find_launch (). Gaps of one device must come in order of time; call
 * host_watch_rewind () before each device. Most gaps are queued, and for these it is called only if they are listed.
 * Returns false when memory runs out. */
bool idle_gap_find_host (HostWatch *watch, IdleGap *gap);

/* Does the same for a gap that is not host-bound, in any order; it rewinds the watch. */
bool idle_gap_complete (HostWatch *watch, IdleGap *gap);

/* An unfinished IdleGaps. */
typedef struct
{
  const Trace *trace;
  IdleGaps gaps;
  uint32_t n_longest;
  int64_t *ns_of_name;     /* host-bound time by string id of the named slice's name */
  uint64_t *count_of_name; /* number of gaps, likewise */
} IdleGapTally;

/* Returns false when memory runs out; call clear () in either case. O(strings). */
bool idle_gap_tally_init (IdleGapTally *tally, const Trace *trace, uint32_t n_longest);
void idle_gap_tally_clear (IdleGapTally *tally);

/* Adds a gap whose launch and, if it is host-bound, host are known. Returns false when memory runs out. O(log
 * n_longest). */
bool idle_gap_tally_add (IdleGapTally *tally, const IdleGap *gap);

/* Adds the gaps of another tally of the same trace with the same n_longest. Returns false when memory runs out. */
bool idle_gap_tally_join (IdleGapTally *tally, const IdleGapTally *other);

/* Returns the result, which the caller clears; the tally is empty afterwards. O(strings + n_longest log n_longest). */
IdleGaps idle_gap_tally_finish (IdleGapTally *tally);

/* Returns the length of a gap, at most INT64_MAX. */
int64_t idle_gap_length_ns (const IdleGap *gap);

/* For qsort (): orders by length, longest first, then by begin and device. */
int idle_gap_compare (const void *a, const void *b);
