/* SPDX-License-Identifier: Apache-2.0
 *
 * What of the items waits for which device work, beside the order of threads and streams.
 *
 *   device synchronisation   waits on each stream for the last activity that was launched before the call
 *   stream synchronisation   waits for the last activity of its stream that was launched before the call
 *   event synchronisation    waits for the last activity of the event's stream launched before the event was recorded
 *   stream wait event        the first activity of the stream that is launched after the call waits for that activity
 *   launching call           waits for the memcpy that it launched, if that ended before the call returned
 *
 * The first four are told by records of synchronisations (cuda_sync): event records are matched by the correlation of
 * the call that recorded them, since events are used again and again. Where a record does not say what it waits for, or
 * the rank has no records at all, a call that synchronises a stream or an event is taken to wait for the stream of its
 * thread's last launch. Without records, an activity that was launched just after a stream was told to wait
 * (trace/stats/idle/stream_wait.h) waits for what another stream ended last before it (trace/critical/critical_graph.h).
 *
 * Work that ended up to CRITICAL_ROUNDING_NS behind the call that waited for it is taken to have ended with the call.
 * What ended later still cannot be what the call waited for. */

#pragma once

#include "trace/critical/critical_items.h"

/* key: the item that waits, item: the device work that it waits for; ascending. */
typedef struct
{
  OrderPairColumn pairs;
} CriticalWaits;

/* Returns whether a rank has streams and API calls with slices but no records of synchronisations: then which work a call or
 * a stream waited for is guessed. O(tracks). */
bool critical_waits_are_guessed (const Trace *trace, uint32_t rank);

/* Sets what of the items concerns waits: times of device work, is_waiting, follows_stream_wait, first_wait and n_waits,
 * and which threads are connected. Returns false when memory runs out or should_continue of the items returns false; call
 * clear () in either case. O(n log n) for n items; device synchronisations look at 4 million streams at most, and those
 * after them wait for nothing. */
bool critical_waits_init (CriticalWaits *waits, CriticalItems *items);
void critical_waits_clear (CriticalWaits *waits);
