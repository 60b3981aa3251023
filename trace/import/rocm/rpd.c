/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rpd.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "trace/import/rocm/rpd_ops.h"

static bool
recognise (ForeignDatabase *database)
{
  return foreign_database_has_table (database, "rocpd_op")
         || foreign_database_has_table (database, "rocpd_api");
}

/* Reads a decimal number. */
static bool
parse_value (const char *text, size_t length, double *ret_value)
{
  char copy[64];
  char *end;

  if (length == 0 || length >= sizeof copy)
    return false;
  memcpy (copy, text, length);
  copy[length] = '\0';
  if (strspn (copy, "0123456789+-.eE") != length)
    return false;
  *ret_value = g_ascii_strtod (copy, &end);
  return end == copy + length && *ret_value - *ret_value == 0;
}

/* Monitors count the GPUs as rocm-smi does. Since version 3 of the schema operations count them so too; before, they had
 * the numbers of HSA's agents, which CPUs have as well. Those monitors are shown as counters of a process of their own,
 * because nothing says which agent a GPU is. */
static void
add_monitor (RpdTables *tables, RocmNumber device, const ForeignRows *rows, int64_t time_ns, double value)
{
  RocmProfile *profile = tables->profile;
  TraceBuilder *builder = profile->builder;
  EventCounts *events = trace_builder_event_counts (builder);
  uint32_t series = rocm_cell_string (builder, rows, 2);
  const char *type = "gpu";
  char name[48];
  size_t n;

  foreign_rows_text (rows, 1, &type, &n);
  bool is_gpu = strcmp (type, "gpu") == 0;
  if (is_gpu && tables->schema_version >= 3 && device.state == ROCM_NUMBER_GIVEN)
    {
      rocm_add_device_sample (profile, 0, device.value, series, time_ns, value);
      return;
    }
  int length = device.state == ROCM_NUMBER_GIVEN
                 ? snprintf (name, sizeof name, "%s %" PRId64, is_gpu ? "GPU" : "CPU", device.value)
                 : snprintf (name, sizeof name, "%s", is_gpu ? "GPU" : "CPU");
  uint32_t process = trace_builder_string (builder, "rocm-smi", strlen ("rocm-smi"));
  const ImportRow row = {
    .form = ROW_COUNTER,
    .place = import_tracks_place (profile->ranks.at[0].tracks, process, STRING_EMPTY),
    .a = trace_builder_string (builder, name, (size_t) length),
    .b = series,
  };
  trace_builder_choose_rank (builder, profile->ranks.at[0].rank);
  trace_builder_add_sample (builder, import_tracks_row (profile->ranks.at[0].tracks, &row), time_ns, value);
  events->total++;
  events->counters++;
}

static void
read_monitors (RpdTables *tables)
{
  static const char *const columns[] = { "deviceId", "deviceType", "monitorType", "start", "value" };
  RocmProfile *profile = tables->profile;
  ForeignRows rows;

  if (foreign_rows_begin (&rows, tables->database, "rocpd_monitor", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows) && !trace_builder_failed (profile->builder))
      {
        RocmNumber device = rocm_cell_number (&rows, 0), start = rocm_cell_number (&rows, 3);
        EventCounts *events = trace_builder_event_counts (profile->builder);
        const char *text;
        size_t length;
        double value;
        int64_t time_ns;

        if (!rocm_take_time (profile, start, HEALTH_NO_OFFSET, &time_ns))
          continue;
        if (foreign_rows_number (&rows, 4, &value)
            || (foreign_rows_text (&rows, 4, &text, &length) && parse_value (text, length, &value)))
          add_monitor (tables, device, &rows, time_ns, value);
        else
          {
            trace_builder_add_health (profile->builder, HEALTH_COUNTER_VALUE_INVALID, 1, HEALTH_NO_OFFSET);
            events->total++;
            events->counters++;
          }
      }
  foreign_rows_end (&rows);
}

static void
set_settings (const RpdTables *tables)
{
  char version[24];

  for (size_t i = 0; i < tables->profile->ranks.n; i++)
    {
      trace_builder_choose_rank (tables->profile->builder, tables->profile->ranks.at[i].rank);
      if (tables->profile->first_has_gpu)
        rocm_profile_describe (tables->profile, "RPD");
      if (tables->schema_version > 0)
        {
          int length = snprintf (version, sizeof version, "%" PRId64, tables->schema_version);
          rocm_set_json (tables->profile, "schemaVersion", version, (size_t) length);
        }
    }
}

static bool
import (ForeignDatabase *database, const char *path, TraceBuilder *builder, GError **error)
{
  RocmProfile profile;
  RpdTables tables = { 0 };
  RpdCalls calls = { 0 };

  (void) path;
  (void) error;
  if (rocm_profile_init (&profile, builder))
    {
      rpd_tables_read (&tables, &profile, database);
      rpd_calls_read (&calls, &tables);
      rpd_ops_read (&tables, &calls);
      read_monitors (&tables);
      set_settings (&tables);
      rocm_profile_finish (&profile, "RPD");
    }
  rpd_calls_clear (&calls);
  rpd_tables_clear (&tables);
  rocm_profile_clear (&profile);
  return true;
}

const DatabaseImporter rpd_importer = { "rpd", recognise, import };
