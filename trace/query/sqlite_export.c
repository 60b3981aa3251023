/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/sqlite_export.h"

#include <errno.h>
#include <sqlite3.h>

#include "trace/query/tables.h"
#include "trace/section/output_file.h"
#include "trace/text/trace_error.h"

/* Prefix of the virtual tables, which distinguishes them from the real ones. */
#define SOURCE_PREFIX "source_"

/* Rows, or slices whose rows are written, between two progress reports. */
#define STRETCH 65536

#define STEPS_PER_LOOK 1000

/* The share of the time that filling the tables takes; the rest is for the indices. */
#define TABLES_SHARE 0.8

/* No setting protects the data: the file has no name yet and is deleted if anything fails. */
static const char prepare_sql[] = "PRAGMA page_size = 8192;"
                                  "PRAGMA journal_mode = OFF;"
                                  "PRAGMA synchronous = OFF;"
                                  "PRAGMA locking_mode = EXCLUSIVE;"
                                  "PRAGMA cache_size = -65536;"
                                  "BEGIN;"
                                  "CREATE TABLE profile (key TEXT PRIMARY KEY, value)";

/* The columns that joins search. */
static const char *const indices[] = {
  "CREATE INDEX slice_by_track ON slice (track_id, ts_ns)",
  "CREATE INDEX slice_by_correlation ON slice (correlation) WHERE correlation IS NOT NULL",
  "CREATE INDEX slice_by_step ON slice (step_id) WHERE step_id IS NOT NULL",
  "CREATE INDEX flow_by_from ON flow (from_slice)",
  "CREATE INDEX flow_by_to ON flow (to_slice)",
  "CREATE INDEX arg_by_slice ON arg (slice_id)",
  "CREATE INDEX counter_by_track ON counter (track_id, ts_ns)",
};

/* by: a column with the id of a slice or flow, for filling the table in pieces; NULL: fill it at once. */
/* clang-format off */
static const struct
{
  const QueryTable *table;
  const char *by;
  bool is_of_flows;
} parts[] = {
  { &track_table, NULL, false },
  { &step_table, NULL, false },
  { &health_table, NULL, false },
  { &counter_table, NULL, false },
  { &slice_table, "id", false },
  { &kernel_table, "slice_id", false },
  { &flow_table, "id", true },
  { &arg_table, "slice_id", false },
};
/* clang-format on */

typedef struct
{
  sqlite3 *db;
  QuerySource source;
  const SqliteExportControl *control;
  uint64_t done, total; /* slices and flows, once per table */
} Export;

static void
report (const Export *export, double share)
{
  if (export->control != NULL && export->control->progress != NULL)
    export->control->progress (share, export->control->user_data);
}

