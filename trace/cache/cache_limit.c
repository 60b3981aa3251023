/* SPDX-License-Identifier: Apache-2.0
 *
 * The size limit that the user set. It is stored in the cache itself, where every program that fills the
 * cache reads it. */

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "trace/cache/cache_private.h"

#define NAME     "limit"
#define NEW_NAME "limit.new"

uint64_t
cache_read_limit (const Cache *cache)
{
  char text[24];
  int fd = openat (cache->directory, NAME, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read (fd, text, sizeof text - 1);
  uint64_t limit_bytes = 0;

  if (fd >= 0)
    close (fd);
  if (n <= 0)
    return CACHE_LIMIT_BYTES;
  text[n] = '\0';
  for (const char *at = text; *at >= '0' && *at <= '9'; at++)
    if (__builtin_mul_overflow (limit_bytes, (uint64_t) 10, &limit_bytes)
        || __builtin_add_overflow (limit_bytes, (uint64_t) (*at - '0'), &limit_bytes))
      return CACHE_LIMIT_BYTES;
  return limit_bytes;
}

uint64_t
cache_limit (const Cache *cache)
{
  return cache->limit_bytes;
}

bool
cache_set_limit (Cache *cache, uint64_t limit_bytes)
{
  char text[24];
  int n = snprintf (text, sizeof text, "%llu\n", (unsigned long long) limit_bytes);
  int fd = openat (cache->directory, NEW_NAME, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);

  if (fd < 0)
    return false;
  bool ok = write (fd, text, (size_t) n) == n;
  ok = close (fd) == 0 && ok && renameat (cache->directory, NEW_NAME, cache->directory, NAME) == 0;
  if (ok)
    cache->limit_bytes = limit_bytes;
  else
    unlinkat (cache->directory, NEW_NAME, 0);
  return ok;
}
