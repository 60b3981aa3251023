/* SPDX-License-Identifier: Apache-2.0
 *
 * When the recording of each rank of a job begins. The ranks of a job begin at different times, and of what a rank did before
 * its first slice nothing is known. */

#pragma once

#include <stdint.h>

#include "trace/model/trace.h"

/* By rank: the begin of its first slice; INT64_MAX: it has none. For the caller to free (); NULL: out of memory. O(rows). */
int64_t *recorded_begins_new (const Trace *trace);
