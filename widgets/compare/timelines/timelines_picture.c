/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/timelines_picture.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/compare/timelines/timelines_words.h"

/* At 100 % text; they scale with it. */
#define INSET_PX     16.0
#define GAP_PX       12.0
#define HEAD_PX      30.0 /* of a side */
#define LETTER_PX    26.0 /* from a letter to the name */
#define SWATCH_PX    24.0
#define HATCH_PX     7.0
#define LINES_MAX    4
#define HEADER_SHARE 3   /* the track column has at most this part of the width */
#define NAME_SHARE   0.6 /* of the width of a head, if all does not fit */

typedef struct
{
  cairo_t *cr; /* NULL: heights alone */
  const TimelinesPicture *picture;
  const DrawStyle *style;
  int width_px, header_px;
  TimelineView views[SIDE_PAIRS_MAX]; /* as drawn */
  bool ok;
} Sheet;

static double
px (const Sheet *sheet, double at_100)
{
  return round (draw_style_px (sheet->style, at_100));
}

/* ---- the rows of a side ---- */

/* The selected slice is in view. */
static void
scroll_to_selected (TimelineView *view, uint64_t slice)
{
  Rect rect;

  if (slice == SLICE_NONE || !timeline_view_slice_rect (view, slice, &rect))
    return;
  if (rect.y_px + rect.height_px > view->height_px)
    view->scroll_px += (int) ceil (rect.y_px + rect.height_px - view->height_px);
  else if (rect.y_px < view->fixed_px)
    view->scroll_px += (int) floor (rect.y_px - view->fixed_px);
}

/* From the begin of a row to the end of one: at least this height, and less where there are fewer rows. */
static void
show_whole_rows (TimelineView *view, int least_px)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);
  int begin_px = 0, end_px = 0;

  for (uint32_t r = 0; r < n && end_px < view->scroll_px + least_px; r++)
    {
      if (rows[r].y_px <= view->scroll_px)
        begin_px = rows[r].y_px;
      end_px = rows[r].y_px + rows[r].height_px;
    }
  view->scroll_px = begin_px;
  view->height_px = MAX (end_px - begin_px, 1);
  view->fixed_px = timeline_view_fixed_px (view->tree, view->height_px);
}

static TimelineView
fit_view (const Sheet *sheet, uint32_t side)
{
  TimelineView view = sheet->picture->views[side];
  int rows_px = track_tree_height_px (view.tree);
  int most_px = MAX ((int) px (sheet, TIMELINES_PICTURE_ROWS_PX), view.height_px);

  view.width_px = MAX (sheet->width_px - sheet->header_px, 1);
  view.scroll_px = CLAMP (view.scroll_px, 0, MAX (rows_px - most_px, 0));
  show_whole_rows (&view, most_px);
  scroll_to_selected (&view, sheet->picture->marks[side].selected);
  return view;
}

/* "14 of 37 rows", where not all are shown; NULL otherwise. */
static char *
rows_text (const Sheet *sheet, const TimelineView *view)
{
  uint32_t n, n_shown = 0;
  char shown[NUMBER_TEXT_MAX], all[NUMBER_TEXT_MAX];

  track_tree_rows (view->tree, &n);
  if (track_tree_height_px (view->tree) <= view->height_px)
    return NULL;
  for (uint32_t row = timeline_view_first_row (view); row != UINT32_MAX;
       row = timeline_view_next_row (view, row))
    n_shown++;
  number_text_count (sheet->style->numbers, n_shown, shown);
  number_text_count (sheet->style->numbers, n, all);
  return g_strdup_printf (_ ("%s of %s rows"), shown, all);
}

static void
draw_rows (Sheet *sheet, uint32_t side, double y)
{
  const TimelineView *view = &sheet->views[side];
  TimelinePlan *plan = timeline_plan_new ();

  if (timeline_plan_make (plan, view, timeline_picture_scale (sheet->cr)))
    {
      cairo_save (sheet->cr);
      cairo_translate (sheet->cr, 0, y);
      timeline_draw_header (sheet->cr, view, sheet->style, sheet->header_px, UINT32_MAX, UINT32_MAX);
      cairo_translate (sheet->cr, sheet->header_px, 0);
      timeline_draw_rows (sheet->cr, view, plan, sheet->style);
      timeline_draw_marks (sheet->cr, view, plan, sheet->style, &sheet->picture->marks[side], NULL);
      cairo_restore (sheet->cr);
    }
  else
    sheet->ok = false;
  timeline_plan_free (plan);
}

