/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns an archive back into a native file. */

#pragma once

#include <stdatomic.h>

#include "trace/model/trace.h"
#include "trace/section/section_map.h"

/* Decodes an archive into a native file: its columns, tables and arguments, and what is derived from them. fd
 * is an empty regular file, open for reading and writing, and is borrowed. Safe for any bytes of the archive.
 * fd grows by what is really decoded, not by what the archive claims. Fails with the errors of
 * trace_write_archive (). */
bool archive_restore (const SectionMap *archive,
                      int fd,
                      const atomic_bool *cancelled,
                      const char *path,
                      GError **error);
