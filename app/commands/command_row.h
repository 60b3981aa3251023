/* SPDX-License-Identifier: Apache-2.0
 *
 * A row of the command list: the command's title, its group or the reason why it has no effect now, and its keys. A row
 * also knows how well it matches the search text. */

#pragma once

#include "app/commands/command_list.h"
#include "widgets/timeline/page/timeline_page.h"

/* Makes the row of command_list_get (command). Call command_row_ask () and command_row_renew () before it is shown. */
GtkWidget *command_row_new (guint command);

Command command_row_command (GtkListBoxRow *row);

/* Updates the command's keys and whether it has an effect in the window now; without one the row is insensitive.
 * timeline is the visible timeline page, or NULL. */
void command_row_renew (GtkListBoxRow *row, GtkApplicationWindow *window, TimelinePage *timeline);

/* Sets the search text, which must be folded by command_search_fold (). Every row matches "". */
void command_row_ask (GtkListBoxRow *row, const char *question);
bool command_row_is_answer (GtkListBoxRow *row);

/* Orders rows by how well they match, then by their place in the command list. With possible_first, commands with an
 * effect now come before those without. */
int command_row_compare (GtkListBoxRow *a, GtkListBoxRow *b, bool possible_first);
