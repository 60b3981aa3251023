/* SPDX-License-Identifier: Apache-2.0 */

#include <sqlite3.h>
#include <string.h>

#include "tests/unit/trace/query/asked_profile.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/text/trace_error.h"

/* ---- what is refused ---- */

static void
assert_refused (QueryDatabase *database, const char *sql, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Query) query = query_new (database, sql, &error);
  QueryStep step = QUERY_FAILED;

  while (query != NULL && (step = query_step (query, &error)) == QUERY_ROW)
    ;
  if (step != QUERY_FAILED)
    g_error ("%s was not refused", sql);
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH);
  if (strstr (error->message, message) == NULL)
    g_error ("%s: \"%s\" does not say \"%s\"", sql, error->message, message);
}

static void
test_only_select (void)
{
  static const char *const refused[] = {
    "attach database '/tmp/x.sqlite' as x",
    "vacuum into '/tmp/x.sqlite'",
    "pragma writable_schema = on",
    "pragma table_info(slice)",
    "select * from pragma_database_list",
    "insert into slice(id) values (1)",
    "update slice set id = 1",
    "delete from slice",
    "create table x(y)",
    "create temp table x as select * from slice",
    "create view x as select 1",
    "create virtual table x using slice",
    "drop table slice",
    "begin",
    "savepoint x",
    "analyze",
    "select load_extension('x')",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Asked asked = ask (random_profile_new (random));

  for (size_t i = 0; i < G_N_ELEMENTS (refused); i++)
    assert_refused (asked.database, refused[i], "");
  g_assert_false (g_file_test ("/tmp/x.sqlite", G_FILE_TEST_EXISTS));
  asked_assert_answer (asked.database, "select count(*) > 0 from slice; -- and nothing more", "1\n");
  asked_clear (&asked);
}

static void
test_refusals_say_why (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Asked asked = ask (random_profile_new (random));

  assert_refused (asked.database, "select '\xc3\xa9', nome from slice",
                  "no such column: nome, at character 13.");
  assert_refused (asked.database, "selekt", "near \"selekt\": syntax error, at character 1.");
  assert_refused (asked.database, "select \"kernel\"", "no such column");
  assert_refused (asked.database, "select 1 from slices", "no such table: slices");
  assert_refused (asked.database, "  -- nothing", "empty");
  assert_refused (asked.database, "select 1; select 2", "one statement");
  assert_refused (asked.database, "select 1; nonsense", "one statement");
  assert_refused (asked.database, "select ?", "parameter");
  assert_refused (asked.database, "create table x(y)", "only read");
  assert_refused (asked.database, "delete from slice", "may not be modified");
  assert_refused (asked.database, "select abs(-9223372036854775808)", "integer overflow");
  assert_refused (asked.database, "select randomblob(1000000000)", "too big");
  asked_clear (&asked);
}

/* ---- stopping ---- */

static const char endless[] =
  "with recursive x(n) as (select 1 union all select n + 1 from x) select count(*) from x";

static void
assert_stopped (QueryDatabase *database)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Query) query = query_new (database, endless, &error);

  g_assert_no_error (error);
  g_assert_cmpint (query_step (query, &error), ==, QUERY_FAILED);
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED);
}

static gpointer
set_soon (gpointer data)
{
  g_usleep (20000);
  atomic_store ((atomic_bool *) data, true);
  return NULL;
}

static void
test_endless_queries_are_stopped (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Asked asked = ask (random_profile_new (random));
  atomic_bool cancelled = false;

  query_database_set_cancelled (asked.database, &cancelled);
  GThread *thread = g_thread_new ("canceller", set_soon, &cancelled);
  assert_stopped (asked.database);
  g_thread_join (thread);

  atomic_store (&cancelled, false);
  query_database_set_deadline (asked.database, g_get_monotonic_time () + 20000);
  assert_stopped (asked.database);
  query_database_set_deadline (asked.database, INT64_MAX);
  asked_assert_answer (asked.database, "select 1", "1\n");
  asked_clear (&asked);
}

