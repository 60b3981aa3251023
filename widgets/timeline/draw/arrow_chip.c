/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/arrow_chip.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define PILL_PAD        9
#define EDGE_PX         8 /* between a chip and the edge */
#define SIGN_PX         7 /* triangle in a chip */
#define CHIP_MAX_PX     480
#define NAME_CHARACTERS 40 /* characters in a chip: the number behind it must not be cut */

void
arrow_add_link (Arrows *arrows, Rect rect, uint64_t slice, const char *label)
{
  TimelineLink *link;

  if (arrows->links == NULL || arrows->links->n == TIMELINE_LINKS_MAX)
    return;
  link = &arrows->links->links[arrows->links->n++];
  link->rect = rect;
  link->slice = slice;
  g_strlcpy (link->label, label, sizeof link->label);

  const char *cut;
  if (!g_utf8_validate (link->label, -1, &cut))
    link->label[cut - link->label] = '\0';
}

static void
add_round_rect (cairo_t *cr, const Rect *rect)
{
  double radius_px = rect->height_px / 2;

  cairo_new_sub_path (cr);
  cairo_arc (cr, rect->x_px + rect->width_px - radius_px, rect->y_px + radius_px, radius_px, -G_PI / 2,
             G_PI / 2);
  cairo_arc (cr, rect->x_px + radius_px, rect->y_px + radius_px, radius_px, G_PI / 2, 3 * G_PI / 2);
  cairo_close_path (cr);
}

