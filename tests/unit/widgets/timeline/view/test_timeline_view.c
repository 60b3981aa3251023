/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/draw/arrow.h"
#include "widgets/timeline/draw/timeline_draw.h"
#include "widgets/timeline/view/ruler.h"

#define US INT64_C (1000)
#define MS INT64_C (1000000)

typedef struct
{
  const Profile *profile;
  TrackTree *tree;
  TimelineView view;
  const SequencePairs *pairs;
} Fixture;

static Fixture
fixture_new (const Profile *profile)
{
  Fixture fixture = { .profile = profile, .tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE) };

  fixture.view = (TimelineView){
    .profile = profile,
    .tree = fixture.tree,
    .width_px = 1000,
    .height_px = track_tree_height_px (fixture.tree),
  };
  fixture.view.begin_ns = profile->begin_ns;
  fixture.view.end_ns = profile->end_ns;
  return fixture;
}

static void
fixture_clear (Fixture *fixture)
{
  track_tree_free (fixture->tree);
  profile_unref (fixture->profile);
}

static void
times_and_places_go_both_ways (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());

  fixture.view.begin_ns = 10 * MS;
  fixture.view.end_ns = 11 * MS;
  g_assert_cmpfloat (timeline_view_px (&fixture.view, 10 * MS), ==, 0);
  g_assert_cmpfloat (timeline_view_px (&fixture.view, 11 * MS), ==, 1000);
  g_assert_cmpfloat (timeline_view_px (&fixture.view, 9 * MS), ==, -1000);
  g_assert_cmpint (timeline_view_ns (&fixture.view, 500), ==, 10500 * US);
  g_assert_cmpint (timeline_view_ns (&fixture.view, -1), ==, 9999 * US);
  fixture_clear (&fixture);
}

/* Where a slice is drawn is where it is hit, at any zoom and whatever is folded. */
static void
what_is_drawn_is_hit (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  const SliceColumns *slices = trace_slices (fixture.profile->trace);

  for (int is_open = 0; is_open < 2; is_open++)
    {
      if (is_open == 1)
        track_tree_set_all_open (fixture.tree, true);
      for (uint64_t i = 0; i < slices->n; i++)
        {
          TimelineHit hit;
          Rect rect;

          g_assert_true (timeline_view_slice_rect (&fixture.view, i, &rect));
          g_assert_cmpfloat (rect.width_px, >=, 1);
          double x_px = fmin (rect.x_px + rect.width_px / 2, 999), y_px = rect.y_px + rect.height_px / 2;
          timeline_view_hit (&fixture.view, x_px, y_px, &hit);
          g_assert_cmpuint (hit.row, ==, track_tree_row_of_slice (fixture.tree, i));
          g_assert_cmpuint (hit.slice, !=, SLICE_NONE);
          if (is_open == 1 && rect.width_px > 4)
            g_assert_cmpuint (hit.slice, ==, i);
          g_assert_true (hit.rect.x_px <= x_px + 3 && hit.rect.x_px + hit.rect.width_px >= x_px - 3);
        }
    }
  fixture_clear (&fixture);
}

static void
narrow_slices_are_hit_from_beside (void)
{
  Fixture fixture = fixture_new (timeline_profile_lone_kernel ());
  uint64_t slice = timeline_profile_slice (fixture.profile, "lone");
  TimelineHit hit;
  Rect rect;

  g_assert_true (timeline_view_slice_rect (&fixture.view, slice, &rect));
  for (int away = -4; away <= 4; away++)
    {
      timeline_view_hit (&fixture.view, floor (rect.x_px) + away + 0.5, rect.y_px + 5, &hit);
      g_assert_cmpuint (hit.slice, ==, away >= -2 && away <= 2 ? slice : SLICE_NONE);
    }
  timeline_view_hit (&fixture.view, rect.x_px, 1e6, &hit);
  g_assert_cmpuint (hit.row, ==, UINT32_MAX);
  timeline_view_hit (&fixture.view, -5, rect.y_px + 5, &hit);
  g_assert_cmpuint (hit.slice, ==, SLICE_NONE);
  fixture_clear (&fixture);
}

