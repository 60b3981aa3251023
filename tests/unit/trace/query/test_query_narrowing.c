/* SPDX-License-Identifier: Apache-2.0
 *
 * Looking at fewer rows must not change an answer. */

#include <string.h>

#include "tests/unit/trace/query/asked_profile.h"
#include "tests/unit/fixtures/random_profile.h"

/* ---- narrowing ----
 * A condition on "+column" is one that no table can use, so it is checked row by row. */

static char *
random_number (GRand *random, int32_t most)
{
  static const char *const extremes[] = {
    "-1",   "9223372036854775807", "-9223372036854775808", "1e30", "-1e30", "9223372036854775808.0",
    "NULL", "scope_end_ns() / 2"
  };
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
      return g_strdup (extremes[g_rand_int_range (random, 0, G_N_ELEMENTS (extremes))]);
    case 1:
      return g_strdup (g_ascii_dtostr (number, sizeof number, g_rand_double_range (random, -1, most)));
    default:
      return g_strdup_printf ("%d", g_rand_int_range (random, 0, most));
    }
}

/* Up to three conditions on these columns; column %s is written with and without the plus. */
static char *
random_conditions (GRand *random, const char *const *columns, int32_t most)
{
  static const char *const operators[] = { "=", "<", "<=", ">", ">=", "=", "is" };
  GString *text = g_string_new ("1");

  for (int n = g_rand_int_range (random, 0, 4); n > 0; n--)
    {
      g_autofree char *number = random_number (random, most);
      g_autofree char *other = random_number (random, most);
      const char *column = columns[g_rand_int_range (random, 0, (int32_t) g_strv_length ((char **) columns))];

      if (g_rand_int_range (random, 0, 5) == 0)
        g_string_append_printf (text, " and @%s in (%s, %s)", column, number, other);
      else if (g_rand_int_range (random, 0, 8) == 0)
        g_string_append_printf (text, " and (@%s = %s or @%s = %s)", column, number, column, other);
      else
        g_string_append_printf (text, " and @%s %s %s", column,
                                operators[g_rand_int_range (random, 0, G_N_ELEMENTS (operators))], number);
    }
  return g_string_free (text, FALSE);
}

static char *
with_sign (const char *sql, const char *sign)
{
  g_auto (GStrv) parts = g_strsplit (sql, "@", -1);

  return g_strjoinv (sign, parts);
}

static void
assert_narrowing_changes_nothing (const Asked *asked, const char *sql)
{
  g_autofree char *narrowed = with_sign (sql, "");
  g_autofree char *all = with_sign (sql, "+");
  g_autofree char *expected = asked_answer (asked->database, all);

  asked_assert_answer (asked->database, narrowed, expected);
}

static void
check_narrowing (GRand *random, const Asked *asked)
{
  static const struct
  {
    const char *select;
    const char *const columns[5];
  } tables[] = {
    { "select * from slice where %s order by +id", { "id", "track_id", "ts_ns", "rowid", NULL } },
    { "select * from slice where %s and @name = 'aten::mm' order by +id",
      { "id", "track_id", "ts_ns", NULL } },
    { "select * from slice where %s and @name in ('aten::mm', 'aten::add', 'no such') order by +id",
      { "ts_ns", NULL } },
    { "select id from slice where %s and @name = 'ATEN::MM' collate nocase order by +id",
      { "track_id", NULL } },
    { "select * from slice where %s and @name = 'aten::mm' and @correlation = 5 order by id",
      { "id", "track_id", "ts_ns", NULL } },
    { "select * from slice where %s order by id", { "correlation", "id", "track_id", "ts_ns", NULL } },
    { "select name, id from slice where @correlation in (1, 2, 3, null, 0) and %s order by @name, id",
      { "correlation", "ts_ns", NULL } },
    { "select a.id, b.id from slice a join slice b on a.correlation = @b.correlation where %s order by a.id, +b.id",
      { "b.track_id", "b.ts_ns", NULL } },
    { "select * from slice where @category = '' and %s order by +id", { "track_id", NULL } },
    { "select * from slice where @category = 'none' and %s", { "track_id", NULL } },
    { "select * from slice where %s order by @track_id, @id", { "id", "track_id", "ts_ns", NULL } },
    { "select name, id from slice where %s order by @name, id", { "id", "track_id", "ts_ns", NULL } },
    { "select name, id from slice where %s order by @name desc, id", { "ts_ns", NULL } },
    { "select name, count(*), sum(dur_ns) from slice where %s group by @name", { "id", "track_id", NULL } },
    { "select name, count(*) from slice where %s group by @name order by @name desc",
      { "id", "ts_ns", NULL } },
    { "select count(*) from (select distinct @name from slice where %s)", { "id", "ts_ns", NULL } },
    { "select track_id, count(*) from slice where %s group by @track_id", { "id", "ts_ns", NULL } },
    { "select name, id from slice order by @name", { "id", NULL } },
    { "select category, name, id from slice where ts_ns > 9 and track_id < 30 order by @name desc",
      { "id", NULL } },
    { "select * from track where %s order by +id", { "id", NULL } },
    { "select * from kernel where %s order by +slice_id", { "slice_id", NULL } },
    { "select * from flow where %s order by +id", { "id", "from_slice", "to_slice", NULL } },
    { "select from_slice, count(*) from flow where %s group by @from_slice", { "id", "to_slice", NULL } },
    { "select * from step where %s order by +id", { "id", NULL } },
  };
  int32_t most = (int32_t) MAX (trace_slices (asked->trace)->n, 4);

  for (size_t i = 0; i < G_N_ELEMENTS (tables); i++)
    for (int n = 0; n < 12; n++)
      {
        g_autofree char *conditions =
          random_conditions (random, tables[i].columns, g_rand_boolean (random) ? most : 30);
        g_auto (GStrv) parts = g_strsplit (tables[i].select, "%s", -1);
        g_autofree char *sql = g_strjoinv (conditions, parts);

        assert_narrowing_changes_nothing (asked, sql);
      }
}

