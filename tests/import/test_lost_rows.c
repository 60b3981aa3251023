/* SPDX-License-Identifier: Apache-2.0
 *
 * Damaged databases: rows on pages to which no way is left come out if it is certain whose they are, and no others. */

#include <sqlite3.h>
#include <string.h>

#include "tests/import/opened_database.h"
#include "trace/text/trace_error.h"

/* Small pages make deep trees: 60 leaves need a second interior page. */
#define PAGE_BYTES 512
#define N_ROWS     3000
#define CHUNK_ROWS 100

#define NAMES  "CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
#define OTHERS "CREATE TABLE others (id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
#define EVENTS "CREATE TABLE events (id INTEGER NOT NULL, time INTEGER NOT NULL, value REAL, note TEXT);"

/* Values of every length an integer is stored with. */
#define FILL_NAMES  "INSERT INTO names SELECT i, 'name ' || i FROM n;"
#define FILL_OTHERS "INSERT INTO others SELECT i, 'other ' || i FROM n;"
#define FILL_EVENTS                                                                         \
  "INSERT INTO events SELECT i, CASE i % 3 WHEN 0 THEN -1 ELSE 1 END * (i % 10 << i % 60)," \
  "CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN i ELSE i + 0.5 END, CASE i % 5 WHEN 0 THEN NULL ELSE 'note' END FROM n;"

static const char *const names_columns[] = { "id", "name", NULL };
static const char *const events_columns[] = { "id", "time", "value", "note", NULL };

/* ---- databases ---- */

/* Makes tables and fills them by turns, a chunk of rows at a time: each statement of fill reads the numbers from n. */
static GByteArray *
interleaved (const char *tables, const char *const *fill, const char *after)
{
  g_autoptr (GString) sql = g_string_new (NULL);

  g_string_append_printf (sql, "PRAGMA page_size = %d; %s", PAGE_BYTES, tables);
  for (int first = 1; first <= N_ROWS; first += CHUNK_ROWS)
    for (const char *const *one = fill; *one != NULL; one++)
      g_string_append_printf (
        sql, "WITH RECURSIVE n (i) AS (VALUES (%d) UNION ALL SELECT i + 1 FROM n WHERE i < %d) %s", first,
        first + CHUNK_ROWS - 1, *one);
  g_string_append (sql, after);
  return bytes_of_sql (sql->str);
}

static GByteArray *
cut (const GByteArray *whole, guint percent)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, whole->data, whole->len / 100 * percent);
  return bytes;
}

static sqlite3 *
open_truth (const GByteArray *whole)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_cmpint (
    sqlite3_deserialize (db, "main", whole->data, whole->len, whole->len, SQLITE_DESERIALIZE_READONLY), ==,
    SQLITE_OK);
  return db;
}

static uint8_t *
page_at (GByteArray *bytes, guint page)
{
  return bytes->data + (size_t) (page - 1) * PAGE_BYTES;
}

static guint
n_pages_of (const GByteArray *bytes)
{
  return bytes->len / PAGE_BYTES;
}

/* ---- what comes out ---- */

typedef struct
{
  uint64_t n, n_lost; /* rows, and those of them that SQLite did not reach */
  uint64_t n_wrong;   /* lost rows that differ from the whole database */
} Outcome;

static bool
is_same_cell (const ForeignRows *rows, unsigned column, sqlite3_stmt *truth)
{
  int64_t integer;
  double number;
  const char *text;
  size_t length;

  switch (sqlite3_column_type (truth, (int) column))
    {
    case SQLITE_INTEGER:
      return foreign_rows_integer (rows, column, &integer)
             && integer == sqlite3_column_int64 (truth, (int) column);
    case SQLITE_FLOAT:
      number = sqlite3_column_double (truth, (int) column);
      double other;
      return foreign_rows_number (rows, column, &other) && !(other < number) && !(other > number);
    case SQLITE_TEXT:
      return foreign_rows_text (rows, column, &text, &length)
             && length == (size_t) sqlite3_column_bytes (truth, (int) column)
             && memcmp (text, sqlite3_column_text (truth, (int) column), length) == 0;
    default:
      return foreign_rows_is_null (rows, column);
    }
}

