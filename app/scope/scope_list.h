/* SPDX-License-Identifier: Apache-2.0
 *
 * A popover that chooses one of any number of texts. */

#pragma once

#include <gtk/gtk.h>

#define SCOPE_TYPE_LIST (scope_list_get_type ())
G_DECLARE_FINAL_TYPE (ScopeList, scope_list, SCOPE, LIST, GtkPopover)

/* Signal "chosen" (guint): the user chose that text. */
GtkWidget *scope_list_new (const char *what);

/* texts: ended by NULL. chosen: which of them is in force. */
void scope_list_set (ScopeList *list, const char *const *texts, guint chosen);
