/* SPDX-License-Identifier: Apache-2.0
 *
 * The pixels of a view, as trace/index/lod.h defines them. They use integers, so that every slice is exactly
 * where it belongs. */

#pragma once

#include <stdint.h>

#include "trace/index/occupied.h"

/* [begin_ns, end_ns) divided into n_px pixels, each at least a nanosecond wide; n_px is 0 when there is
 * nothing to show. */
typedef struct
{
  int64_t begin_ns, end_ns;
  uint32_t n_px;
  uint64_t quotient, remainder; /* of (end - begin) / n_px */
  double px_per_ns;
} LodView;

/* Returns the view of a span in at most n_px pixels: in fewer where the span has fewer nanoseconds. */
LodView lod_view_of (int64_t begin_ns, int64_t end_ns, uint32_t n_px);

/* Returns the first time in a pixel: begin + px x span / n_px, rounded up. px <= n_px. */
static inline int64_t
lod_view_begin_of_pixel (const LodView *view, uint32_t px)
{
  uint64_t fraction = (view->remainder * px + view->n_px - 1) / view->n_px;

  return (int64_t) ((uint64_t) view->begin_ns + view->quotient * px + fraction);
}

/* Returns the pixel of time_ns, which lies in [begin_ns, end_ns). The estimate is off by one at most. */
static inline uint32_t
lod_view_pixel_of (const LodView *view, int64_t time_ns)
{
  double estimate = (double) (time_ns - view->begin_ns) * view->px_per_ns;
  uint32_t px = estimate >= view->n_px ? view->n_px - 1 : (uint32_t) estimate;

  while (px > 0 && lod_view_begin_of_pixel (view, px) > time_ns)
    px--;
  while (px + 1 < view->n_px && lod_view_begin_of_pixel (view, px + 1) <= time_ns)
    px++;
  return px;
}
