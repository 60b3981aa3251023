/* SPDX-License-Identifier: Apache-2.0
 *
 * Gzip made and unmade by plain zlib, as a second opinion on trace/import/source/byte_source.h. */

#pragma once

#include <glib.h>

/* Appends text as one member. */
void gzip_text_append (GByteArray *out, const void *text, size_t length);

/* The text of all members up to the first damage, the end, or what is no member (transfer full).
 * Same cost as zlib. */
GByteArray *gzip_text_inflate (const void *data, size_t length);
