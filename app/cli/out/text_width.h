/* SPDX-License-Identifier: Apache-2.0
 *
 * How wide text is where it is printed: in columns of a terminal, of which a wide character, such as a Chinese one, takes two
 * and a combining one none. Texts are valid UTF-8. */

#pragma once

#include <glib.h>

/* Returns the columns of a text. O(length), as the next two. */
size_t text_columns (const char *text);

/* Returns the end of the longest head that has at most so many columns. */
const char *text_head_end (const char *text, size_t n_columns);

/* Returns the begin of the longest tail that has at most so many columns. */
const char *text_tail (const char *text, size_t n_columns);

/* Appends a text in lines of at most n_columns, and a newline. Lines break at spaces, but not between a number and what it
 * counts; a longer word has a line of its own. Lines after the first are indented. The first n_kept bytes are one word,
 * whatever spaces they have. */
void text_append_wrapped (GString *out, const char *text, size_t n_kept, size_t n_columns, size_t indent);

/* Returns the columns of the terminal that standard output is, or 100 where it is none. */
size_t output_columns (void);
