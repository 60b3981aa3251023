/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile whose ranks are on one clock: each time of a rank is corrected by what trace/ranks/rank_clocks.h found. Nothing
 * else changes. Begins and ends are corrected, so that durations change by the drift of the rank's clock, some millionths.
 * What was sampled or stored by the rank moves with it. What was done is told in the settings (aligned_clock.h). */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/model/trace.h"

/* Returns a new profile, or another reference of trace if that is aligned already; path is what messages call it. Its key is
 * another one than that of the profile. Fails with TRACE_ERROR_NO_SUCH if no two ranks took part in a collective in which
 * each waits for all, and with the errors of trace_builder_finish (). O(slices log slices). Any thread. */
Trace *aligned_trace_new (Trace *trace, const char *path, GError **error);

/* Does the same into a native file; fd is an empty regular file, open for reading and writing, borrowed. A profile that is
 * aligned already is copied. */
bool aligned_trace_write (Trace *trace, const char *path, int fd, GError **error);
