/* SPDX-License-Identifier: Apache-2.0
 *
 * A popover to choose one of any number of texts. */

#pragma once

#include <gtk/gtk.h>

#define SCOPE_TYPE_LIST (scope_list_get_type ())
G_DECLARE_FINAL_TYPE (ScopeList, scope_list, SCOPE, LIST, GtkPopover)

/* Creates the popover. what is the accessible name of the list. Signal "chosen" (guint) is emitted with the index of
 * the text that the user chose. */
GtkWidget *scope_list_new (const char *what);

/* texts ends with NULL. chosen is the index of the current one. */
void scope_list_set (ScopeList *list, const char *const *texts, guint chosen);
