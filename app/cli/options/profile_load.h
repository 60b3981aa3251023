/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens a profile for a verb, with progress on a terminal; Ctrl+C cancels. */

#pragma once

#include "trace/file/verify.h"
#include "trace/model/trace.h"

/* cache_use comes from cache_options_use (). If the profile should be stored in the cache and cannot, this complains but
 * does not fail. The used sections (TRACE_USES_...) of an existing native file are verified in the background
 * (app/cli/options/background_check.h). ret_is_mapped may be NULL; it returns whether there is something to verify. A
 * profile that is kept (app/cli/options/kept_profiles.h) is not loaded again. */
Trace *profile_load (const char *path, unsigned cache_use, unsigned uses, bool *ret_is_mapped, GError **error);

/* Returns whether the path is a native file or an archive, as opposed to a source that must be imported. */
bool profile_path_is_native (const char *path);

/* Imports a profile into a native file; fd is as for trace_import (). */
bool profile_import (const char *path, int fd, GError **error);