static bool
is_right (const ForeignRows *rows, sqlite3_stmt *truth, unsigned n_columns)
{
  int64_t id;
  bool is_same = foreign_rows_integer (rows, 0, &id);

  if (is_same)
    {
      sqlite3_reset (truth);
      sqlite3_bind_int64 (truth, 1, id);
      is_same = sqlite3_step (truth) == SQLITE_ROW;
    }
  for (unsigned i = 0; is_same && i < n_columns; i++)
    is_same = is_same_cell (rows, i, truth);
  return is_same;
}

/* Reads a table of damaged bytes and compares it with the same table of the whole database. Each lost row has a rowid of
 * its own. */
static Outcome
read_table (ForeignDatabase *database, sqlite3 *truth_db, const char *table, const char *const *columns)
{
  unsigned n_columns = g_strv_length ((char **) columns);
  g_autofree char *list = g_strjoinv (", ", (char **) columns);
  g_autofree char *sql = g_strdup_printf ("SELECT %s FROM %s WHERE rowid = ?1", list, table);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  sqlite3_stmt *truth;
  Outcome outcome = { 0 };
  ForeignRows rows;

  g_assert_cmpint (sqlite3_prepare_v2 (truth_db, sql, -1, &truth, NULL), ==, SQLITE_OK);
  if (foreign_rows_begin (&rows, database, table, columns, n_columns))
    while (foreign_rows_next (&rows))
      {
        gint64 rowid = sqlite3_column_int64 (rows.statement, 0);
        bool is_new = g_hash_table_add (seen, g_memdup2 (&rowid, sizeof rowid));

        outcome.n++;
        outcome.n_lost += rows.lost != NULL;
        g_assert_true (is_new || rows.lost == NULL);
        outcome.n_wrong += rows.lost != NULL && !is_right (&rows, truth, n_columns);
      }
  g_assert_cmpuint (outcome.n, ==, rows.n);
  foreign_rows_end (&rows);
  sqlite3_finalize (truth);
  return outcome;
}

static Outcome
read_bytes (const GByteArray *bytes, const GByteArray *whole, const char *table, const char *const *columns)
{
  g_autoptr (GError) error = NULL;
  g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
  sqlite3 *truth = open_truth (whole);

  g_assert_no_error (error);
  Outcome outcome = read_table (opened.database, truth, table, columns);
  g_assert_cmpuint (outcome.n_wrong, ==, 0);
  /* Reading it a second time gives the same. */
  Outcome again = read_table (opened.database, truth, table, columns);
  g_assert_cmpuint (again.n, ==, outcome.n);
  sqlite3_close (truth);
  return outcome;
}

/* Here the tables of the cases have leaves in the file, but their first interior page is behind its end. */
#define LOSING_PERCENT 20

/* ---- cases ---- */

static void
rows_of_two_shapes_that_alternate_come_back (void)
{
  static const char *const fill[] = { FILL_NAMES, FILL_EVENTS, NULL };
  g_autoptr (GByteArray) whole = interleaved (NAMES EVENTS, fill, "");

  for (guint percent = 10; percent < 100; percent += 5)
    {
      g_autoptr (GByteArray) bytes = cut (whole, percent);
      Outcome names = read_bytes (bytes, whole, "names", names_columns);
      Outcome events = read_bytes (bytes, whole, "events", events_columns);

      g_assert_cmpuint (names.n, >=, N_ROWS / 100 * (percent - 5));
      g_assert_cmpuint (events.n, >=, N_ROWS / 100 * (percent - 5));
      if (percent <= LOSING_PERCENT)
        g_assert_true (names.n_lost == names.n && events.n_lost == events.n);
    }
}

/* Not even where the rowids would fit together, because they alternate. */
static void
between_two_tables_of_one_shape_nothing_is_guessed (void)
{
  static const char *const fill[] = {
    "INSERT INTO names SELECT i + (i - 1) / 100 * 100, 'name ' || i FROM n;",
    "INSERT INTO others SELECT i + (i + 99) / 100 * 100, 'other ' || i FROM n;", FILL_EVENTS, NULL
  };
  g_autoptr (GByteArray) whole = interleaved (NAMES OTHERS EVENTS, fill, "");
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);

  g_assert_cmpuint (read_bytes (bytes, whole, "names", names_columns).n, ==, 0);
  g_assert_cmpuint (read_bytes (bytes, whole, "others", names_columns).n, ==, 0);
  g_assert_cmpuint (read_bytes (bytes, whole, "events", events_columns).n_lost, >, N_ROWS / 10);
}

