/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernel precision distribution: the time of kernels by the type of their inputs, the unknown included. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_precision;
