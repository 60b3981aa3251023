/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/section/section_map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "trace/section/map_guard.h"
#include "trace/text/trace_error.h"

/* zstd's largest expansion of a byte: a block of 4 bytes (3 of header, 1 repeated) yields up to 128 KiB. A section that
 * claims more was not written by us. */
#define ZSTD_MAX_RATIO 32768

#define CONVERT_IT_AGAIN "Open the source file again, or convert it again."

struct SectionMap
{
  MapGuard *guard;
  SectionFileHeader header; /* copies, so that they do not change after the checks */
  SectionEntry *entries;
};

static bool
damaged (const char *path, const char *what, GError **error)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED, "%s: %s damaged. " CONVERT_IT_AGAIN, path, what);
  return false;
}

bool
section_map_damaged (uint32_t id, const char *path, GError **error)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
               "%s: its section \"%s\" is damaged. " CONVERT_IT_AGAIN, path, section_id_name (id));
  return false;
}

static bool
no_memory (const char *path, GError **error)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to open it.", path);
  return false;
}

static bool
unreadable (const char *path, int number, GError **error)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be read: %s.", path,
               g_strerror (number));
  return false;
}

/* Reads up to n bytes from the begin of the file. Returns the number read, or -1 with errno. */
static ssize_t
read_begin (int fd, void *bytes, size_t n)
{
  size_t done = 0;

  while (done < n)
    {
      ssize_t got = pread (fd, (uint8_t *) bytes + done, n - done, (off_t) done);
      if (got == 0)
        break;
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return -1;
      done += (size_t) got;
    }
  return (ssize_t) done;
}

bool
section_file_probe (int fd)
{
  uint8_t magic[8];

  return read_begin (fd, magic, sizeof magic) == sizeof magic
         && memcmp (magic, SECTION_FILE_MAGIC, sizeof magic) == 0;
}

static bool
read_header (int fd, const char *path, SectionFileHeader *header, GError **error)
{
  ssize_t n = read_begin (fd, header, sizeof *header);

  if (n < 0)
    return unreadable (path, errno, error);
  if ((size_t) n < sizeof header->magic
      || memcmp (header->magic, SECTION_FILE_MAGIC, sizeof header->magic) != 0)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: is not a Stepscope file.", path);
      return false;
    }
  if ((size_t) n < sizeof *header)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
                   "%s: is truncated: it ends within its header. " CONVERT_IT_AGAIN, path);
      return false;
    }
  if (XXH3_64bits (header, offsetof (SectionFileHeader, header_hash)) != header->header_hash)
    return damaged (path, "its header is", error);
  if (header->major > SECTION_FILE_MAJOR)
    {
      g_set_error (
        error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
        "%s: was written by a newer version of Stepscope (format %u). Update Stepscope to read it.", path,
        (unsigned) header->major);
      return false;
    }
  if (header->major < SECTION_FILE_MAJOR)
    return damaged (path, "its header is", error);
  return true;
}

static bool
check_size (const SectionFileHeader *header, uint64_t size_bytes, const char *path, GError **error)
{
  uint64_t table_end;

  if (size_bytes < header->size_bytes)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
                   "%s: is truncated: it has %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                   " bytes. " CONVERT_IT_AGAIN,
                   path, size_bytes, header->size_bytes);
      return false;
    }
  if (size_bytes > header->size_bytes)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
                   "%s: has %" G_GUINT64_FORMAT " bytes too many at its end. " CONVERT_IT_AGAIN, path,
                   size_bytes - header->size_bytes);
      return false;
    }
  if (size_bytes > SIZE_MAX)
    return no_memory (path, error);
  if (header->n_sections > SECTION_FILE_MAX_SECTIONS || header->table_at < sizeof *header
      || header->table_at % 8 != 0
      || __builtin_add_overflow (header->table_at, header->n_sections * sizeof (SectionEntry), &table_end)
      || table_end > size_bytes)
    return damaged (path, "its header is", error);
  return true;
}

static bool
entry_is_possible (const SectionFileHeader *header, const SectionEntry *entry)
{
  uint64_t end;

  if (entry->at % SECTION_ALIGNMENT != 0 || entry->at < sizeof *header
      || __builtin_add_overflow (entry->at, entry->stored_bytes, &end) || end > header->size_bytes)
    return false;
  if (entry->codec == SECTION_RAW)
    return entry->raw_bytes == entry->stored_bytes;
  if (entry->codec == SECTION_ZSTD)
    return entry->raw_bytes / ZSTD_MAX_RATIO <= entry->stored_bytes;
  return true;
}

typedef struct
{
  uint64_t at, end;
} Extent;

static int
compare_extents (const void *a, const void *b)
{
  const Extent *x = a, *y = b;

  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return x->end < y->end ? -1 : x->end > y->end;
}

