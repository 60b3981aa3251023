/* SPDX-License-Identifier: Apache-2.0
 *
 * One pane on the screen: a card with its title, the (i) button, its menu, the chart, and the definition with its
 * denominator. Main thread.
 *
 * Signals: "part-activated" (int part); "command" (int PaneCommand), what the menu leaves to others; "rows" (uint). */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane/pane.h"
#include "widgets/dashboard/pane_menu.h"

#define PANE_TYPE_CARD (pane_card_get_type ())
G_DECLARE_FINAL_TYPE (PaneCard, pane_card, PANE, CARD, GtkWidget)

/* The options are copied. */
GtkWidget *pane_card_new (const Pane *pane, const PaneOptions *options);
const Pane *pane_card_pane (PaneCard *card);
const PaneOptions *pane_card_options (PaneCard *card);

/* The name does not change. */
void pane_card_set_options (PaneCard *card, const PaneOptions *options);

/* Where it stands: which of the commands of its menu make sense. */
typedef struct
{
  bool is_enlarged, is_first, is_last;
} PanePosition;

void pane_card_set_position (PaneCard *card, const PanePosition *position);

/* Shows figures, as far as all that the pane needs is there; else, and for NULL, grey blocks. Referenced. */
void pane_card_show (PaneCard *card, DashboardData *data);
bool pane_card_shows (PaneCard *card, const DashboardData *data); /* NULL: grey blocks */

/* The events behind a part of what is shown; false: there are none. */
bool pane_card_target (PaneCard *card, int part, PaneTarget *ret_target);

/* What the pane is about: the events of the first part that has any. */
bool pane_card_first_target (PaneCard *card, PaneTarget *ret_target);

/* Copies or saves what is shown; nothing while that is being computed. False: PICTURE_ERROR. */
void pane_card_copy (PaneCard *card, PaneCommand how);
bool pane_card_save (PaneCard *card, const char *path, GError **error);

/* Whether a point of the card is where it can be taken and moved. */
bool pane_card_is_handle (PaneCard *card, double x_px, double y_px);

void pane_card_focus (PaneCard *card);
