/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of statistics (trace/stats/tables/stat_table.h) as a table on the screen. */

#pragma once

#include "trace/stats/tables/stat_table.h"
#include "widgets/state/profile.h"
#include "widgets/tables/table_source.h"

/* Takes ownership of table, a g_new () of a computed table. Takes a reference to the profile, whose trace
 * it reads. */
TableSource *stat_source_new (StatTable *table, const Profile *profile);

const StatTable *stat_source_table (const TableSource *source);
