/* SPDX-License-Identifier: Apache-2.0
 *
 * The way that the benchmarks of drawing take through a profile: everything, then by tenths of a decade down to 10 us,
 * and at each of ten stations twenty pans by a tenth of the width. */

#pragma once

#include "trace/model/trace.h"

#define VIEW_PATH_LENGTH 300
#define VIEW_PATH_ZOOMS  10
#define VIEW_PATH_PANS   20

/* The i-th view. Zooms keep the middle, which is just behind that of the profile. */
void view_path_span (const Trace *trace, int i, int64_t *ret_begin_ns, int64_t *ret_end_ns);

/* Which pan of its station it is; -1: a zoom. */
int view_path_pan (int i);
