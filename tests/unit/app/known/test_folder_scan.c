/* SPDX-License-Identifier: Apache-2.0
 *
 * Which profiles a look into a folder finds, what their files tell without being opened, and what one look after another
 * brings into the library. */

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/known/folder_scan.h"
#include "app/known/known_file.h"
#include "app/known/known_look.h"
#include "tests/unit/fixtures/scratch_folder.h"
#include "trace/cache/source_identity.h"
#include "trace/open/open.h"

static const char trace[] =
  "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA H100\"}], \"traceEvents\": ["
  "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"ProfilerStep#1\", \"pid\": 1, \"tid\": 1, \"ts\": 1, \"dur\": 50},"
  "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"ProfilerStep#2\", \"pid\": 1, \"tid\": 1, \"ts\": 60, \"dur\": 50},"
  "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, \"ts\": 5, \"dur\": 5, \"args\": {\"device\": 0}}]}\n";

typedef struct
{
  char *folder;
  Library *library;
  LookMemory *memory;
} Place;

static void
set_up (Place *place, gconstpointer data)
{
  g_autofree char *made = scratch_folder_new ();
  g_autofree char *database = NULL;
  (void) data;

  place->folder = library_entry_path (made);
  database = g_build_filename (place->folder, ".library", "library.sqlite", NULL);
  place->library = library_new (database);
  place->memory = look_memory_new ();
}

static void
tear_down (Place *place, gconstpointer data)
{
  (void) data;
  library_free (place->library);
  look_memory_free (place->memory);
  g_setenv ("XDG_CACHE_HOME", "/nonexistent", TRUE);
  scratch_folder_remove (place->folder);
}

static char *
path_of (const Place *place, const char *name)
{
  return g_build_filename (place->folder, name, NULL);
}

/* Written so many seconds ago. */
static void
write_at (const Place *place, const char *name, const char *text, int64_t age_s)
{
  g_autofree char *path = path_of (place, name);
  g_autofree char *folder = g_path_get_dirname (path);
  int64_t time_s = g_get_real_time () / G_USEC_PER_SEC - age_s;

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_cmpint (utimensat (AT_FDCWD, path, (struct timespec[]){ { time_s, 0 }, { time_s, 0 } }, 0), ==, 0);
}

/* Of the folders of these names (NULL-terminated) below the place. */
static char *
found_below (const Place *place,
             const char *const *names,
             const FolderScanLimits *limits,
             bool *ret_was_bounded)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) found = g_string_new (NULL);
  FolderScan scan;

  for (; *names != NULL; names++)
    g_ptr_array_add (folders, path_of (place, *names));
  folder_scan_init (&scan, known, place->memory, known_file_now_ns ());
  folder_scan_add (&scan, folders, limits);
  for (guint i = 0; i < scan.changed->len; i++)
    {
      const char *path = ((LibraryEntry *) scan.changed->pdata[i])->path;

      g_assert_true (g_hash_table_contains (scan.present, path));
      g_assert_true (g_str_has_prefix (path, place->folder));
      g_string_append_printf (found, " %s",
                              strcmp (path, place->folder) != 0 ? path + strlen (place->folder) + 1 : ".");
    }
  *ret_was_bounded = scan.was_bounded;
  folder_scan_clear (&scan);
  return g_string_free (g_steal_pointer (&found), FALSE);
}

static char *
found_in (const Place *place)
{
  bool was_bounded;

  return found_below (place, (const char *const[]){ "", NULL }, &folder_scan_limits, &was_bounded);
}

