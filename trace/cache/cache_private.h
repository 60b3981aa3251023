/* SPDX-License-Identifier: Apache-2.0
 *
 * Declarations shared by the files of the cache. */

#pragma once

#include "trace/cache/cache.h"
#include "trace/cache/source_identity.h"

struct Cache
{
  int directory;
  char *path;
  uint64_t limit_bytes;
};

#define CACHE_SUFFIX_FILE ".stepscope"
#define CACHE_SUFFIX_LOCK ".lock"
#define CACHE_SUFFIX_TEMP ".tmp"

/* The name of a file in the cache. */
typedef struct
{
  char text[SOURCE_ID_LENGTH + sizeof CACHE_SUFFIX_FILE];
} CacheName;

CacheName cache_name (const char *id, const char *suffix);

/* Takes the id out of "<id><suffix>". Returns false if the name is not one of the cache's. */
bool cache_name_split (const char *name, char ret_id[SOURCE_ID_LENGTH + 1], const char **ret_suffix);

/* Calls visit for each file of the cache; visit may remove the file. */
typedef void (*CacheVisitFunc) (const Cache *cache, const char *id, const char *suffix, void *user_data);
void cache_visit (const Cache *cache, CacheVisitFunc visit, void *user_data);

/* Takes the lock of an id (cache_lock.c). Returns -1 on failure; errno is EWOULDBLOCK if another process has it. */
int cache_lock_take (const Cache *cache, const char *id);
void cache_lock_release (const Cache *cache, const char *id, int lock); /* removes the lock file first */
bool cache_lock_is_free (const Cache *cache, const char *id);

/* Removes locks that nobody holds, and temporary files whose lock nobody holds. Takes one pass over the
 * directory. */
void cache_reap (const Cache *cache);

/* Opens the directory (cache_place.c), creating it if make is set, and checks that it is safe. Returns -1 with
 * TRACE_ERROR_UNWRITABLE. */
int cache_place_open (const char *base, bool make, char **ret_path, GError **error);

/* cache_limit.c. Returns the limit that was set, else CACHE_LIMIT_BYTES. */
uint64_t cache_read_limit (const Cache *cache);
