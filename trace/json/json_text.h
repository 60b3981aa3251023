/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes texts into JSON that is stored with a profile. */

#pragma once

#include <glib.h>

/* Appends text as a JSON string, with its quotes. Bytes that are not UTF-8 are replaced. O(length). */
void json_append_text (GString *out, const char *text);
