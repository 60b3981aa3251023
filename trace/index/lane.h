/* SPDX-License-Identifier: Apache-2.0
 *
 * Lanes: where the slices of one track are drawn, so that none hides another.
 *
 * First fit by start: each slice goes to the uppermost lane whose last slice has ended. Nested slices thus lie
 * below the slice around them, and those that overlap without nesting get a lane of their own instead of being
 * cut or dropped. A slice occupies at least 1 ns, so that two empty ones at one time are both seen. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* The last lane takes everything that fits in no other; its slices may overlap. */
#define LANE_MAX 512

typedef struct
{
  uint32_t n_lanes;
  uint64_t n_partial_overlaps; /* slices that begin inside an earlier one and end after it */
} LaneSummary;

/* Slices sorted by start, longer first. lane: n entries, filled. n_in_lane: LANE_MAX entries, of which the
 * first n_lanes are set. O(n) for slices that nest, else O(n log LANE_MAX). Overlaps are counted among the first LANE_MAX slices that are
 * open at once. */
LaneSummary
lane_assign (const int64_t *start_ns, const int64_t *dur_ns, size_t n, uint16_t *lane, uint64_t *n_in_lane);
