/* SPDX-License-Identifier: Apache-2.0
 *
 * The timeline as it is seen: whole and magnified, with arrows whose ends are in and out of view, folded, with many
 * ranks, many steps, none, and nothing at all. */

#include <string.h>

#include "tests/golden/golden.h"
#include "tests/unit/fixtures/collective_job.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/draw/timeline_draw.h"
#include "widgets/timeline/view/area_rows.h"

#define US INT64_C (1000)
#define MS INT64_C (1000000)

typedef enum
{
  TRAINING,
  LONE,
  RANKS,
  STEPS_300,
  BACKWARD,
  EMPTY,
  UNEVEN,
  WANDERING_8,
  WANDERING_260,
  RIGHT_TO_LEFT,
  COUNTERS,
  JOB_8,
  JOB_8_CLOCKS, /* each a quarter of a millisecond ahead of the one before */
  JOB_64,
  N_PROFILES
} ProfileId;

typedef struct
{
  ProfileId profile;
  int64_t begin_ns, end_ns; /* 0, 0: everything */
  int scroll_px;
  const char *selected, *hovered, *focused; /* names of slices */
  uint64_t nth;                             /* of the selected ones */
  bool has_area, has_gap, is_focused;
  int64_t area_begin_ns, area_end_ns;
  bool is_closed, is_open;
  int text_px; /* 0: 12 */
  bool has_flows, dims_others;
  double tip_x_px, tip_y_px;    /* of the canvas; 0, 0: no tooltip */
  uint32_t first_row, last_row; /* of the area; 0, 0: all */
  const ViewMarks *marks;
  bool keeps_rows;    /* the first kept area is on the area's rows */
  const char *found;  /* searched for in names */
  const char *layout; /* what the user did to the rows; NULL: nothing */
  RulerMode ruler_mode;
  bool is_compared;  /* the last step with the one before */
  bool fills_height; /* folded bands open while there is room */
  bool has_path;     /* the critical path of the last step */
} TimelineCase;

static int
header_px (const DrawStyle *style)
{
  return (int) (240 * text_cache_scale (style->text));
}

static const Profile *
profile_of (ProfileId id)
{
  static const Profile *profiles[N_PROFILES];

  if (profiles[id] == NULL)
    profiles[id] = id == TRAINING        ? timeline_profile_training ()
                   : id == LONE          ? timeline_profile_lone_kernel ()
                   : id == RANKS         ? timeline_profile_ranks ()
                   : id == BACKWARD      ? timeline_profile_backward ()
                   : id == UNEVEN        ? timeline_profile_uneven ()
                   : id == RIGHT_TO_LEFT ? timeline_profile_right_to_left ()
                   : id == COUNTERS      ? timeline_profile_counters ()
                   : id == JOB_8         ? collective_job_new (8, 0)
                   : id == JOB_8_CLOCKS  ? collective_job_new (8, 250 * US)
                   : id == JOB_64        ? collective_job_new (64, 0)
                   : id == WANDERING_8   ? timeline_profile_wandering (8)
                   : id == WANDERING_260 ? timeline_profile_wandering (260)
                                         : timeline_profile_steps (id == STEPS_300 ? 300 : 0);
  return profiles[id];
}

static const StepStrip *
strip_of (ProfileId id)
{
  static const StepStrip *strips[N_PROFILES];

  if (strips[id] == NULL)
    strips[id] = step_strip_new (profile_of (id), 0, NULL, NULL);
  return strips[id];
}

static uint64_t
slice_of (const Profile *profile, const char *name, uint64_t nth)
{
  const SliceColumns *slices = trace_slices (profile->trace);

  if (name == NULL)
    return SLICE_NONE;
  uint64_t slice = timeline_profile_slice (profile, name);
  for (uint64_t i = slice + 1; i < slices->n && nth > 0; i++)
    if (slices->name[i] == slices->name[slice])
      {
        slice = i;
        nth--;
      }
  return slice;
}

