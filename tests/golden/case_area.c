/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables and the ring of an area of the sample profile: as wide as at the bottom of a window and as at its right, while
 * they are worked out, and where no GPU is among the rows. */

#include <math.h>

#include "tests/golden/golden.h"
#include "trace/open/open.h"
#include "widgets/details/facts/area_sheet.h"

typedef struct
{
  double from, to; /* of the profile: 0 to 1 */
  bool is_host;    /* of tracks without a device only */
  bool is_unknown; /* yet */
  int focused, hovered;
} AreaCase;

static const Profile *sample;

static const TrackSet *
host_tracks (const Trace *trace)
{
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    if (trace_track (trace, t)->device < 0)
      g_array_append_val (tracks, t);
  return track_set_new ((const uint32_t *) (const void *) tracks->data, tracks->len);
}

static void
draw_area (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const AreaCase *area = data;
  double length_ns = (double) (sample->end_ns - sample->begin_ns);
  int64_t begin_ns = sample->begin_ns + (int64_t) (area->from * length_ns);
  int64_t end_ns = sample->begin_ns + (int64_t) (area->to * length_ns);
  StatsScope scope = stats_scope_window (sample->trace, sample->steps, &begin_ns, &end_ns);
  const TrackSet *tracks = area->is_host ? host_tracks (sample->trace) : NULL;
  const ChartMarks marks = { .hovered = area->hovered, .selected = -1, .focused = area->focused };
  AreaSheet *sheet = NULL;
  AreaStats stats;

  scope.tracks = tracks;
  g_assert_true (area_stats_compute (&scope, NULL, NULL, &stats));
  if (!area->is_unknown)
    sheet = area_sheet_new (sample, &stats, begin_ns, end_ns, style->numbers);
  theme_set_source (cr, style->theme->view);
  cairo_rectangle (cr, rect->x_px, rect->y_px, rect->width_px, rect->height_px);
  cairo_fill (cr);
  cairo_save (cr);
  cairo_translate (cr, rect->x_px + 16, rect->y_px + 12);
  area_sheet_draw (cr, (int) rect->width_px - 32, style, sheet, &marks, NULL);
  cairo_restore (cr);
  area_sheet_free (sheet);
  area_stats_clear (&stats);
  track_set_unref (tracks);
}

static const AreaCase some = { 0.2, 0.6, false, false, -1, -1 };
static const AreaCase walked = { 0.2, 0.6, false, false, 1, 3 };
static const AreaCase unknown = { 0.2, 0.6, false, true, -1, -1 };
static const AreaCase host = { 0.2, 0.6, true, false, -1, -1 };

static const GoldenCase cases[] = {
  { "sheet_light", 1888, 314, THEME_LIGHT, draw_area, &some, NULL, 0 },
  { "sheet_dark", 1280, 620, THEME_DARK, draw_area, &walked, NULL, 0 },
  { "sheet_contrast", 1280, 620, THEME_CONTRAST, draw_area, &some, NULL, 0 },
  { "sheet_unknown", 1888, 314, THEME_LIGHT, draw_area, &unknown, NULL, 0 },
  { "sheet_host", 900, 640, THEME_LIGHT, draw_area, &host, NULL, 0 },
  { "sheet_narrow", 440, 1200, THEME_DARK, draw_area, &some, NULL, 0 },
  { "sheet_large_text", 1280, 2340, THEME_LIGHT, draw_area, &some, NULL, 2 },
};

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "resources", "sample", NULL);
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);

  g_assert_no_error (error);
  sample = profile_new (trace, path, NULL, &error);
  g_assert_no_error (error);
  int status = golden_main (argc, argv, "area", cases, sizeof cases / sizeof cases[0]);
  profile_unref (sample);
  return status;
}
