/* SPDX-License-Identifier: Apache-2.0
 *
 * Charts as they are used, at the sizes they are given, and at the edges: long names, nothing, one part, very many,
 * all zero, too small. */

#include <math.h>

#include "tests/golden/golden.h"
#include "widgets/charts/chart.h"

#define N(array) ((int) (sizeof (array) / sizeof (array)[0]))

typedef struct
{
  RingChart chart;
  ChartMarks marks;
} RingCase;

static void
draw_ring (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const RingCase *ring = data;

  ring_chart_draw (cr, rect, style, &ring->chart, &ring->marks, NULL);
}

typedef struct
{
  BarChart chart;
  ChartMarks marks;
} BarCase;

static void
draw_bars (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const BarCase *bars = data;

  bar_chart_draw (cr, rect, style, &bars->chart, &bars->marks, NULL);
}

typedef struct
{
  ShareBar bar;
  ChartMarks marks;
} ShareCase;

static void
draw_share (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const ShareCase *share = data;

  share_bar_draw (cr, rect, style, &share->bar, &share->marks, NULL);
}

typedef struct
{
  HistogramChart chart;
  ChartMarks marks;
} HistogramCase;

static void
draw_histogram (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const HistogramCase *histogram = data;

  histogram_chart_draw (cr, rect, style, &histogram->chart, &histogram->marks, NULL);
}

/* Utilization of a training run of six steps, told by rule. */
#define BUCKETS_MAX 400

typedef struct
{
  int n_series, n_buckets;
  int64_t begin_ns, end_ns;
  double level; /* < 0: a wave of dips */
  ChartMarks marks;
} AreaCase;

static double
wave (int series, int bucket, int n_buckets)
{
  double step = fmod (6.0 * bucket / n_buckets + 0.11 * series, 1);
  double dip = step > 0.82 ? 0.92 - 3.4 * fabs (step - 0.91) : 0;

  return fmax (0, 1 - dip - 0.12 * ((bucket * 7 + series * 3) % 5 == 0) - 0.05 * series);
}

static void
draw_area (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  static const char *const names[8] = {
    "GPU 0", "GPU 1", "GPU 2", "GPU 3", "GPU 4", "GPU 5", "GPU 6", "GPU 7"
  };
  static double values[8][BUCKETS_MAX];
  const AreaCase *area = data;
  AreaSeries series[8];

  for (int i = 0; i < area->n_series; i++)
    {
      for (int k = 0; k < area->n_buckets; k++)
        values[i][k] = area->level < 0 ? wave (i, k, area->n_buckets) : area->level;
      series[i] = (AreaSeries){ names[i], values[i] };
    }
  const AreaChart chart = {
    .begin_ns = area->begin_ns,
    .end_ns = area->end_ns,
    .n_buckets = area->n_buckets,
    .series = series,
    .n_series = area->n_series,
  };
  area_chart_draw (cr, rect, style, &chart, &area->marks, NULL);
}

#define NO_MARKS \
  {              \
    -1, -1, -1   \
  }
#define PERCENT "\u202f%"
#define MS      INT64_C (1000000)

static const ChartPart active[] = {
  { "Active", "388.6 ms", "83.5" PERCENT, NULL, 388.6, CHART_WORK, WORK_GEMM, false },
  { "Idle", "76.72 ms", "16.5" PERCENT, NULL, 76.72, CHART_IDLE, WORK_GEMM, false },
};
static const RingCase ring_active = { { active, N (active), "83.5" PERCENT, "active", false, NULL, NULL },
                                      NO_MARKS };

