/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/telemetry/telemetry_table.h"

#include <string.h>

#include "trace/import/telemetry/telemetry_time.h"
#include "trace/text/decimal_time.h"

/* Rows of several GPUs that were asked at once follow one another this fast. */
#define CLOSE_NS INT64_C (20000000)

static void
clear_columns (TelemetryTable *table)
{
  for (size_t i = 0; i < table->n; i++)
    {
      g_free (table->columns[i].title);
      g_free (table->columns[i].unit);
    }
  table->n = 0;
}

void
telemetry_table_clear (TelemetryTable *table)
{
  clear_columns (table);
  g_clear_pointer (&table->ids, g_hash_table_unref);
  g_clear_pointer (&table->seen, g_hash_table_unref);
}

const char *
telemetry_table_begin (TelemetryTable *table,
                       char *line,
                       void (*meaning_of) (const char *title, TelemetryColumnMeaning *meaning))
{
  char *fields[TELEMETRY_FIELDS_MAX];
  size_t n = telemetry_fields_split (line, fields);

  clear_columns (table);
  table->time = table->gpu = table->gpu_id = -1;
  if (table->ids == NULL)
    {
      table->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      table->seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
    }
  for (size_t i = 0; i < n; i++)
    {
      TelemetryColumn *column = &table->columns[table->n++];
      const char *unit = telemetry_title_unit (fields[i]);

      *column = (TelemetryColumn){ .title = g_strdup (fields[i]), .unit = g_strdup (unit) };
      meaning_of (column->title, &column->meaning);
      if (column->meaning.role == TELEMETRY_COLUMN_TIME && table->time < 0)
        table->time = (int) i;
      if (column->meaning.role == TELEMETRY_COLUMN_GPU && table->gpu < 0)
        table->gpu = (int) i;
      if (column->meaning.role == TELEMETRY_COLUMN_GPU_ID && table->gpu_id < 0)
        table->gpu_id = (int) i;
    }
  return NULL;
}

/* "3" or "card3"; false if there is no number at the end. */
static bool
read_number (const char *text, int64_t *ret_number)
{
  size_t n = strlen (text), begin = n;

  while (begin > 0 && g_ascii_isdigit (text[begin - 1]))
    begin--;
  if (begin == n || n - begin > 9 || (begin > 0 && !g_ascii_isalpha (text[begin - 1])))
    return false;
  return decimal_to_integer (text + begin, n - begin, ret_number) && *ret_number < TELEMETRY_GPUS_MAX;
}

static int64_t
number_of_id (TelemetryTable *table, const char *id)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (table->ids, id));

  if (n == 0 && g_hash_table_size (table->ids) < TELEMETRY_GPUS_MAX)
    {
      n = g_hash_table_size (table->ids) + 1;
      g_hash_table_insert (table->ids, g_strdup (id), GUINT_TO_POINTER (n));
    }
  return n > 0 ? (int64_t) n - 1 : TELEMETRY_ANY_GPU;
}

static bool
read_gpu (TelemetryTable *table, char **fields, int64_t *ret_gpu)
{
  if (table->gpu >= 0)
    {
      const char *text = fields[table->gpu];

      *ret_gpu = TELEMETRY_NODE;
      return g_ascii_strcasecmp (text, "system") == 0 || read_number (text, ret_gpu);
    }
  *ret_gpu = table->gpu_id >= 0 ? number_of_id (table, fields[table->gpu_id]) : TELEMETRY_ANY_GPU;
  return true;
}

/* Without times, a GPU that comes again has been looked at again. */
static int64_t
tick_of (TelemetryTable *table, int64_t gpu)
{
  if (g_hash_table_contains (table->seen, &gpu))
    {
      g_hash_table_remove_all (table->seen);
      table->tick++;
    }
  g_hash_table_add (table->seen, g_memdup2 (&gpu, sizeof gpu));
  return table->tick;
}

