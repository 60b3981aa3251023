/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison at a glance: what changed most in sentences, the summary, the waterfall, the step times, and what
 * steps cost. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/compare/compare_durations.h"
#include "widgets/compare/compared.h"
#include "widgets/compare/cost_card.h"

#define COMPARE_TYPE_OVERVIEW (compare_overview_get_type ())
G_DECLARE_FINAL_TYPE (CompareOverview, compare_overview, COMPARE, OVERVIEW, GtkWidget)

GtkWidget *compare_overview_new (void);

/* References compared; takes step_times, which may be NULL. */
void compare_overview_set (CompareOverview *overview, Compared *compared, CompareDurations *step_times);

/* Returns the card of costs, which the caller fills; borrowed. */
CostCard *compare_overview_costs (CompareOverview *overview);
