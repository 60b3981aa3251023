/* SPDX-License-Identifier: Apache-2.0
 *
 * Small profiles made at random whose threads do all that a cause of idle time can be: they load data, wait, allocate, make
 * streams wait for one another, and are profiled. Within some 300 ns, so that everything overlaps, touches and ties. */

#pragma once

#include <glib.h>

#include "trace/model/trace.h"

Trace *random_job_new (GRand *random);

/* ---- for counting ---- */

/* The slice ends behind time_ns, begins at it or before, and was ended. */
bool random_job_lies_at (const Trace *trace, uint64_t slice, int64_t time_ns);

/* The thread, or other parent, of the band that a slice lies in. */
uint32_t random_job_parent_of (const Trace *trace, uint64_t slice);
