/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/telemetry/telemetry.h"

#include <stdlib.h>
#include <string.h>

COLUMN_IMPLEMENT (TelemetrySamples, telemetry_samples)

static void
series_free (gpointer data)
{
  TelemetrySeries *series = data;

  telemetry_samples_clear (&series->samples);
  g_free (series->name);
  g_free (series->gpu_id);
  g_free (series->node);
  g_free (series->name_at_node);
  g_free (series);
}

Telemetry *
telemetry_new (void)
{
  Telemetry *telemetry = g_new0 (Telemetry, 1);

  telemetry->series = g_ptr_array_new_with_free_func (series_free);
  telemetry->index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  telemetry->first_ns = INT64_MAX;
  telemetry->last_ns = INT64_MIN;
  telemetry->first_skipped = -1;
  return telemetry;
}

void
telemetry_free (Telemetry *telemetry)
{
  g_ptr_array_unref (telemetry->series);
  g_hash_table_unref (telemetry->index);
  g_free (telemetry);
}

/* "name (unit)", valid UTF-8 without control characters. */
static char *
series_name (const char *name, const char *unit)
{
  g_autofree char *text =
    unit != NULL && unit[0] != '\0' ? g_strdup_printf ("%s (%s)", name, unit) : g_strdup (name);
  char *valid = g_utf8_make_valid (text, (gssize) strnlen (text, TELEMETRY_NAME_BYTES));

  for (char *at = valid; *at != '\0'; at++)
    if ((unsigned char) *at < ' ' || *at == 0x7f)
      *at = ' ';
  return valid;
}

TelemetrySeries *
telemetry_add_series (Telemetry *telemetry, char *name, int64_t gpu)
{
  TelemetrySeries *series = g_new0 (TelemetrySeries, 1);

  series->name = name;
  series->gpu = gpu;
  g_ptr_array_add (telemetry->series, series);
  return series;
}

TelemetrySeries *
telemetry_series (Telemetry *telemetry, const char *name, const char *unit, int64_t gpu)
{
  g_autofree char *text = series_name (name, unit);
  g_autofree char *key = g_strdup_printf ("%" G_GINT64_FORMAT "/%s", gpu, text);
  TelemetrySeries *series = g_hash_table_lookup (telemetry->index, key);

  if (series != NULL || telemetry->series->len >= TELEMETRY_SERIES_MAX)
    return series;
  series = telemetry_add_series (telemetry, g_steal_pointer (&text), gpu);
  g_hash_table_insert (telemetry->index, g_steal_pointer (&key), series);
  return series;
}

void
telemetry_series_set_gpu_id (TelemetrySeries *series, const char *id)
{
  if (series->gpu_id == NULL)
    series->gpu_id = series_name (id, NULL);
}

void
telemetry_series_set_gpu_uuid (TelemetrySeries *series, const char *text)
{
  if (!series->has_gpu_uuid)
    series->has_gpu_uuid = device_uuid_read (text, strlen (text), series->gpu_uuid);
}

void
telemetry_series_set_node (
  TelemetrySeries *series, const char *node, const char *name, const char *unit, int64_t gpu)
{
  if (series->node != NULL)
    return;
  series->node = series_name (node, NULL);
  series->name_at_node = series_name (name, unit);
  series->gpu_at_node = gpu;
}

void
telemetry_add (Telemetry *telemetry, TelemetrySeries *series, int64_t time_ns, double value)
{
  if (series == NULL)
    {
      telemetry->n_series_skipped++;
      return;
    }
  if (!telemetry_samples_push (&series->samples, (TelemetrySample){ time_ns, value }))
    {
      telemetry->has_failed = true;
      return;
    }
  telemetry->n_samples++;
  telemetry->first_ns = MIN (telemetry->first_ns, time_ns);
  telemetry->last_ns = MAX (telemetry->last_ns, time_ns);
}

void
telemetry_skip_row (Telemetry *telemetry, int64_t offset)
{
  telemetry->n_rows_skipped++;
  if (telemetry->first_skipped < 0)
    telemetry->first_skipped = offset;
}
