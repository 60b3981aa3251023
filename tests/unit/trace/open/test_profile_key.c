/* SPDX-License-Identifier: Apache-2.0 */

#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <glib.h>
#include <glib/gstdio.h>

#include "tests/import/gzip_text.h"
#include "trace/build/builder.h"
#include "trace/model/key_hash.h"
#include "trace/open/open.h"

#define KEY_TEXT_BYTES (2 * TRACE_KEY_BYTES + 1)

static void
print_key (const uint8_t *key, char text[KEY_TEXT_BYTES])
{
  for (int i = 0; i < TRACE_KEY_BYTES; i++)
    g_snprintf (text + 2 * i, 3, "%02x", key[i]);
}

static void
hash_bytes (const void *bytes, size_t n, char text[KEY_TEXT_BYTES])
{
  g_autoptr (KeyHash) hash = key_hash_new ();
  uint8_t key[TRACE_KEY_BYTES];

  key_hash_add (hash, bytes, n);
  key_hash_get (hash, key);
  print_key (key, text);
}

/* ---- files ---- */

static GByteArray *
make_trace (int n_events)
{
  g_autoptr (GString) text = g_string_new ("{\"traceEvents\": [");

  for (int i = 0; i < n_events; i++)
    g_string_append_printf (
      text,
      "%s\n{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"op %d\", \"pid\": 1, \"tid\": 2, "
      "\"ts\": %d, \"dur\": 5}",
      i > 0 ? "," : "", i, i * 10);
  g_string_append (text, "]}\n");
  return g_byte_array_append (g_byte_array_new (), (const guint8 *) text->str, (guint) text->len);
}

static char *
write_file (const char *folder, const char *name, const GByteArray *bytes)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, (gssize) bytes->len, NULL));
  return path;
}

static void
open_key (const char *path, char text[KEY_TEXT_BYTES])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);

  g_assert_no_error (error);
  print_key (trace_profile_key (trace), text);
}

/* The key that the bytes get as a file of their own. */
static void
key_of (const GByteArray *bytes, const char *name, char text[KEY_TEXT_BYTES])
{
  g_autofree char *folder = g_dir_make_tmp ("stepscope-XXXXXX", NULL);
  g_autofree char *path = write_file (folder, name, bytes);

  open_key (path, text);
  g_unlink (path);
  g_rmdir (folder);
}

/* ---- tests ---- */

static void
the_hash_is_xxh3 (void)
{
  char text[KEY_TEXT_BYTES];

  hash_bytes ("", 0, text);
  g_assert_cmpstr (text, ==, "99aa06d3014798d86001c324468d497f"); /* as xxh128sum prints it */
}

static void
the_key_is_the_hash_of_the_file (void)
{
  static const int sizes[] = { 1, 100, 20000 }; /* less than a chunk, and several */
  char key[KEY_TEXT_BYTES], expected[KEY_TEXT_BYTES];

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GByteArray) bytes = make_trace (sizes[i]);

      hash_bytes (bytes->data, bytes->len, expected);
      key_of (bytes, "a.json", key);
      g_assert_cmpstr (key, ==, expected);
      key_of (bytes, "elsewhere.json", key);
      g_assert_cmpstr (key, ==, expected);
    }
}

/* Even one that changes nothing of what is read. */
static void
any_byte_matters (void)
{
  g_autoptr (GByteArray) bytes = make_trace (50);
  char key[KEY_TEXT_BYTES], changed[KEY_TEXT_BYTES];

  key_of (bytes, "a.json", key);
  g_assert_cmpint (bytes->data[bytes->len - 1], ==, '\n');
  bytes->data[bytes->len - 1] = ' ';
  key_of (bytes, "a.json", changed);
  g_assert_cmpstr (key, !=, changed);
  bytes->data[bytes->len - 1] = '\n';
  key_of (bytes, "a.json", changed);
  g_assert_cmpstr (key, ==, changed);
  g_byte_array_append (bytes, (const guint8 *) "\n", 1);
  key_of (bytes, "a.json", changed);
  g_assert_cmpstr (key, !=, changed);
}

