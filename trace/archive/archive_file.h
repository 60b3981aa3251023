/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes the compact form of a profile to a file. */

#pragma once

#include <stdatomic.h>

#include "trace/model/trace.h"

/* Writes the compact form of a profile. fd is an empty regular file, open for reading and writing, and is
 * borrowed. cancelled may be NULL. path is for messages. Blocks for about a second per 2 M slices. Fails with
 * the errors of section_writer_finish (), TRACE_ERROR_CANCELLED or TRACE_ERROR_DAMAGED. */
bool trace_write_archive (const Trace *trace,
                          int fd,
                          const atomic_bool *cancelled,
                          const char *path,
                          GError **error);
