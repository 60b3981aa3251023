/* SPDX-License-Identifier: Apache-2.0 */

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/timeline/draw/timeline_draw.h"

#define INDENT_PX  14 /* per depth */
#define CARET_X_PX 8
#define LABEL_X_PX 24
#define RIGHT_PX   10
#define SPACE_PX   8

/* Distance from the middle of a row with a scale to the middle of either name. */
#define NAMES_APART_PX 8

/* Minimum width of a label beside the name of a band. */
#define LABEL_LEAST_PX 64

typedef struct
{
  cairo_t *cr;
  const TimelineView *view;
  const DrawStyle *style;
  int width_px;
} Header;

static void
draw_caret (const Header *header, double x_px, double middle_px, bool is_open)
{
  cairo_t *cr = header->cr;

  if (is_open)
    {
      cairo_move_to (cr, x_px, middle_px - 2.5);
      cairo_rel_line_to (cr, 7, 0);
      cairo_rel_line_to (cr, -3.5, 5);
    }
  else
    {
      cairo_move_to (cr, x_px + 1, middle_px - 3.5);
      cairo_rel_line_to (cr, 5, 3.5);
      cairo_rel_line_to (cr, -5, 3.5);
    }
  cairo_close_path (cr);
  theme_set_source (cr, header->style->theme->text);
  cairo_fill (cr);
}

/* Draws the mark for overlapping slices: two bars, one starting inside the other. Returns its left edge. */
static double
draw_overlap_mark (const Header *header, double right_px, double middle_px)
{
  theme_set_source (header->cr, header->style->theme->secondary);
  cairo_rectangle (header->cr, right_px - 12, middle_px - 4, 8, 3);
  cairo_rectangle (header->cr, right_px - 8, middle_px + 1, 8, 3);
  cairo_fill (header->cr);
  return right_px - 12;
}

/* Draws from right to left: count, mark, band; then the label in the remaining width. */
static void
draw_line (const Header *header, const TimelineRow *row, double middle_px)
{
  const DrawStyle *style = header->style;
  Rgb secondary = style->theme->secondary;
  double left_px = LABEL_X_PX + INDENT_PX * row->depth, right_px = header->width_px - RIGHT_PX;
  char number[NUMBER_TEXT_MAX];
  const char *count = row->count;

  if (row->n_slices > 0)
    count = number_text_count (style->numbers, row->n_slices, number);
  if (count != NULL)
    right_px -= text_draw_fitted (style->text, header->cr, TEXT_CAPTION, secondary, TEXT_RIGHT, TEXT_CLIP,
                                  right_px, middle_px, right_px - left_px, count)
                + SPACE_PX;
  if (row->n_overlaps > 0)
    right_px = draw_overlap_mark (header, right_px, middle_px) - SPACE_PX;
  if (row->band != NULL)
    {
      double band_px = text_width_px (style->text, TEXT_CAPTION, row->band);
      double room_px = right_px - left_px - (row->label != NULL ? LABEL_LEAST_PX + SPACE_PX : 0);

      if (band_px <= room_px)
        {
          text_draw (style->text, header->cr, TEXT_CAPTION, secondary, TEXT_RIGHT, right_px, middle_px,
                     row->band);
          right_px -= band_px + SPACE_PX;
          if (row->fold != TRACK_FOLD_NONE)
            {
              draw_caret (header, right_px - 5, middle_px, row->is_open);
              right_px -= 5 + SPACE_PX;
            }
        }
    }
  if (row->label == NULL)
    return;

  Rgb ink = row->line == TRACK_LINE_HIDDEN ? style->theme->link : style->theme->text;
  double label_px = text_draw_fitted (style->text, header->cr, TEXT_TREE, ink, TEXT_LEFT, TEXT_MIDDLE,
                                      left_px, middle_px, right_px - left_px, row->label);
  left_px += label_px + SPACE_PX;
  if (row->detail != NULL && text_width_px (style->text, TEXT_CAPTION, row->detail) <= right_px - left_px)
    text_draw (style->text, header->cr, TEXT_CAPTION, secondary, TEXT_LEFT, left_px, middle_px, row->detail);
}

