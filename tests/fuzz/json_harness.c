/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/fuzz/import_promises.h"
#include "tests/fuzz/packing.h"
#include "tests/fuzz/seen_events.h"

static void
check (const uint8_t *bytes, size_t n)
{
  g_autoptr (GError) error = NULL;
  uint64_t n_seen;

  if (packing_of (bytes, n) != PACKING_NONE)
    return;
  allocation_bound_set (n, ALLOCATION_TIMES_OF_TEXT);
  g_autoptr (Trace) trace = import_promises_check (bytes, n, n, &error);
  allocation_bound_lift ();
  if (trace != NULL && seen_events_count ((const char *) bytes, n, &n_seen))
    {
      const EventCounts *events = trace_event_counts (trace);

      g_assert_cmpuint (events->total + events->skipped, ==, n_seen);
    }
}

const Harness json_harness = { "json", check, NULL };
