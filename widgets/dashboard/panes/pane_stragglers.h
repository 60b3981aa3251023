/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Ranks that others wait for". */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_stragglers;
