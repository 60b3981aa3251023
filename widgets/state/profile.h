/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile as views need it: the trace, and what is derived from it once. Immutable, reference-counted; any
 * thread. */

#pragma once

#include <glib.h>
#include <stdint.h>

#include "trace/derive/busy_index.h"
#include "trace/derive/memory_use.h"
#include "trace/derive/step.h"
#include "trace/model/trace.h"
#include "trace/model/track_path.h"
#include "widgets/look/work_kind.h"

typedef struct
{
  const Trace *trace;
  const StepTable *steps;
  const WorkKinds *works;
  const BusyIndex *const *busy; /* one per trace_device () */
  const TrackPaths *paths;      /* what is remembered of tracks and slices is found by */
  int64_t begin_ns, end_ns;     /* trace_span (), or where there are no slices, of all instants and samples */
  const char *name;             /* of the file or directory, for people: "control.json.gz" */
  const char *path;             /* as opened */
  const MemoryUse *memory;      /* what the allocators say */
  const char *steps_pattern;    /* what the user chose for finding steps; NULL: the rule of trace/derive/step.h */
} Profile;

/* path is the file's; trace is referenced, steps_pattern copied. Takes O(slices) time; call it from a worker thread.
 * TRACE_ERROR_NO_MEMORY, TRACE_ERROR_NO_SUCH for a bad pattern. */
const Profile *profile_new (Trace *trace, const char *path, const char *steps_pattern, GError **error);

/* The same profile with other steps; shares the rest. Blocks likewise. */
const Profile *profile_with_steps (const Profile *profile, const char *steps_pattern, GError **error);

const Profile *profile_ref (const Profile *profile);
void profile_unref (const Profile *profile);

/* Steps of one rank are neighbours in the table: its first and number. */
uint64_t profile_steps_of_rank (const Profile *profile, uint32_t rank, uint64_t *ret_first);

/* The step on that rank whose host span holds the time; UINT64_MAX: none. */
uint64_t profile_step_at (const Profile *profile, uint32_t rank, int64_t time_ns);

/* Where a step is shown: its end, and wall_ns before that (trace/derive/step.h). */
void profile_step_span (const Profile *profile, uint64_t step, int64_t *ret_begin_ns, int64_t *ret_end_ns);
