/* SPDX-License-Identifier: Apache-2.0
 *
 * Recognises XSpace files by their first bytes: they have no magic number, but begin with a plane, and that with its number
 * and its name. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns whether bytes[0..n) begin an XSpace file, whole or damaged as below. */
bool xspace_sniff (const char *bytes, size_t n);

/* Returns whether they begin an XSpace file that went through a program which takes files for text: every byte above 127
 * became the replacement character U+FFFD. */
bool xspace_sniff_is_mangled (const char *bytes, size_t n);
