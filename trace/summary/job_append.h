/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/builder.h"
#include "trace/model/job_tables.h"

/* Adds the tables of a job profile to those of another one that is being built, whose ranks and devices follow those that
 * job has already. Texts are those of the builder. Whatever the file holds, what is added is what its ranks and devices
 * promise. Returns false when memory runs out. O(records). */
bool job_append (TraceBuilder *builder, const Trace *trace, JobInput *job);
