/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/random_profile.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/draw/arrow.h"
#include "widgets/timeline/rows/track_edit.h"

#define APART_PX 24

/* At connections, and at where a time or a slice lies in the view: the linker leads these calls here. */
static uint64_t n_looks;

TraceFlow __real_trace_flow (const Trace *trace, uint64_t flow);
TraceFlow __wrap_trace_flow (const Trace *trace, uint64_t flow);
double __real_timeline_view_px (const TimelineView *view, int64_t time_ns);
double __wrap_timeline_view_px (const TimelineView *view, int64_t time_ns);
bool __real_timeline_view_slice_rect (const TimelineView *view, uint64_t slice, Rect *ret_rect);
bool __wrap_timeline_view_slice_rect (const TimelineView *view, uint64_t slice, Rect *ret_rect);

TraceFlow
__wrap_trace_flow (const Trace *trace, uint64_t flow)
{
  n_looks++;
  return __real_trace_flow (trace, flow);
}

double
__wrap_timeline_view_px (const TimelineView *view, int64_t time_ns)
{
  n_looks++;
  return __real_timeline_view_px (view, time_ns);
}

bool
__wrap_timeline_view_slice_rect (const TimelineView *view, uint64_t slice, Rect *ret_rect)
{
  n_looks++;
  return __real_timeline_view_slice_rect (view, slice, ret_rect);
}

/* What flow_fan_heads () has to find, by looking at each one. */
static void
find_heads (const FlowFan *fan, const TimelineView *view, double apart_px, FlowFanHeads *heads)
{
  double last_x_px = 0, last_y_px = 0;

  heads->n_shown = 0;
  heads->top_px = HUGE_VAL;
  for (uint64_t i = 0; i < fan->n; i++)
    {
      Rect rect;

      if (!timeline_view_slice_rect (view, fan->to[i], &rect))
        continue;
      double y_px = rect.y_px + rect.height_px / 2;
      heads->top_px = fmin (heads->top_px, rect.y_px);
      if (heads->n_shown == (int) G_N_ELEMENTS (heads->shown))
        continue;
      if (heads->n_shown > 0
          && (rect.x_px < 0 || rect.x_px >= view->width_px || y_px < 0 || y_px >= view->height_px
              || (fabs (rect.x_px - last_x_px) < apart_px && fabs (y_px - last_y_px) < apart_px)))
        continue;
      heads->shown[heads->n_shown++] = fan->to[i];
      last_x_px = rect.x_px;
      last_y_px = y_px;
    }
}

static void
check_heads (const FlowFan *fan, const TimelineView *view, double apart_px)
{
  FlowFanHeads heads, expected;

  find_heads (fan, view, apart_px, &expected);
  flow_fan_heads (fan, view, apart_px, &heads);
  g_assert_cmpint (heads.n_shown, ==, expected.n_shown);
  for (int i = 0; i < heads.n_shown; i++)
    g_assert_cmpuint (heads.shown[i], ==, expected.shown[i]);
  g_assert_cmpfloat (heads.top_px, ==, expected.top_px);
}

static void
check_views (GRand *random, const Profile *profile, TrackTree *tree, const FlowFan *fan)
{
  gint32 span_ns = (gint32) CLAMP (profile->end_ns - profile->begin_ns, 1, 1 << 30);

  for (int round = 0; round < 20; round++)
    {
      TimelineView view = {
        .profile = profile,
        .tree = tree,
        .begin_ns = profile->begin_ns + g_rand_int_range (random, 0, span_ns),
        .width_px = 500,
        .height_px = g_rand_int_range (random, 20, 300),
        .scroll_px = g_rand_int_range (random, 0, MAX (track_tree_height_px (tree), 1)),
      };

      view.end_ns = view.begin_ns + g_rand_int_range (random, 1, span_ns + 1);
      check_heads (fan, &view, APART_PX);
    }
}

