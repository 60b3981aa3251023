/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Bandwidth between ranks". */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_rank_traffic;
