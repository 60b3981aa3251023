/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "tests/unit/random_profile.h"
#include "trace/builder.h"
#include "trace/lane.h"
#include "trace/occupied.h"
#include "trace/query/query.h"
#include "trace/trace_error.h"

#define N_PROFILES 40

/* A profile with what is needed to ask it. */
typedef struct
{
  Trace *trace;
  StepTable *steps;
  QueryDatabase *database;
} Asked;

static Asked
ask (Trace *trace)
{
  g_autoptr (GError) error = NULL;
  Asked asked = { .trace = trace, .steps = random_profile_steps (trace) };

  asked.database = query_database_new (trace, asked.steps, &error);
  g_assert_no_error (error);
  return asked;
}

static void
asked_clear (Asked *asked)
{
  query_database_free (asked->database);
  step_table_free (asked->steps);
  trace_unref (asked->trace);
}

static void
append_value (GString *text, const QueryValue *value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  switch (value->type)
    {
    case QUERY_INTEGER:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, value->integer);
      break;
    case QUERY_REAL:
      g_string_append (text, g_ascii_dtostr (number, sizeof number, value->real));
      break;
    case QUERY_TEXT:
    case QUERY_BLOB:
      g_string_append_len (text, value->bytes, (gssize) value->n_bytes);
      break;
    default:
      g_string_append (text, "NULL");
      break;
    }
}

/* The rows, one per line, values between bars. */
static char *
answer (QueryDatabase *database, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Query) query = query_new (database, sql, &error);
  GString *text = g_string_new (NULL);

  if (query == NULL)
    g_error ("%s: %s", sql, error->message);
  while (query_step (query, &error) == QUERY_ROW)
    {
      for (int i = 0; i < query_n_columns (query); i++)
        {
          const QueryValue value = query_value (query, i);

          if (i > 0)
            g_string_append_c (text, '|');
          append_value (text, &value);
        }
      g_string_append_c (text, '\n');
    }
  if (error != NULL)
    g_error ("%s: %s", sql, error->message);
  return g_string_free (text, FALSE);
}

static void
assert_answer (QueryDatabase *database, const char *sql, const char *expected)
{
  g_autofree char *text = answer (database, sql);

  if (strcmp (text, expected) != 0)
    g_error ("%s:\n%s\ninstead of\n%s", sql, text, expected);
}

static void
for_profiles (void (*check) (GRand *random, const Asked *asked))
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (int i = 0; i < N_PROFILES; i++)
    {
      Asked asked = ask (random_profile_new (random));

      check (random, &asked);
      asked_clear (&asked);
    }
}

/* ---- the tables, counted again ---- */

static int64_t
depth_by_counting (const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t begin_ns = slices->start_ns[slice], end_ns = occupied_until (begin_ns, slices->dur_ns[slice]);
  int64_t depth = 0;

  for (uint64_t i = 0; i < slices->n; i++)
    {
      int64_t other_ns = slices->start_ns[i], other_end_ns = occupied_until (other_ns, slices->dur_ns[i]);

      if (i != slice && slices->track[i] == slices->track[slice] && other_ns <= begin_ns
          && other_end_ns >= end_ns)
        depth += other_ns != begin_ns || other_end_ns != end_ns || i < slice;
    }
  return depth;
}

static char *
step_by_counting (const Asked *asked, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (asked->trace);
  uint64_t at = slices->kind[slice] == SLICE_PROFILER_SPAN ? SLICE_NONE : slice;
  char *found = g_strdup ("NULL");

  if (slice_kind_is_on_device (slices->kind[slice]))
    at = trace_launch_of (asked->trace, slice);
  for (uint64_t i = 0; i < step_table_count (asked->steps) && at != SLICE_NONE; i++)
    {
      const TraceStep *step = step_table_get (asked->steps, i);

      if (step->rank == trace_track (asked->trace, slices->track[at])->rank
          && step->host_begin_ns <= slices->start_ns[at] && step->host_end_ns > slices->start_ns[at])
        {
          g_free (found);
          found = g_strdup_printf ("%" G_GUINT64_FORMAT, i);
        }
    }
  return found;
}

static uint32_t
lane_by_looking (const Trace *trace, uint64_t slice)
{
  for (uint32_t r = 0; r < trace_n_rows (trace); r++)
    if (slice - trace_row (trace, r)->first_slice < trace_row (trace, r)->n_slices)
      return trace_row (trace, r)->lane;
  g_assert_not_reached ();
}

