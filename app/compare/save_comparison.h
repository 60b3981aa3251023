/* SPDX-License-Identifier: Apache-2.0
 *
 * Asks where to save what the Compare page shows as a picture, and does it. Main thread. */

#pragma once

#include "widgets/compare/compare_overview.h"
#include "widgets/compare/timelines/compared_timelines.h"

void save_comparison_ask (CompareOverview *overview);
void save_comparison_ask_timelines (ComparedTimelines *timelines);
