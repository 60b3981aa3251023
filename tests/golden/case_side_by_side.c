/* SPDX-License-Identifier: Apache-2.0
 *
 * Timelines side by side: two steps of a profile aligned by their begins, with slices hatched that the other step does not
 * have; hatches over narrow, wide and patterned slices; and the picture of timelines that is saved. */

#include <string.h>

#include "tests/golden/golden.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "trace/open/open.h"
#include "widgets/compare/timelines/common_time.h"
#include "widgets/compare/timelines/timelines_picture.h"
#include "widgets/compare/timelines/timelines_words.h"
#include "widgets/timeline/draw/timeline_draw.h"

#define MS        INT64_C (1000000)
#define HEADER_PX 240

static void
draw_side (cairo_t *cr,
           const Rect *rect,
           const DrawStyle *style,
           const Profile *profile,
           const UnmatchedSlices *unmatched,
           int64_t instant_ns,
           int64_t begin_ns,
           int64_t end_ns)
{
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  TimelineView view = {
    .profile = profile,
    .tree = tree,
    .begin_ns = common_time_on_side (begin_ns, instant_ns),
    .end_ns = common_time_on_side (end_ns, instant_ns),
    .has_instant = true,
    .instant_ns = instant_ns,
    .unmatched = unmatched,
  };
  TimelineMarks marks = { .selected = SLICE_NONE, .hovered = SLICE_NONE, .focused = SLICE_NONE };

  cairo_save (cr);
  cairo_translate (cr, rect->x_px, rect->y_px);
  g_assert_true (
    timeline_draw_picture (cr, &view, style, &marks, (int) rect->width_px, (int) rect->height_px, HEADER_PX));
  cairo_restore (cr);
  track_tree_free (tree);
}

/* ---- two steps ---- */

typedef struct
{
  int64_t first_step, second_step;
  int64_t begin_ns, end_ns; /* from the begin of each step */
} TwoSteps;

static const Profile *
uneven (void)
{
  static const Profile *profile;

  if (profile == NULL)
    profile = timeline_profile_uneven ();
  return profile;
}

static Compared *
compare_steps (const Profile *profile, const int64_t *numbers, uint32_t n, int64_t *ret_instants_ns)
{
  ComparedSide sides[SIDE_PAIRS_MAX] = { 0 };
  bool has_ranks = trace_n_ranks (profile->trace) > 1; /* each is a side then */

  for (uint32_t i = 0; i < n; i++)
    {
      sides[i] = (ComparedSide){ .profile = profile, .name = (char *) "run" };
      sides[i].scope = has_ranks ? g_strdup_printf ("Step %d, rank %u", (int) numbers[i], i)
                                 : g_strdup_printf ("Step %d", (int) numbers[i]);
      g_assert_true (compare_part_of_steps (profile->trace, profile->steps, numbers[i], numbers[i],
                                            has_ranks ? i : TRACE_NONE, &sides[i].part, NULL));
      ret_instants_ns[i] = sides[i].part.scope.begin_ns;
    }
  Compared *compared = compared_new (sides, n, NULL, 0, NULL, NULL);
  for (uint32_t i = 0; i < n; i++)
    g_free (sides[i].scope);
  return compared;
}

static SidePairs *
pairs_of (const TwoSteps *steps, int64_t ret_instants_ns[2])
{
  Compared *compared =
    compare_steps (uneven (), (const int64_t[]){ steps->first_step, steps->second_step }, 2, ret_instants_ns);
  SidePairs *pairs = side_pairs_new (compared, NULL, NULL);

  g_assert_nonnull (pairs);
  compared_unref (compared);
  return pairs;
}

static void
draw_two_steps (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const TwoSteps *steps = data;
  int64_t instants_ns[2];
  SidePairs *pairs = pairs_of (steps, instants_ns);

  for (uint32_t i = 0; i < 2; i++)
    {
      UnmatchedSlices unmatched = side_pairs_unmatched (pairs, i);
      Rect half = { rect->x_px, rect->y_px + i * rect->height_px / 2, rect->width_px, rect->height_px / 2 };

      draw_side (cr, &half, style, uneven (), &unmatched, instants_ns[i], steps->begin_ns, steps->end_ns);
    }
  side_pairs_unref (pairs);
}

