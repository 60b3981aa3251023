/* SPDX-License-Identifier: Apache-2.0
 *
 * The bytes of a source file in order, whatever it is packed in: plain or gzip (told by the first bytes, not
 * by the name), a regular file or a pipe.
 *
 * Reads in bounded chunks and never maps: a source may be cut or rewritten while it is read. A damaged or
 * truncated gzip file yields everything before the damage; what happened is told afterwards. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/file/profile_records.h"
#include "trace/trace.h"

typedef struct ByteSource ByteSource;

/* fd: at its begin; borrowed. path is for messages; "-" is the standard input, which may be a pipe.
 * TRACE_ERROR_UNREADABLE: a directory, a device, a pipe of another name; TRACE_ERROR_NO_MEMORY. */
ByteSource *byte_source_new (int fd, const char *path, GError **error);
void byte_source_free (ByteSource *source);

/* The first decoded bytes, up to 64 KiB, without using them up; fewer only when there are no more. Before the
 * first read only. Borrowed until then. */
bool byte_source_peek (ByteSource *source, const char **ret_text, size_t *ret_n, GError **error);

/* Up to size decoded bytes into buffer; *ret_n 0 at the end. False: the system failed to read
 * (TRACE_ERROR_UNREADABLE). */
bool byte_source_read (ByteSource *source, char *buffer, size_t size, size_t *ret_n, GError **error);

/* Takes a chunk of the file without decoding it, once nothing more is to be decoded. *ret_at_end: there
 * was none left. False: TRACE_ERROR_UNREADABLE. */
bool byte_source_pass (ByteSource *source, bool *ret_at_end, GError **error);

/* XXH3-128 of all bytes taken from the file so far, as they lie there (trace/key_hash.h). */
void byte_source_key (const ByteSource *source, uint8_t key[TRACE_KEY_BYTES]);

/* From now on as if the file ended where it has been read to. */
void byte_source_end_here (ByteSource *source);

/* What the file was when it was opened; all 0 for a pipe. The key is not set. */
SourceRecord byte_source_facts (const ByteSource *source);

/* How far along: bytes taken from the file, and its size (0 when it has none, as a pipe). From any thread. */
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
