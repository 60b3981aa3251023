/* SPDX-License-Identifier: Apache-2.0
 *
 * What an injection changes, exactly: the run is simulated with it and without it.
 *
 * The file is a JSON object, times in whole nanoseconds, of the recorded rank and without noise:
 *
 *   "schema"            "stepscope.injected/1"
 *   "injected"          [{"kind": "kernel-slower", "part": class of the breakdown, "name": what is slower or new, or
 *                       null}], as asked for
 *   "noise"             the seed of the noise in the trace, or null; the figures below leave it out
 *   "steps"             [{"number": N, "base_wall_ns": without, "wall_ns": with}], wall as of `stats`
 *   "difference_ns"     sum of wall_ns - base_wall_ns
 *   "mean_difference_ns" that sum by the number of steps, with six decimals rounded towards zero
 *   "activities"        [{"name", "base_count", "count", "base_ns", "ns"}]: kernels, memcpys and memsets by name, sums
 *                       over all steps, where something differs */

#pragma once

#include "tests/gen/trace_request.h"

/* Writes the truth about a run of n_steps steps to a file of that name. False when it could not be written. */
bool run_truth_write (const char *path, const TraceRequest *request, int64_t n_steps);
