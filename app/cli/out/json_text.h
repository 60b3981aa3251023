/* SPDX-License-Identifier: Apache-2.0
 *
 * JSON values as text, in the C locale whatever the user's is. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

void json_append_integer (GString *out, int64_t value);
void json_append_unsigned (GString *out, uint64_t value);

/* The shortest decimal that reads back as the same double; null for NaN and infinities. */
void json_append_real (GString *out, double value);
void json_append_boolean (GString *out, bool value);

/* Quoted and escaped. Bytes that are not UTF-8 become U+FFFD. */
void json_append_string (GString *out, const char *text, size_t length);
