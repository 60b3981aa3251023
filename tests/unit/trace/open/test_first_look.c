/* SPDX-License-Identifier: Apache-2.0
 *
 * Which files a look through a folder takes for profiles, by their names and first bytes alone. */

#include <glib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "tests/import/gzip_text.h"
#include "tests/unit/fixtures/scratch_folder.h"
#include "trace/open/first_look.h"
#include "trace/section/section.h"

static const char kineto[] = "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\"}]}\n";
static const char chrome[] = "\xef\xbb\xbf [{\"ph\": \"X\", \"name\": \"a\"}\n";

static FirstLook
look_at (const char *bytes, size_t n)
{
  char *folder = scratch_folder_new ();
  g_autofree char *path = g_build_filename (folder, "a", NULL);

  g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
  FirstLook look = first_look_at (path);
  scratch_folder_remove (folder);
  return look;
}

static void
assert_text (const char *text, ProfileFormatId format, bool ends_early)
{
  FirstLook look = look_at (text, strlen (text));

  g_assert_cmpint (look.format, ==, format);
  g_assert_true (look.ends_early == ends_early);
}

static void
test_texts (void)
{
  assert_text (kineto, PROFILE_FORMAT_KINETO, false);
  assert_text (chrome, PROFILE_FORMAT_CHROME, false);
  assert_text ("{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\", \"na", PROFILE_FORMAT_KINETO, true);
  assert_text ("{\"traceEvents\": [{\"ph\": \"X\"}, ", PROFILE_FORMAT_CHROME, true);
  assert_text ("{\"a\": 1}", PROFILE_FORMAT_NONE, false);
  assert_text ("notes about \"traceEvents\"", PROFILE_FORMAT_NONE, false);
  assert_text ("", PROFILE_FORMAT_NONE, false);
}

static void
test_packed_texts (void)
{
  g_autoptr (GByteArray) packed = g_byte_array_new ();

  gzip_text_append (packed, kineto, strlen (kineto));
  g_assert_cmpint (look_at ((const char *) packed->data, packed->len).format, ==, PROFILE_FORMAT_KINETO);
  g_assert_false (look_at ((const char *) packed->data, packed->len).ends_early);
  /* While it is being written. */
  g_assert_cmpint (look_at ((const char *) packed->data, packed->len - 10).format, ==, PROFILE_FORMAT_KINETO);
  packed->data[12] ^= 0xff;
  g_assert_cmpint (look_at ((const char *) packed->data, 14).format, ==, PROFILE_FORMAT_NONE);
}

static void
test_native_files (void)
{
  SectionFileHeader header = { .major = 1 };

  memcpy (header.magic, SECTION_FILE_MAGIC, sizeof header.magic);
  g_assert_cmpint (look_at ((const char *) &header, sizeof header).format, ==, PROFILE_FORMAT_NATIVE);
  header.flags = SECTION_FILE_ARCHIVE;
  g_assert_cmpint (look_at ((const char *) &header, sizeof header).format, ==, PROFILE_FORMAT_ARCHIVE);
  g_assert_cmpint (look_at ((const char *) &header, 10).format, ==, PROFILE_FORMAT_NONE);
}

static void
test_other_formats (void)
{
  assert_text ("{\"rocprofiler-sdk-tool\": [{\"metadata\": {", PROFILE_FORMAT_ROCPROFV3, true);
  assert_text ("CUPTIREC and more", PROFILE_FORMAT_CUPTI, false);
  assert_text ("NVIDIA Tegra Profiler Report 2025@5", PROFILE_FORMAT_NSYS_REPORT, false);
  assert_text ("CUPTIRE", PROFILE_FORMAT_NONE, false);
  assert_text ("\n\x0c\x08\x01\x12\x08/host:AB", PROFILE_FORMAT_XSPACE, false);
  assert_text ("\n\x08\x12\x06/host:", PROFILE_FORMAT_XSPACE, false);
  assert_text ("\n\x08\x12\x06/ho", PROFILE_FORMAT_NONE, false);
  assert_text ("\n\x08\x1a\x06/host:", PROFILE_FORMAT_NONE, false);
}

/* ---- databases ---- */

