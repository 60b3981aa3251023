/* SPDX-License-Identifier: Apache-2.0
 *
 * Charts: one drawing function each, used alike for a widget, a PNG, an SVG and a PDF.
 *
 * A chart draws into a rectangle of a Cairo context and reports where its parts are, so that hovering,
 * clicking and the keyboard work on what was drawn. Charts know values and texts, not profiles. Texts are
 * borrowed, UTF-8. A chart draws nothing outside the rectangle; the caller draws the ground (theme->card).
 * The cost grows with the parts and the pixels.
 *
 * If room is short, a chart leaves out columns, then axis labels, then its legend. Rows that do not fit
 * are counted in the last one ("9 more"; the rest of a ring stays below it). Nothing is clipped, and no
 * text covers another. */

#pragma once

#include "widgets/look/change_arrow.h"
#include "widgets/look/draw_style.h"

/* The appearance of a part. */
typedef enum
{
  CHART_WORK,   /* in the colour of its kind of work */
  CHART_IDLE,   /* hatched, no fill */
  CHART_OTHERS, /* the rest: text colour at 20 % */
} ChartLook;

typedef struct
{
  const char *label; /* display name */
  const char *value; /* shown beside the label: "388.6 ms"; NULL if none */
  const char *share; /* "29.2 %"; NULL if none */
  const char *extra; /* last column: "42"; NULL if none */
  double amount;     /* >= 0; a ring and a share bar show it as a share of the sum */
  ChartLook look;
  WorkKind work;
  bool is_ranked; /* has a rank number: not "others", not idle */
} ChartPart;

/* Where a part was drawn, in the coordinates of the context. */
typedef struct
{
  int part;       /* index of the part, bucket or bin; a part may have several areas (ring and legend) */
  int series;     /* in an area chart whose series have rows of their own; else -1 */
  Rect rect;      /* of bars, rows, buckets; for a sector its bounds */
  bool is_sector; /* then the sector follows */
  double cx_px, cy_px, inner_px, outer_px, begin_rad, end_rad; /* clockwise from 12 o'clock */
} ChartArea;

#define CHART_AREAS_MAX 1024

/* Cells in rows and columns: part = row * n_columns + column. Where there are more of them than px, several share a block. */
typedef struct
{
  Rect rect;                     /* in whole px */
  int n_rows, n_columns;         /* cells; 0 if the chart has none */
  int block_rows, block_columns; /* what is drawn */
  int gap_px;                    /* at the right and the bottom of each block */
} ChartGrid;

typedef struct
{
  ChartArea areas[CHART_AREAS_MAX];
  int n;
  ChartGrid grid; /* of a heat map, whose cells have no areas: heat_chart_cell_at () */
} ChartMap;

/* Return the area at a point, or NULL; and its part, or -1. O(areas). */
const ChartArea *chart_map_area_at (const ChartMap *map, double x_px, double y_px);
int chart_map_find (const ChartMap *map, double x_px, double y_px);

/* The parts that are hovered, selected and focused; -1 if none is. A hovered part of a ring moves outward by 3 px, a
 * hovered row has a wash, and a line of 1 px in text colour is around either. A selected part looks the same with a line of
 * 2 px. A focused part has a dashed line in accent colour. marks and ret_map may be NULL in all functions below. */
typedef struct
{
  int hovered, selected, focused;
} ChartMarks;

#define CHART_NO_MARKS ((ChartMarks){ -1, -1, -1 })

/* Rows of charts leave this margin at their left and right for the lines of marks. To align the texts with
 * something else, make the rectangle wider by this on both sides. */
#define CHART_ROW_PAD_PX 4.0

/* A ring with its total in the middle and a ranked legend beside it (below it if width < 1.2 x height).
 * Parts are in order, clockwise from 12 o'clock, with gaps of 2 px. Ranked parts of at least 4 % show
 * their rank number, which is their place among the ranked parts. */
typedef struct
{
  const ChartPart *parts;
  int n_parts;
  const char *figure, *caption; /* in the hole: "83.5 %", "active" */
  bool has_no_legend;           /* the parts are named elsewhere */
  const char *share_title,
    *extra_title; /* heads of those columns of the legend, if both are shown; NULL if none */
} RingChart;

void ring_chart_draw (cairo_t *cr,
                      const Rect *rect,
                      const DrawStyle *style,
                      const RingChart *chart,
                      const ChartMarks *marks,
                      ChartMap *ret_map);

/* Returns the width that the legend has for the names of these parts, in px; 0 if there is no legend. A
 * caller can use it to shorten names so that they stay different; the chart cuts each name alone. Names of
 * at most that width are drawn whole, unless only some of the parts have a row. */
