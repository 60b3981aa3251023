/* SPDX-License-Identifier: Apache-2.0
 *
 * Asks where to save a comparison as a picture, and does it. Main thread. */

#pragma once

#include "widgets/compare/compare_overview.h"

void save_comparison_ask (CompareOverview *overview);