/* ---- words ---- */

static void
draw_rule (const Sheet *sheet, double y)
{
  theme_set_source (sheet->cr, sheet->style->theme->rule);
  cairo_rectangle (sheet->cr, 0, y, sheet->width_px, 1);
  cairo_fill (sheet->cr);
}

/* Letter, name and part of a side, and how many of its rows are shown. */
static void
draw_head (const Sheet *sheet, uint32_t side, double y)
{
  const DrawStyle *style = sheet->style;
  const Theme *theme = style->theme;
  const ComparedSide *of = &sheet->picture->compared->sides[side];
  g_autofree char *rows = rows_text (sheet, &sheet->views[side]);
  double middle = y + px (sheet, HEAD_PX) / 2, left = px (sheet, INSET_PX), right = sheet->width_px - left;

  draw_rule (sheet, y);
  text_draw (style->text, sheet->cr, TEXT_SUMMARY, theme->text, TEXT_LEFT, left, middle,
             compared_letter (side));
  left += px (sheet, LETTER_PX);
  if (rows != NULL)
    right -= text_draw_fitted (style->text, sheet->cr, TEXT_CAPTION, theme->secondary, TEXT_RIGHT, TEXT_CLIP,
                               right, middle, right - left, rows)
             + px (sheet, GAP_PX);
  double scope_px = text_width_px (style->text, TEXT_CAPTION, of->scope) + px (sheet, GAP_PX);
  double name_px = fmax (right - left - scope_px, (right - left) * NAME_SHARE);
  g_autofree char *name = text_width_px (style->text, TEXT_HEADING, of->name) > name_px
                            ? compared_short_name (sheet->picture->compared, side)
                            : g_strdup (of->name);
  left += text_draw_fitted (style->text, sheet->cr, TEXT_HEADING, theme->text, TEXT_LEFT, TEXT_MIDDLE, left,
                            middle, name_px, name)
          + px (sheet, GAP_PX);
  text_draw_fitted (style->text, sheet->cr, TEXT_CAPTION, theme->secondary, TEXT_LEFT, TEXT_MIDDLE, left,
                    middle, right - left, of->scope);
}

/* A sample of the hatching of slices. */
static void
draw_swatch (const Sheet *sheet, double x, double middle)
{
  const Theme *theme = sheet->style->theme;
  double width = px (sheet, SWATCH_PX), height = px (sheet, GAP_PX), top = round (middle - height / 2);
  double period = px (sheet, HATCH_PX);

  cairo_save (sheet->cr);
  cairo_rectangle (sheet->cr, x, top, width, height);
  theme_set_source (sheet->cr, theme->view);
  cairo_fill_preserve (sheet->cr);
  cairo_clip (sheet->cr);
  theme_set_source (sheet->cr, theme->text);
  for (double at = -height; at < width; at += period)
    {
      cairo_move_to (sheet->cr, x + at, top + height);
      cairo_line_to (sheet->cr, x + at + height, top);
      cairo_move_to (sheet->cr, x + at, top);
      cairo_line_to (sheet->cr, x + at + height, top + height);
    }
  cairo_set_line_width (sheet->cr, 1);
  cairo_stroke (sheet->cr);
  cairo_rectangle (sheet->cr, x, top, width, height);
  theme_stroke_inside (sheet->cr, theme->secondary, 1, 1);
  cairo_restore (sheet->cr);
}

/* Returns the height; a NULL cr draws nothing. */
static double
paragraph (const Sheet *sheet, TextRole role, Rgb colour, double y, double indent, const char *text)
{
  double x = px (sheet, INSET_PX) + indent;

  return ceil (text_draw_wrapped (sheet->style->text, sheet->cr, role, colour, x, y,
                                  sheet->width_px - x - px (sheet, INSET_PX), LINES_MAX, text));
}

static bool
knows_pairs (const TimelinesPicture *picture)
{
  return picture->views[0].unmatched != NULL;
}

/* By what they are aligned. Returns the y below it. */
static double
lay_title (const Sheet *sheet, double y)
{
  const TimelinesPicture *picture = sheet->picture;
  const Theme *theme = sheet->style->theme;

  y += px (sheet, GAP_PX);
  y += paragraph (sheet, TEXT_SENTENCE, theme->text, y, 0, picture->aligned_by);
  if (picture->compared->n_sides > picture->n)
    {
      g_autofree char *text =
        g_strdup_printf (_ ("The first %u of %u sides"), picture->n, picture->compared->n_sides);

      y += paragraph (sheet, TEXT_CAPTION, theme->secondary, y, 0, text);
    }
  return y + px (sheet, GAP_PX);
}

