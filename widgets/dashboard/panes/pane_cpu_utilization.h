/* SPDX-License-Identifier: Apache-2.0
 *
 * CPU utilization over time: of samples, else of what the traced threads did. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_cpu_utilization;
