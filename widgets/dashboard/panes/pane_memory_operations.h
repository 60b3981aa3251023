/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "GPU memory operations distribution". */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_memory_operations;
