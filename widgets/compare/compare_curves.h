/* SPDX-License-Identifier: Apache-2.0
 *
 * What the GPUs of the sides do along a step (trace/compare/side/step_curves.h), as curves over each other. Immutable once
 * computed, reference-counted; any thread. */

#pragma once

#include "widgets/charts/chart.h"
#include "widgets/compare/compared.h"

typedef enum
{
  CURVES_ACTIVE,
  CURVES_MEMORY,
  N_CURVES
} CurvesKind;

typedef struct CompareCurves CompareCurves;

/* Returns NULL when should_continue (user_data), which may be NULL, returns false or memory runs out. Takes the time of
 * step_curves_compute () for each side: call it from a worker thread. */
CompareCurves *
compare_curves_new (const Compared *compared, bool (*should_continue) (void *user_data), void *user_data);
CompareCurves *compare_curves_ref (CompareCurves *curves);
void compare_curves_unref (CompareCurves *curves); /* NULL is allowed */

/* Returns whether any side has a curve of that kind. */
bool compare_curves_have (const CompareCurves *curves, CurvesKind kind);

/* Returns the chart; valid as long as curves. */
const CurvesChart *compare_curves_chart (const CompareCurves *curves, CurvesKind kind);

/* Returns "GPU active along a step"; translated, static. Without curves, as of profiles with steps. */
const char *compare_curves_title (const CompareCurves *curves, CurvesKind kind);

/* Returns what the curves are of, below a chart. Translated, transfer full. */
char *compare_curves_method (const CompareCurves *curves, CurvesKind kind);

/* Returns the values at a point: "12 % to 13 % of the step", and a line a side. Translated, transfer full. */
char *compare_curves_point_text (const CompareCurves *curves,
                                 CurvesKind kind,
                                 int point,
                                 const NumberStyle *numbers);

/* Returns the legend in lines, with means. Translated, transfer full. */
char *compare_curves_text (const CompareCurves *curves, CurvesKind kind, const NumberStyle *numbers);
