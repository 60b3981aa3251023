/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison as a picture: ranks of the sample profile, three and six sides, and profiles that have little to show. */

#include <string.h>

#include "tests/golden/golden.h"
#include "trace/build/builder.h"
#include "trace/open/open.h"
#include "widgets/compare/compare_picture.h"

static ComparePicture two, three, six, nothing;

static void
draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  cairo_save (cr);
  cairo_translate (cr, rect->x_px, rect->y_px);
  compare_picture_draw (cr, data, style, (int) rect->width_px, (int) rect->height_px);
  cairo_restore (cr);
}

static const GoldenCase cases[] = {
  { "two_light", 1280, 1480, THEME_LIGHT, draw, &two, NULL, 0 },
  { "two_dark", 720, 2140, THEME_DARK, draw, &two, NULL, 0 },
  { "three_contrast", 1280, 1300, THEME_CONTRAST, draw, &three, NULL, 0 },
  { "six", 960, 1800, THEME_LIGHT, draw, &six, NULL, 0 },
  { "large_text", 1280, 2400, THEME_LIGHT, draw, &two, NULL, 2.0 },
  { "nothing", 720, 600, THEME_LIGHT, draw, &nothing, NULL, 0 },
};

static const Profile *
open_sample (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "resources", "sample", NULL);
  Trace *trace = trace_open (path, NULL, &error);

  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, path, NULL, &error);
  g_assert_no_error (error);
  trace_unref (trace);
  return profile;
}

static const Profile *
make_nothing (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  trace_builder_begin_rank (builder, "nothing.json");
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, "nothing.json", NULL, &error);
  g_assert_no_error (error);
  trace_unref (trace);
  return profile;
}

/* Sides are ranks of the profile, in this order. */
static ComparePicture
compare (const Profile *profile, const uint32_t *ranks, uint32_t n, uint32_t open)
{
  ComparedSide sides[COMPARED_SIDES_MAX] = { 0 };

  for (uint32_t i = 0; i < n; i++)
    {
      sides[i] = (ComparedSide){ .profile = profile, .name = (char *) "sample" };
      sides[i].scope = g_strdup_printf ("Rank %u", ranks[i]);
      sides[i].part.scope = stats_scope_whole (profile->trace, profile->steps);
      if (trace_n_ranks (profile->trace) > ranks[i])
        stats_scope_limit (&sides[i].part.scope, ranks[i], TRACE_NONE);
    }
  Compared *compared = compared_new (sides, n, NULL, 0, NULL, NULL);
  for (uint32_t i = 0; i < n; i++)
    g_free (sides[i].scope);
  return (ComparePicture){ compared, compare_durations_of_steps (compared),
                           compare_curves_new (compared, NULL, NULL), n - 1, open };
}

static void
picture_clear (ComparePicture *picture)
{
  compare_durations_free ((CompareDurations *) picture->step_times);
  compare_curves_unref ((CompareCurves *) picture->curves);
  compared_unref ((Compared *) picture->compared);
}

int
main (int argc, char **argv)
{
  const Profile *sample = open_sample (), *empty = make_nothing ();

  two = compare (sample, (const uint32_t[]){ 0, 1 }, 2, 1 << PART_COMPUTE);
  three = compare (sample, (const uint32_t[]){ 1, 0, 1 }, 3, 0);
  six = compare (sample, (const uint32_t[]){ 0, 1, 0, 1, 0, 1 }, 6, 0);
  nothing = compare (empty, (const uint32_t[]){ 0, 0 }, 2, 0);
  int status = golden_main (argc, argv, "comparison", cases, sizeof cases / sizeof cases[0]);
  picture_clear (&two);
  picture_clear (&three);
  picture_clear (&six);
  picture_clear (&nothing);
  profile_unref (sample);
  profile_unref (empty);
  return status;
}
