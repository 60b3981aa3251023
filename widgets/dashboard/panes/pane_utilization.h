/* SPDX-License-Identifier: Apache-2.0
 *
 * GPU utilization over time: the busy share of equal parts of the window, node by node and GPU by GPU. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_utilization;
