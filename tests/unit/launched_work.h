/* SPDX-License-Identifier: Apache-2.0
 *
 * A small profile of one rank: an operator "loader" as long as the profile, a thread's calls, and on one stream of each
 * device what these launch. */

#pragma once

#include "trace/model/trace.h"

typedef struct
{
  int64_t start_ns, dur_ns, call_ns;
  const char *name; /* of a kernel; of a copy where it begins with Memcpy */
} LaunchedWork;

/* The same work on each device, launched a ns later on each. */
Trace *launched_work_trace (const LaunchedWork *works, size_t n, int n_devices, int64_t length_ns);
