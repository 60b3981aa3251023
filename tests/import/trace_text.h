/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile as text that a person can check by eye: the tree of tracks with everything that lies on
 * them, the arrows, the health rows. Two profiles with the same text are the same profile, but for
 * the paths of their files. */

#pragma once

#include <glib.h>

#include "trace/model/trace.h"

/* Appends; every line ends in a newline. Times are nanoseconds, numbers are in the C locale. */
void trace_text_append (GString *out, const Trace *trace);

/* Appends text in quotation marks, with \xNN for what is no printable UTF-8. */
void trace_text_append_quoted (GString *out, const char *text, size_t length);
