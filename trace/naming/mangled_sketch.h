/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be read of a mangled name without resolving it.
 *
 * Profilers cut long names, and a name cut inside its mangling has no demangled form. Its
 * identifiers, numbers and brackets are still there in plain sight: _ZN3foo3barINS_3bazILi4EEEf...
 * gives "foo::bar<baz<4>, float". Substitutions (S_, T_) are left out, so the sketch is for finding
 * words in, not for showing. */

#pragma once

#include <stddef.h>

#include "trace/naming/text_span.h"

/* Writes at most capacity bytes of the name's sketch (not of its parameters) to out; returns how
 * many. 0: not a mangled name, or nothing can be read of it. Cost O(mangled.n), no allocation. */
size_t mangled_sketch (TextSpan mangled, char *out, size_t capacity);
