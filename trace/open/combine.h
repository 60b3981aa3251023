/* SPDX-License-Identifier: Apache-2.0
 *
 * One profile of several that recorded the same run: PyTorch's view of the host beside the GPU's view of Nsight Systems,
 * say. Processes, threads, devices and streams of the same number become one.
 *
 * A GPU activity or an API call that several profiles recorded must not count twice, but two profilers never give it
 * exactly the same times. So of each rank, device work and API calls are taken from one profile: the one with the most GPU
 * activities there. Of the others everything else is taken. What was left out is counted in a health row. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/model/trace.h"

/* Returns whether both profiles know the time of the day and were recorded at the same time. */
bool trace_overlaps (const Trace *trace, const Trace *other);

/* Returns a new profile of n profiles, of which each must overlap another one. A rank of one joins a rank of another that
 * has a process of the same id; if both profiles have only one rank, these join. path is for messages, and becomes the
 * path of all ranks. O(slices log slices). Fails with TRACE_ERROR_NOT_A_TRACE if the times do not overlap, and with the
 * errors of trace_builder_finish (). */
Trace *trace_combine (Trace *const *traces, size_t n, const char *path, GError **error);
