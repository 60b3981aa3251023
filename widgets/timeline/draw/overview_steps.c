/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/draw/overview_steps.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/timeline/view/ruler.h"

/* At 96 dpi; heights follow the text. */
#define CELL_PX    16
#define CELL_Y_PX  2
#define WALL_PX    96 /* narrowest cell that says how long the step took */
#define NUMBER_PX  28
#define CELLS_MAX  200
#define PARTS_PX   3   /* what a step consists of, at the bottom of its cell */
#define DASH_PX    2.0 /* of a part that is dashed where patterns are wanted */
#define OUTLIER_PX 3   /* the mark at the left of one that stands out */
#define VEIL_ALPHA 0.6 /* over hatching that has text on it */

Rect
overview_step_rect (const TimelineView *whole, uint64_t step)
{
  int64_t begin_ns, end_ns;
  Rect rect = { .y_px = 0, .height_px = 0 };

  profile_step_span (whole->profile, step, &begin_ns, &end_ns);
  rect.x_px = round (fmax (timeline_view_px (whole, begin_ns), 0));
  rect.width_px = fmax (round (fmin (timeline_view_px (whole, end_ns), whole->width_px)) - rect.x_px, 1);
  return rect;
}

static Rect
cell_rect (const TimelineView *whole, const DrawStyle *style, uint64_t step)
{
  Rect rect = overview_step_rect (whole, step);

  rect.y_px = draw_style_px (style, CELL_Y_PX);
  rect.height_px = draw_style_px (style, CELL_PX);
  return rect;
}

/* ---- steps ---- */

/* The mark and the text of a step that stands out. */
typedef enum
{
  STANDS_USUAL,
  STANDS_MEDIAN,
  STANDS_OUTLIER,
  STANDS_SLOWEST,
} Standing;

static Standing
standing_of (const TimelineView *whole, const StepRanking *ranking, uint64_t step)
{
  if (step == ranking->slowest)
    return STANDS_SLOWEST;
  if (step_ranking_sticks_out (ranking, step_table_get (whole->profile->steps, step)))
    return STANDS_OUTLIER;
  return step == ranking->median ? STANDS_MEDIAN : STANDS_USUAL;
}

static const char *
standing_text (Standing standing)
{
  switch (standing)
    {
    case STANDS_SLOWEST:
      return _ ("slowest");
    case STANDS_OUTLIER:
      return _ ("outlier");
    case STANDS_MEDIAN:
      return _ ("median");
    default:
      return NULL;
    }
}

/* The parts of a step's time, in the order of the bar of the summary. Idle time is left blank. */
#define N_STEP_PARTS 3

static void
parts_of (const TimeSplit *split, double shares[N_STEP_PARTS])
{
  const int64_t parts[N_STEP_PARTS] = { split->compute_ns, split->exposed_communication_ns,
                                        split->exposed_copy_ns };

  for (int i = 0; i < N_STEP_PARTS; i++)
    shares[i] = split->total_ns > 0 ? (double) parts[i] / (double) split->total_ns : 0;
}

static Rgb
part_colour (const Theme *theme, int part)
{
  static const WorkKind works[N_STEP_PARTS] = { WORK_GEMM, WORK_COMMUNICATION, WORK_MEMCPY };

  return theme->work[works[part]].fill;
}

/* One part of a step's time. Too low for the patterns of spans: where patterns are wanted, communication is dashed, copies
 * are two lines, and compute is whole. */
static void
draw_part (cairo_t *cr,
           const Theme *theme,
           int part,
           double x_px,
           double y_px,
           double width_px,
           double height_px)
{
  theme_set_source (cr, part_colour (theme, part));
  if (!theme->has_patterns || part == 0)
    cairo_rectangle (cr, x_px, y_px, width_px, height_px);
  else if (part == 1)
    for (double at_px = 0; at_px < width_px; at_px += 2 * DASH_PX)
      cairo_rectangle (cr, x_px + at_px, y_px, fmin (DASH_PX, width_px - at_px), height_px);
  else
    {
      cairo_rectangle (cr, x_px, y_px, width_px, 1);
      cairo_rectangle (cr, x_px, y_px + height_px - 1, width_px, 1);
    }
  cairo_fill (cr);
}

