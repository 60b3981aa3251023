/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of whole ranks in a summary. */

#pragma once

#include "trace/build/builder.h"
#include "trace/derive/step.h"
#include "trace/model/job_tables.h"

/* Adds the ranks of a trace, their devices and streams. Returns false when memory runs out. Costs what
 * device_stats_compute () costs. */
bool summary_ranks_add (TraceBuilder *builder, const Trace *trace, const StepTable *steps, JobInput *job);

/* Adds kernels, annotations, memcpys and memsets, the latency of launches, and the counts of events by category. Texts are
 * those of the builder. Returns false when memory runs out. O(slices x log slices). */
bool summary_rows_add (TraceBuilder *builder, const Trace *trace, const StepTable *steps, JobInput *job);
