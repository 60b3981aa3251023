/* SPDX-License-Identifier: Apache-2.0
 *
 * The ruler from 100 ns to 10 h, by each of the ways it counts: ticks are apart, short, different, and true. */

#include "widgets/timeline/view/ruler.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "trace/build/builder.h"
#include "widgets/timeline/view/go_to.h"

#define SECOND INT64_C (1000000000)
#define HOUR   (3600 * SECOND)

/* A day without steps. */
static const Profile *
day_new (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  trace_builder_begin_rank (builder, "day.json");
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t counter = trace_builder_add_track (builder, TRACK_COUNTER, process);
  trace_builder_add_sample (builder, counter, 0, 1);
  trace_builder_add_sample (builder, counter, 24 * HOUR, 1);
  g_autoptr (Trace) trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, "day.json", NULL, &error);
  g_assert_no_error (error);
  return profile;
}

static TimelineView
view_of (const Profile *profile, RulerMode mode, int64_t begin_ns, int64_t length_ns)
{
  return (TimelineView){
    .profile = profile,
    .begin_ns = begin_ns,
    .end_ns = begin_ns + length_ns,
    .width_px = 1040,
    .ruler_mode = mode,
    .clock = { true, -(INT64_C (21) * 3600 + 24 * 60 + 3) * SECOND - 120000000, 2022, 8, 22 },
  };
}

/* The time that a text of the ruler names, by what the program understands of texts that are typed. */
static int64_t
time_of (const Profile *profile, const char *text)
{
  static const WallClock no_clock = { .is_known = false };
  const char *colon = strchr (text, ':');

  if (colon != NULL) /* "1:05 h" */
    return g_ascii_strtoll (text, NULL, 10) * HOUR + g_ascii_strtoll (colon + 1, NULL, 10) * 60 * SECOND;
  GoTo go = go_to_find (text[0] == '+' ? text + 1 : text, profile, 0, &no_clock, 0, &number_style_c);
  if (go.kind != GO_TO_TIME)
    g_error ("\"%s\": %s", text, go.sentence);
  g_free (go.sentence);
  return go.time_ns;
}

static void
check_view (const TimelineView *view)
{
  RulerTicks ticks = ruler_ticks (view);
  char text[NUMBER_TEXT_MAX], before[NUMBER_TEXT_MAX] = "", base[NUMBER_TEXT_MAX];
  int64_t base_ns = 0, n_ticks = 0;

  if (ticks.has_base)
    base_ns = time_of (view->profile, ruler_base_text (&ticks, &number_style_c, base));
  g_assert_cmpint (base_ns, ==, ticks.base_ns);
  g_assert_cmpfloat ((double) ticks.step_ns * view->width_px / (double) (view->end_ns - view->begin_ns), >=,
                     RULER_TICK_PX);
  for (int64_t tick_ns = ticks.first_ns; tick_ns < view->end_ns; tick_ns += ticks.step_ns)
    {
      ruler_tick_text (&ticks, &number_style_c, tick_ns, text);
      g_assert_cmpint (g_utf8_strlen (text[0] == '+' ? text + 1 : text, -1), <=, 7);
      g_assert_cmpstr (text, !=, before);
      if (base_ns + time_of (view->profile, text) != tick_ns)
        g_error ("%s is at %" G_GINT64_FORMAT " ns, base %s", text, tick_ns, ticks.has_base ? base : "none");
      g_strlcpy (before, text, sizeof before);
      n_ticks++;
    }
  g_assert_cmpint (n_ticks, >=, 3);
}

static void
test_ticks_say_where_they_are_at_every_scale (void)
{
  static const double places[] = { 0, 1e-9, 1e-5, 0.001, 0.0123456789, 0.3333333, 0.9 };
  const Profile *day = day_new ();

  for (double length = 100; length <= 36e12; length *= 1.37)
    for (size_t i = 0; i < G_N_ELEMENTS (places); i++)
      {
        int64_t begin_ns = (int64_t) (places[i] * ((double) (24 * HOUR) - length));
        TimelineView view = view_of (day, RULER_FROM_BEGIN, begin_ns, (int64_t) length);

        check_view (&view);
      }
  profile_unref (day);
}

static void
check_texts (RulerMode mode,
             int64_t begin_ns,
             int64_t length_ns,
             const char *origin,
             const char *first,
             const char *second)
{
  const Profile *day = day_new ();
  TimelineView view = view_of (day, mode, begin_ns, length_ns);
  RulerTicks ticks = ruler_ticks (&view);
  char text[NUMBER_TEXT_MAX];
  g_autofree char *left = ruler_origin_text (&view, &ticks, &number_style_c);

  g_assert_cmpstr (left, ==, origin);
  g_assert_cmpstr (ruler_tick_text (&ticks, &number_style_c, ticks.first_ns, text), ==, first);
  g_assert_cmpstr (ruler_tick_text (&ticks, &number_style_c, ticks.first_ns + ticks.step_ns, text), ==,
                   second);
  profile_unref (day);
}

