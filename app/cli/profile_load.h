/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening a profile for a verb: progress on a terminal, Ctrl+C cancels. */

#pragma once

#include "trace/trace.h"

Trace *profile_load (const char *path, GError **error);

/* Reads a profile into a native file: fd as of trace_import (). */
bool profile_import (const char *path, int fd, GError **error);