/* ---- what a query may use ---- */

#define MANY "with recursive x(n) as (select 1 union all select n + 1 from x where n < 3000000) "

static void
assert_too_large (QueryDatabase *database, const char *sql, int code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Query) query = query_new (database, sql, &error);

  g_assert_no_error (error);
  g_assert_cmpint (query_step (query, &error), ==, QUERY_FAILED);
  g_assert_error (error, TRACE_ERROR, code);
  g_assert_nonnull (strstr (error->message, message));
}

static void
test_sorting_writes_no_more_than_it_may (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Asked asked = ask (random_profile_new (random));

  query_database_set_temp_max (asked.database, 1 << 20);
  assert_too_large (asked.database, MANY "select n, printf('%0100d', n) as word from x order by word desc",
                    TRACE_ERROR_NO_SPACE, "more rows than temporary files have room for");
  assert_too_large (asked.database, MANY "select count(*) from (select distinct printf('%0100d', n) from x)",
                    TRACE_ERROR_NO_SPACE, "a condition");
  asked_assert_answer (asked.database, "select 1", "1\n");
  /* What the queries before wrote is not counted any more. */
  query_database_set_temp_max (asked.database, (int64_t) 1 << 30);
  asked_assert_answer (
    asked.database, MANY "select n from (select n, printf('%0100d', n) as word from x) order by word limit 1",
    "1\n");
  asked_clear (&asked);
}

static void
test_memory_is_limited_and_others_keep_some (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Asked asked = ask (random_profile_new (random));
  int64_t usual_bytes = sqlite3_hard_heap_limit64 (-1);
  g_autoptr (GString) wide = g_string_new ("select printf('%.*c', 60000000, 'x')");

  g_assert_cmpint (usual_bytes, >, 0);
  sqlite3_hard_heap_limit64 (64 << 20);
  sqlite3_memory_highwater (1);
  assert_too_large (asked.database,
                    MANY "select max(length(word)) from (select json_group_array(n) as word from x "
                         "union all select json_group_array(-n) from x)",
                    TRACE_ERROR_NO_MEMORY, "fewer rows or columns");
  /* In few steps, between which nobody looks. */
  for (int i = 0; i < 5; i++)
    g_string_append_printf (wide, ", printf('%%.*c', 6000000%d, 'x')", i);
  assert_too_large (asked.database, wide->str, TRACE_ERROR_NO_MEMORY, "fewer rows or columns");
  g_assert_cmpint (sqlite3_memory_highwater (0), <=, 64 << 20);
  asked_assert_answer (asked.database, "select 1", "1\n");
  sqlite3_hard_heap_limit64 (usual_bytes);
  asked_clear (&asked);
}

static void
test_a_query_ends_while_others_have_memory (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Asked asked = ask (random_profile_new (random));
  int64_t usual_bytes = sqlite3_hard_heap_limit64 (18 << 20);
  void *used = sqlite3_malloc (17 << 20);

  g_assert_nonnull (used);
  assert_too_large (asked.database, endless, TRACE_ERROR_NO_MEMORY, "fewer rows or columns");
  sqlite3_free (used);
  sqlite3_hard_heap_limit64 (usual_bytes);
  asked_clear (&asked);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query/only_select_is_allowed", test_only_select);
  g_test_add_func ("/query/refusals_say_why_and_where", test_refusals_say_why);
  g_test_add_func ("/query/endless_queries_are_stopped", test_endless_queries_are_stopped);
  g_test_add_func ("/query/sorting_writes_no_more_than_it_may", test_sorting_writes_no_more_than_it_may);
  g_test_add_func ("/query/memory_is_limited", test_memory_is_limited_and_others_keep_some);
  g_test_add_func ("/query/ends_while_others_have_memory", test_a_query_ends_while_others_have_memory);
  return g_test_run ();
}
