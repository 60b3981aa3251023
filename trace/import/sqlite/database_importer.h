/* SPDX-License-Identifier: Apache-2.0
 *
 * A format whose files are SQLite databases is one DatabaseImporter in a table of importers.c. */

#pragma once

#include "trace/import/sqlite/foreign_database.h"

typedef struct
{
  const char *name; /* as in `info --json` */

  /* Returns whether a database has the tables of this format. */
  bool (*recognise) (ForeignDatabase *database);

  /* Reads database into the rank last begun of builder, and further ranks if it holds several processes
   * (trace_builder_begin_rank_of_file ()). Counts each row that is an event in trace_builder_event_counts (): total and
   * slices, instants, counters, or skipped with a health row. Errors as of Importer; the caller adds the health of the
   * database itself. */
  bool (*import) (ForeignDatabase *database, const char *path, TraceBuilder *builder, GError **error);
} DatabaseImporter;
