/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the timeline as a function of profile, view and theme: the same in the window, in PNG, SVG and PDF. */

#pragma once

#include "trace/search/search.h"
#include "widgets/timeline/draw/bookmarks_draw.h"
#include "trace/stats/name_series.h"
#include "widgets/timeline/view/flow_fan.h"
#include "widgets/timeline/links/collective_links.h"
#include "widgets/timeline/links/flow_index.h"
#include "widgets/timeline/links/sequence_pairs.h"
#include "widgets/timeline/view/timeline_plan.h"
#include "widgets/state/view_marks.h"

/* Draws the rows and paints the whole canvas. On an image surface (CAIRO_FORMAT_RGB24 or ARGB32, canvas size x scale,
 * device scale set) spans are written directly into the pixels, and Cairo draws labels, grid and gaps on top. The origin
 * of cr is the top left of the canvas. */
void
timeline_draw_rows (cairo_t *cr, const TimelineView *view, const TimelinePlan *plan, const DrawStyle *style);

/* What is drawn over the rows and changes without them: hover, selection, area, focus, arrow. */
typedef struct
{
  uint64_t selected, hovered, focused; /* slices, or SLICE_NONE */
  bool has_gap;                        /* a gap is selected */
  uint32_t gap_device;
  bool has_area;
  int64_t begin_ns, end_ns;      /* of gap or area */
  bool is_focused;               /* the canvas has the keyboard focus: dashed ring */
  const TrackSet *tracks;        /* of the area; NULL means all rows */
  const ViewMarks *marks;        /* kept areas and markers; NULL if none */
  const SearchResult *found;     /* whose matches are marked; NULL if none */
  const BookmarkMark *bookmarks; /* n_bookmarks of them; only timeline_draw_picture () shows them */
  size_t n_bookmarks;
  const SequencePairs *pairs;  /* drawn as connections; NULL if unknown */
  FlowFans *fans;              /* kept between frames; may be NULL */
  const NameSeries *same_name; /* of the selected slice: each has a bar on top; NULL if unknown */
  bool dims_others;            /* and all others are dimmed */
  const FlowIndex *flows; /* of a picture: draws all connections in view below the marks; NULL to draw none */
  const CollectiveLinks *collectives; /* that of the selected slice is drawn across ranks; NULL if unknown */
  bool draws_path; /* the path of the view, below the marks; false if it was drawn with the rows */
} TimelineMarks;

/* A chip or an end of an arrow that can be clicked. */
typedef struct
{
  Rect rect;       /* in canvas coordinates */
  uint64_t slice;  /* the slice that a click goes to */
  char label[160]; /* as drawn: "cudaLaunchKernel, 3.36 ms before the start" */
} TimelineLink;

#define TIMELINE_LINKS_MAX 24

typedef struct
{
  TimelineLink links[TIMELINE_LINKS_MAX];
  int n;
} TimelineLinks;

/* Draws the marks. plan is the one from which the rows were drawn. ret_links may be NULL. */
void timeline_draw_marks (cairo_t *cr,
                          const TimelineView *view,
                          const TimelinePlan *plan,
                          const DrawStyle *style,
                          const TimelineMarks *marks,
                          TimelineLinks *ret_links);

/* Draws a card beside the point, inside the canvas, with up to three lines: name; duration and start in the step; row. */
void timeline_draw_tooltip (cairo_t *cr,
                            const TimelineView *view,
                            const DrawStyle *style,
                            const TimelineHit *hit,
                            double x_px,
                            double y_px);

/* Draws the track column, width_px wide, of the same rows. The origin of cr is its top left. hovered_row and focused_row
 * are UINT32_MAX for none. */
void timeline_draw_header (cairo_t *cr,
                           const TimelineView *view,
                           const DrawStyle *style,
                           int width_px,
                           uint32_t hovered_row,
                           uint32_t focused_row);

/* Returns whether the row shows the pin button while the pointer is over it: a square at the right edge of the track
 * column. Only rows that begin a line have it. */
#define TIMELINE_PIN_PX 22
bool timeline_header_has_pin (const TimelineRow *row);

/* Draws the line between two rows of the track column where a dragged row will be placed. */
void timeline_draw_drop_line (cairo_t *cr, const DrawStyle *style, int width_px, double y_px);

/* Draws the ruler above the canvas, and the cell left of it with base and length of the span in view. The height scales
 * with the text and is TIMELINE_RULER_PX at 96 dpi. */
#define TIMELINE_RULER_PX 28
int timeline_ruler_px (const DrawStyle *style);
void timeline_draw_ruler (cairo_t *cr, const TimelineView *view, const DrawStyle *style);
void timeline_draw_ruler_header (cairo_t *cr, const TimelineView *view, const DrawStyle *style, int width_px);

/* Clears the tick texts that overlap [left_px, right_px). */
void timeline_clear_tick_texts (cairo_t *cr,
                                const TimelineView *view,
                                const DrawStyle *style,
                                double left_px,
                                double right_px);

/* Draws on the ruler a wash over the selected area or gap, with its length. */
void timeline_draw_ruler_area (cairo_t *cr,
                               const TimelineView *view,
                               const DrawStyle *style,
                               int64_t begin_ns,
                               int64_t end_ns);

/* Draws on the ruler the bars of kept areas and the flags of the markers. */
void timeline_draw_ruler_marks (cairo_t *cr,
                                const TimelineView *view,
                                const DrawStyle *style,
                                const ViewMarks *marks);

/* Finds the rectangle of the flag of a marker on the ruler, with its line. Returns false if the marker is not set or not
 * in view. */
bool timeline_ruler_flag (const TimelineView *view,
                          const DrawStyle *style,
                          const ViewMarks *marks,
                          Marker marker,
                          Rect *ret_rect);

/* Returns the height of the overview, which shows step cells, the utilization of the whole profile, and the window in
 * view. It grows with the text. */
#define TIMELINE_OVERVIEW_PX 48
int timeline_overview_px (const DrawStyle *style);

typedef struct
{
  uint64_t hovered_step; /* UINT64_MAX if there is none */
  uint64_t current_step;
  const SearchResult *found; /* may be NULL */
} OverviewMarks;

/* Draws the part of the overview that does not change while the view moves (ground), and the frame around the span in
 * view, which is drawn on top of it (window). */
void timeline_draw_overview_ground (cairo_t *cr,
                                    const TimelineView *view,
                                    const DrawStyle *style,
                                    const OverviewMarks *marks);
void timeline_draw_overview_window (cairo_t *cr, const TimelineView *view, const DrawStyle *style);
void
timeline_draw_overview_header (cairo_t *cr, const TimelineView *view, const DrawStyle *style, int width_px);

/* What is under a point of the overview: a step, an edge of the frame around the span in view, its inside, or only a
 * time. y_px is at 96 dpi: divide by the text scale. */
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

/* Returns the height of the rows in a picture of that height, which is the part below overview and ruler; at least 1. */
int timeline_picture_rows_px (const DrawStyle *style, int height_px);

/* Returns the scale at which the rows of a picture are planned: device pixels per logical pixel on an image, 1 on a vector
 * surface, which has none. */
double timeline_picture_scale (cairo_t *cr);

/* Draws everything in one picture of width x height px: overview, ruler, track column, rows and marks. header_px is the
 * width of the track column. Width and height of view are ignored, and its scroll
 * position is limited to the rows. Returns false when memory runs out. */
bool timeline_draw_picture (cairo_t *cr,
                            const TimelineView *view,
                            const DrawStyle *style,
                            const TimelineMarks *marks,
                            int width_px,
                            int height_px,
                            int header_px);
