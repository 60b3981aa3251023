/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrows of the file: points that share a key form a chain, and each slice of it points at the next. */

#pragma once

#include "trace/flow_bind.h"

typedef struct
{
  FlowColumn flows;     /* chains in order of their first point in the file */
  uint64_t n_unmatched; /* points without a counterpart or without a slice, launches left out */
} FlowChains;

/* points: n indices into builder->flow_points, ascending, of points of one rank. Adds to chains. False: out of memory.
 * O(n) for chains in order of time. */
bool flow_chains_link (FlowChains *chains, const FlowBind *bind, const uint64_t *points, size_t n);
