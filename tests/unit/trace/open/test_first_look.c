/* SPDX-License-Identifier: Apache-2.0
 *
 * Which files a look through a folder takes for profiles, by their names and first bytes alone. */

#include <glib.h>
#include <glib/gstdio.h>
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
assert_text (const char *text, FirstLookKind kind, bool ends_early)
{
  FirstLook look = look_at (text, strlen (text));

  g_assert_cmpint (look.kind, ==, kind);
  g_assert_true (look.ends_early == ends_early);
}

static void
test_texts (void)
{
  assert_text (kineto, FIRST_LOOK_KINETO, false);
  assert_text (chrome, FIRST_LOOK_CHROME, false);
  assert_text ("{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\", \"na", FIRST_LOOK_KINETO, true);
  assert_text ("{\"traceEvents\": [{\"ph\": \"X\"}, ", FIRST_LOOK_CHROME, true);
  assert_text ("{\"a\": 1}", FIRST_LOOK_OTHER, false);
  assert_text ("notes about \"traceEvents\"", FIRST_LOOK_OTHER, false);
  assert_text ("", FIRST_LOOK_OTHER, false);
}

static void
test_packed_texts (void)
{
  g_autoptr (GByteArray) packed = g_byte_array_new ();

  gzip_text_append (packed, kineto, strlen (kineto));
  g_assert_cmpint (look_at ((const char *) packed->data, packed->len).kind, ==, FIRST_LOOK_KINETO);
  g_assert_false (look_at ((const char *) packed->data, packed->len).ends_early);
  /* While it is being written. */
  g_assert_cmpint (look_at ((const char *) packed->data, packed->len - 10).kind, ==, FIRST_LOOK_KINETO);
  packed->data[12] ^= 0xff;
  g_assert_cmpint (look_at ((const char *) packed->data, 14).kind, ==, FIRST_LOOK_OTHER);
}

static void
test_native_files (void)
{
  SectionFileHeader header = { .major = 1 };

  memcpy (header.magic, SECTION_FILE_MAGIC, sizeof header.magic);
  g_assert_cmpint (look_at ((const char *) &header, sizeof header).kind, ==, FIRST_LOOK_NATIVE);
  header.flags = SECTION_FILE_ARCHIVE;
  g_assert_cmpint (look_at ((const char *) &header, sizeof header).kind, ==, FIRST_LOOK_ARCHIVE);
  g_assert_cmpint (look_at ((const char *) &header, 10).kind, ==, FIRST_LOOK_OTHER);
}

/* However large the file is. */
static void
test_only_the_first_bytes_count (void)
{
  g_autoptr (GString) text = g_string_new ("[");

  while (text->len < FIRST_LOOK_BYTES)
    g_string_append_c (text, ' ');
  g_string_append (text, kineto);
  assert_text (text->str, FIRST_LOOK_OTHER, false);
}

static void
test_what_is_no_file (void)
{
  char *folder = scratch_folder_new ();
  g_autofree char *absent = g_build_filename (folder, "absent.json", NULL);

  g_assert_cmpint (first_look_at (absent).kind, ==, FIRST_LOOK_OTHER);
  g_assert_cmpint (first_look_at (folder).kind, ==, FIRST_LOOK_OTHER);
  g_assert_cmpint (first_look_at ("/dev/zero").kind, ==, FIRST_LOOK_OTHER);
  scratch_folder_remove (folder);
}

static void
test_names (void)
{
  static const char *const names[] = { "rank0.json", "a.json.gz",   "a.json.zst",
                                       "a.json.tmp", "a.stepscope", "a.archive" };
  static const char *const others[] = { "a.py", "json", "a.json.bak", "a.gz", "a.stepscope.tmp" };

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
  g_test_add_func ("/first_look/only_the_first_bytes_count", test_only_the_first_bytes_count);
  g_test_add_func ("/first_look/what_is_no_file", test_what_is_no_file);
  g_test_add_func ("/first_look/names", test_names);
  return g_test_run ();
}
