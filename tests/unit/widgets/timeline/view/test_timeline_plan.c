/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "trace/build/builder.h"
#include "trace/index/lod.h"
#include "widgets/timeline/draw/timeline_draw.h"

typedef struct
{
  const Profile *profile;
  TrackTree *tree;
  TimelinePlan *plan;
  TimelineView view;
} Fixture;

static Fixture
fixture_new (const Profile *profile)
{
  Fixture fixture = { .profile = profile };

  fixture.tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  fixture.plan = timeline_plan_new ();
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
  timeline_plan_free (fixture->plan);
  track_tree_free (fixture->tree);
  profile_unref (fixture->profile);
}

/* Spans are in order, apart and on the canvas; shares are shares. */
static void
check_plan (const Fixture *fixture)
{
  uint32_t n_plans, n_rows;
  const TimelineRowPlan *plans = timeline_plan_rows (fixture->plan, &n_plans);
  const TimelineRow *rows = track_tree_rows (fixture->tree, &n_rows);
  int32_t n_px = (int32_t) timeline_plan_width (fixture->plan);

  for (uint32_t i = 0; i < n_plans; i++)
    {
      const TimelineSpan *spans = plans[i].spans;
      int32_t end = 0;

      g_assert_cmpuint (plans[i].row, ==, plans[0].row + i);
      for (uint32_t s = 0; s < plans[i].n_spans; s++)
        {
          g_assert_cmpint (spans[s].x_px, >=, end);
          g_assert_cmpint (spans[s].width_px, >=, 1);
          g_assert_true (spans[s].busy >= 0 && spans[s].busy <= 1);
          end = spans[s].x_px + spans[s].width_px;
          g_assert_cmpint (end, <=, n_px);
        }
      for (int32_t x = 0; plans[i].shares != NULL && x < n_px; x++)
        {
          float share = plans[i].shares[x];
          g_assert_true (share >= 0 && share <= 1.0001f);
        }
      g_assert_true ((plans[i].shares != NULL)
                     == (rows[plans[i].row].kind == ROW_UTILIZATION || rows[plans[i].row].kind == ROW_COUNTER
                         || (rows[plans[i].row].kind == ROW_GROUP && !rows[plans[i].row].is_open)));
    }
}

static const TimelineRowPlan *
plan_of_row (const Fixture *fixture, uint32_t row)
{
  uint32_t n;
  const TimelineRowPlan *plans = timeline_plan_rows (fixture->plan, &n);

  for (uint32_t i = 0; i < n; i++)
    if (plans[i].row == row)
      return &plans[i];
  return NULL;
}

static bool
covers (const TimelineRowPlan *plan, int32_t x)
{
  for (uint32_t s = 0; s < plan->n_spans; s++)
    if (x >= plan->spans[s].x_px && x < plan->spans[s].x_px + plan->spans[s].width_px)
      return true;
  return false;
}

/* Pixels with and without a slice, told by looking at every slice. */
static void
check_coverage (const Fixture *fixture)
{
  const SliceColumns *slices = trace_slices (fixture->profile->trace);
  const TimelineView *view = &fixture->view;
  uint32_t n_px = timeline_plan_width (fixture->plan), n_plans;
  const TimelineRowPlan *plans = timeline_plan_rows (fixture->plan, &n_plans);
  g_autofree bool *wanted = g_new (bool, (gsize) n_px + 1);
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (fixture->tree, &n_rows);

  for (uint32_t i = 0; i < n_plans; i++)
    {
      const TimelineRow *row = &rows[plans[i].row];

      if (row->kind != ROW_LANE && row->kind != ROW_STRIP)
        continue;
      memset (wanted, 0, n_px);
      for (uint64_t s = 0; s < slices->n; s++)
        {
          int64_t begin_ns = slices->start_ns[s], end_ns = begin_ns + MAX (slices->dur_ns[s], 1);

          if (track_tree_row_of_slice (fixture->tree, s) != plans[i].row || end_ns <= view->begin_ns
              || begin_ns >= view->end_ns)
            continue;
          for (uint32_t x = lod_pixel_of (begin_ns, view->begin_ns, view->end_ns, n_px);
               x <= lod_pixel_of (end_ns - 1, view->begin_ns, view->end_ns, n_px); x++)
            wanted[x] = true;
        }
      for (uint32_t x = 0; x < n_px; x++)
        if (wanted[x] != covers (&plans[i], (int32_t) x))
          g_error ("%s: pixel %u is %s", row->description, x, wanted[x] ? "missing" : "too much");
    }
}

