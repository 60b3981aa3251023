/* SPDX-License-Identifier: Apache-2.0
 *
 * What it takes to draw the heat map of 1,024 ranks and 200 steps: processor time of one thread, the median of nine runs after
 * one. Fails if that is more than the bar.
 *
 *   bench_heat_map      milliseconds in a card of the dashboard, and enlarged */

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "widgets/charts/chart.h"

#define N_RANKS 1024
#define N_STEPS 200
#define N_RUNS  10
#define BAR_MS  5.0

static int64_t values[N_RANKS * N_STEPS];
static uint64_t items[N_RANKS * N_STEPS];
static uint32_t rows[N_RANKS];

static double
cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static char *
row_label (const void *user_data, int row)
{
  (void) user_data;
  return g_strdup_printf ("Rank %d", row);
}

static char *
column_label (const void *user_data, int column)
{
  (void) user_data;
  return g_strdup_printf ("%d", column);
}

static char *
value_text (const void *user_data, int64_t value, const NumberStyle *numbers)
{
  char text[NUMBER_TEXT_MAX];

  (void) user_data;
  return g_strdup (number_text_duration (numbers, (double) value, text));
}

static double
draw_ms (const DrawStyle *style, int width_px, int height_px)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width_px, height_px);
  const Rect rect = { 0, 0, width_px, height_px };
  const ChartMarks marks = { 700 * N_STEPS + 20, -1, 300 * N_STEPS + 150 };
  ChartMap *map = g_new0 (ChartMap, 1);
  double runs[N_RUNS];
  const HeatChart chart = {
    .n_rows = N_RANKS, .n_columns = N_STEPS, .rows = rows, .items = items, .stride = N_STEPS, .values = values,
    .low = 0, .high = 40000000, .title = "Step time", .low_text = "0 ns", .high_text = "40.0 ms", .corner = "Step",
    .row_label = row_label, .column_label = column_label, .value_text = value_text,
  };

  for (int run = 0; run < N_RUNS; run++)
    {
      double begin_ms = cpu_ms ();
      cairo_t *cr = cairo_create (surface);

      theme_set_source (cr, style->theme->card);
      cairo_paint (cr);
      heat_chart_draw (cr, &rect, style, &chart, &marks, map);
      cairo_surface_flush (surface);
      cairo_destroy (cr);
      runs[run] = cpu_ms () - begin_ms;
    }
  qsort (runs + 1, N_RUNS - 1, sizeof *runs, compare_doubles);
  g_free (map);
  cairo_surface_destroy (surface);
  return runs[N_RUNS / 2];
}

int
main (void)
{
  const DrawStyle style = { theme_get (THEME_LIGHT), text_cache_new (NULL, 1), &number_style_c };
  double card_ms, enlarged_ms;

  for (size_t i = 0; i < G_N_ELEMENTS (values); i++)
    {
      items[i] = i;
      values[i] = (int64_t) (i * 7919 % 40000001);
    }
  for (uint32_t i = 0; i < N_RANKS; i++)
    rows[i] = i * 5 % N_RANKS;
  card_ms = draw_ms (&style, 1232, 272);
  enlarged_ms = draw_ms (&style, 1888, 860);
  printf ("heat map of %d ranks and %d steps: %.2f ms, enlarged %.2f ms CPU (bar %.0f ms)\n", N_RANKS, N_STEPS, card_ms,
          enlarged_ms, BAR_MS);
  text_cache_free (style.text);
  return card_ms <= BAR_MS && enlarged_ms <= BAR_MS ? 0 : 1;
}
