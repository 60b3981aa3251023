/* SPDX-License-Identifier: Apache-2.0
 *
 * Computes the figures of areas on a thread and caches them. Main thread only.
 *
 * While the user drags an area, its figures follow: a running computation is finished and delivered, then
 * the newest area is computed. A computation that takes longer than a moment is cancelled at once. */

#pragma once

#include "trace/stats/summary/area_stats.h"
#include "widgets/state/view_state.h"

/* An area and, once they are known, its figures. */
typedef struct
{
  const Profile *profile;
  ViewArea area;
  StatsScope scope; /* scope of the figures */
  bool is_known;
  bool has_failed; /* memory ran out; the figures will not become known */
  AreaStats stats; /* only if they are known */
} AreaFigures;

const AreaFigures *area_figures_ref (const AreaFigures *figures);
void area_figures_unref (const AreaFigures *figures);

/* Returns whether both are of the same area in the same scope. */
bool area_figures_same (const AreaFigures *figures, const AreaFigures *other);

typedef struct AreaFinder AreaFinder;

/* Creates a finder. It calls found (figures, is_last, user_data) after figures were computed or have failed. is_last is
 * true if no others are pending. */
AreaFinder *area_finder_new (void (*found) (const AreaFigures *figures, bool is_last, gpointer user_data),
                             gpointer user_data);
void area_finder_free (AreaFinder *finder);

/* Returns the cached figures; otherwise unknown ones, and calls found () later. Transfer full. */
const AreaFigures *area_finder_ask (AreaFinder *finder, ViewState *state, const ViewArea *area);
