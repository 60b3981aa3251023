/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of a profile that statistics cover: a half-open window of time, over all devices, those of a rank, or one
 * device.
 *
 * Unions, buckets and percentages are clipped to the window. Rows of durations contain what starts in the window, with
 * its whole duration. The whole profile is a window that contains every start, even at its end.
 *
 * Differences of times of the profile fit into int64 (TRACE_TIME_MAX_NS), and so do those within a window that a user
 * chose. But code may also be given a window of all time, whose length does not fit.
 *
 * A limit to a rank or device does not change the window. Steps and host slices are then those of the rank and device
 * work is that of the device; launches are counted by the work that they launched.
 *
 * A limit to tracks does not change it either: device work is that of the streams among the tracks, and devices are
 * those with such a stream. Idle gaps (trace/stats/idle/idle_gaps.h) and steps do not belong to single tracks and
 * ignore this limit. */

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
  uint32_t rank;          /* index of trace_rank (); TRACE_NONE means all */
  uint32_t device;        /* index of trace_device (), a device of the rank; TRACE_NONE means all of them */
  const TrackSet *tracks; /* borrowed; NULL means all */
} StatsScope;

StatsScope stats_scope_whole (const Trace *trace, const StepTable *steps);

/* Makes the scope of a window. Either side may be NULL, which leaves it open. */
StatsScope stats_scope_window (const Trace *trace,
                               const StepTable *steps,
                               const int64_t *begin_ns,
                               const int64_t *end_ns);

/* Makes the scope of a step's host span. step is the step's number, or its index if it has no number. rank is the
 * number of a rank; with NULL the scope reaches from the earliest begin to the latest end over all ranks that have the
 * step. Returns false with TRACE_ERROR_NO_SUCH; the message says which steps there are. */
bool stats_scope_step (const Trace *trace,
                       const StepTable *steps,
                       int64_t step,
                       const int64_t *rank,
                       StatsScope *ret_scope,
                       GError **error);

/* Limits the scope to a rank, a device, both, or (TRACE_NONE) neither; new scopes have no limit. A device sets its own
 * rank, whatever rank is. */
void stats_scope_limit (StatsScope *scope, uint32_t rank, uint32_t device);

static inline bool
stats_scope_holds_rank (const StatsScope *scope, uint32_t rank)
{
  return scope->rank == TRACE_NONE || scope->rank == rank;
}

/* Returns whether the scope contains a device. O(1), or O(tracks of the device) if the scope is limited to tracks. */
bool stats_scope_holds_device (const StatsScope *scope, uint32_t device);

/* Tracks without a device belong to their rank. */
static inline bool
stats_scope_holds_track (const StatsScope *scope, const TraceTrack *track)
{
  return stats_scope_holds_rank (scope, track->rank)
         && (scope->device == TRACE_NONE || track->device < 0
             || track->device == trace_device (scope->trace, scope->device)->number)
         && track_set_holds (scope->tracks, (uint32_t) (track - trace_track (scope->trace, 0)));
}

uint32_t stats_scope_n_ranks (const StatsScope *scope);

/* Returns the largest number of steps that a rank in scope begins in the window: 12 for a job of 8 ranks that took 12
 * steps. O(steps). */
uint64_t stats_scope_n_steps (const StatsScope *scope);
uint32_t stats_scope_n_devices (const StatsScope *scope); /* O(devices) */

/* Returns the length of the window times the devices in scope, which is the total of busy and idle time. 0 when there
 * is no device, the window is empty, or the product is beyond int64. O(devices). */
int64_t stats_scope_device_time_ns (const StatsScope *scope);

/* Does the same for any window and number of devices, for callers with many windows. */
int64_t stats_scope_times_devices_ns (int64_t begin_ns, int64_t end_ns, uint32_t n_devices);

static inline bool
stats_scope_holds_start (const StatsScope *scope, int64_t start_ns)
{
  return scope->is_whole || (start_ns >= scope->begin_ns && start_ns < scope->end_ns);
}

/* Returns whether any part of the slice, or its start, is in the window. */
static inline bool
stats_scope_touches (const StatsScope *scope, int64_t start_ns, int64_t dur_ns)
{
  return stats_scope_holds_start (scope, start_ns)
         || (start_ns < scope->end_ns && start_ns + dur_ns > scope->begin_ns);
}

/* Returns the length of the slice inside the window; its whole length if the scope is the whole profile. */
static inline int64_t
stats_scope_within_ns (const StatsScope *scope, int64_t start_ns, int64_t dur_ns)
{
  if (scope->is_whole)
    return dur_ns;
  int64_t begin_ns = start_ns > scope->begin_ns ? start_ns : scope->begin_ns;
  int64_t end_ns = start_ns + dur_ns < scope->end_ns ? start_ns + dur_ns : scope->end_ns;

  return end_ns > begin_ns ? end_ns - begin_ns : 0;
}

/* Returns the range [*ret_first, *ret_end) of slices of a row outside of which no slice touches the window or starts in
 * it. Returns false when memory runs out. O(log slices + slices of the row that are open at the begin). */
bool stats_scope_slices_of_row (const StatsScope *scope,
                                const TraceRow *row,
                                uint64_t *ret_first,
                                uint64_t *ret_end);
