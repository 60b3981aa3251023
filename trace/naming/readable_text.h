/* SPDX-License-Identifier: Apache-2.0
 *
 * A name as its programmer wrote it. */

#pragma once

#include "trace/naming/text_span.h"

#define READABLE_TEXT_MAX_BYTES 16384

/* Returns exact itself when it is not mangled. Otherwise returns its demangled form or, for a kernel whose name was
 * cut, its readable parts, in buffer (READABLE_TEXT_MAX_BYTES). Returns exact when nothing is readable. */
TextSpan readable_text (TextSpan exact, bool is_kernel, char *buffer);