static const ChartPart kernels[] = {
  { "SendRecv i8 · nccl RING_SIMPLE", "130.7 ms", "29.4" PERCENT, "42", 130.66, CHART_WORK,
    WORK_COMMUNICATION, true },
  { "split_embedding_backward_codegen_rowwise_adagrad_unweighted_kernel_cta_per_row_1 f32", "36.18 ms",
    "8.1" PERCENT, "6", 36.18, CHART_WORK, WORK_COMPUTE, true },
  { "AllReduce f32 · nccl RING_LL", "32.88 ms", "7.4" PERCENT, "18", 32.88, CHART_WORK, WORK_COMMUNICATION,
    true },
  { "split_embedding_codegen_forward_unweighted f32", "15.23 ms", "3.4" PERCENT, "6", 15.23, CHART_WORK,
    WORK_COMPUTE, true },
  { "add f32 · vectorized_elementwise", "13.17 ms", "3.0" PERCENT, "750", 13.17, CHART_WORK, WORK_COMPUTE,
    true },
  { "CatArrayBatchedCopy f32", "8.361 ms", "1.9" PERCENT, "72", 8.36, CHART_WORK, WORK_COMPUTE, true },
  { "Adam adamMode_t f32 · multi_tensor_apply", "7.641 ms", "1.7" PERCENT, "48", 7.64, CHART_WORK,
    WORK_COMPUTE, true },
  { "CatArrayBatchedCopy f32 #2", "7.482 ms", "1.7" PERCENT, "24", 7.48, CHART_WORK, WORK_COMPUTE, true },
  { "DeviceRadixSortPolicy Policy800 u64 · DeviceRadixSortOnesweep", "7.223 ms", "1.6" PERCENT, "30", 7.22,
    CHART_WORK, WORK_COMPUTE, true },
  { "split_embedding_backward_codegen_rowwise_adagrad_unweighted_kernel_warp_per_row_1 f32", "7.211 ms",
    "1.6" PERCENT, "6", 7.21, CHART_WORK, WORK_COMPUTE, true },
  { "sum f32 · reduce", "7.113 ms", "1.6" PERCENT, "540", 7.11, CHART_WORK, WORK_COMPUTE, true },
  { "Mul f32 · vectorized_elementwise", "7.104 ms", "1.6" PERCENT, "522", 7.10, CHART_WORK, WORK_COMPUTE,
    true },
  { "permute_pooled_embs", "5.982 ms", "1.3" PERCENT, "12", 5.98, CHART_WORK, WORK_COMPUTE, true },
  { "direct_copy f32 · elementwise", "5.691 ms", "1.3" PERCENT, "60", 5.69, CHART_WORK, WORK_COMPUTE, true },
  { "gemm f16 64x64 nn · cutlass_80_tensorop", "5.654 ms", "1.3" PERCENT, "12", 5.65, CHART_WORK, WORK_GEMM,
    true },
  { "155 others", "144.8 ms", "32.5" PERCENT, "8,568", 144.78, CHART_OTHERS, WORK_GEMM, false },
};
static const RingCase ring_kernels = { { kernels, N (kernels), "444.9 ms", "kernel time", false, NULL, NULL },
                                       NO_MARKS };
static const RingCase ring_marked = { { kernels, N (kernels), "444.9 ms", "kernel time", false, NULL, NULL },
                                      { 0, 2, 15 } };
static const BarCase bars_kernels = { { .parts = kernels, .n_parts = N (kernels) - 1 }, NO_MARKS };
static const BarCase bars_marked = { { .parts = kernels, .n_parts = N (kernels) - 1 }, { 0, 1, 2 } };

/* Every kind of work, so that fills, patterns, inks and edges are all seen. */
static const ChartPart works[] = {
  { "GEMM and convolution", "40.00 ms", "18.2" PERCENT, NULL, 40, CHART_WORK, WORK_GEMM, true },
  { "Attention", "35.00 ms", "15.9" PERCENT, NULL, 35, CHART_WORK, WORK_ATTENTION, true },
  { "Other compute", "30.00 ms", "13.6" PERCENT, NULL, 30, CHART_WORK, WORK_COMPUTE, true },
  { "Communication", "25.00 ms", "11.4" PERCENT, NULL, 25, CHART_WORK, WORK_COMMUNICATION, true },
  { "Memcpy", "20.00 ms", "9.1" PERCENT, NULL, 20, CHART_WORK, WORK_MEMCPY, true },
  { "Memset", "18.00 ms", "8.2" PERCENT, NULL, 18, CHART_WORK, WORK_MEMSET, true },
  { "Synchronization", "16.00 ms", "7.3" PERCENT, NULL, 16, CHART_WORK, WORK_SYNC, true },
  { "Host operator", "12.00 ms", "5.5" PERCENT, NULL, 12, CHART_WORK, WORK_OPERATOR, true },
  { "Runtime call", "10.00 ms", "4.5" PERCENT, NULL, 10, CHART_WORK, WORK_CALL, true },
  { "Annotation", "8.000 ms", "3.6" PERCENT, NULL, 8, CHART_WORK, WORK_ANNOTATION, true },
  { "Python", "6.000 ms", "2.7" PERCENT, NULL, 6, CHART_WORK, WORK_PYTHON, true },
};
static const RingCase ring_works = { { works, N (works), "220.0 ms", "in all", false, NULL, NULL },
                                     NO_MARKS };
