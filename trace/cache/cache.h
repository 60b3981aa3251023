/* SPDX-License-Identifier: Apache-2.0
 *
 * The native files of sources that were opened, kept so that opening again is only a map:
 *
 *   $XDG_CACHE_HOME/stepscope/profiles/     0700, ours
 *     <id>.stepscope                        complete and never modified; its time of modification is its last use
 *     <id>.lock                             flock () is held by who makes <id>.stepscope or removes it
 *     <id>.tmp                              being written, on file systems without O_TMPFILE
 *
 * An id is 32 lower case hexadecimal digits (SourceIdentity). Any number of processes and threads share the
 * directory. At whatever moment one of them ends, every <id>.stepscope is whole; what it leaves behind, a lock that
 * is free and a temporary file, is removed by whoever opens the cache next.
 *
 *   for (;;)
 *     {
 *       int fd = cache_find (cache, id);
 *       if (fd >= 0)
 *         map it, done; where that fails, cache_discard () and go on
 *       switch (cache_begin (cache, id, source_bytes, &slot, &error))
 *         {
 *         case CACHE_MINE:        write to cache_slot_fd (slot); then cache_publish () or cache_drop ()
 *         case CACHE_IS_THERE:    again
 *         case CACHE_BUSY:        cache_wait (), then again
 *         case CACHE_UNAVAILABLE: go on without it
 *         }
 *     }
 *
 * A Cache is immutable, but for its limit: any thread. Making one is cheap; one for each opening notices a directory
 * that was removed. A slot has one owner. No call waits but cache_wait (), and cache_publish () for the disk. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CACHE_LIMIT_BYTES  (UINT64_C (20) << 30) /* unless the user wants another */
#define CACHE_LIMIT_AS_SET UINT64_MAX            /* what cache_set_limit () was last told */

typedef struct Cache Cache;

/* base: the directory to be in; NULL: $XDG_CACHE_HOME where that is an absolute path, else $HOME/.cache. Removes what
 * others left behind. new makes directories that are missing, new_existing does not. NULL: it cannot be used, and
 * error says why (TRACE_ERROR_UNWRITABLE): there is no directory and none is or can be made, or it is a symbolic link,
 * is not ours, or others may write to it. One that we may only read can be used for that. */
Cache *cache_new (const char *base, uint64_t limit_bytes, GError **error);
Cache *cache_new_existing (const char *base, uint64_t limit_bytes, GError **error);
void cache_free (Cache *cache);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Cache, cache_free)

const char *cache_path (const Cache *cache); /* of the directory the files are in; for messages */

/* The native file, open for reading, which counts as its use; -1: there is none (errno is ENOENT), or it cannot be
 * opened. The caller closes it. */
int cache_find (const Cache *cache, const char *id);

/* Removes a file that turned out to be damaged: the one that fd is open on, not one that has taken its place since. */
void cache_discard (const Cache *cache, const char *id, int fd);

typedef struct CacheSlot CacheSlot;

typedef enum
{
  CACHE_MINE,        /* *ret_slot is the caller's to fill */
  CACHE_IS_THERE,    /* there is a file by now */
  CACHE_BUSY,        /* somebody else is making it, or has the name for a moment */
  CACHE_UNAVAILABLE, /* error: TRACE_ERROR_UNWRITABLE, TRACE_ERROR_NO_SPACE */
} CacheTurn;

/* Takes the right to make the native file of an id. source_bytes: of what it will be made from, for an early look at
 * the free space; half of it is expected to do; 0: not known. */
CacheTurn
cache_begin (const Cache *cache, const char *id, uint64_t source_bytes, CacheSlot **ret_slot, GError **error);

/* An empty file, open for reading and writing, closed with the slot: duplicate it to have it longer. A process that
 * is forked while a slot is held keeps the lock until it ends, or runs another program. */
int cache_slot_fd (const CacheSlot *slot);

/* Both end the slot. publish: the file is complete, for which the caller answers; it is brought to the disk, gets its
 * name, and cache_evict () follows. False, with nothing kept: TRACE_ERROR_NO_SPACE (also: larger than the whole cache
 * may be), TRACE_ERROR_UNWRITABLE. The fd stays good for mapping if it was duplicated. */
bool cache_publish (CacheSlot *slot, GError **error);
void cache_drop (CacheSlot *slot);

/* Waits while somebody makes the native file of the id. False: that still goes on after timeout_ms. */
bool cache_wait (const Cache *cache, const char *id, unsigned timeout_ms);

/* What the native files take, in bytes on the disk, and how many they are. O(files). */
typedef struct
{
  uint64_t bytes;
  size_t n_files;
} CacheSize;

CacheSize cache_size (const Cache *cache);

uint64_t cache_limit (const Cache *cache); /* in bytes; 0: nothing is kept */

/* From now on, for this and every other program; kept in the directory. False: it cannot be written there. */
bool cache_set_limit (Cache *cache, uint64_t limit_bytes);

/* Removes those used longest ago until all take no more than the limit. O(files log files). */
void cache_evict (const Cache *cache);

/* Removes all of them, and what others left behind; not what is being made. Files that are mapped stay readable to
 * who maps them. Returns the bytes that they took. */
uint64_t cache_clear (const Cache *cache);