static void
test_profiles_are_found_by_name_and_first_bytes (Place *place, gconstpointer data)
{
  (void) data;
  write_at (place, "a.json", trace, 100);
  write_at (place, "notes.json", "{\"a\": 1}", 100);
  write_at (place, "b.txt", trace, 100);
  write_at (place, ".hidden.json", trace, 100);
  write_at (place, ".hidden/c.json", trace, 100);
  write_at (place, "one/two/three/d.json", trace, 100);
  write_at (place, "one/two/three/four/e.json", trace, 100);
  g_autofree char *loop = path_of (place, "one/loop");
  g_assert_cmpint (symlink (place->folder, loop), ==, 0);
  g_autofree char *found = found_in (place);
  g_assert_cmpstr (found, ==, " a.json one/two/three/d.json");
}

static void
assert_found (const Place *place, const FolderScanLimits *limits, const char *expected, bool was_bounded)
{
  bool is_bounded;
  g_autofree char *found =
    found_below (place, (const char *const[]){ "many", "few", NULL }, limits, &is_bounded);

  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpint (is_bounded, ==, was_bounded);
}

static void
test_a_large_folder_leaves_room_for_others (Place *place, gconstpointer data)
{
  (void) data;
  for (int i = 0; i < 20; i++)
    {
      g_autofree char *foreign = g_strdup_printf ("many/node_modules/package%d.json", i);

      write_at (place, foreign, "{\"a\": 1}", 100);
    }
  write_at (place, "many/a/deep/a.json", trace, 100);
  write_at (place, "many/b/b1.json", trace, 100);
  write_at (place, "many/b/b2.json", trace, 100);
  write_at (place, "few/f.json", trace, 100);
  const char *all = " many/b/b1.json many/b/b2.json many/a/deep/a.json few/f.json";
  /* Other files take no room from profiles. */
  assert_found (place, &(FolderScanLimits){ 100, 10, 1000 }, all, false);
  assert_found (place, &(FolderScanLimits){ 100, 4, 1000 }, " many/b/b1.json many/b/b2.json few/f.json",
                true);
  assert_found (place, &(FolderScanLimits){ 100, 2, 1000 }, " many/b/b1.json few/f.json", true);
  /* Of the names, the large folder may use half, and the other one has the rest. */
  assert_found (place, &(FolderScanLimits){ 100, 100, 10 }, " many/b/b1.json many/b/b2.json few/f.json",
                true);
  /* Of folders, those that lie higher come first. */
  assert_found (place, &(FolderScanLimits){ 8, 100, 1000 }, " many/b/b1.json many/b/b2.json few/f.json",
                true);
}

/* The profile is found only after it was written to: it was remembered as none. */
static void
test_what_is_no_profile_is_read_once (Place *place, gconstpointer data)
{
  g_autofree char *notes = path_of (place, "notes.json");
  g_autofree char *run = path_of (place, "run.json");
  struct stat file;
  (void) data;

  write_at (place, "notes.json", "{\"a\": 1}", 100);
  write_at (place, "run.json", trace, 100);
  g_assert_cmpint (stat (run, &file), ==, 0);
  look_memory_note_other (place->memory, &file);
  g_autofree char *none = found_in (place);
  g_assert_cmpstr (none, ==, "");
  g_assert_cmpint (stat (notes, &file), ==, 0);
  g_assert_true (look_memory_is_other (place->memory, &file));
  write_at (place, "run.json", trace, 50);
  write_at (place, "notes.json", trace, 50);
  g_autofree char *both = found_in (place);
  g_assert_cmpstr (both, ==, " notes.json run.json");
}

/* Tells of entries that a look lists, without their common folder. */
static char *
listed_by_look (const Place *place)
{
  KnownLook *look = known_look_new (place->library, place->memory);
  g_autoptr (GPtrArray) entries = library_entries (place->library, 0);
  g_autoptr (GString) listed = g_string_new (NULL);

  known_look_free (look);
  for (guint i = 0; i < entries->len; i++)
    {
      const LibraryEntry *entry = entries->pdata[i];

      if (!entry->is_removed)
        g_string_append_printf (listed, " %s", entry->path + strlen (place->folder) + 1);
    }
  return g_string_free (g_steal_pointer (&listed), FALSE);
}

