/* SPDX-License-Identifier: Apache-2.0
 *
 * SQL over a loaded profile: a query is written, run on another thread, and can be stopped; its rows are a table, and
 * those that have the id of a slice lead to it. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/profiles/profile_list.h"

#define QUERY_TYPE_PAGE (query_page_get_type ())
G_DECLARE_FINAL_TYPE (QueryPage, query_page, QUERY, PAGE, GtkWidget)

/* loaded is referenced. */
GtkWidget *query_page_new (LoadedProfile *loaded);

/* Takes the place of what was written, and runs; what is the same already stays as it is. */
void query_page_show (QueryPage *page, const char *sql);
