/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/container/large_memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE_BYTES  ((size_t) 2 << 20)
#define LARGE_BYTES (PAGE_BYTES / 2)

/* AddressSanitizer sees only what malloc () returns. */
#if defined(__SANITIZE_ADDRESS__)
#define IS_WATCHED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_WATCHED true
#endif
#endif
#ifndef IS_WATCHED
#define IS_WATCHED false
#endif

static bool
is_large (size_t n_bytes)
{
  return !IS_WATCHED && n_bytes >= LARGE_BYTES && n_bytes <= SIZE_MAX / 2;
}

static size_t
whole_pages (size_t n_bytes)
{
  return (n_bytes + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);
}

/* A system without large pages refuses, which costs nothing but time. */
static void
use_large_pages (void *memory, size_t n_bytes)
{
  (void) madvise (memory, n_bytes, MADV_HUGEPAGE);
}

void *
large_memory_new (size_t n_bytes)
{
  if (!is_large (n_bytes))
    return malloc (n_bytes > 0 ? n_bytes : 1);
  void *memory = aligned_alloc (PAGE_BYTES, whole_pages (n_bytes));
  if (memory != NULL)
    use_large_pages (memory, whole_pages (n_bytes));
  return memory;
}

/* ---- blocks that grow: mappings of their own, which the system can move whole ---- */

static void *
map (size_t n_bytes)
{
  void *block = mmap (NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (block == MAP_FAILED)
    return NULL;
  use_large_pages (block, n_bytes);
  return block;
}

static void *
resize (void *block, size_t old_bytes, size_t new_bytes)
{
  void *resized = mremap (block, old_bytes, new_bytes, MREMAP_MAYMOVE);

  return resized != MAP_FAILED ? resized : NULL;
}

/* ---- released blocks that are kept ---- */

#define KEPT_MAX 64

typedef struct
{
  char *at;
  size_t n_bytes;
} Range;

static struct
{
  atomic_uint n_keepers; /* while there is none, the lock is left alone: a process may fork then */
  pthread_mutex_t lock;
  Range ranges[KEPT_MAX]; /* none begins where another ends */
  size_t n;
} kept = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* The lock is held. Removes a range that touches the given one, and joins them. */
static bool
join (Range *range)
{
  for (size_t i = 0; i < kept.n; i++)
    {
      Range *other = &kept.ranges[i];
      bool is_before = other->at + other->n_bytes == range->at;

      if (is_before || range->at + range->n_bytes == other->at)
        {
          range->at = is_before ? other->at : range->at;
          range->n_bytes += other->n_bytes;
          *other = kept.ranges[--kept.n];
          return true;
        }
    }
  return false;
}

static bool
keep (void *block, size_t n_bytes)
{
  Range range = { block, n_bytes };

  if (atomic_load (&kept.n_keepers) == 0)
    return false;
  pthread_mutex_lock (&kept.lock);
  bool has_room = atomic_load (&kept.n_keepers) > 0 && kept.n < KEPT_MAX;
  if (has_room)
    {
      while (join (&range))
        ;
      kept.ranges[kept.n++] = range;
    }
  pthread_mutex_unlock (&kept.lock);
  return has_room;
}

/* Takes the begin of the smallest range that is large enough, or else the largest range. */
static Range
take (size_t n_bytes)
{
  Range taken = { 0 }, *best = NULL;

  if (atomic_load (&kept.n_keepers) == 0)
    return taken;
  pthread_mutex_lock (&kept.lock);
  for (Range *range = kept.ranges; range < kept.ranges + kept.n; range++)
    if (best == NULL
        || (best->n_bytes < n_bytes ? range->n_bytes > best->n_bytes
                                    : range->n_bytes >= n_bytes && range->n_bytes < best->n_bytes))
      best = range;
  if (best != NULL && best->n_bytes > n_bytes)
    {
      taken = (Range){ best->at, n_bytes };
      *best = (Range){ best->at + n_bytes, best->n_bytes - n_bytes };
    }
  else if (best != NULL)
    {
      taken = *best;
      *best = kept.ranges[--kept.n];
    }
  pthread_mutex_unlock (&kept.lock);
  return taken;
}

static bool
has_kept (size_t n_bytes)
{
  bool has = false;

  if (atomic_load (&kept.n_keepers) == 0)
    return false;
  pthread_mutex_lock (&kept.lock);
  for (size_t i = 0; i < kept.n; i++)
    has = has || kept.ranges[i].n_bytes >= n_bytes;
  pthread_mutex_unlock (&kept.lock);
  return has;
}

void
large_memory_keep (void)
{
  atomic_fetch_add (&kept.n_keepers, 1);
}

void
large_memory_let_go (void)
{
  pthread_mutex_lock (&kept.lock);
  if (atomic_fetch_sub (&kept.n_keepers, 1) == 1)
    for (; kept.n > 0; kept.n--)
      munmap (kept.ranges[kept.n - 1].at, kept.ranges[kept.n - 1].n_bytes);
  pthread_mutex_unlock (&kept.lock);
}

static void
release (void *block, size_t n_bytes)
{
  if (!keep (block, n_bytes))
    munmap (block, n_bytes);
}

static void *
find_or_map (size_t n_bytes)
{
  Range taken = take (n_bytes);
  void *block = taken.n_bytes == n_bytes ? taken.at : NULL;

  if (block == NULL && taken.at != NULL && (block = resize (taken.at, taken.n_bytes, n_bytes)) == NULL)
    munmap (taken.at, taken.n_bytes);
  return block != NULL ? block : map (n_bytes);
}

/* ---- public functions ---- */

static void *
move (void *old, size_t old_bytes, size_t new_bytes)
{
  void *block = find_or_map (whole_pages (new_bytes));

  if (block != NULL && old != NULL)
    {
      memcpy (block, old, old_bytes);
      large_memory_release (old, old_bytes);
    }
  return block;
}

void *
large_memory_grow (void *old, size_t old_bytes, size_t new_bytes)
{
  if (!is_large (new_bytes))
    return realloc (old, new_bytes);

  /* Copying costs no more than the system needs to clear what it would add. */
  bool is_resized = is_large (old_bytes) && !has_kept (whole_pages (new_bytes));
  void *block = is_resized ? resize (old, whole_pages (old_bytes), whole_pages (new_bytes)) : NULL;
  /* The system does not resize a block that consists of several mappings, as joined ranges may. */
  return block != NULL ? block : move (old, old_bytes, new_bytes);
}

void
large_memory_release_used (void *block, size_t n_bytes, size_t n_used_bytes)
{
  size_t n_all = whole_pages (n_bytes), n_used = whole_pages (n_used_bytes);

  if (block == NULL || !is_large (n_bytes))
    {
      free (block);
      return;
    }
  if (n_used < n_all)
    munmap ((char *) block + n_used, n_all - n_used);
  if (n_used > 0)
    release (block, n_used);
}

void
large_memory_release (void *block, size_t n_bytes)
{
  large_memory_release_used (block, n_bytes, n_bytes);
}
