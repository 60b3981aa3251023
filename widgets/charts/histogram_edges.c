/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/histogram_edges.h"

#include <glib.h>
#include <math.h>

#define TICK_PX      4.0
#define LABEL_GAP_PX 8.0

static double
edge_px (const HistogramChart *chart, const ChartAxis *axis, int edge)
{
  return axis->left_px + axis->width_px * edge / chart->n_bins;
}

double
histogram_edges_px (const HistogramChart *chart, const ChartAxis *axis, double value_ns)
{
  int low = 0, high = chart->n_bins - 1;

  while (low < high)
    {
      int middle = (low + high + 1) / 2;

      if ((double) chart->edges_ns[middle] <= value_ns)
        low = middle;
      else
        high = middle - 1;
    }

  double begin = (double) chart->edges_ns[low], end = (double) chart->edges_ns[low + 1], share;
  if (chart->edges_ns[low] == INT64_MIN)
    share = 0.5;
  else if (begin > 0 && value_ns > 0)
    share = log (value_ns / begin) / log (end / begin);
  else
    share = (value_ns - begin) / (end - begin);
  return edge_px (chart, axis, low) + axis->width_px / chart->n_bins * fmin (fmax (share, 0), 1);
}

/* Edges are round, and so is their label: "0", "20 µs", "1.2 ms". */
static const char *
edge_text (const DrawStyle *style, int64_t edge_ns, char buffer[NUMBER_TEXT_MAX])
{
  if (edge_ns == 0)
    return "0";
  return number_text_edge (style->numbers, edge_ns, buffer);
}

static double
widest_label_px (const DrawStyle *style, const HistogramChart *chart)
{
  char text[NUMBER_TEXT_MAX];
  double widest = 0;

  for (int edge = 0; edge <= chart->n_bins; edge++)
    if (chart->edges_ns[edge] != INT64_MIN)
      widest = fmax (
        widest, text_width_px (style->text, TEXT_CAPTION, edge_text (style, chart->edges_ns[edge], text)));
  return widest;
}

/* 10 is rounder than 20 and 50, and they than 12. */
typedef enum
{
  EDGE_ANY,
  EDGE_ONE_TWO_FIVE,
  EDGE_DECADE,
} EdgeRoundness;

static EdgeRoundness
roundness_of (int64_t edge_ns)
{
  int64_t digit = edge_ns;

  while (digit >= 10 && digit % 10 == 0)
    digit /= 10;
  return digit <= 1 ? EDGE_DECADE : digit == 2 || digit == 5 ? EDGE_ONE_TWO_FIVE : EDGE_ANY;
}

/* Of the labels that are to be read: as many as have room. */
static EdgeRoundness
roundness_with_room (const HistogramChart *chart, const ChartAxis *axis, double wanted_px)
{
  for (EdgeRoundness roundness = EDGE_ANY; roundness < EDGE_DECADE; roundness++)
    {
      double last_px = -INFINITY;
      bool has_room = true;

      for (int edge = 0; edge <= chart->n_bins && has_room; edge++)
        if (chart->edges_ns[edge] != INT64_MIN && roundness_of (chart->edges_ns[edge]) >= roundness)
          {
            double x_px = edge_px (chart, axis, edge);

            has_room = x_px - last_px >= wanted_px;
            last_px = x_px;
          }
      if (has_room)
        return roundness;
    }
  return EDGE_DECADE;
}

void
histogram_edges_draw_axis (cairo_t *cr,
                           const DrawStyle *style,
                           const HistogramChart *chart,
                           const ChartAxis *axis,
                           double base_px,
                           double min_px,
                           double max_px)
{
  double middle = base_px + TICK_PX + 2 + text_height_px (style->text, TEXT_CAPTION) / 2;
  EdgeRoundness roundness =
    roundness_with_room (chart, axis, widest_label_px (style, chart) + LABEL_GAP_PX);
  double end_px = min_px;

  for (int edge = chart->edges_ns[0] == INT64_MIN ? 1 : 0; edge <= chart->n_bins; edge++)
    {
      double x = edge_px (chart, axis, edge);
      char text[NUMBER_TEXT_MAX];

      theme_set_source (cr, style->theme->rule);
      cairo_rectangle (cr, fmin (floor (x), axis->left_px + axis->width_px - 1), base_px, 1, TICK_PX);
      cairo_fill (cr);
      if (roundness_of (chart->edges_ns[edge]) < roundness)
        continue;
      const char *label = edge_text (style, chart->edges_ns[edge], text);
      double width = text_width_px (style->text, TEXT_CAPTION, label);
      double left = fmax (fmin (x - width / 2, max_px - width), min_px);
      if (left < end_px || left + width > max_px)
        continue;
      text_draw (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, left, middle, label);
      end_px = left + width + LABEL_GAP_PX / 2;
    }
}
