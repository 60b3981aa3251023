/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison as JSON: "stepscope.compare/1". */

#pragma once

#include <glib.h>

#include "app/cli/comparing/compare_costs.h"
#include "app/cli/comparing/compare_sides.h"
#include "trace/compare/comparison.h"

/* Kernels of a part of the waterfall that are listed one by one; the others are one entry without a name. */
#define WATERFALL_KERNELS 20

/* costs adds what steps cost, unless it has no sides. Transfer full. */
GString *compare_json (const CompareSides *sides, const Comparison *comparison, const CompareCosts *costs);

/* Says how intervals were found, for every side but the baseline: "circular block bootstrap, ...", or "B: ...; C: ..." where
 * they differ. Transfer full (g_free ()). */
char *compare_method_text (const Comparison *comparison);
