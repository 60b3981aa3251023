/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/seeds.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/import/cupti/small_recording.h"
#include "tests/import/database_text.h"
#include "tests/import/gzip_text.h"
#include "tests/unit/fixtures/native_bytes.h"
#include "trace/open/open.h"

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The paths of the files of a folder that end so, ascending (transfer full). */
static GPtrArray *
paths_of (const char *folder, const char *suffix)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);

  g_assert_nonnull (directory);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if (g_str_has_suffix (name, suffix))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_names);
  return paths;
}

GPtrArray *
seeds_texts (const char *folder)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) paths = paths_of (folder, ".json");

  for (guint i = 0; i < paths->len; i++)
    {
      char *text;
      gsize n;

      g_assert_true (g_file_get_contents (paths->pdata[i], &text, &n, NULL));
      g_ptr_array_add (texts, g_bytes_new_take (text, n));
    }
  return texts;
}

GPtrArray *
seeds_databases (const char *folder)
{
  GPtrArray *databases = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) paths = paths_of (folder, ".sql");

  for (guint i = 0; i < paths->len; i++)
    g_ptr_array_add (databases, g_byte_array_free_to_bytes (database_of_sql (paths->pdata[i])));
  return databases;
}

static void
add_packed (GPtrArray *seeds, GBytes *text)
{
  GByteArray *packed = g_byte_array_new ();
  gsize n;
  const void *bytes = g_bytes_get_data (text, &n);

  gzip_text_append (packed, bytes, n);
  g_ptr_array_add (seeds, g_byte_array_free_to_bytes (packed));
}

/* The native file and the archive; nothing, where the text is none of a trace. */
static void
add_native (GPtrArray *seeds, GBytes *text)
{
  gsize n;
  const void *bytes = g_bytes_get_data (text, &n);
  int source_fd = native_bytes_file (bytes, n), fd = memfd_create ("native", MFD_CLOEXEC);
  TraceSource source = { source_fd, "seed.json" };
  size_t n_native, n_archive;

  g_assert_cmpint (fd, >=, 0);
  if (trace_import (&source, fd, NULL, NULL))
    {
      uint8_t *native = native_bytes_of_source (source_fd, &n_native);
      g_autoptr (Trace) trace = native_bytes_map (native, n_native, NULL);
      uint8_t *archive = native_bytes_of_archive (trace, &n_archive);

      g_ptr_array_add (seeds, g_bytes_new_take (native, n_native));
      g_ptr_array_add (seeds, g_bytes_new_take (archive, n_archive));
    }
  close (source_fd);
  close (fd);
}

/* Both forms, of releases with different records. */
static void
add_records (GPtrArray *seeds)
{
  static const char *const releases[] = { "10.2", "11.4", "12.0", "12.8", "13.0", "13.3" };

  for (size_t i = 0; i < G_N_ELEMENTS (releases); i++)
    for (CuptiForm form = CUPTI_CONTAINER; form <= CUPTI_BARE; form++)
      g_ptr_array_add (seeds, g_byte_array_free_to_bytes (
                                small_recording_of (cupti_release_find (releases[i]), form, 2)));
}

GPtrArray *
seeds_for (const char *harness, const GPtrArray *texts)
{
  GPtrArray *seeds = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  if (strcmp (harness, "cupti") == 0)
    {
      add_records (seeds);
      return seeds;
    }
  for (guint i = 0; i < texts->len; i++)
    if (strcmp (harness, "json") == 0)
      g_ptr_array_add (seeds, g_bytes_ref (texts->pdata[i]));
    else if (strcmp (harness, "gzip") == 0)
      add_packed (seeds, texts->pdata[i]);
    else
      add_native (seeds, texts->pdata[i]);
  return seeds;
}
