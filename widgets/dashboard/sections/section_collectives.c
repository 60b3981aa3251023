/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_collectives.h"

#include <stdlib.h>

static bool
take_points (CollectiveFigures *figures, CollectivePoints *points, bool (*should_continue) (void *), void *user_data)
{
  bool ok = collective_sizes_collect (&points->points, should_continue, user_data, &figures->sizes);

  figures->n = points->points.n;
  figures->n_alone = points->n_alone;
  figures->n_left_out = points->n_left_out;
  for (size_t i = 0; i < figures->sizes.n; i++)
    figures->n_of_kind[figures->sizes.at[i].kind] += figures->sizes.at[i].n;
  for (BandwidthAxis axis = 0; ok && axis < N_BANDWIDTH_AXES; axis++)
    ok = collective_spots_init (&figures->spots[axis], &points->points, axis, should_continue, user_data);
  return ok;
}

void *
section_collectives_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  CollectiveFigures *figures = calloc (1, sizeof *figures);
  CollectivePoints points = { 0 };
  bool ok = figures != NULL;

  if (ok && collective_points_may_be_in (data->scope.trace))
    ok = collective_points_init (&points, &data->scope, should_continue, user_data)
         && take_points (figures, &points, should_continue, user_data);
  collective_points_clear (&points);
  if (ok)
    return figures;
  if (figures != NULL)
    section_collectives_free (figures);
  return NULL;
}

void
section_collectives_free (void *section)
{
  CollectiveFigures *figures = section;

  for (BandwidthAxis axis = 0; axis < N_BANDWIDTH_AXES; axis++)
    collective_spots_clear (&figures->spots[axis]);
  collective_size_column_clear (&figures->sizes);
  free (figures);
}