/* Checks that no two sections, the table included, share a byte. */
static bool
check_overlaps (const SectionMap *map, const char *path, GError **error)
{
  uint32_t n = map->header.n_sections + 1;
  Extent *extents = malloc (n * sizeof *extents);
  bool apart = true;

  if (extents == NULL)
    return no_memory (path, error);
  for (uint32_t i = 0; i + 1 < n; i++)
    extents[i] = (Extent){ map->entries[i].at, map->entries[i].at + map->entries[i].stored_bytes };
  extents[n - 1] = (Extent){ map->header.table_at, map->header.table_at + (n - 1) * sizeof (SectionEntry) };
  qsort (extents, n, sizeof *extents, compare_extents);
  for (uint32_t i = 1; i < n; i++)
    apart = apart && extents[i - 1].end <= extents[i].at;
  free (extents);
  return apart || damaged (path, "its table of sections is", error);
}

static bool
check_table (SectionMap *map, const char *path, GError **error)
{
  const SectionFileHeader *header = &map->header;
  size_t n_bytes = header->n_sections * sizeof *map->entries;

  map->entries = malloc (n_bytes + 1);
  if (map->entries == NULL)
    return no_memory (path, error);
  memcpy (map->entries, map_guard_bytes (map->guard) + header->table_at, n_bytes);
  if (XXH3_64bits (map->entries, n_bytes) != header->table_hash)
    return damaged (path, "its table of sections is", error);
  for (uint32_t i = 0; i < header->n_sections; i++)
    if (!entry_is_possible (header, &map->entries[i])
        || (i > 0 && map->entries[i - 1].id >= map->entries[i].id))
      return damaged (path, "its table of sections is", error);
  return check_overlaps (map, path, error);
}

static bool
check_small_sections (const SectionMap *map, const char *path, GError **error)
{
  for (uint32_t i = 0; i < map->header.n_sections; i++)
    {
      const SectionEntry *entry = &map->entries[i];

      if (entry->stored_bytes <= SECTION_VERIFIED_AT_ONCE_BYTES
          && XXH3_64bits (map_guard_bytes (map->guard) + entry->at, entry->stored_bytes) != entry->hash)
        return section_map_damaged (entry->id, path, error);
    }
  return true;
}

SectionMap *
section_map_new (int fd, const char *path, GError **error)
{
  g_autoptr (SectionMap) map = calloc (1, sizeof *map);
  struct stat info;

  if (map == NULL)
    {
      no_memory (path, error);
      return NULL;
    }
  if (fstat (fd, &info) != 0)
    {
      unreadable (path, errno, error);
      return NULL;
    }
  if (!S_ISREG (info.st_mode))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: is not a regular file.", path);
      return NULL;
    }
  if (!read_header (fd, path, &map->header, error)
      || !check_size (&map->header, (uint64_t) info.st_size, path, error))
    return NULL;

  map->guard = map_guard_new (fd, (size_t) map->header.size_bytes);
  if (map->guard == NULL)
    {
      if (errno == EMFILE)
        g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
                     "%s: too many profiles are open. Close some of them.", path);
      else if (errno == ENOMEM)
        no_memory (path, error);
      else
        unreadable (path, errno, error);
      return NULL;
    }
  if (!check_table (map, path, error) || !check_small_sections (map, path, error))
    return NULL;
  return g_steal_pointer (&map);
}

void
section_map_free (SectionMap *map)
{
  if (map == NULL)
    return;
  map_guard_free (map->guard);
  free (map->entries);
  free (map);
}

uint32_t
section_map_flags (const SectionMap *map)
{
  return map->header.flags;
}

const uint8_t *
section_map_key (const SectionMap *map)
{
  return map->header.key;
}

uint64_t
section_map_size_bytes (const SectionMap *map)
{
  return map->header.size_bytes;
}

uint32_t
section_map_n_sections (const SectionMap *map)
{
  return map->header.n_sections;
}

const SectionEntry *
section_map_entry (const SectionMap *map, uint32_t i)
{
  return &map->entries[i];
}

const SectionEntry *
section_map_find (const SectionMap *map, SectionId id)
{
  uint32_t low = 0, high = map->header.n_sections;

  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;

      if (map->entries[middle].id < (uint32_t) id)
        low = middle + 1;
      else
        high = middle;
    }
  return low < map->header.n_sections && map->entries[low].id == (uint32_t) id ? &map->entries[low] : NULL;
}

const void *
section_map_stored (const SectionMap *map, SectionId id, uint64_t *ret_n)
{
  const SectionEntry *entry = section_map_find (map, id);

  *ret_n = entry == NULL ? 0 : entry->stored_bytes;
  return entry == NULL ? NULL : map_guard_bytes (map->guard) + entry->at;
}

bool
section_map_array (const SectionMap *map, SectionId id, size_t width, const void **ret_items, uint64_t *ret_n)
{
  const SectionEntry *entry = section_map_find (map, id);

  *ret_items = NULL;
  *ret_n = 0;
  if (entry == NULL || entry->codec != SECTION_RAW || entry->stored_bytes % width != 0)
    return false;
  *ret_items = map_guard_bytes (map->guard) + entry->at;
  *ret_n = entry->stored_bytes / width;
  return true;
}

bool
section_map_was_cut (const SectionMap *map)
{
  return map_guard_was_cut (map->guard);
}