static void
test_links_to_a_file_are_one_profile (Place *place, gconstpointer data)
{
  g_autofree char *runs = path_of (place, "runs");
  g_autofree char *inside = path_of (place, "runs/b.json");
  g_autofree char *outside = path_of (place, "elsewhere/a.json");
  g_autofree char *link = path_of (place, "runs/a-link.json");
  g_autofree char *same = path_of (place, "runs/a-same.json");
  g_autofree char *other = path_of (place, "runs/b-link.json");
  (void) data;

  write_at (place, "runs/b.json", trace, 100);
  write_at (place, "elsewhere/a.json", trace, 100);
  /* As an earlier version listed it. */
  g_autoptr (GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) library_entry_free);
  g_ptr_array_add (before, library_entry_new (link));
  library_add_folder (place->library, runs);
  library_put_found (place->library, before);
  g_assert_cmpint (symlink (outside, link), ==, 0);
  g_assert_cmpint (symlink (outside, same), ==, 0);
  g_assert_cmpint (symlink (inside, other), ==, 0);
  g_autofree char *both = listed_by_look (place);
  g_assert_cmpstr (both, ==, " elsewhere/a.json runs/b.json");
  g_autofree char *still = listed_by_look (place);
  g_assert_cmpstr (still, ==, both);

  /* It goes with its last link, though the file is still there; and with the folder of the link. */
  g_remove (link);
  g_autofree char *of_other_link = listed_by_look (place);
  g_assert_cmpstr (of_other_link, ==, both);
  g_remove (same);
  g_autofree char *without = listed_by_look (place);
  g_assert_cmpstr (without, ==, " runs/b.json");
  g_assert_cmpint (symlink (outside, link), ==, 0);
  g_autofree char *again = listed_by_look (place);
  g_assert_cmpstr (again, ==, " runs/b.json elsewhere/a.json");
  library_remove_folder (place->library, runs);
  g_autofree char *none = listed_by_look (place);
  g_assert_cmpstr (none, ==, "");
}

static void
test_files_of_ranks_are_one_profile (Place *place, gconstpointer data)
{
  (void) data;
  write_at (place, "job/rank0.json", trace, 100);
  write_at (place, "job/rank1.json", trace, 100);
  write_at (place, "job/rank10.json", trace, 100);
  write_at (place, "mixed/rank0.json", trace, 100);
  write_at (place, "mixed/rank1.json", trace, 100);
  write_at (place, "mixed/other.json", trace, 100);
  write_at (place, "single/rank0.json", trace, 100);
  g_autofree char *found = found_in (place);
  g_assert_cmpstr (found, ==, " job mixed/other.json mixed/rank0.json mixed/rank1.json single/rank0.json");

  g_autofree char *job = path_of (place, "job");
  g_autoptr (LibraryEntry) entry = known_file_look (job, known_file_now_ns ());
  g_assert_cmpint (entry->kind, ==, ENTRY_KIND_RANKS);
  g_assert_cmpint (entry->n_ranks, ==, 3);
  g_assert_cmpint (entry->size_bytes, ==, 3 * (int64_t) strlen (trace));
}