/* ---- the picture that is saved ---- */

typedef struct
{
  const Profile *(*profile) (void);
  uint32_t n; /* sides */
  int64_t numbers[3];
  int64_t end_ns;   /* of the view, from the begin of each step */
  const char *name; /* of the selected slice of B: the last in view; NULL: none */
  int scroll_px;
  Alignment alignment;
} Saved;

static const Profile *
sample (void)
{
  static const Profile *profile;
  g_autoptr (GError) error = NULL;

  if (profile == NULL)
    {
      g_autofree char *path = g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "resources", "sample", NULL);
      Trace *trace = trace_open (path, NULL, &error);

      g_assert_no_error (error);
      profile = profile_new (trace, path, NULL, &error);
      g_assert_no_error (error);
      trace_unref (trace);
    }
  return profile;
}

/* The last slice with a name within [begin_ns, end_ns). */
static uint64_t
last_slice (const Profile *profile, const char *name, int64_t begin_ns, int64_t end_ns)
{
  const SliceColumns *slices = trace_slices (profile->trace);
  uint64_t found = SLICE_NONE;

  for (uint64_t i = 0; i < slices->n; i++)
    if (strcmp (trace_display_name (profile->trace, slice_name (slices, i)), name) == 0
        && slice_start_ns (slices, i) >= begin_ns && slice_start_ns (slices, i) < end_ns
        && (found == SLICE_NONE || slice_start_ns (slices, i) > slice_start_ns (slices, found)))
      found = i;
  g_assert_cmpuint (found, !=, SLICE_NONE);
  return found;
}

static void
select_slice (const Saved *saved,
              const SidePairs *pairs,
              const int64_t *instants_ns,
              SelectedSlices *selected)
{
  uint64_t slice =
    last_slice (saved->profile (), saved->name, instants_ns[1], instants_ns[1] + saved->end_ns);

  *selected = (SelectedSlices){ .from = 1, .is_known = true };
  for (uint32_t i = 0; i < saved->n; i++)
    selected->slices[i] = i == 1 ? slice : side_pairs_find (pairs, 1, slice, i, &selected->answers[i]);
}

static void
draw_saved (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const Saved *saved = data;
  const Profile *profile = saved->profile ();
  int64_t instants_ns[SIDE_PAIRS_MAX];
  Compared *compared = compare_steps (profile, saved->numbers, saved->n, instants_ns);
  SidePairs *pairs = side_pairs_new (compared, NULL, NULL);
  UnmatchedSlices unmatched[SIDE_PAIRS_MAX];
  SelectedSlices selected;
  TrackTree *trees[SIDE_PAIRS_MAX];
  g_autofree char *aligned_by = timelines_words_aligned (&saved->alignment);
  TimelinesPicture picture = {
    .compared = compared,
    .n = saved->n,
    .header_px = HEADER_PX,
    .aligned_by = aligned_by,
    .selected = saved->name != NULL ? &selected : NULL,
  };

  if (saved->name != NULL)
    select_slice (saved, pairs, instants_ns, &selected);
  for (uint32_t i = 0; i < saved->n; i++)
    {
      const StatsScope *scope = &compared->comparison.sides[i].steps.scope;

      trees[i] = track_tree_new (profile, (int) draw_style_px (style, 12), scope->rank, scope->device);
      unmatched[i] = side_pairs_unmatched (pairs, i);
      picture.views[i] = (TimelineView){
        .profile = profile,
        .tree = trees[i],
        .begin_ns = instants_ns[i] - MS,
        .end_ns = instants_ns[i] + saved->end_ns,
        .scroll_px = saved->scroll_px,
        .has_instant = true,
        .instant_ns = instants_ns[i],
        .unmatched = &unmatched[i],
      };
      picture.marks[i] = (TimelineMarks){ .selected = saved->name != NULL ? selected.slices[i] : SLICE_NONE,
                                          .hovered = SLICE_NONE,
                                          .focused = SLICE_NONE };
    }
  g_assert_cmpint (timelines_picture_height_px (&picture, style, (int) rect->width_px), ==,
                   (int) rect->height_px);
  cairo_save (cr);
  cairo_translate (cr, rect->x_px, rect->y_px);
  g_assert_true (timelines_picture_draw (cr, &picture, style, (int) rect->width_px, (int) rect->height_px));
  cairo_restore (cr);
  for (uint32_t i = 0; i < saved->n; i++)
    track_tree_free (trees[i]);
  side_pairs_unref (pairs);
  compared_unref (compared);
}

