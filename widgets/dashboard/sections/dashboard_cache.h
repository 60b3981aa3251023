/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of the windows of a profile that were looked at last: going back to one is instant. Main thread. */

#pragma once

#include "widgets/dashboard/sections/dashboard_data.h"

/* So many windows; a window has some 100 KB of figures, at most a MiB for each section. */
#define DASHBOARD_CACHE_MAX 16

typedef struct DashboardCache DashboardCache;

DashboardCache *dashboard_cache_new (void);
void dashboard_cache_free (DashboardCache *cache);

/* The figures of that scope, with those choices: those that are kept, which may lack sections, or ones without any but
 * those that other choices left. What was computed in vain or stopped is not kept: it is computed again. They are kept
 * from now on, and those of other profiles, or with other steps, are not. A scope that is limited to tracks is not
 * kept, for those may go. Transfer full. */
DashboardData *dashboard_cache_get (DashboardCache *cache,
                                    const Profile *profile,
                                    const StatsScope *scope,
                                    const DashboardChoices *choices);

/* Whether these are figures of that scope; never of one that is limited to tracks. */
bool dashboard_cache_is_of (const DashboardData *data, const StatsScope *scope);

/* Keeps figures that somebody else began. Referenced. */
void dashboard_cache_add (DashboardCache *cache, DashboardData *data);
