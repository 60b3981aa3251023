/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/fuzz/import_promises.h"
#include "trace/import/perfetto/perfetto_sniff.h"

/* A packet of six bytes may begin a sequence, whose state is some 200 bytes, and packed packets become larger. */
#define ALLOCATION_TIMES_OF_PACKETS 2048

static void
check (const uint8_t *bytes, size_t n)
{
  g_autoptr (GError) error = NULL;

  if (!perfetto_sniff (bytes, n))
    return;
  allocation_bound_set (n, ALLOCATION_TIMES_OF_PACKETS);
  g_autoptr (Trace) trace G_GNUC_UNUSED = import_promises_check (bytes, n, n, &error);
  allocation_bound_lift ();
}

const Harness perfetto_harness = { "perfetto", check, NULL };
