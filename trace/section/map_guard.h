/* SPDX-License-Identifier: Apache-2.0
 *
 * A file mapped for reading whose pages may go away.
 *
 * Reading a page that the file no longer has, or that its disk cannot give, raises SIGBUS. A handler, installed for
 * the whole process with the first guard, then puts zeros in place of that page and all behind it, and the read goes
 * on. SIGBUS from anywhere else goes to the handler that was there before.
 *
 * So the bytes of a guard may become zeros between two reads of them: whoever checks a number takes it out first.
 * Handing missing pages to a system call (write () from the mapping) fails with EFAULT instead. A cut within the
 * last page that is left raises nothing: its rest just reads as zeros. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct MapGuard MapGuard;

/* Guards that a process can have at once. */
#define MAP_GUARDS_MAX 1024

/* Maps the first size_bytes > 0 of fd, which is not needed afterwards. NULL with errno: EMFILE where
 * MAP_GUARDS_MAX are in use, else as of mmap (). Any thread. */
MapGuard *map_guard_new (int fd, size_t size_bytes);

/* No other thread may still be reading. */
void map_guard_free (MapGuard *guard);

const uint8_t *map_guard_bytes (const MapGuard *guard);

/* Whether a read met a missing page. */
bool map_guard_was_cut (const MapGuard *guard);