static void
gaps_are_hit_whole (void)
{
  Fixture fixture = fixture_new (timeline_profile_lone_kernel ());
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (fixture.tree, &n);
  TimelineHit hit;

  for (uint32_t r = 0; r < n; r++)
    if (rows[r].kind == ROW_UTILIZATION)
      {
        fixture.view.end_ns = 1000 * MS;
        timeline_view_hit (&fixture.view, 100, rows[r].y_px + 10, &hit);
        g_assert_true (hit.is_gap);
        g_assert_cmpint (hit.begin_ns, ==, 0);
        g_assert_cmpint (hit.end_ns, ==, INT64_C (311234567891));
        g_assert_cmpfloat (hit.rect.x_px + hit.rect.width_px, <=, 1000);
        fixture_clear (&fixture);
        return;
      }
  g_assert_not_reached ();
}

static void
neighbours_lead_everywhere_and_back (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  uint64_t first = timeline_view_neighbour (&fixture.view, SLICE_NONE, 1, 0), at = first, n = 1;
  int row;

  g_assert_cmpuint (first, !=, SLICE_NONE);
  for (uint64_t next; (next = timeline_view_neighbour (&fixture.view, at, 1, 0)) != SLICE_NONE; n++)
    {
      g_assert_cmpuint (timeline_view_neighbour (&fixture.view, next, -1, 0), ==, at);
      at = next;
    }
  const TraceRow *lane = trace_row (fixture.profile->trace, track_tree_lane_of_slice (fixture.tree, at));
  g_assert_cmpuint (n, ==, lane->n_slices);

  row = (int) track_tree_row_of_slice (fixture.tree, first);
  for (uint64_t next; (next = timeline_view_neighbour (&fixture.view, first, 0, 1)) != SLICE_NONE;
       first = next)
    {
      g_assert_cmpint ((int) track_tree_row_of_slice (fixture.tree, next), >, row);
      row = (int) track_tree_row_of_slice (fixture.tree, next);
    }
  for (uint64_t next; (next = timeline_view_neighbour (&fixture.view, first, 0, -1)) != SLICE_NONE;
       first = next)
    {
      g_assert_cmpint ((int) track_tree_row_of_slice (fixture.tree, next), <, row);
      row = (int) track_tree_row_of_slice (fixture.tree, next);
    }
  fixture_clear (&fixture);
}

static void
ticks_are_apart_and_short (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  int64_t begin_ns = fixture.view.begin_ns, span_ns = fixture.view.end_ns - begin_ns;

  for (int64_t shown_ns = span_ns; shown_ns >= 100; shown_ns = shown_ns * 3 / 5)
    for (int place = 0; place < 5; place++)
      {
        char text[NUMBER_TEXT_MAX];
        char *unit = NULL;

        fixture.view.begin_ns = begin_ns + (span_ns - shown_ns) / 5 * place;
        fixture.view.end_ns = fixture.view.begin_ns + shown_ns;
        RulerTicks ticks = ruler_ticks (&fixture.view);
        g_assert_cmpfloat ((double) ticks.step_ns * 1000 / (double) shown_ns, >=, RULER_TICK_PX);
        g_assert_cmpint (ticks.base_ns, <=, ticks.first_ns);
        g_assert_cmpint (ticks.first_ns, >=, fixture.view.begin_ns);
        for (int64_t tick_ns = ticks.first_ns; tick_ns < fixture.view.end_ns; tick_ns += ticks.step_ns)
          {
            ruler_tick_text (&ticks, &number_style_c, tick_ns, text);
            g_assert_cmpint (g_utf8_strlen (text, -1), <=, ticks.has_base ? 8 : 7);
            g_assert_null (strchr (text, '-'));
            g_assert_cmpstr (strrchr (text, ' '), ==, unit == NULL ? strrchr (text, ' ') : unit);
            g_free (unit);
            unit = g_strdup (strrchr (text, ' '));
          }
        g_free (unit);
      }
  fixture_clear (&fixture);
}

