/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Profiler overhead": the time that the profiler itself took, as far as it is recorded. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_overhead;
