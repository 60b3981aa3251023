/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of a SageMaker Debugger job: its system metrics, as JSON lines or as an array with one row a line,
 *
 *   {"Type":"gpu","Name":"gpu0","Dimension":"GPUUtilization","Value":97.0,"NodeId":"algo-1","Timestamp":1591748109.2321954}
 *
 * and its training metrics, as JSON lines:
 *
 *   {"MetricName": "loss_TRAIN", "Value": 0.72, "Timestamp": 1614919309.1460998, "IterationNumber": 0} */

#include "trace/import/telemetry/telemetry_format.h"

#include <string.h>

#include "trace/json/json_token.h"
#include "trace/text/decimal_time.h"

typedef struct
{
  char *node; /* of the first row */
} Metrics;

typedef enum
{
  KEY_NAME,
  KEY_DIMENSION,
  KEY_METRIC,
  KEY_VALUE,
  KEY_NODE,
  KEY_TIME,
  N_KEYS
} Key;

static const char *const keys[N_KEYS] = {
  [KEY_NAME] = "Name",   [KEY_DIMENSION] = "Dimension", [KEY_METRIC] = "MetricName",
  [KEY_VALUE] = "Value", [KEY_NODE] = "NodeId",         [KEY_TIME] = "Timestamp",
};

static bool
recognise (const char *line)
{
  line += strspn (line, " \t[");
  return *line == '{' && strstr (line, "\"Timestamp\"") != NULL
         && (strstr (line, "\"Dimension\"") != NULL || strstr (line, "\"MetricName\"") != NULL);
}

/* Ends each text where it stands: the byte behind it was read already. */
static bool
read_row (char *line, char *texts[N_KEYS])
{
  const char *at = line, *end = line + strlen (line), *inside;
  unsigned repairs = 0;
  JsonValue object, key, value, values[N_KEYS] = { 0 };

  if (json_value (&at, end, JSON_STRICT, &repairs, &object) != JSON_OK || object.type != JSON_OBJECT)
    return false;
  for (inside = object.text; json_next (&inside, object.text + object.length, &key, &value);)
    for (int i = 0; i < N_KEYS; i++)
      if (key.length == strlen (keys[i]) && memcmp (key.text, keys[i], key.length) == 0
          && (value.type == JSON_STRING || value.type == JSON_NUMBER || value.type == JSON_WORD))
        values[i] = value;
  for (int i = 0; i < N_KEYS; i++)
    {
      char *text = values[i].text != NULL ? line + (values[i].text - line) : NULL;

      texts[i] = text;
      if (text != NULL && values[i].has_escapes)
        text[json_string_decode (&values[i], text)] = '\0';
      else if (text != NULL)
        text[values[i].length] = '\0';
    }
  return texts[KEY_VALUE] != NULL && texts[KEY_TIME] != NULL
         && (texts[KEY_METRIC] != NULL || texts[KEY_DIMENSION] != NULL);
}

/* "gpu3" is 3; any other name is that of the machine. */
static int64_t
gpu_of (const char *name)
{
  int64_t gpu;

  if (name == NULL || !g_str_has_prefix (name, "gpu") || !g_ascii_isdigit (name[3])
      || !decimal_to_integer (name + 3, strlen (name + 3), &gpu) || gpu >= TELEMETRY_GPUS_MAX)
    return TELEMETRY_NODE;
  return gpu;
}

static TelemetrySeries *
series_of (Telemetry *telemetry, Metrics *metrics, char *texts[N_KEYS])
{
  const char *dimension = texts[KEY_DIMENSION], *node = texts[KEY_NODE];
  int64_t gpu = texts[KEY_METRIC] == NULL ? gpu_of (texts[KEY_NAME]) : TELEMETRY_NODE;
  bool is_of_gpu = gpu >= 0;

  if (metrics->node == NULL)
    metrics->node = g_strdup (node != NULL ? node : "");
  /* The rows of a file are those of one machine. */
  bool is_other = node != NULL && strcmp (node, metrics->node) != 0;
  g_autofree char *name =
    texts[KEY_METRIC] != NULL                                ? g_strdup (texts[KEY_METRIC])
    : is_of_gpu && strcmp (dimension, "GPUUtilization") == 0 ? g_strdup ("GPU utilization")
    : is_of_gpu || texts[KEY_NAME] == NULL                   ? g_strdup (dimension)
                                           : g_strdup_printf ("%s, %s", texts[KEY_NAME], dimension);
  g_autofree char *full = !is_other ? g_strdup (name)
                          : is_of_gpu
                            ? g_strdup_printf ("GPU %" G_GINT64_FORMAT ": %s, %s", gpu, name, node)
                            : g_strdup_printf ("%s, %s", name, node);
  bool is_percent =
    dimension != NULL && strstr (dimension, "Utilization") != NULL && texts[KEY_METRIC] == NULL;
  const char *unit = is_percent ? "%" : NULL;
  TelemetrySeries *series =
    telemetry_series (telemetry, full, unit, is_other ? TELEMETRY_NODE : gpu);

  if (series != NULL && node != NULL)
    telemetry_series_set_node (series, node, name, unit, gpu);
  if (series != NULL && is_of_gpu && !is_other && strcmp (dimension, "GPUUtilization") == 0)
    {
      series->is_gpu_busy = true;
      series->busy_full = 100;
    }
  return series;
}

static const char *
take_line (Telemetry *telemetry, void *state, char *line, int64_t offset)
{
  char *texts[N_KEYS];
  bool rounded;
  int64_t time_ns;
  double value;
  char *end;

  telemetry->clock = TELEMETRY_UTC;
  line += strspn (line, " \t[,");
  if (*line == '\0' || *line == ']')
    return NULL;
  if (!read_row (line, texts)
      || !decimal_to_scaled (texts[KEY_TIME], strlen (texts[KEY_TIME]), 9, TRACE_TIME_MAX_NS, &time_ns,
                             &rounded))
    {
      telemetry_skip_row (telemetry, offset);
      return NULL;
    }
  telemetry->n_rows++;
  value = g_ascii_strtod (texts[KEY_VALUE], &end);
  if (end == texts[KEY_VALUE] || *end != '\0' || value - value != 0)
    telemetry->n_values_invalid++;
  else
    telemetry_add (telemetry, series_of (telemetry, state, texts), time_ns, value);
  return NULL;
}

static void
clear (void *state)
{
  g_free (((Metrics *) state)->node);
}

const TelemetryFormat sagemaker_metrics_format = {
  "sagemaker-metrics", "SageMaker metrics", recognise, sizeof (Metrics), clear, take_line, NULL,
};
