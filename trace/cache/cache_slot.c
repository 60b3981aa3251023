/* SPDX-License-Identifier: Apache-2.0 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "trace/cache/cache_private.h"
#include "trace/text/trace_error.h"

#define WAIT_STEP_MS 10

struct CacheSlot
{
  const Cache *cache; /* borrowed */
  char id[SOURCE_ID_LENGTH + 1];
  int lock;
  int fd;
  bool has_name; /* named <id>.tmp; else made with O_TMPFILE */
};

static void
set_error (GError **error, const Cache *cache, int code)
{
  bool is_full = code == ENOSPC || code == EDQUOT || code == EFBIG;

  g_set_error (error, TRACE_ERROR, is_full ? TRACE_ERROR_NO_SPACE : TRACE_ERROR_UNWRITABLE,
               "%s: the cache cannot be written: %s.", cache->path, g_strerror (code));
}

static bool
has_room (const Cache *cache, uint64_t source_bytes, GError **error)
{
  struct statvfs info;

  if (fstatvfs (cache->directory, &info) != 0)
    return true;

  uint64_t free_bytes = (uint64_t) info.f_bavail * info.f_frsize;
  if (free_bytes >= source_bytes / 2)
    return true;
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SPACE,
               "%s: only %" G_GUINT64_FORMAT
               " MB are free, too little to keep a profile of %" G_GUINT64_FORMAT
               " MB. Make room there, or set XDG_CACHE_HOME to have the cache elsewhere.",
               cache->path, free_bytes / 1000000, source_bytes / 1000000);
  return false;
}

static int
open_file (const Cache *cache, const char *id, bool *ret_has_name)
{
  CacheName name = cache_name (id, CACHE_SUFFIX_TEMP);
  int fd = openat (cache->directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  *ret_has_name = false;
  /* These are the errors of file systems and kernels without it: open(2), O_TMPFILE. */
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT && errno != EINVAL))
    return fd;

  /* We hold the lock, so an existing file was left behind. */
  unlinkat (cache->directory, name.text, 0);
  *ret_has_name = true;
  return openat (cache->directory, name.text, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/* A file that exists but cannot be opened is in the way, and would stay so. */
static CacheTurn
look_for_file (const Cache *cache, const char *id, GError **error)
{
  int fd = cache_find (cache, id);

  if (fd >= 0)
    {
      close (fd);
      return CACHE_IS_THERE;
    }
  if (errno == ENOENT)
    return CACHE_MINE;
  set_error (error, cache, errno);
  return CACHE_UNAVAILABLE;
}

CacheTurn
cache_begin (const Cache *cache, const char *id, uint64_t source_bytes, CacheSlot **ret_slot, GError **error)
{
  if (!has_room (cache, source_bytes, error))
    return CACHE_UNAVAILABLE;

  int lock = cache_lock_take (cache, id);
  if (lock < 0)
    {
      if (errno == EWOULDBLOCK)
        return CACHE_BUSY;
      set_error (error, cache, errno);
      return CACHE_UNAVAILABLE;
    }

  /* The previous holder of the lock may have published it. */
  CacheTurn turn = look_for_file (cache, id, error);
  if (turn != CACHE_MINE)
    {
      cache_lock_release (cache, id, lock);
      return turn;
    }

  bool has_name;
  int fd = open_file (cache, id, &has_name);
  if (fd < 0)
    {
      set_error (error, cache, errno);
      cache_lock_release (cache, id, lock);
      return CACHE_UNAVAILABLE;
    }

  CacheSlot *slot = g_new (CacheSlot, 1);
  *slot = (CacheSlot){ .cache = cache, .lock = lock, .fd = fd, .has_name = has_name };
  g_strlcpy (slot->id, id, sizeof slot->id);
  *ret_slot = slot;
  return CACHE_MINE;
}

int
cache_slot_fd (const CacheSlot *slot)
{
  return slot->fd;
}

/* Gives the file its name in one step. The lock is held, so no file has that name. */
static bool
name_file (const CacheSlot *slot)
{
  CacheName name = cache_name (slot->id, CACHE_SUFFIX_FILE);
  CacheName temporary = cache_name (slot->id, CACHE_SUFFIX_TEMP);
  char self[64];

  if (slot->has_name)
    return renameat (slot->cache->directory, temporary.text, slot->cache->directory, name.text) == 0;
  snprintf (self, sizeof self, "/proc/self/fd/%d", slot->fd);
  return linkat (AT_FDCWD, self, slot->cache->directory, name.text, AT_SYMLINK_FOLLOW) == 0;
}

static bool
publish (const CacheSlot *slot, GError **error)
{
  const Cache *cache = slot->cache;
  struct stat info;

  if (fsync (slot->fd) != 0 || fchmod (slot->fd, 0600) != 0 || fstat (slot->fd, &info) != 0)
    {
      set_error (error, cache, errno);
      return false;
    }
  if ((uint64_t) info.st_blocks * 512 > cache->limit_bytes)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SPACE,
                   "%s: the profile takes %" G_GUINT64_FORMAT
                   " MB, but the cache may take only %" G_GUINT64_FORMAT " MB.",
                   cache->path, (uint64_t) info.st_blocks * 512 / 1000000, cache->limit_bytes / 1000000);
      return false;
    }
  if (!name_file (slot))
    {
      set_error (error, cache, errno);
      return false;
    }
  /* If this fails, the name may be missing after a power cut; nothing worse can happen. */
  fsync (cache->directory);
  return true;
}

static void
slot_end (CacheSlot *slot, bool is_published)
{
  CacheName temporary = cache_name (slot->id, CACHE_SUFFIX_TEMP);

  if (slot->has_name && !is_published)
    unlinkat (slot->cache->directory, temporary.text, 0);
  cache_lock_release (slot->cache, slot->id, slot->lock);
  close (slot->fd);
  g_free (slot);
}

bool
cache_publish (CacheSlot *slot, GError **error)
{
  const Cache *cache = slot->cache;
  bool ok = publish (slot, error);

  slot_end (slot, ok);
  if (ok)
    cache_evict (cache);
  return ok;
}

void
cache_drop (CacheSlot *slot)
{
  slot_end (slot, false);
}

bool
cache_wait (const Cache *cache, const char *id, unsigned timeout_ms)
{
  gint64 end_us = g_get_monotonic_time () + (gint64) timeout_ms * 1000;

  while (!cache_lock_is_free (cache, id))
    {
      gint64 left_us = end_us - g_get_monotonic_time ();

      if (left_us <= 0)
        return false;
      g_usleep ((gulong) MIN (left_us, WAIT_STEP_MS * 1000));
    }
  return true;
}
