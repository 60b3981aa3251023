/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of areas, worked out by a thread and remembered. Main thread only.
 *
 * While an area is dragged its figures follow: what is being worked out is finished and told, and then the newest is
 * asked; what takes longer than a moment gives way at once. */

#pragma once

#include "trace/stats/summary/area_stats.h"
#include "widgets/state/view_state.h"

/* An area and, once they are known, its figures. */
typedef struct
{
  const Profile *profile;
  ViewArea area;
  StatsScope scope; /* that the figures are of */
  bool is_known;
  bool has_failed; /* memory ran out: they will not become known */
  AreaStats stats; /* only when they are known */
} AreaFigures;

const AreaFigures *area_figures_ref (const AreaFigures *figures);
void area_figures_unref (const AreaFigures *figures);

/* Of the same area in the same scope. */
bool area_figures_same (const AreaFigures *figures, const AreaFigures *other);

typedef struct AreaFinder AreaFinder;

/* found (figures, is_last, user_data) is called when some were worked out, or have failed; is_last: and no others are
 * awaited. */
AreaFinder *area_finder_new (void (*found) (const AreaFigures *figures, bool is_last, gpointer user_data),
                             gpointer user_data);
void area_finder_free (AreaFinder *finder);

/* The figures when they are remembered; else they are unknown, and found () is called. A new reference. */
const AreaFigures *area_finder_ask (AreaFinder *finder, ViewState *state, const ViewArea *area);
