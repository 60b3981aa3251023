/* SPDX-License-Identifier: Apache-2.0
 *
 * A cache in a folder of a test's own, and contents that tell whether they are whole. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <glib.h>

#include "trace/cache/cache.h"

typedef struct
{
  char *base;
  char *directory; /* of the native files */
} CachePlace;

void cache_place_set_up (CachePlace *place, gconstpointer data);
void cache_place_tear_down (CachePlace *place, gconstpointer data);

Cache *cache_place_cache (const CachePlace *place, uint64_t limit_bytes);

/* 32 digits that end in number. */
const char *cache_place_id (unsigned number, char id[33]);

/* Writes what a file of that id and size holds; size: a multiple of 8. False: errno. */
bool cache_place_fill (int fd, const char *id, size_t size);
bool cache_place_is_whole (int fd, const char *id, size_t size);

/* Begins, fills and publishes. */
void cache_place_put (const Cache *cache, const char *id, size_t size);

/* Whether there is a whole file of that id and size; using it. */
bool cache_place_has (const Cache *cache, const char *id, size_t size);

/* Files in the directory that end in suffix; "": all. */
unsigned cache_place_count (const CachePlace *place, const char *suffix);
