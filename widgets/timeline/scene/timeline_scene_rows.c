/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows in the height of the canvas: they are fitted to it, scrolled, and revealed. */

#include <math.h>

#include "widgets/timeline/rows/row_place.h"
#include "widgets/timeline/scene/timeline_scene_private.h"
#include "widgets/timeline/view/area_rows.h"

/* The distance from the edges at which a row is scrolled into view. */
#define REVEAL_LANES 2

static void
scrolled (TimelineScene *self)
{
  timeline_scene_emit_changed (self, SCENE_CHANGED_TREE);
}

static void
scroll_rested (gpointer user_data)
{
  g_object_notify (G_OBJECT (user_data), "rows-text");
}

void
timeline_scene_init_scroll (TimelineScene *self)
{
  self->focused_row = UINT32_MAX;
  self->scroll = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  self->scroll_memory = scroll_memory_new (self->scroll, scroll_rested, self);
  g_signal_connect_swapped (self->scroll, "value-changed", G_CALLBACK (scrolled), self);
}

int
timeline_scene_pinned_px (TimelineScene *self)
{
  return timeline_view_fixed_px (self->tree, self->height_px);
}

bool
timeline_scene_scroll_to_wanted (TimelineScene *self)
{
  return scroll_memory_apply (self->scroll_memory, self->tree, timeline_scene_pinned_px (self));
}

void
timeline_scene_fit_rows (TimelineScene *self)
{
  uint32_t n_rows;

  if (self->height_px > 0)
    track_tree_fit_height (self->tree, self->room_px > 0 ? self->room_px : self->height_px);
  track_tree_rows (self->tree, &n_rows);
  if (self->focused_row != UINT32_MAX && self->focused_row >= n_rows)
    self->focused_row = n_rows > 0 ? n_rows - 1 : UINT32_MAX;

  double lane_px = track_tree_lane_px (self->tree);
  double height_px = track_tree_height_px (self->tree), page_px = self->height_px;
  double value = CLAMP (gtk_adjustment_get_value (self->scroll), 0, fmax (0, height_px - page_px));
  gtk_adjustment_configure (self->scroll, value, 0, fmax (height_px, page_px), lane_px,
                            fmax (lane_px, page_px - lane_px), page_px);
}

/* Scrolls as little as needed to show all of [y_px, y_px + height_px) of the tree, away from the edges, where pinned
 * rows and the hint are. */
static void
reveal (TimelineScene *self, double y_px, double height_px)
{
  int fixed_px = timeline_scene_pinned_px (self);
  double top_px = y_px - fixed_px, bottom_px = y_px + height_px;
  double value = gtk_adjustment_get_value (self->scroll),
         margin_px = REVEAL_LANES * track_tree_lane_px (self->tree);

  if (top_px >= 0 && (top_px < value || bottom_px > value + self->height_px))
    gtk_adjustment_clamp_page (self->scroll, top_px - margin_px, bottom_px + margin_px);
}

/* Returns NULL if the selection has no row of its own, or the row is not shown. */
static const TimelineRow *
selected_row (TimelineScene *self)
{
  const ViewSelection *selection = view_state_selection (self->state);
  uint32_t n_rows, row = UINT32_MAX;
  const TimelineRow *rows = track_tree_rows (self->tree, &n_rows);

  if (selection->kind == SELECTED_SLICE)
    row = track_tree_row_of_slice (self->tree, selection->slice);
  else if (selection->kind == SELECTED_GAP)
    for (row = 0;
         row < n_rows && (rows[row].kind != ROW_UTILIZATION || rows[row].device != selection->device);)
      row++;
  return row < n_rows ? &rows[row] : NULL;
}

/* From the top of the canvas, where the row scrolls. */
static double
bottom_of_row (TimelineScene *self, const TimelineRow *row)
{
  return row->y_px + row->height_px - gtk_adjustment_get_value (self->scroll);
}

/* Whether a part of a row is in view below the pinned rows. */
static bool
is_row_in_view (TimelineScene *self, const TimelineRow *row)
{
  double bottom_px = bottom_of_row (self, row);

  return bottom_px > timeline_scene_pinned_px (self) && bottom_px - row->height_px < self->height_px;
}

/* The first row of the selected area, if none of its rows is in view: what leads to an area may lead to any rank. */
static const TimelineRow *
hidden_area_row (TimelineScene *self)
{
  const TrackSet *tracks = view_state_selection (self->state)->tracks;
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (self->tree, &n_rows), *first = NULL;
  g_autofree bool *shown = area_rows_shown (self->tree, view_state_profile (self->state)->trace, tracks);

  for (uint32_t i = 0; i < n_rows && shown != NULL; i++)
    if (shown[i])
      {
        if (is_row_in_view (self, &rows[i]))
          return NULL;
        first = first != NULL ? first : &rows[i];
      }
  return first;
}

void
timeline_scene_reveal_selection (TimelineScene *self)
{
  const ViewSelection *selection = view_state_selection (self->state);
  bool is_area = selection->kind == SELECTED_AREA && selection->tracks != NULL;
  const TimelineRow *row;

  if (self->height_px <= 0)
    return;
  row = is_area ? hidden_area_row (self) : selected_row (self);
  if (row == NULL)
    return;
  reveal (self, row->y_px, row->height_px);
  /* An area goes on below its first row, which so comes to the top. */
  if (is_area)
    gtk_adjustment_set_value (self->scroll,
                              row->y_px - timeline_scene_pinned_px (self) - REVEAL_LANES * track_tree_lane_px (self->tree));
}

