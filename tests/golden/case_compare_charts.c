/* SPDX-License-Identifier: Apache-2.0
 *
 * Charts of the Compare page: from one step time to another, histograms over each other, and curves along a step. At the sizes they are used,
 * and at the edges: nothing, one row, no difference, a small difference, very many rows, too small. */

#include <math.h>

#include "tests/golden/golden.h"
#include "widgets/charts/chart.h"

#define N(array) ((int) (sizeof (array) / sizeof (array)[0]))
#define PERCENT  "\u202f%"
#define MS       1e6

typedef struct
{
  WaterfallChart chart;
  ChartMarks marks;
} WaterfallCase;

static void
draw_waterfall (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const WaterfallCase *waterfall = data;

  waterfall_chart_draw (cr, rect, style, &waterfall->chart, &waterfall->marks, NULL);
}

typedef struct
{
  OverlayChart chart;
  ChartMarks marks;
} OverlayCase;

static void
draw_overlay (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const OverlayCase *overlay = data;

  overlay_chart_draw (cr, rect, style, &overlay->chart, &overlay->marks, NULL);
}

typedef struct
{
  CurvesChart chart;
  ChartMarks marks;
} CurvesCase;

static void
draw_curves (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const CurvesCase *curves = data;

  curves_chart_draw (cr, rect, style, &curves->chart, &curves->marks, NULL);
}

#define NO_MARKS \
  {              \
    -1, -1, -1   \
  }

/* clang-format off */
static const WaterfallRow rows[] = {
  { "A: control", "76.76 ms", NULL, 0, 76.76 * MS, .is_total = true, .look = CHART_OTHERS },
  { "Compute", "+44.50 ms", "+58.0" PERCENT, 76.76 * MS, 121.26 * MS, .can_open = true, .is_open = true,
    .tone = CHANGE_WORSE, .look = CHART_WORK, .work = WORK_COMPUTE },
  { "gemm bf16 128x64 tn · ampere → triton_mm_fused_addmm_relu_backward_17", "+45.10 ms", "+58.8" PERCENT,
    76.76 * MS, 121.86 * MS, .is_detail = true, .tone = CHANGE_WORSE, .look = CHART_WORK, .work = WORK_GEMM },
  { "add f32 · vectorized_elementwise", "-1.200 ms", "-1.6" PERCENT, 121.86 * MS, 120.66 * MS, .is_detail = true,
    .tone = CHANGE_BETTER, .look = CHART_WORK, .work = WORK_COMPUTE },
  { "155 others", "+600.0 µs", "+0.8" PERCENT, 120.66 * MS, 121.26 * MS, .is_detail = true, .tone = CHANGE_WORSE,
    .look = CHART_OTHERS },
  { "Exposed communication", "+3.660 ms", "+4.8" PERCENT, 121.26 * MS, 124.92 * MS, .can_open = true,
    .tone = CHANGE_WORSE, .look = CHART_WORK, .work = WORK_COMMUNICATION },
  { "Exposed memcpy and memset", "0 ns", "+0.0" PERCENT, 124.92 * MS, 124.92 * MS, .can_open = true,
    .look = CHART_WORK, .work = WORK_MEMCPY },
  { "Idle: the host fetches the next batch", "-8.060 ms", "-10.5" PERCENT, 124.92 * MS, 116.86 * MS,
    .tone = CHANGE_BETTER, .look = CHART_IDLE },
  { "B: test", "116.86 ms", NULL, 0, 116.86 * MS, .is_total = true, .look = CHART_OTHERS },
};
static const WaterfallRow small_rows[] = {
  { "A: control", "76.76 ms", NULL, 0, 76.76 * MS, .is_total = true, .look = CHART_OTHERS },
  { "Compute", "+150.0 µs", "+0.2" PERCENT, 76.76 * MS, 76.91 * MS, .tone = CHANGE_WORSE, .look = CHART_WORK,
    .work = WORK_COMPUTE },
  { "Idle: the host runs Python", "-400.0 µs", "-0.5" PERCENT, 76.91 * MS, 76.51 * MS, .tone = CHANGE_BETTER,
    .look = CHART_IDLE },
  { "B: test", "76.51 ms", NULL, 0, 76.51 * MS, .is_total = true, .look = CHART_OTHERS },
};
static const WaterfallRow same_rows[] = {
  { "A: control", "76.76 ms", NULL, 0, 76.76 * MS, .is_total = true, .look = CHART_OTHERS },
  { "B: control", "76.76 ms", NULL, 0, 76.76 * MS, .is_total = true, .look = CHART_OTHERS },
};
static const WaterfallRow zero_rows[] = {
  { "A: control", "0 ns", NULL, 0, 0, .is_total = true, .look = CHART_OTHERS },
  { "B: test", "0 ns", NULL, 0, 0, .is_total = true, .look = CHART_OTHERS },
};
/* clang-format on */