/* The writer of PyTorch puts the time before the end of the name. */
static void
test_names_that_pytorch_gives_ranks (Place *place, gconstpointer data)
{
  static const struct
  {
    bool are_ranks;
    const char *names[4];
  } cases[] = {
    { true,
      { "worker0_step_12.1694128201545.pt.trace.json", "worker1_step_12.1694128201556.pt.trace.json" } },
    { true, { "worker0.1694128201545.pt.trace.json.gz", "worker10.1694128201545.pt.trace.json.gz" } },
    { true,
      { "g_rank_0.1773709742341309550.pt.trace.json.gz", "g_rank_1.1773709742341309551.pt.trace.json.gz" } },
    { true, { "worker0.pt.trace.json", "worker1.pt.trace.json" } },
    /* Recordings of one rank, or of other steps. */
    { false, { "worker0.1694128201545.pt.trace.json", "worker0.1694128209999.pt.trace.json" } },
    { false, { "worker.1694128201545.pt.trace.json", "worker.1694128209999.pt.trace.json" } },
    { false,
      { "worker0.1694128201545.pt.trace.json", "worker1.1694128201545.pt.trace.json",
        "worker1.1694128209999.pt.trace.json" } },
    { false,
      { "worker0_step_12.1694128201545.pt.trace.json", "worker1_step_13.1694128201545.pt.trace.json" } },
    { false, { "worker0.1694128201545.pt.trace.json", "rank1.1694128201545.pt.trace.json" } },
    { false, { "rank0.json", "rank00.json" } },
    /* Runs with so many workers. */
    { false, { "num_worker4.json", "num_worker8.json" } },
    { false, { "num_workers_4.1694128201545.pt.trace.json", "num_workers_8.1694128201545.pt.trace.json" } },
    { false, { "worker0.1694128201545.pt.trace.json" } },
  };
  (void) place;
  (void) data;

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();

      for (int k = 0; k < 4 && cases[i].names[k] != NULL; k++)
        g_ptr_array_add (names, (gpointer) (uintptr_t) cases[i].names[k]);
      g_test_message ("%s", cases[i].names[0]);
      g_assert_true (folder_scan_are_ranks (names) == cases[i].are_ranks);
    }
}

static void
assert_status (const Place *place, const char *name, EntryStatus status)
{
  g_autofree char *path = path_of (place, name);
  g_autoptr (LibraryEntry) entry = known_file_look (path, known_file_now_ns ());

  g_assert_nonnull (entry);
  g_assert_cmpint (entry->status, ==, status);
}

static void
test_a_file_tells_its_status (Place *place, gconstpointer data)
{
  g_autofree char *cut = g_strndup (trace, strlen (trace) - 30);
  (void) data;

  write_at (place, "grows.json", cut, 0);
  write_at (place, "cut.json", cut, 30);
  write_at (place, "whole.json", trace, 30);
  write_at (place, "grows.json.tmp", cut, 30);
  write_at (place, "left.json.tmp", cut, 100);
  write_at (place, "future.json", trace, -1000);
  assert_status (place, "grows.json", ENTRY_IN_PROGRESS);
  assert_status (place, "cut.json", ENTRY_STOPPED);
  assert_status (place, "whole.json", ENTRY_COMPLETED);
  assert_status (place, "grows.json.tmp", ENTRY_IN_PROGRESS);
  assert_status (place, "left.json.tmp", ENTRY_STOPPED);
  assert_status (place, "future.json", ENTRY_COMPLETED);
}

static LibraryEntry *
look_and_find (Place *place, const char *name)
{
  g_autofree char *path = path_of (place, name);
  KnownLook *look = known_look_new (place->library, place->memory);

  known_look_free (look);
  return library_entry_find (place->library, path);
}

static int64_t
last_revision (Library *library)
{
  g_autoptr (GPtrArray) entries = library_entries (library, 0);

  return entries->len > 0 ? ((LibraryEntry *) entries->pdata[entries->len - 1])->revision : 0;
}

