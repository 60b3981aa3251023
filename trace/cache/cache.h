/* SPDX-License-Identifier: Apache-2.0
 *
 * Keeps the native files of sources that were opened, so that opening them again only maps a file:
 *
 *   $XDG_CACHE_HOME/stepscope/profiles/     0700, ours
 *     <id>.stepscope                        complete and never modified; its time of modification is its last use
 *     <id>.lock                             whoever makes or removes <id>.stepscope holds flock () on it
 *     <id>.tmp                              being written, on file systems without O_TMPFILE
 *
 * An id is 32 lower case hexadecimal digits (SourceIdentity). Any number of processes and threads share the
 * directory. Every <id>.stepscope is whole, at whatever moment a process ends. What it leaves behind, a free
 * lock and a temporary file, is removed by the next process that opens the cache.
 *
 *   for (;;)
 *     {
 *       int fd = cache_find (cache, id);
 *       if (fd >= 0)
 *         map it, done; if that fails, cache_discard () and go on
 *       switch (cache_begin (cache, id, source_bytes, &slot, &error))
 *         {
 *         case CACHE_MINE:        write to cache_slot_fd (slot); then cache_publish () or cache_drop ()
 *         case CACHE_IS_THERE:    again
 *         case CACHE_BUSY:        cache_wait (), then again
 *         case CACHE_UNAVAILABLE: go on without it
 *         }
 *     }
 *
 * A Cache is immutable except for its limit; any thread may use it. Making one is cheap; a new one for each
 * opening notices when the directory was removed. A slot has one owner. Only cache_wait () waits, and
 * cache_publish () for the disk. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CACHE_LIMIT_BYTES  (UINT64_C (20) << 30) /* unless the user sets another */
#define CACHE_LIMIT_AS_SET UINT64_MAX            /* the limit last set by cache_set_limit () */

typedef struct Cache Cache;

/* Opens the cache below base; NULL stands for $XDG_CACHE_HOME if that is an absolute path, else $HOME/.cache.
 * Removes what ended processes left behind. cache_new () makes missing directories; cache_new_existing ()
 * does not. Returns NULL with TRACE_ERROR_UNWRITABLE if it cannot be used: the directory does not exist and
 * cannot be made, is a symbolic link, is not ours, or others may write to it. A directory that may only be
 * read is used for reading. */
Cache *cache_new (const char *base, uint64_t limit_bytes, GError **error);
Cache *cache_new_existing (const char *base, uint64_t limit_bytes, GError **error);
void cache_free (Cache *cache);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Cache, cache_free)

const char *cache_path (const Cache *cache); /* the directory of the files; for messages */

/* Returns the native file, open for reading, and counts this as a use. Returns -1 if there is none (errno is
 * ENOENT) or it cannot be opened. The caller closes it. */
int cache_find (const Cache *cache, const char *id);

/* Removes a file that turned out to be damaged: the one that fd is open on, not one that has replaced it
 * since. */
void cache_discard (const Cache *cache, const char *id, int fd);

typedef struct CacheSlot CacheSlot;

typedef enum
{
  CACHE_MINE,        /* the caller fills *ret_slot */
  CACHE_IS_THERE,    /* the file exists by now */
  CACHE_BUSY,        /* someone else is making it, or holds its lock for a moment */
  CACHE_UNAVAILABLE, /* fails with TRACE_ERROR_UNWRITABLE or TRACE_ERROR_NO_SPACE */
} CacheTurn;

/* Acquires the right to make the native file of an id. source_bytes is the size of the source, or 0 if
 * unknown; the free space is checked early for half of it, which usually suffices. */
CacheTurn
cache_begin (const Cache *cache, const char *id, uint64_t source_bytes, CacheSlot **ret_slot, GError **error);

/* Returns an empty file, open for reading and writing. It is closed with the slot; duplicate it to keep it
 * longer. A process forked while a slot is held keeps the lock until it ends or runs another program. */
int cache_slot_fd (const CacheSlot *slot);

/* Both end the slot. cache_publish () writes the file to the disk, gives it its name and calls cache_evict
 * (); the caller guarantees that the file is complete. It returns false, with nothing kept, with
 * TRACE_ERROR_NO_SPACE (also if the file is larger than the whole cache may be) or TRACE_ERROR_UNWRITABLE. A
 * duplicate of the fd can still be mapped then. */
bool cache_publish (CacheSlot *slot, GError **error);
void cache_drop (CacheSlot *slot);

/* Waits while someone makes the native file of the id. Returns false if that is not over after timeout_ms. */
bool cache_wait (const Cache *cache, const char *id, unsigned timeout_ms);

/* The bytes that the native files take on the disk, and their number. O(files). */
typedef struct
{
  uint64_t bytes;
  size_t n_files;
} CacheSize;

CacheSize cache_size (const Cache *cache);

uint64_t cache_limit (const Cache *cache); /* in bytes; 0 keeps nothing */

/* Sets the limit for this and every other program; it is stored in the directory. Returns false if that
 * cannot be written. */
bool cache_set_limit (Cache *cache, uint64_t limit_bytes);

/* Removes the least recently used files until the rest takes no more than the limit. O(files log files). */
void cache_evict (const Cache *cache);

/* Removes all files and what ended processes left behind, but not files being made. Programs that have mapped
 * a file can go on reading it. Returns the number of bytes freed. */
uint64_t cache_clear (const Cache *cache);
