/* SPDX-License-Identifier: Apache-2.0
 *
 * One profile of several that recorded the same run: PyTorch's view of the host beside the GPU's view of Nsight Systems,
 * say. Processes, threads, devices and streams of the same number become one.
 *
 * A GPU activity or an API call that several profiles recorded must not count twice, but two profilers never give it
 * exactly the same times. So of each rank, device work and API calls are taken from one profile: the one with the most GPU
 * activities there. If it recorded no calls, they are taken from the one with the most of them. Operators, and
 * annotations of one name, are taken from the one with the most of them. Of the others everything else is taken. What was
 * left out is counted in a health row. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "trace/model/trace.h"

/* Returns a new profile of n profiles, of which each must overlap another one. A rank of one joins a rank of another that
 * has the same process (trace/combine/same_run.h), or two profiles for which same_run_is_likely () join. path is for
 * messages, and becomes the path of all ranks. O(slices log slices). Another thread may set *cancelled, which may be NULL. Then
 * the copying stops, though not the sorting behind it, and TRACE_ERROR_CANCELLED is the error. Fails with
 * TRACE_ERROR_NOT_A_TRACE if the times do not overlap or two are the same recording, TRACE_ERROR_NO_SUCH if one is made of
 * summaries, and with the errors of
 * trace_builder_finish (). */
Trace *trace_combine (Trace *const *traces,
                      size_t n,
                      const char *path,
                      const atomic_bool *cancelled,
                      GError **error);

/* Does the same into a native file; fd is an empty regular file, open for reading and writing, borrowed. Errors as of
 * trace_builder_finish_file (). */
bool trace_combine_file (Trace *const *traces, size_t n, const char *path, int fd, GError **error);

#define TRACE_COMBINE_SEPARATOR " + "

/* Returns what the profile of these files is called: "A.json + B.sqlite". Transfer full. */
char *trace_combine_name (const char *const *paths, size_t n);
