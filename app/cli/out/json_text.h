/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes JSON values as text, independent of the user's locale. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

void json_append_integer (GString *out, int64_t value);
void json_append_unsigned (GString *out, uint64_t value);

/* Appends the shortest decimal that reads back as the same double; null for NaN and infinities. */
void json_append_real (GString *out, double value);
void json_append_boolean (GString *out, bool value);

/* Appends a quoted and escaped string. Bytes that are not UTF-8 become U+FFFD. */
void json_append_string (GString *out, const char *text, size_t length);
