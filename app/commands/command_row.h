/* SPDX-License-Identifier: Apache-2.0
 *
 * A command as a row of the list of commands: what it does, its group or why it does nothing now, its keys; and how well
 * it answers what was asked for. */

#pragma once

#include "app/commands/command_list.h"
#include "app/window/window.h"

/* Of command_list_get (command). Before it is shown: command_row_ask (), command_row_renew (). */
GtkWidget *command_row_new (guint command);

Command command_row_command (GtkListBoxRow *row);

/* What may be another each time: whether the command has an effect in the window, and its keys. One without an effect is
 * not sensitive. */
void command_row_renew (GtkListBoxRow *row, AppWindow *window);

/* question: folded (command_search_fold ()); "": every row answers it. */
void command_row_ask (GtkListBoxRow *row, const char *question);
bool command_row_is_answer (GtkListBoxRow *row);

/* Best answers first, otherwise as in the list; possible_first: what can be done now comes before what cannot. */
int command_row_compare (GtkListBoxRow *a, GtkListBoxRow *b, bool possible_first);
