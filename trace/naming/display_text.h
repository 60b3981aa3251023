/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes from a file as text that can be shown. */

#pragma once

#include "trace/naming/text_span.h"

/* Copies text as valid UTF-8: what is not becomes U+FFFD, control characters become spaces. Of a
 * text longer than max_bytes (at least 8) the first 60 % and the end are kept, with "…" between.
 * Returns the length written, at most max_bytes; out has room for max_bytes. Cost O(min (text.n,
 * max_bytes)). */
size_t display_text (TextSpan text, char *out, size_t max_bytes);
