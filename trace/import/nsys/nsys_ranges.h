/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls of libraries and of the operating system, and whatever else has a thread, a begin, an end and a name: OS runtime,
 * MPI, UCX, NCCL, cuBLAS, cuDNN, OpenACC, OpenMP, the profiler's overhead, events of CUDA graphs, and tables that a later
 * release adds. A table of this shape is shown under a category that tells where it comes from. */

#pragma once

#include "trace/import/nsys/nsys_import.h"

void nsys_ranges_read (NsysImport *import);

/* Counts, as not shown, the rows of tables of events that nothing here reads. */
void nsys_ranges_count_others (NsysImport *import);
