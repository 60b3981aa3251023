/* SPDX-License-Identifier: Apache-2.0
 *
 * The page for SQL queries over a loaded profile. A query runs on a worker thread and can be stopped. Its rows are shown
 * as a table; rows with the id of a slice lead to that slice. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/profiles/profile_list.h"

#define QUERY_TYPE_PAGE (query_page_get_type ())
G_DECLARE_FINAL_TYPE (QueryPage, query_page, QUERY, PAGE, GtkWidget)

/* References loaded. */
GtkWidget *query_page_new (LoadedProfile *loaded);

/* Replaces the text of the query and runs it. Does nothing when the text is the same. */
void query_page_show (QueryPage *page, const char *sql);
