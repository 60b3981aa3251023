/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Memory use over time". */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_memory_use;
