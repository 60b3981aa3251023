/* SPDX-License-Identifier: Apache-2.0
 *
 * What comes out of an import does not depend on how many threads there are, nor on where the text is divided among
 * them: the native file is the same byte for byte with any number of threads, and says the same with chunks of any
 * size. */

#include <string.h>
#include <glib.h>

#include "tests/gen/prng.h"
#include "tests/import/gzip_text.h"
#include "tests/import/threaded_import.h"
#include "trace/import/chrome/text_chunk.h"

static const unsigned thread_counts[] = { 2, 3, 8 };

#ifdef STEPSCOPE_SLOW_BUILD
  #define N_DAMAGED_TEXTS 15
  #define N_BORDER_TEXTS  5
  #define SIZE_FACTOR     8
  #define CASE_STEP       4
  #define N_SIZES_OF_CASE 1
  #define N_RUN_EVENTS    5000
#else
  #define N_DAMAGED_TEXTS 200
  #define N_BORDER_TEXTS  30
  #define SIZE_FACTOR     2
  #define CASE_STEP       1
  #define N_SIZES_OF_CASE 2
  #define N_RUN_EVENTS    12000
#endif

/* The file with one thread and with others. */
static void
assert_same_file (ThreadedImport how, size_t first_count)
{
  g_autoptr (GError) error = NULL;

  how.n_threads = 1;
  g_autoptr (GByteArray) expected = threaded_import (&how, &error);
  for (size_t i = first_count; i < G_N_ELEMENTS (thread_counts); i++)
    {
      g_autoptr (GError) other_error = NULL;

      how.n_threads = thread_counts[i];
      g_autoptr (GByteArray) file = threaded_import (&how, &other_error);
      g_assert_true ((file == NULL) == (expected == NULL));
      if (file == NULL)
        g_assert_cmpstr (other_error->message, ==, error->message);
      else
        {
          g_assert_cmpuint (file->len, ==, expected->len);
          g_assert_true (memcmp (file->data, expected->data, expected->len) == 0);
        }
    }
}

/* ---- the corpus ---- */

/* The texts may be long: from the first line on that is not the same. */
static void
assert_same_contents (const ThreadedImport *how, const char *expected)
{
  g_autofree char *actual = threaded_import_text (how);
  size_t line = 0;

  if (g_str_equal (actual, expected))
    return;
  for (size_t i = 0; actual[i] != '\0' && actual[i] == expected[i]; i++)
    if (actual[i] == '\n')
      line = i + 1;
  g_error ("chunks of %zu bytes, %u threads: \"%.400s\" instead of \"%.400s\"", how->control.chunk_bytes,
           how->n_threads, actual + line, expected + line);
}

/* The cases take turns with sizes and numbers. */
static void
case_does_not_depend_on_chunks (const void *data)
{
  static const size_t chunk_bytes[] = { 64, 99, 131, 180, 300, 777, 2000 };
  static unsigned turn;
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (data, &text, &length, NULL));
  ThreadedImport how = { .text = text, .length = length, .path = data, .n_threads = 1 };
  g_autofree char *expected = threaded_import_text (&how);
  for (unsigned i = 0; i < N_SIZES_OF_CASE; i++)
    {
      how.control.chunk_bytes = chunk_bytes[turn++ % G_N_ELEMENTS (chunk_bytes)];
      how.n_threads = 3;
      assert_same_contents (&how, expected);
      assert_same_file (how, G_N_ELEMENTS (thread_counts) - 1);
    }
}

#define EVENT(name, ts) \
  "{\"ph\": \"X\", \"name\": \"" name "\", \"pid\": 1, \"tid\": 2, \"ts\": " ts ", \"dur\": 1}"

/* Between events there may be more than a chunk holds. */
static void
what_is_between_events_does_not_depend_on_chunks (void)
{
  static const char *const between[] = {
    ",          ,                                                                     ",
    ",                                                                     ,          ",
    "                                                                                ,",
    "                                                                                 ",
    ", {}                                                                            ,",
    ",                                                                     1         ,",
  };

  for (size_t i = 0; i < G_N_ELEMENTS (between); i++)
    {
      g_autoptr (GString) text = g_string_new ("{\"traceEvents\": [");

      g_string_append_printf (text, EVENT ("a", "1") "%s" EVENT ("b", "2") "%s" EVENT ("c", "3") "%s]}",
                              between[i], between[i], between[i]);
      ThreadedImport how = { .text = text->str, .length = text->len, .n_threads = 1 };
      g_autofree char *expected = threaded_import_text (&how);
      for (unsigned bytes = 16; bytes < 200; bytes += bytes % 2 * 2 + 1)
        {
          how.control.chunk_bytes = bytes;
          how.n_threads = 1 + bytes % 3;
          assert_same_contents (&how, expected);
        }
    }
}

/* ---- a run of training ---- */

