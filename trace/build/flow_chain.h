/* SPDX-License-Identifier: Apache-2.0
 *
 * Flow arrows of the file: points that share a key form a chain, and each of its slices points at the next. */

#pragma once

#include "trace/build/flow_bind.h"
#include "trace/container/radix_order.h"

typedef struct
{
  FlowColumn flows;     /* chains in order of their first point in the file */
  uint64_t n_unmatched; /* points without a counterpart or without a slice */
} FlowChains;

/* Adds the chains of n points to chains. pairs has the points' indices in builder->flow_points as items,
 * ascending; all are of one rank, and either all or none of them are launches. It has room for n more pairs
 * after them; its contents are lost. Returns false if memory runs out. O(n) for chains in order of time. */
bool flow_chains_link (FlowChains *chains, const FlowBind *bind, OrderPair *pairs, size_t n);
