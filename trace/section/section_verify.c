/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/section/section_map.h"

#include <sys/mman.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Bytes between two checks whether to stop: hashing takes well under a millisecond, reading from a disk a few. */
#define PIECE_BYTES (1u << 20)

/* Advises the kernel about the whole pages within bytes[0..n) and the one that contains bytes. */
static void
advise (const uint8_t *bytes, size_t n, int advice)
{
  uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE);
  uintptr_t begin = (uintptr_t) bytes & ~(page - 1), end = ((uintptr_t) bytes + n) & ~(page - 1);

  if (begin < end)
    madvise ((void *) begin, end - begin, advice);
}

/* Pages are released after reading, so that the process does not grow to the size of the file. They stay in the page
 * cache, where later readers find them. Pages that were replaced with zeros are zeros again. */
static bool
hash_section (const uint8_t *bytes, uint64_t n_bytes, const atomic_bool *cancelled, uint64_t *ret_hash)
{
  XXH3_state_t state;

  XXH3_64bits_reset (&state);
  for (uint64_t at = 0; at < n_bytes;)
    {
      size_t n = n_bytes - at < PIECE_BYTES ? (size_t) (n_bytes - at) : PIECE_BYTES;

      if (cancelled != NULL && atomic_load_explicit (cancelled, memory_order_relaxed))
        return false;
      XXH3_64bits_update (&state, bytes + at, n);
      advise (bytes + at, n, MADV_DONTNEED);
      at += n;
    }
  *ret_hash = XXH3_64bits_digest (&state);
  return true;
}

static bool
is_in (uint64_t sections, uint32_t id)
{
  return sections == SECTION_SET_ALL || (id < 64 && (sections & SECTION_SET_OF (id)) != 0);
}

bool
section_map_verify (const SectionMap *map,
                    const atomic_bool *cancelled,
                    SectionDamageFunc on_damage,
                    void *user_data)
{
  return section_map_verify_some (map, SECTION_SET_ALL, cancelled, on_damage, user_data);
}

bool
section_map_verify_some (const SectionMap *map,
                         uint64_t sections,
                         const atomic_bool *cancelled,
                         SectionDamageFunc on_damage,
                         void *user_data)
{
  for (uint32_t i = 0; i < section_map_n_sections (map); i++)
    {
      const SectionEntry *entry = section_map_entry (map, i);
      uint64_t n, hash;

      if (!is_in (sections, entry->id))
        continue;
      const uint8_t *bytes = section_map_stored (map, entry->id, &n);

      /* Read far ahead, and drop these pages from the page cache first. */
      advise (bytes, n, MADV_SEQUENTIAL);
      bool going_on = hash_section (bytes, n, cancelled, &hash);
      advise (bytes, n, MADV_NORMAL);
      if (!going_on)
        return false;
      if (hash != entry->hash)
        on_damage (entry, user_data);
    }
  return true;
}