static void
a_whole_table_of_the_same_shape_claims_no_page (void)
{
  static const char *const fill[] = { FILL_NAMES, NULL };
  g_autoptr (GByteArray) whole =
    interleaved (NAMES OTHERS "INSERT INTO others VALUES (1, 'one'), (2, 'two');", fill, "");
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);
  Outcome others = read_bytes (bytes, whole, "others", names_columns);

  g_assert_true (others.n == 2 && others.n_lost == 0);
  g_assert_cmpuint (read_bytes (bytes, whole, "names", names_columns).n_lost, >, N_ROWS / 10);
}

/* What lies behind the end of the file is in no page of it. */
static void
a_table_that_misses_only_leaves_claims_no_page (void)
{
#define FILL_MORE "INSERT INTO others SELECT i, 'a name of some length ' || i FROM n;"
  static const char *const fill[] = { FILL_NAMES, NULL };
  g_autoptr (GByteArray) whole = interleaved (
    NAMES OTHERS "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 60)" FILL_MORE,
    fill, "WITH RECURSIVE n (i) AS (VALUES (61) UNION ALL SELECT i + 1 FROM n WHERE i < 400)" FILL_MORE);
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);
  Outcome others = read_bytes (bytes, whole, "others", names_columns);

  g_assert_true (others.n >= 40 && others.n < 80 && others.n_lost == 0);
  g_assert_cmpuint (read_bytes (bytes, whole, "names", names_columns).n_lost, >, N_ROWS / 10);

  /* A page to which two trees lead: nothing in the file can be trusted. */
  sqlite3 *truth = open_truth (whole);
  guint leaf = 4;
  while (page_at (bytes, leaf)[0] != 0x0d)
    leaf++;
  g_assert_true (page_at (bytes, 2)[0] == 0x05 && page_at (bytes, 3)[0] == 0x05);
  memcpy (page_at (bytes, 2) + 8, (const uint8_t[]){ 0, 0, 0, (uint8_t) leaf }, 4);
  g_autoptr (GError) error = NULL;
  g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (read_table (opened.database, truth, "names", names_columns).n_lost, ==, 0);
  sqlite3_close (truth);
}

/* A text that is no number is stored as it is in a column of integers. */
static void
a_table_that_could_hold_the_rows_is_enough_to_leave_them (void)
{
  static const char *const fill[] = { FILL_NAMES, "INSERT INTO loose SELECT i, 'name ' || i FROM n;", NULL };
  g_autoptr (GByteArray) whole =
    interleaved (NAMES "CREATE TABLE loose (id INTEGER PRIMARY KEY, name INTEGER);", fill, "");
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);

  g_assert_cmpuint (read_bytes (bytes, whole, "names", names_columns).n, ==, 0);
  g_assert_cmpuint (read_bytes (bytes, whole, "loose", names_columns).n, ==, 0);
}

/* Pages of a table that was dropped hold its rows. Their rowids fit between those of a table of the same shape. */
static void
pages_of_deleted_rows_do_not_come_back (void)
{
  static const char *const fill[] = {
    "INSERT INTO names SELECT i + (i - 1) / 100 * 100, 'name ' || i FROM n;",
    "INSERT INTO others SELECT i + (i + 99) / 100 * 100, 'other ' || i FROM n WHERE i <= 2000;", NULL
  };
  g_autoptr (GByteArray) whole =
    interleaved (NAMES OTHERS, fill, "PRAGMA secure_delete = OFF; DROP TABLE others;");
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);

  g_assert_cmpuint (page_at (whole, 1)[39], >, 0);
  /* A deleted row would be wrong: the whole database has none. */
  g_assert_cmpuint (read_bytes (bytes, whole, "names", names_columns).n_lost, >, 100);

  /* A list that is longer than it says, or ends early, is no list. */
  page_at (bytes, 1)[39] ^= 1;
  g_assert_cmpuint (read_bytes (bytes, whole, "names", names_columns).n, ==, 0);
  page_at (bytes, 1)[39] ^= 1;
  page_at (bytes, 1)[33] = 1;
  g_assert_cmpuint (read_bytes (bytes, whole, "names", names_columns).n, ==, 0);
}

