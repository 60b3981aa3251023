/* SPDX-License-Identifier: Apache-2.0
 *
 * Step time distribution: how long the steps took, and which stand out. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_steps;
