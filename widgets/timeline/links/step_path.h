/* SPDX-License-Identifier: Apache-2.0
 *
 * The critical path of a step or a span, for the timeline (trace/critical/critical_path.h). Immutable, reference-counted; any
 * thread. */

#pragma once

#include "trace/critical/critical_path.h"
#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

/* What the path is of. */
typedef struct
{
  uint64_t step;            /* of the step table; UINT64_MAX: of a span that the user selected */
  uint32_t rank;            /* index of trace_rank () */
  int64_t begin_ns, end_ns; /* half open; of a step, its host span */
} PathPlace;

/* A stretch of the path in the lane of a slice: of a launch, what lies within the call. */
typedef struct
{
  int64_t begin_ns, end_ns; /* begin < end */
  uint64_t slice;
  CriticalClass klass;
} PathSpan;

typedef struct
{
  const Profile *profile; /* referenced */
  PathPlace place;
  const CriticalPath *path;
  const PathSpan *
    spans; /* n_spans of them; ascending by slice, then by begin: those of a lane do not overlap and ascend */
  size_t n_spans;
  const size_t
    *edges; /* n_edges of them, ascending: the pieces of the path behind which it goes on on another track */
  size_t n_edges;
} StepPath;

PathPlace path_place_of_step (const Profile *profile, uint64_t step);
bool path_place_is_same (const PathPlace *a, const PathPlace *b);

/* should_continue (user_data) is called regularly and may be NULL. Returns NULL when it returns false or memory runs out. Takes
 * O(n log n) time for n slices in the place; call it from a worker thread. */
const StepPath *step_path_new (const Profile *profile,
                               const PathPlace *place,
                               bool (*should_continue) (void *user_data),
                               void *user_data);
const StepPath *step_path_ref (const StepPath *path);
/* Another thread frees the path, so this takes O(1) time on the thread that lets go of it last. */
void step_path_unref (const StepPath *path);

/* Returns the range [*ret_begin, *ret_end) of spans that are of the slices of a lane. O(log spans). */
void step_path_spans_of (const StepPath *path, const TraceRow *lane, size_t *ret_begin, size_t *ret_end);

/* Returns "step 12", or "the selected span"; of a profile with several ranks "step 12 of rank 3". Free with g_free (). */
char *step_path_place_text (const StepPath *path);

/* Returns that a slice is of another rank than the path, translated; NULL if it is not. Free with g_free (). */
char *step_path_other_rank_text (const StepPath *path, uint64_t slice);

/* Returns what bounds the place, the largest part first, and none that rounds to 0.0 %: "Critical path of step 12, 8.430 ms: compute 71.2 %, launch 28.8 %".
 * Says so if there is no path, and why. Free with g_free (). */
char *step_path_legend (const StepPath *path, const NumberStyle *numbers);

/* Returns the same for little room, with at most the n_parts (> 0) largest parts and "…" for the others, and with the doubt:
 * "Critical path of step 12, 8.430 ms, waits guessed: compute 71.2 %, …", or "Path of step 12, waits guessed: compute 71.2 %, …". */
char *
step_path_shorter_legend (const StepPath *path, const NumberStyle *numbers, int n_parts, bool has_length);

/* Returns that waits are guessed, translated; NULL if the trace records them, or there is no path. */
const char *step_path_doubt (const StepPath *path);
