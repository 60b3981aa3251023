/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads what is readable in a mangled name without resolving it.
 *
 * Profilers cut long names, and a name that is cut inside its mangling has no demangled form. Its identifiers, numbers
 * and brackets are still readable: _ZN3foo3barINS_3bazILi4EEEf... gives "foo::bar<baz<4>, float". Substitutions (S_,
 * T_) are left out, so the sketch is for finding words, not for showing. */

#pragma once

#include <stddef.h>

#include "trace/naming/text_span.h"

/* Writes at most capacity bytes of the name's sketch, without its parameters, to out. Returns the number of bytes,
 * which is 0 if the name is not mangled or nothing of it is readable. O(mangled.n); allocates nothing. */
size_t mangled_sketch (TextSpan mangled, char *out, size_t capacity);