static void
every_pixel_with_a_slice_is_covered (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  int64_t span_ns = fixture.view.end_ns - fixture.view.begin_ns;

  for (int zoom = 0; zoom < 7; zoom++)
    for (int place = 0; place < 4; place++)
      {
        int64_t shown_ns = span_ns >> (2 * zoom);

        fixture.view.begin_ns = (span_ns - shown_ns) / 3 * place;
        fixture.view.end_ns = fixture.view.begin_ns + shown_ns;
        g_assert_true (timeline_plan_make (fixture.plan, &fixture.view, place == 3 ? 2 : 1));
        check_plan (&fixture);
        check_coverage (&fixture);
      }
  fixture_clear (&fixture);
}

static void
wide_slices_are_themselves (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  uint64_t slice = timeline_profile_slice (fixture.profile, LAUNCH_LONG);

  g_assert_true (timeline_plan_make (fixture.plan, &fixture.view, 1));
  const TimelineRowPlan *plan = plan_of_row (&fixture, track_tree_row_of_slice (fixture.tree, slice));
  const TimelineSpan *span = plan->spans;
  g_assert_cmpuint (plan->n_spans, ==, 2);
  g_assert_cmpuint (span->slice, ==, slice);
  g_assert_true (span->is_whole);
  g_assert_cmpint (span->work, ==, WORK_COMMUNICATION);
  g_assert_cmpint (
    span->x_px, ==,
    (int) timeline_view_px (&fixture.view, trace_slices (fixture.profile->trace)->start_ns[slice]));
  fixture_clear (&fixture);
}

/* Between nanoseconds a slice is as wide as its time, without holes. */
static void
magnified_slices_have_no_holes (void)
{
  Fixture fixture = fixture_new (timeline_profile_lone_kernel ());
  uint64_t slice = timeline_profile_slice (fixture.profile, "lone");
  int64_t start_ns = trace_slices (fixture.profile->trace)->start_ns[slice];

  fixture.view.begin_ns = start_ns - 50;
  fixture.view.end_ns = start_ns + 150;
  g_assert_true (timeline_plan_make (fixture.plan, &fixture.view, 1));
  const TimelineRowPlan *plan = plan_of_row (&fixture, track_tree_row_of_slice (fixture.tree, slice));
  const TimelineSpan *span = plan->spans;
  g_assert_cmpuint (plan->n_spans, ==, 1);
  g_assert_cmpint (span->x_px, ==, 250);
  g_assert_cmpint (span->width_px, ==, 500);
  fixture_clear (&fixture);
}

static void
closed_groups_show_what_lies_in_them (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  uint32_t n;

  track_tree_set_all_open (fixture.tree, false);
  g_assert_true (timeline_plan_make (fixture.plan, &fixture.view, 1));
  check_plan (&fixture);
  g_assert_cmpuint (timeline_plan_rows (fixture.plan, &n)->n_spans, ==, 0);
  g_assert_cmpuint (n, ==, 1);

  const float *shares = timeline_plan_rows (fixture.plan, &n)->shares;
  float most = 0;
  for (int x = 0; x < 1000; x++)
    most = fmaxf (most, shares[x]);
  g_assert_true (most > 0.5f);
  fixture_clear (&fixture);
}

/* A process with one slice, from 0 on, and a counter. */
static Fixture
counter_new (int64_t dur_ns, const int64_t *time_ns, const double *values, int n)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  trace_builder_begin_rank (builder, "rank.json");
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  uint32_t operators = trace_builder_add_track (builder, TRACK_OPERATORS, thread);
  uint32_t counter = trace_builder_add_track (builder, TRACK_COUNTER, process);
  SliceInput all = {
    .track = operators,
    .name = trace_builder_string (builder, "op", 2),
    .kind = SLICE_OPERATOR,
    .dur_ns = dur_ns,
    .args = ARGS_NONE,
  };

  trace_builder_add_slice (builder, &all);
  for (int i = 0; i < n; i++)
    trace_builder_add_sample (builder, counter, time_ns[i], values[i]);
  g_autoptr (Trace) trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return fixture_new (profile_new (trace, "x.json", NULL, &error));
}

