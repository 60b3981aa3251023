/* SPDX-License-Identifier: Apache-2.0
 *
 * Maps a file for reading and survives the loss of its pages.
 *
 * Reading a page that the file no longer has, or that its disk cannot read, raises SIGBUS. A handler, installed for the
 * whole process with the first guard, then replaces that page and all pages behind it with zeros, and the read
 * continues. SIGBUS from any other cause goes to the previous handler.
 *
 * So bytes of a guard may become zeros between two reads of them. To check a number, copy it first, then check and use
 * the copy. A system call that reads missing pages (write () from the mapping) fails with EFAULT. If the file is cut
 * within its last remaining page, nothing is raised: the rest of that page reads as zeros. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct MapGuard MapGuard;

/* Greatest number of guards in a process. */
#define MAP_GUARDS_MAX 1024

/* Maps the first size_bytes (> 0) bytes of fd, which is not needed afterwards. Returns NULL with errno: EMFILE if
 * MAP_GUARDS_MAX guards exist, else as of mmap (). Any thread. */
MapGuard *map_guard_new (int fd, size_t size_bytes);

/* Frees the guard. No other thread may be reading at that time. */
void map_guard_free (MapGuard *guard);

const uint8_t *map_guard_bytes (const MapGuard *guard);

/* Returns whether a read met a missing page. */
bool map_guard_was_cut (const MapGuard *guard);
