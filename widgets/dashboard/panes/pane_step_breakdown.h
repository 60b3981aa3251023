/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Step time breakdown": one bar for each step, divided by what the time was spent on. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_step_breakdown;
