/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/fuzz/import_promises.h"

/* A pickle says in one byte what takes sixteen, and 64 MiB more may be kept. */
#define ALLOCATION_TIMES_OF_PICKLE 64

/* Returns whether the bytes begin like a pickle, or like the JSON of a memory snapshot: others are for other harnesses. */
static bool
is_of_torch_memory (const uint8_t *bytes, size_t n)
{
  static const char *const begins[] = { "(dp",
                                        "(lp",
                                        "(d(",
                                        "}q",
                                        "]q",
                                        "}r",
                                        "{\"segments\"",
                                        "{\"device_traces\"",
                                        "{\"allocator_settings\"",
                                        "{\"external_annotations\"" };

  if (n >= 2 && bytes[0] == 0x80)
    return true;
  for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
    if (n >= strlen (begins[i]) && memcmp (bytes, begins[i], strlen (begins[i])) == 0)
      return true;
  return false;
}

static void
check (const uint8_t *bytes, size_t n)
{
  g_autoptr (GError) error = NULL;

  if (!is_of_torch_memory (bytes, n))
    return;
  allocation_bound_set (n, ALLOCATION_TIMES_OF_PICKLE);
  g_autoptr (Trace) trace G_GNUC_UNUSED = import_promises_check (bytes, n, n, &error);
  allocation_bound_lift ();
}

const Harness torch_memory_harness = { "torch_memory", check, NULL };
