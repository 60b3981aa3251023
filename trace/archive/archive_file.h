/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile as an archive, and an archive as a native file again. */

#pragma once

#include <stdatomic.h>

#include "trace/file/section_map.h"
#include "trace/trace.h"

/* Writes the compact form of a profile. fd: an empty regular file, open for reading and writing; borrowed. cancelled may
 * be NULL. path is for messages. Blocks: about a second per 2 M slices. Errors as of section_writer_finish (), and
 * TRACE_ERROR_CANCELLED, TRACE_ERROR_DAMAGED. */
bool trace_write_archive (const Trace *trace,
                          int fd,
                          const atomic_bool *cancelled,
                          const char *path,
                          GError **error);

/* Decodes an archive into a native file: its columns, tables and arguments, and what follows from them. fd as above.
 * Safe for any bytes of the archive; takes as much of fd as is decoded, not as is claimed. Errors likewise. */
bool archive_restore (const SectionMap *archive,
                      int fd,
                      const atomic_bool *cancelled,
                      const char *path,
                      GError **error);
