/* SPDX-License-Identifier: Apache-2.0
 *
 * nvidia-smi --query-gpu=timestamp,index,utilization.gpu,... --format=csv -l 1, with and without units. Times are local,
 * without a zone: "2026/01/03 15:36:53.507". */

#include "trace/import/telemetry/telemetry_format.h"

#include <string.h>

#include "trace/import/telemetry/telemetry_table.h"
#include "trace/import/telemetry/telemetry_time.h"

/* Titles begin with these. */
static const char *const value_titles[] = {
  "utilization.",  "memory.used",     "memory.free",     "power.",
  "temperature.",  "clocks.",         "pcie.link.",      "fan.speed",
  "encoder.stats", "enforced.power.", "memory.reserved", "fb_memory_usage",
  "ecc.errors.",   "retired_pages.",  "remapped_rows.",  "protected_memory.",
};

static const char *const process_titles[] = { "used_gpu_memory", "used_memory", "max_memory_usage" };

static const char *const descriptions[] = {
  "name",          "gpu_name", "count",      "driver_version", "compute_cap",
  "vbios_version", "serial",   "gpu_serial", "pstate",
};

static bool
begins_with_any (const char *text, const char *const *begins, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (g_ascii_strncasecmp (text, begins[i], strlen (begins[i])) == 0)
      return true;
  return false;
}

static bool
is_any (const char *text, const char *const *words, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (strcmp (text, words[i]) == 0)
      return true;
  return false;
}

static void
meaning_of (const char *title, TelemetryColumnMeaning *meaning)
{
  static const char *const ids[] = { "uuid", "gpu_uuid", "pci.bus_id", "gpu_bus_id" };

  if (strcmp (title, "timestamp") == 0)
    meaning->role = TELEMETRY_COLUMN_TIME;
  else if (strcmp (title, "index") == 0)
    meaning->role = TELEMETRY_COLUMN_GPU;
  else if (is_any (title, ids, G_N_ELEMENTS (ids)))
    meaning->role = TELEMETRY_COLUMN_GPU_ID;
  else if (is_any (title, descriptions, G_N_ELEMENTS (descriptions)) || g_str_has_prefix (title, "pci."))
    meaning->role = TELEMETRY_COLUMN_IGNORED;
  else if (strcmp (title, "utilization.gpu") == 0)
    *meaning = (TelemetryColumnMeaning){ TELEMETRY_COLUMN_VALUE, "GPU utilization", true, 100 };
}

static bool
is_header (const char *line)
{
  g_autofree char *copy = g_strdup (line);
  char *fields[TELEMETRY_FIELDS_MAX];
  size_t n = telemetry_fields_split (copy, fields);

  for (size_t i = 0; i < n; i++)
    if (begins_with_any (fields[i], value_titles, G_N_ELEMENTS (value_titles)))
      return true;
  return false;
}

/* Returns whether a line names the columns of --query-compute-apps or --query-accounted-apps. */
static bool
is_header_of_processes (const char *line)
{
  g_autofree char *copy = g_strdup (line);
  char *fields[TELEMETRY_FIELDS_MAX];
  size_t n = telemetry_fields_split (copy, fields);
  bool has_process = false, has_memory = false;

  for (size_t i = 0; i < n; i++)
    {
      has_process = has_process || strcmp (fields[i], "pid") == 0 || strcmp (fields[i], "process_name") == 0;
      has_memory = has_memory || begins_with_any (fields[i], process_titles, G_N_ELEMENTS (process_titles));
    }
  return has_process && has_memory;
}

/* Returns whether it is a row: what is left where the titles are left out. */
static bool
is_row (const char *line)
{
  g_autofree char *first = g_strndup (line, strcspn (line, ","));
  int64_t time_ns;

  return line[strlen (first)] == ',' && strlen (first) > 5 && first[4] == '/'
         && telemetry_time_read (first, &time_ns) == TELEMETRY_TIME_LOCAL;
}

static bool
recognise (const char *line)
{
  return is_row (line) || is_header (line) || is_header_of_processes (line);
}

static const char *
take_line (Telemetry *telemetry, void *state, char *line, int64_t offset)
{
  TelemetryTable *table = state;

  if (!is_row (line) && is_header_of_processes (line))
    return "has the memory of processes, not of GPUs. Record that of GPUs: "
           "nvidia-smi --query-gpu=timestamp,index,utilization.gpu,memory.used --format=csv -l 1";
  if (!is_row (line) && is_header (line))
    return telemetry_table_begin (table, line, meaning_of);
  if (table->n == 0)
    return "has rows, but no line that names the columns. Record it with --format=csv, without noheader.";
  telemetry_table_take (telemetry, table, line, offset);
  return NULL;
}

static const char *
end (Telemetry *telemetry, void *state)
{
  return telemetry_table_end (telemetry, state);
}

static void
clear (void *state)
{
  telemetry_table_clear (state);
}

const TelemetryFormat nvidia_smi_format = {
  "nvidia-smi", "nvidia-smi CSV", recognise, sizeof (TelemetryTable), clear, take_line, end,
};
