/* SPDX-License-Identifier: Apache-2.0
 *
 * The compact form of a profile as a file. */

#pragma once

#include <stdatomic.h>

#include "trace/model/trace.h"

/* Writes the compact form of a profile. fd: an empty regular file, open for reading and writing; borrowed. cancelled may
 * be NULL. path is for messages. Blocks: about a second per 2 M slices. Errors as of section_writer_finish (), and
 * TRACE_ERROR_CANCELLED, TRACE_ERROR_DAMAGED. */
bool trace_write_archive (const Trace *trace,
                          int fd,
                          const atomic_bool *cancelled,
                          const char *path,
                          GError **error);