/* Along the bottom of a cell. */
static void
draw_parts (cairo_t *cr, const DrawStyle *style, const Rect *cell, const TimeSplit *split)
{
  double shares[N_STEP_PARTS], before = 0, width_px = cell->width_px - 1;

  parts_of (split, shares);
  for (int i = 0; i < N_STEP_PARTS; i++)
    {
      double left_px = round (before * width_px), right_px = round ((before + shares[i]) * width_px);

      before += shares[i];
      draw_part (cr, style->theme, i, cell->x_px + left_px, cell->y_px + cell->height_px - PARTS_PX,
                 right_px - left_px, PARTS_PX);
    }
}

/* The texts of a cell, from left to right. */
typedef struct
{
  char text[NUMBER_TEXT_MAX];
  Rgb colour;
  TextAlign align;
  Rect rect;
} CellText;

#define CELL_TEXTS_MAX 3

/* The cell without the parts at its bottom and the mark at its left. */
static Rect
label_rect (const Rect *cell, Standing standing)
{
  double mark_px = standing >= STANDS_OUTLIER ? OUTLIER_PX : 0;

  return (Rect){ cell->x_px + mark_px, cell->y_px, cell->width_px - mark_px, cell->height_px - PARTS_PX };
}

static void
add_text (CellText *texts,
          int *n,
          const Rect *room,
          const char *text,
          Rgb colour,
          TextAlign align,
          double x_px,
          double width_px)
{
  CellText *added = &texts[(*n)++];

  g_strlcpy (added->text, text, sizeof added->text);
  added->colour = colour;
  added->align = align;
  added->rect = (Rect){ align == TEXT_RIGHT ? x_px - width_px : x_px, room->y_px, width_px, room->height_px };
}

/* Draws as many of these as fit: the name of the step, why it stands out, its duration. */
static int
lay_out_texts (const TimelineView *whole,
               const DrawStyle *style,
               uint64_t step,
               const Rect *room,
               Standing standing,
               CellText texts[CELL_TEXTS_MAX])
{
  const TraceStep *at = step_table_get (whole->profile->steps, step);
  double right_px = room->x_px + room->width_px - 6, left_px = room->x_px + 5;
  const char *said = standing_text (standing);
  char number[NUMBER_TEXT_MAX], wall[NUMBER_TEXT_MAX];
  int n = 0;

  if (room->width_px < NUMBER_PX)
    return 0;
  ruler_step_number (whole->profile, step, number);
  double number_px = fmin (text_width_px (style->text, TEXT_CAPTION, number), right_px - left_px);
  add_text (texts, &n, room, number, style->theme->text, TEXT_LEFT, left_px, number_px);
  left_px += number_px + 8;
  if (room->width_px >= WALL_PX)
    {
      number_text_duration (style->numbers, (double) at->wall_ns, wall);
      double wall_px = text_width_px (style->text, TEXT_CAPTION, wall);
      if (wall_px <= right_px - left_px)
        {
          add_text (texts, &n, room, wall, style->theme->secondary, TEXT_RIGHT, right_px, wall_px);
          right_px -= wall_px + 8;
        }
    }
  double said_px = said != NULL ? text_width_px (style->text, TEXT_CAPTION, said) : 0;
  if (said != NULL && said_px <= right_px - left_px)
    add_text (texts, &n, room, said,
              standing == STANDS_MEDIAN ? style->theme->secondary : style->theme->warning_text, TEXT_LEFT,
              left_px, said_px);
  return n;
}

