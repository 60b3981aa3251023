/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/cache/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/cache/cache_private.h"

static Cache *
open_cache (const char *base, bool make, uint64_t limit_bytes, GError **error)
{
  char *path;
  int directory = cache_place_open (base, make, &path, error);

  if (directory < 0)
    return NULL;

  Cache *cache = g_new (Cache, 1);
  *cache = (Cache){ .directory = directory, .path = path, .limit_bytes = limit_bytes };
  if (limit_bytes == CACHE_LIMIT_AS_SET)
    cache->limit_bytes = cache_read_limit (cache);
  cache_reap (cache);
  return cache;
}

Cache *
cache_new (const char *base, uint64_t limit_bytes, GError **error)
{
  return open_cache (base, true, limit_bytes, error);
}

Cache *
cache_new_existing (const char *base, uint64_t limit_bytes, GError **error)
{
  return open_cache (base, false, limit_bytes, error);
}

void
cache_free (Cache *cache)
{
  if (cache == NULL)
    return;
  close (cache->directory);
  g_free (cache->path);
  g_free (cache);
}

const char *
cache_path (const Cache *cache)
{
  return cache->path;
}

CacheName
cache_name (const char *id, const char *suffix)
{
  CacheName name;

  g_assert (strlen (id) == SOURCE_ID_LENGTH && strlen (suffix) < sizeof CACHE_SUFFIX_FILE);
  memcpy (name.text, id, SOURCE_ID_LENGTH);
  memcpy (name.text + SOURCE_ID_LENGTH, suffix, strlen (suffix) + 1);
  return name;
}

bool
cache_name_split (const char *name, char ret_id[SOURCE_ID_LENGTH + 1], const char **ret_suffix)
{
  const char *suffix = name + strspn (name, "0123456789abcdef");

  if (suffix - name != SOURCE_ID_LENGTH
      || (strcmp (suffix, CACHE_SUFFIX_FILE) != 0 && strcmp (suffix, CACHE_SUFFIX_LOCK) != 0
          && strcmp (suffix, CACHE_SUFFIX_TEMP) != 0))
    return false;
  memcpy (ret_id, name, SOURCE_ID_LENGTH);
  ret_id[SOURCE_ID_LENGTH] = '\0';
  *ret_suffix = suffix;
  return true;
}

void
cache_visit (const Cache *cache, CacheVisitFunc visit, void *user_data)
{
  /* It needs a descriptor of its own, because the position in the directory belongs to the descriptor. */
  int fd = openat (cache->directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = fd < 0 ? NULL : fdopendir (fd);

  if (directory == NULL)
    {
      if (fd >= 0)
        close (fd);
      return;
    }
  for (struct dirent *entry; (entry = readdir (directory)) != NULL;)
    {
      char id[SOURCE_ID_LENGTH + 1];
      const char *suffix;

      if (cache_name_split (entry->d_name, id, &suffix))
        visit (cache, id, suffix, user_data);
    }
  closedir (directory);
}

int
cache_find (const Cache *cache, const char *id)
{
  struct stat info;
  CacheName name = cache_name (id, CACHE_SUFFIX_FILE);
  int fd = openat (cache->directory, name.text, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

  if (fd < 0)
    return -1;
  if (fstat (fd, &info) != 0 || !S_ISREG (info.st_mode))
    {
      close (fd);
      errno = EEXIST;
      return -1;
    }
  /* This fails in a read-only directory, where nothing is evicted either. */
  futimens (fd, NULL);
  return fd;
}

void
cache_discard (const Cache *cache, const char *id, int fd)
{
  struct stat damaged, present;
  CacheName name = cache_name (id, CACHE_SUFFIX_FILE);
  int lock = cache_lock_take (cache, id);

  /* Someone else is making it, so the damaged file is gone. */
  if (lock < 0)
    return;
  if (fstat (fd, &damaged) == 0 && fstatat (cache->directory, name.text, &present, AT_SYMLINK_NOFOLLOW) == 0
      && damaged.st_dev == present.st_dev && damaged.st_ino == present.st_ino)
    unlinkat (cache->directory, name.text, 0);
  cache_lock_release (cache, id, lock);
}
