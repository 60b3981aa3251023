/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Queue depth". */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_queues;
