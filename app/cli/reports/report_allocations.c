/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report_allocations.h"

#include <string.h>

#include "app/cli/reports/report.h"
#include "app/cli/reports/report_record.h"
#include "trace/json/json_token.h"
#include "trace/stats/memory/allocation_stats.h"

static bool has_time;
static int64_t time_ns;

void
report_allocations_set_time (int64_t at_ns)
{
  has_time = true;
  time_ns = at_ns;
}

void
report_allocations_clear_time (void)
{
  has_time = false;
}

bool
report_allocations_time (int64_t *ret_at_ns)
{
  *ret_at_ns = time_ns;
  return has_time;
}

static void
add_device (Record *record, const StatsScope *scope, const AllocationDevice *device)
{
  record_add_integer (record, "rank", trace_rank (scope->trace, device->rank)->number);
  record_add_integer (record, "device", device->device);
  record_add_integer (record, "at_ns", device->at_ns);
}

static void
add_known (Record *record, const char *key, int64_t bytes)
{
  if (bytes < 0)
    record_add_null (record, key);
  else
    record_add_integer (record, key, bytes);
}

/* Adds a text that is as between the quotes of JSON. */
static void
add_content (Record *record, const char *key, const char *text, size_t length)
{
  const JsonValue string = { JSON_STRING, memchr (text, '\\', length) != NULL, text, length };

  if (length == 0)
    {
      record_add_null (record, key);
      return;
    }
  g_autofree char *plain = g_malloc (length + 1);
  record_add_text (record, key, plain, json_string_decode (&string, plain), NULL);
}

static void
add_string (Record *record, const char *key, const Trace *trace, uint32_t id)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  add_content (record, key, text, length);
}

static GPtrArray *
allocations_live (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  AllocationTable table;

  if (!allocation_stats_compute (scope, has_time ? &time_ns : NULL, NULL, NULL, &table))
    return NULL;
  GPtrArray *records = records_new ();
  for (uint64_t g = 0; g < table.n_groups; g++)
    {
      const AllocationGroup *group = &table.groups[g];
      const AllocationDevice *device = &table.devices[group->device];
      Record *record = record_new ();
      size_t length, n_place;
      const char *stack = trace_string (scope->trace, group->stack, &length);
      const char *place = allocation_stack_place (stack, length, &n_place);

      add_device (record, scope, device);
      record_add_integer (record, "bytes", group->bytes);
      record_add_count (record, "count", group->n);
      record_add_integer (record, "largest_bytes", group->largest_bytes);
      record_add_real (record, "percent_of_allocated",
                       device->bytes > 0 ? 100.0 * (double) group->bytes / (double) device->bytes : 0);
      add_string (record, "category", scope->trace, group->use);
      add_content (record, "place", place, n_place);
      add_content (record, "stack", stack, length);
      g_ptr_array_add (records, record);
    }
  allocation_stats_clear (&table);
  return records;
}

static GPtrArray *
allocations_peak (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  AllocationTable table;

  if (!allocation_stats_compute (scope, has_time ? &time_ns : NULL, NULL, NULL, &table))
    return NULL;
  GPtrArray *records = records_new ();
  for (uint32_t d = 0; d < table.n_devices; d++)
    {
      const AllocationDevice *device = &table.devices[d];
      g_autofree char *sentence = allocation_stats_sentence (scope->trace, &table, d, !has_time);
      Record *record = record_new ();

      add_device (record, scope, device);
      record_add_integer (record, "allocated_bytes", device->bytes);
      record_add_count (record, "allocations", device->n);
      add_known (record, "reserved_bytes", device->reserved_bytes);
      add_known (record, "awaiting_release_bytes", device->waiting_bytes);
      add_known (record, "not_allocated_bytes",
                 device->reserved_bytes < 0 ? -1 : device->reserved_bytes - device->bytes);
      record_add_text (record, "sentence", sentence, strlen (sentence), NULL);
      g_ptr_array_add (records, record);
    }
  allocation_stats_clear (&table);
  return records;
}

const StatsReport report_allocations_live = {
  .name = "allocations_live",
  .title = "Live allocations",
  .header = "rank,device,at_ns,bytes,count,largest_bytes,percent_of_allocated,category,place,stack",
  .use = REPORT_ASKED,
  .records = allocations_live,
};

const StatsReport report_allocations_peak = {
  .name = "allocations_peak",
  .title = "Memory at the peak",
  .header = "rank,device,at_ns,allocated_bytes,allocations,reserved_bytes,awaiting_release_bytes,"
            "not_allocated_bytes,sentence",
  .use = REPORT_ASKED,
  .records = allocations_peak,
};
