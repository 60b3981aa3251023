/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrows of the file: points that share a key form a chain, and each slice of it points at the next. */

#pragma once

#include "trace/build/flow_bind.h"
#include "trace/container/radix_order.h"

typedef struct
{
  FlowColumn flows;     /* chains in order of their first point in the file */
  uint64_t n_unmatched; /* points without a counterpart or without a slice */
} FlowChains;

/* pairs: the points, by their indices in builder->flow_points as items, ascending, all of one rank, and either all of
 * launches or none; and room for as many behind them. Their contents are lost. Adds to chains. False: out of memory. O(n) for chains in order of time. */
bool flow_chains_link (FlowChains *chains, const FlowBind *bind, OrderPair *pairs, size_t n);