static void
draw_tip (cairo_t *cr,
          TimelineView *view,
          const Rect *rect,
          const DrawStyle *style,
          const TimelineCase *timeline)
{
  TimelineHit hit;

  int top_px = timeline_overview_px (style) + timeline_ruler_px (style);

  view->width_px = (int) rect->width_px - header_px (style);
  view->height_px = (int) rect->height_px - top_px;
  cairo_translate (cr, header_px (style), top_px);
  timeline_view_hit (view, timeline->tip_x_px, timeline->tip_y_px, &hit);
  timeline_draw_tooltip (cr, view, style, &hit, timeline->tip_x_px, timeline->tip_y_px);
}

static SearchResult *
find (const Profile *profile, const char *text)
{
  SearchQuery query = { .text = text, .texts = SEARCH_NAMES, .rank = TRACE_NONE, .device = TRACE_NONE };

  return text != NULL ? search_run ((Trace *) profile->trace, &query, NULL, NULL) : NULL;
}

static void
draw_timeline (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const TimelineCase *timeline = data;
  const Profile *profile = profile_of (timeline->profile);
  TrackTree *tree =
    track_tree_new (profile, timeline->text_px > 0 ? timeline->text_px : 12, TRACE_NONE, TRACE_NONE);
  TimelineView view = {
    .profile = profile,
    .tree = tree,
    .begin_ns = timeline->begin_ns,
    .end_ns = timeline->end_ns,
    .scroll_px = timeline->scroll_px,
    .strip = strip_of (timeline->profile),
    .ruler_mode = timeline->ruler_mode,
    /* 2022-08-22 21:24:22.5 */
    .clock = { true, -(INT64_C (77062) * 1000 + 500) * MS, 2022, 8, 22 },
  };
  TimelineMarks marks = {
    .selected = slice_of (profile, timeline->selected, timeline->nth),
    .hovered = slice_of (profile, timeline->hovered, 0),
    .focused = slice_of (profile, timeline->focused, 0),
    .has_area = timeline->has_area,
    .has_gap = timeline->has_gap,
    .begin_ns = timeline->area_begin_ns,
    .end_ns = timeline->area_end_ns,
    .is_focused = timeline->is_focused,
    .dims_others = timeline->dims_others,
    .draws_path = true,
    .collectives =
      trace_n_devices (profile->trace) > 1 ? collective_links_new (profile->trace, NULL, NULL) : NULL,
    .flows = timeline->has_flows ? flow_index_new (profile->trace, NULL, NULL) : NULL,
  };
  g_autoptr (SearchResult) found = find (profile, timeline->found);

  marks.found = found;
  if (timeline->layout != NULL)
    {
      g_autoptr (TrackLayout) layout = track_layout_new ();

      g_assert_true (track_layout_from_text (layout, timeline->layout));
      track_tree_set_layout (tree, layout);
    }
  if (marks.selected != SLICE_NONE)
    marks.same_name = name_series_new (profile->trace, marks.selected, NULL, NULL);
  if (timeline->is_closed || timeline->is_open)
    track_tree_set_all_open (tree, timeline->is_open);
  if (timeline->fills_height)
    track_tree_open_bands (tree, timeline_picture_rows_px (style, (int) rect->height_px));
  const TrackSet *tracks =
    timeline->last_row > 0 ? area_rows_tracks (tree, profile->trace, timeline->first_row, timeline->last_row)
                           : NULL;
  ViewMarks kept = timeline->marks != NULL ? *timeline->marks : (ViewMarks){ 0 };
  if (timeline->keeps_rows)
    kept.kept[0].tracks = tracks;
  marks.tracks = timeline->keeps_rows ? NULL : tracks;
  marks.marks = &kept;
  if (view.end_ns == 0)
    {
      view.begin_ns = profile->begin_ns;
      view.end_ns = profile->end_ns;
    }
  if (timeline->is_compared)
    view.comparison = step_comparison_new (profile, 2, 1, NULL, NULL);
  if (timeline->has_path)
    {
      PathPlace place = path_place_of_step (profile, 2);

      view.path = step_path_new (profile, &place, NULL, NULL);
      g_assert_nonnull (view.path);
    }
  cairo_save (cr);
  cairo_translate (cr, rect->x_px, rect->y_px);
  g_assert_true (timeline_draw_picture (cr, &view, style, &marks, (int) rect->width_px, (int) rect->height_px,
                                        header_px (style)));
  if (timeline->tip_x_px > 0)
    draw_tip (cr, &view, rect, style, timeline);
  cairo_restore (cr);
  track_set_unref (tracks);
  step_comparison_unref (view.comparison);
  step_path_unref (view.path);
  track_tree_free (tree);
  if (marks.same_name != NULL)
    name_series_unref (marks.same_name);
  if (marks.flows != NULL)
    flow_index_unref (marks.flows);
  collective_links_free ((CollectiveLinks *) marks.collectives);
}