double ring_chart_name_width_px (const Rect *rect, const DrawStyle *style, const RingChart *chart);

/* Ranked horizontal bars. Each row has the name at the left (42 % of the width), the bar, whose length is relative to the
 * longest one, and then value, share and extra, right-aligned in columns as wide as their widest text. */
typedef struct
{
  const ChartPart *parts;
  int n_parts;
  double full; /* the amount that fills the length of a bar; 0 stands for the largest amount. If it is given, no part is
                  read that is not drawn, so that parts may end with those. */
} BarChart;

/* Returns the minimum height of a row. A chart with fewer rows than parts shows how many more there are. */
double bar_chart_row_min_px (const DrawStyle *style);

void bar_chart_draw (cairo_t *cr,
                     const Rect *rect,
                     const DrawStyle *style,
                     const BarChart *chart,
                     const ChartMarks *marks,
                     ChartMap *ret_map);

/* One 100 % bar of labelled parts, as high as the rectangle. A label is "Compute 60.5 %", or "60.5 %" if
 * that is too wide, or else left out. */
typedef struct
{
  const ChartPart *parts;
  int n_parts;
} ShareBar;

void share_bar_draw (cairo_t *cr,
                     const Rect *rect,
                     const DrawStyle *style,
                     const ShareBar *bar,
                     const ChartMarks *marks,
                     ChartMap *ret_map);

/* Equal bins with counts, and labelled vertical lines (median, p95). The axis shows durations. */
typedef struct
{
  double value_ns;
  const char *label; /* "Median"; the chart appends the value */
} ChartLine;

typedef struct
{
  int64_t begin_ns, width_ns; /* of the first bin; width_ns > 0 */
  const uint64_t *counts;
  int n_bins;
  const ChartLine *lines;
  int n_lines;
  WorkKind work;

  /* May be NULL. Otherwise these n_bins + 1 ascending edges are used instead of begin and width, and the bins are
   * drawn equally wide. The first edge may be INT64_MIN; its bin holds everything below the second edge. */
  const int64_t *edges_ns;
} HistogramChart;

void histogram_chart_draw (cairo_t *cr,
                           const Rect *rect,
                           const DrawStyle *style,
                           const HistogramChart *chart,
                           const ChartMarks *marks,
                           ChartMap *ret_map);

/* The kind of the values of an area chart, which decides their format. */
typedef enum
{
  AREA_SHARE, /* 0 to 1: the axis ends at 100 % */
  AREA_COUNT, /* the axis ends at the next round number at or above the largest value */
  AREA_BYTES,
} AreaUnit;

/* Stepped lines over a 15 % area along time, from 0 to 100 % or to what the values need. One line per
 * series, up to 4; more series become rows of at least 24 px each with the name at the left. */
typedef struct
{
  const char *label;
  const double *values; /* n_buckets, >= 0; nothing is drawn for NaN, which means undefined */
} AreaSeries;

typedef struct
{
  int64_t begin_ns, end_ns; /* begin_ns < end_ns */
  int n_buckets;            /* at most CHART_AREAS_MAX */
  const AreaSeries *series;
  int n_series;
  AreaUnit unit;
} AreaChart;

void area_chart_draw (cairo_t *cr,
                      const Rect *rect,
                      const DrawStyle *style,
                      const AreaChart *chart,
                      const ChartMarks *marks,
                      ChartMap *ret_map);

/* One stacked bar for each of many things in order, all made of the same parts, with a legend above and an
 * axis of durations at the left. If a bar would be narrower than a px, the highest of the bars that share
 * it is drawn, so that a single high bar stays visible; areas name the bar that is drawn. */
typedef struct
{
  const ChartPart *parts; /* uses label, look and work; from the base up */
  int n_parts;
  const int64_t *amounts_ns; /* >= 0; n_parts of the first bar, then of the second, ... */
  const char *const *names;  /* n_bars; drawn below the bars if there is room */
  int n_bars;
} StackedChart;

void stacked_chart_draw (cairo_t *cr,
                         const Rect *rect,
                         const DrawStyle *style,
                         const StackedChart *chart,
                         const ChartMarks *marks,
                         ChartMap *ret_map);

/* From one duration to another: a row for each difference on the way, whose bar begins where the one before ended. Totals
 * are the first and the last row. Below a difference may be rows of what it consists of. The axis begins at 0, or
 * later if the differences would be too small to see; then the bars of totals are cut. */
typedef struct
{
  const char *label;
  const char *value; /* "+11.00 ms" */
  const char *share; /* "+14 %"; NULL if none */
  double from_ns, to_ns;
  bool is_total; /* from_ns is 0 */
  bool is_detail; /* part of the difference above: indented */
  bool can_open, is_open; /* has details, which are shown: a triangle before the label */
  ChangeTone tone; /* of the value; totals have none */
  ChartLook look;
  WorkKind work;
} WaterfallRow;

