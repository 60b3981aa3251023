/* SPDX-License-Identifier: Apache-2.0
 *
 * What views of many ranks show of a profile, whatever its window. Computed when it is first asked for. */

#pragma once

#include "trace/ranks/heat_map.h"
#include "trace/ranks/rank_figures.h"

typedef struct
{
  HeatMap map;
  RankFigures figures;
} ProfileRanks;