static const BarCase bars_works = { { .parts = works, .n_parts = N (works) }, NO_MARKS };

static const ChartPart one[] = { { "Kernel", "12.50 ms", "100.0" PERCENT, NULL, 12.5, CHART_WORK,
                                   WORK_COMPUTE, false } };
static const RingCase ring_one = { { one, N (one), "100.0" PERCENT, "kernel", false, NULL, NULL }, NO_MARKS };
static const BarCase bars_one = { { .parts = one, .n_parts = N (one) }, NO_MARKS };
static const ShareCase share_one = { { one, N (one) }, NO_MARKS };

static const ChartPart zero[] = {
  { "Kernel", "0 ns", "n/a", NULL, 0, CHART_WORK, WORK_COMPUTE, true },
  { "Memcpy", "0 ns", "n/a", NULL, 0, CHART_WORK, WORK_MEMCPY, true },
};
static const RingCase ring_zero = { { zero, N (zero), "n/a", "active", false, NULL, NULL }, NO_MARKS };
static const BarCase bars_zero = { { .parts = zero, .n_parts = N (zero) }, NO_MARKS };
static const ShareCase share_zero = { { zero, N (zero) }, NO_MARKS };
static const RingCase ring_empty = { { NULL, 0, "n/a", "active", false, NULL, NULL }, NO_MARKS };
static const BarCase bars_empty = { { .parts = NULL, .n_parts = 0 }, NO_MARKS };
static const ShareCase share_empty = { { NULL, 0 }, NO_MARKS };

static const ChartPart split[] = {
  { "Compute", NULL, "60.5" PERCENT, NULL, 605, CHART_WORK, WORK_GEMM, false },
  { "Exposed communication", NULL, "18.9" PERCENT, NULL, 189, CHART_WORK, WORK_COMMUNICATION, false },
  { "Exposed memcpy", NULL, "4.1" PERCENT, NULL, 41, CHART_WORK, WORK_MEMCPY, false },
  { "Idle", NULL, "16.5" PERCENT, NULL, 165, CHART_IDLE, WORK_GEMM, false },
};
static const ShareCase share_split = { { split, N (split) }, NO_MARKS };
static const ShareCase share_marked = { { split, N (split) }, { 1, 0, 3 } };

static const uint64_t step_counts[] = { 1, 0, 1, 2, 1, 1 };
static const ChartLine step_lines[] = { { 76.76e6, "Median" }, { 80.43e6, "p95" } };
static const HistogramCase histogram_steps = { { .begin_ns = 75 * MS,
                                                 .width_ns = MS,
                                                 .counts = step_counts,
                                                 .n_bins = N (step_counts),
                                                 .lines = step_lines,
                                                 .n_lines = N (step_lines),
                                                 .work = WORK_GEMM },
                                               NO_MARKS };
static const HistogramCase histogram_marked = { { .begin_ns = 75 * MS,
                                                  .width_ns = MS,
                                                  .counts = step_counts,
                                                  .n_bins = N (step_counts),
                                                  .lines = step_lines,
                                                  .n_lines = N (step_lines),
                                                  .work = WORK_GEMM },
                                                { 3, 4, 5 } };

static const uint64_t latency_counts[] = { 12,  8040, 41250, 30112, 9021, 3310, 1204, 711, 502, 377,
                                           301, 250,  190,   122,   101,  88,   80,   71,  60,  44,
                                           31,  20,   12,    8,     3,    1,    0,    2 };
static const ChartLine close_lines[] = { { 12.9e3, "Median" },
                                         { 13.4e3, "Mean" },
                                         { 17.1e3, "p95" },
                                         { 61.0e3, "p99.9" } };
static const HistogramCase histogram_latency = { { .begin_ns = 5000,
                                                   .width_ns = 2000,
                                                   .counts = latency_counts,
                                                   .n_bins = N (latency_counts),
                                                   .lines = close_lines,
                                                   .n_lines = N (close_lines),
                                                   .work = WORK_CALL },
                                                 NO_MARKS };

