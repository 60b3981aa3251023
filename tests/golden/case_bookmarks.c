/* SPDX-License-Identifier: Apache-2.0
 *
 * Bookmarks on the timeline: of times, ranges and slices, in view and out of it, the current one, and one whose slice is
 * not there any more. */

#include "tests/golden/golden.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/draw/timeline_draw.h"

#define MS INT64_C (1000000)

#define HEADER_PX 240

typedef struct
{
  int64_t begin_ns, end_ns; /* 0, 0: everything */
  int text_px;
  bool is_closed;
} BookmarksCase;

static BookmarkMark
of_slice (const Profile *profile, const char *name)
{
  const SliceColumns *slices = trace_slices (profile->trace);
  uint64_t slice = timeline_profile_slice (profile, name);

  return (BookmarkMark){
    .kind = BOOKMARK_SLICE,
    .begin_ns = slice_start_ns (slices, slice),
    .end_ns = slice_end_ns (slices, slice),
    .slice = slice,
  };
}

static void
draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const BookmarksCase *wanted = data;
  static const Profile *profile;

  if (profile == NULL)
    profile = timeline_profile_training ();
  TrackTree *tree = track_tree_new (profile, wanted->text_px, TRACE_NONE, TRACE_NONE);
  const BookmarkMark bookmarks[] = {
    { .kind = BOOKMARK_RANGE, .begin_ns = 2 * MS, .end_ns = 5 * MS, .slice = SLICE_NONE },
    of_slice (profile, LAUNCH_LONG),
    of_slice (profile, LAUNCH_GRAPH),
    { .kind = BOOKMARK_TIME,
      .begin_ns = 16 * MS,
      .end_ns = 16 * MS,
      .slice = SLICE_NONE,
      .is_current = true },
    { .kind = BOOKMARK_RANGE, .begin_ns = 19 * MS, .end_ns = 23 * MS, .slice = SLICE_NONE, .colour = 1 },
    { .kind = BOOKMARK_SLICE, .begin_ns = 24 * MS, .end_ns = 25 * MS, .slice = SLICE_NONE, .colour = 2 },
    { .kind = BOOKMARK_TIME, .begin_ns = 30 * MS, .end_ns = 30 * MS, .slice = SLICE_NONE, .colour = 3 },
    { .kind = BOOKMARK_TIME, .begin_ns = 36 * MS, .end_ns = 36 * MS, .slice = SLICE_NONE, .colour = 5 },
  };
  TimelineMarks marks = {
    .selected = SLICE_NONE,
    .hovered = SLICE_NONE,
    .focused = SLICE_NONE,
    .bookmarks = bookmarks,
    .n_bookmarks = G_N_ELEMENTS (bookmarks),
  };
  TimelineView view = {
    .profile = profile,
    .tree = tree,
    .begin_ns = wanted->end_ns > 0 ? wanted->begin_ns : profile->begin_ns,
    .end_ns = wanted->end_ns > 0 ? wanted->end_ns : profile->end_ns,
  };

  if (wanted->is_closed)
    track_tree_set_all_open (tree, false);
  cairo_save (cr);
  cairo_translate (cr, rect->x_px, rect->y_px);
  g_assert_true (timeline_draw_picture (cr, &view, style, &marks, (int) rect->width_px, (int) rect->height_px,
                                        (int) (HEADER_PX * text_cache_scale (style->text))));
  cairo_restore (cr);
  track_tree_free (tree);
}

static const BookmarksCase whole = { .text_px = 12 };
static const BookmarksCase near = { 6 * MS, 26 * MS, .text_px = 12 };
static const BookmarksCase closed = { .text_px = 12, .is_closed = true };
static const BookmarksCase large = { 0, 26 * MS, .text_px = 24 };

static const GoldenCase cases[] = {
  { "whole_light", 1280, 480, THEME_LIGHT, draw, &whole, NULL, 0 },
  { "whole_contrast", 1280, 480, THEME_CONTRAST, draw, &whole, NULL, 0 },
  { "near_dark", 1280, 480, THEME_DARK, draw, &near, NULL, 0 },
  { "closed", 1280, 160, THEME_LIGHT, draw, &closed, NULL, 0 },
  { "large_text", 1280, 640, THEME_DARK, draw, &large, NULL, 2 },
};

int
main (int argc, char **argv)
{
  return golden_main (argc, argv, "bookmarks", cases, sizeof cases / sizeof cases[0]);
}