static const TimelineCase whole = { TRAINING, .selected = NULL };
static const TimelineCase arrow = { TRAINING, 14 * MS, 26 * MS, .selected = LAUNCH_LONG, .nth = 1 };
static const TimelineCase call_left = { TRAINING, 21 * MS, 25 * MS, .selected = LAUNCH_LONG, .nth = 1 };
static const TimelineCase run_right = { TRAINING, 17 * MS, 19 * MS, .selected = "cudaLaunchKernelExC",
                                        .nth = 1 };
static const TimelineCase run_above = {
  TRAINING, 14 * MS, 26 * MS, .scroll_px = 400, .selected = "cudaLaunchKernelExC", .nth = 1,
};
static const TimelineCase graph = { TRAINING, 11800 * US, 14200 * US, .selected = LAUNCH_GRAPH };
static const TimelineCase clocks = { TRAINING, 26900 * US, 27500 * US, .selected = LAUNCH_EARLIER };
static const TimelineCase hovered = {
  TRAINING, 14 * MS, 26 * MS, .hovered = LAUNCH_LONG, .focused = "ampere_sgemm_128x64_tn", .is_focused = true,
};
static const TimelineCase strip_end = { TRAINING, 0, 14 * MS, .selected = "aten::detach" };
static const TimelineCase closed = { TRAINING, .is_closed = true };
static const TimelineCase opened = { TRAINING, 0, 6 * MS, .is_open = true };
static const TimelineCase filled = { TRAINING, .fills_height = true };
static const TimelineCase area = {
  TRAINING, 14 * MS, 26 * MS, .has_area = true, .area_begin_ns = 16 * MS, .area_end_ns = 19 * MS,
};
static const TimelineCase gap = {
  TRAINING,
  .has_gap = true,
  .area_begin_ns = 10500 * US,
  .area_end_ns = 12200 * US,
};
static const TimelineCase tip = { TRAINING, 14 * MS, 26 * MS, .tip_x_px = 795, .tip_y_px = 242 };
static const TimelineCase tip_corner = { TRAINING, 14 * MS, 26 * MS, .tip_x_px = 1030, .tip_y_px = 306 };
static const TimelineCase magnified = { TRAINING, 14700 * US, 14701 * US, .selected = NULL };
static const TimelineCase large = { TRAINING, 14 * MS, 26 * MS, .text_px = 24 };
static const TimelineCase lone = { LONE, .selected = "lone" };
static const TimelineCase ranks = { RANKS, .selected = NULL };
static const TimelineCase bars = { STEPS_300, .selected = NULL };
static const TimelineCase area_rows = {
  TRAINING,       14 * MS,       26 * MS, .has_area = true, .area_begin_ns = 16 * MS, .area_end_ns = 19 * MS,
  .first_row = 6, .last_row = 7,
};
static const ViewMarks two_markers = {
  .has_marker = { true, true },
  .marker_ns = { 16 * MS, 21 * MS + 234567 },
};
static const ViewMarks close_markers = {
  .has_marker = { true, true },
  .marker_ns = { 14 * MS, 14 * MS + 812 },
};
static const ViewMarks kept_areas = {
  .kept = { { 15 * MS, 17 * MS, NULL }, { 22 * MS, 24 * MS, NULL } },
  .n_kept = 2,
  .has_marker = { false, true },
  .marker_ns = { 0, 20 * MS },
};
static const TimelineCase markers = { TRAINING, 14 * MS, 26 * MS, .marks = &two_markers };
static const TimelineCase markers_close = { TRAINING, 14 * MS, 26 * MS, .marks = &close_markers };
static const TimelineCase kept = {
  TRAINING,
  14 * MS,
  26 * MS,
  .has_area = true,
  .area_begin_ns = 18 * MS,
  .area_end_ns = 19 * MS,
  .first_row = 5,
  .last_row = 6,
  .marks = &kept_areas,
  .keeps_rows = true,
};
static const TimelineCase pinned = {
  TRAINING,
  14 * MS,
  26 * MS,
  .scroll_px = 108,
  .selected = LAUNCH_LONG,
  .nth = 1,
  .layout = "stepscope-rows 1\npin 0 node/gpu=0,3/utilization\npin 1 node/gpu=0,3/stream=21\n"
            "pin 2 node/process=0,1074/thread=1074/calls\npin 3 node/process=0,1074/thread=2044\n"
            "size 60 node/gpu=0,3/utilization\n",
};
/* Each kind of mark on pinned rows, and none on them of rows that have scrolled behind them. */
static const TimelineCase pinned_marked = {
  TRAINING,
  14 * MS,
  26 * MS,
  .scroll_px = 108,
  .selected = "ampere_sgemm_128x64_tn",
  .nth = 20,
  .found = "a",
  .has_area = true,
  .area_begin_ns = 17 * MS,
  .area_end_ns = 19 * MS,
  .keeps_rows = true,
  .first_row = 0,
  .last_row = 8,
  .has_flows = true,
  .layout = "stepscope-rows 1\npin 0 node/gpu=0,3/stream=21\npin 1 node/gpu=0,3/stream=7\n",
};
/* What each says lies on what another would have said: ticks, arrow, pinned row. */
static const TimelineCase marks_together = {
  TRAINING,
  14 * MS,
  26 * MS,
  .has_area = true,
  .area_begin_ns = 17 * MS,
  .area_end_ns = 19 * MS,
  .selected = LAUNCH_LONG,
  .nth = 1,
  .layout = "stepscope-rows 1\npin 1 node/gpu=0,3/stream=21\n",
  .marks = &two_markers,
};
static const TimelineCase arranged = {
  TRAINING,
  .layout = "stepscope-rows 1\nhidden node/gpu=0,3/sync=7\nplace 0 node/process=0,1074\n"
            "place 1 node/counters\nclosed node/process=0,1074\nopen node/process=0,1074/thread=1074/python\n"
            "place 0 node/gpu=0,3/stream=21\nsize 200 node/process=0,1074/counter=memory%2520allocated\n",
};
static const TimelineCase filtered = { TRAINING, .layout = "stepscope-rows 1\nfilter stream%202\n" };
static const TimelineCase empty = { EMPTY, .selected = NULL };
static const TimelineCase found = { .found = "a", .selected = LAUNCH_LONG };
static const TimelineCase found_near = { .found = "aten", .begin_ns = 4 * MS, .end_ns = 12 * MS };
static const TimelineCase found_closed = { .found = "k", .is_closed = true };

