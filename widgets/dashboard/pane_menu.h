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
  PANE_AGAIN, /* recompute figures that may improve */
  PANE_USUAL, /* of the two ways of drawing it */
  PANE_OTHER,
  PANE_COPY_IMAGE,
  PANE_COPY_TABLE,
  PANE_COPY_MARKDOWN,
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

/* A popover whose commands call on_command (user_data, command), and whose number of rows, of panes that have one,
 * on_rows (user_data, n_rows), as long as owner is in a window; commands when the menu has closed. owner: the widget whose action group "pane" they go through. Floating. */
GtkWidget *pane_menu_new (GtkWidget *owner,
                          const Pane *pane,
                          const PaneOptions *options,
                          const PaneMenuState *state,
                          void (*on_command) (gpointer user_data, PaneCommand command),
                          void (*on_rows) (gpointer user_data, uint32_t n_rows),
                          gpointer user_data);
