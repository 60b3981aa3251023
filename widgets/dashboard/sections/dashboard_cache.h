/* SPDX-License-Identifier: Apache-2.0
 *
 * Keeps the figures of the last windows of a profile, so that going back to one is instant. Main thread. */

#pragma once

#include "widgets/dashboard/sections/dashboard_data.h"

/* The number of windows. A window has about 100 KB of figures, at most a MiB for each section. */
#define DASHBOARD_CACHE_MAX 16

typedef struct DashboardCache DashboardCache;

DashboardCache *dashboard_cache_new (void);
void dashboard_cache_free (DashboardCache *cache);

/* Returns the figures of a scope with these choices: the kept ones, which may lack sections, or new ones, which have
 * the sections that do not depend on a change of choices. Sections that failed or were stopped are not kept; they are
 * computed again. From now on these figures are kept, and those of other profiles or other steps are dropped. The
 * figures of a scope that is limited to tracks are not kept, because the tracks may go away. Transfer full. */
DashboardData *dashboard_cache_get (DashboardCache *cache,
                                    const Profile *profile,
                                    const StatsScope *scope,
                                    const DashboardChoices *choices);

/* Returns whether data is of that scope; false for a scope that is limited to tracks. */
bool dashboard_cache_is_of (const DashboardData *data, const StatsScope *scope);

/* Adds figures that were created elsewhere. Takes a reference. */
void dashboard_cache_add (DashboardCache *cache, DashboardData *data);
