/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/trace/cache/cache_place.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/fixtures/scratch_folder.h"

#define CHUNK_WORDS 8192

void
cache_place_set_up (CachePlace *place, gconstpointer data)
{
  (void) data;
  place->base = scratch_folder_new ();
  place->directory = g_build_filename (place->base, "stepscope", "profiles", NULL);
}

void
cache_place_tear_down (CachePlace *place, gconstpointer data)
{
  (void) data;
  scratch_folder_remove (place->base);
  g_free (place->directory);
}

Cache *
cache_place_cache (const CachePlace *place, uint64_t limit_bytes)
{
  GError *error = NULL;
  Cache *cache = cache_new (place->base, limit_bytes, &error);

  g_assert_no_error (error);
  return cache;
}

const char *
cache_place_id (unsigned number, char id[33])
{
  g_snprintf (id, 33, "%032x", number);
  return id;
}

static void
make_chunk (guint64 words[CHUNK_WORDS], const char *id, size_t at)
{
  guint64 seed = g_str_hash (id) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  for (size_t i = 0; i < CHUNK_WORDS; i++)
    words[i] = seed + at + i * sizeof words[0];
}

bool
cache_place_fill (int fd, const char *id, size_t size)
{
  guint64 words[CHUNK_WORDS];

  for (size_t at = 0; at < size;)
    {
      make_chunk (words, id, at);
      ssize_t n = pwrite (fd, words, MIN (sizeof words, size - at), (off_t) at);
      if (n < 0)
        return false;
      at += (size_t) n;
      if (n % (ssize_t) sizeof words[0] != 0 || n == 0)
        {
          errno = ENOSPC;
          return false;
        }
    }
  return true;
}

bool
cache_place_is_whole (int fd, const char *id, size_t size)
{
  guint64 expected[CHUNK_WORDS], words[CHUNK_WORDS];

  for (size_t at = 0; at < size; at += sizeof words)
    {
      size_t want = MIN (sizeof words, size - at);

      make_chunk (expected, id, at);
      if (pread (fd, words, want, (off_t) at) != (ssize_t) want || memcmp (words, expected, want) != 0)
        return false;
    }
  return lseek (fd, 0, SEEK_END) == (off_t) size;
}

void
cache_place_put (const Cache *cache, const char *id, size_t size)
{
  GError *error = NULL;
  CacheSlot *slot;

  g_assert_cmpint (cache_begin (cache, id, size, &slot, &error), ==, CACHE_MINE);
  g_assert_true (cache_place_fill (cache_slot_fd (slot), id, size));
  g_assert_true (cache_publish (slot, &error));
  g_assert_no_error (error);
}

bool
cache_place_has (const Cache *cache, const char *id, size_t size)
{
  int fd = cache_find (cache, id);

  if (fd < 0)
    return false;
  bool is_whole = cache_place_is_whole (fd, id, size);
  close (fd);
  return is_whole;
}

unsigned
cache_place_count (const CachePlace *place, const char *suffix)
{
  GDir *directory = g_dir_open (place->directory, 0, NULL);
  unsigned n = 0;

  g_assert_nonnull (directory);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    n += g_str_has_suffix (name, suffix) ? 1 : 0;
  g_dir_close (directory);
  return n;
}
