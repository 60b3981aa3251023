/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/fuzz/import_promises.h"

/* Pages repeat what is small in a row: an index of a table of empty rows may be most of a profile. */
#define ALLOCATION_TIMES_OF_DATABASE 256

static void
check (const uint8_t *bytes, size_t n)
{
  static const char magic[] = "SQLite format 3";
  g_autoptr (GError) error = NULL;

  if (n < sizeof magic || memcmp (bytes, magic, sizeof magic) != 0)
    return;
  allocation_bound_set (n, ALLOCATION_TIMES_OF_DATABASE);
  g_autoptr (Trace) trace G_GNUC_UNUSED = import_promises_check (bytes, n, n, &error);
  allocation_bound_lift ();
}

const Harness nsys_harness = { "nsys", check, NULL };