static const uint64_t no_counts[] = { 0, 0, 0, 0 };
static const HistogramCase histogram_zero = { { .begin_ns = 0,
                                                .width_ns = MS,
                                                .counts = no_counts,
                                                .n_bins = N (no_counts),
                                                .lines = NULL,
                                                .n_lines = 0,
                                                .work = WORK_GEMM },
                                              NO_MARKS };
static const HistogramCase histogram_empty = { { .begin_ns = 0,
                                                 .width_ns = MS,
                                                 .counts = NULL,
                                                 .n_bins = 0,
                                                 .lines = NULL,
                                                 .n_lines = 0,
                                                 .work = WORK_GEMM },
                                               NO_MARKS };
static const uint64_t lone_count[] = { 6 };
static const ChartLine lone_lines[] = { { 76.5e6, "Median" }, { 76.5e6, "p95" } };
static const HistogramCase histogram_one = { { .begin_ns = 76 * MS,
                                               .width_ns = MS,
                                               .counts = lone_count,
                                               .n_bins = 1,
                                               .lines = lone_lines,
                                               .n_lines = N (lone_lines),
                                               .work = WORK_GEMM },
                                             NO_MARKS };

static const AreaCase area_one = { 1, 100, 0, 465 * MS, -1, NO_MARKS };
static const AreaCase area_marked = { 1, 100, 0, 465 * MS, -1, { 20, 40, 60 } };
static const AreaCase area_four = { 4, 60, 0, 465 * MS, -1, NO_MARKS };
static const AreaCase area_eight = { 8, 100, 0, 465 * MS, -1, NO_MARKS };
static const AreaCase area_zero = { 1, 100, 0, 465 * MS, 0, NO_MARKS };
static const AreaCase area_full = { 1, 100, 0, 465 * MS, 1, NO_MARKS };
static const AreaCase area_empty = { 0, 100, 0, 465 * MS, 0, NO_MARKS };
static const AreaCase area_late = {
  1, 100, INT64_C (86412345678901), INT64_C (86412345778901), -1, NO_MARKS
};

