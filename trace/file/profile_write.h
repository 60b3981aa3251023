/* SPDX-License-Identifier: Apache-2.0
 *
 * The sections of a profile that come last, when everything about it is known: tables, texts, arrows, and what is
 * derived for those who open it. */

#pragma once

#include "trace/file/section_writer.h"
#include "trace/trace_private.h"

/* trace: being built, its slices and their indices written already. sources: one a rank. False: out of memory (that
 * of the writer is told by section_writer_finish ()). */
bool profile_write (const Trace *trace, SectionWriter *writer, const SourceRecord *sources);

/* Of these, what archives hold as well. encode: as zstd. */
bool profile_write_tables (const Trace *trace, SectionWriter *writer, const SourceRecord *sources);
