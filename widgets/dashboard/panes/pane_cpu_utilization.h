/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "CPU utilization over time": from samples or, without samples, from the traced threads. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_cpu_utilization;
