/* SPDX-License-Identifier: Apache-2.0
 *
 * The sections of a profile that come when everything about it is known: tables, texts, arrows. */

#pragma once

#include "trace/file/section_writer.h"
#include "trace/trace_private.h"

/* trace: being built; its slices, instants, samples, arguments and names are written already, its flows are given to the
 * writer, so that it has none afterwards. sources: one a rank. False: out of memory (that of the writer is told by
 * section_writer_finish ()). */
bool profile_write (Trace *trace, SectionWriter *writer, const SourceRecord *sources);
