/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of bookmarks, where their flags are hit, and the texts that a view is remembered by. */

#include "app/memory/profile_memory.h"
#include "app/memory/view_text.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "trace/model/slice_identity.h"
#include "widgets/state/bookmark_list.h"
#include "widgets/timeline/draw/timeline_draw.h"

#define MS INT64_C (1000000)

typedef struct
{
  int n_stored, n_removed, n_marks;
} Heard;

static void
count_stored (BookmarkList *list, GPtrArray *items, Heard *heard)
{
  for (guint i = 0; i < items->len; i++)
    g_assert_nonnull (bookmark_item_get (items->pdata[i]));
  g_assert_cmpuint (bookmark_list_count (list), >=, items->len);
  heard->n_stored += (int) items->len;
}

static void
count_removed (BookmarkList *list, BookmarkItem *item, Heard *heard)
{
  (void) list;
  g_assert_nonnull (bookmark_item_get (item));
  heard->n_removed++;
}

static void
count_marks (BookmarkList *list, Heard *heard)
{
  (void) list;
  heard->n_marks++;
}

static BookmarkList *
new_list (const Profile *profile, Heard *heard)
{
  BookmarkList *list = bookmark_list_new (profile);

  *heard = (Heard){ 0 };
  g_signal_connect (list, "stored", G_CALLBACK (count_stored), heard);
  g_signal_connect (list, "removed", G_CALLBACK (count_removed), heard);
  g_signal_connect (list, "marks-changed", G_CALLBACK (count_marks), heard);
  return list;
}

static BookmarkItem *
add_time (BookmarkList *list, int64_t time_ns)
{
  return bookmark_list_add (list, bookmark_new (BOOKMARK_TIME, time_ns, time_ns, NULL));
}

/* ---- the list ---- */

static void
test_in_order_of_time (void)
{
  const Profile *profile = timeline_profile_training ();
  Heard heard;
  g_autoptr (BookmarkList) list = new_list (profile, &heard);
  size_t n;

  for (int i = 0; i < 50; i++)
    add_time (list, i * 37 % 50 * MS);
  const BookmarkMark *marks = bookmark_list_marks (list, &n);
  g_assert_cmpuint (n, ==, 50);
  for (size_t i = 0; i < n; i++)
    {
      g_assert_cmpint (marks[i].begin_ns, ==, (int64_t) i * MS);
      g_assert_cmpint (bookmark_item_get (bookmark_list_at (list, (guint) i))->begin_ns, ==,
                       (int64_t) i * MS);
    }
  g_assert_cmpint (heard.n_stored, ==, 50);
  profile_unref (profile);
}

static void
test_only_changes_are_announced (void)
{
  const Profile *profile = timeline_profile_training ();
  Heard heard;
  g_autoptr (BookmarkList) list = new_list (profile, &heard);
  g_autoptr (GPtrArray) stored = g_ptr_array_new_with_free_func ((GDestroyNotify) bookmark_free);

  g_ptr_array_add (stored, bookmark_new (BOOKMARK_TIME, 5, 5, NULL));
  g_ptr_array_add (stored, bookmark_new (BOOKMARK_TIME, 3, 3, NULL));
  bookmark_list_load (list, stored);
  g_assert_cmpint (heard.n_stored, ==, 0);
  g_assert_cmpint (heard.n_marks, ==, 1);

  BookmarkItem *first = bookmark_list_at (list, 0);
  bookmark_list_set_title (list, first, "");
  bookmark_list_set_note (list, first, "");
  g_assert_cmpint (heard.n_stored, ==, 0);
  bookmark_list_set_title (list, first, "a");
  bookmark_list_set_note (list, first, "b");
  g_assert_cmpint (heard.n_stored, ==, 2);
  g_assert_true (bookmark_list_at (list, 0) == first);

  int n_marks = (int) heard.n_marks;
  size_t n;
  bookmark_list_set_colour (list, first, 0);
  g_assert_cmpint (heard.n_stored, ==, 2);
  bookmark_list_set_colour (list, first, BOOKMARK_COLOURS + 7);
  g_assert_cmpint (heard.n_stored, ==, 3);
  g_assert_cmpint (heard.n_marks, ==, n_marks + 1);
  g_assert_cmpuint (bookmark_list_marks (list, &n)[0].colour, ==, BOOKMARK_COLOURS - 1);

  /* Of the same id: it takes its place. */
  bookmark_list_add (list, bookmark_copy (bookmark_item_get (first)));
  g_assert_cmpuint (bookmark_list_count (list), ==, 2);
  bookmark_list_set_current (list, bookmark_list_at (list, 1));
  bookmark_list_remove (list, bookmark_list_at (list, 1));
  g_assert_null (bookmark_list_current (list));
  g_assert_cmpint (heard.n_removed, ==, 1);
  g_assert_cmpuint (bookmark_list_count (list), ==, 1);
  profile_unref (profile);
}