static void
check_slices (GRand *random, const Asked *asked)
{
  const SliceColumns *slices = trace_slices (asked->trace);
  g_autoptr (GString) expected = g_string_new (NULL);

  (void) random;
  for (uint64_t i = 0; i < slices->n; i++)
    {
      g_autofree char *step = step_by_counting (asked, i);
      g_autofree char *correlation = slices->correlation[i] == 0
                                       ? g_strdup ("NULL")
                                       : g_strdup_printf ("%" G_GINT64_FORMAT, slices->correlation[i]);

      g_string_append_printf (expected,
                              "%" G_GUINT64_FORMAT "|%u|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT
                              "|%" G_GINT64_FORMAT "|%u|%s|%s|%s|%s\n",
                              i, slices->track[i], slices->start_ns[i], slices->dur_ns[i],
                              depth_by_counting (asked->trace, i), lane_by_looking (asked->trace, i),
                              trace_string (asked->trace, slices->name[i], NULL),
                              trace_string (asked->trace, slices->category[i], NULL), correlation, step);
    }
  assert_answer (asked->database, "select * from slice", expected->str);
}

static void
test_slices (void)
{
  for_profiles (check_slices);
}

static void
append_known (GString *text, bool is_known, int64_t value)
{
  if (is_known)
    g_string_append_printf (text, "|%" G_GINT64_FORMAT, value);
  else
    g_string_append (text, "|NULL");
}

static void
check_flows (const Asked *asked)
{
  static const char *const kinds[] = { [FLOW_LAUNCH] = "launch", [FLOW_SYNC] = "sync" };
  g_autoptr (GString) expected = g_string_new (NULL);

  for (uint64_t i = 0; i < trace_n_flows (asked->trace); i++)
    {
      const TraceFlow flow = trace_flow (asked->trace, i);

      g_string_append_printf (expected,
                              "%" G_GUINT64_FORMAT "|%s|%" G_GUINT64_FORMAT "|%" G_GUINT64_FORMAT "\n", i,
                              kinds[flow.kind], flow.from, flow.to);
    }
  assert_answer (asked->database, "select * from flow", expected->str);
}

static void
check_kernels (const Asked *asked)
{
  const SliceColumns *slices = trace_slices (asked->trace);
  g_autoptr (GString) expected = g_string_new (NULL);

  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->kind[i] == SLICE_KERNEL)
      g_string_append_printf (expected,
                              "%" G_GUINT64_FORMAT "|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL\n", i);
  assert_answer (asked->database, "select * from kernel", expected->str);
}

static void
check_steps (const Asked *asked)
{
  g_autoptr (GString) expected = g_string_new (NULL);

  for (uint64_t i = 0; i < step_table_count (asked->steps); i++)
    {
      const TraceStep *step = step_table_get (asked->steps, i);

      g_string_append_printf (expected, "%" G_GUINT64_FORMAT "|%" G_GINT64_FORMAT "|%u", i,
                              trace_rank (asked->trace, step->rank)->number, step->index);
      append_known (expected, step->has_number, step->number);
      g_string_append_printf (
        expected, "|%s", trace_string (asked->trace, trace_slices (asked->trace)->name[step->slice], NULL));
      append_known (expected, true, step->host_begin_ns);
      append_known (expected, true, step->host_end_ns);
      append_known (expected, step->has_device, step->device_begin_ns);
      append_known (expected, step->has_device, step->device_end_ns);
      append_known (expected, true, step->wall_ns);
      g_string_append_c (expected, '\n');
    }
  assert_answer (asked->database, "select * from step", expected->str);
}

static void
check_tracks (const Asked *asked)
{
  g_autoptr (GString) expected = g_string_new (NULL);

  for (uint32_t t = 0; t < trace_n_tracks (asked->trace); t++)
    {
      const TraceTrack *track = trace_track (asked->trace, t);

      g_string_append_printf (expected, "%u", t);
      append_known (expected, track->parent != TRACE_NONE, track->parent);
      append_known (expected, track->rank != TRACE_NONE,
                    track->rank != TRACE_NONE ? trace_rank (asked->trace, track->rank)->number : 0);
      append_known (expected, track->device >= 0, track->device);
      append_known (expected, track->stream >= 0, track->stream);
      g_string_append_c (expected, '\n');
    }
  assert_answer (asked->database, "select id, parent_id, rank, device, stream from track", expected->str);
}

