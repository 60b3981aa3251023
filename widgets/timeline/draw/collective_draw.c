/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/collective_draw.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>

#include "widgets/timeline/draw/arrow_chip.h"

#define OUTLINE_PX 2
#define WASH       0.3 /* of the colour of communication in what waits */
#define HATCH_PX   6   /* from line to line */
#define HATCH_LINE 1.5
#define LABEL_PX   28 /* narrowest part with a label, as of a slice */
#define LABEL_PAD  4
#define WAIT_PAD   8 /* beside the dot */
#define PART_PX    3 /* narrowest part that is drawn as two */
#define BEYOND_PX  8 /* of the rows at the first and at the last part */
#define DOT_PX     3 /* radius */
#define HEAD_PX    10
#define HALO_PX    6
#define THIN_HALO  3

/* Around the words of a chip, and to the next one. */
#define CHIP_MORE_PX 40

/* Cairo's coordinates wrap around at 2^23 device pixels. */
#define FAR_PX 500000

/* What a row shows of the collective: a part, or all that a closed group has. In logical px of the canvas. */
typedef struct
{
  const CollectiveWait *part; /* the one that begins first in the row; the last one if that is in the row */
  uint32_t row;
  double y_px, height_px;
  double begin_px, wait_end_px, end_px;
  double mark_px;           /* begin of part */
  double first_px, last_px; /* begin and end of the whole collective by the clock of the rank */
  bool is_single;
} RowPart;

struct CollectiveDrawing
{
  const TimelineView *view;
  CollectiveLink link;
  uint64_t selected;
  RowPart *parts; /* from the top down */
  size_t n;
};

/* ---- where ---- */

static int
compare_parts (const void *a, const void *b)
{
  const RowPart *x = a, *y = b;

  if (x->y_px != y->y_px)
    return x->y_px < y->y_px ? -1 : 1;
  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  return x->begin_px < y->begin_px ? -1 : x->begin_px > y->begin_px;
}

static bool
is_last (const CollectiveDrawing *drawing, const RowPart *part)
{
  return part->part == collective_link_last (&drawing->link);
}

static bool
place_part (const CollectiveDrawing *drawing, const CollectiveWait *wait, RowPart *ret_part)
{
  const TimelineView *view = drawing->view;
  const CollectiveSkew *skew = drawing->link.skew;
  double px_per_ns = view->width_px / (double) (view->end_ns - view->begin_ns);
  Rect rect;

  if (!timeline_view_slice_rect (view, wait->slice, &rect))
    return false;
  *ret_part = (RowPart){
    .part = wait,
    .row = track_tree_row_of_slice (view->tree, wait->slice),
    .y_px = rect.y_px,
    .height_px = rect.height_px,
    .begin_px = rect.x_px,
    .wait_end_px = rect.x_px + (double) wait->wait_ns * px_per_ns,
    .end_px = rect.x_px + rect.width_px,
    .mark_px = rect.x_px,
    .first_px = rect.x_px - collective_links_apart_ns (wait->begin_ns, skew->begin_ns) * px_per_ns,
    .last_px = rect.x_px + collective_links_apart_ns (skew->end_ns, wait->begin_ns) * px_per_ns,
    .is_single = true,
  };
  return true;
}

/* Parts of one row become one, from the first begin to the last end. */
static void
join_rows (CollectiveDrawing *drawing)
{
  size_t n = 0;

  for (size_t i = 0; i < drawing->n; i++)
    {
      RowPart *before = n > 0 ? &drawing->parts[n - 1] : NULL, *part = &drawing->parts[i];

      if (before == NULL || before->row != part->row)
        {
          drawing->parts[n++] = *part;
          continue;
        }
      if (is_last (drawing, part))
        {
          before->part = part->part;
          before->mark_px = part->mark_px;
        }
      before->end_px = fmax (before->end_px, part->end_px);
      before->first_px = fmin (before->first_px, part->first_px);
      before->last_px = fmax (before->last_px, part->last_px);
      before->is_single = false;
    }
  drawing->n = n;
}

CollectiveDrawing *
collective_drawing_new (const TimelineView *view, const CollectiveLinks *links, uint64_t slice)
{
  CollectiveLink link;

  if (!collective_links_find (links, slice, &link))
    return NULL;
  CollectiveDrawing *drawing = calloc (1, sizeof *drawing);
  if (drawing == NULL)
    return NULL;
  *drawing = (CollectiveDrawing){ .view = view, .link = link, .selected = slice };
  drawing->parts = calloc (link.skew->n_waits, sizeof *drawing->parts);
  for (uint64_t i = 0; drawing->parts != NULL && i < link.skew->n_waits; i++)
    drawing->n += place_part (drawing, &link.parts[i], &drawing->parts[drawing->n]);
  if (drawing->n == 0)
    {
      collective_drawing_free (drawing);
      return NULL;
    }
  qsort (drawing->parts, drawing->n, sizeof *drawing->parts, compare_parts);
  join_rows (drawing);
  return drawing;
}