static void
test_looks_keep_the_list_up_to_date (Place *place, gconstpointer data)
{
  g_autofree char *a = path_of (place, "a.json");
  (void) data;

  library_add_folder (place->library, place->folder);
  write_at (place, "a.json", trace, 100);
  g_autoptr (LibraryEntry) found = look_and_find (place, "a.json");
  g_assert_nonnull (found);
  g_assert_cmpint (found->status, ==, ENTRY_COMPLETED);
  g_assert_cmpint (found->created_s, ==, found->modified_ns / 1000000000);

  /* Nothing changed: nothing is written. */
  int64_t revision = last_revision (place->library);
  g_autoptr (LibraryEntry) same G_GNUC_UNUSED = look_and_find (place, "a.json");
  g_assert_cmpint (last_revision (place->library), ==, revision);

  g_autofree char *grown_text = g_strconcat (trace, "  ", NULL);
  write_at (place, "a.json", grown_text, 0);
  g_autoptr (LibraryEntry) grown = look_and_find (place, "a.json");
  g_assert_cmpint (grown->status, ==, ENTRY_IN_PROGRESS);
  g_assert_cmpint (grown->size_bytes, ==, found->size_bytes + 2);
  write_at (place, "a.json", grown_text, 50);
  g_autoptr (LibraryEntry) done = look_and_find (place, "a.json");
  g_assert_cmpint (done->status, ==, ENTRY_COMPLETED);

  /* What was only found goes with its file, and comes back with it. */
  g_remove (a);
  g_autoptr (LibraryEntry) gone = look_and_find (place, "a.json");
  g_assert_true (gone->is_removed);
  write_at (place, "a.json", trace, 40);
  g_autoptr (LibraryEntry) back = look_and_find (place, "a.json");
  g_assert_false (back->is_removed);

  /* What the user wrote about stays, and says that the file is gone. */
  library_set_words (place->library, a, "", "keep", "");
  g_remove (a);
  g_autoptr (LibraryEntry) missed = look_and_find (place, "a.json");
  g_assert_false (missed->is_removed);
  g_assert_cmpint (missed->status, ==, ENTRY_FAILED);
  g_assert_cmpstr (missed->reason, !=, "");
  revision = last_revision (place->library);
  g_autoptr (LibraryEntry) still G_GNUC_UNUSED = look_and_find (place, "a.json");
  g_assert_cmpint (last_revision (place->library), ==, revision);
  write_at (place, "a.json", trace, 40);
  g_autoptr (LibraryEntry) found_again = look_and_find (place, "a.json");
  g_assert_cmpint (found_again->status, ==, ENTRY_COMPLETED);
  g_assert_cmpstr (found_again->reason, ==, "");
}

static void
test_a_folder_that_is_added_again_has_its_profiles (Place *place, gconstpointer data)
{
  g_autofree char *runs = path_of (place, "runs");
  (void) data;

  library_add_folder (place->library, runs);
  write_at (place, "runs/a.json", trace, 100);
  g_autoptr (LibraryEntry) found = look_and_find (place, "runs/a.json");
  g_assert_false (found->is_removed);
  library_remove_folder (place->library, runs);
  g_autoptr (LibraryEntry) removed = look_and_find (place, "runs/a.json");
  g_assert_true (removed->is_removed);
  library_add_folder (place->library, runs);
  g_autoptr (LibraryEntry) again = look_and_find (place, "runs/a.json");
  g_assert_false (again->is_removed);
}

static void
test_a_removed_profile_is_not_found_again (Place *place, gconstpointer data)
{
  g_autofree char *a = path_of (place, "a.json");
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  (void) data;

  library_add_folder (place->library, place->folder);
  write_at (place, "a.json", trace, 100);
  g_autoptr (LibraryEntry) found = look_and_find (place, "a.json");
  g_assert_false (found->is_removed);
  g_ptr_array_add (one, a);
  library_set_removed (place->library, one, true);
  write_at (place, "a.json", trace, 50);
  g_autoptr (LibraryEntry) removed = look_and_find (place, "a.json");
  g_assert_true (removed->is_removed);
  g_assert_true (g_file_test (a, G_FILE_TEST_EXISTS));
}

static void
assert_failed_once (Place *place, const char *name, const char *reason)
{
  g_autoptr (LibraryEntry) failed = look_and_find (place, name);
  int64_t revision = last_revision (place->library);
  g_autoptr (LibraryEntry) same G_GNUC_UNUSED = look_and_find (place, name);

  g_assert_cmpint (failed->status, ==, ENTRY_FAILED);
  g_assert_nonnull (strstr (failed->reason, reason));
  g_assert_cmpint (last_revision (place->library), ==, revision);
}