static void
a_text_on_several_pages_comes_whole_or_not_at_all (void)
{
  static const char *const fill[] = {
    "INSERT INTO names SELECT i, CASE i % 10 WHEN 0 THEN substr (hex (zeroblob (1000)) || i, -1000 - i % 900)"
    "ELSE 'name ' || i END FROM n;",
    NULL
  };
  g_autoptr (GByteArray) whole = interleaved (NAMES, fill, "");
  uint64_t n_before = 0;

  for (guint percent = 5; percent < 100; percent += 5)
    {
      g_autoptr (GByteArray) bytes = cut (whole, percent);
      Outcome outcome = read_bytes (bytes, whole, "names", names_columns);

      g_assert_cmpuint (outcome.n, >, n_before);
      n_before = outcome.n;
    }
  /* A chain that leads in a circle: one row is missing. */
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);
  uint64_t n_lost = read_bytes (bytes, whole, "names", names_columns).n_lost;
  g_assert_cmpuint (n_lost, >, 0);
  for (guint page = 2; page <= n_pages_of (bytes); page++)
    if (page_at (bytes, page)[0] == 0 && page_at (bytes, page)[3] != 0)
      {
        page_at (bytes, page)[2] = (uint8_t) (page >> 8);
        page_at (bytes, page)[3] = (uint8_t) page;
        break;
      }
  g_assert_cmpuint (read_bytes (bytes, whole, "names", names_columns).n_lost, ==, n_lost - 1);
}

static void
a_page_of_random_bytes_is_left (void)
{
  static const char *const fill[] = { FILL_NAMES, NULL };
  g_autoptr (GByteArray) whole = interleaved (NAMES, fill, "");
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);
  uint64_t n_lost = read_bytes (bytes, whole, "names", names_columns).n_lost;

  for (size_t i = 1; i < PAGE_BYTES; i++)
    page_at (bytes, 10)[i] = (uint8_t) g_test_rand_int ();
  uint64_t n_left = read_bytes (bytes, whole, "names", names_columns).n_lost;
  g_assert_cmpuint (n_left, <, n_lost);
  g_assert_cmpuint (n_left, >, n_lost - 40);
}

/* The page holds one record that does not fill its cell. */
static void
a_page_with_a_damaged_record_is_left (void)
{
  static const char *const fill[] = { FILL_NAMES, NULL };
  g_autoptr (GByteArray) whole = interleaved (NAMES, fill, "");
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);
  uint64_t n_lost = read_bytes (bytes, whole, "names", names_columns).n_lost;
  uint8_t *page = page_at (bytes, 10), *cell = page + (page[8] << 8 | page[9]);

  /* Length, rowid of two bytes, length of the header, no value for the rowid, type of the text. */
  g_assert_true (cell[3] == 3 && cell[4] == 0 && cell[5] > 13);
  cell[5] -= 2;
  uint64_t n_left = read_bytes (bytes, whole, "names", names_columns).n_lost;
  g_assert_true (n_left < n_lost - 10 && n_left > n_lost - 40);
}

static void
pages_with_the_same_rows_are_all_left (void)
{
  static const char *const fill[] = { FILL_NAMES, NULL };
  g_autoptr (GByteArray) whole = interleaved (NAMES, fill, "");
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);
  uint64_t n_lost = read_bytes (bytes, whole, "names", names_columns).n_lost;

  memcpy (page_at (bytes, 10), page_at (bytes, 20), PAGE_BYTES);
  uint64_t n_left = read_bytes (bytes, whole, "names", names_columns).n_lost;
  g_assert_cmpuint (n_left, <, n_lost - 40);
  g_assert_cmpuint (n_left, >, n_lost - 80);
}

