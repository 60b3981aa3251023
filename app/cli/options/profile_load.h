/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening a profile for a verb: progress on a terminal, Ctrl+C cancels. */

#pragma once

#include "trace/file/verify.h"
#include "trace/model/trace.h"

/* cache_use: of cache_options_use (). Complains where the profile was to be kept in the cache and is not, which is no
 * error. Of what was mapped and not made just now, what the verb uses (TRACE_USES_...) is verified meanwhile
 * (app/cli/options/background_check.h). *ret_is_mapped may be NULL; it tells whether there is something to verify. */
Trace *profile_load (const char *path, unsigned cache_use, unsigned uses, bool *ret_is_mapped, GError **error);

/* Whether the path is a native file or an archive, and not a source that has to be read. */
bool profile_path_is_native (const char *path);

/* Reads a profile into a native file: fd as of trace_import (). */
bool profile_import (const char *path, int fd, GError **error);
