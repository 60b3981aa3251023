/* SPDX-License-Identifier: Apache-2.0
 *
 * A section file as a Trace. Tables are decoded and checked, so that every id and range in them exists; columns are
 * used where they lie, whatever they hold. */

#pragma once

#include "trace/model/trace.h"
#include "trace/section/section_map.h"
#include "trace/section/section_writer.h"

/* Takes map, also when this fails. O(tracks + rows + steps). path is for messages only.
 * TRACE_ERROR_DAMAGED: says which section; TRACE_ERROR_NO_MEMORY. */
Trace *profile_read (SectionMap *map, const char *path, GError **error);

/* The same of a file that is still being written, for deriving what is missing: tables, columns of slices but their
 * arguments, samples and flows must be there, and only they are. instants: borrowed, in place of those of the file.
 * fd, writer: the file's. */
Trace *profile_read_written (int fd,
                             SectionWriter *writer,
                             TraceInstant *instants,
                             uint64_t n_instants,
                             const char *path,
                             GError **error);
