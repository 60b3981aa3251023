/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds whether work was made to wait for an event before it was launched. Most traces record only API calls, and this
 * is all that they tell about dependencies between streams. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"
#include "trace/stats/host/host_word.h"

/* Returns whether a call that makes a stream wait (cudaStreamWaitEvent and the like) began before the launch on its
 * thread, with no other launch or synchronisation in between. Examines only a few calls. O(rows of API calls of the
 * thread x log slices). */
bool stream_wait_precedes (const Trace *trace, HostWords *words, uint64_t launch);
