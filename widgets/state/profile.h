/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile for views: the trace and the data derived from it once. Immutable, reference-counted; any
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
#include "widgets/state/profile_ranks.h"

typedef struct
{
  const Trace *trace;
  const StepTable *steps;
  const WorkKinds *works;
  const BusyIndex *const *busy; /* one per trace_device () */
  const TrackPaths *paths;      /* paths that identify remembered tracks and slices */
  int64_t begin_ns,
    end_ns;                /* trace_span (), or the span of all instants and samples if there are no slices */
  const char *name;        /* name of the file or directory, for display: "control.json.gz"; or "A.json + B.sqlite" */
  const char *path;        /* as opened */
  const MemoryUse *memory; /* memory use as recorded by the allocators */
  const char *steps_pattern; /* the user's pattern for steps; NULL selects the rule of trace/derive/step.h */
} Profile;

/* path is the path of the file. trace is referenced, steps_pattern copied. Takes O(slices) time; call it
 * from a worker thread. Errors: TRACE_ERROR_NO_MEMORY, and TRACE_ERROR_NO_SUCH for an invalid pattern. */
const Profile *profile_new (Trace *trace, const char *path, const char *steps_pattern, GError **error);

/* The same for a profile that is called otherwise than its file: path is then no more than what tells it from others. */
const Profile *profile_new_named (Trace *trace,
                                  const char *path,
                                  const char *name,
                                  const char *steps_pattern,
                                  GError **error);

/* Returns the same profile with other steps; shares everything else. Takes O(slices) time as well. */
const Profile *profile_with_steps (const Profile *profile, const char *steps_pattern, GError **error);

const Profile *profile_ref (const Profile *profile);
void profile_unref (const Profile *profile);

/* Returns the steps of all ranks and their figures, which live as long as the profile. The first call computes them, and
 * others wait for it; NULL if should_continue (user_data), which may be NULL, returned false, or memory ran out: the next
 * call tries again. Costs what rank_figures_init () costs. */
const ProfileRanks *
profile_ranks (const Profile *profile, bool (*should_continue) (void *user_data), void *user_data);

/* Returns the number of steps of a rank, which are adjacent in the table, and the index of the first one. */
uint64_t profile_steps_of_rank (const Profile *profile, uint32_t rank, uint64_t *ret_first);

/* Returns the step of that rank whose host span contains the time, or UINT64_MAX. */
uint64_t profile_step_at (const Profile *profile, uint32_t rank, int64_t time_ns);

/* Returns the span in which a step is shown: it ends with the step and begins wall_ns earlier
 * (trace/derive/step.h). */
void profile_step_span (const Profile *profile, uint64_t step, int64_t *ret_begin_ns, int64_t *ret_end_ns);