static void
ruler_counts_from_a_step_only_inside_it (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());

  g_assert_cmpuint (ruler_ticks (&fixture.view).in_step, ==, UINT64_MAX);
  fixture.view.begin_ns = 15 * MS;
  fixture.view.end_ns = 20 * MS;
  RulerTicks ticks = ruler_ticks (&fixture.view);
  g_assert_cmpuint (ticks.in_step, ==, 1);
  g_assert_cmpint (ticks.zero_ns, ==, 14 * MS);
  fixture.view.begin_ns = 12 * MS;
  g_assert_cmpint (ruler_ticks (&fixture.view).zero_ns, ==, 0);
  fixture_clear (&fixture);
}

/* ---- arrows ---- */

static TimelineLinks
links_of (Fixture *fixture, uint64_t slice)
{
  TextCache *text = text_cache_new (NULL, 1);
  DrawStyle style = { theme_get (THEME_LIGHT), text, &number_style_c };
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, fixture->view.width_px, MAX (fixture->view.height_px, 1));
  cairo_t *cr = cairo_create (surface);
  TimelineLinks links = { .n = 0 };

  arrow_draw (cr, &fixture->view, &style, fixture->pairs, NULL, slice, false, &links);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  for (int i = 0; i < links.n; i++)
    {
      g_assert_true (g_utf8_validate (links.links[i].label, -1, NULL));
      g_assert_cmpuint (links.links[i].slice, <, trace_slices (fixture->profile->trace)->n);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  text_cache_free (text);
  return links;
}

static bool
has_link (const TimelineLinks *links, uint64_t slice, const char *part)
{
  for (int i = 0; i < links->n; i++)
    if (links->links[i].slice == slice && strstr (links->links[i].label, part) != NULL)
      return true;
  return false;
}

static void
both_ends_of_an_arrow_can_be_clicked (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  uint64_t run = timeline_profile_slice (fixture.profile, LAUNCH_LONG);
  uint64_t call = trace_launch_of (fixture.profile->trace, run);
  TimelineLinks links;

  links = links_of (&fixture, run);
  g_assert_true (has_link (&links, call, "3.000\u00a0ms before the start"));
  g_assert_true (has_link (&links, run, "3.000\u00a0ms after the launch"));
  g_assert_true (has_link (&links, call, "3.000\u00a0ms"));

  /* The call left of the view. */
  fixture.view.begin_ns = 7 * MS;
  fixture.view.end_ns = 10 * MS;
  links = links_of (&fixture, run);
  g_assert_true (has_link (&links, call, "cudaLaunchKernelExC, 3.000\u00a0ms before the start"));
  g_assert_cmpfloat (links.links[0].rect.x_px, <, 20);

  /* The run right of it. */
  fixture.view.begin_ns = 4 * MS;
  fixture.view.end_ns = 6 * MS;
  links = links_of (&fixture, call);
  g_assert_true (has_link (&links, run, "3.000\u00a0ms after the launch"));

  /* Above the canvas. */
  fixture.view.begin_ns = 4 * MS;
  fixture.view.end_ns = 11 * MS;
  fixture.view.scroll_px = 300;
  fixture.view.height_px = 200;
  links = links_of (&fixture, call);
  g_assert_true (has_link (&links, run, "3.000\u00a0ms after the launch"));
  fixture_clear (&fixture);
}

