/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether two Traces hold the same profile, down to every text, argument, index and health row. */

#pragma once

#include "trace/model/trace.h"

typedef enum
{
  /* Of different files: their keys, paths, and where in them something was found are not compared. */
  TRACE_COMPARE_OTHER_SOURCE = 1 << 0,
} TraceCompareFlags;

/* NULL when they do; else the first difference, in words (transfer full, g_free ()). String ids may differ, texts
 * may not. O(everything in them). */
char *trace_compare (const Trace *a, const Trace *b, TraceCompareFlags flags);
