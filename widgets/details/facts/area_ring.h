/* SPDX-License-Identifier: Apache-2.0
 *
 * The rings of an area: the use of its GPU time, and the shares of its kernels. No toolkit. */

#pragma once

#include "trace/stats/summary/area_stats.h"
#include "widgets/charts/chart.h"
#include "widgets/details/facts/area_kernels.h"
#include "widgets/state/profile.h"

typedef struct AreaRing AreaRing;

/* Creates the ring of the parts that took any time. */
AreaRing *area_ring_of_time (const AreaStats *stats, const NumberStyle *numbers);

/* Creates a ring with a part for each shown kernel and one for all others, if any. shown must be of these
 * stats. */
AreaRing *area_ring_of_kernels (const Profile *profile,
                                const AreaStats *stats,
                                const AreaKernels *shown,
                                const NumberStyle *numbers);
void area_ring_free (AreaRing *ring);

/* Returns the number of parts; 0 if the total is 0. */
int area_ring_n_parts (const AreaRing *ring);

/* Returns the note below the title: the denominator, or why the ring is empty. Owned by the ring. */
const char *area_ring_note (const AreaRing *ring);

/* Returns "Compute: 3.204 ms, 60.5 %". Free with g_free (). */
char *area_ring_text (const AreaRing *ring, int part);

/* Draws the ring. Its parts are numbered from first_part. If has_legend, a legend names the parts where there is room.
 * Adds areas to map, which may be NULL. */
void area_ring_draw (cairo_t *cr,
                     const Rect *rect,
                     const DrawStyle *style,
                     const AreaRing *ring,
                     bool has_legend,
                     int first_part,
                     const ChartMarks *marks,
                     ChartMap *map);

/* Returns "36 others". Free with g_free (). */
char *area_ring_others (uint64_t n, const NumberStyle *numbers);
