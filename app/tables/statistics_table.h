/* SPDX-License-Identifier: Apache-2.0
 *
 * One table of statistics of a loaded profile: computed on another thread for the scope of the window, whenever that is
 * another one and the table is seen. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/profiles/profile_list.h"
#include "trace/stats/tables/stat_tables.h"

#define STATISTICS_TYPE_TABLE (statistics_table_get_type ())
G_DECLARE_FINAL_TYPE (StatisticsTable, statistics_table, STATISTICS, TABLE, GtkWidget)

/* loaded is referenced, kind static. */
GtkWidget *statistics_table_new (LoadedProfile *loaded, const StatTableKind *kind);

void statistics_table_set_filter (StatisticsTable *table, const char *filter);
