/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/fuzz/import_promises.h"
#include "tests/fuzz/packing.h"

/* Beside what holds for every file, which records are counted: all of them, as read or as skipped
 * (assert_events_add_up ()). */
static void
check (const uint8_t *bytes, size_t n)
{
  g_autoptr (GError) error = NULL;

  if (packing_of (bytes, n) != PACKING_NONE)
    return;
  allocation_bound_set (n, ALLOCATION_TIMES_OF_TEXT);
  g_autoptr (Trace) trace G_GNUC_UNUSED = import_promises_check (bytes, n, n, &error);
  allocation_bound_lift ();
}

const Harness cupti_harness = { "cupti", check, NULL };
