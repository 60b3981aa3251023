/* SPDX-License-Identifier: Apache-2.0
 *
 * What is understood of a time or a step that somebody types: on three steps of 14 ms (1009 to 1011), and on 300 of 1 ms. */

#include "widgets/timeline/view/go_to.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/timeline_profile.h"

#define MS       INT64_C (1000000)
#define SECOND   (1000 * MS)
#define VIEW_NS  (10 * MS)
#define MIDNIGHT (-(INT64_C (21) * 3600 + 24 * 60 + 3) * SECOND)

static const NumberStyle german = { ",", "." };
static const NumberStyle french = { ",", "\u202f" };
static const WallClock no_clock = { .is_known = false };
static const WallClock evening = { true, MIDNIGHT, 2022, 8, 22 };

static GoTo
go_of (const Profile *profile, const char *text, const NumberStyle *numbers)
{
  return go_to_find (text, profile, 0, &evening, VIEW_NS, numbers);
}

static void
assert_time (const Profile *profile, const char *text, const NumberStyle *numbers, int64_t time_ns)
{
  GoTo go = go_of (profile, text, numbers);

  if (go.kind != GO_TO_TIME || go.time_ns != time_ns)
    g_error ("\"%s\" is understood as kind %d, %" G_GINT64_FORMAT " ns: %s", text, go.kind, go.time_ns,
             go.sentence);
  g_free (go.sentence);
}

static void
assert_nowhere (const Profile *profile, const char *text)
{
  GoTo go = go_of (profile, text, &number_style_c);

  if (go.kind != GO_NOWHERE)
    g_error ("\"%s\" is understood: %s", text, go.sentence);
  g_assert_cmpuint (strlen (go.sentence), >, 0);
  g_free (go.sentence);
}

static void
assert_says (const Profile *profile, const char *text, const char *sentence)
{
  GoTo go = go_of (profile, text, &number_style_c);

  g_assert_cmpstr (go.sentence, ==, sentence);
  g_free (go.sentence);
}

static void
test_times (void)
{
  const Profile *profile = timeline_profile_lone_kernel (); /* ten minutes */
  const NumberStyle *c = &number_style_c;

  assert_time (profile, "12.3 ms", c, 12300000);
  assert_time (profile, " 12.3ms ", c, 12300000);
  assert_time (profile, "1.2 s", c, 1200 * MS);
  assert_time (profile, "812 ns", c, 812);
  assert_time (profile, "7 us", c, 7000);
  assert_time (profile, "7 µs", c, 7000);
  assert_time (profile, "7 μs", c, 7000);
  assert_time (profile, "2 min 4 s", c, 124 * SECOND);
  assert_time (profile, "2min 04s 5ms", c, 124 * SECOND + 5 * MS);
  assert_time (profile, "0.1 h", c, 360 * SECOND);
  assert_time (profile, "0.123456789012345678901234 s", c, 123456789);
  assert_time (profile, "0.0000000006 s", c, 1);
  assert_time (profile, "0 ms", c, 0);
  assert_time (profile, "12,504,113 ns", c, 12504113);
  profile_unref (profile);
}

static void
test_signs_count_from_the_view (void)
{
  const Profile *profile = timeline_profile_training ();

  assert_time (profile, "+3 ms", &number_style_c, VIEW_NS + 3 * MS);
  assert_time (profile, "-3ms", &number_style_c, VIEW_NS - 3 * MS);
  assert_time (profile, "− 3 ms", &number_style_c, VIEW_NS - 3 * MS);
  assert_nowhere (profile, "-11 ms");
  assert_nowhere (profile, "+3");
  assert_nowhere (profile, "+");
  profile_unref (profile);
}

static void
test_decimals_of_the_user (void)
{
  const Profile *profile = timeline_profile_training ();

  assert_time (profile, "12,3 ms", &german, 12300000);
  assert_time (profile, "12.3 ms", &german, 12300000);
  assert_time (profile, "12,3 ms", &french, 12300000);
  assert_time (profile, "12\u202f504\u202f113 ns", &french, 12504113);
  assert_nowhere (profile, "12,3 ms"); /* of an English one */
  profile_unref (profile);
}

static void
test_steps (void)
{
  const Profile *profile = timeline_profile_training ();
  static const char *const ways[] = { "1010", "#1010", "# 1010", "step 1010", "Step1010", "STEP 1010 " };

  for (size_t i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      GoTo go = go_of (profile, ways[i], &number_style_c);

      g_assert_cmpint (go.kind, ==, GO_TO_STEP);
      g_assert_cmpuint (go.step, ==, 1);
      g_free (go.sentence);
    }
  assert_time (profile, "Step 1010 + 6.0 ms", &number_style_c, 20 * MS);
  assert_time (profile, "1010+6ms", &number_style_c, 20 * MS);
  profile_unref (profile);
}