/* Writes a database with n tables whose names begin so, and others before them. */
static FirstLook
look_at_tables (const char *name, int n_before, int page_bytes)
{
  char *folder = scratch_folder_new ();
  g_autofree char *path = g_build_filename (folder, "a.sqlite", NULL);
  g_autofree char *begin = g_strdup_printf ("PRAGMA page_size = %d; BEGIN", page_bytes);
  sqlite3 *database;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, begin, NULL, NULL, NULL), ==, SQLITE_OK);
  for (int i = 0; i <= n_before; i++)
    {
      g_autofree char *table = i < n_before ? g_strdup_printf ("enum_of_something_%d", i) : g_strdup (name);
      g_autofree char *sql = g_strdup_printf (
        "CREATE TABLE %s (id INTEGER PRIMARY KEY, name TEXT, label TEXT, value INTEGER NOT NULL)", table);

      g_assert_cmpint (sqlite3_exec (database, sql, NULL, NULL, NULL), ==, SQLITE_OK);
    }
  g_assert_cmpint (sqlite3_exec (database, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (database);
  FirstLook look = first_look_at (path);
  scratch_folder_remove (folder);
  return look;
}

static void
test_databases_by_their_tables (void)
{
  static const struct
  {
    const char *table;
    ProfileFormatId format;
  } tables[] = {
    { "CUPTI_ACTIVITY_KIND_KERNEL", PROFILE_FORMAT_NSYS_SQLITE },
    { "TARGET_INFO_SESSION_START_TIME", PROFILE_FORMAT_NSYS_SQLITE },
    { "rocpd_kernel_dispatch_0001", PROFILE_FORMAT_ROCPD },
    { "rocpd_api", PROFILE_FORMAT_RPD },
    { "notes", PROFILE_FORMAT_NONE },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (tables); i++)
    for (int n_before = 0; n_before <= 400; n_before += 200)
      {
        g_assert_cmpint (look_at_tables (tables[i].table, n_before, 4096).format, ==, tables[i].format);
        g_assert_cmpint (look_at_tables (tables[i].table, n_before, 65536).format, ==, tables[i].format);
      }
}

static void
test_databases_that_are_damaged (void)
{
  char bytes[FIRST_LOOK_BYTES];

  memset (bytes, 0xff, sizeof bytes);
  memcpy (bytes, SQLITE_MAGIC, SQLITE_MAGIC_BYTES);
  for (size_t n = SQLITE_MAGIC_BYTES; n < 200; n++)
    g_assert_cmpint (look_at (bytes, n).format, ==, PROFILE_FORMAT_NONE);
  g_assert_cmpint (look_at (bytes, sizeof bytes).format, ==, PROFILE_FORMAT_NONE);
  /* A root with more cells than fit, all of which lead to the first page. */
  memcpy (bytes + 16, "\x10\x00", 2);
  memset (bytes + 100, 0, sizeof bytes - 100);
  memcpy (bytes + 100, "\x05\0\0\xff\xff", 5);
  g_assert_cmpint (look_at (bytes, sizeof bytes).format, ==, PROFILE_FORMAT_NONE);
  memset (bytes + 100 + 12, 0xff, 2000);
  g_assert_cmpint (look_at (bytes, sizeof bytes).format, ==, PROFILE_FORMAT_NONE);
}

/* However large the file is. */
static void
test_only_the_first_bytes_count (void)
{
  g_autoptr (GString) text = g_string_new ("[");

  while (text->len < FIRST_LOOK_BYTES)
    g_string_append_c (text, ' ');
  g_string_append (text, kineto);
  assert_text (text->str, PROFILE_FORMAT_NONE, false);
}

static void
test_what_is_no_file (void)
{
  char *folder = scratch_folder_new ();
  g_autofree char *absent = g_build_filename (folder, "absent.json", NULL);

  g_assert_cmpint (first_look_at (absent).format, ==, PROFILE_FORMAT_NONE);
  g_assert_cmpint (first_look_at (folder).format, ==, PROFILE_FORMAT_NONE);
  g_assert_cmpint (first_look_at ("/dev/zero").format, ==, PROFILE_FORMAT_NONE);
  scratch_folder_remove (folder);
}

static void
test_names (void)
{
  static const char *const names[] = { "rank0.json",  "a.json.gz",    "a.json.zst", "a.json.tmp",
                                       "a.stepscope", "a.archive",    "a.sqlite",   "a.rpd",
                                       "a.rpd.gz",    "1_results.db", "a.cupti" };
  static const char *const others[] = {
    "a.py", "json", "a.json.bak", "a.gz", "a.stepscope.tmp", "a.nsys-rep", "a.sqlite-wal", "a.db-journal"
  };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (first_look_is_name (names[i]));
  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (first_look_is_name (others[i]));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/first_look/texts", test_texts);
  g_test_add_func ("/first_look/packed_texts", test_packed_texts);
  g_test_add_func ("/first_look/native_files", test_native_files);
  g_test_add_func ("/first_look/other_formats", test_other_formats);
  g_test_add_func ("/first_look/databases_by_their_tables", test_databases_by_their_tables);
  g_test_add_func ("/first_look/databases_that_are_damaged", test_databases_that_are_damaged);
  g_test_add_func ("/first_look/only_the_first_bytes_count", test_only_the_first_bytes_count);
  g_test_add_func ("/first_look/what_is_no_file", test_what_is_no_file);
  g_test_add_func ("/first_look/names", test_names);
  return g_test_run ();
}
