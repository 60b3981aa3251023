/* SPDX-License-Identifier: Apache-2.0
 *
 * The reports of `stats`: figures of trace/stats as records under the keys of the documented output.
 *
 * To add a report: a function here and a line in the table. */

#pragma once

#include "app/cli/record.h"
#include "trace/stats/scope.h"

typedef struct
{
  const char *name; /* of --report, and the key in the JSON */
  const char *title;
  const char *header; /* the keys of its records, comma separated */
  bool is_object;     /* one record that prints as an object, not as an array of one */

  bool is_asked_for; /* printed where it is asked for, or has any records */

  /* Records of what lies in the scope, owned by the caller. NULL: out of memory. */
  GPtrArray *(*records) (const StatsScope *scope);

  /* How that report looks in JSON, where it is not simply its records; NULL otherwise. */
  GString *(*json) (const StatsScope *scope);
} StatsReport;

/* In the order of printing; ends in an entry without a name. */
extern const StatsReport stats_reports[];

const StatsReport *stats_report_find (const char *name); /* NULL: no such report */
