/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws grey blocks in place of a chart that is being computed, with the geometry of the chart. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

void pane_ghost_draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, PaneGhost ghost);
