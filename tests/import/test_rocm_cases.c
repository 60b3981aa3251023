/* SPDX-License-Identifier: Apache-2.0
 *
 * AMD's formats: every case of tests/import/rocm (import_cases.h, rocm/README). Databases are not imported in pieces; those that
 * are whole are cut at every twentieth of their length. */

#include "tests/import/import_cases.h"
#include "tests/import/rocm_source.h"

static bool
is_text (const char *path)
{
  return g_str_has_suffix (path, ".json");
}

static bool
is_told (const Trace *trace)
{
  const HealthRow *rows = trace_health (trace)->rows;

  return rows[HEALTH_SQLITE_TRUNCATED].count > 0 || rows[HEALTH_JSON_TRUNCATED].count > 0
         || rows[HEALTH_JSON_UNCLOSED].count > 0 || rows[HEALTH_JSON_EVENT_SKIPPED].count > 0;
}

static const ImportCases cases = {
  .name = "rocm",
  .bytes = rocm_source_bytes,
  .has_pieces = is_text,
  .n_cuts = 20,
  .is_told = is_told,
};

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) paths = rocm_source_cases ();

  g_test_init (&argc, &argv, NULL);
  import_cases_add (&cases, paths);
  return g_test_run ();
}
