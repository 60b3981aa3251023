/* SPDX-License-Identifier: Apache-2.0
 *
 * The critical path of a window of one rank: the longest chain of work and dependencies, which decides how long the window
 * takes (METRICS 21).
 *
 * trace/critical/critical_items.h says what takes part, critical_waits.h what waits for what, and critical_graph.h how that
 * becomes a graph. The path is the longest one in this graph, so its length is that of its pieces: time in which the path
 * waits for something that is not on it counts nothing. For a step, the window is its host span. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/critical/critical_class.h"
#include "trace/stats/scope.h"

/* A stretch of the path. */
typedef struct
{
  int64_t begin_ns, end_ns; /* begin < end */
  uint64_t slice;           /* of a launch, the call; of a gap, the work behind it */
  CriticalClass klass;
} CriticalPiece;

COLUMN_DEFINE (CriticalPieceColumn, critical_piece_column, CriticalPiece)

typedef struct CriticalWeb CriticalWeb;

typedef struct
{
  uint32_t rank; /* index of trace_rank () */
  int64_t length_ns;
  CriticalPieceColumn pieces;           /* ascending; they do not overlap */
  int64_t total_ns[N_CRITICAL_CLASSES]; /* of the pieces; their sum is length_ns */
  uint64_t n_pieces[N_CRITICAL_CLASSES];
  uint64_t n_slices;      /* of the host and of devices, in the graph */
  bool has_sync_events;   /* the file has records of synchronisations of the rank */
  bool are_waits_guessed; /* it has none, but streams and calls; see critical_waits_are_guessed () */
  bool is_too_large;      /* the window has more than CRITICAL_ITEMS_MAX slices; there are no pieces */

  CriticalWeb *web; /* private */
} CriticalPath;

/* Limits of the scope to a device or to tracks are ignored. should_continue (user_data) may be NULL. Returns NULL when it
 * returns false or memory runs out. O(n log n) for n slices in the window, of which all but a few look-ups are linear: 50
 * ms of CPU for 50,000. Afterwards any thread may read the path; it does not need the scope. */
CriticalPath *critical_path_new (const StatsScope *scope,
                                 uint32_t rank,
                                 bool (*should_continue) (void *user_data),
                                 void *user_data);
void critical_path_free (CriticalPath *path);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CriticalPath, critical_path_free)

/* Returns whether a piece of the path is time of the slice itself. O(log n). */
bool critical_path_holds (const CriticalPath *path, uint64_t slice);

/* Returns whether a piece of the path lies in the slice on its thread, be it time of the slice itself or of what it calls:
 * of a launch, the call counts. O(log n). */
bool critical_path_passes_within (const CriticalPath *path, uint64_t slice);

/* Returns whether the slice is a call that returned when device work ended, and sets the work: of several, what ended last.
 * Its own time does not count, so it has no slack. O(log n + waits of the call). */
bool critical_path_waits_for (const CriticalPath *path, uint64_t slice, uint64_t *ret_work);

/* Sets by how much the slice's own time, without what it calls, could be longer without making the path longer: 0 for
 * slices on the path. Returns false if the slice does not take part, or does nothing but wait. O(log n). */
bool critical_path_slack_ns (const CriticalPath *path, uint64_t slice, int64_t *ret_slack_ns);

/* Sets the length of the longest path if the slice's own time, without what it calls, were percent (0 to 100) shorter and all
 * else stayed as it is: what waits begins earlier, but nothing is ordered in another way. Returns false if the slice does
 * not take part, does nothing but wait, or memory runs out. O(n). */
bool
critical_path_length_without (const CriticalPath *path, uint64_t slice, int percent, int64_t *ret_length_ns);

/* Does the same for all slices with a name (a string id of the trace, which is that of the path), and sets *ret_n to how
 * many of them take part. Returns false if none does or memory runs out. O(n). */
bool critical_path_length_without_name (const CriticalPath *path,
                                        const Trace *trace,
                                        uint32_t name,
                                        int percent,
                                        uint64_t *ret_n,
                                        int64_t *ret_length_ns);
