/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Kernel precision distribution": kernel time by the type of the inputs, including unknown types. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_precision;
