/* SPDX-License-Identifier: Apache-2.0 */

#include "app/known/look_memory.h"

/* A file that is written to, or that others may read from now on, has another time of change. */
typedef struct
{
  uint64_t device, number, size_bytes;
  int64_t changed_s, changed_ns;
} Other;

static Other
other_of (const struct stat *file)
{
  return (Other){ .device = (uint64_t) file->st_dev,
                  .number = (uint64_t) file->st_ino,
                  .size_bytes = (uint64_t) file->st_size,
                  .changed_s = file->st_ctim.tv_sec,
                  .changed_ns = file->st_ctim.tv_nsec };
}

static guint
hash_other (gconstpointer data)
{
  const Other *other = data;

  return (guint) (other->number ^ (other->number >> 32) ^ other->device);
}

static gboolean
are_same (gconstpointer a, gconstpointer b)
{
  const Other *one = a, *two = b;

  return one->number == two->number && one->device == two->device;
}

static void
cached_free (gpointer data)
{
  CachedFile *cached = data;

  g_free (cached->source);
  g_free (cached->path);
  g_free (cached);
}

LookMemory *
look_memory_new (void)
{
  LookMemory *memory = g_new (LookMemory, 1);

  memory->others = g_hash_table_new_full (hash_other, are_same, g_free, NULL);
  memory->cached = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, cached_free);
  return memory;
}

void
look_memory_free (LookMemory *memory)
{
  if (memory == NULL)
    return;
  g_hash_table_unref (memory->others);
  g_hash_table_unref (memory->cached);
  g_free (memory);
}

CachedFile *
look_memory_add_cached (LookMemory *memory, const char *name, const char *source, const char *path)
{
  CachedFile *cached = g_new (CachedFile, 1);

  *cached = (CachedFile){
    .source = g_strdup (source), .path = g_strdup (path), .other_size_bytes = -1, .other_modified_ns = -1
  };
  g_hash_table_insert (memory->cached, g_strdup (name), cached);
  return cached;
}

void
look_memory_note_other (LookMemory *memory, const struct stat *file)
{
  Other other = other_of (file);

  if (g_hash_table_size (memory->others) >= LOOK_MEMORY_OTHERS_MAX)
    g_hash_table_remove_all (memory->others);
  g_hash_table_replace (memory->others, g_memdup2 (&other, sizeof other), NULL);
}

bool
look_memory_is_other (const LookMemory *memory, const struct stat *file)
{
  Other now = other_of (file);
  gpointer key;

  if (!g_hash_table_lookup_extended (memory->others, &now, &key, NULL))
    return false;
  const Other *before = key;
  return before->size_bytes == now.size_bytes && before->changed_s == now.changed_s
         && before->changed_ns == now.changed_ns;
}