static void
test_texts_since_the_begin (void)
{
  check_texts (RULER_FROM_BEGIN, 0, 100, "Since the begin", "0 ns", "10 ns");
  check_texts (RULER_FROM_BEGIN, 0, 12 * SECOND, "Since the begin", "0 s", "2 s");
  check_texts (RULER_FROM_BEGIN, 0, 3 * HOUR, "Since the begin", "0:00 h", "0:30 h");
  check_texts (RULER_FROM_BEGIN, 0, 10 * HOUR, "Since the begin", "0 h", "1 h");
  check_texts (RULER_FROM_BEGIN, 311234567800, 100, "Begin + 5 min 11.2345678 s", "+0 ns", "+10 ns");
  check_texts (RULER_FROM_BEGIN, 5 * HOUR + 60 * SECOND, SECOND, "Begin + 5 h 01 min", "+0 ms", "+100 ms");
  check_texts (RULER_FROM_BEGIN, 5 * HOUR, 400 * SECOND, "Since the begin", "5:00 h", "5:01 h");
  check_texts (RULER_FROM_BEGIN, 5 * HOUR, 200 * SECOND, "Begin + 5 h 00 min", "+0 s", "+30 s");
}

static void
test_texts_of_the_clock (void)
{
  check_texts (RULER_CLOCK, 0, 10 * HOUR, "2022-08-22", "22:00", "23:00");
  check_texts (RULER_CLOCK, 3 * HOUR, HOUR, "2022-08-23", "00:30", "00:40");
  check_texts (RULER_CLOCK, 0, 30 * SECOND, "2022-08-22", "21:24:05", "21:24:10");
  check_texts (RULER_CLOCK, 0, SECOND, "21:24:03", "+200 ms", "+300 ms");
  check_texts (RULER_CLOCK, 0, 1000000, "21:24:03.120", "+0 µs", "+100 µs");
}

static void
test_a_profile_without_a_clock_counts_from_its_begin (void)
{
  const Profile *day = day_new ();
  TimelineView view = view_of (day, RULER_CLOCK, 0, HOUR);

  view.clock.is_known = false;
  RulerTicks ticks = ruler_ticks (&view);
  g_assert_null (ticks.clock);
  g_assert_cmpint (ticks.zero_ns, ==, 0);
  profile_unref (day);
}

static void
test_steps_only_where_they_are_wanted (void)
{
  const Profile *training = timeline_profile_training ();
  TimelineView view = view_of (training, RULER_FROM_STEP, 15000000, 2000000);

  g_assert_cmpuint (ruler_ticks (&view).in_step, ==, 1);
  view.ruler_mode = RULER_FROM_BEGIN;
  g_assert_cmpuint (ruler_ticks (&view).in_step, ==, UINT64_MAX);
  g_assert_cmpint (ruler_ticks (&view).zero_ns, ==, 0);
  view.ruler_mode = RULER_CLOCK;
  g_assert_cmpuint (ruler_ticks (&view).in_step, ==, UINT64_MAX);
  profile_unref (training);
}

static void
check_aligned (int64_t begin_ns, int64_t length_ns, const char *origin, const char *first, const char *second)
{
  const Profile *day = day_new ();
  TimelineView view = view_of (day, RULER_CLOCK, begin_ns, length_ns);
  char text[NUMBER_TEXT_MAX];

  view.has_instant = true;
  view.instant_ns = 60 * SECOND + 1;
  RulerTicks ticks = ruler_ticks (&view);
  g_autofree char *left = ruler_origin_text (&view, &ticks, &number_style_c);
  g_assert_cmpint (ticks.zero_ns, ==, view.instant_ns);
  g_assert_cmpstr (left, ==, origin);
  g_assert_cmpstr (ruler_tick_text (&ticks, &number_style_c, ticks.first_ns, text), ==, first);
  g_assert_cmpstr (ruler_tick_text (&ticks, &number_style_c, ticks.first_ns + ticks.step_ns, text), ==,
                   second);
  profile_unref (day);
}

/* Whatever the mode is. */
static void
test_aligned_timelines_count_from_the_instant (void)
{
  check_aligned (60 * SECOND + 1, 12 * SECOND, "From the alignment", "0 s", "2 s");
  check_aligned (56 * SECOND + 1, 12 * SECOND, "From the alignment", "-4 s", "-2 s");
  check_aligned (61 * SECOND + 1, 1000, "Alignment + 1 s", "+0 ns", "+100 ns");
  check_aligned (59 * SECOND + 1, 1000, "Alignment - 1 s", "+0 ns", "+100 ns");
}

static void
test_words_of_the_modes (void)
{
  for (int i = 0; i < N_RULER_MODES; i++)
    g_assert_cmpint (ruler_mode_find (ruler_mode_word ((RulerMode) i)), ==, i);
  g_assert_cmpint (ruler_mode_find ("sundial"), ==, RULER_FROM_STEP);
  g_assert_cmpint (ruler_mode_find (NULL), ==, RULER_FROM_STEP);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ruler/ticks_say_where_they_are_at_every_scale",
                   test_ticks_say_where_they_are_at_every_scale);
  g_test_add_func ("/ruler/texts_since_the_begin", test_texts_since_the_begin);
  g_test_add_func ("/ruler/texts_of_the_clock", test_texts_of_the_clock);
  g_test_add_func ("/ruler/a_profile_without_a_clock_counts_from_its_begin",
                   test_a_profile_without_a_clock_counts_from_its_begin);
  g_test_add_func ("/ruler/steps_only_where_they_are_wanted", test_steps_only_where_they_are_wanted);
  g_test_add_func ("/ruler/aligned_timelines_count_from_the_instant",
                   test_aligned_timelines_count_from_the_instant);
  g_test_add_func ("/ruler/words_of_the_modes", test_words_of_the_modes);
  return g_test_run ();
}