static void
draw_group (const Header *header, const TimelineRow *row, double middle_px)
{
  double caret_px = CARET_X_PX + INDENT_PX * row->depth, left_px = LABEL_X_PX + INDENT_PX * row->depth;

  draw_caret (header, caret_px, middle_px, row->is_open);
  text_draw_fitted (header->style->text, header->cr, TEXT_GROUP, header->style->theme->text, TEXT_LEFT,
                    TEXT_MIDDLE, left_px, middle_px, header->width_px - RIGHT_PX - left_px, row->label);
}

/* A row with a scale: name at the left, on two lines when it has two; the ends of the scale at the right. */
static void
draw_scale (const Header *header, const TimelineRow *row, double y_px)
{
  const DrawStyle *style = header->style;
  Rgb secondary = style->theme->secondary;
  double left_px = LABEL_X_PX + INDENT_PX * row->depth, right_px = header->width_px - RIGHT_PX;
  double height_px = row->height_px, line_px = text_height_px (style->text, TEXT_CAPTION);
  char most[NUMBER_TEXT_MAX], least[NUMBER_TEXT_MAX] = "0";
  double most_px;
  bool is_low = height_px < 2 * line_px + 2; /* there is room for one line of text */

  if (row->kind == ROW_UTILIZATION)
    g_strlcpy (most, "100\u202f%", sizeof most);
  else
    {
      if (row->is_bytes)
        number_text_bytes (style->numbers, (uint64_t) fmin (fmax (row->value_max, 0), 9e18), most);
      else
        number_text_value (style->numbers, row->value_max, most);
      number_text_value (style->numbers, row->value_min, least);
    }
  most_px =
    text_draw_fitted (style->text, header->cr, TEXT_CAPTION, secondary, TEXT_RIGHT, TEXT_CLIP, right_px,
                      y_px + (is_low ? height_px / 2 : 2 + line_px / 2), right_px - left_px, most);
  if (!is_low)
    text_draw (style->text, header->cr, TEXT_CAPTION, secondary, TEXT_RIGHT, right_px,
               y_px + height_px - 2 - line_px / 2, least);

  double apart_px = fmin (height_px * 0.2, NAMES_APART_PX * text_cache_scale (style->text));
  double room_px = right_px - most_px - SPACE_PX - left_px;
  text_draw_fitted (style->text, header->cr, TEXT_TREE, style->theme->text, TEXT_LEFT, TEXT_MIDDLE, left_px,
                    y_px + height_px / 2 - (row->band != NULL && !is_low ? apart_px : 0), room_px,
                    row->label);
  if (row->band != NULL && !is_low)
    text_draw_fitted (style->text, header->cr, TEXT_CAPTION, secondary, TEXT_LEFT, TEXT_CLIP, left_px,
                      y_px + height_px / 2 + apart_px, room_px, row->band);
}

bool
timeline_header_has_pin (const TimelineRow *row)
{
  return row->line != TRACK_LINE_NONE && row->line != TRACK_LINE_HIDDEN
         && (row->label != NULL || row->band != NULL);
}

