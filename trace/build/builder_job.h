/* SPDX-License-Identifier: Apache-2.0
 *
 * What is different in a profile of summaries (trace_builder_set_job ()). */

#pragma once

#include "trace/build/builder_private.h"
#include "trace/file/profile_derive.h"

/* Does what builder_categories () does, from the events that the traces had. */
bool builder_job_categories (const TraceBuilder *builder, Trace *trace);

/* Gives the steps what their slices do not tell. Steps of a rank without stored ones for each of them keep what
 * profile_derive_steps () found. Returns false when memory runs out. */
bool builder_job_steps (TraceBuilder *builder, ProfileStatistics *statistics, const uint32_t *rank_map);

/* Writes the tables; they are lent to the writer. Sets the health of trace to that of the summaries. Returns false, and
 * marks the builder as failed, if they are not of the ranks and devices of trace. */
bool
builder_job_write (TraceBuilder *builder, Trace *trace, const uint32_t *rank_map, const int64_t *shift_ns);