/* The rectangles are those of panes of a window of 1280 px: one column 368 wide, two 784. */
static const GoldenCase cases[] = {
  { "ring_light", 368, 224, THEME_LIGHT, draw_ring, &ring_kernels, NULL, 0 },
  { "ring_dark", 368, 224, THEME_DARK, draw_ring, &ring_kernels, NULL, 0 },
  { "ring_contrast", 368, 256, THEME_CONTRAST, draw_ring, &ring_works, NULL, 0 },
  { "ring_contrast_dark", 368, 256, THEME_CONTRAST_DARK, draw_ring, &ring_works, NULL, 0 },
  { "ring_two_light", 368, 224, THEME_LIGHT, draw_ring, &ring_active, NULL, 0 },
  { "ring_two_dark", 368, 224, THEME_DARK, draw_ring, &ring_active, NULL, 0 },
  { "ring_16_wide", 586, 336, THEME_LIGHT, draw_ring, &ring_kernels, NULL, 0 },
  { "ring_marked", 424, 264, THEME_LIGHT, draw_ring, &ring_marked, NULL, 0 },
  { "ring_one", 368, 224, THEME_LIGHT, draw_ring, &ring_one, NULL, 0 },
  { "ring_zero", 368, 224, THEME_LIGHT, draw_ring, &ring_zero, NULL, 0 },
  { "ring_empty", 368, 224, THEME_LIGHT, draw_ring, &ring_empty, NULL, 0 },
  { "ring_tall", 200, 400, THEME_LIGHT, draw_ring, &ring_kernels, NULL, 0 },
  { "ring_small", 120, 80, THEME_LIGHT, draw_ring, &ring_kernels, NULL, 0 },
  { "ring_cantarell", 368, 224, THEME_LIGHT, draw_ring, &ring_kernels, "Cantarell", 0 },
  { "ring_text_twice", 586, 336, THEME_DARK, draw_ring, &ring_kernels, NULL, 2 },

  { "bars_light", 784, 256, THEME_LIGHT, draw_bars, &bars_kernels, NULL, 0 },
  { "bars_dark", 784, 256, THEME_DARK, draw_bars, &bars_kernels, NULL, 0 },
  { "bars_contrast", 784, 256, THEME_CONTRAST, draw_bars, &bars_works, NULL, 0 },
  { "bars_narrow", 368, 224, THEME_LIGHT, draw_bars, &bars_kernels, NULL, 0 },
  { "bars_marked", 784, 256, THEME_DARK, draw_bars, &bars_marked, NULL, 0 },
  { "bars_one", 368, 224, THEME_LIGHT, draw_bars, &bars_one, NULL, 0 },
  { "bars_zero", 368, 224, THEME_LIGHT, draw_bars, &bars_zero, NULL, 0 },
  { "bars_empty", 368, 224, THEME_LIGHT, draw_bars, &bars_empty, NULL, 0 },
  { "bars_small", 120, 80, THEME_LIGHT, draw_bars, &bars_kernels, NULL, 0 },
  { "bars_cantarell", 784, 256, THEME_LIGHT, draw_bars, &bars_kernels, "Cantarell", 0 },

  { "share_light", 1200, 18, THEME_LIGHT, draw_share, &share_split, NULL, 0 },
  { "share_dark", 1200, 18, THEME_DARK, draw_share, &share_split, NULL, 0 },
  { "share_contrast", 1200, 18, THEME_CONTRAST, draw_share, &share_split, NULL, 0 },
  { "share_narrow", 368, 18, THEME_LIGHT, draw_share, &share_split, NULL, 0 },
  { "share_marked", 1200, 18, THEME_LIGHT, draw_share, &share_marked, NULL, 0 },
  { "share_one", 368, 18, THEME_LIGHT, draw_share, &share_one, NULL, 0 },
  { "share_zero", 368, 18, THEME_LIGHT, draw_share, &share_zero, NULL, 0 },
  { "share_empty", 368, 18, THEME_LIGHT, draw_share, &share_empty, NULL, 0 },

  { "histogram_light", 368, 224, THEME_LIGHT, draw_histogram, &histogram_steps, NULL, 0 },
  { "histogram_dark", 368, 224, THEME_DARK, draw_histogram, &histogram_steps, NULL, 0 },
  { "histogram_contrast", 368, 224, THEME_CONTRAST, draw_histogram, &histogram_steps, NULL, 0 },
  { "histogram_marked", 368, 224, THEME_LIGHT, draw_histogram, &histogram_marked, NULL, 0 },
  { "histogram_close_lines", 784, 224, THEME_LIGHT, draw_histogram, &histogram_latency, NULL, 0 },
  { "histogram_narrow", 240, 160, THEME_LIGHT, draw_histogram, &histogram_latency, NULL, 0 },
  { "histogram_one", 368, 224, THEME_LIGHT, draw_histogram, &histogram_one, NULL, 0 },
  { "histogram_zero", 368, 224, THEME_LIGHT, draw_histogram, &histogram_zero, NULL, 0 },
  { "histogram_empty", 368, 224, THEME_LIGHT, draw_histogram, &histogram_empty, NULL, 0 },
  { "histogram_small", 120, 80, THEME_LIGHT, draw_histogram, &histogram_steps, NULL, 0 },

  { "area_light", 784, 256, THEME_LIGHT, draw_area, &area_one, NULL, 0 },
  { "area_dark", 784, 256, THEME_DARK, draw_area, &area_one, NULL, 0 },
  { "area_contrast", 784, 256, THEME_CONTRAST, draw_area, &area_one, NULL, 0 },
  { "area_marked", 784, 256, THEME_LIGHT, draw_area, &area_marked, NULL, 0 },
  { "area_4", 784, 256, THEME_LIGHT, draw_area, &area_four, NULL, 0 },
  { "area_8", 784, 256, THEME_LIGHT, draw_area, &area_eight, NULL, 0 },
  { "area_8_dark", 784, 256, THEME_DARK, draw_area, &area_eight, NULL, 0 },
  { "area_8_low", 368, 120, THEME_LIGHT, draw_area, &area_eight, NULL, 0 },
  { "area_zero", 368, 224, THEME_LIGHT, draw_area, &area_zero, NULL, 0 },
  { "area_full", 368, 224, THEME_LIGHT, draw_area, &area_full, NULL, 0 },
  { "area_empty", 368, 224, THEME_LIGHT, draw_area, &area_empty, NULL, 0 },
  { "area_late", 784, 256, THEME_LIGHT, draw_area, &area_late, NULL, 0 },
  { "area_small", 120, 80, THEME_LIGHT, draw_area, &area_one, NULL, 0 },
};

int
main (int argc, char **argv)
{
  return golden_main (argc, argv, "chart", cases, sizeof cases / sizeof cases[0]);
}
