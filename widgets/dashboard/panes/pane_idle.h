/* SPDX-License-Identifier: Apache-2.0
 *
 * Idle by cause: why the GPUs did nothing, and the longest gaps. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_idle;
