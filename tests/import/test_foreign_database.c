/* SPDX-License-Identifier: Apache-2.0
 *
 * Databases that nobody vouches for: what of them is read, and that nothing of them is run. */

#include <string.h>

#include "tests/import/gzip_text.h"
#include "tests/import/opened_database.h"
#include "trace/text/trace_error.h"

#define N_ROWS 20000

static GByteArray *
many_rows (void)
{
  g_autofree char *sql =
    g_strdup_printf ("PRAGMA page_size = 1024; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT);"
                     "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
                     "INSERT INTO t SELECT i, 'row ' || i FROM n",
                     N_ROWS);

  return bytes_of_sql (sql);
}

static OpenedDatabase
open_sql (const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) bytes = bytes_of_sql (sql);
  OpenedDatabase opened = opened_database (bytes, &error);

  g_assert_no_error (error);
  return opened;
}

static uint64_t
count_rows (ForeignDatabase *database, const char *table)
{
  static const char *const columns[] = { "id" };
  ForeignRows rows;

  if (foreign_rows_begin (&rows, database, table, columns, 1))
    while (foreign_rows_next (&rows))
      ;
  foreign_rows_end (&rows);
  return rows.n;
}

/* Checks that every row of many_rows () that is read is right and is read once; returns how many are. */
static uint64_t
check_rows (ForeignDatabase *database)
{
  static const char *const columns[] = { "id", "text" };
  g_autofree bool *seen = g_new0 (bool, N_ROWS + 1);
  uint64_t n = 0;
  ForeignRows rows;

  if (foreign_rows_begin (&rows, database, "t", columns, 2))
    while (foreign_rows_next (&rows))
      {
        int64_t id = 0;
        const char *text;
        size_t length;

        g_assert_true (foreign_rows_integer (&rows, 0, &id));
        g_assert_true (id >= 1 && id <= N_ROWS && !seen[id]);
        g_assert_true (foreign_rows_text (&rows, 1, &text, &length));
        g_autofree char *expected = g_strdup_printf ("row %d", (int) id);
        g_assert_cmpstr (text, ==, expected);
        seen[id] = true;
        n++;
      }
  foreign_rows_end (&rows);
  return n;
}

static void
cells_are_read_by_name_and_type (void)
{
  static const char *const columns[] = { "b", "missing", "a", "c", "d" };
  g_auto (OpenedDatabase) opened = open_sql ("CREATE TABLE t (a, b, c, d);"
                                             "INSERT INTO t VALUES (7, 'seven', 2.0, NULL);"
                                             "INSERT INTO t VALUES ('8', 9223372036854775807, 2.5, x'00')");
  ForeignRows rows;
  int64_t integer = -1;
  double number = -1;
  const char *text = NULL;
  size_t length = 0;

  g_assert_true (foreign_rows_begin (&rows, opened.database, "t", columns, 5));
  g_assert_true (foreign_rows_next (&rows));
  g_assert_true (foreign_rows_text (&rows, 0, &text, &length) && length == 5);
  g_assert_false (foreign_rows_integer (&rows, 0, &integer));
  g_assert_true (foreign_rows_is_null (&rows, 1) && foreign_rows_is_null (&rows, 4));
  g_assert_true (foreign_rows_integer (&rows, 2, &integer) && integer == 7);
  g_assert_true (foreign_rows_number (&rows, 2, &number) && number == 7);
  g_assert_true (foreign_rows_integer (&rows, 3, &integer) && integer == 2);

  g_assert_true (foreign_rows_next (&rows));
  g_assert_true (foreign_rows_integer (&rows, 0, &integer) && integer == INT64_MAX);
  g_assert_false (foreign_rows_integer (&rows, 2, &integer));
  g_assert_false (foreign_rows_number (&rows, 2, &number));
  g_assert_false (foreign_rows_integer (&rows, 3, &integer));
  g_assert_true (foreign_rows_number (&rows, 3, &number) && number == 2.5);
  g_assert_false (foreign_rows_text (&rows, 4, &text, &length));
  g_assert_false (foreign_rows_is_null (&rows, 4));
  g_assert_false (foreign_rows_next (&rows));
  foreign_rows_end (&rows);
  g_assert_false (foreign_database_add_health (opened.database));
}

