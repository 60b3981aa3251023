/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes bytes to a file in a thread, which hashes and writes them in the order in which they were put in. As long as
 * there are few, the calling thread does it.
 *
 * One caller. The first failure is remembered, and everything that is put in after it is dropped, so that no one waits
 * for a disk that accepts no more. The thread blocks signals: a file that reaches its size limit gives EFBIG, not
 * SIGXFSZ. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct WriteQueue WriteQueue;

/* At most max_bytes wait, or one larger buffer alone. fd is borrowed. Returns NULL when memory runs out. */
WriteQueue *write_queue_new (int fd, size_t max_bytes);

/* Discards what still waits; returns after at most a few writes of 2 MiB. */
void write_queue_free (WriteQueue *queue);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WriteQueue, write_queue_free)

/* Writes data[0..n) at the offset at. data was allocated with malloc () and is taken in any case. hash may be NULL;
 * otherwise the bytes are added to it, and the caller must not touch it until write_queue_wait (). Blocks while there
 * is no room. */
void write_queue_put (WriteQueue *queue, uint64_t at, void *data, size_t n, XXH3_state_t *hash);

/* Windows of the file: what lies between two multiples of their size is best written at once, because the system then keeps
 * it in one page of that size, and mapping the file costs a tenth. window () returns memory for one, used before if there
 * is any, or NULL when memory runs out; put_window () gives it back in any case, free_window () frees one that was not put. */
#define WRITE_QUEUE_WINDOW_BYTES ((size_t) 2 << 20)
void *write_queue_window (WriteQueue *queue);
void write_queue_put_window (WriteQueue *queue, uint64_t at, void *window, size_t n, XXH3_state_t *hash);
void write_queue_free_window (void *window);

/* Does the same, but data stays the caller's and must not change until write_queue_wait () or write_queue_free (). Lent
 * data takes no memory while it waits, so there is always room. */
void write_queue_lend (WriteQueue *queue, uint64_t at, const void *data, size_t n, XXH3_state_t *hash);

/* Does the same with a copy of bytes[0..n), n > 0, and no hash. */
void write_queue_put_copy (WriteQueue *queue, uint64_t at, const void *bytes, size_t n);

/* Truncates the file to size_bytes. */
void write_queue_cut (WriteQueue *queue, uint64_t size_bytes);

/* Returns when nothing waits. Returns false if there was a failure. */
bool write_queue_wait (WriteQueue *queue);

/* Get the errno of the first failure, 0 if there is none, and record a failure. */
int write_queue_error (const WriteQueue *queue);
void write_queue_fail (WriteQueue *queue, int error_number);
