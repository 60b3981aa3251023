/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison at a glance: what changed most in sentences, the summary, the waterfall, the step times, what the GPUs do
 * along a step, which findings are new or went, and what steps cost. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/compare/compare_curves.h"
#include "widgets/compare/compare_durations.h"
#include "widgets/compare/compared.h"
#include "widgets/compare/compared_findings.h"
#include "widgets/compare/cost_card.h"

#define COMPARE_TYPE_OVERVIEW (compare_overview_get_type ())
G_DECLARE_FINAL_TYPE (CompareOverview, compare_overview, COMPARE, OVERVIEW, GtkWidget)

GtkWidget *compare_overview_new (void);

/* References compared and curves; takes step_times and findings. All but compared may be NULL. */
void compare_overview_set (CompareOverview *overview,
                           Compared *compared,
                           CompareDurations *step_times,
                           CompareCurves *curves,
                           ComparedFindings *findings);

/* Drops what is shown, and with it the profiles that it holds. */
void compare_overview_clear (CompareOverview *overview);

/* Writes it as a picture, with the parts of the waterfall open that are. Returns false with PICTURE_ERROR. Call it only if
 * there is one. */
bool compare_overview_has_picture (CompareOverview *overview);
bool compare_overview_save (CompareOverview *overview, const char *path, GError **error);

/* Returns the card of costs, which the caller fills; borrowed. */
CostCard *compare_overview_costs (CompareOverview *overview);