static void
tables_without_rowids_are_left (void)
{
  static const char *const fill[] = { FILL_NAMES, FILL_OTHERS, NULL };
  g_autoptr (GByteArray) whole = interleaved (
    NAMES "CREATE TABLE others (id INTEGER PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;", fill, "");
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);
  g_autoptr (GError) error = NULL;
  g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
  ForeignRows rows;

  g_assert_no_error (error);
  if (foreign_rows_begin (&rows, opened.database, "others", names_columns, 2))
    while (foreign_rows_next (&rows))
      g_assert_null (rows.lost);
  foreign_rows_end (&rows);
  /* They have no leaves of this kind, so they are no other owner. */
  g_assert_cmpuint (read_bytes (bytes, whole, "names", names_columns).n_lost, >, N_ROWS / 10);
}

static void
rows_between_two_damaged_pages_are_read (void)
{
  static const char *const fill[] = { FILL_NAMES, NULL };
  g_autoptr (GByteArray) whole = interleaved (NAMES OTHERS, fill, "");
  g_autoptr (GByteArray) bytes = interleaved (NAMES OTHERS, fill, "");

  for (guint percent = 30; percent <= 70; percent += 40)
    {
      guint page = n_pages_of (bytes) * percent / 100;

      while (page_at (bytes, page)[0] != 0x0d)
        page++;
      memset (page_at (bytes, page) + 1, 0xee, PAGE_BYTES - 1);
    }
  /* OTHERS has the same shape, but nothing is in doubt. */
  Outcome names = read_bytes (bytes, whole, "names", names_columns);
  g_assert_cmpuint (names.n, >, N_ROWS - 80);
  g_assert_cmpuint (names.n, <, N_ROWS);
  g_assert_cmpuint (names.n_lost, >, N_ROWS / 10 * 3);
}

static void
a_missing_entry_of_the_schema_may_own_any_page (void)
{
  g_autoptr (GString) tables = g_string_new (NAMES);
  static const char *const fill[] = { FILL_NAMES, NULL };

  for (int i = 0; i < 30; i++)
    g_string_append_printf (tables, "CREATE TABLE other_%d (id);", i);
  g_autoptr (GByteArray) whole = interleaved (tables->str, fill, "");
  g_autoptr (GByteArray) bytes = cut (whole, 2 * LOSING_PERCENT);
  g_assert_cmpuint (read_bytes (bytes, whole, "names", names_columns).n_lost, >, N_ROWS / 10);

  /* The second leaf of the schema. */
  g_assert_cmpuint (page_at (bytes, 1)[100], ==, 0x05);
  uint8_t *cell = bytes->data + (page_at (bytes, 1)[114] << 8 | page_at (bytes, 1)[115]);
  memset (page_at (bytes, cell[3]), 0xee, PAGE_BYTES);
  g_assert_cmpuint (read_bytes (bytes, whole, "names", names_columns).n, ==, 0);
}

static void
texts_in_utf_16_come_back (void)
{
  static const char *const fill[] = { "INSERT INTO names SELECT i, 'n\u00e4me ' || i FROM n;", NULL };
  g_autoptr (GByteArray) whole = interleaved ("PRAGMA encoding = 'UTF-16le';" NAMES, fill, "");
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);

  g_assert_cmpuint (read_bytes (bytes, whole, "names", names_columns).n_lost, >, N_ROWS / 10);
}

/* Rows from before ALTER TABLE lack the column. One with a value for them is known only to SQLite. */
static void
an_added_column_without_a_value_is_null (void)
{
  static const char *const fill[] = { FILL_NAMES, NULL }, *const columns[] = { "id", "name", "more", NULL };
  g_autoptr (GByteArray) whole = interleaved (NAMES, fill, "ALTER TABLE names ADD COLUMN more TEXT;");
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);
  g_assert_cmpuint (read_bytes (bytes, whole, "names", columns).n_lost, >, N_ROWS / 10);

  g_autoptr (GByteArray) whole_7 = interleaved (NAMES, fill, "ALTER TABLE names ADD COLUMN more DEFAULT 7;");
  g_autoptr (GByteArray) bytes_7 = cut (whole_7, LOSING_PERCENT);
  g_assert_cmpuint (read_bytes (bytes_7, whole_7, "names", columns).n, ==, 0);
}

