/* SPDX-License-Identifier: Apache-2.0
 *
 * The card "Cost and scaling": a table of throughput, time and cost of all sides. Main thread.
 *
 * Signal "edit-wanted" (): the user wants to enter prices and samples. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/compare/compared_costs.h"

#define COST_TYPE_CARD (cost_card_get_type ())
G_DECLARE_FINAL_TYPE (CostCard, cost_card, COST, CARD, GtkWidget)

GtkWidget *cost_card_new (void);

/* Shows the costs of a comparison; costs is copied, compared is referenced. Both NULL: shows none. */
void cost_card_set (CostCard *card, Compared *compared, const ComparedCosts *costs);