static void
check_profile (GRand *random, const Profile *profile, uint64_t *n_checked)
{
  const Trace *trace = profile->trace;
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  FlowFans *fans = flow_fans_new ();

  for (uint64_t slice = 0; slice < trace_slices (trace)->n; slice++)
    for (int kind = 0; kind < N_FLOW_KINDS; kind++)
      {
        const FlowFan *fan = flow_fans_get (fans, trace, slice, (FlowKind) kind);
        uint64_t first, n = trace_flows_from (trace, slice, &first), n_of_kind = 0;

        g_assert_true (flow_fans_get (fans, trace, slice, (FlowKind) kind) == fan);
        for (uint64_t i = first; i < first + n; i++)
          if (trace_flow (trace, i).kind == (FlowKind) kind)
            g_assert_cmpuint (fan->to[n_of_kind++], ==, trace_flow (trace, i).to);
        g_assert_cmpuint (fan->n, ==, n_of_kind);
        if (fan->n == 0)
          continue;
        track_tree_set_all_open (tree, g_rand_boolean (random));
        check_views (random, profile, tree, fan);
        ++*n_checked;
      }
  flow_fans_free (fans);
  track_tree_free (tree);
}

static void
those_shown_are_the_ones_that_stand_apart (void)
{
  GRand *random = g_rand_new_with_seed (43);
  uint64_t n_checked = 0;

  for (int round = 0; round < 10; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (Trace) trace = random_profile_new (random);
      const Profile *profile = profile_new (trace, "/tmp/random.json", NULL, &error);

      g_assert_no_error (error);
      check_profile (random, profile, &n_checked);
      profile_unref (profile);
    }
  const Profile *others[] = { timeline_profile_training (), timeline_profile_graph (700) };
  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    {
      check_profile (random, others[i], &n_checked);
      profile_unref (others[i]);
    }
  g_assert_cmpuint (n_checked, >, 50);
  g_rand_free (random);
}

/* The second stream is pinned above the first, which alone has more heads than are shown. */
static void
the_uppermost_row_counts_though_others_are_shown (void)
{
  const Profile *profile = timeline_profile_graph (700);
  const Trace *trace = profile->trace;
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  TrackLayout *layout = track_layout_new ();
  FlowFans *fans = flow_fans_new ();
  const FlowFan *fan =
    flow_fans_get (fans, trace, timeline_profile_slice (profile, LAUNCH_GRAPH), FLOW_LAUNCH);
  TimelineView view = {
    .profile = profile,
    .tree = tree,
    .begin_ns = profile->begin_ns,
    .end_ns = profile->end_ns,
    .width_px = 100000,
    .height_px = 1000,
  };
  FlowFanHeads heads;
  Rect first, second;

  g_assert_cmpuint (fan->n_parts, ==, 2);
  uint64_t of_second = fan->to[fan->parts[1].first];
  uint32_t stream = trace_track_of (trace, of_second);
  track_edit_pin (layout, tree, track_tree_line (tree, stream, TRACK_PART_WHOLE), true);
  track_tree_set_layout (tree, layout);
  g_assert_true (timeline_view_slice_rect (&view, fan->to[0], &first));
  g_assert_true (timeline_view_slice_rect (&view, of_second, &second));
  g_assert_cmpfloat (second.y_px, <, first.y_px);
  flow_fan_heads (fan, &view, APART_PX, &heads);
  g_assert_cmpint (heads.n_shown, ==, (int) G_N_ELEMENTS (heads.shown));
  g_assert_cmpuint (heads.shown[heads.n_shown - 1], <, of_second);
  g_assert_cmpfloat (heads.top_px, ==, second.y_px);
  check_heads (fan, &view, APART_PX);
  flow_fans_free (fans);
  track_layout_free (layout);
  track_tree_free (tree);
  profile_unref (profile);
}