static void
draw_pill (Arrows *arrows, const Rect *rect, Rgb colour)
{
  cairo_t *cr = arrows->cr;

  add_round_rect (cr, rect);
  theme_set_source (cr, arrows->style->theme->view);
  cairo_fill_preserve (cr);
  theme_set_source (cr, colour);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

void
arrow_draw_pill (Arrows *arrows, double x_px, double y_px, Rgb colour, uint64_t slice, const char *text)
{
  const DrawStyle *style = arrows->style;
  double width_px = text_width_px (style->text, TEXT_CAPTION_BOLD, text);
  Rect rect = { .width_px = ceil (width_px) + 2 * PILL_PAD, .height_px = ARROW_PILL_PX };

  rect.x_px = fmin (fmax (round (x_px - rect.width_px / 2), 2), arrows->view->width_px - rect.width_px - 2);
  rect.y_px =
    fmin (fmax (round (y_px - ARROW_PILL_PX / 2.0), 2), arrows->view->height_px - ARROW_PILL_PX - 2);
  draw_pill (arrows, &rect, colour);
  text_draw (style->text, arrows->cr, TEXT_CAPTION_BOLD, style->theme->text, TEXT_CENTER,
             rect.x_px + rect.width_px / 2, rect.y_px + ARROW_PILL_PX / 2.0, text);
  arrow_add_link (arrows, rect, slice, text);
}

/* Draws a triangle that points to the end. */
static void
draw_sign (Arrows *arrows, double x_px, double y_px, double out_x, double out_y)
{
  cairo_t *cr = arrows->cr;
  double half_px = SIGN_PX / 2.0;

  cairo_move_to (cr, x_px + half_px * out_x, y_px + half_px * out_y);
  cairo_line_to (cr, x_px - half_px * out_x + half_px * out_y, y_px - half_px * out_y + half_px * out_x);
  cairo_line_to (cr, x_px - half_px * out_x - half_px * out_y, y_px - half_px * out_y - half_px * out_x);
  cairo_close_path (cr);
  theme_set_source (cr, arrows->style->theme->text);
  cairo_fill (cr);
}

static bool
touches (const Rect *a, const Rect *b)
{
  return a->x_px < b->x_px + b->width_px && b->x_px < a->x_px + a->width_px
         && a->y_px < b->y_px + b->height_px && b->y_px < a->y_px + a->height_px;
}

ArrowEnd
arrow_draw_chip (Arrows *arrows, double x_px, double y_px, Rgb colour, uint64_t slice, const char *text)
{
  const TimelineView *view = arrows->view;
  const DrawStyle *style = arrows->style;
  bool is_beside = x_px < 0 || x_px >= view->width_px;
  double out_x = x_px < 0 ? -1 : x_px >= view->width_px ? 1 : 0;
  double out_y = is_beside ? 0 : y_px < 0 ? -1 : 1;
  double most_px = fmin (CHIP_MAX_PX, view->width_px - 2 * EDGE_PX) - 2 * PILL_PAD - SIGN_PX - 4;
  double words_px = fmin (ceil (text_width_px (style->text, TEXT_CAPTION_BOLD, text)), most_px);
  Rect rect = { .width_px = words_px + SIGN_PX + 4 + 2 * PILL_PAD, .height_px = ARROW_PILL_PX };
  double right_most_px = view->width_px - rect.width_px - EDGE_PX;
  double lowest_px = view->height_px - ARROW_PILL_PX - EDGE_PX / 2.0;

  rect.x_px = x_px < 0 ? EDGE_PX : is_beside ? right_most_px : x_px - rect.width_px / 2;
  rect.x_px = round (fmax (fmin (rect.x_px, right_most_px), EDGE_PX));
  rect.y_px = round (fmax (fmin (y_px - ARROW_PILL_PX / 2.0, lowest_px), EDGE_PX / 2.0));
  for (int i = 0; i < arrows->n_taken; i++)
    if (touches (&rect, &arrows->taken[i]))
      rect.y_px +=
        rect.y_px + 2 * ARROW_PILL_PX + 4 < view->height_px ? ARROW_PILL_PX + 4 : -ARROW_PILL_PX - 4;
  if (arrows->n_taken < (int) G_N_ELEMENTS (arrows->taken))
    arrows->taken[arrows->n_taken++] = rect;

  double sign_px =
    out_x > 0 ? rect.x_px + rect.width_px - PILL_PAD - SIGN_PX / 2.0 : rect.x_px + PILL_PAD + SIGN_PX / 2.0;
  double text_px = rect.x_px + PILL_PAD + (out_x > 0 ? 0 : SIGN_PX + 4),
         middle_px = rect.y_px + ARROW_PILL_PX / 2.0;
  draw_pill (arrows, &rect, colour);
  draw_sign (arrows, sign_px, middle_px, out_x, out_y);
  text_draw_fitted (style->text, arrows->cr, TEXT_CAPTION_BOLD, style->theme->text, TEXT_LEFT, TEXT_MIDDLE,
                    text_px, middle_px, words_px, text);
  arrow_add_link (arrows, rect, slice, text);

  return (ArrowEnd){
    .x_px = is_beside ? (out_x < 0 ? rect.x_px + rect.width_px : rect.x_px) : rect.x_px + rect.width_px / 2,
    .y_px = is_beside ? middle_px : (out_y < 0 ? rect.y_px + ARROW_PILL_PX : rect.y_px),
    .towards_x = -out_x,
    .towards_y = -out_y,
    .is_chip = true,
  };
}

/* ---- text ---- */

/* Removes the middle of a text; 60 % of the rest is its begin. */
static char *
short_name (const char *name)
{
  glong n = g_utf8_strlen (name, -1), n_begin = NAME_CHARACTERS * 6 / 10;

  if (n <= NAME_CHARACTERS)
    return g_strdup (name);
  g_autofree char *begin = g_utf8_substring (name, 0, n_begin);
  return g_strconcat (begin, "…", g_utf8_offset_to_pointer (name, n - (NAME_CHARACTERS - n_begin - 1)), NULL);
}

char *
arrow_chip_text (Arrows *arrows, uint64_t slice, int64_t latency_ns, bool is_call)
{
  const Trace *trace = arrows->view->profile->trace;
  g_autofree char *name = short_name (trace_display_name (trace, slice_name (trace_slices (trace), slice)));
  char duration[NUMBER_TEXT_MAX];

  number_text_duration (arrows->style->numbers, (double) (latency_ns < 0 ? -latency_ns : latency_ns),
                        duration);
  if (arrows->is_of_file)
    return is_call == (latency_ns >= 0) ? g_strdup_printf (_ ("%s, %s before"), name, duration)
                                        : g_strdup_printf (_ ("%s, %s after"), name, duration);
  if (latency_ns < 0)
    return is_call ? g_strdup_printf (_ ("%s, %s after the start: clocks differ"), name, duration)
                   : g_strdup_printf (_ ("%s, %s before the launch: clocks differ"), name, duration);
  return is_call ? g_strdup_printf (_ ("%s, %s before the start"), name, duration)
                 : g_strdup_printf (_ ("%s, %s after the launch"), name, duration);
}
