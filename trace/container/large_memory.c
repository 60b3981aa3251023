/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/container/large_memory.h"

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

void *
large_memory_grow (void *old, size_t old_bytes, size_t new_bytes)
{
  void *block;

  if (!is_large (new_bytes))
    return realloc (old, new_bytes);
  if (is_large (old_bytes))
    {
      block = mremap (old, whole_pages (old_bytes), whole_pages (new_bytes), MREMAP_MAYMOVE);
      return block != MAP_FAILED ? block : NULL;
    }
  block = map (whole_pages (new_bytes));
  if (block != NULL && old != NULL)
    {
      memcpy (block, old, old_bytes);
      free (old);
    }
  return block;
}

void
large_memory_release (void *block, size_t n_bytes)
{
  if (block != NULL && is_large (n_bytes))
    munmap (block, whole_pages (n_bytes));
  else
    free (block);
}
