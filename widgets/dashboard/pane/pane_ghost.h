/* SPDX-License-Identifier: Apache-2.0
 *
 * Grey blocks where a chart will be: its final geometry, without figures. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

void pane_ghost_draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, PaneGhost ghost);