static const WaterfallCase waterfall = { { rows, N (rows) }, NO_MARKS };
static const WaterfallCase waterfall_marked = { { rows, N (rows) }, { 1, 2, 5 } };
static const WaterfallCase waterfall_small_change = { { small_rows, N (small_rows) }, NO_MARKS };
static const WaterfallCase waterfall_same = { { same_rows, N (same_rows) }, NO_MARKS };
static const WaterfallCase waterfall_zero = { { zero_rows, N (zero_rows) }, NO_MARKS };
static const WaterfallCase waterfall_empty = { { NULL, 0 }, NO_MARKS };

static const uint64_t a_counts[] = { 0, 2, 9, 8, 3, 1, 0, 0, 0, 0, 0, 0 };
static const uint64_t b_counts[] = { 0, 0, 0, 1, 3, 6, 4, 2, 0, 0, 0, 1 };
static const uint64_t c_counts[] = { 1, 4, 6, 6, 4, 2, 0, 0, 0, 0, 0, 0 };
static const uint64_t d_counts[] = { 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0 };
/* clang-format off */
static const OverlaySeries series[] = {
  { "A", "control, 23 steps", a_counts, 23, 77.1 * MS },
  { "B", "test, 17 steps", b_counts, 17, 80.3 * MS },
  { "C", "control, rank 3, steps 1009 to 1100, 23 steps", c_counts, 23, 76.9 * MS },
  { "D", "test-with-a-long-name-of-a-run-that-nobody-shortened-2026-11-24T21-24-09, 4 steps", d_counts, 4, 83.5 * MS },
};
static const OverlaySeries lacking[] = {
  { "A", "control, 23 steps", a_counts, 23, 77.1 * MS },
  { "B", "test: it has no such slices", NULL, 0, 0 },
};
/* clang-format on */
#define BINS 75000000, 1000000, N (a_counts)
static const OverlayCase overlay_two = { { BINS, series, 2 }, NO_MARKS };
static const OverlayCase overlay_four = { { BINS, series, 4 }, NO_MARKS };
static const OverlayCase overlay_marked = { { BINS, series, 2 }, { 2, 3, 5 } };
static const OverlayCase overlay_lacking = { { BINS, lacking, 2 }, NO_MARKS };
static const OverlayCase overlay_empty = { { 0, 1, 0, NULL, 0 }, NO_MARKS };

/* Shares, and bytes that are not known at first. */
static const double a_active[] = { 0.1, 0.4, 0.95, 1, 1, 0.98, 0.9, 0.97, 1, 0.7, 0.3, 0 };
static const double b_active[] = { 0, 0.2, 0.8, 0.9, 0.5, 0.95, 0.9, 0.9, 0.9, 0.85, 0.8, 0.2 };
static const double a_bytes[] = { NAN, NAN, 12e9, 18e9, 31e9, 38e9, 39e9, 30e9, 22e9, 14e9, 9e9, 9e9 };
static const double b_bytes[] = { 10e9, 10e9, 15e9, 23e9, 36e9, 44.5e9, 44.5e9, 41e9, 30e9, 18e9, 10e9, 10e9 };
/* clang-format off */
static const CurveSeries actives[] = {
  { "A", "control, Whole profile", a_active },
  { "B", "test, Whole profile", b_active },
};
static const CurveSeries bytes[] = {
  { "A", "control, Whole profile", a_bytes },
  { "B", "test, Whole profile", b_bytes },
  { "C", "a third one, which has no memory recorded, and a name that needs more room than there is here", NULL },
};
/* clang-format on */
static const CurvesCase curves_active = { { N (a_active), actives, 2, AREA_SHARE }, NO_MARKS };
static const CurvesCase curves_marked = { { N (a_active), actives, 2, AREA_SHARE }, { 2, 3, 5 } };
static const CurvesCase curves_bytes = { { N (a_bytes), bytes, 3, AREA_BYTES }, NO_MARKS };
static const CurvesCase curves_empty = { { N (a_bytes), bytes + 2, 1, AREA_BYTES }, NO_MARKS };

