/* SPDX-License-Identifier: Apache-2.0
 *
 * Lanes place the slices of one track so that none hides another.
 *
 * Each slice goes to the uppermost lane whose last slice has ended (first fit, in order of start). Nested
 * slices thus lie below the slice around them, and slices that overlap without nesting get a lane of their
 * own instead of being cut or dropped. A slice occupies at least 1 ns, so that two empty slices at the same
 * time are both visible. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* The last lane takes every slice that fits in no other lane; its slices may overlap. */
#define LANE_MAX 512

typedef struct
{
  uint32_t n_lanes;
  uint64_t n_partial_overlaps; /* slices that begin inside an earlier one and end after it */
} LaneSummary;

/* Assigns a lane to each of n slices, which must be sorted by start, longer first. Fills the n entries of
 * lane. n_in_lane has room for LANE_MAX entries; the first n_lanes are set to the number of slices in each
 * lane. O(n) for slices that nest, else O(n log LANE_MAX). Overlaps are counted among the first LANE_MAX
 * slices that are open at once. */
LaneSummary
lane_assign (const int64_t *start_ns, const int64_t *dur_ns, size_t n, uint16_t *lane, uint64_t *n_in_lane);
