/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether work was made to wait for an event before it was launched: what a trace tells of dependencies between streams
 * where it holds calls alone, as most do. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"
#include "trace/stats/host/host_word.h"

/* A call that makes a stream wait (cudaStreamWaitEvent and its like) began on the thread of a launching call before it,
 * with no other launch and no synchronisation in between. Looks at a few calls only. O(rows of calls of the thread x log slices). */
bool stream_wait_precedes (const Trace *trace, HostWords *words, uint64_t launch);