/* ---- many at once ---- */

static Bookmark *
edition (const Bookmark *of, int64_t by_ms, const char *note)
{
  Bookmark *bookmark = bookmark_copy (of);

  bookmark_set_note (bookmark, note);
  bookmark->modified_ms = of->modified_ms + by_ms;
  return bookmark;
}

static const char *
note_of (BookmarkList *list, guint place)
{
  return bookmark_item_get (bookmark_list_at (list, place))->note;
}

static void
test_the_newer_of_two_stays (void)
{
  const Profile *profile = timeline_profile_training ();
  Heard heard;
  g_autoptr (BookmarkList) list = new_list (profile, &heard);
  g_autoptr (GPtrArray) given = g_ptr_array_new_with_free_func ((GDestroyNotify) bookmark_free);

  for (int i = 0; i < 4; i++)
    {
      BookmarkItem *item = add_time (list, i);
      bookmark_list_set_note (list, item, "mine");
      if (i < 3)
        g_ptr_array_add (given, edition (bookmark_item_get (item), (i - 1) * 1000, "theirs"));
    }
  /* Twice in a file, in either order. */
  g_ptr_array_add (given, edition (given->pdata[2], -1, "theirs, before"));
  g_ptr_array_add (given, bookmark_new (BOOKMARK_TIME, 9, 9, NULL));
  g_ptr_array_add (given, edition (given->pdata[4], 1, "theirs, after"));
  bookmark_list_set_current (list, bookmark_list_at (list, 2));

  heard = (Heard){ 0 };
  g_assert_cmpuint (bookmark_list_merge (list, given), ==, 4);
  g_assert_cmpuint (bookmark_list_count (list), ==, 5);
  g_assert_cmpstr (note_of (list, 0), ==, "mine");
  g_assert_cmpstr (note_of (list, 1), ==, "mine");
  g_assert_cmpstr (note_of (list, 2), ==, "theirs");
  g_assert_cmpstr (note_of (list, 3), ==, "mine");
  g_assert_cmpstr (note_of (list, 4), ==, "theirs, after");
  g_assert_true (bookmark_list_current (list) == bookmark_list_at (list, 2));
  g_assert_cmpint (heard.n_stored, ==, 2);
  g_assert_cmpint (heard.n_removed, ==, 0);

  heard = (Heard){ 0 };
  g_assert_cmpuint (bookmark_list_merge (list, given), ==, given->len);
  g_assert_cmpint (heard.n_stored + heard.n_marks, ==, 0);
  g_assert_cmpuint (bookmark_list_count (list), ==, 5);
  profile_unref (profile);
}

static void
count_changes (GListModel *model, guint place, guint n_removed, guint n_added, int *n_changes)
{
  g_assert_cmpuint (place, ==, 0);
  g_assert_cmpuint (n_added, ==, g_list_model_get_n_items (model));
  (void) n_removed;
  ++*n_changes;
}

