/* SPDX-License-Identifier: Apache-2.0
 *
 * [--cache] [--no-cache]: what a verb does with the cache of native files. Without either it is read, not written. */

#pragma once

#include <glib.h>

typedef struct
{
  gboolean cache, no_cache;
} CacheOptions;

/* The options for GLib's parser, which fills *options; borrows it. */
void cache_options_add (CacheOptions *options, GOptionContext *context);

/* For profile_load (): CacheUse of trace/cache/cached_open.h. */
unsigned cache_options_use (const CacheOptions *options);
