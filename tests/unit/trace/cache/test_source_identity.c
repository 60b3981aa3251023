/* SPDX-License-Identifier: Apache-2.0 */

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <glib.h>
#include <glib/gstdio.h>

#include "tests/unit/fixtures/scratch_folder.h"
#include "trace/cache/source_identity.h"

#define MIB (1024 * 1024)

typedef struct
{
  char *folder;
  char *path; /* folder/rank.json */
} Place;

static void
write_text (const char *path, const char *text)
{
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
write_at (const char *path, off_t at, const char *text)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (pwrite (fd, text, strlen (text), at), ==, (ssize_t) strlen (text));
  close (fd);
}

static void
set_time (const char *path, time_t seconds)
{
  const struct timespec times[2] = { { .tv_sec = seconds }, { .tv_sec = seconds } };

  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

static SourceIdentity
take (const char *path)
{
  SourceIdentity identity;

  g_assert_true (source_identity_take (path, &identity));
  g_assert_cmpuint (strlen (identity.id), ==, SOURCE_ID_LENGTH);
  g_assert_cmpuint (strspn (identity.id, "0123456789abcdef"), ==, SOURCE_ID_LENGTH);
  return identity;
}

static void
assert_same (const SourceIdentity *identity, const char *path)
{
  g_assert_cmpstr (take (path).id, ==, identity->id);
  g_assert_cmpint (source_identity_compare (identity, path), ==, SOURCE_UNCHANGED);
}

static void
assert_changed (const SourceIdentity *identity, const char *path)
{
  g_assert_cmpstr (take (path).id, !=, identity->id);
  g_assert_cmpint (source_identity_compare (identity, path), ==, SOURCE_CHANGED);
}

/* It is imported anew, but what is open need not be loaded again. */
static void
assert_touched (const SourceIdentity *identity, const char *path)
{
  g_assert_cmpstr (take (path).id, !=, identity->id);
  g_assert_cmpint (source_identity_compare (identity, path), ==, SOURCE_UNCHANGED);
}

static void
set_up (Place *place, gconstpointer data)
{
  (void) data;
  place->folder = scratch_folder_new ();
  place->path = g_build_filename (place->folder, "rank.json", NULL);
  write_text (place->path, "{\"traceEvents\": [1, 2, 3]}");
  set_time (place->path, 1000);
}

static void
tear_down (Place *place, gconstpointer data)
{
  (void) data;
  scratch_folder_remove (place->folder);
  g_free (place->path);
}

static void
test_same (Place *place, gconstpointer data)
{
  SourceIdentity identity = take (place->path);
  g_autofree char *detour = g_build_filename (place->folder, ".", "rank.json", NULL);
  (void) data;

  g_assert_cmpuint (identity.size_bytes, ==, 26);
  assert_same (&identity, place->path);
  assert_same (&identity, detour);
}

static void
test_appended (Place *place, gconstpointer data)
{
  SourceIdentity identity = take (place->path);
  (void) data;

  write_at (place->path, 26, ",");
  set_time (place->path, 1000);
  assert_changed (&identity, place->path);
}

/* The same number of bytes, and the time set back. */
static void
test_edited_in_place (Place *place, gconstpointer data)
{
  SourceIdentity identity = take (place->path);
  (void) data;

  write_at (place->path, 17, "9");
  set_time (place->path, 1000);
  g_assert_cmpstr (take (place->path).id, !=, identity.id);
  set_time (place->path, 1001);
  assert_changed (&identity, place->path);
}

static void
test_touched (Place *place, gconstpointer data)
{
  SourceIdentity identity = take (place->path);
  (void) data;

  set_time (place->path, 1001);
  assert_touched (&identity, place->path);
}

static void
test_replaced_by_copy (Place *place, gconstpointer data)
{
  SourceIdentity identity = take (place->path);
  (void) data;

  /* Another inode: the first is still taken while this one is written. */
  write_text (place->path, "{\"traceEvents\": [1, 2, 3]}");
  set_time (place->path, 1000);
  assert_touched (&identity, place->path);
}

/* The name of a file can tell its rank. */
static void
test_renamed (Place *place, gconstpointer data)
{
  SourceIdentity identity = take (place->path);
  g_autofree char *other = g_build_filename (place->folder, "other.json", NULL);
  (void) data;

  g_assert_cmpint (rename (place->path, other), ==, 0);
  g_assert_cmpstr (take (other).id, !=, identity.id);
  g_assert_cmpint (source_identity_compare (&identity, place->path), ==, SOURCE_GONE);
}

static void
test_large (Place *place, gconstpointer data)
{
  const off_t size = 640 * (off_t) MIB;
  const off_t last = size - 16 * 1024;
  const off_t seen[] = { 0, 16 * 1024 - 1, last / 63 * 31, last, size - 1 };
  (void) data;

  g_assert_cmpint (truncate (place->path, size), ==, 0);
  set_time (place->path, 1000);
  SourceIdentity identity = take (place->path);
  g_assert_cmpuint (identity.size_bytes, ==, size);
  for (size_t i = 0; i < G_N_ELEMENTS (seen); i++)
    {
      write_at (place->path, seen[i], "x");
      set_time (place->path, 1000);
      g_assert_cmpstr (take (place->path).id, !=, identity.id);
      identity = take (place->path);
    }
}

static guint64
bytes_read (void)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/io", &text, NULL, NULL));
  return g_ascii_strtoull (text + strlen ("rchar: "), NULL, 10);
}