/* As many as a file may have; one by one they take minutes. */
static void
test_many_are_one_change (void)
{
  static const uint8_t key[TRACE_KEY_BYTES] = { 8 };
  enum
  {
    N = 100000
  };
  const Profile *profile = timeline_profile_training ();
  g_autoptr (Library) library = library_new (":memory:");
  g_autoptr (ViewState) state = view_state_new (profile);
  BookmarkList *list = view_state_bookmarks (state);
  g_autoptr (GPtrArray) given = g_ptr_array_new_with_free_func ((GDestroyNotify) bookmark_free);
  int n_changes = 0;

  for (int i = 0; i < N; i++)
    g_ptr_array_add (given, bookmark_new (BOOKMARK_TIME, (int64_t) i * 7919 % N, 0, NULL));
  profile_memory_attach (state, library, remembered_read (library, key));
  g_signal_connect (list, "items-changed", G_CALLBACK (count_changes), &n_changes);
  g_assert_cmpuint (bookmark_list_merge (list, given), ==, 0);
  g_assert_cmpint (n_changes, ==, 1);
  for (guint i = 0; i < N; i++)
    g_assert_cmpint (bookmark_item_get (bookmark_list_at (list, i))->begin_ns, ==, i);
  library_settle (library);
  g_autoptr (GPtrArray) stored = library_bookmarks (library, key);
  g_assert_cmpuint (stored->len, ==, N);
  profile_unref (profile);
}

static void
test_walk (void)
{
  const Profile *profile = timeline_profile_training ();
  Heard heard;
  g_autoptr (BookmarkList) list = new_list (profile, &heard);

  g_assert_null (bookmark_list_step (list, 0, 10, 1));
  BookmarkItem *first = add_time (list, 10), *second = add_time (list, 20), *third = add_time (list, 30);
  /* From the middle of the view. */
  g_assert_true (bookmark_list_step (list, 18, 24, 1) == third);
  g_assert_true (bookmark_list_step (list, 18, 24, -1) == second);
  g_assert_true (bookmark_list_step (list, 10, 30, 1) == third);
  g_assert_true (bookmark_list_step (list, 10, 30, -1) == first);
  g_assert_true (bookmark_list_step (list, 40, 50, 1) == first);
  g_assert_true (bookmark_list_step (list, 0, 4, -1) == third);
  /* From the current one as long as that is in view. */
  bookmark_list_set_current (list, first);
  g_assert_true (bookmark_list_step (list, 0, 100, 1) == second);
  g_assert_true (bookmark_list_step (list, 0, 100, -1) == third);
  g_assert_true (bookmark_list_step (list, 24, 26, 1) == third);
  profile_unref (profile);
}

static void
test_slices_are_found (void)
{
  const Profile *profile = timeline_profile_training ();
  Heard heard;
  g_autoptr (BookmarkList) list = new_list (profile, &heard);
  uint64_t slice = timeline_profile_slice (profile, LAUNCH_LONG);
  g_autofree char *identity = slice_identity_text (profile->paths, slice);

  BookmarkItem *item = bookmark_list_add (list, bookmark_new (BOOKMARK_SLICE, 0, 1, identity));
  BookmarkItem *lost = bookmark_list_add (list, bookmark_new (BOOKMARK_SLICE, 0, 1, "1;elsewhere;0;1;0;x"));
  g_assert_cmpuint (bookmark_item_slice (item), ==, slice);
  g_assert_cmpuint (bookmark_item_slice (lost), ==, SLICE_NONE);
  g_assert_true (bookmark_list_find (list, BOOKMARK_SLICE, 0, 1, identity) == item);
  g_assert_null (bookmark_list_find (list, BOOKMARK_SLICE, 0, 1, NULL));
  g_assert_null (bookmark_list_find (list, BOOKMARK_RANGE, 0, 1, identity));
  profile_unref (profile);
}

/* ---- flags ---- */