static void
put_opened (Place *place, const char *name)
{
  g_autofree char *path = path_of (place, name);
  g_autoptr (LibraryEntry) entry = known_file_look (path, known_file_now_ns ());

  g_assert_nonnull (entry);
  entry->opened_ms = 5;
  entry->n_steps = 24;
  library_put_opened (place->library, entry);
}

static void
assert_completed (Place *place, const char *name)
{
  g_autoptr (LibraryEntry) entry = look_and_find (place, name);

  g_assert_cmpint (entry->status, ==, ENTRY_COMPLETED);
  g_assert_cmpstr (entry->reason, ==, "");
}

static void
test_what_cannot_be_opened_any_more_says_why (Place *place, gconstpointer data)
{
  g_autofree char *rank0 = path_of (place, "job/rank0.json");
  g_autofree char *rank1 = path_of (place, "job/rank1.json");
  g_autofree char *locked = path_of (place, "locked");
  g_autofree char *secret = path_of (place, "secret.json");
  (void) data;

  write_at (place, "a.json", trace, 100);
  write_at (place, "secret.json", trace, 100);
  write_at (place, "locked/b.json", trace, 100);
  write_at (place, "job/rank0.json", trace, 100);
  write_at (place, "job/rank1.json", trace, 100);
  put_opened (place, "a.json");
  put_opened (place, "secret.json");
  put_opened (place, "locked/b.json");
  put_opened (place, "job");
  write_at (place, "a.json", "{\"a\": 1}", 50);
  assert_failed_once (place, "a.json", "is not a profile");
  g_remove (rank0);
  g_remove (rank1);
  assert_failed_once (place, "job", "contains no profile");
  write_at (place, "a.json", trace, 40);
  assert_completed (place, "a.json");
  write_at (place, "job/rank0.json", trace, 40);
  assert_completed (place, "job");
  g_autofree char *a = path_of (place, "a.json");
  g_remove (a);
  assert_failed_once (place, "a.json", "no longer there");
  g_assert_cmpint (symlink (a, a), ==, 0);
  assert_failed_once (place, "a.json", g_strerror (ELOOP));
  g_remove (a);
  assert_failed_once (place, "a.json", "no longer there");

  if (geteuid () == 0)
    {
      g_test_message ("Who may read everything cannot test what may not be read.");
      return;
    }
  g_chmod (locked, 0);
  assert_failed_once (place, "locked/b.json", g_strerror (EACCES));
  g_chmod (locked, 0700);
  assert_completed (place, "locked/b.json");
  write_at (place, "secret.json", trace, 30);
  g_chmod (secret, 0);
  assert_failed_once (place, "secret.json", g_strerror (EACCES));
  g_chmod (secret, 0600);
  assert_completed (place, "secret.json");
  g_autoptr (LibraryEntry) kept = look_and_find (place, "locked/b.json");
  g_assert_cmpint (kept->n_steps, ==, 24);
}

static void
import_to (const char *source, const char *path)
{
  TraceSource from;
  int fd = g_open (path, O_RDWR | O_CREAT, 0600);

  g_assert_true (trace_source_open (source, &from, NULL));
  g_assert_true (trace_import (&from, fd, NULL, NULL));
  trace_source_close (&from);
  close (fd);
}

static void
assert_facts (const LibraryEntry *entry)
{
  g_assert_nonnull (entry);
  g_assert_cmpstr (entry->hardware, ==, "H100");
  g_assert_cmpint (entry->n_ranks, ==, 1);
  g_assert_cmpint (entry->n_steps, ==, 2);
}

