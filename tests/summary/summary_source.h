/* SPDX-License-Identifier: Apache-2.0
 *
 * Small summaries of the ranks of a job, for tests to change and merge. What fails here fails the test. */

#pragma once

#include <glib.h>

#include "trace/model/trace.h"

/* A summary of a rank of a job of two: two steps with two collectives each, kernels of two names, a memcpy, memory, and
 * launches. Transfer full. */
GBytes *summary_source_of_rank (int rank);

/* The summary of a profile. Transfer full. */
GBytes *summary_source_of_trace (Trace *trace);

/* Merges files of these bytes (GBytes). Returns the profile, or NULL with the error of job_merge (). */
Trace *summary_source_merge (GBytes *const *files, size_t n, GError **error);
