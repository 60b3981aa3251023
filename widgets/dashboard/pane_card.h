/* SPDX-License-Identifier: Apache-2.0
 *
 * One pane on the screen: a card with its title, the (i) button, the chart, and the definition with its
 * denominator. Main thread.
 *
 * Signal "part-activated" (int part). */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane.h"

#define PANE_TYPE_CARD (pane_card_get_type ())
G_DECLARE_FINAL_TYPE (PaneCard, pane_card, PANE, CARD, GtkWidget)

GtkWidget *pane_card_new (const Pane *pane);
const Pane *pane_card_pane (PaneCard *card);

/* data is borrowed until the next call; NULL: it is being computed. */
void pane_card_set_data (PaneCard *card, const DashboardData *data);
