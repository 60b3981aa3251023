/* SPDX-License-Identifier: Apache-2.0
 *
 * rocm-smi --showuse ... --csv and amd-smi monitor --csv: a table for each time that it was run, "device,GPU use (%)" with
 * rows "card0,42". Only some have a column for the time. */

#include "trace/import/telemetry/telemetry_format.h"

#include <string.h>

#include "trace/import/telemetry/telemetry_table.h"

typedef struct
{
  const char *title;
  TelemetryColumnMeaning meaning;
} Title;

/* clang-format off */
static const Title titles[] = {
  { "device", { TELEMETRY_COLUMN_GPU, NULL, false, 0 } },
  { "gpu", { TELEMETRY_COLUMN_GPU, NULL, false, 0 } },
  { "timestamp", { TELEMETRY_COLUMN_TIME, NULL, false, 0 } },
  { "time", { TELEMETRY_COLUMN_TIME, NULL, false, 0 } },
  { "date", { TELEMETRY_COLUMN_TIME, NULL, false, 0 } },
  { "GPU use", { TELEMETRY_COLUMN_VALUE, "GPU utilization", true, 100 } },
  { "gfx", { TELEMETRY_COLUMN_VALUE, "GPU utilization", true, 100 } },
  { "gfx_activity", { TELEMETRY_COLUMN_VALUE, "GPU utilization", true, 100 } },
  { "gfx_util", { TELEMETRY_COLUMN_VALUE, "GPU utilization", true, 100 } },
  { "PCI Bus", { TELEMETRY_COLUMN_IGNORED, NULL, false, 0 } },
  { "Node ID", { TELEMETRY_COLUMN_IGNORED, NULL, false, 0 } },
  { "GFX Version", { TELEMETRY_COLUMN_IGNORED, NULL, false, 0 } },
  { "GUID", { TELEMETRY_COLUMN_IGNORED, NULL, false, 0 } },
};
/* clang-format on */

static void
meaning_of (const char *title, TelemetryColumnMeaning *meaning)
{
  for (size_t i = 0; i < G_N_ELEMENTS (titles); i++)
    if (g_ascii_strcasecmp (title, titles[i].title) == 0)
      *meaning = titles[i].meaning;
}

/* Returns whether a line names a column of GPUs and another one. */
static bool
recognise (const char *line)
{
  g_autofree char *copy = g_strdup (line);
  char *fields[TELEMETRY_FIELDS_MAX];
  size_t n = telemetry_fields_split (copy, fields);
  bool has_gpu = false;

  for (size_t i = 0; i < n; i++)
    has_gpu = has_gpu || strcmp (fields[i], "device") == 0 || strcmp (fields[i], "gpu") == 0;
  return has_gpu && n > 1;
}

static const char *
take_line (Telemetry *telemetry, void *state, char *line, int64_t offset)
{
  if (recognise (line))
    return telemetry_table_begin (state, line, meaning_of);
  /* rocm-smi warns among its tables; a row that was cut has no space. */
  if (g_str_has_prefix (line, "WARNING") || (strchr (line, ',') == NULL && strchr (line, ' ') != NULL))
    return NULL;
  telemetry_table_take (telemetry, state, line, offset);
  return NULL;
}

static void
clear (void *state)
{
  telemetry_table_clear (state);
}

const TelemetryFormat rocm_smi_format = {
  "rocm-smi", "rocm-smi CSV", recognise, sizeof (TelemetryTable), clear, take_line, NULL,
};
