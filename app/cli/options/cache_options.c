/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/cache_options.h"

#include "app/cli/options/cupti_option.h"
#include "trace/cache/cached_open.h"

void
cache_options_add (CacheOptions *options, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "cache", 0, 0, G_OPTION_ARG_NONE, &options->cache,
      "Store the profile in the cache, so that it opens at once the next time", NULL },
    { "no-cache", 0, 0, G_OPTION_ARG_NONE, &options->no_cache, "Read the file itself instead of the cache", NULL },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
  cupti_option_add (context);
}

unsigned
cache_options_use (const CacheOptions *options)
{
  if (cupti_option_release () != NULL)
    return 0;
  return (options->no_cache ? 0u : CACHE_READ) | (options->cache ? CACHE_WRITE : 0u);
}
