/* SPDX-License-Identifier: Apache-2.0
 *
 * Demangles C++ names. Only this file uses the demangler (libiberty). */

#pragma once

#include "trace/naming/text_span.h"

/* Longer mangled names, and longer results, are refused. */
#define DEMANGLE_MAX_BYTES 16384

/* Writes the demangled form of name, with its parameters, to out (not NUL-terminated) and returns its length. Returns 0
 * when name is not mangled, is damaged or cut, or its result does not fit. Any thread. Uses no heap: the result of a
 * hostile name could be of any length, so writing stops at capacity. */
size_t demangle_cxx (TextSpan name, char *out, size_t capacity);
