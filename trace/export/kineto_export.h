/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a profile as the JSON that PyTorch's profiler writes (Chrome's trace event format), for Perfetto, chrome://tracing,
 * HTA and whatever else reads it. Read again, it has the same slices, tracks, arguments, launches and figures.
 *
 * Times are microseconds with three decimals, exact, from "baseTimeNanoseconds" on. Slices are complete events ("X"),
 * whichever way the source wrote them; those without an end are begins ("B"), asynchronous ones pairs of "b" and "e".
 * Launches are arrows "ac2g" with the correlation as their id; other arrows keep their category. What other formats say in
 * another way is added to the arguments: correlation, device, stream. Metadata of the source, such as "deviceProperties",
 * is written as it was, and made where it is missing. The JSON is valid (trace/json/json_strict.h), whatever bytes the
 * profile has.
 *
 * Slices that overlap others of their thread without being nested in them, which Perfetto would drop, are on threads that
 * are made for them (trace/export/kineto_lanes.h): events there have the id of that thread as "tid" and the one that they
 * belong to as "stepscope_tid". This program goes by the latter; for others, such a thread is named like its own, with
 * "(overlapping)" behind. Where more than KINETO_LANES_MAX overlap at once, Perfetto drops the rest and counts it. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "trace/model/trace.h"

/* Writes to fd, from where it stands; packed by gzip if asked for. A file holds one rank. Needs memory for tracks, and a byte for each slice. cancelled may be NULL.
 * path and out, the names of the profile and of the file, are for messages. Fails with TRACE_ERROR_NO_SUCH for a profile of several ranks or of summaries, TRACE_ERROR_NO_SPACE,
 * TRACE_ERROR_UNWRITABLE, TRACE_ERROR_NO_MEMORY or TRACE_ERROR_CANCELLED. O(events x log rows of a thread). */
bool kineto_export (const Trace *trace,
                    int fd,
                    bool is_packed,
                    const atomic_bool *cancelled,
                    const char *path,
                    const char *out,
                    GError **error);
