/* SPDX-License-Identifier: Apache-2.0
 *
 * The places of the parts of a chart: charts write it, chart_map_find () reads it.
 *
 * A NULL map is ignored. Areas beyond CHART_AREAS_MAX are dropped. */

#pragma once

#include "widgets/charts/chart.h"

void chart_map_clear (ChartMap *map);

/* Add the place of a part. A later place lies above the earlier ones. */
void chart_map_add (ChartMap *map, int part, Rect rect);
void chart_map_add_of_series (ChartMap *map, int series, int part, Rect rect);

/* Angles clockwise from 12 o'clock, begin_rad <= end_rad <= 2 pi. */
void chart_map_add_sector (ChartMap *map,
                           int part,
                           double cx_px,
                           double cy_px,
                           double inner_px,
                           double outer_px,
                           double begin_rad,
                           double end_rad);
