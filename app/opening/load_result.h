/* SPDX-License-Identifier: Apache-2.0
 *
 * From a trace to what a window needs of it. */

#pragma once

#include "app/opening/loader.h"

/* Blocks for O(slices), and for the library; any thread. A pattern for steps that the library remembers and that is
 * not valid is no reason not to open the profile: the notice tells. TRACE_ERROR as of profile_new (). */
LoadResult *load_result_new (Trace *trace, const char *path, Library *library, GError **error);