/* SQLite would take the column for the rowid. */
static void
a_column_may_be_called_rowid (void)
{
  static const char *const fill[] = { "INSERT INTO odd SELECT i, 5, i || '' FROM n;", NULL };
  static const char *const columns[] = { "id", "rowid", "name", NULL };
  g_autoptr (GByteArray) whole =
    interleaved ("CREATE TABLE odd (id INTEGER, rowid INTEGER, name TEXT);", fill, "");
  g_autoptr (GByteArray) bytes = cut (whole, 90);
  g_autoptr (GError) error = NULL;
  g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
  uint64_t n = 0;
  ForeignRows rows;

  g_assert_no_error (error);
  g_assert_true (foreign_rows_begin (&rows, opened.database, "odd", columns, 3));
  while (foreign_rows_next (&rows))
    {
      int64_t id = 0, rowid = 0;

      g_assert_true (foreign_rows_integer (&rows, 0, &id) && foreign_rows_integer (&rows, 1, &rowid)
                     && rowid == 5);
      g_assert_cmpint (sqlite3_column_int64 (rows.statement, 0), ==, id);
      n++;
    }
  foreign_rows_end (&rows);
  g_assert_cmpuint (n, >, N_ROWS / 100 * 80);
}

/* Computed columns are not stored, or not wanted; a key that is no rowid is stored. */
static void
fields_are_those_that_are_stored (void)
{
  static const char *const fill[] = { "INSERT INTO odd (name, id, last) SELECT 'n' || i, i, -i FROM n;",
                                      NULL };
  static const char *const columns[] = { "id", "name", "last", NULL };
  g_autoptr (GByteArray) whole = interleaved (
    "CREATE TABLE odd (twice AS (id * 2), name VARCHAR (9), thrice INT AS (id * 3) STORED, last INT, id INTEGER PRIMARY KEY);",
    fill, "");
  g_autoptr (GByteArray) bytes = cut (whole, 10);
  g_assert_cmpuint (read_bytes (bytes, whole, "odd", columns).n_lost, >, N_ROWS / 20);
}

static void
cancel (const ImportProgress *progress, void *user_data)
{
  (void) progress;
  atomic_store ((atomic_bool *) user_data, true);
}

