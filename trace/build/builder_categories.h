/* SPDX-License-Identifier: Apache-2.0
 *
 * The number of events of each category in the files. */

#pragma once

#include "trace/model/trace_private.h"

/* Fills trace->categories from its slices, in order of name. Returns false if memory runs out. O(slices). */
bool builder_categories (Trace *trace);
