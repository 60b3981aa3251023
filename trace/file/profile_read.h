/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens a section file as a Trace. Tables are decoded and checked, so that every id and range in them exists;
 * columns are used in place, whatever they contain. */

#pragma once

#include "trace/model/trace.h"
#include "trace/section/section_map.h"
#include "trace/section/section_writer.h"

/* Takes ownership of map, also on failure. O(tracks + rows + steps). path is only for messages. Fails with
 * TRACE_ERROR_DAMAGED, whose message names the section, or TRACE_ERROR_NO_MEMORY. */
Trace *profile_read (SectionMap *map, const char *path, GError **error);

/* Reads a file that is still being written, to derive what is missing. Tables, columns of slices except their
 * arguments, samples and flows must be there, and nothing else. instants are borrowed and take the place of those of
 * the file. fd and writer belong to the file. Fails as profile_read () does. */
Trace *profile_read_written (int fd,
                             SectionWriter *writer,
                             TraceInstant *instants,
                             uint64_t n_instants,
                             const char *path,
                             GError **error);
