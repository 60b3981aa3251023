/* SPDX-License-Identifier: Apache-2.0
 *
 * Where in the program a slice comes from: of Python frames, which PyTorch names "file.py(123): function". Pure. */

#pragma once

#include "trace/model/trace.h"

/* "file.py:123 (function)" of such a name, or NULL: it is no such name. A new string, valid UTF-8. */
char *source_place_of_name (const char *name, size_t length);

/* Of the slice, or else of the innermost Python frame around it (around the call that launched it) that has one; NULL:
 * the file does not tell. A new string. */
char *source_place_of_slice (const Trace *trace, uint64_t slice);

/* "ProfilerStep#3 › aten::linear › aten::addmm": what is around the slice, or around the call that launched it,
 * outermost first; of more than 12 the third to the last but nine are left out. NULL: nothing. A new string. */
char *source_place_stack (const Trace *trace, uint64_t slice);
