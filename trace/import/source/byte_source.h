/* SPDX-License-Identifier: Apache-2.0
 *
 * The bytes of a source file, however it is packed: plain, gzip or zstd (recognised by the first bytes, not by the
 * name), in a regular file or a pipe. They are read in order, or at any place once the source has been made seekable.
 *
 * Reads in bounded chunks and never maps: a source may be cut, grow or be rewritten while it is read. A
 * damaged or truncated packed file yields everything before the damage; byte_source_condition () then reports
 * what happened.
 *
 * Any thread may use a source, one at a time: whoever shares it must hold a lock. Functions that report
 * progress may be called by any thread at any time. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/health/health.h"
#include "trace/model/profile_records.h"
#include "trace/model/trace.h"

typedef struct ByteSource ByteSource;

typedef enum
{
  /* For a regular file: decodes as fast as possible while the file is intact. If it is not, read () fails as
   * soon as that shows, and what it returned before may be wrong. Try this way first. */
  BYTE_SOURCE_FAST,

  /* What is decoded before damage is right, and the end is reported exactly. */
  BYTE_SOURCE_EXACT,
} ByteSourceWay;

/* Opens a source. fd is at its begin and is borrowed. path is for messages; "-" is the standard input, which
 * may be a pipe. It is always read the exact way, because it can be read only once. Fails with
 * TRACE_ERROR_UNREADABLE for a directory, a device or a pipe with another name, or with
 * TRACE_ERROR_NO_MEMORY. Uses 0.5 MiB of memory, and for zstd the window that its frames ask for, at most 128
 * MiB. */
ByteSource *byte_source_new (int fd, const char *path, ByteSourceWay way, GError **error);
void byte_source_free (ByteSource *source);

/* Returns the first decoded bytes, up to 64 KiB, without consuming them; fewer only if there are no more.
 * Call it only before the first read; the bytes are borrowed until then. */
bool byte_source_peek (ByteSource *source, const char **ret_text, size_t *ret_n, GError **error);

/* Reads up to size decoded bytes into buffer, without a copy if nothing is packed. *ret_n is 0 at the end. A
 * file fills the buffer unless it ends; a pipe gives what there is, and the call waits only while that is
 * nothing. Pieces of about 1 MiB are best. Returns false with TRACE_ERROR_UNREADABLE, TRACE_ERROR_NO_MEMORY,
 * or TRACE_ERROR_NOT_A_TRACE if unpacking it would take more than the permitted memory. */
bool byte_source_read (ByteSource *source, char *buffer, size_t size, size_t *ret_n, GError **error);

/* Makes the decoded bytes readable at any place. Those of a plain file are, already; a packed file or a pipe is decoded
 * to its end into an unnamed file in memory, which takes as much memory as there are bytes. keeps_on may be NULL; it is
 * called at least once per MiB, and false from it, with error set, ends the decoding. Call it before the first read; after
 * it, call only byte_source_read_at () and byte_source_pass (). Errors as of byte_source_read (). */
bool byte_source_make_seekable (ByteSource *source,
                                bool (*keeps_on) (void *user_data, GError **error),
                                void *user_data,
                                GError **error);

/* Reads decoded bytes at a place of a seekable source, as many of size as there are: fewer only at its end, or where the
 * file was cut or cannot be read. Returns their number. Any thread, several at once. */
size_t byte_source_read_at (ByteSource *source, uint64_t offset, void *buffer, size_t size);

/* Returns the number of decoded bytes of a seekable source. */
uint64_t byte_source_decoded_size (const ByteSource *source);

ByteSourceWay byte_source_way (const ByteSource *source); /* as given to byte_source_new () */

/* Returns whether what was read so far is right. On the fast way it is not certain before the proper end has
 * been reached. A caller that stops earlier, with an error or without, must discard what it read and start
 * again with another source, the exact way. */
bool byte_source_is_certain (const ByteSource *source);

/* Takes a chunk of the file without decoding it; call this once nothing more is to be decoded. Sets
 * *ret_at_end if there was none left. Returns false with TRACE_ERROR_UNREADABLE. */
bool byte_source_pass (ByteSource *source, bool *ret_at_end, GError **error);

/* Returns the XXH3-128 of all bytes taken from the file so far, as stored (trace/model/key_hash.h). */
void byte_source_key (const ByteSource *source, uint8_t key[TRACE_KEY_BYTES]);

/* Makes the source behave from now on as if the file properly ended where it has been read to. */
void byte_source_end_here (ByteSource *source);

/* Returns the facts about the file when it was opened; all 0 for a pipe. The key is not set. */
SourceRecord byte_source_facts (const ByteSource *source);

/* Return the progress: bytes taken from the file, and its size (0 if it has none, as a pipe). While a seekable source is
 * read, the first is the sum of what was read, at most the size. Any thread, also while another one is inside read (). */
uint64_t byte_source_position (const ByteSource *source);
uint64_t byte_source_size (const ByteSource *source);

/* Returns when the file was last written, in seconds since 1970, or 0 if that has no meaning. */
int64_t byte_source_modified_s (const ByteSource *source);

typedef enum
{
  BYTE_SOURCE_INTACT,
  BYTE_SOURCE_DAMAGED,   /* invalid compressed data; the rest was not read */
  BYTE_SOURCE_TRUNCATED, /* the compressed data stops before its end */
  BYTE_SOURCE_TRAILING,  /* complete, but followed by other bytes, which were ignored */
} ByteSourceCondition;

/* Returns the condition of the source. Call this once read () has returned 0 bytes. */
ByteSourceCondition byte_source_condition (const ByteSource *source);

/* Returns the condition as a row of the health table, which depends on the packing; N_HEALTH_IDS if it is
 * intact. */
HealthId byte_source_health (const ByteSource *source);
