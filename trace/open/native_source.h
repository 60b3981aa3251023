/* SPDX-License-Identifier: Apache-2.0
 *
 * Sources that are native files or archives already: mapped, copied or decoded, never imported. */

#pragma once

#include <stdatomic.h>

#include "trace/model/trace.h"
#include "trace/open/trace_source.h"

/* Maps a native file; decodes an archive into one without a name. Errors as of trace_open (). */
Trace *native_source_open (const TraceSource *source, const atomic_bool *cancelled, GError **error);

/* A copy of a native file, or what an archive decodes to. fd as of trace_import (); errors likewise. */
bool native_source_copy (const TraceSource *source, int fd, const atomic_bool *cancelled, GError **error);
