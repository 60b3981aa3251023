/* SPDX-License-Identifier: Apache-2.0
 *
 * A text with a line "KEY value" for each key, which its owner keeps: what a user says of things that a key tells. Keys have
 * no spaces. Texts may be NULL or anything. Any thread. */

#pragma once

#include <stddef.h>

/* Returns the value of a key as valid UTF-8, or NULL; g_free (). O(text). */
char *keyed_lines_get (const char *text, const char *key);

/* Returns the text with another value of the key, which becomes its last line; "" or NULL takes the key away. White space at
 * the ends of a value is dropped and breaks of lines become spaces. Longer values are cut, and of a longer text the first
 * lines are dropped (bytes). "" if no line is left; g_free (). */
char *
keyed_lines_with (const char *text, const char *key, const char *value, size_t value_max, size_t text_max);
