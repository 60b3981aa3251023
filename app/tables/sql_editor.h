/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a query is written: monospace, with keywords in bold, and a list of words that go on from what is typed: while
 * typing, and with Ctrl+Space. Arrows choose, Tab or Enter takes, Escape closes.
 *
 * Signals:
 *   "run" ()               Ctrl+Enter
 *   "history" (int by)     Alt+Up (-1), Alt+Down (1)
 *   "changed" ()           the text */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#define SQL_TYPE_EDITOR (sql_editor_get_type ())
G_DECLARE_FINAL_TYPE (SqlEditor, sql_editor, SQL, EDITOR, GtkWidget)

GtkWidget *sql_editor_new (void);

/* Transfer full. */
char *sql_editor_text (SqlEditor *editor);
void sql_editor_set_text (SqlEditor *editor, const char *text);

/* Puts the cursor before a character, counted from 1. */
void sql_editor_show_place (SqlEditor *editor, int character);
