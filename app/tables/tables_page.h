/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables page of a loaded profile: at the left what there are tables of, and queries. Each is built when it is first
 * seen. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/profiles/profile_list.h"

#define TABLES_TYPE_PAGE (tables_page_get_type ())
G_DECLARE_FINAL_TYPE (TablesPage, tables_page, TABLES, PAGE, GtkWidget)

/* loaded is referenced. */
GtkWidget *tables_page_new (LoadedProfile *loaded);

/* Shows the table of that id, if there is one, with the rows that have filter in them; of "query" the rows of that SQL. */
void tables_page_show (TablesPage *page, const char *id, const char *filter);
