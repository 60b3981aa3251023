/* SPDX-License-Identifier: Apache-2.0
 *
 * A native file as a Trace. */

#pragma once

#include "trace/model/trace.h"

/* Maps a native file, but no archive. fd: borrowed, not needed afterwards. O(tracks + rows), whatever the number of
 * events. Errors as of section_map_new (). */
Trace *trace_map (int fd, const char *path, GError **error);