static void
check_health (const Asked *asked)
{
  g_autoptr (GString) expected = g_string_new (NULL);

  for (HealthId id = 0; id < N_HEALTH_IDS; id++)
    if (trace_health (asked->trace)->rows[id].count > 0)
      g_string_append_printf (expected, "%s|%" G_GUINT64_FORMAT "\n", health_id_name (id),
                              trace_health (asked->trace)->rows[id].count);
  assert_answer (asked->database, "select id, count from health", expected->str);
}

static void
check_other_tables (GRand *random, const Asked *asked)
{
  (void) random;
  check_flows (asked);
  check_kernels (asked);
  check_steps (asked);
  check_tracks (asked);
  check_health (asked);
}

static void
test_other_tables (void)
{
  for_profiles (check_other_tables);
}

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
  g_autofree char *expected = answer (asked->database, all);

  assert_answer (asked->database, narrowed, expected);
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
  for_profiles (check_narrowing);
}

static void
test_numbers_as_text_compare_as_numbers (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Asked asked = ask (random_profile_new (random));

  assert_answer (asked.database, "select count(*) from slice where id = '1' or id = '2.0'", "2\n");
  assert_answer (asked.database, "select count(*) from slice where id <= '4' and id >= x''", "0\n");
  assert_answer (asked.database, "select count(*) from slice where id <= '4'", "5\n");
  assert_answer (asked.database, "select count(*) from track where pid = 12", "0\n");
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
  for_profiles (check_joins);
}

static void
test_joins_look_up_by_id (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Asked asked = ask (random_profile_new (random));
  g_autofree char *plan =
    answer (asked.database, "explain query plan select * from kernel join slice on slice.id = "
                            "kernel.slice_id join arg on arg.slice_id = slice.id");

  g_assert_nonnull (strstr (plan, "SCAN kernel VIRTUAL TABLE INDEX 0:\n"));
  g_assert_nonnull (strstr (plan, "SCAN slice VIRTUAL TABLE INDEX 0:a=\n"));
  g_assert_nonnull (strstr (plan, "SCAN arg VIRTUAL TABLE INDEX 0:a=\n"));
  asked_clear (&asked);
}

/* ---- what random profiles do not have ---- */

static uint32_t
string (TraceBuilder *builder, const char *text)
{
  return trace_builder_string (builder, text, strlen (text));
}

static void
add_slice (TraceBuilder *builder, uint32_t track, const char *name, int64_t start_ns, int64_t dur_ns)
{
  trace_builder_add_slice (builder, &(SliceInput){
                                      .track = track,
                                      .name = string (builder, name),
                                      .kind = SLICE_OPERATOR,
                                      .start_ns = start_ns,
                                      .dur_ns = dur_ns,
                                      .args = ARGS_NONE,
                                    });
}

/* A rank with a band for operators. */
static TraceBuilder *
begin_profile (uint32_t *ret_band)
{
  TraceBuilder *builder = trace_builder_new ();

  trace_builder_begin_rank (builder, "rank.json");
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  *ret_band = trace_builder_add_track (builder, TRACK_OPERATORS, thread);
  return builder;
}

static Asked
finish_profile (TraceBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  Trace *trace = trace_builder_finish (builder, &error);

  g_assert_no_error (error);
  trace_builder_free (builder);
  return ask (trace);
}

static void
test_depth_counts_beyond_the_last_lane (void)
{
  uint32_t band;
  TraceBuilder *builder = begin_profile (&band);

  for (int i = 0; i < LANE_MAX + 50; i++)
    add_slice (builder, band, "nested", i, 4 * LANE_MAX - 2 * i);
  Asked asked = finish_profile (builder);

  assert_answer (asked.database, "select count(*), count(distinct depth), max(depth), max(lane) from slice",
                 "562|562|561|511\n");
  assert_answer (asked.database, "select count(*) from slice where depth <> ts_ns", "0\n");
  asked_clear (&asked);
}

static void
test_texts_are_valid_utf8 (void)
{
  uint32_t band;
  TraceBuilder *builder = begin_profile (&band);

  add_slice (builder, band, "a\xff", 0, 1);
  add_slice (builder, band, "a\xef\xbf\xbd", 1, 1);
  add_slice (builder, band, "a\xfe", 2, 1);
  add_slice (builder, band, "b", 3, 1);
  add_slice (builder, band, "\xc3\xa9\xc3", 4, 1);
  Asked asked = finish_profile (builder);

  assert_answer (asked.database, "select name, count(*) from slice group by name",
                 "a\xef\xbf\xbd|3\nb|1\n\xc3\xa9\xef\xbf\xbd|1\n");
  assert_answer (asked.database, "select count(*) from slice where name = 'a\xef\xbf\xbd'", "3\n");
  assert_answer (asked.database, "select count(*) from slice where name = 'b'", "1\n");
  assert_answer (asked.database, "select count(*) from slice where name = 'a'", "0\n");
  asked_clear (&asked);
}

