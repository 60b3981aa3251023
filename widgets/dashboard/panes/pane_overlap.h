/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Communication and computation". */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_overlap;
