/* SPDX-License-Identifier: Apache-2.0
 *
 * The bytes of a source file in order, whatever it is packed in: plain, gzip or zstd (told by the first bytes,
 * not by the name), a regular file or a pipe.
 *
 * Reads in bounded chunks and never maps: a source may be cut, grow or be rewritten while it is read. A damaged
 * or truncated packed file yields everything before the damage; what happened is told afterwards.
 *
 * Any thread, one at a time: whoever shares a source calls under a lock. What tells progress is for any thread at any
 * time. */

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
  /* A regular file, as fast as it can be unpacked while it is intact. Where it is not, read () fails as soon as that
   * shows, and what it gave before may be wrong. To be tried first. */
  BYTE_SOURCE_FAST,

  /* What comes out before damage is right, and how it ends. */
  BYTE_SOURCE_EXACT,
} ByteSourceWay;

/* fd: at its begin; borrowed. path is for messages; "-" is the standard input, which may be a pipe; that is always read
 * the exact way, as it can be read once.
 * TRACE_ERROR_UNREADABLE: a directory, a device, a pipe of another name; TRACE_ERROR_NO_MEMORY. Memory is 0.5 MiB,
 * and for zstd the window its frames ask for, at most 128 MiB. */
ByteSource *byte_source_new (int fd, const char *path, ByteSourceWay way, GError **error);
void byte_source_free (ByteSource *source);

/* The first decoded bytes, up to 64 KiB, without using them up; fewer only when there are no more. Before the
 * first read only. Borrowed until then. */
bool byte_source_peek (ByteSource *source, const char **ret_text, size_t *ret_n, GError **error);

/* Up to size decoded bytes into buffer, straight where nothing is packed; *ret_n 0 at the end. A file fills the
 * buffer unless it ends; a pipe gives what there is, and is waited for only while that is nothing. Best in pieces
 * of about 1 MiB. False: TRACE_ERROR_UNREADABLE, TRACE_ERROR_NO_MEMORY, or TRACE_ERROR_NOT_A_TRACE: packed so that
 * it cannot be unpacked with so little memory. */
bool byte_source_read (ByteSource *source, char *buffer, size_t size, size_t *ret_n, GError **error);

ByteSourceWay byte_source_way (const ByteSource *source); /* as it was asked for */

/* Whether what was read so far is right. Not so on the fast way before its right end has been reached: who stops
 * earlier, for an error or not, shall have read in vain and begin again with another source, the exact way. */
bool byte_source_is_certain (const ByteSource *source);

/* Takes a chunk of the file without decoding it, once nothing more is to be decoded. *ret_at_end: there
 * was none left. False: TRACE_ERROR_UNREADABLE. */
bool byte_source_pass (ByteSource *source, bool *ret_at_end, GError **error);

/* XXH3-128 of all bytes taken from the file so far, as they lie there (trace/model/key_hash.h). */
void byte_source_key (const ByteSource *source, uint8_t key[TRACE_KEY_BYTES]);

/* From now on as if the file ended where it has been read to, and that were its right end. */
void byte_source_end_here (ByteSource *source);

/* What the file was when it was opened; all 0 for a pipe. The key is not set. */
SourceRecord byte_source_facts (const ByteSource *source);

/* How far along: bytes taken from the file, and its size (0 when it has none, as a pipe). Any thread, also while
 * another is inside read (). */
uint64_t byte_source_position (const ByteSource *source);
uint64_t byte_source_size (const ByteSource *source);

/* Seconds since 1970 when the file was last written; 0 when that has no meaning. */
int64_t byte_source_modified_s (const ByteSource *source);

typedef enum
{
  BYTE_SOURCE_INTACT,
  BYTE_SOURCE_DAMAGED,   /* invalid compressed data; the rest was not read */
  BYTE_SOURCE_TRUNCATED, /* the compressed data stops before its end */
  BYTE_SOURCE_TRAILING,  /* complete, then followed by something else, which was ignored */
} ByteSourceCondition;

/* Meaningful once read () has returned 0 bytes. */
ByteSourceCondition byte_source_condition (const ByteSource *source);

/* The same as a row of the health table, which depends on the packing; N_HEALTH_IDS: intact. */
HealthId byte_source_health (const ByteSource *source);