static void
test_native_files_tell_more (Place *place, gconstpointer data)
{
  g_autofree char *source = path_of (place, ".source.json");
  g_autofree char *native = path_of (place, "a.stepscope");
  (void) data;

  library_add_folder (place->library, place->folder);
  write_at (place, ".source.json", trace, 100);
  import_to (source, native);
  g_autoptr (LibraryEntry) entry = look_and_find (place, "a.stepscope");
  g_assert_cmpint (entry->kind, ==, ENTRY_KIND_NATIVE);
  assert_facts (entry);
}

/* It was opened before, so its native file is in the cache and knows where it came from. */
static void
put_in_cache (const Place *place, const char *name)
{
  g_autofree char *source = path_of (place, name);
  g_autofree char *cache = path_of (place, ".cache");
  g_autofree char *profiles = path_of (place, ".cache/stepscope/profiles");
  SourceIdentity identity;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_mkdir_with_parents (profiles, 0700);
  g_assert_true (source_identity_take (source, &identity));
  g_autofree char *file = g_strconcat (identity.id, ".stepscope", NULL);
  g_autofree char *cached = g_build_filename (profiles, file, NULL);
  import_to (source, cached);
}

static void
put_recent (Place *place, const char *name)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new_with_free_func ((GDestroyNotify) library_entry_free);
  g_autofree char *path = path_of (place, name);

  g_ptr_array_add (one, library_entry_new (path));
  ((LibraryEntry *) one->pdata[0])->opened_ms = 5;
  library_put_recent (place->library, one);
}

static void
test_the_cache_tells_more (Place *place, gconstpointer data)
{
  (void) data;
  library_add_folder (place->library, place->folder);
  write_at (place, "a.json", trace, 100);
  put_in_cache (place, "a.json");
  g_autoptr (LibraryEntry) entry = look_and_find (place, "a.json");
  g_assert_cmpint (entry->kind, ==, ENTRY_KIND_KINETO);
  assert_facts (entry);
  g_assert_cmpuint (g_hash_table_size (place->memory->cached), ==, 1);
}

static void
assert_no_facts (const LibraryEntry *entry)
{
  g_assert_cmpint (entry->n_steps, ==, -1);
  g_assert_cmpint (entry->n_ranks, ==, -1);
  g_assert_cmpstr (entry->hardware, ==, "");
  g_assert_cmpint (entry->created_s, ==, entry->modified_ns / 1000000000);
}

static void
test_the_cache_tells_nothing_of_a_file_recorded_anew (Place *place, gconstpointer data)
{
  g_autofree char *longer = g_strconcat (trace, "  ", NULL);
  (void) data;

  library_add_folder (place->library, place->folder);
  write_at (place, "a.json", trace, 100);
  put_in_cache (place, "a.json");
  write_at (place, "a.json", longer, 50);
  g_autoptr (LibraryEntry) entry = look_and_find (place, "a.json");
  assert_no_facts (entry);
}

/* The cached file was read before its source was known. */
static void
test_the_cache_tells_of_a_folder_that_is_added_later (Place *place, gconstpointer data)
{
  (void) data;
  write_at (place, "runs/a.json", trace, 100);
  write_at (place, "other.json", trace, 100);
  put_in_cache (place, "runs/a.json");
  put_recent (place, "other.json");
  g_autoptr (LibraryEntry) other = look_and_find (place, "other.json");
  g_assert_cmpint (other->n_steps, ==, -1);
  g_assert_cmpuint (g_hash_table_size (place->memory->cached), ==, 1);
  library_add_folder (place->library, place->folder);
  g_autoptr (LibraryEntry) entry = look_and_find (place, "runs/a.json");
  assert_facts (entry);
}

