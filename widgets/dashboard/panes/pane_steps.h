/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Step time distribution": the durations of the steps, and outliers. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_steps;
