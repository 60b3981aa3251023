/* SPDX-License-Identifier: Apache-2.0
 *
 * perf stat -I MS -x, or -j: what each event counted in an interval that ends at a time since the start. With -o the first
 * line says when that was, in local time: "# started on Sat Jan  3 15:36:53 2026". */

#include "trace/import/telemetry/telemetry_format.h"

#include <string.h>

#include "trace/import/telemetry/perf_row.h"
#include "trace/import/telemetry/telemetry_fields.h"
#include "trace/import/telemetry/telemetry_time.h"
#include "trace/text/decimal_time.h"

#define STARTED_ON "# started on "

typedef struct
{
  int64_t started_ns;         /* 0 if it is not told */
  int64_t before_ns, time_ns; /* the end of the interval before, and of the current one */
} PerfStat;

/* Seconds with a fraction of at least four digits, then fields. */
static bool
is_csv (const char *line)
{
  line += strspn (line, " ");
  size_t whole = strspn (line, "0123456789");
  size_t fraction = line[whole] == '.' ? strspn (line + whole + 1, "0123456789") : 0;

  return whole > 0 && fraction >= 4 && line[whole + 1 + fraction] == ',';
}

static bool
is_json (const char *line)
{
  return *line == '{' && strstr (line, "\"counter-value\"") != NULL;
}

static bool
recognise (const char *line)
{
  return g_str_has_prefix (line, STARTED_ON) || is_json (line) || is_csv (line);
}

/* A name with the word "CPU" and one for use would be taken for utilisation in percent. */
static const char *
shown_metric (const char *unit)
{
  return strcmp (unit, "CPUs utilized") == 0 ? "processors in use" : unit;
}

/* "cycles", "cycles, core 3", "cycles, S0-D0-C1", "cycles, core 3, system.slice" */
static char *
name_at (const char *name, const char *place, const char *group)
{
  if (g_str_has_prefix (place, "CPU") && g_ascii_isdigit (place[3]))
    place += 3;
  bool is_core = place[0] != '\0' && place[strspn (place, "0123456789")] == '\0';

  return g_strconcat (name, place[0] == '\0' ? "" : is_core ? ", core " : ", ", place,
                      group[0] == '\0' ? "" : ", ", group, NULL);
}

static void
take_value (Telemetry *telemetry,
            const char *text,
            const char *name,
            const char *unit,
            const PerfRow *row,
            int64_t at_ns)
{
  g_autofree char *full = name_at (name, row->place, row->group);
  const char *ignored;
  double value;

  switch (telemetry_field_read (text, &value, &ignored))
    {
    case TELEMETRY_FIELD_MISSING:
      telemetry->n_values_missing++;
      break;
    case TELEMETRY_FIELD_TEXT:
      telemetry->n_values_invalid++;
      break;
    case TELEMETRY_FIELD_NUMBER:
      telemetry_add (telemetry, telemetry_series (telemetry, full, unit, TELEMETRY_NODE), at_ns, value);
      break;
    }
}

static void
take_row (Telemetry *telemetry, PerfStat *stat, const PerfRow *row, int64_t offset)
{
  bool rounded;
  int64_t time_ns;

  if (!decimal_to_scaled (row->time, strlen (row->time), 9, TRACE_TIME_MAX_NS / 4, &time_ns, &rounded)
      || time_ns < stat->time_ns)
    {
      telemetry_skip_row (telemetry, offset);
      return;
    }
  if (time_ns > stat->time_ns)
    {
      stat->before_ns = stat->time_ns;
      stat->time_ns = time_ns;
    }
  telemetry->n_rows++;
  /* A sample holds until the next one: it belongs to the begin of its interval. */
  int64_t at_ns = stat->started_ns + stat->before_ns;
  take_value (telemetry, row->value, row->event, row->unit, row, at_ns);
  if (row->metric[0] != '\0' && row->metric_unit[0] != '\0' && strcmp (row->metric_unit, "(null)") != 0)
    {
      g_autofree char *name = g_strdup_printf ("%s (%s)", shown_metric (row->metric_unit), row->event);

      take_value (telemetry, row->metric, name, NULL, row, at_ns);
    }
}

static const char *
take_line (Telemetry *telemetry, void *state, char *line, int64_t offset)
{
  PerfStat *stat = state;
  bool is_summary = false;
  PerfRow row;

  if (telemetry->n_rows == 0 && stat->started_ns == 0)
    {
      telemetry->clock = TELEMETRY_SINCE_START;
      if (g_str_has_prefix (line, STARTED_ON)
          && telemetry_time_read_ctime (line + strlen (STARTED_ON), &stat->started_ns))
        {
          telemetry->clock = TELEMETRY_LOCAL;
          telemetry->starts_to_second = true;
        }
    }
  if (*line == '#')
    return NULL;
  if (*line == '{' && strstr (line, "\"interval\"") == NULL && telemetry->n_rows == 0 && is_json (line))
    return "has one sum for the whole run. Record it in intervals: perf stat -I 100 -j -o FILE";
  if (*line == '{' ? perf_json_read (line, &row, &is_summary) : perf_csv_read (line, &row, &is_summary))
    take_row (telemetry, stat, &row, offset);
  else if (!is_summary)
    telemetry_skip_row (telemetry, offset);
  return NULL;
}

const TelemetryFormat perf_stat_format = {
  "perf-stat", "perf stat -I", recognise, sizeof (PerfStat), NULL, take_line, NULL,
};
