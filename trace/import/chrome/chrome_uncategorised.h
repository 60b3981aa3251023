/* SPDX-License-Identifier: Apache-2.0
 *
 * What slices without a category are, in files where no category tells the kind of any slice. Their names tell it
 * (trace/model/slice_name_kind.h), once all of the file is known:
 *
 *   1. The file is PyTorch's when one of these slices is on a process "CPU functions" or "CUDA functions", or is named
 *      "aten::X".
 *   2. In a file of PyTorch, on a host thread, operators and CUDA or HIP API calls are told by the shape of their names.
 *      On the process "CPU functions" every other slice is a range that the program marked, unless it has the name of
 *      device work; and where the file has no name "aten::X", a bare word such as "mm" is an operator, as versions before
 *      1.7 write them.
 *   3. Slices on the process "CUDA functions" are kernels, memcpys and memsets of the device that is the thread id.
 *   4. In any file, "ProfilerStep#N" on a host thread is an annotation, and therefore a step.
 *
 * All others keep SLICE_OTHER. A file whose categories tell kinds is left as it is. */

#pragma once

#include "trace/build/builder.h"
#include "trace/import/chrome/chrome_tracks.h"

/* To be called once, after the last slice of the rank and before chrome_tracks_finish (). Slices whose kind was found go
 * to the rows of that kind; a health row counts them. O(slices of the rank + strings + tracks). Marks the builder as
 * failed when memory runs out. */
void chrome_uncategorised_finish (TraceBuilder *builder, ChromeTracks *tracks);