/* Between the least and the largest value: a counter may be below 0, or a fraction all the time. */
static void
counters_show_every_value (void)
{
  static const int64_t times_ns[] = { 0, 1000, 2000, 3000 };
  static const double values[] = { -2, 0.25, -1, 0.5 };
  static const float wanted[] = { 0.001f, 0.9f, 0.4f, 1 };
  Fixture fixture = counter_new (4000, times_ns, values, 4);

  g_assert_true (timeline_plan_make (fixture.plan, &fixture.view, 1));

  uint32_t n_plans, n_rows, n_counters = 0;
  const TimelineRowPlan *plans = timeline_plan_rows (fixture.plan, &n_plans);
  const TimelineRow *rows = track_tree_rows (fixture.tree, &n_rows);
  for (uint32_t i = 0; i < n_plans; i++)
    {
      const TimelineRow *row = &rows[plans[i].row];

      if (row->kind != ROW_COUNTER)
        continue;
      n_counters++;
      g_assert_cmpfloat (row->value_min, ==, -2);
      g_assert_cmpfloat (row->value_max, ==, 0.5);
      for (int quarter = 0; quarter < 4; quarter++)
        g_assert_cmpfloat_with_epsilon (plans[i].shares[250 * (uint32_t) quarter + 100], wanted[quarter],
                                        1e-6);
    }
  g_assert_cmpuint (n_counters, ==, 1);
  fixture_clear (&fixture);
}

#define PEAK_SAMPLES 60000

/* Of all samples by looking at each. */
static void
check_counter (Fixture *fixture, const int64_t *time_ns, const double *values)
{
  uint32_t n_plans, n_rows, n_counters = 0;
  const TimelineRowPlan *plans;
  const TimelineRow *rows = track_tree_rows (fixture->tree, &n_rows);

  g_assert_true (timeline_plan_make (fixture->plan, &fixture->view, 1));
  plans = timeline_plan_rows (fixture->plan, &n_plans);
  for (uint32_t i = 0; i < n_plans; i++)
    {
      const TimelineRow *row = &rows[plans[i].row];
      int sample = 0;

      if (row->kind != ROW_COUNTER)
        continue;
      n_counters++;
      while (sample < PEAK_SAMPLES && time_ns[sample] <= fixture->view.begin_ns)
        sample++;
      for (uint32_t x = 0; x < timeline_plan_width (fixture->plan); x++)
        {
          int64_t until_ns = timeline_view_ns (&fixture->view, x + 1) - 1;
          double most = sample > 0 ? values[sample - 1] : -INFINITY;

          for (; sample < PEAK_SAMPLES && time_ns[sample] <= until_ns; sample++)
            most = fmax (most, values[sample]);
          double share = sample == 0 ? 0 : (most - row->value_min) / (row->value_max - row->value_min);
          g_assert_cmpfloat_with_epsilon (plans[i].shares[x], sample == 0 ? 0 : fmax (share, 0.001), 1e-6);
        }
    }
  g_assert_cmpuint (n_counters, ==, 1);
}

/* Between any others, at any zoom. */
static void
no_peak_of_a_counter_is_missed (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (21);
  g_autofree int64_t *time_ns = g_new (int64_t, PEAK_SAMPLES);
  g_autofree double *values = g_new (double, PEAK_SAMPLES);

  for (int round = 0; round < 6; round++)
    {
      int64_t now_ns = 700;

      for (int i = 0; i < PEAK_SAMPLES; i++)
        {
          /* Some at one time, and nothing for a while. */
          now_ns += g_rand_int_range (random, 0, 3) == 0 ? 0 : g_rand_int_range (random, 0, 40);
          now_ns += g_rand_int_range (random, 0, 3000) == 0 ? 9000 : 0;
          time_ns[i] = now_ns;
          values[i] = g_rand_double_range (random, round % 2 == 0 ? -3 : -100, -1);
          if (g_rand_int_range (random, 0, 2000) == 0)
            values[i] = g_rand_double_range (random, -1, 50);
        }
      Fixture fixture = counter_new (now_ns + 500, time_ns, values, PEAK_SAMPLES);

      check_counter (&fixture, time_ns, values);
      for (int i = 0; i < 10; i++)
        {
          fixture.view.begin_ns = g_rand_int_range (random, -2000, (gint32) now_ns);
          fixture.view.end_ns = fixture.view.begin_ns + g_rand_int_range (random, 1001, (gint32) now_ns);
          check_counter (&fixture, time_ns, values);
        }
      fixture_clear (&fixture);
    }
}

