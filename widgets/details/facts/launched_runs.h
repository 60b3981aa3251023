/* SPDX-License-Identifier: Apache-2.0
 *
 * The runs that a runtime call launched. */

#pragma once

#include "trace/model/trace.h"

/* Returns the number of runs and the first of them. Synchronisations and flows of the file that begin at
 * the call do not count. O(flows of the call). */
uint64_t launched_runs (const Trace *trace, uint64_t call, uint64_t *ret_first);
