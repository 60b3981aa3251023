/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Estimated SM efficiency and occupancy". */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_occupancy;