/* ---- hatches ---- */

typedef struct
{
  int64_t begin_ns, end_ns;
} Hatched;

/* No slice of any name has a counterpart. */
static void
draw_hatched (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  static const Profile *profile;
  const Hatched *hatched = data;

  if (profile == NULL)
    profile = timeline_profile_training ();
  uint32_t n_names = trace_n_strings (profile->trace);
  g_autofree uint16_t *of_name = g_new (uint16_t, n_names + 1);
  for (uint32_t i = 0; i <= n_names; i++)
    of_name[i] = UINT16_MAX;
  const MissingCounterparts missing = { .of_name = of_name };
  const UnmatchedSlices unmatched = { 1, { &missing } };

  draw_side (cr, rect, style, profile, &unmatched, 16 * MS, hatched->begin_ns, hatched->end_ns);
}

static const TwoSteps whole = { 8, 9, -1 * MS, 21 * MS };
static const TwoSteps swapped = { 9, 8, 10 * MS, 18 * MS };
static const Hatched narrow = { -16 * MS, 24 * MS };
static const Hatched wide = { -2 * MS, 10 * MS };

/* Each is as high as its content. */
static const Saved two = { .profile = uneven,
                           .n = 2,
                           .numbers = { 8, 9 },
                           .end_ns = 21 * MS,
                           .name = "gemm" };
static const Saved three = { .profile = uneven,
                             .n = 3,
                             .numbers = { 8, 9, 7 },
                             .end_ns = 21 * MS,
                             .name = "AllReduce" };
static const Saved unselected = { .profile = uneven, .n = 2, .numbers = { 8, 9 }, .end_ns = 21 * MS };
static const Saved many_rows = {
  .profile = sample,
  .n = 2,
  .numbers = { 107, 107 },
  .end_ns = 80 * MS,
  .name = "aten::item",
  .scroll_px = 100,
  .alignment = { .kind = ALIGN_STEP, .number = 107 },
};

static const GoldenCase cases[] = {
  { "steps_light", 1280, 640, THEME_LIGHT, draw_two_steps, &whole, NULL, 0 },
  { "steps_dark", 1280, 640, THEME_DARK, draw_two_steps, &whole, NULL, 0 },
  { "steps_contrast", 1280, 640, THEME_CONTRAST, draw_two_steps, &whole, NULL, 0 },
  { "steps_swapped", 720, 640, THEME_LIGHT, draw_two_steps, &swapped, NULL, 0 },
  { "hatched_narrow", 1280, 480, THEME_LIGHT, draw_hatched, &narrow, NULL, 0 },
  { "hatched_light", 1280, 480, THEME_LIGHT, draw_hatched, &wide, NULL, 0 },
  { "hatched_dark", 1280, 480, THEME_DARK, draw_hatched, &wide, NULL, 0 },
  { "hatched_contrast_dark", 1280, 480, THEME_CONTRAST_DARK, draw_hatched, &wide, NULL, 0 },
  { "saved_light", 1280, 613, THEME_LIGHT, draw_saved, &two, NULL, 0 },
  { "saved_dark", 1280, 613, THEME_DARK, draw_saved, &two, NULL, 0 },
  { "saved_three", 960, 843, THEME_CONTRAST, draw_saved, &three, NULL, 0 },
  { "saved_large_text", 960, 1271, THEME_LIGHT, draw_saved, &three, NULL, 1.5 },
  { "saved_many_rows", 1280, 1581, THEME_LIGHT, draw_saved, &many_rows, NULL, 0 },
  { "saved_unselected", 480, 585, THEME_DARK, draw_saved, &unselected, NULL, 0 },
  { "hatched_2x", 960, 400, THEME_LIGHT, draw_hatched, &wide, NULL, 0 },
};

int
main (int argc, char **argv)
{
  return golden_main (argc, argv, "side_by_side", cases, sizeof cases / sizeof cases[0]);
}
