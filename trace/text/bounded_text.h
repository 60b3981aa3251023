/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes of a file as part of a text that is stored and compared: printable ASCII without separators, of bounded length,
 * different for different bytes.
 *
 * A byte that is no letter, digit or harmless sign becomes %XX. Of more than BOUNDED_TEXT_WHOLE bytes the first ones
 * stand there, then "%*" and the XXH3-128 of all of them. */

#pragma once

#include <stddef.h>

#define BOUNDED_TEXT_WHOLE 240
#define BOUNDED_TEXT_MAX   (3 * BOUNDED_TEXT_WHOLE + 1)

/* Returns the length; out is ended by a zero. Never contains any of "%/;,=~" but the percent signs of its own. */
size_t bounded_text_put (char out[BOUNDED_TEXT_MAX], const char *bytes, size_t n);
