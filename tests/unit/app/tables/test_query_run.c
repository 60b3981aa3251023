/* SPDX-License-Identifier: Apache-2.0 */

#include <dlfcn.h>
#include <errno.h>
#include <glib.h>
#include <pthread.h>
#include <string.h>

#include "app/tables/query_run.h"
#include "tests/unit/fixtures/timeline_profile.h"

#define ENDLESS "with recursive n(i) as (select 1 union all select i + 1 from n) "

typedef struct
{
  GMainLoop *loop;
  QueryRun *run;
  QueryRunState state;
  TableSource *source;
  char *message;
  guint n_deliveries;
  size_t n_last;
  bool stops; /* when the first rows come */
} Waiting;

static void
take (const QueryAnswer *answer, gpointer user_data)
{
  Waiting *waiting = user_data;
  size_t n = answer->source != NULL ? answer->source->n_rows : 0;

  waiting->n_deliveries++;
  g_assert_cmpuint (n, >=, waiting->n_last);
  waiting->n_last = n;
  if (answer->state == QUERY_RUN_ROWS)
    {
      if (waiting->stops)
        query_run_stop (waiting->run);
      return;
    }
  waiting->state = answer->state;
  waiting->source = answer->source != NULL ? table_source_ref (answer->source) : NULL;
  waiting->message = answer->error != NULL ? g_strdup (answer->error->message) : NULL;
  g_main_loop_quit (waiting->loop);
}

static gboolean
stop (gpointer data)
{
  query_run_stop (data);
  return G_SOURCE_REMOVE;
}

static Waiting
run_of (const Profile *profile, const char *sql, guint stop_after_ms, bool stops_at_rows)
{
  Waiting waiting = { .loop = g_main_loop_new (NULL, FALSE), .stops = stops_at_rows };

  waiting.run = query_run_new (profile, sql, 5, 7, take, &waiting);
  if (stop_after_ms > 0)
    g_timeout_add (stop_after_ms, stop, waiting.run);
  g_main_loop_run (waiting.loop);
  query_run_free (waiting.run);
  g_main_loop_unref (waiting.loop);
  return waiting;
}

static void
waiting_clear (Waiting *waiting)
{
  table_source_unref (waiting->source);
  g_free (waiting->message);
}

/* ---- what comes out ---- */

static void
test_rows_have_types (void)
{
  const Profile *profile = timeline_profile_training ();
  Waiting waiting =
    run_of (profile, "select 'a' as word, 1.5 as half, null as nil, scope_begin_ns() as b, x'00ff' as bytes",
            0, false);

  g_assert_cmpint (waiting.state, ==, QUERY_RUN_DONE);
  g_assert_cmpuint (waiting.source->n_rows, ==, 1);
  g_assert_cmpstr (waiting.source->columns[0].title, ==, "word");
  g_assert_cmpint (waiting.source->columns[0].kind, ==, TABLE_TEXT);
  g_assert_cmpint (waiting.source->columns[1].kind, ==, TABLE_NUMBER);
  TableValue word = waiting.source->value (waiting.source, 0, 0);
  TableValue nothing = waiting.source->value (waiting.source, 0, 2);
  TableValue begin = waiting.source->value (waiting.source, 0, 3);
  TableValue bytes = waiting.source->value (waiting.source, 0, 4);
  g_assert_cmpstr (word.text, ==, "a");
  g_assert_cmpint (nothing.type, ==, TABLE_VALUE_NONE);
  g_assert_cmpint (begin.integer, ==, 5);
  g_assert_cmpstr (bytes.text, ==, "00ff");
  g_assert_null (waiting.source->slice);
  waiting_clear (&waiting);
  profile_unref (profile);
}

