/* SPDX-License-Identifier: Apache-2.0
 *
 * Maps a native file as a Trace. */

#pragma once

#include "trace/model/trace.h"

/* Maps a native file that is not an archive. fd is borrowed and not needed afterwards. O(tracks + rows),
 * whatever the number of events. Fails with the errors of section_map_new (). */
Trace *trace_map (int fd, const char *path, GError **error);

/* Returns the size of the native file that is mapped; 0 for a profile that is none. */
uint64_t trace_map_bytes (const Trace *trace);
