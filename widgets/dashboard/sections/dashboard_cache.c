/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/dashboard_cache.h"

struct DashboardCache
{
  DashboardData *kept[DASHBOARD_CACHE_MAX]; /* the one that was asked for last comes first */
  int n;
};

DashboardCache *
dashboard_cache_new (void)
{
  return g_new0 (DashboardCache, 1);
}

void
dashboard_cache_free (DashboardCache *cache)
{
  while (cache->n > 0)
    dashboard_data_unref (cache->kept[--cache->n]);
  g_free (cache);
}

static bool
is_same_scope (const StatsScope *a, const StatsScope *b)
{
  return a->trace == b->trace && a->steps == b->steps && a->begin_ns == b->begin_ns && a->end_ns == b->end_ns
         && a->is_whole == b->is_whole && a->rank == b->rank && a->device == b->device && a->tracks == NULL
         && b->tracks == NULL;
}

bool
dashboard_cache_is_of (const DashboardData *data, const StatsScope *scope)
{
  return is_same_scope (&data->scope, scope);
}

static DashboardData *
take (DashboardCache *cache, int i)
{
  DashboardData *data = cache->kept[i];

  cache->n--;
  for (; i < cache->n; i++)
    cache->kept[i] = cache->kept[i + 1];
  return data;
}

/* Transfer full. */
static void
put_first (DashboardCache *cache, DashboardData *data)
{
  if (cache->n == DASHBOARD_CACHE_MAX)
    dashboard_data_unref (take (cache, cache->n - 1));
  for (int i = cache->n++; i > 0; i--)
    cache->kept[i] = cache->kept[i - 1];
  cache->kept[0] = data;
}

static void
drop_other_profiles (DashboardCache *cache, const Profile *profile)
{
  for (int i = cache->n - 1; i >= 0; i--)
    if (cache->kept[i]->profile != profile)
      dashboard_data_unref (take (cache, i));
}

static DashboardData *
find (DashboardCache *cache, const StatsScope *scope)
{
  for (int i = 0; i < cache->n; i++)
    if (is_same_scope (&cache->kept[i]->scope, scope))
      return take (cache, i);
  return NULL;
}

DashboardData *
dashboard_cache_get (DashboardCache *cache,
                     const Profile *profile,
                     const StatsScope *scope,
                     const DashboardChoices *choices)
{
  drop_other_profiles (cache, profile);
  DashboardData *data = find (cache, scope);
  if (data == NULL)
    data = dashboard_data_begin (profile, scope, choices);
  else if (!dashboard_data_is_of (data, choices) || dashboard_data_may_improve (data, SECTIONS_ALL))
    {
      DashboardData *other = dashboard_data_with (data, choices);

      dashboard_data_unref (data);
      data = other;
    }
  if (scope->tracks == NULL)
    put_first (cache, dashboard_data_ref (data));
  return data;
}

void
dashboard_cache_add (DashboardCache *cache, DashboardData *data)
{
  drop_other_profiles (cache, data->profile);
  DashboardData *old = find (cache, &data->scope);

  dashboard_data_unref (old);
  if (data->scope.tracks == NULL)
    put_first (cache, dashboard_data_ref (data));
}
