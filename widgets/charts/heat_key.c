/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/heat_key.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/charts/chart_paint.h"
#include "widgets/charts/heat_colours.h"

#define RAMP_HEIGHT_PX 10.0
#define RAMP_MIN_PX    32.0
#define RAMP_MAX_PX    144.0
#define ENTRY_GAP_PX   16.0

/* Where the next entry comes. */
typedef struct
{
  cairo_t *cr; /* NULL: measures */
  const Rect *rect;
  const DrawStyle *style;
  double x_px;
  int line; /* from 0 */
} Pen;

static double
width_of (const Pen *pen, const char *text)
{
  return ceil (text_width_px (pen->style->text, TEXT_CAPTION, text));
}

static double
middle_px (const Pen *pen)
{
  return pen->rect->y_px + ceil (text_height_px (pen->style->text, TEXT_CAPTION)) * (pen->line + 0.5);
}

/* Goes to where an entry of that width fits. */
static void
make_room (Pen *pen, double width_px)
{
  if (pen->x_px > pen->rect->x_px && pen->x_px + width_px > pen->rect->x_px + pen->rect->width_px)
    {
      pen->x_px = pen->rect->x_px;
      pen->line++;
    }
}

static void
write_text (Pen *pen, Rgb colour, const char *text)
{
  double room_px = pen->rect->x_px + pen->rect->width_px - pen->x_px;

  if (pen->cr != NULL && room_px > 0)
    text_draw_fitted (pen->style->text, pen->cr, TEXT_CAPTION, colour, TEXT_LEFT, TEXT_MIDDLE, pen->x_px,
                      middle_px (pen), room_px, text);
  pen->x_px += width_of (pen, text);
}

/* The first colours, from left to right. */
static void
draw_ramp (Pen *pen, double width_px, int n_colours)
{
  const Rect ramp = { round (pen->x_px), round (middle_px (pen) - RAMP_HEIGHT_PX / 2), round (width_px), RAMP_HEIGHT_PX };
  int n = (int) ramp.width_px;
  Rgb colours[HEAT_COLOURS];

  heat_colours (pen->style->theme, colours);
  for (int x = 0; x < n; x++)
    {
      theme_set_source (pen->cr, colours[n > 1 ? x * (n_colours - 1) / (n - 1) : 0]);
      cairo_rectangle (pen->cr, ramp.x_px + x, ramp.y_px, 1, ramp.height_px);
      cairo_fill (pen->cr);
    }
  chart_add_rect (pen->cr, &ramp);
  theme_stroke_inside (pen->cr, pen->style->theme->has_borders ? pen->style->theme->text : pen->style->theme->idle_hatch,
                       1, 1);
}

static void
add_scale (Pen *pen, const HeatChart *chart)
{
  double texts_px = width_of (pen, chart->title) + CHART_GAP_PX + width_of (pen, chart->low_text) + 4
                    + width_of (pen, chart->high_text) + 4;
  double ramp_px = fmin (fmax (pen->rect->width_px - texts_px, RAMP_MIN_PX), RAMP_MAX_PX);
  bool is_flat = chart->low == chart->high;

  write_text (pen, pen->style->theme->text, chart->title);
  pen->x_px += CHART_GAP_PX;
  if (is_flat) /* a single value has a single colour */
    {
      make_room (pen, SWATCH_PX + 4 + width_of (pen, chart->low_text));
      if (pen->cr != NULL)
        draw_ramp (pen, SWATCH_PX, 1);
      pen->x_px += SWATCH_PX + 4;
      write_text (pen, pen->style->theme->secondary, chart->low_text);
      return;
    }
  /* What does not fit beside the title comes below it. */
  make_room (pen, ramp_px + texts_px - width_of (pen, chart->title) - CHART_GAP_PX);
  write_text (pen, pen->style->theme->secondary, chart->low_text);
  pen->x_px += 4;
  if (pen->cr != NULL)
    draw_ramp (pen, ramp_px, HEAT_COLOURS);
  pen->x_px += ramp_px + 4;
  write_text (pen, pen->style->theme->secondary, chart->high_text);
}

static void
add_unknown (Pen *pen)
{
  const ChartPart part = { .look = CHART_IDLE };
  /* Translators: what the hatched cells of a map mean: the profile does not say their values. */
  const char *label = _ ("Not known");

  pen->x_px += ENTRY_GAP_PX;
  make_room (pen, SWATCH_PX + 4 + width_of (pen, label));
  if (pen->cr != NULL)
    chart_draw_swatch (pen->cr, pen->style, pen->x_px, middle_px (pen), &part);
  pen->x_px += SWATCH_PX + 4;
  write_text (pen, pen->style->theme->secondary, label);
}

static void
add_sharing (Pen *pen, const HeatChart *chart, int cells)
{
  char count[NUMBER_TEXT_MAX];
  /* Translators: of a map with more cells than pixels. */
  const char *format =
    chart->is_lowest_shown
      ? ngettext ("Each pixel: the lowest of up to %s cell", "Each pixel: the lowest of up to %s cells", (gulong) cells)
      : ngettext ("Each pixel: the highest of up to %s cell", "Each pixel: the highest of up to %s cells", (gulong) cells);
  g_autofree char *text = g_strdup_printf (format, number_text_count (pen->style->numbers, (uint64_t) cells, count));

  pen->x_px += ENTRY_GAP_PX;
  make_room (pen, width_of (pen, text));
  write_text (pen, pen->style->theme->secondary, text);
}

int
heat_key_draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, const HeatChart *chart, int cells)
{
  Pen pen = { .cr = cr, .rect = rect, .style = style, .x_px = rect->x_px };

  add_scale (&pen, chart);
  if (chart->has_unknown)
    add_unknown (&pen);
  if (cells > 1)
    add_sharing (&pen, chart, cells);
  return pen.line + 1;
}
