/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of statistics of a loaded profile. It is computed for the scope of the window on a worker thread when the scope
 * has changed and the table is visible. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/profiles/profile_list.h"
#include "trace/stats/tables/stat_tables.h"

#define STATISTICS_TYPE_TABLE (statistics_table_get_type ())
G_DECLARE_FINAL_TYPE (StatisticsTable, statistics_table, STATISTICS, TABLE, GtkWidget)

/* References loaded; kind is static. */
GtkWidget *statistics_table_new (LoadedProfile *loaded, const StatTableKind *kind);

void statistics_table_set_filter (StatisticsTable *table, const char *filter);
