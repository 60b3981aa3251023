/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a section file while its contents are still being made: a thread of its own hashes and writes what the
 * caller hands over, with a bound on what may wait. A small file is written without it.
 *
 * Everything is written with pwrite after fallocate, never through a mapping, so that a full disk is an error and
 * not a SIGBUS. The header comes last: a file whose writing was cut short is not a section file. Nothing is synced,
 * linked or renamed here: that is the publisher's.
 *
 * One caller at a time. Failing is remembered: calls after it do nothing, and finish () tells. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/section/section.h"

typedef struct SectionWriter SectionWriter;

/* What may wait to be written; a larger single buffer waits alone. */
#define SECTION_WRITER_WAITING_BYTES (16u << 20)

/* fd: an empty regular file, open for reading and writing; borrowed, and only used through the writer until it is
 * freed. NULL: out of memory. Freeing gives up what still waits; what was not finished is no section file.
 *
 * A process that forks may make a writer of its own in the child; this one is not to be touched there. */
SectionWriter *section_writer_new (int fd);
void section_writer_free (SectionWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SectionWriter, section_writer_free)

#define SECTION_SIZE_UNKNOWN UINT64_MAX

/* Opens a section, once per id (< SECTION_ID_END). Any number of sections of known size may be open at once, and are
 * filled independently, each from its begin to its end; while one of unknown size is open no other may be begun. codec
 * says what the bytes are; nothing is encoded here. Sections lie in the file in the order in which they were begun. */
void section_writer_begin (SectionWriter *writer, SectionId id, SectionCodec codec, uint64_t size_bytes);

/* The next bytes of an open section. take: data was allocated with malloc () and is freed by the writer, whatever
 * happens; copy: it may be gone afterwards. Blocks while SECTION_WRITER_WAITING_BYTES wait to be written. Small pieces
 * are cheap: up to 128 KiB of each open section are gathered before they go to the thread. */
void section_writer_take (SectionWriter *writer, SectionId id, void *data, size_t n);
void section_writer_copy (SectionWriter *writer, SectionId id, const void *data, size_t n);

/* No more of it. A section of known size must be complete. raw_bytes: decoded size, for SECTION_ZSTD; else
 * ignored. */
void section_writer_end (SectionWriter *writer, SectionId id, uint64_t raw_bytes);

/* begin, copy and end in one: a raw section. */
void section_writer_put (SectionWriter *writer, SectionId id, const void *data, size_t n);

/* The same with take; and with data that is only lent: it stays the caller's, and is to stay as it is until drain (),
 * finish () or free (). */
void section_writer_put_taken (SectionWriter *writer, SectionId id, void *data, size_t n);
void section_writer_put_lent (SectionWriter *writer, SectionId id, const void *data, size_t n);

/* For the open section of unknown size: the bytes handed over so far; and going back to where mark () was called last,
 * or to its begin. Both wait like drain (). Without such a section: 0, and nothing. */
uint64_t section_writer_position (SectionWriter *writer);
void section_writer_mark (SectionWriter *writer);
void section_writer_rewind (SectionWriter *writer);

/* Waits until everything handed over is in the file. False: writing has failed. */
bool section_writer_drain (SectionWriter *writer);

/* Where a section lies in the file, once begun: known at once, also for sections that are not filled yet. 0: not begun.
 */
uint64_t section_writer_at (SectionWriter *writer, SectionId id);

/* Its size, once it has ended. */
uint64_t section_writer_size_bytes (SectionWriter *writer, SectionId id);

bool section_writer_failed (SectionWriter *writer);

/* All sections have ended. Waits, writes the table, cuts the file to its size, writes the header. flags:
 * SectionFileFlags. path is for messages only.
 * TRACE_ERROR_NO_SPACE (disk full, quota, file size limit): says how much was needed so far;
 * TRACE_ERROR_UNWRITABLE (EIO and all else); TRACE_ERROR_NO_MEMORY. */
bool section_writer_finish (SectionWriter *writer,
                            uint32_t flags,
                            const uint8_t key[16],
                            const char *path,
                            GError **error);
