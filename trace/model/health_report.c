/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/health_report.h"

#include <glib.h>

/* Adds with saturation: a damaged native file may hold any counts. */
static uint64_t
add_counts (uint64_t a, uint64_t b)
{
  uint64_t sum;

  return __builtin_add_overflow (a, b, &sum) ? UINT64_MAX : sum;
}

uint64_t
health_report_n_files (const Trace *trace)
{
  const HealthRow *rows = trace_health (trace)->rows;

  return add_counts (trace_n_ranks (trace), add_counts (rows[HEALTH_DIRECTORY_FILE_SKIPPED].count,
                                                        rows[HEALTH_DIRECTORY_FILE_UNREADABLE].count));
}

static uint64_t
count_all (const Trace *trace, HealthUnit unit)
{
  const EventCounts *events = trace_event_counts (trace);

  switch (unit)
    {
    case HEALTH_COUNTS_EVENTS:
      return add_counts (events->total, events->skipped);
    case HEALTH_COUNTS_SLICES:
      return trace_slices (trace)->n;
    case HEALTH_COUNTS_FILES:
      return health_report_n_files (trace);
    default:
      return 0;
    }
}

static HealthFinding
find (const Trace *trace, HealthId id)
{
  const HealthRow *row = &trace_health (trace)->rows[id];
  uint64_t n = count_all (trace, health_id_unit (id));
  HealthFinding finding = {
    .id = id,
    .count = row->count,
    .out_of = n >= row->count ? n : 0,
    .first_offset = MAX (row->first_offset, HEALTH_NO_OFFSET),
    .path = row->path,
    .rank = TRACE_NONE,
  };

  if (row->path == STRING_EMPTY && row->first_source >= 0
      && (uint32_t) row->first_source < trace_n_ranks (trace))
    {
      finding.rank = (uint32_t) row->first_source;
      finding.path = trace_rank (trace, finding.rank)->path;
    }
  return finding;
}

unsigned
health_report (const Trace *trace, HealthFinding ret_findings[N_HEALTH_IDS])
{
  HealthId ids[N_HEALTH_IDS];
  unsigned n = health_table_order (trace_health (trace), ids);

  for (unsigned i = 0; i < n; i++)
    ret_findings[i] = find (trace, ids[i]);
  return n;
}