static void
a_sequence_number_is_drawn_as_a_connection (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  SequencePair one = {
    .forward = timeline_profile_slice (fixture.profile, "aten::addmm"),
    .backward =
      timeline_profile_slice (fixture.profile, "autograd::engine::evaluate_function: AddmmBackward"),
  };
  SequencePairs pairs = { 1, &one, &one };

  track_tree_set_all_open (fixture.tree, true);
  TimelineLinks links = links_of (&fixture, one.forward);
  g_assert_false (has_link (&links, one.backward, " after"));
  fixture.pairs = &pairs;
  links = links_of (&fixture, one.forward);
  g_assert_true (has_link (&links, one.backward, " after"));
  links = links_of (&fixture, one.backward);
  g_assert_true (has_link (&links, one.forward, " before"));
  fixture_clear (&fixture);
}

static void
clocks_that_differ_are_said (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  uint64_t run = timeline_profile_slice (fixture.profile, LAUNCH_EARLIER);
  uint64_t call = trace_launch_of (fixture.profile->trace, run);
  TimelineLinks links = links_of (&fixture, run);

  g_assert_true (has_link (&links, call, "clocks differ"));
  fixture_clear (&fixture);
}

static void
one_launch_of_many_runs_has_a_bracket (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  uint64_t call = timeline_profile_slice (fixture.profile, LAUNCH_GRAPH), first;
  TimelineLinks links = links_of (&fixture, call);

  g_assert_cmpuint (trace_flows_from (fixture.profile->trace, call, &first), ==, 24);
  g_assert_true (has_link (&links, trace_flow (fixture.profile->trace, first).to, "24 runs, 1.670\u00a0ms"));
  fixture_clear (&fixture);
}

static void
what_was_not_launched_has_no_arrow (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());

  g_assert_cmpint (links_of (&fixture, timeline_profile_slice (fixture.profile, "aten::linear")).n, ==, 0);
  g_assert_cmpint (links_of (&fixture, timeline_profile_slice (fixture.profile, "Memcpy DtoD")).n, ==, 0);
  fixture_clear (&fixture);
}

/* Whether marks leave anything on the canvas outside [top_px, bottom_px). */
static bool
have_ink_outside (const Fixture *fixture, const TimelineMarks *marks, int top_px, int bottom_px)
{
  const TimelineView *view = &fixture->view;
  DrawStyle style = { theme_get (THEME_LIGHT), text_cache_new (NULL, 1), &number_style_c };
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, view->width_px, view->height_px);
  cairo_t *cr = cairo_create (surface);
  TimelinePlan *plan = timeline_plan_new ();
  bool has_ink = false;

  g_assert_true (timeline_plan_make (plan, view, 1));
  timeline_draw_marks (cr, view, plan, &style, marks, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (int y = 0; y < view->height_px; y++)
    {
      const uint32_t *line =
        (const uint32_t *) (const void *) (cairo_image_surface_get_data (surface)
                                           + y * cairo_image_surface_get_stride (surface));

      for (int x = 0; x < view->width_px && (y < top_px || y >= bottom_px); x++)
        has_ink = has_ink || line[x] != 0;
    }
  timeline_plan_free (plan);
  cairo_surface_destroy (surface);
  text_cache_free (style.text);
  return has_ink;
}

/* A millisecond is ten million pixels here, more than Cairo has. */
static void
what_is_far_away_leaves_no_marks (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  uint64_t run = timeline_profile_slice (fixture.profile, LAUNCH_LONG);
  int64_t start_ns = trace_slices (fixture.profile->trace)->start_ns[run];
  TimelineMarks marks = { .selected = SLICE_NONE, .hovered = run, .focused = SLICE_NONE };
  Rect rect;

  fixture.view.begin_ns = start_ns - 50;
  fixture.view.end_ns = start_ns + 50;
  g_assert_true (timeline_view_slice_rect (&fixture.view, run, &rect));
  g_assert_false (have_ink_outside (&fixture, &marks, (int) rect.y_px - 8, (int) rect.y_px + 28));

  marks.hovered = SLICE_NONE;
  for (int64_t away_ns = -30 * MS; away_ns <= 30 * MS; away_ns += 1777777)
    {
      if (ABS (away_ns) < 100 * US)
        continue;
      marks.has_area = true;
      marks.begin_ns = start_ns + away_ns;
      marks.end_ns = marks.begin_ns + 10 * US;
      marks.focused = timeline_profile_slice (fixture.profile, "aten::linear");
      g_assert_false (have_ink_outside (&fixture, &marks, 0, 0));
    }
  fixture_clear (&fixture);
}

