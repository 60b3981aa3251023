/* SPDX-License-Identifier: Apache-2.0
 *
 * There is one lock file per id; its holder removes it while holding the lock. Only killed processes leave
 * lock files behind, and those are not locked. */

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/cache/cache_private.h"

static int
lock_file (int fd, int how)
{
  int result;

  while ((result = flock (fd, how)) != 0 && errno == EINTR)
    ;
  return result;
}

/* Returns whether the file that fd is open on still has this name, or -1 if that cannot be determined. */
static int
is_named (int directory, const char *name, int fd)
{
  struct stat opened, named;

  if (fstat (fd, &opened) != 0)
    return -1;
  if (fstatat (directory, name, &named, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT ? 0 : -1;
  return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

int
cache_lock_take (const Cache *cache, const char *id)
{
  CacheName name = cache_name (id, CACHE_SUFFIX_LOCK);

  for (;;)
    {
      int fd =
        openat (cache->directory, name.text, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);

      if (fd < 0)
        return -1;
      /* Between the two calls the holder may have removed the file; then someone may hold another file of
       * that name. */
      int named = lock_file (fd, LOCK_EX | LOCK_NB) != 0 ? -1 : is_named (cache->directory, name.text, fd);
      if (named == 1)
        return fd;

      int saved = errno;
      /* If locks do not work, as on some network file systems, the file is useless and nobody else would
       * remove it. */
      if (named < 0 && saved != EWOULDBLOCK)
        unlinkat (cache->directory, name.text, 0);
      close (fd);
      errno = saved;
      if (named < 0)
        return -1;
    }
}

void
cache_lock_release (const Cache *cache, const char *id, int lock)
{
  CacheName name = cache_name (id, CACHE_SUFFIX_LOCK);

  unlinkat (cache->directory, name.text, 0);
  close (lock);
}

bool
cache_lock_is_free (const Cache *cache, const char *id)
{
  CacheName name = cache_name (id, CACHE_SUFFIX_LOCK);
  int fd = openat (cache->directory, name.text, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

  if (fd < 0)
    return true;
  bool is_free = lock_file (fd, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK;
  close (fd);
  return is_free;
}

static void
reap_one (const Cache *cache, const char *id, const char *suffix, void *user_data)
{
  (void) user_data;
  if (g_str_equal (suffix, CACHE_SUFFIX_FILE))
    return;

  int lock = cache_lock_take (cache, id);
  if (lock < 0)
    return;
  CacheName temporary = cache_name (id, CACHE_SUFFIX_TEMP);
  unlinkat (cache->directory, temporary.text, 0);
  cache_lock_release (cache, id, lock);
}

void
cache_reap (const Cache *cache)
{
  cache_visit (cache, reap_one, NULL);
}
