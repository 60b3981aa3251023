/* SPDX-License-Identifier: Apache-2.0
 *
 *   1.000401,812345,,cycles,1000123456,100.00,,           time, value, unit, event, run time, share, metric, its unit
 *   1.000401,CPU0,812345,,cycles,...                       with -A
 *   1.000401,S0,16,812345,,cycles,...                      with --per-socket, and so on: the number of processors
 *
 * tools/perf/Documentation/perf-stat.txt, "CSV FORMAT". */

#include "trace/import/telemetry/perf_row.h"

#include <glib.h>
#include <string.h>

#include "trace/import/telemetry/telemetry_fields.h"

static bool
is_value (const char *field)
{
  return g_ascii_isdigit (*field) || *field == '-' || *field == '<';
}

bool
perf_csv_read (char *line, PerfRow *ret_row, bool *ret_is_summary)
{
  char *fields[TELEMETRY_FIELDS_MAX];
  size_t n = telemetry_fields_split (line, fields), at = 1;

  *ret_is_summary = n > 0 && strcmp (fields[0], "summary") == 0;
  if (*ret_is_summary || n < 4 || !g_ascii_isdigit (fields[0][0]))
    return false;
  *ret_row = (PerfRow){ .time = fields[0], .place = "", .metric = "", .metric_unit = "" };
  if (!is_value (fields[1]))
    {
      ret_row->place = fields[1];
      /* One processor needs no number of them. */
      at = g_str_has_prefix (fields[1], "CPU") ? 2 : 3;
    }
  if (n < at + 3 || !is_value (fields[at]) || fields[at + 2][0] == '\0')
    return false;
  ret_row->value = fields[at];
  ret_row->unit = fields[at + 1];
  ret_row->event = fields[at + 2];
  if (n >= at + 7)
    {
      ret_row->metric = fields[at + 5];
      ret_row->metric_unit = fields[at + 6];
    }
  return true;
}