typedef struct
{
  const WaterfallRow *rows;
  int n_rows;
} WaterfallChart;

/* Returns the height that shows all rows and the axis. */
double waterfall_chart_height_px (const DrawStyle *style, int n_rows);

void waterfall_chart_draw (cairo_t *cr,
                           const Rect *rect,
                           const DrawStyle *style,
                           const WaterfallChart *chart,
                           const ChartMarks *marks,
                           ChartMap *ret_map);

/* Histograms of several things over the same bins, as outlines over each other: each as shares of its own
 * total, with a pattern of dashes, and a labelled line at its median. */
#define OVERLAY_SERIES_MAX 8

typedef struct
{
  const char *label;      /* "A" */
  const char *text;       /* of the legend: "control, 24 steps" */
  const uint64_t *counts; /* n_bins of the chart */
  uint64_t n;             /* their sum; 0: the series is only in the legend */
  double median_ns;
} OverlaySeries;

typedef struct
{
  int64_t begin_ns, width_ns; /* of the first bin; width_ns > 0 */
  int n_bins;
  const OverlaySeries *series;
  int n_series; /* at most OVERLAY_SERIES_MAX */
} OverlayChart;

void overlay_chart_draw (cairo_t *cr,
                         const Rect *rect,
                         const DrawStyle *style,
                         const OverlayChart *chart,
                         const ChartMarks *marks,
                         ChartMap *ret_map);

/* Values of several things along a way from 0 to 100 %, such as a step, as stepped lines over each other. */
typedef struct
{
  const char *label;    /* "A" */
  const char *text;     /* of the legend */
  const double *values; /* n_points of the chart, >= 0; NaN: not known; NULL: the series is only in the legend */
} CurveSeries;

typedef struct
{
  int n_points; /* at most CHART_AREAS_MAX */
  const CurveSeries *series;
  int n_series; /* at most OVERLAY_SERIES_MAX */
  AreaUnit unit;
} CurvesChart;

void curves_chart_draw (cairo_t *cr,
                        const Rect *rect,
                        const DrawStyle *style,
                        const CurvesChart *chart,
                        const ChartMarks *marks,
                        ChartMap *ret_map);

/* A map with a cell for each row and column, coloured by its value (widgets/charts/heat_colours.h), with the colours' key
 * above it and labels at the left and below, as many as do not touch. Cells without a known value are hatched; the key says
 * so. If there are more rows or columns than px, each px shows the highest of its values, which is said above, too. Cells
 * that are large enough show their values. */
#define HEAT_CHART_UNKNOWN INT64_MIN

typedef struct
{
  int n_rows, n_columns;
  const uint32_t *rows;  /* n_rows; from the top, where their cells are in items */
  const uint64_t *items; /* by row * stride + column: index of the cell's value, UINT64_MAX if there is none */
  size_t stride;         /* >= n_columns */
  const int64_t *values; /* >= 0, or HEAT_CHART_UNKNOWN */

  /* A map of which most cells are empty has these instead of rows, items and stride, and values by entry: where the entries
   * of each row begin, n_rows + 1, and the column of each entry, ascending in a row. Cells without a value stay empty. */
  const size_t *row_first;
  const uint32_t *columns;
  int64_t low, high;     /* the values of the first and the last colour; those beyond have the same colours */
  const char *title;     /* of the values: "Step time" */
  const char *low_text, *high_text; /* the ends of the key: "12.3 ms" */
  const char *corner;               /* what columns are: "Step" */
  bool has_unknown;                 /* some cells are */
  bool is_lowest_shown;             /* values are told the other way round, so that the highest is the lowest of what is told */
  bool has_row_groups;              /* only rows that begin a group have a label */
  int64_t first_column;             /* the number of the first column, so that round ones are labelled */

  /* Return a label, g_free (); NULL if that row has none. */
  char *(*row_label) (const void *user_data, int row);
  char *(*column_label) (const void *user_data, int column);
  char *(*value_text) (const void *user_data, int64_t value, const NumberStyle *numbers);
  const void *user_data;
} HeatChart;

/* O(cells + px). */
void heat_chart_draw (cairo_t *cr,
                      const Rect *rect,
                      const DrawStyle *style,
                      const HeatChart *chart,
                      const ChartMarks *marks,
                      ChartMap *ret_map);

/* Returns the cell at a point of a chart that was drawn with that grid, of those that share a px the one that is seen; -1
 * outside of the cells. */
int heat_chart_cell_at (const HeatChart *chart, const ChartGrid *grid, double x_px, double y_px);