static void
test_narrowing (void)
{
  asked_for_profiles (check_narrowing);
}

static void
test_numbers_as_text_compare_as_numbers (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Asked asked = ask (random_profile_new (random));

  asked_assert_answer (asked.database, "select count(*) from slice where id = '1' or id = '2.0'", "2\n");
  asked_assert_answer (asked.database, "select count(*) from slice where id <= '4' and id >= x''", "0\n");
  asked_assert_answer (asked.database, "select count(*) from slice where id <= '4'", "5\n");
  asked_assert_answer (asked.database, "select count(*) from track where pid = 12", "0\n");
  asked_clear (&asked);
}

static void
check_joins (GRand *random, const Asked *asked)
{
  static const char *const joins[] = {
    "select k.slice_id, s.name from kernel k join slice s on @s.id = k.slice_id order by +k.slice_id",
    "select c.id, r.id from slice c join flow f on @f.from_slice = c.id join slice r on @r.id = f.to_slice"
    " order by +c.id, +r.id",
    "select r.id, c.id from slice r join flow f on @f.to_slice = r.id join slice c on @c.id = f.from_slice"
    " order by +r.id, +c.id",
    "select t.id, count(*), sum(s.dur_ns) from track t join slice s on @s.track_id = t.id group by t.id",
    "select s.id, (select count(*) from slice i where @i.track_id = s.track_id and @i.ts_ns >= s.ts_ns"
    " and @i.ts_ns < s.ts_ns + s.dur_ns) from slice s",
    "select s.name, count(*) from kernel k join slice s on @s.id = k.slice_id group by s.name",
  };

  (void) random;
  for (size_t i = 0; i < G_N_ELEMENTS (joins); i++)
    assert_narrowing_changes_nothing (asked, joins[i]);
}

static void
test_joins (void)
{
  asked_for_profiles (check_joins);
}

static void
test_joins_look_up_by_id (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Asked asked = ask (random_profile_new (random));
  g_autofree char *plan =
    asked_answer (asked.database, "explain query plan select * from kernel join slice on slice.id = "
                                  "kernel.slice_id join arg on arg.slice_id = slice.id");

  g_assert_nonnull (strstr (plan, "SCAN kernel VIRTUAL TABLE INDEX 0:\n"));
  g_assert_nonnull (strstr (plan, "SCAN slice VIRTUAL TABLE INDEX 0:a=\n"));
  g_assert_nonnull (strstr (plan, "SCAN arg VIRTUAL TABLE INDEX 0:a=\n"));
  asked_clear (&asked);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query/narrowing_loses_no_row", test_narrowing);
  g_test_add_func ("/query/numbers_as_text_compare_as_numbers", test_numbers_as_text_compare_as_numbers);
  g_test_add_func ("/query/joins_are_the_same_looked_up_and_compared", test_joins);
  g_test_add_func ("/query/joins_look_up_by_id", test_joins_look_up_by_id);
  return g_test_run ();
}
