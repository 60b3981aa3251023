/* SPDX-License-Identifier: Apache-2.0
 *
 * What a native file has so that opening it is no work: indices and statistics that follow from the rest. */

#pragma once

#include "trace/file/section_writer.h"
#include "trace/trace.h"

/* Interval index and level of detail of each row. trace: needs no more than slices and rows. False: out of memory
 * (that of the writer is told by section_writer_finish ()). O(slices). */
bool profile_derive_indices (const Trace *trace, SectionWriter *writer);

/* Busy intervals of devices, steps, totals of names. trace: needs everything but what this derives. False: likewise.
 * O(slices x log slices). */
bool profile_derive_statistics (const Trace *trace, SectionWriter *writer);
