/* SPDX-License-Identifier: Apache-2.0
 *
 * Profiles that stay open from one verb to the next, in a program that runs many (app/cli/mcp/). Other programs keep none.
 * A profile is loaded again when its source has changed (trace/cache/source_identity.h). All functions are for one thread. */

#pragma once

#include <glib.h>

#include "trace/cache/source_identity.h"
#include "trace/model/trace.h"

/* From here on, the last n_max profiles that were used stay open, fewer where their native files are larger than bytes_max
 * together; the one used last always stays. */
void kept_profiles_begin (guint n_max, uint64_t bytes_max);
void kept_profiles_end (void);

/* Returns the profile of a path, transfer full, or NULL if it is not kept. Calls stat () on its files. */
Trace *kept_profiles_find (const char *path);

/* Returns the identity of what is about to be loaded, transfer full (g_free ()); NULL if nothing is kept, or the source has
 * no identity. Reads at most 1 MiB, or 32 KiB of each rank. */
SourceIdentity *kept_profiles_identify (const char *path);

/* Keeps a reference of a profile whose identity was taken before it was loaded. */
void kept_profiles_add (const char *path, const SourceIdentity *source, Trace *trace);
