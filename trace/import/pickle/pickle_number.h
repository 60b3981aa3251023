/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers and texts as pickles write them. Any thread. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads n bytes, the lowest first, of a number in two's complement. Returns false beyond 64 bits. */
bool pickle_long_bytes (const uint8_t *bytes, size_t n, int64_t *ret_value);

/* Reads a decimal integer, with an L behind it or not. Returns false for another text and beyond 64 bits. */
bool pickle_long_text (const char *text, size_t n, int64_t *ret_value);

/* Reads a float as Python's repr () writes it, also inf and nan. */
bool pickle_real_text (const char *text, size_t n, double *ret_value);

/* Reads a float of 8 bytes, the highest first. */
double pickle_real_bytes (const uint8_t bytes[8]);

/* Decodes what stands between quotes in Python, or, if is_unicode, where \u and \U are the only escapes. out has room for
 * 2 n + 4 bytes. Returns false for escapes that are none. */
bool pickle_text_decode (const char *text, size_t n, bool is_unicode, char *out, size_t *ret_n);
