/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the kinds of slices without a category, in files where no category tells the kind of any slice. The kinds
 * follow from the names (trace/model/slice_name_kind.h) once the whole file has been read:
 *
 *   1. The file comes from PyTorch if one of these slices is on a process "CPU functions" or "CUDA functions", or is
 *      named "aten::X".
 *   2. In a file from PyTorch, the form of the name tells operators and CUDA or HIP API calls on host threads. On the
 *      process "CPU functions" every other slice is an annotation of the program, unless it has the name of device
 *      work. If the file has no name "aten::X", a bare word such as "mm" is an operator, as versions before 1.7 write
 *      them.
 *   3. Slices on the process "CUDA functions" are kernels, memcpys and memsets, and the thread id is the number of the
 *      device. But a slice there is an annotation of the device if it has the name of an annotation, or if it has the name
 *      of a slice of a host thread and other such slices inside (chrome_event_intervals.h).
 *   4. In any file, "ProfilerStep#N" on a host thread is an annotation, and therefore a step.
 *
 *   5. In a file that was converted from an RPD database, slices on host threads are API calls by the form of their name,
 *      the profiler's own work, or else annotations of the program: all that such a database has. Those on devices have
 *      got their kind from their argument "desc" (chrome_sink.c).
 *
 * All other slices keep SLICE_OTHER. A file whose categories tell kinds is not changed. */

#pragma once

#include "trace/build/builder.h"
#include "trace/import/tracks/import_tracks.h"

/* is_rpd says whether the file was converted from an RPD database. Call this once per rank, after its last slice and before import_tracks_finish (). Moves slices whose kind was found
 * to the rows of that kind, and counts them in a health row. Marks the builder as failed when memory runs out. O(slices
 * of the rank + strings + tracks), and O(n log n) for the n slices of the process "CUDA functions". */
void chrome_uncategorised_finish (TraceBuilder *builder, ImportTracks *tracks, bool is_rpd);
