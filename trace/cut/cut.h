/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes a profile of a part of another one: a window of time, ranks, or both. Statistics of that window are then those of
 * the whole profile. Its time 0 is the begin of its own first slice; the time of the day stays.
 *
 * trace/cut/cut_slices.h says which slices are taken: always whole. Arrows are taken whose both ends are, instants and
 * samples whose time is in the window, and the last one before it of each counter and of the memory that an allocator has given
 * out, which still holds at its begin. Names of processes, threads and devices, settings and health are those of the whole
 * profile; events are counted anew unless the part is everything. A device without work in the part is not in it, and steps at its edges may be
 * incomplete. The profile has a key of its own, so that nothing that is stored for the whole one is shown in it.
 *
 * Where names are replaced, that key is random bytes (getrandom ()), new ones for each copy. A hash of the source's key would
 * tell whoever has the source, or can guess it, that the copy was made of it, and that two copies were made of the same one;
 * and what is stored for one copy would be shown in another one, in which other names are replaced. So the same scrub twice
 * gives two profiles. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/step.h"
#include "trace/model/trace.h"
#include "trace/scrub/scrub.h"

typedef struct
{
  int64_t begin_ns, end_ns; /* half open; INT64_MIN and INT64_MAX leave a side open */
  uint8_t *ranks;           /* by rank: 1 if it is taken; owned, NULL: all */
} CutPart;

void cut_part_clear (CutPart *part);

/* Returns the part. Names are replaced by scrub, which may be NULL. path is for messages. *cancelled may be set by another thread; may be NULL. Fails with
 * TRACE_ERROR_NO_SUCH if nothing happened in it, and with the errors of trace_copy_with (). O(slices log slices). */
Trace *trace_cut (Trace *trace,
                  const StepTable *steps,
                  const CutPart *part,
                  Scrub *scrub,
                  const char *path,
                  const atomic_bool *cancelled,
                  GError **error);

/* Does the same into a native file; fd is an empty regular file, open for reading and writing, borrowed. */
bool trace_cut_file (Trace *trace,
                     const StepTable *steps,
                     const CutPart *part,
                     Scrub *scrub,
                     const char *path,
                     int fd,
                     const atomic_bool *cancelled,
                     GError **error);
