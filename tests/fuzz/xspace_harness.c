/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/fuzz/import_promises.h"

/* An event of two bytes becomes a slice with a name of its own. */
#define ALLOCATION_TIMES_OF_EVENTS 256

/* Others are for other harnesses. */
#define SPACE_PLANES 0x0a

static void
check (const uint8_t *bytes, size_t n)
{
  g_autoptr (GError) error = NULL;

  if (n == 0 || bytes[0] != SPACE_PLANES)
    return;
  allocation_bound_set (n, ALLOCATION_TIMES_OF_EVENTS);
  g_autoptr (Trace) trace G_GNUC_UNUSED = import_promises_check (bytes, n, n, &error);
  allocation_bound_lift ();
}

const Harness xspace_harness = { "xspace", check, NULL };
