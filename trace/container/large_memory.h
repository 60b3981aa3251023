/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory for arrays that may be as large as a profile. From 1 MiB on it consists of pages of 2 MiB where the system has
 * them: while importing, the first write to each page of 4 KiB cost more than all work on its contents (0.25 us on
 * plain hardware, 4 to 15 us in a virtual machine). Any thread. */

#pragma once

#include <stddef.h>

/* Returns memory to be released with free (), not cleared; NULL when memory runs out. n_bytes may be 0. */
void *large_memory_new (size_t n_bytes);

/* A block that can grow without its contents being copied. old may be NULL, with 0 bytes. Returns NULL, with nothing
 * changed, when memory runs out. The sizes are those that were asked for; both are at least 1 but for that of NULL.
 * The block must be released with large_memory_release (). */
void *large_memory_grow (void *old, size_t old_bytes, size_t new_bytes);
void large_memory_release (void *block, size_t n_bytes); /* block may be NULL */

/* Does the same, and says how much of the block's begin has been written to: the rest has no pages that could serve
 * again (below). */
void large_memory_release_used (void *block, size_t n_bytes, size_t n_used_bytes);

/* From keep () until let_go (), blocks that are released stay, and large_memory_grow () hands out their pages again, which
 * the system need not clear for the second time; they are not cleared at all. What memory is held at most does not grow
 * much: each block is made of what was released before it, where that is enough. Calls nest, from any thread. */
void large_memory_keep (void);
void large_memory_let_go (void);
