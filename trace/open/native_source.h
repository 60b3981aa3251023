/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens and copies sources that are already native files or archives. They are mapped, copied or decoded, never
 * imported. */

#pragma once

#include <stdatomic.h>

#include "trace/model/trace.h"
#include "trace/open/trace_source.h"

/* Maps a native file, or decodes an archive into an unnamed native file. Errors as of trace_open (). */
Trace *native_source_open (const TraceSource *source, const atomic_bool *cancelled, GError **error);

/* Copies a native file, or decodes an archive, into fd. fd is as of trace_import (); errors likewise. */
bool native_source_copy (const TraceSource *source, int fd, const atomic_bool *cancelled, GError **error);
