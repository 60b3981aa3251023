/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a profile keeps what trace/model/trace.h promises, whatever file it was made from: every id and
 * range in bounds, every order kept, every argument and name decodable. */

#pragma once

#include "trace/model/trace.h"

/* NULL when it does; else what it breaks, in words (transfer full, g_free ()). O(everything in it).
 */
char *trace_check (const Trace *trace);
