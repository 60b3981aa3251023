/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/chart_axis.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "widgets/look/time_scale.h"

#define TICK_PX      4.0
#define LABEL_GAP_PX 16.0
#define STEP_MIN_PX  56.0

double
chart_axis_px (const ChartAxis *axis, double time_ns)
{
  return axis->left_px
         + (time_ns - (double) axis->begin_ns) / ((double) axis->end_ns - (double) axis->begin_ns)
             * axis->width_px;
}

double
chart_axis_height_px (const DrawStyle *style)
{
  return TICK_PX + 2 + ceil (text_height_px (style->text, TEXT_CAPTION));
}

/* How labels tell a time: from base_ns on, with a plus unless that is 0. */
typedef struct
{
  int64_t base_ns, step_ns;
} Labels;

static void
write_label (const DrawStyle *style, const Labels *labels, int64_t time_ns, char buffer[NUMBER_TEXT_MAX])
{
  if (labels->base_ns == 0)
    {
      number_text_tick (style->numbers, time_ns, labels->step_ns, buffer);
      return;
    }
  buffer[0] = '+';
  char rest[NUMBER_TEXT_MAX];
  number_text_tick (style->numbers, time_ns - labels->base_ns, labels->step_ns, rest);
  g_strlcpy (buffer + 1, rest, NUMBER_TEXT_MAX - 1);
}

/* The width of the widest label of the span, for ticks that far apart. */
static double
widest_label_px (const DrawStyle *style, const ChartAxis *axis, const Labels *labels)
{
  char text[NUMBER_TEXT_MAX];
  double widest;

  write_label (style, labels, axis->begin_ns, text);
  widest = text_width_px (style->text, TEXT_CAPTION, text);
  write_label (style, labels, axis->end_ns, text);
  return fmax (widest, text_width_px (style->text, TEXT_CAPTION, text));
}

static Labels
choose_labels (const DrawStyle *style, const ChartAxis *axis, const TimeScale *scale)
{
  Labels labels = { 0, 0 };
  double wanted = STEP_MIN_PX;

  for (int tries = 0; tries < 3; tries++)
    {
      char text[NUMBER_TEXT_MAX];

      labels.step_ns = time_scale_tick_step_ns (scale, wanted);
      labels.base_ns = 0;
      write_label (style, &labels, axis->end_ns, text);
      if (g_utf8_strlen (text, -1) > NUMBER_TEXT_TICK_MAX)
        labels.base_ns = axis->begin_ns;
      wanted = widest_label_px (style, axis, &labels) + LABEL_GAP_PX;
      if ((double) labels.step_ns / scale->ns_per_px >= wanted)
        break;
    }
  return labels;
}

static void
draw_tick (cairo_t *cr, const DrawStyle *style, double x_px, double base_px)
{
  theme_set_source (cr, style->theme->rule);
  cairo_rectangle (cr, floor (x_px), base_px, 1, TICK_PX);
  cairo_fill (cr);
}

/* Centred below its tick, but within the bounds; nothing where it would touch the one before, which ended at
 * *end_px. */
static void
draw_label (cairo_t *cr,
            const DrawStyle *style,
            const char *text,
            double x_px,
            double y_px,
            double min_px,
            double max_px,
            double *end_px)
{
  double width = text_width_px (style->text, TEXT_CAPTION, text);
  double left = fmax (fmin (x_px - width / 2, max_px - width), min_px);

  if (left < *end_px || left + width > max_px)
    return;
  text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, left, y_px, text);
  *end_px = left + width + LABEL_GAP_PX / 2;
}

void
chart_axis_draw (cairo_t *cr,
                 const DrawStyle *style,
                 const ChartAxis *axis,
                 double base_px,
                 double min_px,
                 double max_px)
{
  const TimeScale scale = { axis->begin_ns,
                            ((double) axis->end_ns - (double) axis->begin_ns) / axis->width_px };
  double middle = base_px + TICK_PX + 2 + text_height_px (style->text, TEXT_CAPTION) / 2;
  double end_px = min_px;
  char text[NUMBER_TEXT_MAX];

  if (!(axis->width_px >= 1))
    return;
  const Labels labels = choose_labels (style, axis, &scale);
  int64_t time_ns = labels.base_ns != 0 ? labels.base_ns : time_scale_first_tick_ns (&scale, labels.step_ns);
  if (labels.base_ns != 0)
    {
      draw_tick (cr, style, axis->left_px, base_px);
      draw_label (cr, style, number_text_moment (style->numbers, time_ns, labels.step_ns, text),
                  axis->left_px, middle, min_px, max_px, &end_px);
      time_ns += labels.step_ns;
    }
  for (bool is_time = true; is_time && time_ns <= axis->end_ns;
       is_time = !__builtin_add_overflow (time_ns, labels.step_ns, &time_ns))
    {
      double x = chart_axis_px (axis, (double) time_ns);

      draw_tick (cr, style, fmin (x, axis->left_px + axis->width_px - 1), base_px);
      write_label (style, &labels, time_ns, text);
      draw_label (cr, style, text, x, middle, min_px, max_px, &end_px);
    }
}
