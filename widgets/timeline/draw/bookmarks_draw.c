/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/bookmarks_draw.h"

#include <math.h>

#include "widgets/timeline/draw/timeline_draw.h"

/* At 96 dpi. */
#define FLAG_PX       11 /* along time */
#define FLAG_HIGH_PX  8
#define FLAG_Y_PX     1
#define BAR_PX        3
#define SMALL_FLAG_PX 7
#define REACH_PX      4 /* beyond a flag that a click still hits */

#define LINE_ALPHA 0.7
#define WASH_ALPHA 0.06
#define OUTLINE_PX 2

static const double dashes[] = { 5, 4 };

static Rgb
colour_of (const Theme *theme, unsigned colour)
{
  const Rgb colours[BOOKMARK_COLOURS] = { theme->accent, theme->better, theme->warning,
                                          theme->arrow,  theme->text,   theme->secondary };

  return colours[MIN (colour, BOOKMARK_COLOURS - 1)];
}

/* Cairo's coordinates wrap around at 2^23 device pixels. */
static double
near_px (const TimelineView *view, int64_t time_ns)
{
  return floor (fmin (fmax (timeline_view_px (view, time_ns), -64), view->width_px + 64));
}

static bool
is_in_view (const TimelineView *view, const BookmarkMark *mark)
{
  return mark->end_ns >= view->begin_ns && mark->begin_ns <= view->end_ns;
}

/* ---- flags ---- */

static void
add_flag (cairo_t *cr, BookmarkKind kind, double x_px, double y_px, double width_px, double height_px)
{
  cairo_move_to (cr, x_px, y_px);
  switch (kind)
    {
    case BOOKMARK_TIME:
      cairo_line_to (cr, x_px + width_px, y_px + height_px / 2);
      break;
    case BOOKMARK_SLICE:
      cairo_line_to (cr, x_px + width_px, y_px);
      cairo_line_to (cr, x_px + width_px * 0.62, y_px + height_px / 2);
      cairo_line_to (cr, x_px + width_px, y_px + height_px);
      break;
    default:
      cairo_line_to (cr, x_px + width_px, y_px);
      cairo_line_to (cr, x_px + width_px, y_px + height_px);
    }
  cairo_line_to (cr, x_px, y_px + height_px);
  cairo_close_path (cr);
}

/* A line in the background colour separates the flag from what is below it. The current one has a ring. */
static void
paint_flag (cairo_t *cr, const Theme *theme, unsigned colour, bool is_current, Rgb ground)
{
  theme_set_source (cr, is_current ? theme->text : ground);
  cairo_set_line_width (cr, is_current ? 3 : 2);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke_preserve (cr);
  theme_set_source (cr, colour_of (theme, colour));
  cairo_fill (cr);
}

void
bookmarks_draw_flag (cairo_t *cr, const Theme *theme, BookmarkKind kind, unsigned colour, double size_px)
{
  double pole_px = fmax (round (size_px / 8), 1);

  add_flag (cr, kind, pole_px, 0, size_px - pole_px, round (size_px * 0.65));
  theme_set_source (cr, colour_of (theme, colour));
  cairo_fill (cr);
  cairo_rectangle (cr, 0, 0, pole_px, size_px);
  cairo_fill (cr);
}

/* ---- the ruler ---- */

static Rect
ruler_flag (const TimelineView *view, const DrawStyle *style, const BookmarkMark *mark)
{
  return (Rect){ near_px (view, mark->begin_ns), draw_style_px (style, FLAG_Y_PX),
                 draw_style_px (style, FLAG_PX), draw_style_px (style, FLAG_HIGH_PX) };
}

static void
draw_ruler_bar (cairo_t *cr, const TimelineView *view, const DrawStyle *style, const BookmarkMark *mark)
{
  double left_px = near_px (view, mark->begin_ns), right_px = near_px (view, mark->end_ns);
  double height_px = draw_style_px (style, BAR_PX);

  theme_set_source (cr, colour_of (style->theme, mark->colour));
  cairo_rectangle (cr, left_px, timeline_ruler_px (style) - 1 - height_px, fmax (right_px - left_px, 1),
                   height_px);
  cairo_fill (cr);
}

void
bookmarks_draw_ruler (cairo_t *cr,
                      const TimelineView *view,
                      const DrawStyle *style,
                      const BookmarkMark *marks,
                      size_t n)
{
  int height_px = timeline_ruler_px (style);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width_px, height_px);
  cairo_clip (cr);
  for (size_t i = 0; i < n; i++)
    {
      if (!is_in_view (view, &marks[i]))
        continue;
      Rect flag = ruler_flag (view, style, &marks[i]);

      if (marks[i].kind != BOOKMARK_TIME)
        draw_ruler_bar (cr, view, style, &marks[i]);
      theme_set_source (cr, colour_of (style->theme, marks[i].colour));
      cairo_rectangle (cr, flag.x_px, flag.y_px, 1, height_px - 1 - flag.y_px);
      cairo_fill (cr);
      add_flag (cr, marks[i].kind, flag.x_px, flag.y_px, flag.width_px, flag.height_px);
      paint_flag (cr, style->theme, marks[i].colour, marks[i].is_current, style->theme->window);
    }
  cairo_restore (cr);
}

/* ---- the canvas ---- */

static void
draw_edge (cairo_t *cr, const TimelineView *view, int64_t time_ns, bool is_dashed)
{
  double x_px = timeline_view_px (view, time_ns);

  if (x_px < -1 || x_px > view->width_px + 1)
    return;
  x_px = floor (x_px) + 0.5;
  cairo_set_dash (cr, dashes, is_dashed ? 2 : 0, 0);
  cairo_move_to (cr, x_px, 0);
  cairo_line_to (cr, x_px, view->height_px);
  cairo_stroke (cr);
}