static void
test_a_large_cache_is_read_in_the_end (Place *place, gconstpointer data)
{
  g_autofree char *profiles = path_of (place, ".cache/stepscope/profiles");
  (void) data;

  library_add_folder (place->library, place->folder);
  write_at (place, "a.json", trace, 100);
  put_in_cache (place, "a.json");
  for (int i = 0; i < 300; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%032x.stepscope", profiles, (unsigned) i);

      g_assert_true (g_file_set_contents (path, "", 0, NULL));
    }
  KnownLook *first = known_look_new (place->library, place->memory);
  g_assert_true (first->has_more);
  known_look_free (first);
  KnownLook *second = known_look_new (place->library, place->memory);
  g_assert_false (second->has_more);
  known_look_free (second);
  g_autoptr (LibraryEntry) entry = look_and_find (place, "a.json");
  assert_facts (entry);
}

/* Both in a watched folder and outside. */
static void
test_a_file_recorded_anew_forgets_the_old_facts (Place *place, gconstpointer data)
{
  g_autofree char *longer = g_strconcat (trace, "  ", NULL);
  (void) data;

  for (int i = 0; i < 2; i++)
    {
      const char *name = i == 0 ? "outside.json" : "a.json";
      g_autofree char *path = path_of (place, name);

      write_at (place, name, trace, 100);
      g_autoptr (LibraryEntry) opened = known_file_look (path, known_file_now_ns ());
      library_entry_set (&opened->hardware, "8 × H100");
      opened->n_ranks = 8;
      opened->n_steps = 24;
      opened->created_s = 3;
      opened->opened_ms = 5;
      library_put_opened (place->library, opened);
      g_autoptr (LibraryEntry) same = look_and_find (place, name);
      g_assert_cmpint (same->n_steps, ==, 24);
      g_assert_cmpint (same->created_s, ==, 3);
      write_at (place, name, longer, 50);
      g_autoptr (LibraryEntry) anew = look_and_find (place, name);
      assert_no_facts (anew);
      library_add_folder (place->library, place->folder);
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Place *place, gconstpointer data);
  } tests[] = {
    { "/folder_scan/profiles_are_found_by_name_and_first_bytes",
      test_profiles_are_found_by_name_and_first_bytes },
    { "/folder_scan/a_large_folder_leaves_room_for_others", test_a_large_folder_leaves_room_for_others },
    { "/folder_scan/what_is_no_profile_is_read_once", test_what_is_no_profile_is_read_once },
    { "/folder_scan/links_to_a_file_are_one_profile", test_links_to_a_file_are_one_profile },
    { "/folder_scan/files_of_ranks_are_one_profile", test_files_of_ranks_are_one_profile },
    { "/folder_scan/names_that_pytorch_gives_ranks", test_names_that_pytorch_gives_ranks },
    { "/folder_scan/a_file_tells_its_status", test_a_file_tells_its_status },
    { "/folder_scan/looks_keep_the_list_up_to_date", test_looks_keep_the_list_up_to_date },
    { "/folder_scan/a_folder_that_is_added_again_has_its_profiles",
      test_a_folder_that_is_added_again_has_its_profiles },
    { "/folder_scan/a_removed_profile_is_not_found_again", test_a_removed_profile_is_not_found_again },
    { "/folder_scan/what_cannot_be_opened_any_more_says_why", test_what_cannot_be_opened_any_more_says_why },
    { "/folder_scan/native_files_tell_more", test_native_files_tell_more },
    { "/folder_scan/the_cache_tells_more", test_the_cache_tells_more },
    { "/folder_scan/the_cache_tells_nothing_of_a_file_recorded_anew",
      test_the_cache_tells_nothing_of_a_file_recorded_anew },
    { "/folder_scan/the_cache_tells_of_a_folder_that_is_added_later",
      test_the_cache_tells_of_a_folder_that_is_added_later },
    { "/folder_scan/a_large_cache_is_read_in_the_end", test_a_large_cache_is_read_in_the_end },
    { "/folder_scan/a_file_recorded_anew_forgets_the_old_facts",
      test_a_file_recorded_anew_forgets_the_old_facts },
  };

  g_setenv ("XDG_CACHE_HOME", "/nonexistent", TRUE);
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Place, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
