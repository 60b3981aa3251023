/* SPDX-License-Identifier: Apache-2.0
 *
 * Mangled C++ names as source text. The one place that knows the demangler (libiberty). */

#pragma once

#include "trace/naming/text_span.h"

/* Longer mangled names, and longer results, are refused. */
#define DEMANGLE_MAX_BYTES 16384

/* Writes the demangled form of name, with its parameters, to out (not NUL-terminated), and returns
 * its length; 0 when name is not mangled, is damaged or cut, or its result does not fit. Any
 * thread. No heap is used: the result of a hostile name is unbounded, so it is stopped at capacity.
 */
size_t demangle_cxx (TextSpan name, char *out, size_t capacity);
