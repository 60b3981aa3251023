/* SPDX-License-Identifier: Apache-2.0
 *
 * Caches the figures of the scopes that were shown last, so that going back to one takes no time. Main thread only. */

#pragma once

#include "widgets/dashboard/sections/dashboard_data.h"

/* The number of scopes. A scope has some 100 KB of figures, at most a MiB for each section. */
#define DASHBOARD_CACHE_MAX 16

typedef struct DashboardCache DashboardCache;

DashboardCache *dashboard_cache_new (void);
void dashboard_cache_free (DashboardCache *cache);

/* Returns the figures of a scope with these choices: the cached ones, which may lack sections, or new ones, which share the
 * sections that do not depend on the choices with cached ones. Sections that failed or were stopped are not reused.
 *
 * Adds the result to the cache and drops the figures of other profiles and other steps. A scope that is limited to tracks
 * is not cached, since its tracks may be freed. Transfer full. */
DashboardData *dashboard_cache_get (DashboardCache *cache,
                                    const Profile *profile,
                                    const StatsScope *scope,
                                    const DashboardChoices *choices);

/* Returns whether data is of that scope; false for a scope that is limited to tracks. */
bool dashboard_cache_is_of (const DashboardData *data, const StatsScope *scope);

/* Adds figures that were created elsewhere. Takes a reference. */
void dashboard_cache_add (DashboardCache *cache, DashboardData *data);
