/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "tests/unit/hostile/every_reader.h"
#include "trace/query/query.h"
#include "trace/query/tables.h"
#include "trace/text/trace_error.h"

/* Valid UTF-8 in which there may be NUL. */
static bool
is_text (const char *bytes, size_t n)
{
  for (const char *end; (end = memchr (bytes, '\0', n)) != NULL; bytes = end + 1)
    {
      if (!g_utf8_validate_len (bytes, (size_t) (end - bytes), NULL))
        return false;
      n -= (size_t) (end + 1 - bytes);
    }
  return g_utf8_validate_len (bytes, n, NULL);
}

static void
read_all (QueryDatabase *database, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Query) query = query_new (database, sql, &error);

  g_assert_no_error (error);
  while (query_step (query, &error) == QUERY_ROW)
    for (int i = 0; i < query_n_columns (query); i++)
      {
        const QueryValue value = query_value (query, i);

        g_assert_true (value.type != QUERY_TEXT || is_text (value.bytes, value.n_bytes));
      }
  /* A sum that does not fit is a failure of the query. */
  g_assert_true (error == NULL || g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH));
}

void
every_query_reads (Trace *trace)
{
  static const char *const narrowed[] = {
    "select s.name, k.* from slice s join kernel k on k.slice_id = s.id where s.ts_ns between 10 and 40000",
    "select name, sum(dur_ns), count(*), min(name), max(category) from slice group by name order by 2 desc",
    "select * from flow f join slice a on a.id = f.from_slice join slice b on b.id = f.to_slice",
    "select * from slice where track_id = 3 and ts_ns > 0 and name > 'c' order by ts_ns",
    "select * from slice where name = 'late' or category like '%o%' order by category, name",
    "select * from arg where slice_id < 9 and key = 'stream'",
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, &error);
  g_autoptr (QueryDatabase) database = query_database_new (trace, steps, &error);

  g_assert_no_error (error);
  for (size_t i = 0; query_tables[i] != NULL; i++)
    {
      g_autofree char *sql = g_strdup_printf ("select * from %s", query_tables[i]->name);

      read_all (database, sql);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (narrowed); i++)
    read_all (database, narrowed[i]);
}
