/* SPDX-License-Identifier: Apache-2.0
 *
 * The source location of a slice, taken from Python frames, which PyTorch names "file.py(123): function". */

#pragma once

#include "trace/model/trace.h"

/* Returns "file.py:123 (function)" for such a name, or NULL for any other name. Valid UTF-8; free with
 * g_free (). */
char *source_place_of_name (const char *name, size_t length);

/* Returns the location of the slice, or else of the innermost Python frame with a location around it (or
 * around the call that launched it). NULL if the file does not record it. Free with g_free (). */
char *source_place_of_slice (const Trace *trace, uint64_t slice);

/* "ProfilerStep#3 › aten::linear › aten::addmm": what is around the slice, or around the call that launched it,
 * outermost first; of more than 12 the third to the last but nine are left out. NULL if there is nothing. A new
 * string. */
char *source_place_stack (const Trace *trace, uint64_t slice);