/* ---- overview ---- */

static void
overview_tells_steps_edges_and_times (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  int64_t time_ns;
  uint64_t step;

  fixture.view.begin_ns = 15 * MS;
  fixture.view.end_ns = 20 * MS;
  TimelineView whole = fixture.view;
  whole.begin_ns = fixture.profile->begin_ns;
  whole.end_ns = fixture.profile->end_ns;
  double left_px = timeline_view_px (&whole, 15 * MS), right_px = timeline_view_px (&whole, 20 * MS);

  g_assert_cmpint (timeline_overview_hit (&fixture.view, left_px, 30, &time_ns, &step), ==,
                   OVERVIEW_WINDOW_BEGIN);
  g_assert_cmpint (timeline_overview_hit (&fixture.view, right_px, 30, &time_ns, &step), ==,
                   OVERVIEW_WINDOW_END);
  g_assert_cmpint (timeline_overview_hit (&fixture.view, (left_px + right_px) / 2, 30, &time_ns, &step), ==,
                   OVERVIEW_WINDOW);
  g_assert_cmpint (timeline_overview_hit (&fixture.view, 100, 8, &time_ns, &step), ==, OVERVIEW_STEP);
  g_assert_cmpuint (step, ==, 0);
  g_assert_cmpint (timeline_overview_hit (&fixture.view, 100, 30, &time_ns, &step), ==, OVERVIEW_TIME);
  g_assert_cmpint (llabs (time_ns - (whole.end_ns - whole.begin_ns) / 10), <, US);
  timeline_overview_hit (&fixture.view, -50, 30, &time_ns, &step);
  g_assert_cmpint (time_ns, ==, whole.begin_ns);
  fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline_view/times_and_places_go_both_ways", times_and_places_go_both_ways);
  g_test_add_func ("/timeline_view/what_is_drawn_is_hit", what_is_drawn_is_hit);
  g_test_add_func ("/timeline_view/narrow_slices_are_hit_from_beside", narrow_slices_are_hit_from_beside);
  g_test_add_func ("/timeline_view/gaps_are_hit_whole", gaps_are_hit_whole);
  g_test_add_func ("/timeline_view/neighbours_lead_everywhere_and_back", neighbours_lead_everywhere_and_back);
  g_test_add_func ("/ruler/ticks_are_apart_and_short", ticks_are_apart_and_short);
  g_test_add_func ("/ruler/counts_from_a_step_only_inside_it", ruler_counts_from_a_step_only_inside_it);
  g_test_add_func ("/arrow/both_ends_can_be_clicked", both_ends_of_an_arrow_can_be_clicked);
  g_test_add_func ("/arrow/a_sequence_number_is_drawn_as_a_connection",
                   a_sequence_number_is_drawn_as_a_connection);
  g_test_add_func ("/arrow/clocks_that_differ_are_said", clocks_that_differ_are_said);
  g_test_add_func ("/arrow/one_launch_of_many_runs_has_a_bracket", one_launch_of_many_runs_has_a_bracket);
  g_test_add_func ("/arrow/what_was_not_launched_has_no_arrow", what_was_not_launched_has_no_arrow);
  g_test_add_func ("/timeline_marks/what_is_far_away_leaves_none", what_is_far_away_leaves_no_marks);
  g_test_add_func ("/overview/tells_steps_edges_and_times", overview_tells_steps_edges_and_times);
  return g_test_run ();
}