static bool
run (Export *export, const char *sql)
{
  return sqlite3_exec (export->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Runs and frees SQL that was made with sqlite3_mprintf (). */
static bool
run_owned (Export *export, char *sql)
{
  bool ok = sql != NULL && run (export, sql);

  sqlite3_free (sql);
  return ok;
}

static int
look (void *data)
{
  return query_source_is_over (&((const Export *) data)->source);
}

/* ---- tables ---- */

static bool
create_table (Export *export, const QueryTable *table)
{
  sqlite3_str *sql = sqlite3_str_new (export->db);

  sqlite3_str_appendf (sql, "CREATE TABLE %s(", table->name);
  for (int i = 0; i < table->n_columns; i++)
    sqlite3_str_appendf (sql, "%s%s %s%s", i > 0 ? ", " : "", table->columns[i].name, table->columns[i].type,
                         i == table->id_column ? " PRIMARY KEY" : "");
  sqlite3_str_appendall (sql, ")");
  return run_owned (export, sqlite3_str_finish (sql));
}

/* Inserts the rows of [first, first + STRETCH); runs repeatedly. */
static bool
fill_in_stretches (Export *export, const char *name, const char *by, uint64_t n)
{
  sqlite3_stmt *insert = NULL;
  char *sql = sqlite3_mprintf ("INSERT INTO %s SELECT * FROM " SOURCE_PREFIX "%s WHERE %s BETWEEN ?1 AND ?2",
                               name, name, by);
  bool ok = sql != NULL && sqlite3_prepare_v2 (export->db, sql, -1, &insert, NULL) == SQLITE_OK;

  for (uint64_t first = 0; first < n && ok; first += STRETCH)
    {
      sqlite3_bind_int64 (insert, 1, (sqlite3_int64) first);
      sqlite3_bind_int64 (insert, 2, (sqlite3_int64) (first + STRETCH - 1));
      ok = sqlite3_step (insert) == SQLITE_DONE && sqlite3_reset (insert) == SQLITE_OK;
      export->done += STRETCH;
      report (export, TABLES_SHARE * (double) MIN (export->done, export->total) / (double) export->total);
    }
  sqlite3_finalize (insert);
  sqlite3_free (sql);
  return ok;
}

static bool
export_tables (Export *export)
{
  uint64_t n_slices = trace_slices (export->source.trace)->n, n_flows = trace_n_flows (export->source.trace);

  export->total = 1;
  for (size_t i = 0; i < G_N_ELEMENTS (parts); i++)
    export->total += parts[i].by == NULL ? 0 : parts[i].is_of_flows ? n_flows : n_slices;
  for (size_t i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      const char *name = parts[i].table->name;

      if (query_table_register (export->db, SOURCE_PREFIX, parts[i].table, &export->source) != SQLITE_OK
          || !create_table (export, parts[i].table))
        return false;
      if (parts[i].by != NULL
            ? !fill_in_stretches (export, name, parts[i].by, parts[i].is_of_flows ? n_flows : n_slices)
            : !run_owned (export,
                          sqlite3_mprintf ("INSERT INTO %s SELECT * FROM " SOURCE_PREFIX "%s", name, name)))
        return false;
    }
  return true;
}

static bool
export_profile (Export *export)
{
  const Trace *trace = export->source.trace;
  int64_t epoch_ns = 0;
  bool has_epoch = trace_epoch_ns (trace, &epoch_ns);

  return run_owned (export,
                    sqlite3_mprintf ("INSERT INTO profile VALUES ('format', %Q), ('begin_ns', %lld),"
                                     " ('end_ns', %lld), ('time_origin_epoch_ns', nullif (%lld, %lld))",
                                     trace_format (trace), (long long) export->source.begin_ns,
                                     (long long) export->source.end_ns, (long long) epoch_ns,
                                     (long long) (has_epoch ? ~epoch_ns : epoch_ns)));
}

static bool
export_indices (Export *export)
{
  for (size_t i = 0; i < G_N_ELEMENTS (indices); i++)
    {
      if (!run (export, indices[i]))
        return false;
      report (export, TABLES_SHARE + (1 - TABLES_SHARE) * (double) (i + 1) / G_N_ELEMENTS (indices));
    }
  return true;
}

/* ---- the export ---- */

static bool
export_all (Export *export, const char *path)
{
  if (sqlite3_open_v2 (path, &export->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
    return false;
  sqlite3_progress_handler (export->db, STEPS_PER_LOOK, look, export);
  return run (export, prepare_sql) && export_profile (export) && export_tables (export)
         && export_indices (export) && run (export, "COMMIT");
}

/* Returns the system's error of the last failed read or write, or 0. */
static int
system_error (sqlite3 *db)
{
  int number = 0;

  if (sqlite3_file_control (db, "main", SQLITE_FCNTL_LAST_ERRNO, &number) != SQLITE_OK || number == 0)
    number = sqlite3_system_errno (db);
  return number;
}

static void
set_failure (const Export *export, const char *name, GError **error)
{
  int status = export->db != NULL ? sqlite3_errcode (export->db) & 0xff : SQLITE_NOMEM;
  int number = export->db != NULL ? system_error (export->db) : 0;

  switch (status)
    {
    case SQLITE_INTERRUPT:
      g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "Writing was cancelled.");
      break;
    case SQLITE_FULL:
      output_file_set_error (error, name, ENOSPC);
      break;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
      output_file_set_error (error, name, number != 0 ? number : EIO);
      break;
    case SQLITE_NOMEM:
      output_file_set_error (error, name, ENOMEM);
      break;
    default:
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE, "\"%s\" could not be written: %s.", name,
                   sqlite3_errmsg (export->db));
      break;
    }
}

bool
sqlite_export (const Trace *trace,
               const StepTable *steps,
               const char *path,
               const char *name,
               const SqliteExportControl *control,
               GError **error)
{
  Export export = { .control = control };
  bool ok = query_source_init (&export.source, trace, steps);

  if (ok)
    {
      export.source.cancelled = control != NULL ? control->cancelled : NULL;
      ok = export_all (&export, path);
    }
  if (!ok)
    set_failure (&export, name, error);
  sqlite3_close (export.db);
  query_source_clear (&export.source);
  return ok;
}
