/* SPDX-License-Identifier: Apache-2.0 */

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

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

/* ---- rows with a scale ---- */

/* Where a name may go on in the next line. */
typedef enum
{
  BREAK_NONE,
  BREAK_IN_WORD, /* "Memory|Used|Percent", "read_|bytes" */
  BREAK_SPACE,
  BREAK_PART, /* "GPU 0 · |utilization", "cpu0, |CPUUtilization" */
} NameBreak;

static NameBreak
break_before (const char *name, const char *at)
{
  if (at == name || at[0] == '\0' || at[0] == ' ')
    return BREAK_NONE;
  if (at[-1] == ' ')
    return at - name >= 2 && (at[-2] == ',' || (at - name >= 3 && memcmp (at - 3, "·", 2) == 0))
             ? BREAK_PART
             : BREAK_SPACE;
  return (g_ascii_isupper (at[0]) && g_ascii_islower (at[-1])) || strchr ("_-/.:", at[-1]) != NULL
           ? BREAK_IN_WORD
           : BREAK_NONE;
}

/* Returns a copy of the begin of a name, without what parts it from the rest. */
static char *
begin_of_name (const char *name, const char *end)
{
  char *begin = g_strchomp (g_strndup (name, (size_t) (end - name)));

  if (g_str_has_suffix (begin, ","))
    begin[strlen (begin) - 1] = '\0';
  else if (g_str_has_suffix (begin, "·"))
    begin[strlen (begin) - strlen ("·")] = '\0';
  return g_strchomp (begin);
}

/* Parts a name into a begin of at most first_px and a rest, between parts of it if the rest then fits into second_px. Returns
 * the begin, to be freed with g_free (), and sets *ret_rest; NULL if it cannot be parted. */
static char *
part_name (const Header *header, const char *name, double first_px, double second_px, const char **ret_rest)
{
  TextCache *text = header->style->text;
  NameBreak best = BREAK_NONE;
  char *found = NULL;

  for (const char *at = name; *at != '\0'; at = g_utf8_next_char (at))
    {
      NameBreak kind = break_before (name, at);

      if (kind == BREAK_NONE)
        continue;
      char *begin = begin_of_name (name, at);
      if (text_width_px (text, TEXT_TREE, begin) > first_px)
        {
          g_free (begin);
          break;
        }
      if (kind >= best || text_width_px (text, TEXT_CAPTION, *ret_rest) > second_px)
        {
          g_free (found);
          found = g_steal_pointer (&begin);
          *ret_rest = at;
          best = kind;
        }
      g_free (begin);
    }
  return found;
}

/* A row with a scale: name at the left, on two lines when it has two or does not fit on one; the ends of the scale at the
 * right. */
static void
draw_scale (const Header *header, const TimelineRow *row, double y_px)
{
  const DrawStyle *style = header->style;
  Rgb secondary = style->theme->secondary;
  double left_px = LABEL_X_PX + INDENT_PX * row->depth, right_px = header->width_px - RIGHT_PX;
  double height_px = row->height_px, line_px = text_height_px (style->text, TEXT_CAPTION);
  char most[NUMBER_TEXT_MAX], least[NUMBER_TEXT_MAX] = "0";
  double most_px, least_px = 0;
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
    least_px = text_draw_fitted (style->text, header->cr, TEXT_CAPTION, secondary, TEXT_RIGHT, TEXT_CLIP,
                                 right_px, y_px + height_px - 2 - line_px / 2, right_px - left_px, least);

  double apart_px = fmin (height_px * 0.2, NAMES_APART_PX * text_cache_scale (style->text));
  double room_px = right_px - most_px - SPACE_PX - left_px;
  double second_px = right_px - least_px - SPACE_PX - left_px;
  const char *second = is_low ? NULL : row->band;
  g_autofree char *begin =
    second == NULL && !is_low && text_width_px (style->text, TEXT_TREE, row->label) > room_px
      ? part_name (header, row->label, room_px, second_px, &second)
      : NULL;
  text_draw_fitted (style->text, header->cr, TEXT_TREE, style->theme->text, TEXT_LEFT, TEXT_MIDDLE, left_px,
                    y_px + height_px / 2 - (second != NULL ? apart_px : 0), room_px,
                    begin != NULL ? begin : row->label);
  if (second != NULL)
    text_draw_fitted (style->text, header->cr, TEXT_CAPTION, secondary, TEXT_LEFT,
                      begin != NULL ? TEXT_MIDDLE : TEXT_CLIP, left_px, y_px + height_px / 2 + apart_px,
                      begin != NULL ? second_px : room_px, second);
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