static void
only_tables_are_read (void)
{
  g_auto (OpenedDatabase) opened = open_sql (
    "CREATE TABLE real (id); INSERT INTO real VALUES (1);"
    "CREATE VIEW seen AS WITH RECURSIVE n (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM n) SELECT id FROM n;"
    "CREATE VIRTUAL TABLE made USING fts5 (id);"
    "CREATE TABLE made_of (x, id AS (hex (zeroblob (1000000)))); INSERT INTO made_of VALUES (1);"
    "CREATE TRIGGER often AFTER INSERT ON real BEGIN DELETE FROM real; END");

  g_assert_true (foreign_database_has_table (opened.database, "real"));
  g_assert_false (foreign_database_has_table (opened.database, "seen"));
  g_assert_false (foreign_database_has_table (opened.database, "made"));
  g_assert_cmpuint (count_rows (opened.database, "real"), ==, 1);
  g_assert_cmpuint (count_rows (opened.database, "seen"), ==, 0);
  g_assert_cmpuint (count_rows (opened.database, "made"), ==, 0);
  /* Its rows are there, but the computed column is not. */
  g_assert_cmpuint (count_rows (opened.database, "made_of"), ==, 1);
  g_assert_false (foreign_database_has_column (opened.database, "made_of", "id"));
  g_assert_true (foreign_database_has_column (opened.database, "made_of", "x"));
  g_assert_true (foreign_database_has_column (opened.database, "real", "id"));
  g_assert_false (foreign_database_has_column (opened.database, "real", "other"));
  g_assert_false (foreign_database_has_column (opened.database, "seen", "id"));
}

static void
a_virtual_table_that_claims_pages_is_not_run (void)
{
  g_auto (OpenedDatabase) opened = open_sql (
    "CREATE TABLE real (id); INSERT INTO real VALUES (1); CREATE VIRTUAL TABLE made USING fts5 (id);"
    "INSERT INTO made VALUES (2); PRAGMA writable_schema = ON;"
    "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'made_content')"
    "  WHERE name = 'made'");

  g_assert_cmpuint (count_rows (opened.database, "real"), ==, 1);
  g_assert_cmpuint (count_rows (opened.database, "made"), ==, 0);
  g_assert_true (foreign_database_add_health (opened.database));
}

static void
a_name_may_hold_anything (void)
{
  g_auto (OpenedDatabase) opened = open_sql (
    "CREATE TABLE \"a\"\"; DROP TABLE b; --\" (\"id\"); INSERT INTO \"a\"\"; DROP TABLE b; --\" VALUES (3)");

  g_assert_cmpuint (count_rows (opened.database, "a\"; DROP TABLE b; --"), ==, 1);
}

static void
a_truncated_database_gives_what_its_pages_hold (void)
{
  g_autoptr (GByteArray) whole = many_rows ();
  uint64_t n_before = 0;

  for (guint percent = 5; percent < 100; percent += 5)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      g_byte_array_append (bytes, whole->data, whole->len / 100 * percent);
      g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
      g_assert_no_error (error);
      uint64_t n = check_rows (opened.database);
      g_assert_cmpuint (n, >=, n_before);
      g_assert_cmpuint (n, >=, N_ROWS / 100 * (MAX (percent, 8) - 8));
      g_assert_cmpuint (n, <, N_ROWS);
      g_assert_true (foreign_database_add_health (opened.database));
      n_before = n;
    }
}

static void
bytes_behind_the_last_page_are_no_loss (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) bytes = many_rows ();

  g_byte_array_append (bytes, (const guint8 *) "\n", 1);
  g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (check_rows (opened.database), ==, N_ROWS);
  g_assert_false (foreign_database_add_health (opened.database));
}

static void
rows_on_both_sides_of_a_damaged_page_are_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) bytes = many_rows ();

  memset (bytes->data + bytes->len / 2 / 1024 * 1024, 0xee, 1024);
  g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
  g_assert_no_error (error);
  uint64_t n = check_rows (opened.database);
  g_assert_cmpuint (n, <, N_ROWS);
  g_assert_cmpuint (n, >, N_ROWS - 200);
  g_assert_true (foreign_database_add_health (opened.database));
}