static void
test_flags_are_hit (void)
{
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  TextCache *text = text_cache_new (NULL, 1);
  DrawStyle style = { theme_get (THEME_LIGHT), text, &number_style_c };
  TimelineView view = { .profile = profile,
                        .tree = tree,
                        .begin_ns = 10 * MS,
                        .end_ns = 20 * MS,
                        .width_px = 1000,
                        .height_px = 400 };
  const BookmarkMark marks[] = {
    { .kind = BOOKMARK_TIME, .begin_ns = 2 * MS, .end_ns = 2 * MS, .slice = SLICE_NONE },
    { .kind = BOOKMARK_TIME, .begin_ns = 12 * MS, .end_ns = 12 * MS, .slice = SLICE_NONE },
    { .kind = BOOKMARK_RANGE, .begin_ns = 12 * MS, .end_ns = 15 * MS, .slice = SLICE_NONE },
    { .kind = BOOKMARK_TIME, .begin_ns = 18 * MS, .end_ns = 18 * MS, .slice = SLICE_NONE },
  };
  size_t n = G_N_ELEMENTS (marks);

  g_assert_cmpuint (bookmarks_hit_ruler (&view, &style, marks, n, 205, 5), ==, 2);
  g_assert_cmpuint (bookmarks_hit_ruler (&view, &style, marks, 2, 205, 5), ==, 1);
  g_assert_cmpuint (bookmarks_hit_ruler (&view, &style, marks, n, 803, 5), ==, 3);
  g_assert_cmpuint (bookmarks_hit_ruler (&view, &style, marks, n, 400, 5), ==, BOOKMARK_NONE);
  g_assert_cmpuint (bookmarks_hit_ruler (&view, &style, marks, n, 803, 25), ==, BOOKMARK_NONE);
  g_assert_cmpuint (bookmarks_hit_ruler (&view, &style, NULL, 0, 205, 5), ==, BOOKMARK_NONE);

  double x_px =
    1000.0 * (double) (2 * MS - profile->begin_ns) / (double) (profile->end_ns - profile->begin_ns);
  g_assert_cmpuint (
    bookmarks_hit_overview (&view, &style, marks, n, x_px + 2, timeline_overview_px (&style) - 4), ==, 0);
  g_assert_cmpuint (bookmarks_hit_overview (&view, &style, marks, n, x_px + 2, 10), ==, BOOKMARK_NONE);
  text_cache_free (text);
  track_tree_free (tree);
  profile_unref (profile);
}

/* ---- views as texts ---- */

static void
assert_carried (const Profile *profile, ViewState *from)
{
  g_autoptr (ViewState) to = view_state_new (profile);
  g_autofree char *span = view_text_of_span (from), *selection = view_text_of_selection (from);
  int64_t begin_ns, end_ns, to_begin_ns, to_end_ns;

  if (selection != NULL)
    view_text_apply_selection (to, selection);
  if (span != NULL)
    view_text_apply_span (to, span);
  view_state_span (from, &begin_ns, &end_ns);
  view_state_span (to, &to_begin_ns, &to_end_ns);
  g_assert_cmpint (begin_ns, ==, to_begin_ns);
  g_assert_cmpint (end_ns, ==, to_end_ns);

  const ViewSelection *a = view_state_selection (from), *b = view_state_selection (to);
  g_assert_cmpint (a->kind, ==, b->kind);
  g_assert_cmpuint (a->slice, ==, b->slice);
  g_assert_cmpint (a->begin_ns, ==, b->begin_ns);
  g_assert_cmpint (a->end_ns, ==, b->end_ns);
  if (a->kind == SELECTED_GAP)
    g_assert_cmpuint (a->device, ==, b->device);
}