static void
test_it_says_what_it_will_do (void)
{
  const Profile *profile = timeline_profile_training ();
  const TraceStep *step = step_table_get (profile->steps, 1);
  char wall[NUMBER_TEXT_MAX];
  g_autofree char *sentence = g_strdup_printf (
    "Step 1010 (2 of 3), %s", number_text_duration (&number_style_c, (double) step->wall_ns, wall));

  assert_says (profile, "1010", sentence);
  assert_says (profile, "15 ms", "15.00\u00a0ms after the begin, step 1010 + 1.000\u00a0ms");
  assert_says (profile, "13.5 ms", "13.50\u00a0ms after the begin");
  profile_unref (profile);
}

static void
test_it_says_why_it_cannot (void)
{
  const Profile *profile = timeline_profile_training (), *lone = timeline_profile_lone_kernel ();

  assert_says (profile, "step 40", "There is no step 40 (1009 to 1011).");
  assert_says (profile, "40", "There is no step 40 (1009 to 1011). A time needs a unit: 40 ms");
  assert_says (lone, "#40", "This profile has no steps.");
  assert_says (lone, "40", "This profile has no steps, and a time needs a unit: 40 ms");
  g_autofree char *outside = go_of (profile, "11 min", &number_style_c).sentence;
  g_assert_true (
    g_str_has_prefix (outside, "11\u00a0min\u00a000\u00a0s is outside the profile (0\u00a0ns to "));
  profile_unref (profile);
  profile_unref (lone);
}

static void
test_clock (void)
{
  const Profile *profile = timeline_profile_lone_kernel ();
  GoTo go;

  assert_time (profile, "21:24:03.5", &number_style_c, 500 * MS);
  assert_time (profile, "21:25", &number_style_c, 57 * SECOND);
  assert_nowhere (profile, "21:24");
  assert_nowhere (profile, "24:00");
  assert_nowhere (profile, "21:60");
  assert_nowhere (profile, "21:24:");
  go = go_to_find ("21:25", profile, 0, &no_clock, 0, &number_style_c);
  g_assert_cmpstr (go.sentence, ==, "This profile does not record the time of day.");
  g_free (go.sentence);
  profile_unref (profile);
}

static void
test_nonsense (void)
{
  static const char *const texts[] = {
    "",
    " ",
    "ms",
    "12.3",
    "12 parsecs",
    "4 s 2 min",
    "1 ms 2 ms",
    "step",
    "step x",
    "#",
    "1010x",
    "1010 + ",
    "1 . 2 s",
    "0x10 ms",
    "1e3 ms",
    "--3 ms",
    "inf s",
    "99999999999999999999 s",
    "9 d 99999999999999 h",
    "#99999999999999999999999",
    ".5 ms",
    "12.ms",
    "1010 + 99999999999999999 s",
  };
  const Profile *profile = timeline_profile_training (), *empty = timeline_profile_steps (0);

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      assert_nowhere (profile, texts[i]);
      assert_nowhere (empty, texts[i]);
    }
  profile_unref (profile);
  profile_unref (empty);
}

/* Every time that the program writes as a duration of whole digits is understood as what it is. */
static void
test_what_is_copied_comes_back (void)
{
  const Profile *profile = timeline_profile_lone_kernel ();
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  const NumberStyle *const styles[] = { &number_style_c, &french };
  char text[NUMBER_TEXT_MAX];

  for (int i = 0; i < 3000; i++)
    {
      int64_t time_ns = (int64_t) g_rand_double_range (random, 0, 6e11);

      for (size_t s = 0; s < G_N_ELEMENTS (styles); s++)
        assert_time (profile, number_text_exact_ns (styles[s], time_ns, text), styles[s], time_ns);
    }
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/go_to/times", test_times);
  g_test_add_func ("/go_to/signs_count_from_the_view", test_signs_count_from_the_view);
  g_test_add_func ("/go_to/decimals_of_the_user", test_decimals_of_the_user);
  g_test_add_func ("/go_to/steps", test_steps);
  g_test_add_func ("/go_to/it_says_what_it_will_do", test_it_says_what_it_will_do);
  g_test_add_func ("/go_to/it_says_why_it_cannot", test_it_says_why_it_cannot);
  g_test_add_func ("/go_to/clock", test_clock);
  g_test_add_func ("/go_to/nonsense", test_nonsense);
  g_test_add_func ("/go_to/what_is_copied_comes_back", test_what_is_copied_comes_back);
  return g_test_run ();
}