/* SQLite masks a place behind the end of its page, so what is read there may look like a row. */
static void
a_cell_outside_its_page_is_never_read (void)
{
  g_autoptr (GByteArray) bytes = bytes_of_sql ("PRAGMA page_size = 512; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT);"
                                               "INSERT INTO t VALUES (1, 'row 1'), (2, 'row 2')");
  guint8 *page = bytes->data + 512;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (page[0], ==, 13); /* behind the head of 8 bytes of a leaf lie the places of its cells, of 2 bytes */
  page[8] |= 2;
  g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
  g_assert_no_error (error);
  for (int round = 0; round < 3; round++)
    g_assert_cmpuint (check_rows (opened.database), ==, 0);
  g_assert_true (foreign_database_add_health (opened.database));
}

static void
an_entry_of_the_schema_outside_its_page_is_never_read (void)
{
  g_autoptr (GByteArray) bytes = bytes_of_sql ("PRAGMA page_size = 512; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)");
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (bytes->data[100], ==, 13); /* the schema is a leaf behind the head of the file */
  bytes->data[108] |= 2;
  g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
  g_assert_null (opened.database);
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
}

static void
a_tree_that_leads_to_one_page_again_and_again_ends (void)
{
  g_autoptr (GByteArray) whole = many_rows ();
  guint n_trees = 0;

  for (guint page = 1024; page < whole->len; page += 1024)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      const guint8 *head = whole->data + page;
      guint n_cells = (guint) head[3] << 8 | head[4];

      if (head[0] != 5
          || n_cells < 3) /* an interior page; behind its head of 12 bytes lie the places of its cells */
        continue;
      n_trees++;
      g_byte_array_append (bytes, whole->data, whole->len);
      for (guint i = 0; i < n_cells; i++)
        {
          guint at = (guint) head[12 + 2 * i] << 8 | head[13 + 2 * i];

          memcpy (bytes->data + page + at, head + ((guint) head[12] << 8 | head[13]), 4);
        }
      g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (check_rows (opened.database), <, N_ROWS);
      g_assert_true (foreign_database_add_health (opened.database));
    }
  g_assert_cmpuint (n_trees, >, 2);
}

static void
a_database_with_a_log_is_read_without_it (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) bytes = many_rows ();

  /* Versions for reading and writing: 2 means a write-ahead log. */
  bytes->data[18] = bytes->data[19] = 2;
  g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (check_rows (opened.database), ==, N_ROWS);
}

static void
a_packed_database_reads_like_a_plain_one (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) plain = many_rows (), packed = g_byte_array_new ();

  gzip_text_append (packed, plain->data, plain->len);
  g_auto (OpenedDatabase) opened = opened_database (packed, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (byte_source_decoded_size (opened.source), ==, plain->len);
  g_assert_cmpuint (check_rows (opened.database), ==, N_ROWS);
  g_assert_false (foreign_database_add_health (opened.database));
}

#define LONG_TEXT  1000000
#define SHORT_TEXT 17920 /* as many of its bytes are on the page of its row as of a long one */
#define LOCAL      1557  /* so many, with the list of fields */

static void
put_varint (guint8 *at, guint32 number)
{
  at[0] = (guint8) (0x80 | number >> 14);
  at[1] = (guint8) (0x80 | (number >> 7 & 0x7f));
  at[2] = (guint8) (number & 0x7f);
}

/* The list of fields of a row: its own length, NULL for the row's number, and a text. */
static const guint8 *
find_row (const GByteArray *bytes, guint32 text_bytes)
{
  guint8 fields[5] = { 5, 0 };

  put_varint (fields + 2, 2 * text_bytes + 13);
  return memmem (bytes->data, bytes->len, fields, sizeof fields);
}

