/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of a profile that statistics are about: a half-open window of time over all of its devices.
 *
 * Unions, buckets and percentages are clipped to the window; rows of durations hold what starts in it, with
 * its whole duration. The whole profile is a window that everything starts in, even what begins at its end. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/step.h"
#include "trace/trace.h"

typedef struct
{
  const Trace *trace;
  const StepTable *steps;
  int64_t begin_ns, end_ns;
  bool is_whole;
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
