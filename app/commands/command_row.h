/* SPDX-License-Identifier: Apache-2.0
 *
 * A command as a row of the list of commands: what it does, its group or why it does nothing now, its keys; and how well
 * it answers what was asked for. */

#pragma once

#include "app/commands/command_list.h"
#include "widgets/timeline/page/timeline_page.h"

/* Of command_list_get (command). Before it is shown: command_row_ask (), command_row_renew (). */
GtkWidget *command_row_new (guint command);

Command command_row_command (GtkListBoxRow *row);

/* Brings up to date what may change: whether the command has an effect in the window now, and its keys. The row of a
 * command without an effect is not sensitive. timeline is the one in view; NULL when none is. */
void command_row_renew (GtkListBoxRow *row, GtkApplicationWindow *window, TimelinePage *timeline);

/* question: folded (command_search_fold ()); "": every row answers it. */
void command_row_ask (GtkListBoxRow *row, const char *question);
bool command_row_is_answer (GtkListBoxRow *row);

/* Best answers first, otherwise as in the list; possible_first: what can be done now comes before what cannot. */
int command_row_compare (GtkListBoxRow *a, GtkListBoxRow *b, bool possible_first);
