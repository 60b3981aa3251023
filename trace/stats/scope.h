/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of a profile that statistics are about: a half-open window of time, over all of its devices or
 * only those of a rank, or one of them.
 *
 * Unions, buckets and percentages are clipped to the window; rows of durations hold what starts in it, with
 * its whole duration. The whole profile is a window that everything starts in, even what begins at its end.
 *
 * Differences of times of the profile fit int64 (TRACE_TIME_MAX_NS), and so do those within a window that a user asked for;
 * code may be handed a window of all time all the same, whose length does not.
 *
 * A limit to a rank or device leaves the window as it is. Steps and what the host did are those of the
 * rank; device work is that of the device, and launches are counted by the work that they launched.
 *
 * A limit to tracks does likewise: device work is that of the streams among them, devices are those that have one there.
 * Idle gaps (trace/stats/idle/idle_gaps.h) and steps are no matter of single tracks, and stay what they are without it. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/step.h"
#include "trace/model/trace.h"
#include "trace/model/track_set.h"

typedef struct
{
  const Trace *trace;
  const StepTable *steps;
  int64_t begin_ns, end_ns;
  bool is_whole;
  uint32_t rank;   /* index of trace_rank (); TRACE_NONE: all */
  uint32_t device; /* index of trace_device (), one of the rank's; TRACE_NONE: all of them */
  const TrackSet *tracks; /* borrowed; NULL: all */
} StatsScope;

StatsScope stats_scope_whole (const Trace *trace, const StepTable *steps);

/* Either side may be left open: NULL. */
StatsScope stats_scope_window (const Trace *trace,
                               const StepTable *steps,
                               const int64_t *begin_ns,
                               const int64_t *end_ns);

/* The host span of a step: the one with that number or, where a step has none, with that index. rank: its
 * number; NULL: from the earliest begin to the latest end over the ranks that have the step.
 * False: TRACE_ERROR_NO_SUCH, and the message says which steps there are. */
bool stats_scope_step (const Trace *trace,
                       const StepTable *steps,
                       int64_t step,
                       const int64_t *rank,
                       StatsScope *ret_scope,
                       GError **error);

/* Limits the scope to a rank, a device, both, or (TRACE_NONE) to neither; the constructors do not. A device
 * brings its own rank along, whatever rank says. */
void stats_scope_limit (StatsScope *scope, uint32_t rank, uint32_t device);

static inline bool
stats_scope_holds_rank (const StatsScope *scope, uint32_t rank)
{
  return scope->rank == TRACE_NONE || scope->rank == rank;
}

/* O(1); O(tracks of the device) of a scope limited to tracks. */
bool stats_scope_holds_device (const StatsScope *scope, uint32_t device);

/* Tracks without a device are their rank's. */
static inline bool
stats_scope_holds_track (const StatsScope *scope, const TraceTrack *track)
{
  return stats_scope_holds_rank (scope, track->rank)
         && (scope->device == TRACE_NONE || track->device < 0
             || track->device == trace_device (scope->trace, scope->device)->number)
         && track_set_holds (scope->tracks, (uint32_t) (track - trace_track (scope->trace, 0)));
}

uint32_t stats_scope_n_ranks (const StatsScope *scope);

/* The most steps that a rank in scope begins in the window: a job of 8 ranks that took 12 steps has 12. O(steps). */
uint64_t stats_scope_n_steps (const StatsScope *scope);
uint32_t stats_scope_n_devices (const StatsScope *scope); /* O(devices) */

/* Length of the window times the devices in scope: the whole that busy and idle time are parts of. 0 when
 * there is no device, the window is empty, or the product is beyond int64. O(devices). */
int64_t stats_scope_device_time_ns (const StatsScope *scope);

/* The same of any window and number of devices, for who asks of many windows. */
int64_t stats_scope_times_devices_ns (int64_t begin_ns, int64_t end_ns, uint32_t n_devices);

static inline bool
stats_scope_holds_start (const StatsScope *scope, int64_t start_ns)
{
  return scope->is_whole || (start_ns >= scope->begin_ns && start_ns < scope->end_ns);
}

/* Whether any part of the slice lies in the window, or its start does. */
static inline bool
stats_scope_touches (const StatsScope *scope, int64_t start_ns, int64_t dur_ns)
{
  return stats_scope_holds_start (scope, start_ns)
         || (start_ns < scope->end_ns && start_ns + dur_ns > scope->begin_ns);
}

/* How much of the slice lies in the window; of the whole profile's all of it. */
static inline int64_t
stats_scope_within_ns (const StatsScope *scope, int64_t start_ns, int64_t dur_ns)
{
  if (scope->is_whole)
    return dur_ns;
  int64_t begin_ns = start_ns > scope->begin_ns ? start_ns : scope->begin_ns;
  int64_t end_ns = start_ns + dur_ns < scope->end_ns ? start_ns + dur_ns : scope->end_ns;

  return end_ns > begin_ns ? end_ns - begin_ns : 0;
}

/* The slices of a row that may have a part in the window or start in it: from *ret_first to before *ret_end, both of
 * the row; none before or behind has. False: out of memory. O(log slices + those of the row that are open at the begin). */
bool stats_scope_slices_of_row (const StatsScope *scope,
                                const TraceRow *row,
                                uint64_t *ret_first,
                                uint64_t *ret_end);