static const TimelineCase same_name = { TRAINING, 14 * MS, 26 * MS, .selected = "ampere_sgemm_128x64_tn",
                                        .nth = 20 };
static const TimelineCase same_name_whole = { TRAINING, .selected = "ampere_sgemm_128x64_tn", .nth = 20 };
static const TimelineCase dimmed = {
  TRAINING, 14 * MS, 26 * MS, .selected = "ampere_sgemm_128x64_tn", .nth = 20, .dims_others = true,
};
static const TimelineCase flows = { TRAINING, 14 * MS, 26 * MS, .has_flows = true };
static const TimelineCase flows_whole = { TRAINING, .has_flows = true, .is_open = true };
static const TimelineCase backward = { BACKWARD, .selected = BACKWARD_OPERATOR };
static const TimelineCase forward_hovered = { BACKWARD, .hovered = FORWARD_OPERATOR };
static const TimelineCase backward_outside = { BACKWARD, 1 * MS, 3 * MS, .selected = FORWARD_OPERATOR };
static const TimelineCase flows_backward = { BACKWARD, .has_flows = true };
static const TimelineCase strip = { WANDERING_8, 4 * MS, 5600 * US, .selected = NULL };
static const TimelineCase strip_bars = { WANDERING_260, .selected = NULL };
static const TimelineCase compared = { UNEVEN, 40 * MS, 60 * MS, .is_compared = true };
static const TimelineCase path_compared = {
  UNEVEN, 40 * MS, 60 * MS, .is_compared = true, .has_path = true,
};
static const TimelineCase from_begin = { TRAINING, 14900 * US, 15 * MS, .ruler_mode = RULER_FROM_BEGIN };
static const TimelineCase clock_seconds = { LONE, .ruler_mode = RULER_CLOCK };
static const TimelineCase clock_base = { TRAINING, 14900 * US, 15 * MS, .ruler_mode = RULER_CLOCK };

