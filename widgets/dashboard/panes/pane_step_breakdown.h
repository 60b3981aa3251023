/* SPDX-License-Identifier: Apache-2.0
 *
 * Step time breakdown: one bar for each step, of what it was spent on. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_step_breakdown;
