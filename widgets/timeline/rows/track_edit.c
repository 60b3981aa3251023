/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/rows/track_edit.h"

static TrackPart
part_of (const TrackTree *tree, TrackLine line)
{
  return (TrackPart) (line / track_tree_n_tracks (tree));
}

static const TraceTrack *
track_of (const TrackTree *tree, TrackLine line)
{
  return trace_track (track_tree_trace (tree), line % track_tree_n_tracks (tree));
}

static bool
is_node (const TrackTree *tree, TrackLine line)
{
  return part_of (tree, line) == TRACK_PART_WHOLE && track_of (tree, line)->kind == TRACK_NODE;
}

static uint32_t
n_lines (const TrackTree *tree)
{
  return track_tree_n_tracks (tree) * N_TRACK_PARTS;
}

/* The line that a line stands in. */
static TrackLine
line_above (const TrackTree *tree, TrackLine line)
{
  uint32_t t = line % track_tree_n_tracks (tree);
  const TraceTrack *track = track_of (tree, line);

  bool is_counter =
    part_of (tree, line) == TRACK_PART_MEMORY ? track->kind == TRACK_PROCESS : track->kind == TRACK_COUNTER;

  if (part_of (tree, line) != TRACK_PART_WHOLE && !is_counter)
    return t;
  if (!is_counter)
    return track->parent;
  while (trace_track (track_tree_trace (tree), t)->parent != TRACE_NONE)
    t = trace_track (track_tree_trace (tree), t)->parent;
  return track_tree_line (tree, t, TRACK_PART_COUNTERS);
}

static bool
is_in (const TrackTree *tree, TrackLine line, TrackLine above)
{
  while (line != TRACK_LINE_NONE && line != above)
    line = line_above (tree, line);
  return line == above;
}

bool
track_edit_can_pin (const TrackTree *tree, TrackLine line)
{
  return line < n_lines (tree) && !is_node (tree, line);
}

void
track_edit_pin (TrackLayout *layout, const TrackTree *tree, TrackLine line, bool is_pinned)
{
  g_autofree char *path = track_edit_can_pin (tree, line) ? track_tree_path (tree, line) : NULL;

  if (path != NULL)
    track_layout_set_pinned (layout, path, is_pinned);
}

static void
set_hidden (TrackLayout *layout, const TrackTree *tree, TrackLine line, bool is_hidden)
{
  g_autofree char *path = track_tree_path (tree, line);

  track_layout_set_hidden (layout, path, is_hidden);
}

void
track_edit_hide (TrackLayout *layout, const TrackTree *tree, TrackLine line)
{
  if (line < n_lines (tree))
    set_hidden (layout, tree, line, true);
}

static bool
is_pinned (const TrackTree *tree, TrackLine line)
{
  uint32_t first, end;

  return track_tree_rows_of_line (tree, line, &first, &end) && first < track_tree_n_pinned_rows (tree);
}

void
track_edit_show_only (TrackLayout *layout, const TrackTree *tree, TrackLine line)
{
  if (line >= n_lines (tree))
    return;
  for (TrackLine other = 0; other < n_lines (tree); other++)
    {
      uint32_t first, end;
      TrackLine above = line_above (tree, other);

      /* What is within something else that is hidden need not be. */
      if (track_tree_rows_of_line (tree, other, &first, &end) && !is_pinned (tree, other)
          && !is_in (tree, other, line) && !is_in (tree, line, other)
          && (above == TRACK_LINE_NONE || is_in (tree, line, above)))
        set_hidden (layout, tree, other, true);
    }
}

void
track_edit_show_hidden (TrackLayout *layout, const TrackTree *tree)
{
  for (TrackLine line = 0; line < n_lines (tree); line++)
    set_hidden (layout, tree, line, false);
}

void
track_edit_move_before (TrackLayout *layout, const TrackTree *tree, TrackLine line, TrackLine before)
{
  uint32_t n;
  const TrackLine *siblings = track_tree_siblings (tree, line, &n);
  bool is_of_pinned = is_pinned (tree, line);
  int place = 0;

  if (before == line)
    return;
  for (uint32_t i = 0; i <= n; i++)
    {
      TrackLine in_place[2] = { i < n ? siblings[i] : TRACK_LINE_NONE, TRACK_LINE_NONE };

      if (in_place[0] == before)
        {
          in_place[1] = in_place[0];
          in_place[0] = line;
        }
      else if (in_place[0] == line)
        in_place[0] = TRACK_LINE_NONE;
      for (int k = 0; k < 2; k++)
        if (in_place[k] != TRACK_LINE_NONE)
          {
            g_autofree char *path = track_tree_path (tree, in_place[k]);

            if (is_of_pinned)
              track_layout_set_pin (layout, path, place++);
            else
              track_layout_set_place (layout, path, place++);
          }
    }
}

static bool
has_rows (const TrackTree *tree, TrackLine line, bool of_pinned)
{
  uint32_t first, end;

  return track_tree_rows_of_line (tree, line, &first, &end) && is_pinned (tree, line) == of_pinned;
}

bool
track_edit_move (TrackLayout *layout, const TrackTree *tree, TrackLine line, int by)
{
  uint32_t n, at = 0;
  const TrackLine *siblings = track_tree_siblings (tree, line, &n);
  bool of_pinned = is_pinned (tree, line);

  while (at < n && siblings[at] != line)
    at++;
  if (at == n)
    return false;
  do
    at += (uint32_t) by;
  while (at < n && !has_rows (tree, siblings[at], of_pinned));
  if (at >= n)
    return false;
  if (by > 0)
    at++;
  track_edit_move_before (layout, tree, line, at < n ? siblings[at] : TRACK_LINE_NONE);
  return true;
}

bool
track_edit_can_resize (const TrackTree *tree, uint32_t row)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (tree, &n);

  return row < n && (rows[row].kind == ROW_UTILIZATION || rows[row].kind == ROW_COUNTER);
}

void
track_edit_resize (TrackLayout *layout, const TrackTree *tree, TrackLine line, int size)
{
  g_autofree char *path = line < n_lines (tree) ? track_tree_path (tree, line) : NULL;

  if (path != NULL)
    track_layout_set_size (layout, path, size);
}

/* What can fold, shown or not. */
static bool
folds (const TrackTree *tree, TrackLine line)
{
  TrackKind kind = track_of (tree, line)->kind;

  switch (part_of (tree, line))
    {
    case TRACK_PART_WHOLE:
      return kind == TRACK_NODE || kind == TRACK_PROCESS || kind == TRACK_DEVICE
             || (track_of (tree, line)->n_rows > 0 && kind != TRACK_CALLS);
    case TRACK_PART_COUNTERS:
      return kind == TRACK_NODE;
    default:
      return false;
    }
}

void
track_edit_fold_all (TrackLayout *layout, const TrackTree *tree, bool is_open)
{
  for (TrackLine line = 0; line < n_lines (tree); line++)
    if (folds (tree, line))
      {
        g_autofree char *path = track_tree_path (tree, line);

        track_layout_set_folding (layout, path,
                                  is_open || is_node (tree, line) ? TRACK_FOLD_OPEN : TRACK_FOLD_CLOSED);
      }
}