static void
rows_that_share_a_long_text_take_no_memory_for_each (void)
{
  static const char *const columns[] = { "text" };
  g_autofree char *sql = g_strdup_printf (
    "PRAGMA page_size = 4096; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT);"
    "INSERT INTO t VALUES (1, hex (zeroblob (%d)));"
    "WITH RECURSIVE n (i) AS (VALUES (2) UNION ALL SELECT i + 1 FROM n WHERE i < 50)"
    "INSERT INTO t SELECT i, hex (zeroblob (%d)) FROM n",
    LONG_TEXT / 2, SHORT_TEXT / 2);
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) bytes = bytes_of_sql (sql);
  const guint8 *first = find_row (bytes, LONG_TEXT);
  uint64_t n_bytes = 0;
  guint n_changed = 0;
  ForeignRows rows;

  g_assert_nonnull (first);
  for (guint8 *row; (row = (guint8 *) find_row (bytes, SHORT_TEXT)) != NULL; n_changed++)
    {
      memcpy (row, first, 5);
      put_varint (row - 4, LONG_TEXT + 5);
      memcpy (row + LOCAL, first + LOCAL, 4);
    }
  g_assert_cmpuint (n_changed, ==, 49);
  g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
  g_assert_no_error (error);
  if (foreign_rows_begin (&rows, opened.database, "t", columns, 1))
    while (foreign_rows_next (&rows))
      {
        const char *text;
        size_t length;

        g_assert_true (foreign_rows_text (&rows, 0, &text, &length));
        n_bytes += length;
      }
  foreign_rows_end (&rows);
  g_assert_cmpuint (n_bytes, >=, LONG_TEXT);
  g_assert_cmpuint (n_bytes, <, 5 * (uint64_t) bytes->len);
  g_assert_true (foreign_database_add_health (opened.database));
}

static void
one_unreadable_entry_of_the_schema_hides_no_other_table (void)
{
  g_auto (OpenedDatabase) opened =
    open_sql ("CREATE TABLE a (id); CREATE TABLE b (id); INSERT INTO b VALUES (1);"
              "PRAGMA writable_schema = ON;"
              "UPDATE sqlite_schema SET sql = 'CREATE TABLE a (((' WHERE name = 'a'");

  g_assert_cmpuint (count_rows (opened.database, "b"), ==, 1);
  g_assert_cmpuint (count_rows (opened.database, "a"), ==, 0);
}

static void
what_is_no_database_is_refused (void)
{
  for (int round = 0; round < 3; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      g_byte_array_append (bytes, (const uint8_t *) "SQLite format 3", 16);
      if (round > 0)
        g_byte_array_set_size (bytes, 4096 * (guint) round);
      memset (bytes->data + 16, round == 2 ? 0xff : 0, bytes->len - 16);
      g_auto (OpenedDatabase) opened = opened_database (bytes, &error);
      if (opened.database == NULL)
        g_assert_nonnull (error);
      else
        g_assert_cmpuint (check_rows (opened.database), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/foreign_database/cells_are_read_by_name_and_type", cells_are_read_by_name_and_type);
  g_test_add_func ("/foreign_database/only_tables_are_read", only_tables_are_read);
  g_test_add_func ("/foreign_database/a_virtual_table_that_claims_pages_is_not_run",
                   a_virtual_table_that_claims_pages_is_not_run);
  g_test_add_func ("/foreign_database/a_name_may_hold_anything", a_name_may_hold_anything);
  g_test_add_func ("/foreign_database/a_truncated_database_gives_what_its_pages_hold",
                   a_truncated_database_gives_what_its_pages_hold);
  g_test_add_func ("/foreign_database/bytes_behind_the_last_page_are_no_loss",
                   bytes_behind_the_last_page_are_no_loss);
  g_test_add_func ("/foreign_database/rows_on_both_sides_of_a_damaged_page_are_read",
                   rows_on_both_sides_of_a_damaged_page_are_read);
  g_test_add_func ("/foreign_database/a_cell_outside_its_page_is_never_read",
                   a_cell_outside_its_page_is_never_read);
  g_test_add_func ("/foreign_database/an_entry_of_the_schema_outside_its_page_is_never_read",
                   an_entry_of_the_schema_outside_its_page_is_never_read);
  g_test_add_func ("/foreign_database/a_tree_that_leads_to_one_page_again_and_again_ends",
                   a_tree_that_leads_to_one_page_again_and_again_ends);
  g_test_add_func ("/foreign_database/a_database_with_a_log_is_read_without_it",
                   a_database_with_a_log_is_read_without_it);
  g_test_add_func ("/foreign_database/a_packed_database_reads_like_a_plain_one",
                   a_packed_database_reads_like_a_plain_one);
  g_test_add_func ("/foreign_database/rows_that_share_a_long_text_take_no_memory_for_each",
                   rows_that_share_a_long_text_take_no_memory_for_each);
  g_test_add_func ("/foreign_database/one_unreadable_entry_of_the_schema_hides_no_other_table",
                   one_unreadable_entry_of_the_schema_hides_no_other_table);
  g_test_add_func ("/foreign_database/what_is_no_database_is_refused", what_is_no_database_is_refused);
  return g_test_run ();
}
