/* SPDX-License-Identifier: Apache-2.0
 *
 * A kernel's name without what differs between instances of one function: return type, template arguments, parameters.
 *
 *   void at::native::vectorized_elementwise_kernel<4, AddFunctor<float>, ...>(int, AddFunctor<float>)
 *   at::native::vectorized_elementwise_kernel
 *
 * What nsys calls "base", with its namespaces: two libraries may have a function of the same name. */

#pragma once

#include <stddef.h>

#define BASE_NAME_MAX_BYTES 16384

/* Writes it to base (BASE_NAME_MAX_BYTES; not NUL-terminated) and returns its length: of a name that is no C++ function
 * the name itself. 0: the name is too long for that, or not valid UTF-8; it is its own base name then. O(length). */
size_t base_name_write (const char *name, size_t length, char *base);
