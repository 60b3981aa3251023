/* SPDX-License-Identifier: Apache-2.0
 *
 * The sections of a profile that come when everything about it is known: tables and texts. */

#pragma once

#include "trace/model/trace_private.h"
#include "trace/section/section_writer.h"

/* trace: being built; its slices, points, flows, arguments and names are written already. Its texts are lent to the
 * writer: they are to stay as they are until it has finished. sources: one a rank. False: out of memory (that of the
 * writer is told by section_writer_finish ()). */
bool profile_write (const Trace *trace, SectionWriter *writer, const SourceRecord *sources);
