/* SPDX-License-Identifier: Apache-2.0
 *
 * Charts on a printer without colours: between any two neighbouring parts of a ring, of a bar of shares and of a stacked bar
 * there is something to be seen, whichever two they are, in each theme. */

#include <glib.h>
#include <math.h>

#include "widgets/charts/chart.h"

#define SIZE_PX   240
#define WINDOW_PX 4  /* of the boundary: where the line between two parts is looked for */
#define PART_PX   12 /* from there on it is the part itself */
#define INSIDE_PX 16 /* so much of it is looked at */

/* What a line has to differ from both parts by, so that it is seen; parts that differ by more are told apart without. */
#define LINE_CONTRAST  1.35
#define PARTS_CONTRAST 1.8

typedef struct
{
  ChartLook look;
  WorkKind work;
} Look;

#define N_LOOKS (N_WORK_KINDS + 2)

static Look
look_of (int i)
{
  if (i < N_WORK_KINDS)
    return (Look){ CHART_WORK, (WorkKind) i };
  return (Look){ i == N_WORK_KINDS ? CHART_IDLE : CHART_OTHERS, WORK_COMPUTE };
}

/* ---- greys ---- */

static double
linear (unsigned channel)
{
  double value = channel / 255.0;

  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

/* Relative luminance (WCAG 2.1) of a pixel. */
static double
grey_at (cairo_surface_t *surface, int x, int y)
{
  const uint8_t *row =
    cairo_image_surface_get_data (surface) + (ptrdiff_t) y * cairo_image_surface_get_stride (surface);
  uint32_t pixel = ((const uint32_t *) (const void *) row)[x];

  return 0.2126 * linear (pixel >> 16 & 0xff) + 0.7152 * linear (pixel >> 8 & 0xff)
         + 0.0722 * linear (pixel & 0xff);
}

static double
contrast (double a, double b)
{
  return (fmax (a, b) + 0.05) / (fmin (a, b) + 0.05);
}

/* Of a stretch of pixels through (x, y), at a distance from it along (dx, dy): what the eye takes it for. */
static double
mean_grey (cairo_surface_t *surface, int x, int y, int dx, int dy, int from)
{
  double sum = 0;

  for (int i = 0; i < INSIDE_PX; i++)
    sum += grey_at (surface, x + dx * (from + i), y + dy * (from + i));
  return sum / INSIDE_PX;
}

static void
assert_separated (cairo_surface_t *surface, int x, int y, int dx, int dy)
{
  double one = mean_grey (surface, x, y, dx, dy, PART_PX),
         other = mean_grey (surface, x, y, -dx, -dy, PART_PX);
  double best = 1;

  if (contrast (one, other) >= PARTS_CONTRAST)
    return;
  for (int i = -WINDOW_PX; i <= WINDOW_PX; i++)
    {
      double grey = grey_at (surface, x + dx * i, y + dy * i);

      best = fmax (best, fmin (contrast (grey, one), contrast (grey, other)));
    }
  g_assert_cmpfloat (best, >=, LINE_CONTRAST);
}

/* ---- charts of two parts that are equally large ---- */

static const Rect bounds = { 0, 0, SIZE_PX, SIZE_PX };

static void
draw_ring (cairo_t *cr, const DrawStyle *style, const ChartPart *parts, ChartMap *map)
{
  const RingChart chart = { .parts = parts, .n_parts = 2, .has_no_legend = true };

  ring_chart_draw (cr, &bounds, style, &chart, NULL, map);
}

/* At 6 o'clock. */
static void
check_ring (cairo_surface_t *surface, const ChartMap *map)
{
  const ChartArea *area = &map->areas[0];

  g_assert_true (area->is_sector);
  assert_separated (surface, (int) area->cx_px, (int) (area->cy_px + (area->inner_px + area->outer_px) / 2),
                    1, 0);
}

static void
draw_shares (cairo_t *cr, const DrawStyle *style, const ChartPart *parts, ChartMap *map)
{
  share_bar_draw (cr, &bounds, style, &(ShareBar){ parts, 2 }, NULL, map);
}

static void
check_shares (cairo_surface_t *surface, const ChartMap *map)
{
  (void) map;
  assert_separated (surface, SIZE_PX / 2, SIZE_PX / 4, 1, 0);
}

static void
draw_stacked (cairo_t *cr, const DrawStyle *style, const ChartPart *parts, ChartMap *map)
{
  static const int64_t amounts_ns[] = { 50000000, 50000000 };
  const StackedChart chart = { parts, 2, amounts_ns, NULL, 1 };

  stacked_chart_draw (cr, &bounds, style, &chart, NULL, map);
}

static void
check_stacked (cairo_surface_t *surface, const ChartMap *map)
{
  const Rect *bar = &map->areas[0].rect;

  assert_separated (surface, (int) (bar->x_px + bar->width_px / 2),
                    (int) round (bar->y_px + bar->height_px / 2), 0, 1);
}

static const struct
{
  const char *name;
  void (*draw) (cairo_t *cr, const DrawStyle *style, const ChartPart *parts, ChartMap *map);
  void (*check) (cairo_surface_t *surface, const ChartMap *map);
} charts[] = {
  { "ring", draw_ring, check_ring },
  { "bar of shares", draw_shares, check_shares },
  { "stacked bar", draw_stacked, check_stacked },
};

static void
check_pair (cairo_surface_t *surface, const DrawStyle *style, size_t chart, Look one, Look other)
{
  const ChartPart parts[] = {
    { .label = "", .amount = 1, .look = one.look, .work = one.work },
    { .label = "", .amount = 1, .look = other.look, .work = other.work },
  };
  g_autofree ChartMap *map = g_new0 (ChartMap, 1);
  cairo_t *cr = cairo_create (surface);

  theme_set_source (cr, style->theme->card);
  cairo_paint (cr);
  charts[chart].draw (cr, style, parts, map);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  g_test_message ("%s: look %d of kind %d beside %d of %d", charts[chart].name, (int) one.look,
                  (int) one.work, (int) other.look, (int) other.work);
  charts[chart].check (surface, map);
}

static void
test_neighbours (gconstpointer theme)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIZE_PX, SIZE_PX);
  const DrawStyle style = { theme_get ((ThemeId) GPOINTER_TO_INT (theme)), text_cache_new (NULL, 1),
                            &number_style_c };

  for (size_t chart = 0; chart < G_N_ELEMENTS (charts); chart++)
    for (int one = 0; one < N_LOOKS; one++)
      for (int other = 0; other < N_LOOKS; other++)
        if (one != other || one < N_WORK_KINDS) /* there is one rest, and one idle */
          check_pair (surface, &style, chart, look_of (one), look_of (other));
  text_cache_free (style.text);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/grey_print/neighbours_are_separated/light", GINT_TO_POINTER (THEME_LIGHT),
                        test_neighbours);
  g_test_add_data_func ("/grey_print/neighbours_are_separated/dark", GINT_TO_POINTER (THEME_DARK),
                        test_neighbours);
  g_test_add_data_func ("/grey_print/neighbours_are_separated/contrast", GINT_TO_POINTER (THEME_CONTRAST),
                        test_neighbours);
  g_test_add_data_func ("/grey_print/neighbours_are_separated/contrast_dark",
                        GINT_TO_POINTER (THEME_CONTRAST_DARK), test_neighbours);
  return g_test_run ();
}
