/* SPDX-License-Identifier: Apache-2.0
 *
 * Charts: one drawing function each, the same for a widget, a PNG, an SVG and a PDF.
 *
 * A chart draws into a rectangle of a Cairo context and tells where its parts are, so that hovering, clicking
 * and the keyboard work on what was drawn. Charts know values and texts, not profiles. Texts are borrowed,
 * UTF-8. Nothing is drawn outside the rectangle, and the ground, theme->card, is the caller's. Costs follow parts
 * and pixels.
 *
 * Where room is short a chart leaves out columns, then labels of axes, then its legend; rows that do not fit are
 * counted in the last one ("9 more"; the rest of a ring stays below it). What is drawn is never clipped, and no text covers another. */

#pragma once

#include "widgets/look/draw_style.h"

/* How a part looks. */
typedef enum
{
  CHART_WORK,   /* as its kind of work */
  CHART_IDLE,   /* hatched, no fill */
  CHART_OTHERS, /* the rest: text colour at 20 % */
} ChartLook;

typedef struct
{
  const char *label; /* display name */
  const char *value; /* what stands beside it: "388.6 ms"; NULL: none */
  const char *share; /* "29.2 %"; NULL: none */
  const char *extra; /* last column: "42"; NULL: none */
  double amount;     /* >= 0; parts of a ring and of a share bar are amounts of their sum */
  ChartLook look;
  WorkKind work;
  bool is_ranked; /* has a rank number: not "others", not idle */
} ChartPart;

/* Where a part was drawn, in the coordinates of the context. */
typedef struct
{
  int part;   /* index of the caller's part, bucket or bin; parts may have several areas (ring and legend) */
  int series; /* of an area chart whose series have rows of their own; else -1 */
  Rect rect;  /* of bars, rows, buckets; the bounds of a sector */
  bool is_sector;                                              /* then the sector itself is: */
  double cx_px, cy_px, inner_px, outer_px, begin_rad, end_rad; /* clockwise from 12 o'clock */
} ChartArea;

#define CHART_AREAS_MAX 1024

typedef struct
{
  ChartArea areas[CHART_AREAS_MAX];
  int n;
} ChartMap;

/* The area at a point, NULL: none; and its part, -1: none. O(areas). */
const ChartArea *chart_map_area_at (const ChartMap *map, double x_px, double y_px);
int chart_map_find (const ChartMap *map, double x_px, double y_px);

/* Which part is marked: hover, selected or focused; -1: none. Hovered: 3 px outward (ring) or a wash of its row,
 * and a line of 1 px in text colour around it; selected: the same with 2 px; focused: dashed accent. marks and
 * ret_map may be NULL everywhere below. */
typedef struct
{
  int hovered, selected, focused;
} ChartMarks;

#define CHART_NO_MARKS ((ChartMarks){ -1, -1, -1 })

/* Rows of charts leave this free at their left and right for the lines of marks. To align the texts with something
 * else make the rectangle that much wider at both sides. */
#define CHART_ROW_PAD_PX 4.0

/* A ring with its total in the middle and a ranked legend beside it (below it where width < 1.2 x height).
 * Parts in order, from 12 o'clock clockwise; 2 px gaps; a rank number on ranked parts of at least 4 %. A part's
 * rank is its place among the ranked ones. */
typedef struct
{
  const ChartPart *parts;
  int n_parts;
  const char *figure, *caption; /* in the hole: "83.5 %", "active" */
  bool has_no_legend;           /* something else names its parts */
  const char *share_title,
    *extra_title; /* above those columns of the legend, where both are shown; NULL: nothing */
} RingChart;

void ring_chart_draw (cairo_t *cr,
                      const Rect *rect,
                      const DrawStyle *style,
                      const RingChart *chart,
                      const ChartMarks *marks,
                      ChartMap *ret_map);

/* The room that the legend has for the names of these parts, 0 where there is no legend: for a caller who shortens names
 * so that they stay different, which the chart, cutting each for itself, does not. Names of at most that width are drawn
 * whole, unless only some of the parts have a row. */
double ring_chart_name_width_px (const Rect *rect, const DrawStyle *style, const RingChart *chart);

/* Ranked horizontal bars: name at the left (42 % of the width), bar as a share of the longest, then value, share
 * and extra right-aligned in columns as wide as their widest text. */
typedef struct
{
  const ChartPart *parts;
  int n_parts;
  double full; /* the amount of a bar of full length; 0: the longest part's */
} BarChart;

/* The height of a row where there are many; a chart of fewer rows than it has parts says how many more there are. */
double bar_chart_row_min_px (const DrawStyle *style);

void bar_chart_draw (cairo_t *cr,
                     const Rect *rect,
                     const DrawStyle *style,
                     const BarChart *chart,
                     const ChartMarks *marks,
                     ChartMap *ret_map);

/* One 100 % bar of labelled parts, as high as the rectangle: "Compute 60.5 %", where that is too wide "60.5 %",
 * else nothing. */
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

/* Equal bins with counts, and labelled vertical lines (median, p95). Axis in durations. */
typedef struct
{
  double value_ns;
  const char *label; /* "Median": its value is put behind it by the chart */
} ChartLine;

typedef struct
{
  int64_t begin_ns, width_ns; /* of the first bin; width_ns > 0 */
  const uint64_t *counts;
  int n_bins;
  const ChartLine *lines;
  int n_lines;
  WorkKind work;

  /* NULL; or n_bins + 1 edges in place of begin and width, ascending: their bins are drawn equally wide, however wide they
   * are. The first may be INT64_MIN: that bin holds what is below the second edge. */
  const int64_t *edges_ns;
} HistogramChart;

void histogram_chart_draw (cairo_t *cr,
                           const Rect *rect,
                           const DrawStyle *style,
                           const HistogramChart *chart,
                           const ChartMarks *marks,
                           ChartMap *ret_map);

/* What the values of an area chart are, and how they are told. */
typedef enum
{
  AREA_SHARE, /* 0 to 1: the axis ends at 100 % */
  AREA_COUNT, /* the axis ends at the next round number from the largest on */
  AREA_BYTES,
} AreaUnit;

/* Stepped lines over a 15 % area, from 0 to 100 % or to what the values need, over time: one line per series, up to 4; more
 * become rows of at least 24 px each with the name at the left. */
typedef struct
{
  const char *label;
  const double *values; /* n_buckets, >= 0; NaN: not defined, nothing is drawn */
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

/* One bar for each of many things in order, of the same parts, one upon the other, with a legend above and an axis of
 * durations at the left. Where a bar would be narrower than a px, the highest of those that share it is drawn, so that a
 * single high one does not disappear; areas name the bar that is drawn. */
typedef struct
{
  const ChartPart *parts; /* label, look and work; from the base up */
  int n_parts;
  const int64_t *amounts_ns; /* >= 0: those of the first bar, of the second, ... */
  const char *const *names;  /* n_bars: below the bars, where there is room */
  int n_bars;
} StackedChart;

void stacked_chart_draw (cairo_t *cr,
                         const Rect *rect,
                         const DrawStyle *style,
                         const StackedChart *chart,
                         const ChartMarks *marks,
                         ChartMap *ret_map);
