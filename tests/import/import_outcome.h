/* SPDX-License-Identifier: Apache-2.0
 *
 * One text imported in several wrappings: what comes out may depend on nothing but the text. */

#pragma once

#include <glib.h>
#include <stddef.h>

/* How many events were read and how many skipped, and the health rows with their places less shift_bytes; or
 * "refused" and why, in a word. path: for messages, and for what the name tells (transfer full, g_free ()). */
char *import_outcome_of_text (const char *path, const char *text, size_t length, size_t shift_bytes);

/* The same of text that arrives through a socket in the given pieces: each read gets one of them. */
char *import_outcome_of_pieces (const char *text, size_t length, size_t piece_bytes);

/* The native file that the file at path becomes; NULL when it is refused (transfer full). */
GByteArray *import_native_file (const char *path);
