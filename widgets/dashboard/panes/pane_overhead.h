/* SPDX-License-Identifier: Apache-2.0
 *
 * Profiler overhead: what profiling itself took, as far as the profiler tells. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_overhead;
