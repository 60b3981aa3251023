/* SPDX-License-Identifier: Apache-2.0
 *
 * XSpace: every case of tests/import/xspace (import_cases.h, xspace/README). Those that are whole are cut after every byte. */

#include "tests/import/import_cases.h"
#include "tests/import/xspace_source.h"

static bool
is_told (const Trace *trace)
{
  return (trace_status (trace) == PROFILE_STOPPED)
         == (trace_health (trace)->rows[HEALTH_XSPACE_TRUNCATED].count > 0
             || trace_health (trace)->rows[HEALTH_XSPACE_DAMAGED].count > 0);
}

static const ImportCases cases = { .name = "xspace", .bytes = xspace_source_bytes, .is_told = is_told };

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) paths = xspace_source_cases ();

  g_test_init (&argc, &argv, NULL);
  import_cases_add (&cases, paths);
  return g_test_run ();
}
