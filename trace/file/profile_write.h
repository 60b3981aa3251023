/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes the sections of a profile that need everything about it to be known: tables and texts. */

#pragma once

#include "trace/model/trace_private.h"
#include "trace/section/section_writer.h"

/* trace is under construction; its slices, points, flows, arguments and names are written already. Its texts
 * are lent to the writer and must not change until it has finished. sources has one entry per rank. Returns
 * false if memory runs out (section_writer_finish () reports if the writer ran out). */
bool profile_write (const Trace *trace, SectionWriter *writer, const SourceRecord *sources);
