/* SPDX-License-Identifier: Apache-2.0
 *
 * How many events of each category the files had. */

#pragma once

#include "trace/model/trace_private.h"

/* Fills trace->categories from its slices, in order of their names. False: out of memory. O(slices). */
bool builder_categories (Trace *trace);
