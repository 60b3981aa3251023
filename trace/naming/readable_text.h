/* SPDX-License-Identifier: Apache-2.0
 *
 * A name as its programmer wrote it. */

#pragma once

#include "trace/naming/text_span.h"

#define READABLE_TEXT_MAX_BYTES 16384

/* exact itself when it is not mangled; otherwise its demangled form or, for a kernel whose name was
 * cut, what can be read of it, in buffer (READABLE_TEXT_MAX_BYTES); exact again when nothing can be
 * read. */
TextSpan readable_text (TextSpan exact, bool is_kernel, char *buffer);