static bool
read_time (Telemetry *telemetry, TelemetryTable *table, char **fields, int64_t gpu, int64_t *ret_ns)
{
  TelemetryClock clock = TELEMETRY_TICKS;

  if (table->time < 0)
    *ret_ns = tick_of (table, gpu);
  else
    switch (telemetry_time_read (fields[table->time], ret_ns))
      {
      case TELEMETRY_TIME_UTC:
        clock = TELEMETRY_UTC;
        break;
      case TELEMETRY_TIME_LOCAL:
        clock = TELEMETRY_LOCAL;
        break;
      case TELEMETRY_TIME_NONE:
        return false;
      }
  if (!table->has_clock)
    telemetry->clock = clock;
  table->has_clock = true;
  return clock == telemetry->clock;
}

static void
take_cell (Telemetry *telemetry,
           TelemetryColumn *column,
           const char *cell,
           int64_t gpu,
           const char *gpu_id,
           const char *gpu_uuid,
           int64_t time_ns)
{
  const char *unit = "";
  double value = 0;

  switch (telemetry_field_read (cell, &value, &unit))
    {
    case TELEMETRY_FIELD_MISSING:
      telemetry->n_values_missing++;
      return;
    case TELEMETRY_FIELD_TEXT:
      telemetry->n_values_invalid += column->has_number;
      column->has_text = column->has_text || !column->has_number;
      return;
    case TELEMETRY_FIELD_NUMBER:
      break;
    }
  /* A description that looks like a number for once. */
  if (column->has_text)
    return;
  column->has_number = true;
  if (column->unit[0] == '\0' && unit[0] != '\0')
    {
      g_free (column->unit);
      column->unit = g_strdup (unit);
    }
  /* A value of another unit would be drawn on the wrong scale. */
  if (unit[0] != '\0' && strcmp (unit, column->unit) != 0)
    {
      telemetry->n_values_invalid++;
      return;
    }
  TelemetrySeries *series = telemetry_series (
    telemetry, column->meaning.name != NULL ? column->meaning.name : column->title, column->unit, gpu);
  if (series != NULL)
    {
      series->is_gpu_busy = column->meaning.is_gpu_busy;
      series->busy_full = column->meaning.busy_full;
      if (gpu_id != NULL)
        telemetry_series_set_gpu_id (series, gpu_id);
      if (gpu_uuid != NULL)
        telemetry_series_set_gpu_uuid (series, gpu_uuid);
    }
  telemetry_add (telemetry, series, time_ns, value);
}

void
telemetry_table_take (Telemetry *telemetry, TelemetryTable *table, char *line, int64_t offset)
{
  char *fields[TELEMETRY_FIELDS_MAX];
  size_t n = telemetry_fields_split (line, fields);
  int64_t gpu, time_ns;

  /* The last line of a program that was killed may end anywhere: its last cell may not be whole. */
  if (n != table->n || !read_gpu (table, fields, &gpu)
      || !read_time (telemetry, table, fields, gpu, &time_ns))
    {
      telemetry_skip_row (telemetry, offset);
      return;
    }
  telemetry->n_rows++;
  if (table->n_rows++ > 0 && time_ns - table->last_ns < CLOSE_NS)
    table->n_close++;
  table->last_ns = time_ns;
  const char *gpu_uuid = table->gpu_id >= 0 ? fields[table->gpu_id] : NULL;
  const char *gpu_id = table->gpu < 0 ? gpu_uuid : NULL;
  for (size_t i = 0; i < n; i++)
    if (table->columns[i].meaning.role == TELEMETRY_COLUMN_VALUE)
      take_cell (telemetry, &table->columns[i], fields[i], gpu, gpu_id, gpu_uuid, time_ns);
}

const char *
telemetry_table_end (const Telemetry *telemetry, const TelemetryTable *table)
{
  bool has_times = telemetry->clock != TELEMETRY_TICKS && table->n_rows >= 4;
  int64_t mean_ns = has_times ? (telemetry->last_ns - telemetry->first_ns) / (int64_t) table->n_rows : 0;

  /* Of a program that looks every few milliseconds, all rows are close. */
  if (table->gpu < 0 && table->gpu_id < 0 && has_times && table->n_close * 3 >= table->n_rows
      && mean_ns > CLOSE_NS)
    return "has rows of several GPUs, and no column that says of which. Record it with a column for the GPU: "
           "--query-gpu=timestamp,index,...";
  return NULL;
}
