/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report_bookmarks.h"

#include <string.h>

#include "app/cli/out/record.h"
#include "app/library/library.h"
#include "trace/model/slice_identity.h"

static int
compare (gconstpointer a, gconstpointer b)
{
  return bookmark_compare (*(Bookmark *const *) a, *(Bookmark *const *) b);
}

static GPtrArray *
bookmarks_of (const Trace *trace)
{
  g_autoptr (Library) library = library_new_read_only (NULL);
  GPtrArray *bookmarks = library_bookmarks (library, trace_profile_key (trace));

  g_ptr_array_sort (bookmarks, compare);
  return bookmarks;
}

static void
add_text (Record *record, const char *key, const char *text)
{
  record_add_text (record, key, text, strlen (text), NULL);
}

/* Where the slice lies and what it is called; it may be one of another version of the file. */
static void
add_slice (Record *record, const TrackPaths *paths, const Bookmark *bookmark)
{
  uint64_t slice =
    bookmark->kind == BOOKMARK_SLICE ? slice_identity_find (paths, bookmark->slice) : SLICE_NONE;

  if (slice == SLICE_NONE)
    {
      record_add_null (record, "track");
      record_add_null (record, "name");
    }
  else
    {
      const Trace *trace = track_paths_trace (paths);
      uint32_t name = slice_name (trace_slices (trace), slice);
      size_t length;
      const char *text = trace_string (trace, name, &length);

      add_text (record, "track", track_paths_get (paths, trace_track_of (trace, slice)));
      record_add_text (record, "name", text, length, trace_display_name (trace, name));
    }
  if (bookmark->kind == BOOKMARK_SLICE)
    record_add_boolean (record, "found", slice != SLICE_NONE);
  else
    record_add_null (record, "found");
}

static Record *
record_of (const TrackPaths *paths, const Bookmark *bookmark)
{
  Record *record = record_new ();

  add_text (record, "id", bookmark->id);
  add_text (record, "kind", bookmark_kind_word (bookmark->kind));
  add_text (record, "title", bookmark->title);
  record_add_integer (record, "begin_ns", bookmark->begin_ns);
  record_add_integer (record, "end_ns", bookmark->end_ns);
  add_slice (record, paths, bookmark);
  if (bookmark->kind == BOOKMARK_SLICE)
    add_text (record, "slice", bookmark->slice);
  else
    record_add_null (record, "slice");
  add_text (record, "note", bookmark->note);
  record_add_integer (record, "colour", bookmark->colour);
  record_add_integer (record, "created_ms", bookmark->created_ms);
  record_add_integer (record, "modified_ms", bookmark->modified_ms);
  return record;
}

GPtrArray *
bookmarks_report_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  g_autoptr (GPtrArray) bookmarks = bookmarks_of (scope->trace);
  g_autoptr (GPtrArray) records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);

  if (bookmarks->len == 0)
    return g_steal_pointer (&records);
  g_autoptr (TrackPaths) paths = track_paths_new (scope->trace);
  if (paths == NULL)
    return NULL;
  for (guint i = 0; i < bookmarks->len; i++)
    {
      const Bookmark *bookmark = bookmarks->pdata[i];

      if (scope->is_whole || (bookmark->begin_ns < scope->end_ns && bookmark->end_ns >= scope->begin_ns))
        g_ptr_array_add (records, record_of (paths, bookmark));
    }
  return g_steal_pointer (&records);
}

guint
bookmarks_report_count (const Trace *trace)
{
  g_autoptr (GPtrArray) bookmarks = bookmarks_of (trace);

  return bookmarks->len;
}

const StatsReport report_bookmarks = {
  .name = "bookmarks",
  .title = "Bookmarks",
  .header = "id,kind,title,begin_ns,end_ns,track,name,found,slice,note,colour,created_ms,modified_ms",
  .use = REPORT_IF_ANY,
  .of_job = REPORT_OF_JOB,
  .records = bookmarks_report_records,
};
