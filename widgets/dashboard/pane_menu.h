/* SPDX-License-Identifier: Apache-2.0
 *
 * The menu of a card with the commands of a pane. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane/pane.h"

typedef enum
{
  PANE_ENLARGE, /* or restore */
  PANE_SHOW_EVENTS,
  PANE_SHOW_TABLE, /* the table of all figures, of a pane that has one */
  PANE_RENAME_GROUP, /* of a pane that names process groups */
  PANE_AGAIN, /* recompute figures that may improve */
  PANE_USUAL, /* of the two ways of drawing it */
  PANE_OTHER,
  PANE_COPY_IMAGE,
  PANE_COPY_TABLE,
  PANE_COPY_MARKDOWN,
  PANE_COPY_ISSUE, /* of a pane that can be copied as plain text for an issue */
  PANE_RULES,      /* the rules, of the pane of findings */
  PANE_SAVE,
  PANE_MOVE_LEFT,
  PANE_MOVE_RIGHT,
  PANE_HIDE,
  PANE_REMOVE, /* a pane that the user added */
  N_PANE_COMMANDS
} PaneCommand;

/* The commands that apply now. */
typedef struct
{
  bool is_enlarged, is_removable;
  bool has_choice;  /* of the two ways of drawing it */
  bool may_improve; /* dashboard_data_may_improve () of its figures */
  bool can_show_events, can_copy_image, can_copy_table, can_move_left, can_move_right;
} PaneMenuState;

/* Creates the menu of a pane as a popover. owner is the widget with the action group "pane", which the commands
 * activate. After the menu has closed, on_command (user_data, command) is called for the chosen command. For a pane
 * with rows, on_rows (user_data, n_rows) is called whenever the user chooses another number of rows. Neither is called
 * once owner has left its window. Returns a floating reference. */
GtkWidget *pane_menu_new (GtkWidget *owner,
                          const Pane *pane,
                          const PaneOptions *options,
                          const PaneMenuState *state,
                          void (*on_command) (gpointer user_data, PaneCommand command),
                          void (*on_rows) (gpointer user_data, uint32_t n_rows),
                          gpointer user_data);
