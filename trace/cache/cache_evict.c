/* SPDX-License-Identifier: Apache-2.0 */

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/cache/cache_private.h"
#include "trace/container/column.h"

typedef struct
{
  char id[SOURCE_ID_LENGTH + 1];
  uint64_t bytes;
  struct timespec used;
} Kept;

COLUMN_DEFINE (KeptColumn, kept_column, Kept)
COLUMN_IMPLEMENT (KeptColumn, kept_column)

/* Files without a name yet, or with the name of a temporary, do not count: nothing that is being written is
 * ever counted or removed here. */
static bool
stat_kept (const Cache *cache, const char *id, const char *suffix, struct stat *ret_info)
{
  CacheName name = cache_name (id, suffix);

  return strcmp (suffix, CACHE_SUFFIX_FILE) == 0
         && fstatat (cache->directory, name.text, ret_info, AT_SYMLINK_NOFOLLOW) == 0;
}

static bool
remove_kept (const Cache *cache, const char *id)
{
  CacheName name = cache_name (id, CACHE_SUFFIX_FILE);

  return unlinkat (cache->directory, name.text, 0) == 0;
}

static void
add_size (const Cache *cache, const char *id, const char *suffix, void *user_data)
{
  CacheSize *size = user_data;
  struct stat info;

  if (!stat_kept (cache, id, suffix, &info))
    return;
  size->bytes += (uint64_t) info.st_blocks * 512;
  size->n_files++;
}

CacheSize
cache_size (const Cache *cache)
{
  CacheSize size = { 0 };

  cache_visit (cache, add_size, &size);
  return size;
}

static void
add_kept (const Cache *cache, const char *id, const char *suffix, void *user_data)
{
  KeptColumn *all = user_data;
  struct stat info;

  if (!stat_kept (cache, id, suffix, &info))
    return;
  Kept kept = { .bytes = (uint64_t) info.st_blocks * 512, .used = info.st_mtim };
  g_strlcpy (kept.id, id, sizeof kept.id);
  (void) kept_column_push (all, kept); /* if memory runs out, the file stays */
}

static int
compare_used (const void *a, const void *b)
{
  const Kept *x = a, *y = b;

  if (x->used.tv_sec != y->used.tv_sec)
    return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
  if (x->used.tv_nsec != y->used.tv_nsec)
    return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
  return strcmp (x->id, y->id);
}

void
cache_evict (const Cache *cache)
{
  KeptColumn all = { 0 };
  uint64_t bytes = 0;

  cache_visit (cache, add_kept, &all);
  for (size_t i = 0; i < all.n; i++)
    bytes += all.at[i].bytes;
  if (bytes > cache->limit_bytes)
    {
      qsort (all.at, all.n, sizeof all.at[0], compare_used);
      for (size_t i = 0; i < all.n && bytes > cache->limit_bytes; i++)
        {
          remove_kept (cache, all.at[i].id);
          bytes -= all.at[i].bytes;
        }
    }
  kept_column_clear (&all);
}

static void
clear_one (const Cache *cache, const char *id, const char *suffix, void *user_data)
{
  uint64_t *bytes = user_data;
  struct stat info;

  if (stat_kept (cache, id, suffix, &info) && remove_kept (cache, id))
    *bytes += (uint64_t) info.st_blocks * 512;
}

uint64_t
cache_clear (const Cache *cache)
{
  uint64_t bytes = 0;

  cache_visit (cache, clear_one, &bytes);
  cache_reap (cache);
  return bytes;
}
