/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/track_drag.h"

#include <math.h>

#include "widgets/timeline/rows/track_edit.h"

#define EDGE_PX 4

/* Returns the row whose lower edge is near, or UINT32_MAX. */
static uint32_t
row_of_edge (TimelineScene *scene, double y_px)
{
  const TimelineView *view = timeline_scene_view (scene);
  uint32_t n, row = timeline_view_row_at (view, y_px - EDGE_PX);
  const TimelineRow *rows = track_tree_rows (view->tree, &n);

  if (row >= n || !track_edit_can_resize (view->tree, row))
    return UINT32_MAX;
  return fabs (timeline_view_row_y (view, row) + rows[row].height_px - y_px) <= EDGE_PX ? row : UINT32_MAX;
}

bool
track_drag_is_at_edge (TimelineScene *scene, double y_px)
{
  return row_of_edge (scene, y_px) != UINT32_MAX;
}

void
track_drag_begin (TrackDrag *drag, TimelineScene *scene, double y_px)
{
  const TimelineView *view = timeline_scene_view (scene);
  uint32_t n, edge = row_of_edge (scene, y_px);
  const TimelineRow *rows = track_tree_rows (view->tree, &n);

  *drag = (TrackDrag){
    .kind = TRACK_DRAG_CLICK,
    .row = edge != UINT32_MAX ? edge : timeline_view_row_at (view, y_px),
    .y_px = y_px,
    .is_at_edge = edge != UINT32_MAX,
    .line = TRACK_LINE_NONE,
    .before = TRACK_LINE_NONE,
    .drop_px = -1,
  };
  if (edge != UINT32_MAX)
    {
      g_autofree char *path = track_tree_path (view->tree, rows[edge].line);

      drag->line = rows[edge].line;
      drag->height_px = rows[edge].height_px;
      drag->normal_px = (double) rows[edge].height_px * TRACK_SIZE_NORMAL
                        / track_layout_size (timeline_scene_layout (scene), path);
    }
  else
    drag->line = track_tree_moved_line (view->tree, drag->row);
}

static void
change_height (const TrackDrag *drag, TimelineScene *scene, double dy_px)
{
  double size = (drag->height_px + dy_px) / fmax (drag->normal_px, 1) * TRACK_SIZE_NORMAL;

  track_edit_resize (timeline_scene_layout (scene), timeline_scene_view (scene)->tree, drag->line,
                     (int) lround (fmin (fmax (size, TRACK_SIZE_LEAST), TRACK_SIZE_MOST)));
  timeline_scene_layout_changed (scene);
}

/* Finds the vertical extent of the rows of a line: [top, end). */
static bool
extent (const TimelineView *view, TrackLine line, double *ret_top_px, double *ret_end_px)
{
  uint32_t n, first, end;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);

  if (!track_tree_rows_of_line (view->tree, line, &first, &end))
    return false;
  *ret_top_px = timeline_view_row_y (view, first);
  *ret_end_px = timeline_view_row_y (view, end - 1) + rows[end - 1].height_px;
  return true;
}

/* The drop place is above the first sibling whose middle is below the pointer. */
static void
find_drop (TrackDrag *drag, TimelineScene *scene, double y_px)
{
  const TimelineView *view = timeline_scene_view (scene);
  uint32_t n, first, end;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);
  bool is_pinned = track_tree_rows_of_line (view->tree, drag->line, &first, &end) && rows[first].is_pinned;
  const TrackLine *siblings = track_tree_siblings (view->tree, drag->line, &n);
  double top_px, end_px, last_px = -1;
  bool found = false, stays = false;

  drag->before = TRACK_LINE_NONE;
  for (uint32_t i = 0; i < n && !found; i++)
    {
      if (!extent (view, siblings[i], &top_px, &end_px)
          || (track_tree_rows_of_line (view->tree, siblings[i], &first, &end)
              && track_tree_rows (view->tree, &end)[first].is_pinned != is_pinned))
        continue;
      found = y_px < (top_px + end_px) / 2;
      if (found)
        {
          drag->before = siblings[i];
          last_px = top_px;
        }
      else
        {
          last_px = end_px;
          stays = siblings[i] == drag->line;
        }
    }
  /* Directly before or behind itself, the line is already in place. */
  drag->drop_px = stays || drag->before == drag->line ? -1 : last_px;
}

void
track_drag_move (TrackDrag *drag, TimelineScene *scene, double dx_px, double dy_px)
{
  if (drag->kind == TRACK_DRAG_CLICK && timeline_is_drag (dx_px, dy_px) && drag->line != TRACK_LINE_NONE)
    drag->kind = drag->is_at_edge ? TRACK_DRAG_SIZE : TRACK_DRAG_MOVE;
  if (drag->kind == TRACK_DRAG_SIZE)
    change_height (drag, scene, dy_px);
  else if (drag->kind == TRACK_DRAG_MOVE)
    find_drop (drag, scene, drag->y_px + dy_px);
}

bool
track_drag_end (TrackDrag *drag, TimelineScene *scene)
{
  TrackDrag held = *drag;

  *drag = (TrackDrag){ .kind = TRACK_DRAG_NONE };
  if (held.kind == TRACK_DRAG_MOVE && held.drop_px >= 0)
    {
      track_edit_move_before (timeline_scene_layout (scene), timeline_scene_view (scene)->tree, held.line,
                              held.before);
      timeline_scene_layout_changed (scene);
    }
  return held.kind > TRACK_DRAG_CLICK;
}