static void
test_text_with_nul_is_whole (void)
{
  uint32_t band;
  TraceBuilder *builder = begin_profile (&band);

  trace_builder_add_slice (builder, &(SliceInput){ .track = band,
                                                   .name = trace_builder_string (builder,
                                                                                 "a\0\xff"
                                                                                 "b",
                                                                                 4),
                                                   .kind = SLICE_OPERATOR,
                                                   .dur_ns = 1,
                                                   .args = ARGS_NONE });
  Asked asked = finish_profile (builder);

  assert_answer (asked.database, "select hex(name) from slice", "6100EFBFBD62\n");
  asked_clear (&asked);
}

static void
test_counters (void)
{
  uint32_t band;
  TraceBuilder *builder = begin_profile (&band);
  uint32_t counters[2];

  add_slice (builder, band, "op", 0, 100);
  for (int i = 0; i < 2; i++)
    {
      counters[i] = trace_builder_add_track (builder, TRACK_COUNTER, TRACE_NONE);
      trace_builder_track (builder, counters[i])->name = string (builder, i == 0 ? "first" : "second");
    }
  for (int i = 0; i < 20; i++)
    trace_builder_add_sample (builder, counters[i % 2], 5 * i, i / 4.0);
  Asked asked = finish_profile (builder);

  assert_answer (asked.database,
                 "select t.name, count(*), min(ts_ns), max(ts_ns), sum(value) from track t"
                 " join counter c on c.track_id = t.id group by t.id order by t.name",
                 "first|10|0|90|22.5\nsecond|10|5|95|25\n");
  assert_answer (asked.database,
                 "select ts_ns, value from counter where ts_ns > 41 and ts_ns <= 50 order by 1",
                 "45|2.25\n50|2.5\n");
  assert_narrowing_changes_nothing (&asked, "select * from counter where @track_id > 2 and @ts_ns < 30");
  asked_clear (&asked);
}

static void
test_scope_functions (void)
{
  uint32_t band;
  TraceBuilder *builder = begin_profile (&band);

  add_slice (builder, band, "op", 0, 100);
  Asked asked = finish_profile (builder);

  assert_answer (asked.database, "select scope_begin_ns(), scope_end_ns()", "0|100\n");
  query_database_set_scope (asked.database, 20, 30);
  assert_answer (asked.database, "select scope_begin_ns(), scope_end_ns()", "20|30\n");
  asked_clear (&asked);
}

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
  assert_answer (asked.database, "select count(*) > 0 from slice; -- and nothing more", "1\n");
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
  assert_answer (asked.database, "select 1", "1\n");
  asked_clear (&asked);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query/slices_are_those_of_the_profile", test_slices);
  g_test_add_func ("/query/other_tables_are_those_of_the_profile", test_other_tables);
  g_test_add_func ("/query/narrowing_loses_no_row", test_narrowing);
  g_test_add_func ("/query/numbers_as_text_compare_as_numbers", test_numbers_as_text_compare_as_numbers);
  g_test_add_func ("/query/joins_are_the_same_looked_up_and_compared", test_joins);
  g_test_add_func ("/query/joins_look_up_by_id", test_joins_look_up_by_id);
  g_test_add_func ("/query/depth_counts_beyond_the_last_lane", test_depth_counts_beyond_the_last_lane);
  g_test_add_func ("/query/texts_are_valid_utf8", test_texts_are_valid_utf8);
  g_test_add_func ("/query/text_with_nul_is_whole", test_text_with_nul_is_whole);
  g_test_add_func ("/query/counters_by_track_and_time", test_counters);
  g_test_add_func ("/query/scope_functions_tell_the_scope", test_scope_functions);
  g_test_add_func ("/query/only_select_is_allowed", test_only_select);
  g_test_add_func ("/query/refusals_say_why_and_where", test_refusals_say_why);
  g_test_add_func ("/query/endless_queries_are_stopped", test_endless_queries_are_stopped);
  return g_test_run ();
}