/* Draws the pin button. The pin is tilted, or upright if the row is pinned. */
static void
draw_pin (const Header *header, const TimelineRow *row, double middle_px)
{
  const Theme *theme = header->style->theme;
  cairo_t *cr = header->cr;
  double half_px = TIMELINE_PIN_PX / 2.0;

  cairo_save (cr);
  theme_set_source (cr, theme_mix (theme->text, theme->window, 0.08));
  cairo_rectangle (cr, header->width_px - TIMELINE_PIN_PX - 1, middle_px - half_px, TIMELINE_PIN_PX,
                   TIMELINE_PIN_PX);
  cairo_fill (cr);
  cairo_translate (cr, header->width_px - 1 - half_px, middle_px);
  if (!row->is_pinned)
    cairo_rotate (cr, G_PI / 4);
  theme_set_source (cr, row->is_pinned ? theme->accent : theme->text);
  cairo_set_line_width (cr, 1.5);
  cairo_rectangle (cr, -2, -6, 4, 6);
  cairo_move_to (cr, -4.5, 0.5);
  cairo_line_to (cr, 4.5, 0.5);
  cairo_move_to (cr, 0, 0.5);
  cairo_line_to (cr, 0, 6);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_row (const Header *header, uint32_t r, bool is_hovered, bool is_focused)
{
  const Theme *theme = header->style->theme;
  uint32_t n;
  const TimelineRow *row = &track_tree_rows (header->view->tree, &n)[r];
  cairo_t *cr = header->cr;
  double y_px = timeline_view_row_y (header->view, r);
  double line_px = row->kind == ROW_GROUP || row->kind == ROW_NOTE || row->kind == ROW_STRIP
                     ? row->height_px
                     : track_tree_lane_px (header->view->tree);

  if (row->kind == ROW_GROUP || is_hovered)
    {
      theme_set_source (cr, is_hovered ? theme_mix (theme->text, theme->window, 0.08) : theme->group);
      cairo_rectangle (cr, 0, y_px, header->width_px, row->height_px);
      cairo_fill (cr);
    }
  if (row->label != NULL && y_px > 0)
    {
      theme_set_source_alpha (cr, theme->rule, 0.5);
      cairo_rectangle (cr, 0, y_px, header->width_px, 1);
      cairo_fill (cr);
    }
  bool has_pin = is_hovered && timeline_header_has_pin (row);
  Header beside = *header;
  if (has_pin)
    beside.width_px -= TIMELINE_PIN_PX - RIGHT_PX / 2;
  switch (row->kind)
    {
    case ROW_GROUP:
      draw_group (&beside, row, y_px + row->height_px / 2.0);
      break;
    case ROW_UTILIZATION:
    case ROW_COUNTER:
      draw_scale (&beside, row, y_px);
      break;
    default:
      draw_line (&beside, row, y_px + line_px / 2);
      break;
    }
  if (has_pin)
    draw_pin (header, row, y_px + fmin (line_px, row->height_px) / 2);
  if (is_focused)
    {
      static const double dashes[] = { 4, 3 };

      theme_set_source (cr, theme->accent);
      cairo_set_line_width (cr, 2);
      cairo_set_dash (cr, dashes, 2, 0);
      cairo_rectangle (cr, 2, y_px + 2, header->width_px - 5, row->height_px - 4);
      cairo_stroke (cr);
      cairo_set_dash (cr, NULL, 0, 0);
    }
}

void
timeline_draw_header (cairo_t *cr,
                      const TimelineView *view,
                      const DrawStyle *style,
                      int width_px,
                      uint32_t hovered_row,
                      uint32_t focused_row)
{
  Header header = { cr, view, style, width_px };

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width_px, view->height_px);
  cairo_clip (cr);
  theme_set_source (cr, style->theme->window);
  cairo_paint (cr);
  for (int fixed = 0; fixed < 2; fixed++)
    {
      int top_px = fixed ? 0 : view->fixed_px, end_px = fixed ? view->fixed_px : view->height_px;

      cairo_save (cr);
      cairo_rectangle (cr, 0, top_px, width_px, end_px - top_px);
      cairo_clip (cr);
      for (uint32_t r = timeline_view_first_row (view); r != UINT32_MAX; r = timeline_view_next_row (view, r))
        if (timeline_view_is_fixed (view, r) == (fixed != 0))
          draw_row (&header, r, r == hovered_row, r == focused_row);
      cairo_restore (cr);
    }
  if (view->fixed_px > 0)
    {
      theme_set_source (cr, style->theme->secondary);
      cairo_rectangle (cr, 0, view->fixed_px - 1, width_px, 1);
      cairo_fill (cr);
    }

  int bottom_px = track_tree_height_px (view->tree) - view->scroll_px;
  theme_set_source_alpha (cr, style->theme->rule, 0.5);
  cairo_rectangle (cr, 0, bottom_px, width_px, 1);
  cairo_fill (cr);
  theme_set_source (cr, style->theme->rule);
  cairo_rectangle (cr, width_px - 1, 0, 1, view->height_px);
  cairo_fill (cr);
  cairo_restore (cr);
}

void
timeline_draw_drop_line (cairo_t *cr, const DrawStyle *style, int width_px, double y_px)
{
  theme_set_source (cr, style->theme->accent);
  cairo_rectangle (cr, 0, round (y_px) - 1, width_px, 2);
  cairo_arc (cr, 4, round (y_px), 4, 0, 2 * G_PI);
  cairo_fill (cr);
}