static const TimelineCase counters = { .profile = COUNTERS };
static const TimelineCase right_to_left = { RIGHT_TO_LEFT, .selected = RIGHT_TO_LEFT_KERNEL };
static const TimelineCase right_to_left_tip = { RIGHT_TO_LEFT, 0, 8 * MS, .tip_x_px = 300, .tip_y_px = 100 };

/* A row for each rank: what its stream of collectives does. Rank 2 is selected, rank 4 comes last. */
#define COLLECTIVES "stepscope-rows 1\nfilter stream%2021\n"
#define PART_OF_2   .selected = COLLECTIVE_JOB_REDUCE, .nth = 2 * COLLECTIVE_JOB_MEETINGS + 3
static const TimelineCase collective = { JOB_8, 12500 * US, 15500 * US, PART_OF_2, .layout = COLLECTIVES };
static const TimelineCase collective_clocks = { JOB_8_CLOCKS, 12500 * US, 17500 * US, PART_OF_2,
                                                .layout = COLLECTIVES };
static const TimelineCase collective_edge = { JOB_8, 12500 * US, 15500 * US, PART_OF_2, .scroll_px = 60 };
static const TimelineCase collective_beside = { JOB_8, 12500 * US, 14100 * US, PART_OF_2,
                                                .layout = COLLECTIVES };
static const TimelineCase collective_closed = { JOB_8, 12500 * US, 15500 * US, PART_OF_2, .is_closed = true };
static const TimelineCase collective_64 = { JOB_64, 12500 * US, 15500 * US, PART_OF_2,
                                            .layout = COLLECTIVES };