/* Progress is reported before the first row, and again when the search for pages begins. */
static void
a_search_can_be_cancelled (void)
{
  static const char *const fill[] = { FILL_NAMES, NULL };
  g_autoptr (GByteArray) whole = interleaved (NAMES, fill, "");
  g_autoptr (GByteArray) bytes = cut (whole, LOSING_PERCENT);
  g_autoptr (GError) error = NULL;
  g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
  atomic_bool cancelled = false;
  const ImportControl control = {
    .cancelled = &cancelled,
    .progress = cancel,
    .user_data = &cancelled,
  };
  ForeignRows rows;

  g_assert_no_error (error);
  foreign_database_free (opened.database);
  opened.database = foreign_database_new (opened.source, "x.sqlite", opened.builder, &control, &error);
  g_assert_no_error (error);
  g_assert_true (foreign_rows_begin (&rows, opened.database, "names", names_columns, 2));
  g_assert_false (atomic_load (&cancelled));
  g_assert_false (foreign_rows_next (&rows));
  g_assert_true (atomic_load (&cancelled));
  foreign_rows_end (&rows);
  g_assert_false (foreign_database_check (opened.database, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED);
}

typedef struct
{
  GByteArray *whole;
  sqlite3 *truth;
  uint64_t n_lost; /* rows, of all rounds */
} Rounds;

static Rounds
rounds_begin (void)
{
  static const char *const fill[] = {
    FILL_NAMES, FILL_EVENTS,
    "INSERT INTO texts SELECT i, i, substr (hex (zeroblob (400)), 1, i % 700) || i FROM n WHERE i % 20 = 0;",
    NULL
  };
  GByteArray *whole =
    interleaved (NAMES EVENTS "CREATE TABLE texts (id INTEGER PRIMARY KEY, a INT, text TEXT);", fill, "");

  return (Rounds){ .whole = whole, .truth = open_truth (whole) };
}

static void
rounds_end (Rounds *rounds)
{
  sqlite3_close (rounds->truth);
  g_byte_array_unref (rounds->whole);
}

/* Returns the lost rows that differ from the whole database. */
static uint64_t
count_wrong (Rounds *rounds, const GByteArray *bytes)
{
  static const char *const texts_columns[] = { "a", "text", NULL };
  g_autoptr (GError) error = NULL;
  g_auto (OpenedDatabase) opened = opened_database (bytes, &error);

  if (opened.database == NULL)
    return 0;
  Outcome names = read_table (opened.database, rounds->truth, "names", names_columns);
  Outcome events = read_table (opened.database, rounds->truth, "events", events_columns);
  Outcome texts = read_table (opened.database, rounds->truth, "texts", texts_columns);
  rounds->n_lost += names.n_lost + events.n_lost + texts.n_lost;
  return names.n_wrong + events.n_wrong + texts.n_wrong;
}

/* Each time the file is cut anywhere and a byte of it is changed. A lost row may be wrong only if the byte is one of its
 * own. */
static void
a_changed_byte_spoils_no_other_row (void)
{
  Rounds rounds = rounds_begin ();

  for (int round = 0; round < 2000; round++)
    {
      g_autoptr (GByteArray) bytes = cut (rounds.whole, (guint) g_test_rand_int_range (3, 101));
      guint at = (guint) g_test_rand_int_range (0, (gint32) bytes->len);
      /* The begin of a page is changed more often than the rest of it. */
      if (round % 3 == 0)
        at = MIN (at - at % PAGE_BYTES + (guint) g_test_rand_int_range (0, 20), bytes->len - 1);
      uint8_t type = rounds.whole->data[at - at % PAGE_BYTES];

      bytes->data[at] ^= (uint8_t) g_test_rand_int_range (1, 256);
      uint64_t n_wrong = count_wrong (&rounds, bytes);
      /* On page 1 are the declarations. */
      if (at >= PAGE_BYTES)
        g_assert_cmpuint (n_wrong, <=, type == 0x05 ? 0 : 1);
    }
  g_assert_cmpuint (rounds.n_lost, >, 2000 * 50);
  rounds_end (&rounds);
}

/* Only a text that goes on on the page that was written over may be wrong. */
static void
a_copied_page_spoils_no_other_row (void)
{
  Rounds rounds = rounds_begin ();

  for (int round = 0; round < 1000; round++)
    {
      g_autoptr (GByteArray) bytes = cut (rounds.whole, (guint) g_test_rand_int_range (3, 101));
      guint from = (guint) g_test_rand_int_range (2, (gint32) n_pages_of (bytes) + 1);
      guint to = (guint) g_test_rand_int_range (2, (gint32) n_pages_of (bytes) + 1);
      uint8_t type = page_at (bytes, to)[0];

      memmove (page_at (bytes, to), page_at (bytes, from), PAGE_BYTES);
      g_assert_cmpuint (count_wrong (&rounds, bytes), <=, type == 0 ? 1 : 0);
    }
  g_assert_cmpuint (rounds.n_lost, >, 1000 * 50);
  rounds_end (&rounds);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(test) g_test_add_func ("/lost_rows/" #test, test)
  ADD (rows_of_two_shapes_that_alternate_come_back);
  ADD (between_two_tables_of_one_shape_nothing_is_guessed);
  ADD (a_whole_table_of_the_same_shape_claims_no_page);
  ADD (a_table_that_misses_only_leaves_claims_no_page);
  ADD (a_table_that_could_hold_the_rows_is_enough_to_leave_them);
  ADD (pages_of_deleted_rows_do_not_come_back);
  ADD (a_text_on_several_pages_comes_whole_or_not_at_all);
  ADD (a_page_of_random_bytes_is_left);
  ADD (a_page_with_a_damaged_record_is_left);
  ADD (pages_with_the_same_rows_are_all_left);
  ADD (tables_without_rowids_are_left);
  ADD (rows_between_two_damaged_pages_are_read);
  ADD (a_missing_entry_of_the_schema_may_own_any_page);
  ADD (texts_in_utf_16_come_back);
  ADD (an_added_column_without_a_value_is_null);
  ADD (a_column_may_be_called_rowid);
  ADD (fields_are_those_that_are_stored);
  ADD (a_search_can_be_cancelled);
  ADD (a_changed_byte_spoils_no_other_row);
  ADD (a_copied_page_spoils_no_other_row);
  return g_test_run ();
}
