/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the timeline: functions of (profile, view, theme), the same for the window, PNG, SVG and PDF. */

#pragma once

#include "trace/search/search.h"
#include "widgets/timeline/draw/bookmarks_draw.h"
#include "trace/stats/name_series.h"
#include "widgets/timeline/view/flow_fan.h"
#include "widgets/timeline/links/flow_index.h"
#include "widgets/timeline/links/sequence_pairs.h"
#include "widgets/timeline/view/timeline_plan.h"
#include "widgets/state/view_marks.h"

/* The rows of the canvas. On an image surface (CAIRO_FORMAT_RGB24 or ARGB32, of the canvas's size x scale, device
 * scale set) spans are filled straight into the pixels; labels, grid and gaps are drawn by Cairo on top. The origin
 * of cr is the canvas's; the whole canvas is painted. */
void
timeline_draw_rows (cairo_t *cr, const TimelineView *view, const TimelinePlan *plan, const DrawStyle *style);

/* What changes without the rows: hover, selection, the area, focus, the arrow. Drawn over the rows. */
typedef struct
{
  uint64_t selected, hovered, focused; /* slices; SLICE_NONE */
  bool has_gap;                        /* selected gap */
  uint32_t gap_device;
  bool has_area;
  int64_t begin_ns, end_ns;      /* of gap or area */
  bool is_focused;               /* the canvas has the keyboard focus: dashed ring */
  const TrackSet *tracks;        /* of the area; NULL means all rows */
  const ViewMarks *marks;        /* kept areas and markers; NULL if none */
  const SearchResult *found;     /* marked; NULL */
  const BookmarkMark *bookmarks; /* n_bookmarks of them; only timeline_draw_picture () shows them */
  size_t n_bookmarks;
  const SequencePairs *pairs; /* drawn as connections; NULL if unknown */
  FlowFans *fans;             /* kept between frames; may be NULL */
  const NameSeries *same_name; /* of the selected slice: each has a bar on top; NULL if unknown */
  bool dims_others;            /* and all others are dimmed */
  const FlowIndex *flows; /* of a picture: draws all connections in view below the marks; NULL to draw none */
} TimelineMarks;

/* A chip or an arrow's end that can be clicked. */
typedef struct
{
  Rect rect;       /* canvas coordinates */
  uint64_t slice;  /* where a click goes */
  char label[160]; /* as drawn: "cudaLaunchKernel, 3.36 ms before the start" */
} TimelineLink;

#define TIMELINE_LINKS_MAX 24

typedef struct
{
  TimelineLink links[TIMELINE_LINKS_MAX];
  int n;
} TimelineLinks;

/* plan: the one the rows were drawn from. ret_links may be NULL. */
void timeline_draw_marks (cairo_t *cr,
                          const TimelineView *view,
                          const TimelinePlan *plan,
                          const DrawStyle *style,
                          const TimelineMarks *marks,
                          TimelineLinks *ret_links);

/* Up to three lines on a card beside the point, kept inside the canvas: name; duration, start in step; row. */
void timeline_draw_tooltip (cairo_t *cr,
                            const TimelineView *view,
                            const DrawStyle *style,
                            const TimelineHit *hit,
                            double x_px,
                            double y_px);

/* The track column, width_px wide, of the same rows; cr's origin is its top left. hovered_row, focused_row:
 * UINT32_MAX for none. */
void timeline_draw_header (cairo_t *cr,
                           const TimelineView *view,
                           const DrawStyle *style,
                           int width_px,
                           uint32_t hovered_row,
                           uint32_t focused_row);

/* On a row of the track column under the pointer: a button at its right edge, as wide as high, by which it is pinned. Only on
 * rows that begin a line. */
#define TIMELINE_PIN_PX 22
bool timeline_header_has_pin (const TimelineRow *row);

/* Over the track column: between two rows, where what is dragged will stand. */
void timeline_draw_drop_line (cairo_t *cr, const DrawStyle *style, int width_px, double y_px);

/* The ruler above the canvas, and the cell left of it (base and length of the span in view). Its height follows the
 * text: TIMELINE_RULER_PX at 96 dpi. */
#define TIMELINE_RULER_PX 28
int timeline_ruler_px (const DrawStyle *style);
void timeline_draw_ruler (cairo_t *cr, const TimelineView *view, const DrawStyle *style);
void timeline_draw_ruler_header (cairo_t *cr, const TimelineView *view, const DrawStyle *style, int width_px);

/* Clears the texts of ticks of which [left_px, right_px) would cover a part. */
void timeline_clear_tick_texts (cairo_t *cr,
                                const TimelineView *view,
                                const DrawStyle *style,
                                double left_px,
                                double right_px);

/* On the ruler: a wash over a selected area or gap, and its length. */
void timeline_draw_ruler_area (cairo_t *cr,
                               const TimelineView *view,
                               const DrawStyle *style,
                               int64_t begin_ns,
                               int64_t end_ns);

/* On the ruler: bars for kept areas, and the flags of the markers. */
void timeline_draw_ruler_marks (cairo_t *cr,
                                const TimelineView *view,
                                const DrawStyle *style,
                                const ViewMarks *marks);

/* The flag of a marker on the ruler, and its line; false: it is not set, or not in view. */
bool timeline_ruler_flag (const TimelineView *view,
                          const DrawStyle *style,
                          const ViewMarks *marks,
                          Marker marker,
                          Rect *ret_rect);

/* The overview: step cells and utilization of the whole profile, and the window in view. Its height grows with the
 * text. */
#define TIMELINE_OVERVIEW_PX 48
int timeline_overview_px (const DrawStyle *style);

typedef struct
{
  uint64_t hovered_step; /* UINT64_MAX */
  uint64_t current_step;
  const SearchResult *found; /* NULL */
} OverviewMarks;

/* What stays as it is while the view moves, and on it the frame around what is in view. */
void timeline_draw_overview_ground (cairo_t *cr,
                                    const TimelineView *view,
                                    const DrawStyle *style,
                                    const OverviewMarks *marks);
void timeline_draw_overview_window (cairo_t *cr, const TimelineView *view, const DrawStyle *style);
void
timeline_draw_overview_header (cairo_t *cr, const TimelineView *view, const DrawStyle *style, int width_px);

/* What is under a point of the overview (y_px as at 96 dpi, so divided by the scale of the text): a step, an edge of the window in view, the window, or just a time. */
typedef enum
{
  OVERVIEW_TIME,
  OVERVIEW_STEP,
  OVERVIEW_WINDOW,
  OVERVIEW_WINDOW_BEGIN,
  OVERVIEW_WINDOW_END,
} OverviewPlace;

OverviewPlace timeline_overview_hit (const TimelineView *view,
                                     double x_px,
                                     double y_px,
                                     int64_t *ret_time_ns,
                                     uint64_t *ret_step);

/* Of a picture that high, what is below overview and ruler; at least 1. */
int timeline_picture_rows_px (const DrawStyle *style, int height_px);

/* Everything in one picture of width x height px: overview, ruler, track column, rows, marks. header_px: width of the
 * track column. view's width, height and scroll are set from them. */
bool timeline_draw_picture (cairo_t *cr,
                            const TimelineView *view,
                            const DrawStyle *style,
                            const TimelineMarks *marks,
                            int width_px,
                            int height_px,
                            int header_px);