/* The first is asked for again before each new one, which takes the place of the next. */
static void
those_asked_for_last_are_kept (void)
{
  const Profile *profile = timeline_profile_training ();
  FlowFans *fans = flow_fans_new ();
  const FlowFan *kept[4];

  for (uint64_t slice = 0; slice < 4; slice++)
    kept[slice] = flow_fans_get (fans, profile->trace, slice, FLOW_LAUNCH);
  for (uint64_t again = 0; again < 3; again++)
    {
      g_assert_true (flow_fans_get (fans, profile->trace, 0, FLOW_LAUNCH) == kept[0]);
      g_assert_true (flow_fans_get (fans, profile->trace, 4 + again, FLOW_LAUNCH) == kept[1 + again]);
      g_assert_cmpuint (kept[0]->slice, ==, 0);
    }
  flow_fans_forget (fans);
  for (uint64_t slice = 10; slice < 14; slice++)
    kept[slice - 10] = flow_fans_get (fans, profile->trace, slice, FLOW_LAUNCH);
  for (uint64_t slice = 10; slice < 14; slice++)
    g_assert_true (flow_fans_get (fans, profile->trace, slice, FLOW_LAUNCH) == kept[slice - 10]);
  flow_fans_free (fans);
  profile_unref (profile);
}

/* ---- a graph launch ---- */

typedef struct
{
  const Profile *profile;
  TrackTree *tree;
  FlowFans *fans;
  DrawStyle style;
  cairo_surface_t *surface;
  cairo_t *cr;
  uint64_t call;
} Graph;

static Graph
graph_new (unsigned n)
{
  Graph graph = { .profile = timeline_profile_graph (n), .fans = flow_fans_new () };

  graph.tree = track_tree_new (graph.profile, 12, TRACE_NONE, TRACE_NONE);
  graph.style = (DrawStyle){ theme_get (THEME_LIGHT), text_cache_new (NULL, 1), &number_style_c };
  graph.surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1000, 400);
  graph.cr = cairo_create (graph.surface);
  graph.call = timeline_profile_slice (graph.profile, LAUNCH_GRAPH);
  return graph;
}

static void
graph_clear (Graph *graph)
{
  cairo_destroy (graph->cr);
  cairo_surface_destroy (graph->surface);
  text_cache_free (graph->style.text);
  flow_fans_free (graph->fans);
  track_tree_free (graph->tree);
  profile_unref (graph->profile);
}

static TimelineLinks
draw (Graph *graph)
{
  TimelineView view = {
    .profile = graph->profile,
    .tree = graph->tree,
    .begin_ns = graph->profile->begin_ns,
    .end_ns = graph->profile->end_ns,
    .width_px = 1000,
    .height_px = 400,
  };
  TimelineLinks links = { .n = 0 };

  arrow_draw (graph->cr, &view, &graph->style, NULL, graph->fans, graph->call, false, &links);
  return links;
}

static void
all_runs_are_counted (void)
{
  Graph graph = graph_new (120000);
  TimelineLinks links = draw (&graph);
  bool is_said = false;

  for (int i = 0; i < links.n; i++)
    is_said |= g_str_has_prefix (links.links[i].label, "120,000 runs, ");
  g_assert_true (is_said);
  graph_clear (&graph);
}

/* Of a frame whose fan is known already. */
static uint64_t
looks_of_frame (Graph *graph)
{
  draw (graph);
  n_looks = 0;
  draw (graph);
  return n_looks;
}

/* A hundred times as many: a look at each would be as many more. */
static void
a_frame_costs_what_it_shows (void)
{
  Graph small = graph_new (1000), large = graph_new (100000);
  uint64_t n_small = looks_of_frame (&small), n_large = looks_of_frame (&large);

  g_test_message ("1,000 runs: %" G_GUINT64_FORMAT " looks, 100,000: %" G_GUINT64_FORMAT, n_small, n_large);
  g_assert_cmpuint (n_small, >, 0);
  g_assert_cmpuint (n_large, <, 3 * n_small);
  graph_clear (&small);
  graph_clear (&large);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow_fan/those_shown_are_the_ones_that_stand_apart",
                   those_shown_are_the_ones_that_stand_apart);
  g_test_add_func ("/flow_fan/the_uppermost_row_counts_though_others_are_shown",
                   the_uppermost_row_counts_though_others_are_shown);
  g_test_add_func ("/flow_fan/those_asked_for_last_are_kept", those_asked_for_last_are_kept);
  g_test_add_func ("/flow_fan/all_runs_are_counted", all_runs_are_counted);
  g_test_add_func ("/flow_fan/a_frame_costs_what_it_shows", a_frame_costs_what_it_shows);
  return g_test_run ();
}
