/* SPDX-License-Identifier: Apache-2.0
 *
 * [--cache] [--no-cache]: how a verb uses the cache of native files. Without either option it reads but does not write.
 * With --cupti (app/cli/options/cupti_option.h), which every verb with these options has, it does neither. */

#pragma once

#include <glib.h>

typedef struct
{
  gboolean cache, no_cache;
} CacheOptions;

/* Adds the options to GLib's parser, which fills *options; borrows options. */
void cache_options_add (CacheOptions *options, GOptionContext *context);

/* Returns the CacheUse (trace/cache/cached_open.h) for profile_load (). */
unsigned cache_options_use (const CacheOptions *options);
