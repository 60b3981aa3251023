/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/marker_draw.h"

#include <math.h>
#include <stdio.h>

#include "widgets/timeline/draw/timeline_draw.h"

#define PILL_PX     22
#define PILL_TOP_PX 6
#define PILL_PAD_PX 10
#define FLAG_PAD_PX 4
#define KEPT_BAR_PX 3

static const char *const letters[N_MARKERS] = { [MARKER_A] = "A", [MARKER_B] = "B" };

char *
marker_distance_text (const NumberStyle *numbers, int64_t distance_ns, char buffer[MARKER_TEXT_MAX])
{
  char exact[NUMBER_TEXT_MAX], duration[NUMBER_TEXT_MAX];

  number_text_exact_ns (numbers, distance_ns, exact);
  if (distance_ns < 1000)
    snprintf (buffer, MARKER_TEXT_MAX, "%s", exact);
  else
    snprintf (buffer, MARKER_TEXT_MAX, "%s (%s)", exact,
              number_text_duration (numbers, (double) distance_ns, duration));
  return buffer;
}

/* Finds the position of a marker's line. Returns false if the marker is not set or not in view. */
static bool
line_px (const TimelineView *view, const ViewMarks *marks, Marker marker, double *ret_px)
{
  *ret_px = marks->has_marker[marker] ? floor (timeline_view_px (view, marks->marker_ns[marker])) : -1;
  return *ret_px >= 0 && *ret_px <= view->width_px;
}

/* The halo makes the line visible on spans of any colour. */
static void
draw_line (cairo_t *cr, const Theme *theme, double x_px, double height_px)
{
  theme_set_source (cr, theme->halo);
  cairo_rectangle (cr, x_px - 1, 0, 3, height_px);
  cairo_fill (cr);
  theme_set_source (cr, theme->text);
  cairo_rectangle (cr, x_px, 0, 1, height_px);
  cairo_fill (cr);
}

void
marker_draw_lines (cairo_t *cr, const TimelineView *view, const DrawStyle *style, const ViewMarks *marks)
{
  for (Marker marker = 0; marker < N_MARKERS; marker++)
    {
      double x_px;

      if (line_px (view, marks, marker, &x_px))
        draw_line (cr, style->theme, x_px, view->height_px);
    }
}

/* Draws from line to line, or to the edge of the view if a line is outside. */
void
marker_draw_distance (cairo_t *cr, const TimelineView *view, const DrawStyle *style, const ViewMarks *marks)
{
  char text[MARKER_TEXT_MAX];
  int64_t distance_ns;

  if (!view_marks_distance (marks, &distance_ns))
    return;
  double a_px = timeline_view_px (view, marks->marker_ns[MARKER_A]);
  double b_px = timeline_view_px (view, marks->marker_ns[MARKER_B]);
  double left_px = fmin (a_px, b_px), right_px = fmax (a_px, b_px);
  if (right_px < 0 || left_px > view->width_px)
    return;
  left_px = fmax (left_px, 0);
  right_px = fmin (right_px, view->width_px);

  /* Pinned rows are there to be read. */
  double scale = text_cache_scale (style->text), top_px = view->fixed_px + PILL_TOP_PX;
  double y_px = round (top_px + PILL_PX * scale / 2);
  marker_distance_text (style->numbers, distance_ns, text);
  Rect pill = { .y_px = top_px, .height_px = round (PILL_PX * scale) };
  pill.width_px = ceil (text_width_px (style->text, TEXT_CAPTION_BOLD, text)) + 2 * PILL_PAD_PX;
  pill.x_px = round ((left_px + right_px - pill.width_px) / 2);
  pill.x_px = fmax (fmin (pill.x_px, view->width_px - pill.width_px - 4), 4);

  theme_set_source (cr, style->theme->halo);
  cairo_rectangle (cr, left_px, y_px - 1, right_px - left_px, 3);
  cairo_fill (cr);
  theme_set_source (cr, style->theme->text);
  cairo_rectangle (cr, left_px, y_px, right_px - left_px, 1);
  cairo_fill (cr);

  double radius_px = pill.height_px / 2;
  cairo_new_sub_path (cr);
  cairo_arc (cr, pill.x_px + pill.width_px - radius_px, pill.y_px + radius_px, radius_px, -M_PI_2, M_PI_2);
  cairo_arc (cr, pill.x_px + radius_px, pill.y_px + radius_px, radius_px, M_PI_2, 3 * M_PI_2);
  cairo_close_path (cr);
  theme_set_source (cr, style->theme->view);
  cairo_fill_preserve (cr);
  theme_set_source (cr, style->theme->text);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  text_draw (style->text, cr, TEXT_CAPTION_BOLD, style->theme->text, TEXT_CENTER,
             pill.x_px + pill.width_px / 2, pill.y_px + pill.height_px / 2, text);
}