/* Several threads share the rows as they come: who planned what is not seen. */
static void
threads_plan_what_one_plans (void)
{
  Fixture one = fixture_new (timeline_profile_training ());
  Fixture several = fixture_new (timeline_profile_training ());

  for (int i = 0; i < 40; i++)
    {
      uint32_t n, n_several;

      one.view.begin_ns += 13;
      several.view.begin_ns = one.view.begin_ns;
      g_setenv ("STEPSCOPE_THREADS", "1", TRUE);
      g_assert_true (timeline_plan_make (one.plan, &one.view, 2));
      g_setenv ("STEPSCOPE_THREADS", "4", TRUE);
      g_assert_true (timeline_plan_make (several.plan, &several.view, 2));
      g_unsetenv ("STEPSCOPE_THREADS");

      const TimelineRowPlan *of_one = timeline_plan_rows (one.plan, &n);
      const TimelineRowPlan *of_several = timeline_plan_rows (several.plan, &n_several);
      g_assert_cmpuint (n, ==, n_several);
      g_assert_cmpuint (n, >, 4);
      for (uint32_t r = 0; r < n; r++)
        {
          const TimelineRowPlan *a = &of_one[r], *b = &of_several[r];

          g_assert_cmpuint (a->row, ==, b->row);
          g_assert_cmpuint (a->n_spans, ==, b->n_spans);
          for (uint32_t s = 0; s < a->n_spans; s++)
            {
              g_assert_cmpint (a->spans[s].x_px, ==, b->spans[s].x_px);
              g_assert_cmpint (a->spans[s].width_px, ==, b->spans[s].width_px);
              g_assert_cmpuint (a->spans[s].slice, ==, b->spans[s].slice);
            }
          g_assert_true ((a->shares == NULL) == (b->shares == NULL));
          if (a->shares != NULL)
            g_assert_cmpint (memcmp (a->shares, b->shares, 2000 * sizeof (float)), ==, 0);
        }
    }
  fixture_clear (&several);
  fixture_clear (&one);
}

static void
only_rows_in_view_are_planned (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  uint32_t n, n_all;

  g_assert_true (timeline_plan_make (fixture.plan, &fixture.view, 1));
  timeline_plan_rows (fixture.plan, &n_all);
  fixture.view.scroll_px = 100;
  fixture.view.height_px = 100;
  g_assert_true (timeline_plan_make (fixture.plan, &fixture.view, 1));
  const TimelineRowPlan *plans = timeline_plan_rows (fixture.plan, &n);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, n_all / 2);
  g_assert_cmpuint (plans[0].row, ==, track_tree_row_at (fixture.tree, 100));
  check_plan (&fixture);

  fixture.view.width_px = 0;
  g_assert_true (timeline_plan_make (fixture.plan, &fixture.view, 1));
  check_plan (&fixture);
  fixture_clear (&fixture);
}

/* ---- on the surface ---- */

static uint32_t
pixel (cairo_surface_t *surface, int x, int y)
{
  const unsigned char *row =
    cairo_image_surface_get_data (surface) + (ptrdiff_t) y * cairo_image_surface_get_stride (surface);
  uint32_t value;

  memcpy (&value, row + 4 * (ptrdiff_t) x, sizeof value);
  return value & 0xffffff;
}

/* Pixels of the row's middle line that are neither ground nor grid. */
static int
count_seen (cairo_surface_t *surface, const TimelineView *view, const Theme *theme, uint32_t row)
{
  Rect rect = timeline_view_row_rect (view, row);
  Rgb grid = theme_mix (theme->grid, theme->view, 0.6);
  int y = (int) (rect.y_px + rect.height_px / 2), n = 0;

  cairo_surface_flush (surface);
  for (int x = 0; x < view->width_px; x++)
    n += pixel (surface, x, y) != theme->view && pixel (surface, x, y) != grid;
  return n;
}