static void
run_does_not_depend_on_threads (void)
{
  g_autoptr (GString) text = threaded_import_kineto_text (3, N_RUN_EVENTS);
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  g_assert_cmpuint (text->len, >, 2 * TEXT_CHUNK_BYTES);
  assert_same_file ((ThreadedImport){ .text = text->str, .length = text->len }, 0);
  assert_same_file ((ThreadedImport){ .text = text->str, .length = text->len, .piece_bytes = 30011 }, 0);
  gzip_text_append (gzip, text->str, text->len / 3);
  gzip_text_append (gzip, text->str + text->len / 3, text->len - text->len / 3);
  assert_same_file ((ThreadedImport){ .text = (char *) gzip->data, .length = gzip->len }, 0);
}

static void
run_does_not_depend_on_chunks (void)
{
  g_autoptr (GString) text = threaded_import_kineto_text (4, 1500);
  ThreadedImport how = { .text = text->str, .length = text->len, .n_threads = 1 };
  g_autofree char *expected = threaded_import_text (&how);

  for (size_t bytes = 100; bytes < text->len; bytes = bytes * SIZE_FACTOR + 17)
    {
      how.control.chunk_bytes = bytes;
      assert_same_file (how, 1);
      how.n_threads = 8;
      how.piece_bytes = 0;
      assert_same_contents (&how, expected);
      how.piece_bytes = bytes % 1000 + 1;
      assert_same_contents (&how, expected);
    }
}

/* ---- damage ---- */

/* As of a writer, a disk or a copy that fails. */
static void
damage (GString *text, Prng *prng, size_t place)
{
  static const char bytes[] = "\"\"{}[],:\\ \n0-.eu\x01\xff";

  switch (prng_below (prng, 4))
    {
    case 0:
      text->str[place] = bytes[prng_below (prng, sizeof bytes)];
      break;
    case 1:
      g_string_insert_c (text, (gssize) place, bytes[prng_below (prng, sizeof bytes - 1)]);
      break;
    case 2:
      g_string_erase (text, (gssize) place, (gssize) MIN (1 + prng_below (prng, 40), text->len - place));
      break;
    default:
      g_string_insert_len (text, (gssize) place, text->str, (gssize) prng_below (prng, 300));
    }
}

static void
damaged_texts_do_not_depend_on_chunks (void)
{
  g_autoptr (GString) whole = threaded_import_kineto_text (5, 100);
  Prng prng = prng_init (9, 1);

  for (unsigned i = 0; i < N_DAMAGED_TEXTS; i++)
    {
      g_autoptr (GString) text = g_string_new_len (whole->str, (gssize) whole->len);

      for (uint64_t n = 1 + prng_below (&prng, 4); n > 0; n--)
        damage (text, &prng, (size_t) prng_below (&prng, text->len));

      ThreadedImport how = { .text = text->str, .length = text->len, .n_threads = 1 };
      g_autofree char *expected = threaded_import_text (&how);
      how.control.chunk_bytes = 64 + prng_below (&prng, i % 2 == 0 ? 400 : 4000);
      how.n_threads = 1 + i % 8;
      assert_same_contents (&how, expected);
      if (i % 4 == 0)
        assert_same_file (how, i % 3);
    }
}

/* Within reach of the borders that the text has undamaged. */
static void
damage_at_borders_does_not_depend_on_threads (void)
{
  const size_t chunk_bytes = 16 << 10;
  g_autoptr (GString) whole = threaded_import_kineto_text (6, 2000);
  Prng prng = prng_init (9, 2);

  for (unsigned i = 0; i < N_BORDER_TEXTS; i++)
    {
      g_autoptr (GString) text = g_string_new_len (whole->str, (gssize) whole->len);

      for (size_t border = whole->len / chunk_bytes * chunk_bytes; border > 0; border -= chunk_bytes)
        if (prng_below (&prng, 2) == 0)
          damage (text, &prng, border - (size_t) prng_below (&prng, 1200));
      assert_same_file (
        (ThreadedImport){ .text = text->str, .length = text->len, .control.chunk_bytes = chunk_bytes },
        i % 3);
    }
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_cases (void)
{
  const char *source = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *folder =
    g_build_filename (source != NULL ? source : ".", "tests", "import", "chrome", NULL);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (directory == NULL)
    g_error ("%s: cannot be read; set STEPSCOPE_SOURCE to the root of the tree", folder);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i += CASE_STEP)
    {
      g_autofree char *test = g_strdup_printf ("/threads/chunks/%s", (char *) names->pdata[i]);

      g_test_add_data_func_full (test, g_build_filename (folder, names->pdata[i], NULL),
                                 case_does_not_depend_on_chunks, g_free);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/threads/run/does_not_depend_on_threads", run_does_not_depend_on_threads);
  g_test_add_func ("/threads/run/does_not_depend_on_chunks", run_does_not_depend_on_chunks);
  g_test_add_func ("/threads/damage/does_not_depend_on_chunks", damaged_texts_do_not_depend_on_chunks);
  g_test_add_func ("/threads/damage/at_borders_does_not_depend_on_threads",
                   damage_at_borders_does_not_depend_on_threads);
  g_test_add_func ("/threads/chunks/what_is_between_events",
                   what_is_between_events_does_not_depend_on_chunks);
  add_cases ();
  return g_test_run ();
}
