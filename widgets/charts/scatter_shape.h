/* SPDX-License-Identifier: Apache-2.0
 *
 * The shape and the colour of the points of a series, which tell them apart with and without colours. */

#pragma once

#include "widgets/charts/scatter.h"

/* Draws a point of a series whose shape reaches radius_px from its middle. */
void scatter_shape_draw (cairo_t *cr, const Theme *theme, int series, double x_px, double y_px, double radius_px);
