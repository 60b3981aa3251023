/* SPDX-License-Identifier: Apache-2.0
 *
 * An archive as a native file again. */

#pragma once

#include <stdatomic.h>

#include "trace/model/trace.h"
#include "trace/section/section_map.h"

/* Decodes an archive into a native file: its columns, tables and arguments, and what follows from them. fd: an empty regular file, open for
 * reading and writing; borrowed.
 * Safe for any bytes of the archive; takes as much of fd as is decoded, not as is claimed. Errors likewise. */
bool archive_restore (const SectionMap *archive,
                      int fd,
                      const atomic_bool *cancelled,
                      const char *path,
                      GError **error);
