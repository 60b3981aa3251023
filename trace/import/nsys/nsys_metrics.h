/* SPDX-License-Identifier: Apache-2.0
 *
 * Hardware metrics sampled over time (GPU_METRICS), as counters of the device that the process which uses the GPU knows
 * by its own number. */

#pragma once

#include "trace/import/nsys/nsys_import.h"

void nsys_metrics_read (NsysImport *import);
