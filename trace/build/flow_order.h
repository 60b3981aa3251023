/* SPDX-License-Identifier: Apache-2.0
 *
 * The two orders in which arrows are looked up: by where they come from, and by where they lead. */

#pragma once

#include "trace/model/trace_private.h"

/* Orders flows ascending by (from, to); equal ones keep their order. Returns false if memory runs out. O(n). */
bool flow_order (FlowColumn *flows);

/* Merges more into flows, both in the order of flow_order (). Flows of more follow equal ones. more is empty
 * afterwards. Returns false if memory runs out. O(flows + more). */
bool flow_merge (FlowColumn *flows, FlowColumn *more);

/* Fills ret_into with the n flow ids in ascending order of (to, from). flows must ascend by (from, to).
 * Returns false if memory runs out. O(n). */
bool flow_order_into (const TraceFlow *flows, size_t n, uint64_t *ret_into);
