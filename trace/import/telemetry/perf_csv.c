/* SPDX-License-Identifier: Apache-2.0
 *
 *   1.000401,812345,,cycles,1000123456,100.00,,           time, value, unit, event, run time, share, metric, its unit
 *   1.000401,CPU0,812345,,cycles,...                       with -A
 *   1.000401,S0,16,812345,,cycles,...                      with --per-socket, and so on: the number of processors
 *   1.000401,python-4711,812345,,cycles,...                with --per-thread: the name and the number of the thread
 *   1.000401,812345,,cycles,system.slice,1000123456,...    with -G or --for-each-cgroup: the group, or nothing
 *
 * tools/perf/Documentation/perf-stat.txt, "CSV FORMAT". */

#include "trace/import/telemetry/perf_row.h"

#include <glib.h>
#include <string.h>

#include "trace/import/telemetry/telemetry_fields.h"

static bool
is_value (const char *field)
{
  const char *digits = field + (*field == '-');
  size_t n = strspn (digits, "0123456789.");

  /* A thread may be called "7z-12". */
  return *field == '<' || (g_ascii_isdigit (*digits) && (digits[n] == '\0' || (digits[n] | 0x20) == 'e'));
}

/* The time for which an event was counted, in nanoseconds, and the share of the interval that it is, in percent. */
static bool
is_run_time (const char *time, const char *share)
{
  size_t whole = strspn (share, "0123456789");

  return time[0] != '\0' && time[strspn (time, "0123456789")] == '\0' && whole > 0 && share[whole] == '.';
}

/* Returns how many of n fields behind an event are the group: 1 or 0. */
static size_t
n_groups (char **fields, size_t n)
{
  return n >= 3 && !is_run_time (fields[0], fields[1]) && is_run_time (fields[1], fields[2]);
}

bool
perf_csv_read (char *line, PerfRow *ret_row, bool *ret_is_summary)
{
  char *fields[TELEMETRY_FIELDS_MAX];
  size_t n = telemetry_fields_split (line, fields), at = 1;

  *ret_is_summary = n > 0 && strcmp (fields[0], "summary") == 0;
  if (*ret_is_summary || n < 4 || !g_ascii_isdigit (fields[0][0]))
    return false;
  *ret_row = (PerfRow){ .time = fields[0], .place = "", .group = "", .metric = "", .metric_unit = "" };
  if (!is_value (fields[1]))
    {
      ret_row->place = fields[1];
      /* One processor and one thread need no number of processors. */
      at = is_value (fields[2]) && is_value (fields[3]) ? 3 : 2;
    }
  if (n < at + 3 || !is_value (fields[at]) || fields[at + 2][0] == '\0')
    return false;
  ret_row->value = fields[at];
  ret_row->unit = fields[at + 1];
  ret_row->event = fields[at + 2];
  size_t groups = n_groups (fields + at + 3, n - at - 3);
  if (groups > 0)
    ret_row->group = fields[at + 3];
  at += groups;
  if (n >= at + 7)
    {
      ret_row->metric = fields[at + 5];
      ret_row->metric_unit = fields[at + 6];
    }
  return true;
}