static void
lone_short_kernel_is_seen_at_any_zoom (void)
{
  Fixture fixture = fixture_new (timeline_profile_lone_kernel ());
  uint64_t slice = timeline_profile_slice (fixture.profile, "lone");
  uint32_t row = track_tree_row_of_slice (fixture.tree, slice);
  int64_t start_ns = trace_slices (fixture.profile->trace)->start_ns[slice];
  int64_t span_ns = fixture.view.end_ns - fixture.view.begin_ns;
  TextCache *text = text_cache_new (NULL, 1);

  for (int t = 0; t < 2; t++)
    for (int width_px = 7; width_px < 2000; width_px = width_px * 5 / 3 + 1)
      {
        DrawStyle style = { theme_get (t == 0 ? THEME_LIGHT : THEME_DARK), text, &number_style_c };
        cairo_surface_t *surface =
          cairo_image_surface_create (CAIRO_FORMAT_RGB24, width_px, fixture.view.height_px);
        cairo_t *cr = cairo_create (surface);

        fixture.view.width_px = width_px;
        for (int64_t shown_ns = span_ns; shown_ns > 400; shown_ns = shown_ns * 2 / 7)
          {
            fixture.view.begin_ns = MAX (start_ns - shown_ns / 3, 0);
            fixture.view.end_ns = fixture.view.begin_ns + shown_ns;
            g_assert_true (timeline_plan_make (fixture.plan, &fixture.view, 1));
            timeline_draw_rows (cr, &fixture.view, fixture.plan, &style);

            int n = count_seen (surface, &fixture.view, style.theme, row);
            double exact_px = 100.0 * width_px / (double) shown_ns;
            g_assert_cmpint (n, >=, 1);
            if (shown_ns > (int64_t) 100 * width_px)
              g_assert_cmpint (n, <=, 2);
            else
              g_assert_cmpfloat (n, <=, exact_px + 2);
          }
        cairo_destroy (cr);
        cairo_surface_destroy (surface);
      }
  text_cache_free (text);
  fixture_clear (&fixture);
}

/* Pixels written directly and Cairo's rectangles are the same picture. (Narrow enough for there to be no labels: glyphs
 * replayed from a recording lie between other pixels.) */
static void
both_sinks_paint_the_same (void)
{
  Fixture fixture = fixture_new (timeline_profile_training ());
  TextCache *text = text_cache_new (NULL, 1);
  DrawStyle style = { theme_get (THEME_LIGHT), text, &number_style_c };
  cairo_surface_t *surfaces[2];
  int width_px = 75;

  fixture.view.width_px = width_px;
  g_assert_true (timeline_plan_make (fixture.plan, &fixture.view, 1));
  for (int i = 0; i < 2; i++)
    {
      surfaces[i] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width_px + 1, fixture.view.height_px);
      cairo_t *cr = cairo_create (surfaces[i]);

      cairo_translate (cr, 1, 0);
      if (i == 1) /* a surface that is no image */
        {
          cairo_surface_t *recording = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
          cairo_t *recorder = cairo_create (recording);

          timeline_draw_rows (recorder, &fixture.view, fixture.plan, &style);
          cairo_destroy (recorder);
          cairo_set_source_surface (cr, recording, 0, 0);
          cairo_paint (cr);
          cairo_surface_destroy (recording);
        }
      else
        timeline_draw_rows (cr, &fixture.view, fixture.plan, &style);
      cairo_destroy (cr);
      cairo_surface_flush (surfaces[i]);
    }
  for (int y = 0; y < fixture.view.height_px; y++)
    for (int x = 0; x < width_px; x++)
      if (pixel (surfaces[0], x + 1, y) != pixel (surfaces[1], x + 1, y))
        {
          uint32_t a = pixel (surfaces[0], x + 1, y), b = pixel (surfaces[1], x + 1, y);

          /* Colours go through Cairo as fractions and back by rounding. */
          for (int shift = 0; shift <= 16; shift += 8)
            g_assert_cmpint (abs ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)), <=, 1);
        }
  for (int i = 0; i < 2; i++)
    cairo_surface_destroy (surfaces[i]);
  text_cache_free (text);
  fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline_plan/every_pixel_with_a_slice_is_covered", every_pixel_with_a_slice_is_covered);
  g_test_add_func ("/timeline_plan/wide_slices_are_themselves", wide_slices_are_themselves);
  g_test_add_func ("/timeline_plan/magnified_slices_have_no_holes", magnified_slices_have_no_holes);
  g_test_add_func ("/timeline_plan/closed_groups_show_what_lies_in_them",
                   closed_groups_show_what_lies_in_them);
  g_test_add_func ("/timeline_plan/counters_show_every_value", counters_show_every_value);
  g_test_add_func ("/timeline_plan/no_peak_of_a_counter_is_missed", no_peak_of_a_counter_is_missed);
  g_test_add_func ("/timeline_plan/threads_plan_what_one_plans", threads_plan_what_one_plans);
  g_test_add_func ("/timeline_plan/only_rows_in_view_are_planned", only_rows_in_view_are_planned);
  g_test_add_func ("/timeline_plan/lone_short_kernel_is_seen_at_any_zoom",
                   lone_short_kernel_is_seen_at_any_zoom);
  g_test_add_func ("/timeline_plan/both_sinks_paint_the_same", both_sinks_paint_the_same);
  return g_test_run ();
}