static void
draw_cell_texts (cairo_t *cr,
                 const TimelineView *whole,
                 const DrawStyle *style,
                 uint64_t step,
                 const Rect *room,
                 Standing standing)
{
  CellText texts[CELL_TEXTS_MAX];
  int n = lay_out_texts (whole, style, step, room, standing, texts);

  for (int i = 0; i < n; i++)
    {
      const Rect *rect = &texts[i].rect;
      double middle_px = rect->y_px + rect->height_px / 2;

      if (texts[i].align == TEXT_RIGHT)
        text_draw (style->text, cr, TEXT_CAPTION, texts[i].colour, TEXT_RIGHT, rect->x_px + rect->width_px,
                   middle_px, texts[i].text);
      else
        text_draw_fitted (style->text, cr, TEXT_CAPTION, texts[i].colour, TEXT_LEFT, TEXT_CLIP, rect->x_px,
                          middle_px, rect->width_px, texts[i].text);
    }
}

static void
draw_cell (cairo_t *cr,
           const TimelineView *whole,
           const DrawStyle *style,
           uint64_t step,
           Standing standing,
           const OverviewMarks *marks)
{
  const Theme *theme = style->theme;
  const TimeSplit *split = step_strip_split (whole->strip, step);
  Rect cell = cell_rect (whole, style, step);

  cairo_rectangle (cr, cell.x_px, cell.y_px, cell.width_px - 1, cell.height_px);
  theme_set_source (cr, step == marks->current_step   ? theme_mix (theme->accent, theme->window, 0.18)
                        : step == marks->hovered_step ? theme_mix (theme->text, theme->window, 0.10)
                                                      : theme_mix (theme->text, theme->window, 0.04));
  cairo_fill_preserve (cr);
  if (step_table_get (whole->profile->steps, step)->is_truncated)
    {
      cairo_path_t *path = cairo_copy_path (cr);

      theme_fill_idle (cr, theme);
      cairo_append_path (cr, path);
      cairo_path_destroy (path);
      theme_set_source_alpha (cr, theme->window, VEIL_ALPHA);
      cairo_fill_preserve (cr);
    }
  if (cell.width_px > 4)
    theme_stroke_inside (cr, theme->rule, 1, 1);
  cairo_new_path (cr);
  if (split != NULL)
    draw_parts (cr, style, &cell, split);
  Rect room = label_rect (&cell, standing);
  if (standing >= STANDS_OUTLIER)
    {
      theme_set_source (cr, theme->warning);
      cairo_rectangle (cr, cell.x_px, cell.y_px, fmin (OUTLIER_PX, fmax (cell.width_px - 1, 1)),
                       room.height_px);
      cairo_fill (cr);
    }
  draw_cell_texts (cr, whole, style, step, &room, standing);
}

/* If there are too many steps for cells, each is a bar of its parts whose height is its duration. */
static void
draw_bar (cairo_t *cr,
          const TimelineView *whole,
          const DrawStyle *style,
          uint64_t step,
          int64_t slowest_ns,
          Standing standing,
          const OverviewMarks *marks)
{
  const TraceStep *at = step_table_get (whole->profile->steps, step);
  const TimeSplit *split = step_strip_split (whole->strip, step);
  const Theme *theme = style->theme;
  Rect cell = cell_rect (whole, style, step);
  double share = slowest_ns > 0 ? (double) at->wall_ns / (double) slowest_ns : 0;
  double height_px = fmax (round (cell.height_px * fmin (share, 1)), 1);
  double width_px = cell.width_px > 2 ? cell.width_px - 1 : cell.width_px;
  double bottom_px = cell.y_px + cell.height_px;
  bool is_marked = step == marks->current_step || step == marks->hovered_step;

  cairo_rectangle (cr, cell.x_px, bottom_px - height_px, width_px, height_px);
  if (at->is_truncated)
    {
      theme_fill_idle (cr, theme);
      return;
    }
  theme_set_source (cr, standing >= STANDS_OUTLIER ? theme->warning
                        : is_marked                ? theme->accent
                                    : theme_mix (theme->text, theme->window, split != NULL ? 0.15 : 0.35));
  cairo_fill (cr);
  if (split == NULL || standing >= STANDS_OUTLIER || is_marked)
    return;
  double shares[N_STEP_PARTS], before = 0;
  parts_of (split, shares);
  for (int i = 0; i < N_STEP_PARTS; i++)
    {
      double low_px = round (before * height_px), high_px = round ((before + shares[i]) * height_px);

      before += shares[i];
      theme_set_source (cr, part_colour (theme, i));
      cairo_rectangle (cr, cell.x_px, bottom_px - high_px, width_px, high_px - low_px);
      cairo_fill (cr);
    }
}

