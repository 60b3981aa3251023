/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a section file while its contents are still being made. A separate thread hashes and writes what the caller
 * passes, and the amount that waits is bounded. Small files are written without the thread.
 *
 * Everything is written with pwrite () after fallocate (), never through a mapping, so that a full disk gives an error
 * instead of SIGBUS. The header is written last: an incompletely written file is not a section file. Nothing is synced,
 * linked or renamed here; the publisher does that.
 *
 * One caller at a time. A failure is remembered: later calls do nothing, and finish () returns it. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/section/section.h"

typedef struct SectionWriter SectionWriter;

/* Bytes that may wait to be written. A larger single buffer waits alone. */
#define SECTION_WRITER_WAITING_BYTES (16u << 20)

/* fd is an empty regular file, open for reading and writing. It is borrowed and may be used only through the writer
 * until the writer is freed. Returns NULL when memory runs out. Freeing discards what still waits; a file that was not
 * finished is not a section file.
 *
 * After a fork the child must not touch this writer, but may make its own. */
SectionWriter *section_writer_new (int fd);
void section_writer_free (SectionWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SectionWriter, section_writer_free)

#define SECTION_SIZE_UNKNOWN UINT64_MAX

/* Opens a section, once per id (< SECTION_ID_END). Any number of sections of known size may be open at once; each is
 * filled from its begin to its end, independently of the others. While a section of unknown size is open, no other may
 * be opened. codec describes the bytes; nothing is encoded here. Sections are stored in the order in which they were
 * opened. */
void section_writer_begin (SectionWriter *writer, SectionId id, SectionCodec codec, uint64_t size_bytes);

/* Append bytes to an open section. take () takes ownership of data, which was allocated with malloc (), also on
 * failure; copy () copies it. Both block while SECTION_WRITER_WAITING_BYTES wait to be written. Small pieces are cheap:
 * up to 128 KiB of each open section are collected before they are passed to the thread, 2 MiB of sections of 4 MiB or more. */
void section_writer_take (SectionWriter *writer, SectionId id, void *data, size_t n);
void section_writer_copy (SectionWriter *writer, SectionId id, const void *data, size_t n);

/* Ends a section. A section of known size must be complete. raw_bytes is the decoded size for SECTION_ZSTD and ignored
 * otherwise. */
void section_writer_end (SectionWriter *writer, SectionId id, uint64_t raw_bytes);

/* Writes a whole raw section: begin, copy and end. */
void section_writer_put (SectionWriter *writer, SectionId id, const void *data, size_t n);

/* Do the same with take (), or with lent data, which stays the caller's and must not change until drain (), finish ()
 * or free (). */
void section_writer_put_taken (SectionWriter *writer, SectionId id, void *data, size_t n);
void section_writer_put_lent (SectionWriter *writer, SectionId id, const void *data, size_t n);

/* For the open section of unknown size: position () returns the bytes passed so far; rewind () goes back to the last
 * mark (), or to the begin of the section. Both wait like drain (). If there is no such section, position () returns 0
 * and the others do nothing. */
uint64_t section_writer_position (SectionWriter *writer);
void section_writer_mark (SectionWriter *writer);
void section_writer_rewind (SectionWriter *writer);

/* Waits until everything passed is in the file. Returns false if writing has failed. */
bool section_writer_drain (SectionWriter *writer);

/* Returns the offset of a section in the file, or 0 if it has not been opened. Known from the begin on, before the
 * section is filled. */
uint64_t section_writer_at (SectionWriter *writer, SectionId id);

/* Its size, once it has ended. */
uint64_t section_writer_size_bytes (SectionWriter *writer, SectionId id);

bool section_writer_failed (SectionWriter *writer);

/* Finishes the file; all sections must have ended. Waits, writes the table, truncates the file to its size and writes
 * the header. flags are SectionFileFlags. path is for messages only. TRACE_ERROR_NO_SPACE (disk full, quota, file size
 * limit; the message says how much was needed so far), TRACE_ERROR_UNWRITABLE (EIO and all else),
 * TRACE_ERROR_NO_MEMORY. */
bool section_writer_finish (SectionWriter *writer,
                            uint32_t flags,
                            const uint8_t key[16],
                            const char *path,
                            GError **error);
