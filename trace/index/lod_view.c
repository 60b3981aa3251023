/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/index/lod_view.h"

#include "trace/index/lod.h"

static int64_t
clamp_time (int64_t time_ns)
{
  return time_ns > LOD_TIME_MAX_NS    ? LOD_TIME_MAX_NS
         : time_ns < -LOD_TIME_MAX_NS ? -LOD_TIME_MAX_NS
                                      : time_ns;
}

LodView
lod_view_of (int64_t begin_ns, int64_t end_ns, uint32_t n_px)
{
  LodView view = { .begin_ns = clamp_time (begin_ns), .end_ns = clamp_time (end_ns) };

  if (view.end_ns <= view.begin_ns || n_px == 0)
    return view;

  uint64_t span = time_distance (view.begin_ns, view.end_ns);
  view.n_px = span < n_px ? (uint32_t) span : n_px;
  view.quotient = span / view.n_px;
  view.remainder = span % view.n_px;
  view.px_per_ns = (double) view.n_px / (double) span;
  return view;
}

uint32_t
lod_pixel_of (int64_t time_ns, int64_t begin_ns, int64_t end_ns, uint32_t n_px)
{
  const LodView view = lod_view_of (begin_ns, end_ns, n_px);

  if (view.n_px == 0 || time_ns <= view.begin_ns)
    return 0;
  if (time_ns >= view.end_ns)
    return n_px - 1;
  uint64_t span = time_distance (view.begin_ns, view.end_ns);
  if (span < n_px)
    return (uint32_t) ((time_distance (view.begin_ns, time_ns) * n_px + span - 1) / span);
  return lod_view_pixel_of (&view, time_ns);
}