static const GoldenCase cases[] = {
  { "whole_light", 1280, 640, THEME_LIGHT, draw_timeline, &whole, NULL, 0 },
  { "whole_dark", 1280, 640, THEME_DARK, draw_timeline, &whole, NULL, 0 },
  { "whole_contrast", 1280, 640, THEME_CONTRAST, draw_timeline, &whole, NULL, 0 },
  { "whole_small", 560, 240, THEME_LIGHT, draw_timeline, &whole, NULL, 0 },
  { "arrow_light", 1280, 640, THEME_LIGHT, draw_timeline, &arrow, NULL, 0 },
  { "arrow_dark", 1280, 640, THEME_DARK, draw_timeline, &arrow, NULL, 0 },
  { "arrow_contrast_dark", 1280, 640, THEME_CONTRAST_DARK, draw_timeline, &arrow, NULL, 0 },
  { "call_left", 1280, 640, THEME_LIGHT, draw_timeline, &call_left, NULL, 0 },
  { "run_right", 1280, 640, THEME_DARK, draw_timeline, &run_right, NULL, 0 },
  { "run_above", 1280, 300, THEME_LIGHT, draw_timeline, &run_above, NULL, 0 },
  { "graph", 1280, 640, THEME_LIGHT, draw_timeline, &graph, NULL, 0 },
  { "clocks_differ", 1280, 640, THEME_LIGHT, draw_timeline, &clocks, NULL, 0 },
  { "hovered", 1280, 640, THEME_DARK, draw_timeline, &hovered, NULL, 0 },
  { "selected_in_strip", 1280, 640, THEME_LIGHT, draw_timeline, &strip_end, NULL, 0 },
  { "closed", 1280, 160, THEME_LIGHT, draw_timeline, &closed, NULL, 0 },
  { "opened", 1280, 800, THEME_DARK, draw_timeline, &opened, NULL, 0 },
  { "area", 1280, 480, THEME_LIGHT, draw_timeline, &area, NULL, 0 },
  { "gap", 1280, 480, THEME_DARK, draw_timeline, &gap, NULL, 0 },
  { "tooltip", 1280, 480, THEME_LIGHT, draw_timeline, &tip, NULL, 0 },
  { "tooltip_in_the_corner", 1280, 410, THEME_DARK, draw_timeline, &tip_corner, NULL, 0 },
  { "magnified", 1280, 480, THEME_LIGHT, draw_timeline, &magnified, NULL, 0 },
  { "large_text", 1280, 800, THEME_LIGHT, draw_timeline, &large, NULL, 2 },
  { "counter_names", 1280, 480, THEME_LIGHT, draw_timeline, &counters, NULL, 0 },
  { "lone_kernel", 1280, 240, THEME_LIGHT, draw_timeline, &lone, NULL, 0 },
  { "ranks", 1280, 640, THEME_LIGHT, draw_timeline, &ranks, NULL, 0 },
  { "many_steps", 1280, 320, THEME_DARK, draw_timeline, &bars, NULL, 0 },
  { "pinned", 1280, 480, THEME_LIGHT, draw_timeline, &pinned, NULL, 0 },
  { "pinned_marked", 1280, 480, THEME_LIGHT, draw_timeline, &pinned_marked, NULL, 0 },
  { "pinned_dark", 1280, 480, THEME_DARK, draw_timeline, &pinned, NULL, 2 },
  { "arranged", 1280, 480, THEME_LIGHT, draw_timeline, &arranged, NULL, 0 },
  { "filtered", 1280, 240, THEME_DARK, draw_timeline, &filtered, NULL, 0 },
  { "empty", 1280, 160, THEME_LIGHT, draw_timeline, &empty, NULL, 0 },
  { "area_rows_light", 1280, 640, THEME_LIGHT, draw_timeline, &area_rows, NULL, 0 },
  { "area_rows_dark", 1280, 640, THEME_DARK, draw_timeline, &area_rows, NULL, 0 },
  { "area_rows_contrast", 1280, 640, THEME_CONTRAST, draw_timeline, &area_rows, NULL, 0 },
  { "markers_light", 1280, 480, THEME_LIGHT, draw_timeline, &markers, NULL, 0 },
  { "markers_dark", 1280, 480, THEME_DARK, draw_timeline, &markers, NULL, 0 },
  { "markers_close", 1280, 320, THEME_LIGHT, draw_timeline, &markers_close, NULL, 0 },
  { "marks_together", 1280, 480, THEME_LIGHT, draw_timeline, &marks_together, NULL, 0 },
  { "kept_areas_light", 1280, 480, THEME_LIGHT, draw_timeline, &kept, NULL, 0 },
  { "kept_areas_dark", 1280, 480, THEME_DARK, draw_timeline, &kept, NULL, 0 },
  { "found_light", 1280, 640, THEME_LIGHT, draw_timeline, &found, NULL, 0 },
  { "found_dark", 1280, 640, THEME_DARK, draw_timeline, &found_near, NULL, 0 },
  { "found_closed", 1280, 160, THEME_LIGHT, draw_timeline, &found_closed, NULL, 0 },
  { "same_name_light", 1280, 640, THEME_LIGHT, draw_timeline, &same_name, NULL, 0 },
  { "same_name_dark", 1280, 640, THEME_DARK, draw_timeline, &same_name, NULL, 0 },
  { "same_name_whole", 1280, 640, THEME_LIGHT, draw_timeline, &same_name_whole, NULL, 0 },
  { "dimmed_light", 1280, 640, THEME_LIGHT, draw_timeline, &dimmed, NULL, 0 },
  { "dimmed_dark", 1280, 640, THEME_DARK, draw_timeline, &dimmed, NULL, 0 },
  { "flows_light", 1280, 640, THEME_LIGHT, draw_timeline, &flows, NULL, 0 },
  { "flows_dark", 1280, 640, THEME_DARK, draw_timeline, &flows, NULL, 0 },
  { "flows_whole", 1280, 800, THEME_LIGHT, draw_timeline, &flows_whole, NULL, 0 },
  { "backward_light", 1280, 480, THEME_LIGHT, draw_timeline, &backward, NULL, 0 },
  { "backward_dark", 1280, 480, THEME_DARK, draw_timeline, &backward, NULL, 0 },
  { "backward_outside", 1280, 480, THEME_LIGHT, draw_timeline, &backward_outside, NULL, 0 },
  { "forward_hovered", 1280, 480, THEME_LIGHT, draw_timeline, &forward_hovered, NULL, 0 },
  { "flows_backward", 1280, 480, THEME_DARK, draw_timeline, &flows_backward, NULL, 0 },
  { "strip_light", 1280, 160, THEME_LIGHT, draw_timeline, &strip, NULL, 0 },
  { "strip_dark", 1280, 160, THEME_DARK, draw_timeline, &strip, NULL, 0 },
  { "strip_bars", 1280, 160, THEME_LIGHT, draw_timeline, &strip_bars, NULL, 0 },
  { "compared_light", 1280, 420, THEME_LIGHT, draw_timeline, &compared, NULL, 0 },
  { "compared_contrast_dark", 1280, 420, THEME_CONTRAST_DARK, draw_timeline, &compared, NULL, 0 },
  { "path_compared", 1280, 420, THEME_LIGHT, draw_timeline, &path_compared, NULL, 0 },
  { "right_to_left_light", 1280, 400, THEME_LIGHT, draw_timeline, &right_to_left, NULL, 0 },
  { "right_to_left_dark", 1280, 400, THEME_DARK, draw_timeline, &right_to_left_tip, NULL, 0 },
  { "right_to_left_contrast", 1280, 400, THEME_CONTRAST, draw_timeline, &right_to_left, NULL, 0 },
  { "collective_light", 1280, 480, THEME_LIGHT, draw_timeline, &collective, NULL, 0 },
  { "collective_dark", 1280, 480, THEME_DARK, draw_timeline, &collective, NULL, 0 },
  { "collective_contrast", 1280, 480, THEME_CONTRAST, draw_timeline, &collective, NULL, 0 },
  { "collective_clocks", 1280, 480, THEME_LIGHT, draw_timeline, &collective_clocks, NULL, 0 },
  { "collective_edge", 1280, 400, THEME_DARK, draw_timeline, &collective_edge, NULL, 0 },
  { "collective_beside", 1280, 480, THEME_LIGHT, draw_timeline, &collective_beside, NULL, 0 },
  { "collective_closed", 1280, 320, THEME_LIGHT, draw_timeline, &collective_closed, NULL, 0 },
  { "collective_64", 1280, 1600, THEME_LIGHT, draw_timeline, &collective_64, NULL, 0 },
  { "bands_part_light", 1280, 656, THEME_LIGHT, draw_timeline, &filled, NULL, 0 },
  { "bands_open_dark", 1280, 1040, THEME_DARK, draw_timeline, &filled, NULL, 0 },
  { "whole_2x", 960, 480, THEME_LIGHT, draw_timeline, &whole, NULL, 0 },
  { "arrow_2x", 960, 480, THEME_DARK, draw_timeline, &arrow, NULL, 0 },
  { "contrast_2x", 960, 480, THEME_CONTRAST_DARK, draw_timeline, &whole, NULL, 0 },
  { "large_text_contrast", 1280, 800, THEME_CONTRAST_DARK, draw_timeline, &large, NULL, 2 },
  { "ruler_from_begin", 1280, 160, THEME_LIGHT, draw_timeline, &from_begin, NULL, 0 },
  { "ruler_clock", 1280, 160, THEME_DARK, draw_timeline, &clock_seconds, NULL, 0 },
  { "ruler_clock_base", 1280, 160, THEME_LIGHT, draw_timeline, &clock_base, NULL, 0 },
};

int
main (int argc, char **argv)
{
  return golden_main (argc, argv, "timeline", cases, sizeof cases / sizeof cases[0]);
}