/* Of the steps that share a pixel, the marked one is drawn, or else the longest. */
static bool
outranks (const TimelineView *whole, uint64_t step, uint64_t other, const OverviewMarks *marks)
{
  const uint64_t marked[] = { marks->current_step, marks->hovered_step };
  const StepTable *steps = whole->profile->steps;

  for (size_t i = 0; i < G_N_ELEMENTS (marked); i++)
    if (step == marked[i] || other == marked[i])
      return step == marked[i];
  return step_table_get (steps, step)->wall_ns > step_table_get (steps, other)->wall_ns;
}

static void
draw_bars (cairo_t *cr,
           const TimelineView *whole,
           const DrawStyle *style,
           uint64_t first,
           uint64_t n,
           const StepRanking *ranking,
           const OverviewMarks *marks)
{
  int64_t slowest_ns = 0;
  uint64_t shown = first;
  Rect place = overview_step_rect (whole, first);

  for (uint64_t i = first; i < first + n; i++)
    slowest_ns = MAX (slowest_ns, step_table_get (whole->profile->steps, i)->wall_ns);
  for (uint64_t i = first + 1; i < first + n; i++)
    {
      Rect next = overview_step_rect (whole, i);

      if (next.x_px == place.x_px && next.width_px <= 1 && place.width_px <= 1)
        {
          if (outranks (whole, i, shown, marks))
            shown = i;
          continue;
        }
      draw_bar (cr, whole, style, shown, slowest_ns, standing_of (whole, ranking, shown), marks);
      shown = i;
      place = next;
    }
  draw_bar (cr, whole, style, shown, slowest_ns, standing_of (whole, ranking, shown), marks);
}

static StepRanking
ranking_of (const TimelineView *whole)
{
  return whole->strip != NULL
           ? whole->strip->ranking
           : (StepRanking){ .slowest = UINT64_MAX, .median = UINT64_MAX, .longest_usual_ns = INT64_MAX };
}

void
overview_steps_draw (cairo_t *cr,
                     const TimelineView *whole,
                     const DrawStyle *style,
                     const OverviewMarks *marks)
{
  uint64_t first, n = profile_steps_of_rank (whole->profile, whole->step_rank, &first);
  StepRanking ranking = ranking_of (whole);

  if (n == 0)
    text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, TEXT_MIDDLE, 5,
                      draw_style_px (style, CELL_Y_PX + CELL_PX / 2.0), whole->width_px - 10,
                      _ ("No steps found."));
  if (n > CELLS_MAX)
    draw_bars (cr, whole, style, first, n, &ranking, marks);
  for (uint64_t i = first; i < first + n && n <= CELLS_MAX; i++)
    draw_cell (cr, whole, style, i, standing_of (whole, &ranking, i), marks);
}

bool
overview_steps_label_at (const TimelineView *whole,
                         const DrawStyle *style,
                         double begin_px,
                         double end_px,
                         Rect *ret_rect)
{
  uint64_t first, n = profile_steps_of_rank (whole->profile, whole->step_rank, &first);
  StepRanking ranking = ranking_of (whole);

  for (uint64_t i = first; i < first + n && n <= CELLS_MAX; i++)
    {
      Standing standing = standing_of (whole, &ranking, i);
      Rect cell = cell_rect (whole, style, i), room = label_rect (&cell, standing);
      CellText texts[CELL_TEXTS_MAX];

      if (cell.x_px >= end_px || cell.x_px + cell.width_px <= begin_px)
        continue;
      for (int t = lay_out_texts (whole, style, i, &room, standing, texts); t > 0; t--)
        if (texts[t - 1].rect.x_px < end_px && texts[t - 1].rect.x_px + texts[t - 1].rect.width_px > begin_px)
          {
            *ret_rect = texts[t - 1].rect;
            return true;
          }
    }
  return false;
}
