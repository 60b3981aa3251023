/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/health_records.h"

#include <string.h>

#include "app/cli/record.h"

static void
record_add_string (Record *record, const char *key, const Trace *trace, uint32_t id)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  record_add_text (record, key, text, length, NULL);
}

/* Found by verifying, not while the source was read; where numbers come from it they may be wrong. */
static Record *
damage_record (const TraceDamage *damage, uint32_t i)
{
  Record *record = record_new ();
  const char *severity = health_severity_word (HEALTH_DATA_LOSS);
  g_autofree char *message =
    g_strdup_printf ("The section \"%s\" is not what was written; numbers that come from it may be wrong. Open "
                     "the source file again, or convert it anew.",
                     trace_damage_name (damage, i));

  record_add_text (record, "id", TRACE_DAMAGE_HEALTH_ID, strlen (TRACE_DAMAGE_HEALTH_ID), NULL);
  record_add_text (record, "severity", severity, strlen (severity), NULL);
  record_add_count (record, "count", 1);
  record_add_null (record, "first_offset");
  record_add_text (record, "message", message, strlen (message), NULL);
  record_add_null (record, "path");
  return record;
}

GPtrArray *
health_records (const Trace *trace, const TraceDamage *damage)
{
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);
  const HealthTable *health = trace_health (trace);

  for (HealthId i = 0; i < N_HEALTH_IDS; i++)
    {
      const HealthRow *row = &health->rows[i];
      const char *name = health_id_name (i), *message = health_id_message (i);
      const char *severity = health_severity_word (health_id_severity (i));

      if (row->count == 0)
        continue;
      Record *record = record_new ();
      record_add_text (record, "id", name, strlen (name), NULL);
      record_add_text (record, "severity", severity, strlen (severity), NULL);
      record_add_count (record, "count", row->count);
      if (row->first_offset == HEALTH_NO_OFFSET)
        record_add_null (record, "first_offset");
      else
        record_add_integer (record, "first_offset", row->first_offset);
      record_add_text (record, "message", message, strlen (message), NULL);
      if (row->path != STRING_EMPTY)
        record_add_string (record, "path", trace, row->path);
      else if (trace_n_ranks (trace) > 1 && row->first_source >= 0
               && (uint32_t) row->first_source < trace_n_ranks (trace))
        record_add_string (record, "path", trace, trace_rank (trace, (uint32_t) row->first_source)->path);
      else
        record_add_null (record, "path");
      g_ptr_array_add (records, record);
    }
  if (damage != NULL)
    for (uint32_t i = 0; i < damage->n; i++)
      g_ptr_array_add (records, damage_record (damage, i));
  return records;
}

void
health_append_text (GString *out, const GPtrArray *health)
{
  if (health->len == 0)
    {
      g_string_append (out, "Health\n  nothing lost, nothing repaired\n");
      return;
    }
  g_string_append (out, "Health\n");
  for (guint i = 0; i < health->len; i++)
    {
      const Record *row = health->pdata[i];

      g_string_append_printf (out, "  %-9s %8" G_GINT64_FORMAT "  %s\n", record_cell (row, 1)->text,
                              record_cell (row, 2)->integer, record_cell (row, 4)->text);
    }
}

bool
health_has (const GPtrArray *health, HealthSeverity severity)
{
  for (guint i = 0; i < health->len; i++)
    if (strcmp (record_cell (health->pdata[i], 1)->text, health_severity_word (severity)) == 0)
      return true;
  return false;
}