static void
compressed_files_count_as_they_lie (void)
{
  g_autoptr (GByteArray) text = make_trace (5000);
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  g_autoptr (GByteArray) junk = g_byte_array_new ();
  char key[KEY_TEXT_BYTES], expected[KEY_TEXT_BYTES];

  gzip_text_append (packed, text->data, text->len);
  hash_bytes (packed->data, packed->len, expected);
  key_of (packed, "a.json.gz", key);
  g_assert_cmpstr (key, ==, expected);

  /* What follows the compressed text is not read, but belongs to the file: also when there is much of it. */
  g_byte_array_append (packed, (const guint8 *) "\0junk", 5);
  g_byte_array_set_size (junk, 1000000);
  memset (junk->data, 'j', junk->len);
  g_byte_array_append (packed, junk->data, junk->len);
  hash_bytes (packed->data, packed->len, expected);
  key_of (packed, "a.json.gz", key);
  g_assert_cmpstr (key, ==, expected);

  /* Likewise what follows damage. */
  packed->data[packed->len - junk->len - 200] ^= 0x55;
  hash_bytes (packed->data, packed->len, expected);
  key_of (packed, "a.json.gz", key);
  g_assert_cmpstr (key, ==, expected);
}

static void
standard_input_has_the_key_of_its_bytes (void)
{
  g_autoptr (GByteArray) bytes = make_trace (3000);
  g_autofree char *folder = g_dir_make_tmp ("stepscope-XXXXXX", NULL);
  g_autofree char *path = write_file (folder, "a.json", bytes);
  char key[KEY_TEXT_BYTES], expected[KEY_TEXT_BYTES];
  int saved = dup (STDIN_FILENO), fd = open (path, O_RDONLY | O_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (dup2 (fd, STDIN_FILENO), >=, 0);
  open_key ("-", key);
  open_key (path, expected);
  g_assert_cmpstr (key, ==, expected);
  if (saved >= 0)
    {
      dup2 (saved, STDIN_FILENO);
      close (saved);
    }
  close (fd);
  g_unlink (path);
  g_rmdir (folder);
}

static void
directories_have_the_key_of_their_members (void)
{
  static const char *const names[] = { "rank2.json", "rank10.json" };
  g_autoptr (GByteArray) small = make_trace (3);
  g_autoptr (GByteArray) large = make_trace (30);
  g_autoptr (GByteArray) both = g_byte_array_new ();
  g_autoptr (GByteArray) no_trace = g_byte_array_append (g_byte_array_new (), (const guint8 *) "{}", 2);
  g_autofree char *folder = g_dir_make_tmp ("stepscope-XXXXXX", NULL);
  g_autofree char *first = write_file (folder, names[0], small);
  g_autofree char *second = write_file (folder, names[1], large);
  char key[KEY_TEXT_BYTES], again[KEY_TEXT_BYTES], expected[KEY_TEXT_BYTES];

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (Trace) trace = trace_open (i == 0 ? first : second, NULL, &error);

      g_assert_no_error (error);
      g_byte_array_append (both, trace_profile_key (trace), TRACE_KEY_BYTES);
    }
  hash_bytes (both->data, both->len, expected);
  open_key (folder, key);
  g_assert_cmpstr (key, ==, expected);

  /* Files that are no traces are no part of the profile. */
  g_autofree char *other = write_file (folder, "rank5.json", no_trace);
  open_key (folder, again);
  g_assert_cmpstr (again, ==, key);

  /* The same traces the other way round are another profile. */
  g_free (write_file (folder, names[0], large));
  g_free (write_file (folder, names[1], small));
  open_key (folder, again);
  g_assert_cmpstr (again, !=, key);

  g_unlink (first);
  g_unlink (second);
  g_unlink (other);
  g_rmdir (folder);
}

static void
profiles_of_no_file_have_no_key (void)
{
  static const uint8_t zeros[TRACE_KEY_BYTES];
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = trace_builder_finish (builder, &error);

  g_assert_no_error (error);
  g_assert_true (memcmp (trace_profile_key (trace), zeros, sizeof zeros) == 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile_key/the_hash_is_xxh3", the_hash_is_xxh3);
  g_test_add_func ("/profile_key/the_key_is_the_hash_of_the_file", the_key_is_the_hash_of_the_file);
  g_test_add_func ("/profile_key/any_byte_matters", any_byte_matters);
  g_test_add_func ("/profile_key/compressed_files_count_as_they_lie", compressed_files_count_as_they_lie);
  g_test_add_func ("/profile_key/standard_input_has_the_key_of_its_bytes",
                   standard_input_has_the_key_of_its_bytes);
  g_test_add_func ("/profile_key/directories_have_the_key_of_their_members",
                   directories_have_the_key_of_their_members);
  g_test_add_func ("/profile_key/profiles_of_no_file_have_no_key", profiles_of_no_file_have_no_key);
  return g_test_run ();
}
