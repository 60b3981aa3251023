/* SPDX-License-Identifier: Apache-2.0
 *
 * What a call launched. Pure. */

#pragma once

#include "trace/model/trace.h"

/* How many runs there are, and the first of them. Synchronisations and the file's own flows that begin at the call are
 * none. O(flows of the call). */
uint64_t launched_runs (const Trace *trace, uint64_t call, uint64_t *ret_first);