void
collective_drawing_free (CollectiveDrawing *drawing)
{
  if (drawing == NULL)
    return;
  free (drawing->parts);
  free (drawing);
}

/* Finds the parts [*ret_first, *ret_end) whose rows are in view at least in part. O(log parts). */
static void
find_in_view (const CollectiveDrawing *drawing, size_t *ret_first, size_t *ret_end)
{
  size_t low = 0, high = drawing->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (drawing->parts[middle].y_px + drawing->parts[middle].height_px <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  *ret_first = low;
  while (low < drawing->n && drawing->parts[low].y_px < drawing->view->height_px)
    low++;
  *ret_end = low;
}

/* ---- parts ---- */

/* Just outside the view, lines cannot be seen. */
static double
near_view (const TimelineView *view, double x_px)
{
  return fmin (fmax (x_px, -8), view->width_px + 8);
}

/* Leans the other way than the pattern of communication. */
static void
hatch (cairo_t *cr, double left_px, double right_px, const RowPart *part)
{
  double height_px = part->height_px;

  cairo_save (cr);
  cairo_rectangle (cr, left_px, part->y_px, right_px - left_px, height_px);
  cairo_clip (cr);
  for (double x_px = floor ((left_px - height_px) / HATCH_PX) * HATCH_PX; x_px < right_px; x_px += HATCH_PX)
    {
      cairo_move_to (cr, x_px, part->y_px);
      cairo_rel_line_to (cr, height_px, height_px);
    }
  cairo_set_line_width (cr, HATCH_LINE);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_on_plate (cairo_t *cr,
               const DrawStyle *style,
               const RowPart *part,
               Rgb plate,
               Rgb ink,
               double x_px,
               double room_px,
               const char *text)
{
  double width_px = fmin (text_width_px (style->text, TEXT_CAPTION, text), room_px);

  theme_set_source (cr, plate);
  cairo_rectangle (cr, x_px - 2, part->y_px + 2, width_px + 4, part->height_px - 4);
  cairo_fill (cr);
  text_draw_fitted (style->text, cr, TEXT_CAPTION, ink, TEXT_LEFT, TEXT_CLIP, x_px,
                    part->y_px + part->height_px / 2, room_px, text);
}

static void
draw_waiting (cairo_t *cr, const RowPart *part, const DrawStyle *style, double left_px, double right_px)
{
  const Theme *theme = style->theme;
  Rgb fill = theme->work[WORK_COMMUNICATION].fill, ground = theme_mix (fill, theme->view, WASH);
  char duration[NUMBER_TEXT_MAX];

  theme_set_source (cr, ground);
  cairo_rectangle (cr, left_px, part->y_px, right_px - left_px, part->height_px);
  cairo_fill (cr);
  theme_set_source (cr, fill);
  hatch (cr, left_px, right_px, part);

  number_text_duration (style->numbers, (double) part->part->wait_ns, duration);
  /* Translators: a duration, on the part of a collective in which its rank waited for the last one */
  g_autofree char *text = g_strdup_printf (_ ("waited %s"), duration);
  double x_px = fmax (left_px, 0) + WAIT_PAD, room_px = right_px - LABEL_PAD - x_px;
  if (text_width_px (style->text, TEXT_CAPTION, text) <= room_px)
    draw_on_plate (cr, style, part, ground, theme->text, x_px, room_px, text);
}

static void
draw_transfer (cairo_t *cr,
               const CollectiveDrawing *drawing,
               const RowPart *part,
               const DrawStyle *style,
               double left_px,
               double right_px)
{
  const Trace *trace = drawing->view->profile->trace;
  const WorkFill *look = &style->theme->work[WORK_COMMUNICATION];
  double x_px = left_px + LABEL_PAD, room_px = right_px - LABEL_PAD - x_px;

  cairo_rectangle (cr, left_px, part->y_px, right_px - left_px, part->height_px);
  theme_fill_work (cr, style->theme, WORK_COMMUNICATION, true);
  if (right_px - left_px >= LABEL_PX)
    draw_on_plate (cr, style, part, look->fill, look->ink, x_px, room_px,
                   trace_display_name (trace, slice_name (trace_slices (trace), part->part->slice)));
}

/* Paints anew what the row has of a part in which there is waiting: the waiting, and the transfer with the label. */
static void
paint_part (cairo_t *cr, const CollectiveDrawing *drawing, const RowPart *part, const DrawStyle *style)
{
  const TimelineView *view = drawing->view;
  double left_px = near_view (view, floor (part->begin_px));
  double wait_end_px = near_view (view, round (part->wait_end_px));
  double right_px = near_view (view, floor (part->end_px)) - 1; /* the gap to the next slice */

  wait_end_px = fmin (wait_end_px, right_px);
  if (right_px - left_px < PART_PX || wait_end_px <= left_px)
    return;
  draw_waiting (cr, part, style, left_px, wait_end_px);
  if (right_px > wait_end_px)
    draw_transfer (cr, drawing, part, style, wait_end_px, right_px);
}

static void
outline_part (cairo_t *cr, const CollectiveDrawing *drawing, const RowPart *part, const Theme *theme)
{
  double left_px = near_view (drawing->view, floor (part->begin_px));
  double right_px = near_view (drawing->view, fmax (ceil (part->end_px), left_px + 1));

  cairo_rectangle (cr, left_px, part->y_px, right_px - left_px, part->height_px);
  theme_set_source (cr, theme->arrow);
  cairo_set_line_width (cr, OUTLINE_PX);
  cairo_stroke (cr);
}

void
collective_draw_parts (cairo_t *cr, const CollectiveDrawing *drawing, const DrawStyle *style)
{
  size_t first, end;
  uint32_t n_rows;

  if (drawing == NULL)
    return;
  const TimelineRow *rows = track_tree_rows (drawing->view->tree, &n_rows);
  find_in_view (drawing, &first, &end);
  for (size_t i = first; i < end; i++)
    {
      const RowPart *part = &drawing->parts[i];
      Rect window = timeline_view_row_window (drawing->view, part->row);

      cairo_save (cr);
      cairo_rectangle (cr, window.x_px, window.y_px, window.width_px, window.height_px);
      cairo_clip (cr);
      if (rows[part->row].kind == ROW_LANE && part->is_single)
        paint_part (cr, drawing, part, style);
      if (part->part->slice != drawing->selected || !part->is_single)
        outline_part (cr, drawing, part, style->theme);
      cairo_restore (cr);
    }
}

/* ---- lines ---- */

static double
within_reach (double px)
{
  return fmin (fmax (px, -FAR_PX), FAR_PX);
}

typedef enum
{
  LINE_FIRST,  /* where the collective begins */
  LINE_LAST,   /* where it ends */
  LINE_BEGINS, /* where each rank begins */
} LineOf;

/* Adds a line through the parts in view and the next ones above and below, whose direction it takes at the edge. It goes
 * straight down in the rows of the parts, beside their labels. */
static void
add_line (cairo_t *cr, const CollectiveDrawing *drawing, size_t first, size_t end, LineOf of)
{
  size_t from = first > 0 ? first - 1 : 0, to = MIN (end + 1, drawing->n);

  for (size_t i = from; i < to; i++)
    {
      const RowPart *part = &drawing->parts[i];
      double y_px = within_reach (part->y_px), height_px = part->height_px;
      double x_px = within_reach (of == LINE_FIRST  ? part->first_px
                                  : of == LINE_LAST ? part->last_px
                                                    : part->mark_px);

      double beyond_px = of == LINE_BEGINS ? 0 : BEYOND_PX;

      x_px = of == LINE_BEGINS ? x_px : floor (x_px) + 0.5;
      cairo_line_to (cr, x_px, i == 0 ? y_px - beyond_px : y_px);
      cairo_line_to (cr, x_px, i + 1 == drawing->n ? y_px + height_px + beyond_px : y_px + height_px);
    }
}

static void
stroke_line (cairo_t *cr, const Theme *theme, Rgb colour, double width_px, double halo_px)
{
  static const double dashes[] = { 5, 3 };

  theme_set_source (cr, theme->halo);
  cairo_set_line_width (cr, halo_px);
  cairo_stroke_preserve (cr);
  theme_set_source (cr, colour);
  cairo_set_line_width (cr, width_px);
  cairo_set_dash (cr, dashes, width_px < 2 ? 2 : 0, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* A dot, or the head of an arrow to the part that came last. */
static void
draw_begin (cairo_t *cr, const Theme *theme, const RowPart *part, bool is_last)
{
  double x_px = part->mark_px, y_px = part->y_px + part->height_px / 2;

  if (is_last)
    {
      cairo_move_to (cr, x_px + 1, y_px);
      cairo_rel_line_to (cr, -HEAD_PX, -HEAD_PX / 2.0 - 1);
      cairo_rel_line_to (cr, 0, HEAD_PX + 2);
      cairo_close_path (cr);
    }
  else
    cairo_arc (cr, x_px, y_px, DOT_PX, 0, 2 * G_PI);
  theme_set_source (cr, theme->halo);
  cairo_set_line_width (cr, 2);
  cairo_stroke_preserve (cr);
  theme_set_source (cr, theme->arrow);
  cairo_fill (cr);
}

static bool
has_begin_in_view (const CollectiveDrawing *drawing, const RowPart *part)
{
  return timeline_view_holds (drawing->view, part->mark_px, part->y_px + part->height_px / 2);
}

/* If no part is on the rows that stay at the top, nothing is drawn over these. */
static void
clip_to_rows (cairo_t *cr, const CollectiveDrawing *drawing)
{
  const TimelineView *view = drawing->view;
  int top_px = view->fixed_px;

  for (size_t i = 0; i < drawing->n && top_px > 0; i++)
    if (timeline_view_is_fixed (view, drawing->parts[i].row))
      top_px = 0;
  cairo_rectangle (cr, 0, top_px, view->width_px, view->height_px - top_px);
  cairo_clip (cr);
}

void
collective_draw_lines (cairo_t *cr, const CollectiveDrawing *drawing, const DrawStyle *style)
{
  size_t first, end;

  if (drawing == NULL)
    return;
  const Theme *theme = style->theme;
  find_in_view (drawing, &first, &end);
  cairo_save (cr);
  clip_to_rows (cr, drawing);
  add_line (cr, drawing, first, end, LINE_FIRST);
  cairo_new_sub_path (cr);
  add_line (cr, drawing, first, end, LINE_LAST);
  stroke_line (cr, theme, theme->text, 1, THIN_HALO);
  add_line (cr, drawing, first, end, LINE_BEGINS);
  stroke_line (cr, theme, theme->arrow, theme->arrow_width_px, HALO_PX);
  for (size_t i = first; i < end; i++)
    if (has_begin_in_view (drawing, &drawing->parts[i]))
      draw_begin (cr, theme, &drawing->parts[i], is_last (drawing, &drawing->parts[i]));
  cairo_restore (cr);
}

/* ---- the chip ---- */

/* Other links are ends of arrows, which may be covered. */
static bool
has_words (const TimelineLink *link)
{
  return link->rect.height_px == ARROW_PILL_PX;
}

/* Returns the middle of a chip at the upper or lower edge, beside the words that are there. */
static double
beside_words (const TimelineView *view,
              const TimelineLinks *links,
              bool is_above,
              double x_px,
              double width_px)
{
  for (int i = 0; i < links->n; i++)
    {
      const Rect *words = &links->links[i].rect;
      double left_px = words->x_px - width_px / 2, right_px = words->x_px + words->width_px + width_px / 2;
      double edge_px = is_above ? words->y_px : view->height_px - words->y_px - words->height_px;

      if (has_words (&links->links[i]) && edge_px < ARROW_PILL_PX && x_px > left_px && x_px < right_px)
        x_px = right_px + width_px / 2 <= view->width_px ? right_px : fmax (left_px, 0);
    }
  return fmin (x_px, view->width_px - 1);
}

static void
draw_chip (cairo_t *cr,
           const CollectiveDrawing *drawing,
           const RowPart *last,
           const DrawStyle *style,
           TimelineLinks *links)
{
  const TimelineView *view = drawing->view;
  Arrows arrows = { .cr = cr, .view = view, .style = style, .links = links };
  g_autofree char *rank = collective_links_rank (view->profile->trace, last->part->device);
  double x_px = last->mark_px;
  char duration[NUMBER_TEXT_MAX];

  number_text_duration (style->numbers, (double) drawing->link.skew->start_skew_ns, duration);
  /* Translators: a rank, and how long after the first rank it began its part of a collective */
  g_autofree char *text = g_strdup_printf (_ ("%s came last, %s after the first"), rank, duration);
  if (x_px >= 0 && x_px < view->width_px)
    x_px = beside_words (view, links, last->y_px < 0, x_px,
                         text_width_px (style->text, TEXT_CAPTION_BOLD, text) + CHIP_MORE_PX);
  for (int i = 0; i < links->n && arrows.n_taken < (int) G_N_ELEMENTS (arrows.taken); i++)
    if (has_words (&links->links[i]))
      arrows.taken[arrows.n_taken++] = links->links[i].rect;
  arrow_draw_chip (&arrows, x_px, last->y_px + last->height_px / 2, style->theme->arrow, last->part->slice,
                   text);
}

void
collective_draw_chip (cairo_t *cr,
                      const CollectiveDrawing *drawing,
                      const DrawStyle *style,
                      TimelineLinks *links)
{
  for (size_t i = 0; drawing != NULL && i < drawing->n; i++)
    if (is_last (drawing, &drawing->parts[i]) && !has_begin_in_view (drawing, &drawing->parts[i]))
      draw_chip (cr, drawing, &drawing->parts[i], style, links);
}
