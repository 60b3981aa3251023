/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes a builder's profile one of summaries (trace/model/job_tables.h). */

#pragma once

#include "trace/build/builder.h"
#include "trace/model/job_tables.h"

/* Makes the profile one of summaries. Takes the tables, whose ranks are the builder's in the order of their numbers: none
 * may be without one, or have that of another. The spans of the ranks, their steps and the health of the profile are then
 * those of the summaries, not of the slices that were added. finish () fails if the tables are not those of the ranks,
 * devices and steps. */
void trace_builder_set_job (TraceBuilder *builder, JobInput *job);