static void
test_slices_are_found (void)
{
  const Profile *profile = timeline_profile_training ();
  uint64_t n = trace_slices (profile->trace)->n;
  static const char *const queries[] = {
    "select id, name from slice order by id",
    "select name, id as slice_id from slice order by id",
    "select slice_id from (select id as slice_id from slice) order by 1",
  };

  for (size_t i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      Waiting waiting = run_of (profile, queries[i], 0, false);

      g_assert_cmpuint (waiting.source->n_rows, ==, n);
      g_assert_nonnull (waiting.source->slice);
      g_assert_cmpuint (waiting.source->slice (waiting.source, 1), ==, 1);
      waiting_clear (&waiting);
    }

  /* Ids of something else, and numbers that are no slice's. */
  Waiting tracks = run_of (profile, "select id from track", 0, false);
  g_assert_null (tracks.source->slice);
  waiting_clear (&tracks);
  Waiting beyond =
    run_of (profile, "select -1 as slice_id union all select 'x' union all select 1000000000", 0, false);
  for (size_t row = 0; row < 3; row++)
    g_assert_cmpuint (beyond.source->slice (beyond.source, row), ==, UINT64_MAX);
  waiting_clear (&beyond);
  profile_unref (profile);
}

/* ---- how it ends ---- */

static void
test_endless_query_is_stopped (void)
{
  const Profile *profile = timeline_profile_training ();
  Waiting waiting = run_of (profile, ENDLESS "select count(*) from n", 30, false);

  g_assert_cmpint (waiting.state, ==, QUERY_RUN_STOPPED);
  g_assert_cmpuint (waiting.n_last, ==, 0);
  waiting_clear (&waiting);
  profile_unref (profile);
}

/* Rows that come slowly are seen before the end, and those that came stay. */
static void
test_rows_come_on_the_way (void)
{
  const Profile *profile = timeline_profile_training ();
  Waiting waiting = run_of (profile,
                            ENDLESS "select i from n where (select count(*) from slice, slice s "
                                    "where s.id + slice.id > i) >= 0",
                            0, true);

  g_assert_cmpint (waiting.state, ==, QUERY_RUN_STOPPED);
  g_assert_cmpuint (waiting.n_last, >, 0);
  g_assert_cmpuint (waiting.n_deliveries, >, 1);
  TableValue first = waiting.source->value (waiting.source, 0, 0);
  g_assert_cmpint (first.integer, ==, 1);
  waiting_clear (&waiting);
  profile_unref (profile);
}

static void
test_many_rows_are_bounded (void)
{
  const Profile *profile = timeline_profile_training ();
  Waiting waiting = run_of (profile, ENDLESS "select i, 'row ' || i from n", 0, false);

  g_assert_cmpint (waiting.state, ==, QUERY_RUN_BOUNDED);
  g_assert_cmpuint (waiting.source->n_rows, ==, QUERY_ROWS_MAX);
  TableValue last = waiting.source->value (waiting.source, QUERY_ROWS_MAX - 1, 1);
  g_assert_cmpstr (last.text, ==, "row 100000");
  waiting_clear (&waiting);
  profile_unref (profile);
}

/* Numbers take memory as well. */
static void
test_many_columns_are_bounded (void)
{
  const Profile *profile = timeline_profile_training ();
  g_autoptr (GString) sql = g_string_new (ENDLESS "select i");

  for (int i = 1; i < 1500; i++)
    g_string_append (sql, ", i");
  g_string_append (sql, " from n");
  Waiting waiting = run_of (profile, sql->str, 0, false);
  g_assert_cmpint (waiting.state, ==, QUERY_RUN_BOUNDED);
  g_assert_cmpuint (waiting.source->n_rows * 1500 * sizeof (int64_t), <, QUERY_BYTES_MAX);
  g_assert_cmpuint (waiting.source->n_rows, >, 1000);
  waiting_clear (&waiting);
  profile_unref (profile);
}

static void
test_texts_of_any_bytes_are_utf8 (void)
{
  static const char *const expected[] = { ("\xef\xbf\xbd"
                                           "A\xef\xbf\xbd"),
                                          "\xef\xbf\xbd", "a b\xc3\xa9" };
  const Profile *profile = timeline_profile_training ();
  Waiting waiting = run_of (profile,
                            "select cast (x'ff41c3' as text), printf ('%.1s', '\xc3\xa9'), "
                            "cast (x'610062c3a9' as text)",
                            0, false);

  for (int i = 0; i < 3; i++)
    {
      TableValue value = waiting.source->value (waiting.source, 0, i);

      g_assert_cmpstr (value.text, ==, expected[i]);
    }
  waiting_clear (&waiting);
  profile_unref (profile);
}