static void
test_reads_little (Place *place, gconstpointer data)
{
  (void) data;
  g_assert_cmpint (truncate (place->path, 640 * (off_t) MIB), ==, 0);

  guint64 before = bytes_read ();
  SourceIdentity identity = take (place->path);
  guint64 sampled = bytes_read () - before;
  g_assert_cmpuint (sampled, >=, MIB);
  g_assert_cmpuint (sampled, <, MIB + 4096);

  before = bytes_read ();
  source_identity_compare (&identity, place->path);
  g_assert_cmpuint (bytes_read () - before, <, 4096);
}

static char *
write_rank (const char *folder, const char *name)
{
  char *path = g_build_filename (folder, name, NULL);

  write_text (path, name);
  set_time (path, 1000);
  return path;
}

static void
test_directory (Place *place, gconstpointer data)
{
  g_autofree char *second = write_rank (place->folder, "second.json");
  SourceIdentity identity = take (place->folder);
  (void) data;

  g_assert_cmpuint (identity.size_bytes, ==, 26 + strlen ("second.json"));
  g_free (write_rank (place->folder, "notes.txt"));
  assert_same (&identity, place->folder);

  g_autofree char *third = write_rank (place->folder, "third.json");
  assert_changed (&identity, place->folder);
  g_assert_cmpint (unlink (third), ==, 0);
  assert_same (&identity, place->folder);

  g_assert_cmpint (rename (second, third), ==, 0);
  assert_changed (&identity, place->folder);
  g_assert_cmpint (rename (third, second), ==, 0);

  set_time (second, 1001);
  assert_touched (&identity, place->folder);
  write_at (second, 0, "S");
  assert_changed (&identity, place->folder);
}

static void
test_directory_of_one (Place *place, gconstpointer data)
{
  (void) data;
  g_assert_cmpstr (take (place->folder).id, !=, take (place->path).id);
}

static void
test_directory_of_many (Place *place, gconstpointer data)
{
  (void) data;
  for (int i = 0; i < 200; i++)
    {
      g_autofree char *name = g_strdup_printf ("rank%d.json", i);
      g_autofree char *path = write_rank (place->folder, name);
      g_assert_cmpint (truncate (path, MIB), ==, 0);
    }

  guint64 before = bytes_read ();
  SourceIdentity identity = take (place->folder);
  g_assert_cmpuint (bytes_read () - before, <, 200 * 2 * 16 * 1024 + 8192);

  g_autofree char *path = g_build_filename (place->folder, "rank177.json", NULL);
  write_at (path, MIB - 1, "x");
  assert_changed (&identity, place->folder);
}

static void
test_none (Place *place, gconstpointer data)
{
  SourceIdentity identity;
  g_autofree char *empty = g_build_filename (place->folder, "empty", NULL);
  g_autofree char *pipe_path = g_build_filename (place->folder, "pipe.json", NULL);
  g_autofree char *missing = g_build_filename (place->folder, "missing.json", NULL);
  (void) data;

  g_assert_cmpint (mkdir (empty, 0700), ==, 0);
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_false (source_identity_take ("-", &identity));
  g_assert_false (source_identity_take (empty, &identity));
  g_assert_false (source_identity_take (pipe_path, &identity));
  g_assert_false (source_identity_take (missing, &identity));
  g_assert_false (source_identity_take ("/dev/zero", &identity));
}

int
main (int argc, char **argv)
{
  const struct
  {
    const char *path;
    void (*run) (Place *place, gconstpointer data);
  } tests[] = {
    { "/source_identity/same_file_same_id_by_any_path", test_same },
    { "/source_identity/appended_bytes_are_a_change", test_appended },
    { "/source_identity/edit_in_place_with_the_time_set_back_is_seen", test_edited_in_place },
    { "/source_identity/touch_is_no_change", test_touched },
    { "/source_identity/copy_in_its_place_is_no_change", test_replaced_by_copy },
    { "/source_identity/other_name_is_another_source", test_renamed },
    { "/source_identity/begin_middle_and_end_of_a_large_file_count", test_large },
    { "/source_identity/reads_little_of_a_large_file", test_reads_little },
    { "/source_identity/directory_is_its_ranks", test_directory },
    { "/source_identity/directory_of_one_rank_is_not_that_file", test_directory_of_one },
    { "/source_identity/directory_of_many_ranks_reads_little_of_each", test_directory_of_many },
    { "/source_identity/pipes_and_what_is_missing_have_none", test_none },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Place, NULL, set_up, tests[i].run, tear_down);
  return g_test_run ();
}
