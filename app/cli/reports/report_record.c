/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report_record.h"

#include "trace/naming/display_name.h"

GPtrArray *
records_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);
}

void
record_add_name (Record *record, const Trace *trace, uint32_t name)
{
  size_t length;
  const char *text = trace_string (trace, name, &length);

  record_add_text (record, "name", text, length, trace_display_name (trace, name));
}

void
record_add_optional (Record *record, const char *key, bool present, int64_t value)
{
  if (present)
    record_add_integer (record, key, value);
  else
    record_add_null (record, key);
}

void
record_add_percent (Record *record, const char *key, int64_t part, double whole)
{
  if (whole > 0)
    record_add_real (record, key, 100.0 * (double) part / whole);
  else
    record_add_null (record, key);
}

double
report_window_ns (const StatsScope *scope)
{
  return (double) scope->end_ns - (double) scope->begin_ns;
}