static void
test_columns_of_one_name_are_told_apart (void)
{
  const Profile *profile = timeline_profile_training ();
  Waiting waiting =
    run_of (profile, "select 1 as x, 2 as x, 3 as 'x:2', 4 as x, 5 as 'two\tlines\n'", 0, false);
  const TableColumn *columns = waiting.source->columns;
  static const char *const ids[] = { "x", "x:2", "x:2:2", "x:3", "two lines " };
  for (int i = 0; i < 5; i++)
    {
      g_assert_cmpstr (columns[i].id, ==, ids[i]);
      g_assert_cmpint (table_source_find_column (waiting.source, ids[i]), ==, i);
    }
  g_assert_cmpstr (columns[1].title, ==, "x");
  waiting_clear (&waiting);
  profile_unref (profile);
}

static void
test_wrong_query_is_told (void)
{
  const Profile *profile = timeline_profile_training ();
  Waiting waiting = run_of (profile, "select nonsense from slice", 0, false);

  g_assert_cmpint (waiting.state, ==, QUERY_RUN_FAILED);
  g_assert_null (waiting.source);
  g_assert_nonnull (strstr (waiting.message, "at character 8."));
  waiting_clear (&waiting);
  profile_unref (profile);
}

static atomic_bool has_threads = true;

/* In place of the system's. */
int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*work) (void *), void *data)
{
  int (*of_system) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);

  if (!atomic_load (&has_threads))
    return EAGAIN;
  *(void **) &of_system = dlsym (RTLD_NEXT, "pthread_create");
  return of_system (thread, attributes, work, data);
}

static void
test_without_a_thread_it_fails (void)
{
  const Profile *profile = timeline_profile_training ();

  atomic_store (&has_threads, false);
  Waiting waiting = run_of (profile, "select 1", 0, false);
  atomic_store (&has_threads, true);
  g_assert_cmpint (waiting.state, ==, QUERY_RUN_FAILED);
  g_assert_nonnull (strstr (waiting.message, "run it again"));
  waiting_clear (&waiting);

  Waiting again = run_of (profile, "select 1", 0, false);
  g_assert_cmpint (again.state, ==, QUERY_RUN_DONE);
  waiting_clear (&again);
  profile_unref (profile);
}

static gboolean
quit (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

/* Nobody is told of what was given up. */
static void
test_freed_run_is_silent (void)
{
  const Profile *profile = timeline_profile_training ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Waiting waiting = { 0 };

  query_run_free (query_run_new (profile, ENDLESS "select i from n", 0, 0, take, &waiting));
  g_timeout_add (200, quit, loop);
  g_main_loop_run (loop);
  g_assert_cmpuint (waiting.n_deliveries, ==, 0);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query_run/rows_have_types", test_rows_have_types);
  g_test_add_func ("/query_run/slices_are_found", test_slices_are_found);
  g_test_add_func ("/query_run/endless_query_is_stopped", test_endless_query_is_stopped);
  g_test_add_func ("/query_run/rows_come_on_the_way", test_rows_come_on_the_way);
  g_test_add_func ("/query_run/many_rows_are_bounded", test_many_rows_are_bounded);
  g_test_add_func ("/query_run/many_columns_are_bounded", test_many_columns_are_bounded);
  g_test_add_func ("/query_run/texts_of_any_bytes_are_utf8", test_texts_of_any_bytes_are_utf8);
  g_test_add_func ("/query_run/columns_of_one_name_are_told_apart", test_columns_of_one_name_are_told_apart);
  g_test_add_func ("/query_run/wrong_query_is_told", test_wrong_query_is_told);
  g_test_add_func ("/query_run/without_a_thread_it_fails", test_without_a_thread_it_fails);
  g_test_add_func ("/query_run/freed_run_is_silent", test_freed_run_is_silent);
  return g_test_run ();
}
