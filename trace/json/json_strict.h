/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes JSON that every reader accepts (RFC 8259), from texts that may be anything. What is valid stays as it is. Bytes
 * that are not UTF-8 become U+FFFD. Each function takes O(length). */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

/* Appends bytes as a string, with its quotes. */
void json_append_bytes (GString *out, const char *text, size_t length);

/* Appends what is between the quotes of a string in JSON, with quotes. Escapes stay; a backslash that escapes nothing, a
 * quote and control characters are escaped. */
void json_append_content (GString *out, const char *content, size_t length);

/* Appends a value of JSON; if the text is none, a string that holds the text. */
void json_append_value (GString *out, const char *text, size_t length);

/* Returns whether text is one value of JSON, without any deviation. */
bool json_is_strict (const char *text, size_t length);
