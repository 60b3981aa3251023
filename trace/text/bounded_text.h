/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns bytes of a file into text that can be stored and compared: printable ASCII without separators, of bounded
 * length, and different for different bytes.
 *
 * A byte that is not a letter, a digit or a harmless punctuation mark becomes %XX. If there are more than
 * BOUNDED_TEXT_WHOLE bytes, the text holds the first ones, then "%*" and the XXH3-128 of all bytes. */

#pragma once

#include <stddef.h>

#define BOUNDED_TEXT_WHOLE 240
#define BOUNDED_TEXT_MAX   (3 * BOUNDED_TEXT_WHOLE + 1)

/* Writes the text and a final NUL to out and returns its length. The text contains none of "/;,=~", and "%" only as
 * described above. */
size_t bounded_text_put (char out[BOUNDED_TEXT_MAX], const char *bytes, size_t n);
