/* SPDX-License-Identifier: Apache-2.0
 *
 * A kernel's name without the parts that differ between instances of one function: return type, template arguments,
 * parameters.
 *
 *   void at::native::vectorized_elementwise_kernel<4, AddFunctor<float>, ...>(int, AddFunctor<float>)
 *   at::native::vectorized_elementwise_kernel
 *
 * nsys calls this "base". Namespaces are kept, since two libraries may have a function of the same name. */

#pragma once

#include <stddef.h>

#define BASE_NAME_MAX_BYTES 16384

/* Writes the base name to base (BASE_NAME_MAX_BYTES; not NUL-terminated) and returns its length. For a name that is not
 * a C++ function, the base name is the name itself. Returns 0 when the name is too long or not valid UTF-8; then use
 * the name itself. O(length). */
size_t base_name_write (const char *name, size_t length, char *base);
