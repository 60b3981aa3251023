/* SPDX-License-Identifier: Apache-2.0
 *
 * One pane on the screen: a card with its title, the (i) button, its menu, the chart, and the definition with its
 * denominator. Main thread.
 *
 * Signals: "part-activated" (int part); "command" (int PaneCommand), what the menu leaves to others; "rows" (uint);
 * "choice" (uint choice, uint word): what the user chose in the header. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane/pane.h"
#include "widgets/dashboard/pane_menu.h"

#define PANE_TYPE_CARD (pane_card_get_type ())
G_DECLARE_FINAL_TYPE (PaneCard, pane_card, PANE, CARD, GtkWidget)

/* Copies the options. */
GtkWidget *pane_card_new (const Pane *pane, const PaneOptions *options);
const Pane *pane_card_pane (PaneCard *card);

/* Returns the id of the table of what is shown (pane_table_id_of ()), or NULL. */
const char *pane_card_table_id (PaneCard *card);
const PaneOptions *pane_card_options (PaneCard *card);

/* Sets the options, which are copied, except for the name, which stays the same. */
void pane_card_set_options (PaneCard *card, const PaneOptions *options);

/* Folds or unfolds what the bit stands for (PaneOptions.unfolded), which setting options leaves as it is. */
void pane_card_toggle (PaneCard *card, uint64_t fold);

/* Returns the height of a card whose height follows what it shows (Pane.height_px), also while that is being computed. */
int pane_card_height_px (PaneCard *card, int width_px);

/* Returns the arguments for the functions of the pane, valid until the card changes. The data is NULL while it is being
 * computed. */
PaneContext pane_card_context (PaneCard *card);

/* Sets the position of the card, which decides the commands that its menu offers. */
typedef struct
{
  bool is_enlarged, is_first, is_last;
} PanePosition;

void pane_card_set_position (PaneCard *card, const PanePosition *position);

/* Shows figures if all sections of the pane are there, otherwise (and for NULL) grey blocks. Takes a
 * reference. */
void pane_card_show (PaneCard *card, DashboardData *data);
bool pane_card_shows (PaneCard *card, const DashboardData *data); /* NULL shows grey blocks */

/* Returns the process group of the part with the keyboard's cursor, or -1. */
int pane_card_focused_group (PaneCard *card);

/* Returns the events behind a part. Returns false if there are none. */
bool pane_card_target (PaneCard *card, int part, PaneTarget *ret_target);

/* Returns the events of the first part that has any; what changes the pane itself is none. */
bool pane_card_first_target (PaneCard *card, PaneTarget *ret_target);

/* Copies or saves the shown pane. Does nothing while it is being computed. Returns false with
 * PICTURE_ERROR. */
void pane_card_copy (PaneCard *card, PaneCommand how);
bool pane_card_save (PaneCard *card, const char *path, GError **error);

/* Returns whether the card can be dragged at that point. */
bool pane_card_is_handle (PaneCard *card, double x_px, double y_px);

void pane_card_focus (PaneCard *card);