/* ---- on the ruler ---- */

/* The flags point away from each other, so that neither covers the span between them. */
bool
timeline_ruler_flag (const TimelineView *view,
                     const DrawStyle *style,
                     const ViewMarks *marks,
                     Marker marker,
                     Rect *ret_rect)
{
  Marker other = marker == MARKER_A ? MARKER_B : MARKER_A;
  double width_px = ceil (text_width_px (style->text, TEXT_CAPTION_BOLD, letters[marker])) + 2 * FLAG_PAD_PX;
  double x_px;

  if (!line_px (view, marks, marker, &x_px))
    return false;
  bool is_later = marks->has_marker[other]
                    ? marks->marker_ns[marker] > marks->marker_ns[other]
                        || (marks->marker_ns[marker] == marks->marker_ns[other] && marker == MARKER_B)
                    : true;
  /* At an edge of the view it points inside. */
  if (x_px - width_px < 0)
    is_later = true;
  else if (x_px + width_px > view->width_px)
    is_later = false;
  *ret_rect = (Rect){ is_later ? x_px : x_px - width_px + 1, 1, width_px,
                      floor (text_height_px (style->text, TEXT_CAPTION_BOLD)) + 2 };
  return true;
}

static void
draw_flag (cairo_t *cr,
           const TimelineView *view,
           const DrawStyle *style,
           const ViewMarks *marks,
           Marker marker)
{
  Rect flag;
  double x_px;

  if (!timeline_ruler_flag (view, style, marks, marker, &flag) || !line_px (view, marks, marker, &x_px))
    return;
  draw_line (cr, style->theme, x_px, timeline_ruler_px (style));
  theme_set_source (cr, style->theme->halo);
  cairo_rectangle (cr, flag.x_px - 1, flag.y_px - 1, flag.width_px + 2, flag.height_px + 2);
  cairo_fill (cr);
  theme_set_source (cr, style->theme->text);
  cairo_rectangle (cr, flag.x_px, flag.y_px, flag.width_px, flag.height_px);
  cairo_fill (cr);
  text_draw (style->text, cr, TEXT_CAPTION_BOLD, style->theme->view, TEXT_CENTER,
             flag.x_px + flag.width_px / 2, flag.y_px + flag.height_px / 2, letters[marker]);
}

void
timeline_draw_ruler_marks (cairo_t *cr,
                           const TimelineView *view,
                           const DrawStyle *style,
                           const ViewMarks *marks)
{
  int height_px = timeline_ruler_px (style);
  Rect flag;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width_px, height_px);
  cairo_clip (cr);
  for (Marker marker = 0; marker < N_MARKERS; marker++)
    if (timeline_ruler_flag (view, style, marks, marker, &flag))
      timeline_clear_tick_texts (cr, view, style, flag.x_px - 2, flag.x_px + flag.width_px + 2);
  for (int i = 0; i < marks->n_kept; i++)
    {
      double left_px = fmax (timeline_view_px (view, marks->kept[i].begin_ns), -2);
      double right_px = fmin (timeline_view_px (view, marks->kept[i].end_ns), view->width_px + 2);

      if (right_px < 0 || left_px > view->width_px)
        continue;
      theme_set_source (cr, style->theme->accent);
      cairo_rectangle (cr, round (left_px), height_px - 1 - KEPT_BAR_PX, fmax (round (right_px - left_px), 1),
                       KEPT_BAR_PX);
      cairo_fill (cr);
    }
  for (Marker marker = 0; marker < N_MARKERS; marker++)
    draw_flag (cr, view, style, marks, marker);
  cairo_restore (cr);
}