static void
draw_range (cairo_t *cr, const TimelineView *view, const Theme *theme, const BookmarkMark *mark)
{
  double left_px = near_px (view, mark->begin_ns), right_px = near_px (view, mark->end_ns);
  Rgb colour = colour_of (theme, mark->colour);

  if (right_px > left_px)
    {
      theme_set_source_alpha (cr, colour, WASH_ALPHA);
      cairo_rectangle (cr, left_px, 0, right_px - left_px, view->height_px);
      cairo_fill (cr);
    }
  theme_set_source_alpha (cr, colour, LINE_ALPHA);
  cairo_set_line_width (cr, 1);
  draw_edge (cr, view, mark->begin_ns, mark->kind == BOOKMARK_TIME);
  if (mark->end_ns > mark->begin_ns)
    draw_edge (cr, view, mark->end_ns, false);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_slice (cairo_t *cr, const TimelineView *view, const DrawStyle *style, const BookmarkMark *mark)
{
  Rect rect;

  if (mark->slice == SLICE_NONE || !timeline_view_slice_rect (view, mark->slice, &rect))
    return;
  double left_px = fmin (fmax (floor (rect.x_px), -8), view->width_px + 8);
  double right_px = fmin (fmax (ceil (rect.x_px + rect.width_px), left_px + 1), view->width_px + 8);
  theme_set_source (cr, colour_of (style->theme, mark->colour));
  cairo_set_line_width (cr, OUTLINE_PX);
  cairo_rectangle (cr, left_px, rect.y_px, right_px - left_px, rect.height_px);
  cairo_stroke (cr);
  add_flag (cr, BOOKMARK_SLICE, left_px, rect.y_px - draw_style_px (style, 3),
            draw_style_px (style, SMALL_FLAG_PX), draw_style_px (style, SMALL_FLAG_PX) - 1);
  paint_flag (cr, style->theme, mark->colour, false, style->theme->view);
}

void
bookmarks_draw_canvas (cairo_t *cr,
                       const TimelineView *view,
                       const DrawStyle *style,
                       const BookmarkMark *marks,
                       size_t n)
{
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width_px, view->height_px);
  cairo_clip (cr);
  for (size_t i = 0; i < n; i++)
    if (is_in_view (view, &marks[i]) && marks[i].kind != BOOKMARK_SLICE)
      draw_range (cr, view, style->theme, &marks[i]);
  for (size_t i = 0; i < n; i++)
    if (is_in_view (view, &marks[i]) && marks[i].kind == BOOKMARK_SLICE)
      draw_slice (cr, view, style, &marks[i]);
  cairo_restore (cr);
}

/* ---- the overview ---- */

static TimelineView
whole_view (const TimelineView *view)
{
  TimelineView whole = *view;

  whole.begin_ns = view->profile->begin_ns;
  whole.end_ns = MAX (view->profile->end_ns, whole.begin_ns + 1);
  return whole;
}

/* The point of the flag is at the time, at the bottom of the utilization. */
static Rect
overview_flag (const TimelineView *whole, const DrawStyle *style, const BookmarkMark *mark)
{
  double size_px = draw_style_px (style, SMALL_FLAG_PX);
  double x_px = fmin (fmax (timeline_view_px (whole, mark->begin_ns), 0), whole->width_px - 1);

  return (Rect){ floor (x_px), timeline_overview_px (style) - 2 - size_px, size_px, size_px };
}

void
bookmarks_draw_overview (cairo_t *cr,
                         const TimelineView *view,
                         const DrawStyle *style,
                         const BookmarkMark *marks,
                         size_t n)
{
  TimelineView whole = whole_view (view);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width_px, timeline_overview_px (style));
  cairo_clip (cr);
  for (size_t i = 0; i < n; i++)
    {
      Rect flag = overview_flag (&whole, style, &marks[i]);
      double end_px = near_px (&whole, marks[i].end_ns);

      theme_set_source (cr, colour_of (style->theme, marks[i].colour));
      cairo_rectangle (cr, flag.x_px, flag.y_px + flag.height_px - 2, fmax (end_px - flag.x_px, 1), 2);
      cairo_fill (cr);
      add_flag (cr, marks[i].kind, flag.x_px, flag.y_px, flag.width_px, flag.height_px - 2);
      paint_flag (cr, style->theme, marks[i].colour, marks[i].is_current, style->theme->window);
    }
  cairo_restore (cr);
}

/* ---- hit test ---- */

static bool
is_near (Rect flag, double x_px, double y_px)
{
  Rect reach = { flag.x_px - REACH_PX, flag.y_px - REACH_PX, flag.width_px + 2 * REACH_PX,
                 flag.height_px + 2 * REACH_PX };

  return rect_holds (&reach, x_px, y_px);
}

size_t
bookmarks_hit_ruler (const TimelineView *view,
                     const DrawStyle *style,
                     const BookmarkMark *marks,
                     size_t n,
                     double x_px,
                     double y_px)
{
  for (size_t i = n; i-- > 0;)
    if (is_in_view (view, &marks[i]) && is_near (ruler_flag (view, style, &marks[i]), x_px, y_px))
      return i;
  return BOOKMARK_NONE;
}

size_t
bookmarks_hit_overview (const TimelineView *view,
                        const DrawStyle *style,
                        const BookmarkMark *marks,
                        size_t n,
                        double x_px,
                        double y_px)
{
  TimelineView whole = whole_view (view);

  for (size_t i = n; i-- > 0;)
    if (is_near (overview_flag (&whole, style, &marks[i]), x_px, y_px))
      return i;
  return BOOKMARK_NONE;
}
