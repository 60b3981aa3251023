/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels, and graphs that were recorded as a whole (--cuda-graph-trace=graph), whose kernels are not known. */

#pragma once

#include "trace/import/nsys/nsys_import.h"

void nsys_kernels_read (NsysImport *import);
void nsys_graphs_read (NsysImport *import);