static void
test_a_view_survives_as_text (void)
{
  const Profile *profile = timeline_profile_training ();
  g_autoptr (ViewState) state = view_state_new (profile);

  g_assert_null (view_text_of_span (state));
  g_assert_null (view_text_of_selection (state));
  assert_carried (profile, state);
  view_state_set_span (state, 3 * MS, 7 * MS);
  assert_carried (profile, state);
  view_state_select_slice (state, timeline_profile_slice (profile, LAUNCH_LONG));
  assert_carried (profile, state);
  view_state_select_area (state, 4 * MS, 5 * MS);
  assert_carried (profile, state);
  view_state_select_gap (state, 0, 10 * MS, 11 * MS);
  assert_carried (profile, state);
  profile_unref (profile);
}

static void
test_what_is_no_view_changes_nothing (void)
{
  static const char *const texts[] = {
    "",         " ",       "slice",     "slice 1;x;0;1;0;x", "area 5",
    "area 9 3", "gap x 1", "gap x 1 2", "area 1 2 3",        "area 1 99999999999999999999",
    "0 0",      "5",       "5 x",       "elsewhere 1",       "area  1 2",
  };
  const Profile *profile = timeline_profile_training ();
  g_autoptr (ViewState) state = view_state_new (profile);

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      view_text_apply_span (state, texts[i]);
      view_text_apply_selection (state, texts[i]);
      g_assert_null (view_text_of_span (state));
      g_assert_null (view_text_of_selection (state));
    }
  /* Out of all there is to see: what is nearest. */
  view_text_apply_span (state, "-999999999999 -999999999000");
  int64_t begin_ns, end_ns;
  view_state_span (state, &begin_ns, &end_ns);
  g_assert_cmpint (begin_ns, <, end_ns);
  g_assert_cmpint (end_ns, <, profile->end_ns);
  profile_unref (profile);
}

/* ---- both together ---- */

static void
test_what_is_changed_is_stored (void)
{
  static const uint8_t key[TRACE_KEY_BYTES] = { 7 };
  const Profile *profile = timeline_profile_training ();
  g_autoptr (Library) library = library_new (":memory:");
  g_autoptr (ViewState) state = view_state_new (profile);

  profile_memory_attach (state, library, remembered_read (library, key));
  view_state_set_span (state, 3 * MS, 7 * MS);
  view_state_select_slice (state, timeline_profile_slice (profile, LAUNCH_LONG));
  BookmarkItem *kept = add_time (view_state_bookmarks (state), 5);
  BookmarkItem *gone = add_time (view_state_bookmarks (state), 6);
  bookmark_list_set_note (view_state_bookmarks (state), kept, "note");
  bookmark_list_remove (view_state_bookmarks (state), gone);
  profile_memory_save (state);

  g_autoptr (ViewState) again = view_state_new (profile);
  profile_memory_attach (again, library, remembered_read (library, key));
  g_autofree char *before = view_text_of_selection (state), *after = view_text_of_selection (again);
  g_autofree char *span = view_text_of_span (again);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpstr (span, ==, "3000000 7000000");
  g_assert_cmpuint (bookmark_list_count (view_state_bookmarks (again)), ==, 1);
  g_assert_cmpstr (bookmark_item_get (bookmark_list_at (view_state_bookmarks (again), 0))->note, ==, "note");
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_test_add_func ("/bookmark_list/in_order_of_time", test_in_order_of_time);
  g_test_add_func ("/bookmark_list/only_changes_are_announced", test_only_changes_are_announced);
  g_test_add_func ("/bookmark_list/the_newer_of_two_stays", test_the_newer_of_two_stays);
  g_test_add_func ("/bookmark_list/many_are_one_change", test_many_are_one_change);
  g_test_add_func ("/bookmark_list/walk", test_walk);
  g_test_add_func ("/bookmark_list/slices_are_found", test_slices_are_found);
  g_test_add_func ("/bookmark_list/flags_are_hit", test_flags_are_hit);
  g_test_add_func ("/view_text/a_view_survives", test_a_view_survives_as_text);
  g_test_add_func ("/view_text/what_is_no_view_changes_nothing", test_what_is_no_view_changes_nothing);
  g_test_add_func ("/profile_memory/what_is_changed_is_stored", test_what_is_changed_is_stored);
  return g_test_run ();
}