bool
timeline_scene_covers_selection (TimelineScene *self, int covered_px)
{
  const TimelineRow *row = selected_row (self);
  double bottom_px = row != NULL ? bottom_of_row (self, row) : 0;

  return bottom_px > self->height_px - covered_px && bottom_px - row->height_px < self->height_px;
}

/* The rows have changed; the row at the top of the canvas stays there. */
static void
refit_rows (TimelineScene *self)
{
  int before_px = track_tree_height_px (self->tree), y_px;
  g_autofree char *place =
    scroll_memory_place (self->scroll_memory, self->tree, timeline_scene_pinned_px (self));

  timeline_scene_fit_rows (self);
  if (place != NULL && track_tree_height_px (self->tree) != before_px
      && row_place_find (self->tree, place, &y_px))
    gtk_adjustment_set_value (self->scroll, y_px - timeline_scene_pinned_px (self));
}

void
timeline_scene_set_room (TimelineScene *self, int room_px)
{
  if (room_px == self->room_px)
    return;
  self->room_px = room_px;
  if (self->height_px == 0)
    return;
  refit_rows (self);
  timeline_scene_emit_changed (self, SCENE_CHANGED_TREE);
}

void
timeline_scene_set_canvas_size (TimelineScene *self, int width_px, int height_px)
{
  if (self->width_px == width_px && self->height_px == height_px)
    return;
  bool was_seen = self->height_px > 0;
  const TimelineRow *row = was_seen && height_px < self->height_px ? selected_row (self) : NULL;
  bool is_in_view = row != NULL && bottom_of_row (self, row) > 0
                    && bottom_of_row (self, row) - row->height_px < self->height_px;
  self->width_px = width_px;
  self->height_px = height_px;
  timeline_scene_fit_rows (self);
  if (!was_seen && !timeline_scene_scroll_to_wanted (self))
    timeline_scene_reveal_selection (self);
  row = is_in_view ? selected_row (self) : NULL;
  if (row != NULL)
    reveal (self, row->y_px, row->height_px);
  timeline_scene_emit_changed (self, SCENE_CHANGED_TREE);
}

const TimelineRow *
timeline_scene_rows (TimelineScene *self, uint32_t *ret_n)
{
  return track_tree_rows (self->tree, ret_n);
}

bool
timeline_scene_set_row_open (TimelineScene *self, uint32_t row, bool is_open)
{
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (self->tree, &n_rows);

  if (row >= n_rows || rows[row].fold == TRACK_FOLD_NONE || rows[row].is_open == is_open)
    return false;
  g_autofree char *path = track_tree_path (self->tree, rows[row].fold);
  track_layout_set_folding (self->layout, path, is_open ? TRACK_FOLD_OPEN : TRACK_FOLD_CLOSED);
  timeline_scene_layout_changed (self);
  return true;
}

bool
timeline_scene_toggle_row (TimelineScene *self, uint32_t row)
{
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (self->tree, &n_rows);

  return row < n_rows && timeline_scene_set_row_open (self, row, !rows[row].is_open);
}

uint32_t
timeline_scene_focused_row (TimelineScene *self)
{
  return self->focused_row;
}

void
timeline_scene_focus_row (TimelineScene *self, uint32_t row)
{
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (self->tree, &n_rows);

  self->focused_row = row < n_rows ? row : UINT32_MAX;
  if (row < n_rows)
    reveal (self, rows[row].y_px, rows[row].height_px);
  timeline_scene_emit_changed (self, SCENE_CHANGED_FOCUS);
}

TrackLayout *
timeline_scene_layout (TimelineScene *self)
{
  return self->layout;
}

static TrackLine
focused_line (TimelineScene *self)
{
  uint32_t n_rows;
  const TimelineRow *rows = track_tree_rows (self->tree, &n_rows);

  return self->focused_row < n_rows ? rows[self->focused_row].line : TRACK_LINE_NONE;
}

/* The focus stays on its line, wherever the line has moved. */
static void
focus_line (TimelineScene *self, TrackLine line)
{
  uint32_t first, end;

  if (track_tree_rows_of_line (self->tree, line, &first, &end)
      && (self->focused_row < first || self->focused_row >= end))
    self->focused_row = first;
}

void
timeline_scene_choose_ranks (TimelineScene *self)
{
  TrackLine line = focused_line (self);
  int fixed_px = timeline_scene_pinned_px (self), y_px;
  g_autofree char *place = scroll_memory_place (self->scroll_memory, self->tree, fixed_px);

  track_tree_set_ranks (self->tree, view_state_ranks (self->state), self->layout);
  focus_line (self, line);
  timeline_scene_fit_rows (self);
  if (self->height_px == 0)
    return;
  if (place == NULL || !row_place_find (self->tree, place, &y_px))
    y_px = 0;
  gtk_adjustment_set_value (self->scroll, MAX (y_px - timeline_scene_pinned_px (self), 0));
}

void
timeline_scene_apply_layout (TimelineScene *self)
{
  TrackLine line = focused_line (self);

  track_tree_set_layout (self->tree, self->layout);
  focus_line (self, line);
  timeline_scene_fit_rows (self);
  timeline_scene_emit_changed (self, SCENE_CHANGED_TREE | SCENE_CHANGED_FOCUS);
}

void
timeline_scene_layout_changed (TimelineScene *self)
{
  timeline_scene_apply_layout (self);
  g_object_notify (G_OBJECT (self), "layout-text");
}
