/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables page of a loaded profile. The sidebar lists the tables, then Query. Each table is built when it is first
 * shown. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/profiles/profile_list.h"

#define TABLES_TYPE_PAGE (tables_page_get_type ())
G_DECLARE_FINAL_TYPE (TablesPage, tables_page, TABLES, PAGE, GtkWidget)

/* References loaded. */
GtkWidget *tables_page_new (LoadedProfile *loaded);

/* Shows the table of that id, if it exists, filtered by filter. With the id "query", filter is SQL to run. */
void tables_page_show (TablesPage *page, const char *id, const char *filter);
