/* SPDX-License-Identifier: Apache-2.0
 *
 * What the verbs say of bookmarks that were set in the window. */

#include <glib/gstdio.h>

#include "app/cli/reports/report_bookmarks.h"
#include "app/cli/out/report_out.h"
#include "app/library/library.h"
#include "tests/unit/fixtures/native_profile.h"
#include "tests/unit/fixtures/opened_text.h"
#include "trace/model/slice_identity.h"

static const Profile *
open_profile (void)
{
  g_autofree char *json = native_profile_json (1);

  return opened_text ("trace.json", json, NULL);
}

static void
add (const Profile *profile,
     BookmarkKind kind,
     int64_t begin_ns,
     int64_t end_ns,
     const char *slice,
     const char *title)
{
  g_autoptr (Library) library = library_new (NULL);
  g_autoptr (Bookmark) bookmark = bookmark_new (kind, begin_ns, end_ns, slice);

  bookmark_set_title (bookmark, title);
  bookmark_set_note (bookmark, "a note\n<b>");
  library_set_bookmark (library, trace_profile_key (profile->trace), bookmark);
}

static const Cell *
cell (const GPtrArray *records, guint row, const char *key)
{
  const Record *record = records->pdata[row];

  for (guint i = 0; i < record_n_cells (record); i++)
    if (g_str_equal (record_cell (record, i)->key, key))
      return record_cell (record, i);
  g_assert_not_reached ();
}

static void
test_by_time_with_what_they_are_of (void)
{
  const Profile *profile = open_profile ();
  StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
  const SliceColumns *slices = trace_slices (profile->trace);
  g_autofree char *identity = slice_identity_text (profile->paths, 0);

  g_autoptr (ReportFigures) figures = report_figures_new (&scope);
  g_autoptr (GPtrArray) none = bookmarks_report_records (figures);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (bookmarks_report_count (profile->trace), ==, 0);
  add (profile, BOOKMARK_TIME, scope.end_ns - 1, 0, NULL, "last");
  add (profile, BOOKMARK_SLICE, slice_start_ns (slices, 0), slice_end_ns (slices, 0), identity, "slice");
  add (profile, BOOKMARK_SLICE, scope.end_ns - 5, scope.end_ns - 2, "1;node=x;0;5;0;x", "lost");
  add (profile, BOOKMARK_RANGE, -10, -5, NULL, "first");

  g_autoptr (GPtrArray) records = bookmarks_report_records (figures);
  g_assert_cmpuint (records->len, ==, 4);
  g_assert_cmpuint (bookmarks_report_count (profile->trace), ==, 4);
  g_assert_cmpstr (cell (records, 0, "title")->text, ==, "first");
  g_assert_cmpstr (cell (records, 0, "kind")->text, ==, "range");
  g_assert_cmpint (cell (records, 0, "begin_ns")->integer, ==, -10);
  g_assert_cmpint (cell (records, 0, "name")->type, ==, CELL_NULL);
  g_assert_cmpstr (cell (records, 1, "name")->text, ==,
                   trace_string (profile->trace, slice_name (slices, 0), NULL));
  g_assert_cmpstr (cell (records, 1, "track")->text, ==,
                   track_paths_get (profile->paths, trace_track_of (profile->trace, 0)));
  g_assert_true (cell (records, 1, "found")->integer);
  g_assert_cmpstr (cell (records, 2, "title")->text, ==, "lost");
  g_assert_false (cell (records, 2, "found")->integer);
  g_assert_cmpstr (cell (records, 3, "note")->text, ==, "a note\n<b>");

  /* Each key of the header is there, in that order. */
  g_autoptr (GString) csv = g_string_new (NULL);
  g_auto (GStrv) keys = g_strsplit (report_bookmarks.header, ",", -1);
  report_csv (csv, report_bookmarks.header, records);
  for (guint i = 0; keys[i] != NULL; i++)
    g_assert_cmpstr (record_cell (records->pdata[0], i)->key, ==, keys[i]);
  g_assert_cmpuint (record_n_cells (records->pdata[0]), ==, g_strv_length (keys));

  scope.is_whole = false;
  scope.begin_ns = scope.end_ns - 3;
  g_autoptr (ReportFigures) of_window = report_figures_new (&scope);
  g_autoptr (GPtrArray) in_window = bookmarks_report_records (of_window);
  g_assert_cmpuint (in_window->len, ==, 2);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  char *folder = opened_folder_new ();

  g_test_init (&argc, &argv, NULL);
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  g_test_add_func ("/bookmarks_report/by_time_with_what_they_are_of", test_by_time_with_what_they_are_of);
  int status = g_test_run ();
  g_autofree char *database = g_build_filename (folder, "stepscope", "library.sqlite", NULL);
  g_autofree char *below = g_build_filename (folder, "stepscope", NULL);
  g_unlink (database);
  g_rmdir (below);
  opened_folder_remove (folder);
  return status;
}
