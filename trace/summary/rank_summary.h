/* SPDX-License-Identifier: Apache-2.0
 *
 * The summary of a trace, made where it lies: a job profile (trace/model/job_tables.h) of its ranks alone, small enough to
 * be collected from a thousand machines. job_merge.h makes the profile of the whole job out of summaries.
 *
 * Of the trace's slices it has the steps, the communication kernels, the calls that launched these, and the first activity
 * of each stream. Everything else is figures. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/model/trace.h"

/* Writes the summary of a profile to fd, an empty regular file, open for reading and writing, borrowed. path is for
 * messages. Takes what all reports of the profile take together; call it from a worker thread. Errors as of
 * trace_builder_finish_file (), and TRACE_ERROR_NOT_A_TRACE for a profile that is made of summaries already. */
bool rank_summary_write (Trace *trace, int fd, const char *path, GError **error);
