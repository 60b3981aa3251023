/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns bytes of a file into text that can be shown. */

#pragma once

#include "trace/naming/text_span.h"

/* Copies text as valid UTF-8: invalid bytes become U+FFFD, control characters become spaces. A text longer than
 * max_bytes (at least 8) keeps its first 60 % and its end, with "…" between. Returns the length written, at most
 * max_bytes; out has room for max_bytes. O(min (text.n, max_bytes)). */
size_t display_text (TextSpan text, char *out, size_t max_bytes);