static const GoldenCase cases[] = {
  { "waterfall_light", 586, 240, THEME_LIGHT, draw_waterfall, &waterfall, NULL, 0 },
  { "waterfall_dark", 586, 240, THEME_DARK, draw_waterfall, &waterfall, NULL, 0 },
  { "waterfall_contrast", 586, 240, THEME_CONTRAST, draw_waterfall, &waterfall, NULL, 0 },
  { "waterfall_marked", 586, 240, THEME_LIGHT, draw_waterfall, &waterfall_marked, NULL, 0 },
  { "waterfall_narrow", 368, 240, THEME_LIGHT, draw_waterfall, &waterfall, NULL, 0 },
  { "waterfall_low", 586, 120, THEME_LIGHT, draw_waterfall, &waterfall, NULL, 0 },
  { "waterfall_small_change", 586, 120, THEME_LIGHT, draw_waterfall, &waterfall_small_change, NULL, 0 },
  { "waterfall_same", 586, 80, THEME_LIGHT, draw_waterfall, &waterfall_same, NULL, 0 },
  { "waterfall_zero", 586, 80, THEME_LIGHT, draw_waterfall, &waterfall_zero, NULL, 0 },
  { "waterfall_empty", 368, 120, THEME_LIGHT, draw_waterfall, &waterfall_empty, NULL, 0 },
  { "waterfall_small", 120, 80, THEME_LIGHT, draw_waterfall, &waterfall, NULL, 0 },
  { "waterfall_text_twice", 900, 440, THEME_DARK, draw_waterfall, &waterfall, NULL, 2 },
  { "waterfall_cantarell", 586, 240, THEME_LIGHT, draw_waterfall, &waterfall, "Cantarell", 0 },
  { "overlay_light", 586, 224, THEME_LIGHT, draw_overlay, &overlay_two, NULL, 0 },
  { "overlay_dark", 586, 224, THEME_DARK, draw_overlay, &overlay_two, NULL, 0 },
  { "overlay_four", 586, 256, THEME_LIGHT, draw_overlay, &overlay_four, NULL, 0 },
  { "overlay_contrast", 586, 256, THEME_CONTRAST, draw_overlay, &overlay_four, NULL, 0 },
  { "overlay_marked", 586, 224, THEME_LIGHT, draw_overlay, &overlay_marked, NULL, 0 },
  { "overlay_lacking", 368, 200, THEME_LIGHT, draw_overlay, &overlay_lacking, NULL, 0 },
  { "overlay_empty", 368, 120, THEME_LIGHT, draw_overlay, &overlay_empty, NULL, 0 },
  { "overlay_small", 120, 80, THEME_LIGHT, draw_overlay, &overlay_two, NULL, 0 },
  { "curves_light", 586, 224, THEME_LIGHT, draw_curves, &curves_active, NULL, 0 },
  { "curves_dark", 586, 224, THEME_DARK, draw_curves, &curves_active, NULL, 0 },
  { "curves_marked", 586, 224, THEME_CONTRAST, draw_curves, &curves_marked, NULL, 0 },
  { "curves_bytes", 586, 224, THEME_LIGHT, draw_curves, &curves_bytes, NULL, 0 },
  { "curves_narrow", 300, 160, THEME_LIGHT, draw_curves, &curves_bytes, NULL, 0 },
  { "curves_empty", 368, 120, THEME_LIGHT, draw_curves, &curves_empty, NULL, 0 },
  { "curves_small", 120, 80, THEME_LIGHT, draw_curves, &curves_active, NULL, 0 },
};

int
main (int argc, char **argv)
{
  return golden_main (argc, argv, "compare", cases, sizeof cases / sizeof cases[0]);
}
