/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes on their way into a file: a thread hashes them and writes them, in the order in which they were put in; as long
 * as they are few, the caller's own does.
 *
 * One caller. The first failure is remembered; whatever is put in after it is dropped, so that nobody waits for a
 * disk that takes no more. The thread takes no signals: a file that reaches its limit is EFBIG, not SIGXFSZ. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct WriteQueue WriteQueue;

/* At most max_bytes wait, or one larger buffer alone. fd: borrowed. NULL: out of memory. */
WriteQueue *write_queue_new (int fd, size_t max_bytes);

/* Gives up what still waits; over within a few writes of 1 MiB. */
void write_queue_free (WriteQueue *queue);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WriteQueue, write_queue_free)

/* data[0..n) to the offset at. data: from malloc (), taken over whatever happens. hash: takes the bytes in; not to be
 * touched until write_queue_wait (); NULL: none. Blocks while there is no room. */
void write_queue_put (WriteQueue *queue, uint64_t at, void *data, size_t n, XXH3_state_t *hash);

/* The same, but data stays the caller's, and is to stay as it is until write_queue_wait () or write_queue_free (). What
 * waits of it takes no memory, so that there is always room. */
void write_queue_lend (WriteQueue *queue, uint64_t at, const void *data, size_t n, XXH3_state_t *hash);

/* The same with a copy of bytes[0..n), n > 0, and no hash. */
void write_queue_put_copy (WriteQueue *queue, uint64_t at, const void *bytes, size_t n);

/* Ends the file at size_bytes. */
void write_queue_cut (WriteQueue *queue, uint64_t size_bytes);

/* Returns when nothing waits. False: there was a failure. */
bool write_queue_wait (WriteQueue *queue);

/* errno of the first failure, also of those told with fail (); 0: none. */
int write_queue_error (const WriteQueue *queue);
void write_queue_fail (WriteQueue *queue, int error_number);