/* The selected slices, and what hatching means. Returns the y below it. */
static double
lay_legend (const Sheet *sheet, double y)
{
  const TimelinesPicture *picture = sheet->picture;
  const Theme *theme = sheet->style->theme;

  if (sheet->cr != NULL)
    draw_rule (sheet, y);
  y += px (sheet, GAP_PX);
  if (picture->selected != NULL)
    {
      const char *name = timelines_words_slice (picture->compared, picture->selected);
      g_autofree char *figures =
        timelines_words_figures (picture->compared, picture->selected, sheet->style->numbers);

      y += paragraph (sheet, TEXT_HEADING, theme->text, y, 0, name);
      y += paragraph (sheet, TEXT_BODY, theme->text, y, 0, figures) + px (sheet, GAP_PX / 2);
    }
  if (knows_pairs (picture))
    {
      const char *text =
        picture->n > 2
          ? _ ("Of what is compared, slices without a counterpart are hatched: those of A have none on any "
               "other side, those of the other sides have none on A.")
          : _ ("Of what is compared, slices without a counterpart on the other side are hatched.");

      if (sheet->cr != NULL)
        draw_swatch (sheet, px (sheet, INSET_PX), y + text_height_px (sheet->style->text, TEXT_CAPTION) / 2);
      y += paragraph (sheet, TEXT_CAPTION, theme->secondary, y, px (sheet, SWATCH_PX + GAP_PX / 2), text);
    }
  else
    y += paragraph (sheet, TEXT_CAPTION, theme->secondary, y, 0,
                    _ ("Counterparts of slices were not known yet."));
  return y + px (sheet, GAP_PX);
}

/* ---- the sheet ---- */

/* The ruler counts from the alignment, so that it is the same for all sides. */
static void
draw_ruler (const Sheet *sheet, double y)
{
  const TimelineView *view = &sheet->views[0];
  const TimelineMarks *marks = &sheet->picture->marks[0];

  cairo_save (sheet->cr);
  cairo_translate (sheet->cr, 0, y);
  timeline_draw_ruler_header (sheet->cr, view, sheet->style, sheet->header_px);
  cairo_translate (sheet->cr, sheet->header_px, 0);
  timeline_draw_ruler (sheet->cr, view, sheet->style);
  if (marks->has_area)
    timeline_draw_ruler_area (sheet->cr, view, sheet->style, marks->begin_ns, marks->end_ns);
  if (marks->marks != NULL)
    timeline_draw_ruler_marks (sheet->cr, view, sheet->style, marks->marks);
  cairo_restore (sheet->cr);
}

static double
lay (Sheet *sheet)
{
  double y = lay_title (sheet, 0);

  if (sheet->cr != NULL)
    draw_ruler (sheet, y);
  y += timeline_ruler_px (sheet->style);
  for (uint32_t side = 0; side < sheet->picture->n; side++)
    {
      if (sheet->cr != NULL)
        draw_head (sheet, side, y);
      y += px (sheet, HEAD_PX);
      if (sheet->cr != NULL)
        draw_rows (sheet, side, y);
      y += sheet->views[side].height_px;
    }
  return lay_legend (sheet, y);
}

static Sheet
sheet_of (cairo_t *cr, const TimelinesPicture *picture, const DrawStyle *style, int width_px)
{
  Sheet sheet = {
    .cr = cr,
    .picture = picture,
    .style = style,
    .width_px = width_px,
    .header_px = MIN (picture->header_px, width_px / HEADER_SHARE),
    .ok = true,
  };

  for (uint32_t side = 0; side < picture->n; side++)
    sheet.views[side] = fit_view (&sheet, side);
  return sheet;
}

int
timelines_picture_height_px (const TimelinesPicture *picture, const DrawStyle *style, int width_px)
{
  Sheet sheet = sheet_of (NULL, picture, style, width_px);

  return (int) ceil (lay (&sheet));
}

bool
timelines_picture_draw (cairo_t *cr,
                        const TimelinesPicture *picture,
                        const DrawStyle *style,
                        int width_px,
                        int height_px)
{
  Sheet sheet = sheet_of (cr, picture, style, width_px);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width_px, height_px);
  cairo_clip (cr);
  theme_set_source (cr, style->theme->window);
  cairo_paint (cr);
  lay (&sheet);
  cairo_restore (cr);
  return sheet.ok;
}
