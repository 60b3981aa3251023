/* SPDX-License-Identifier: Apache-2.0
 *
 * CPU active time: of samples, else of what the traced threads did. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_cpu_active;
