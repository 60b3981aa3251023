/* SPDX-License-Identifier: Apache-2.0 */

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/timeline/draw/timeline_draw.h"
#include "widgets/timeline/view/ruler.h"

#define PAD_PX    8
#define AWAY_PX   14 /* from the pointer */
#define WIDTH_MAX 480
#define LINES     3

/* "24.29 µs, Step 1011 + 7.324 ms": with the absolute time, which the ruler may not tell. rank: whose row it is; its
 * steps may lie elsewhere than those that the ruler tells. */
static char *
time_text (const TimelineView *view, const NumberStyle *numbers, const TimelineHit *hit, uint32_t rank)
{
  char length[NUMBER_TEXT_MAX], offset[NUMBER_TEXT_MAX], start[NUMBER_TEXT_MAX], number[NUMBER_TEXT_MAX];
  uint64_t step = profile_step_at (view->profile, rank, hit->begin_ns);
  bool is_unfinished = hit->slice != SLICE_NONE
                       && (trace_slices (view->profile->trace)->flags[hit->slice] & SLICE_UNFINISHED) != 0;

  number_text_duration (numbers, (double) (hit->end_ns - hit->begin_ns), length);
  g_autofree char *duration =
    is_unfinished ? g_strdup_printf (_ ("%s, then the recording ended"), length) : g_strdup (length);
  number_text_duration (numbers, (double) hit->begin_ns, start);
  if (step == UINT64_MAX)
    return g_strdup_printf (_ ("%s, starts at %s"), duration, start);
  number_text_duration (
    numbers, (double) (hit->begin_ns - step_table_get (view->profile->steps, step)->host_begin_ns), offset);
  return g_strdup_printf (_ ("%s, starts at Step %s + %s (%s)"), duration,
                          ruler_step_number (view->profile, step, number), offset, start);
}

void
timeline_draw_tooltip (cairo_t *cr,
                       const TimelineView *view,
                       const DrawStyle *style,
                       const TimelineHit *hit,
                       double x_px,
                       double y_px)
{
  const Trace *trace = view->profile->trace;
  const Theme *theme = style->theme;
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (view->tree, &n_rows);
  double line_px = ceil (text_height_px (style->text, TEXT_CAPTION)) + 3, width_px = 0;
  double most_px = fmin (WIDTH_MAX, view->width_px - 2 * PAD_PX - 8);
  Rect card;

  if (hit->row >= n_rows || (hit->slice == SLICE_NONE && !hit->is_gap))
    return;

  g_autofree char *time =
    time_text (view, style->numbers, hit, trace_track (trace, rows[hit->row].track)->rank);
  const char *lines[LINES] = {
    hit->is_gap ? _ ("Idle") : trace_display_name (trace, slice_name (trace_slices (trace), hit->slice)),
    time,
    rows[hit->row].description,
  };
  for (int i = 0; i < LINES; i++)
    if (lines[i] != NULL)
      width_px =
        fmax (width_px, text_width_px (style->text, i == 0 ? TEXT_CAPTION_BOLD : TEXT_CAPTION, lines[i]));

  card.width_px = ceil (fmin (width_px, most_px)) + 2 * PAD_PX;
  card.height_px = LINES * line_px + 2 * PAD_PX - 3;
  card.x_px = floor (x_px) + AWAY_PX;
  card.y_px = floor (y_px) + AWAY_PX;
  if (card.x_px + card.width_px > view->width_px)
    card.x_px = fmax (floor (x_px) - AWAY_PX - card.width_px, 0);
  if (card.y_px + card.height_px > view->height_px)
    card.y_px = fmax (floor (y_px) - AWAY_PX - card.height_px, 0);

  cairo_save (cr);
  cairo_rectangle (cr, card.x_px, card.y_px, card.width_px, card.height_px);
  theme_set_source (cr, theme->card);
  cairo_fill_preserve (cr);
  theme_stroke_inside (cr, theme->secondary, 1, 1);
  for (int i = 0; i < LINES; i++)
    if (lines[i] != NULL)
      text_draw_fitted (style->text, cr, i == 0 ? TEXT_CAPTION_BOLD : TEXT_CAPTION,
                        i == LINES - 1 ? theme->secondary : theme->text, TEXT_LEFT, TEXT_MIDDLE,
                        card.x_px + PAD_PX, card.y_px + PAD_PX + line_px * i + line_px / 2 - 1,
                        card.width_px - 2 * PAD_PX, lines[i]);
  cairo_restore (cr);
}
