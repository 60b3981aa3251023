/* SPDX-License-Identifier: Apache-2.0
 *
 * The text editor for queries: monospace, with bold keywords. A list of completions opens while typing and on
 * Ctrl+Space; arrows choose, Tab or Enter accepts, Escape closes it.
 *
 * Signals:
 *   "run" ()               Ctrl+Enter
 *   "history" (int by)     Alt+Up (-1), Alt+Down (1)
 *   "changed" ()           the text changed */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#define SQL_TYPE_EDITOR (sql_editor_get_type ())
G_DECLARE_FINAL_TYPE (SqlEditor, sql_editor, SQL, EDITOR, GtkWidget)

GtkWidget *sql_editor_new (void);

/* Get and set the text of the query. The result is transfer full. */
char *sql_editor_text (SqlEditor *editor);
void sql_editor_set_text (SqlEditor *editor, const char *text);

/* Puts the cursor before the character of that number, counted from 1. */
void sql_editor_show_place (SqlEditor *editor, int character);
