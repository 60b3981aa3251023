/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrows in the orders in which they are looked up: by where they come from, and by where they lead. */

#pragma once

#include "trace/model/trace_private.h"

/* Orders flows ascending by (from, to); equal ones keep their order. False: out of memory. O(n). */
bool flow_order (FlowColumn *flows);

/* Both in that order: more is merged into flows, behind those that are equal, and is empty afterwards. False: out of
 * memory. O(flows + more). */
bool flow_merge (FlowColumn *flows, FlowColumn *more);

/* ret_into: n flow ids, ascending by (to, from), of flows that ascend by (from, to). False: out of memory. O(n). */
bool flow_order_into (const TraceFlow *flows, size_t n, uint64_t *ret_into);
