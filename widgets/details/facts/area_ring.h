/* SPDX-License-Identifier: Apache-2.0
 *
 * The rings of an area: what its GPU time was used for, and what its kernels took of theirs. Pure. */

#pragma once

#include "trace/stats/summary/area_stats.h"
#include "widgets/charts/chart.h"
#include "widgets/details/facts/area_kernels.h"
#include "widgets/state/profile.h"

typedef struct AreaRing AreaRing;

/* Of the parts that took any time. */
AreaRing *area_ring_of_time (const AreaStats *stats, const NumberStyle *numbers);

/* A part for each kernel that is shown and, where there are more, one for all others. shown: of these stats. */
AreaRing *area_ring_of_kernels (const Profile *profile,
                                const AreaStats *stats,
                                const AreaKernels *shown,
                                const NumberStyle *numbers);
void area_ring_free (AreaRing *ring);

/* 0: there is nothing to be a part of. */
int area_ring_n_parts (const AreaRing *ring);

/* What is said below its title: what it is made of, or why there is nothing. The ring owns it. */
const char *area_ring_note (const AreaRing *ring);

/* "Compute: 3.204 ms, 60.5 %". A new string. */
char *area_ring_text (const AreaRing *ring, int part);

/* Parts have the numbers from first_part on. has_legend: its parts are named beside it, where there is room. map: may be
 * NULL, and is added to. */
void area_ring_draw (cairo_t *cr,
                     const Rect *rect,
                     const DrawStyle *style,
                     const AreaRing *ring,
                     bool has_legend,
                     int first_part,
                     const ChartMarks *marks,
                     ChartMap *map);

/* "36 others". A new string. */
char *area_ring_others (uint64_t n, const NumberStyle *numbers);
