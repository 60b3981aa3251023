/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/fuzz/import_promises.h"
#include "trace/json/json_token.h"

/* Pages repeat what is small in a row: an index of a table of empty rows may be most of a profile. */
#define ALLOCATION_TIMES_OF_DATABASE 256

/* Returns whether the bytes are a database, or begin like a text of rocprofv3: others are for other harnesses. */
static bool
is_of_rocm (const uint8_t *bytes, size_t n)
{
  static const char magic[] = "SQLite format 3", key[] = "\"rocprofiler-sdk";
  const char *at = (const char *) bytes, *end = at + n;

  if (n >= sizeof magic && memcmp (bytes, magic, sizeof magic) == 0)
    return true;
  at = json_skip_space (at, end);
  if (at == end || *at != '{')
    return false;
  at = json_skip_space (at + 1, end);
  return (size_t) (end - at) >= strlen (key) && memcmp (at, key, strlen (key)) == 0;
}

static void
check (const uint8_t *bytes, size_t n)
{
  g_autoptr (GError) error = NULL;

  if (!is_of_rocm (bytes, n))
    return;
  allocation_bound_set (n, bytes[0] == 'S' ? ALLOCATION_TIMES_OF_DATABASE : ALLOCATION_TIMES_OF_TEXT);
  g_autoptr (Trace) trace G_GNUC_UNUSED = import_promises_check (bytes, n, n, &error);
  allocation_bound_lift ();
}

const Harness rocm_harness = { "rocm", check, NULL };
