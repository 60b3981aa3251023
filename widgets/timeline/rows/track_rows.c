/* SPDX-License-Identifier: Apache-2.0 */

#include <glib/gi18n-lib.h>

#include "trace/model/job_tables.h"
#include "widgets/look/number_text.h"
#include "widgets/timeline/rows/track_label.h"
#include "widgets/timeline/rows/track_tree_private.h"

static bool
is_open (const TrackTree *tree, uint32_t t)
{
  return tree->tracks[t].is_open || (tree->has_filter && line_state (tree, t, TRACK_PART_WHOLE)->is_opened);
}

/* Everything from track to its end that is not pinned is drawn in the row last added. */
static void
place_all_below (TrackTree *tree, uint32_t track)
{
  for (uint32_t t = track; t < tree->tracks[track].end; t++)
    {
      const TraceTrack *below = trace_track (trace_of (tree), t);

      if (tree->tracks[t].is_shown && below->n_rows > 0 && tree->row_of_lane[below->first_row] == UINT32_MAX)
        track_lines_place (tree, below->first_row, below->n_rows);
    }
}

/* Takes label. */
static TimelineRow *
add_group (TrackTree *tree, uint32_t track, int depth, char *label, TrackFold fold, bool is_open)
{
  TimelineRow *row = track_lines_add_row (tree, ROW_GROUP, track, depth, track_lines_scaled_px (tree, 24));

  row->fold = fold;
  row->is_open = is_open;
  row->label = row->description = track_lines_keep_text (tree, label);
  return row;
}

static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const TrackTree *tree = data;
  int x = tree->lines[*(const TrackLine *) a].place, y = tree->lines[*(const TrackLine *) b].place;

  if ((x < 0) != (y < 0))
    return x < 0 ? 1 : -1;
  return x < y ? -1 : x > y;
}

/* In the user's order, and behind those as they come. Whatever is empty stands nowhere. Takes lines. */
static void
add_siblings (TrackTree *tree, GArray *lines, int depth)
{
  guint first = tree->siblings->len;

  g_array_sort_with_data (lines, compare_places, tree);
  for (guint i = 0; i < lines->len; i++)
    {
      TrackLine line = g_array_index (lines, TrackLine, i);

      g_array_append_val (tree->siblings, line);
      if (tree->lines[line].pin >= 0)
        continue;
      tree->lines[line].first_sibling = first;
      tree->lines[line].n_siblings = lines->len;
    }
  for (guint i = 0; i < lines->len; i++)
    track_rows_add_wanted (tree, g_array_index (lines, TrackLine, i), depth);
  g_array_unref (lines);
}

static char *
process_label (const TrackTree *tree, uint32_t t)
{
  const TrackState *state = &tree->tracks[t];

  return state->n_devices > 0 ? track_label_host (trace_of (tree), t, state->host, state->n_devices)
                              : track_label_process (trace_of (tree), t);
}

/* Whether there is anything below a track but counters, which have lines of their own below the node. */
static bool
has_lines (const TrackTree *tree, uint32_t t)
{
  for (uint32_t below = t + 1; below < tree->tracks[t].end; below++)
    if (trace_track (trace_of (tree), below)->kind != TRACK_COUNTER && !tree->tracks[below].is_empty)
      return true;
  return false;
}

static void
add_process (TrackTree *tree, uint32_t t, int depth)
{
  const Trace *trace = trace_of (tree);
  const TrackState *state = &tree->tracks[t];

  if (trace_track (trace, t)->n_instants == 0 && !has_lines (tree, t))
    return;
  add_group (tree, t, depth, process_label (tree, t), t, is_open (tree, t));
  if (!is_open (tree, t))
    {
      place_all_below (tree, t);
      return;
    }
  track_rows_add_wanted (tree, track_tree_line (tree, t, TRACK_PART_INSTANTS), depth + 1);

  GArray *lines = g_array_new (FALSE, FALSE, sizeof (TrackLine));
  for (uint32_t below = t + 1; below < state->end; below = tree->tracks[below].end)
    if (trace_track (trace, below)->kind != TRACK_COUNTER && !tree->tracks[below].is_empty)
      g_array_append_val (lines, below);
  add_siblings (tree, lines, depth + 1);
}

static int
compare_lines (gconstpointer a, gconstpointer b, gpointer data)
{
  static const uint8_t places[N_TRACK_KINDS] = { [TRACK_STREAM] = 1, [TRACK_SYNC] = 2 };
  const TrackTree *tree = data;
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  int place_x = places[trace_track (trace_of (tree), x)->kind];
  int place_y = places[trace_track (trace_of (tree), y)->kind];

  if (place_x != place_y)
    return place_x < place_y ? -1 : 1;
  if (tree->tracks[x].busy_ns != tree->tracks[y].busy_ns)
    return tree->tracks[x].busy_ns > tree->tracks[y].busy_ns ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void
add_device (TrackTree *tree, uint32_t t, int depth)
{
  const Trace *trace = trace_of (tree);
  const TrackState *state = &tree->tracks[t];

  track_rows_add_wanted (tree, track_tree_line (tree, t, TRACK_PART_UTILIZATION), depth);
  track_rows_add_wanted (tree, track_tree_line (tree, t, TRACK_PART_MEMORY), depth);
  if (!has_lines (tree, t))
    return;
  add_group (tree, t, depth, track_label_device_group (trace, t), t, is_open (tree, t));
  if (!is_open (tree, t))
    {
      place_all_below (tree, t);
      return;
    }

  GArray *lines = g_array_new (FALSE, FALSE, sizeof (TrackLine));
  for (uint32_t below = t + 1; below < state->end; below = tree->tracks[below].end)
    if (trace_track (trace, below)->kind != TRACK_COUNTER && !tree->tracks[below].is_empty)
      g_array_append_val (lines, below);
  g_array_sort_with_data (lines, compare_lines, tree);
  add_siblings (tree, lines, depth + 1);
}

static void
add_counters (TrackTree *tree, uint32_t node, int depth)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (TrackLine));
  bool is_opened = tree->has_filter && line_state (tree, node, TRACK_PART_COUNTERS)->is_opened;

  for (uint32_t t = node + 1; t < tree->tracks[node].end; t++)
    {
      TrackLine memory = track_tree_line (tree, t, TRACK_PART_MEMORY);

      if (!tree->tracks[t].is_shown)
        continue;
      if (trace_track (trace_of (tree), t)->n_samples > 0)
        g_array_append_val (lines, t);
      if (trace_track (trace_of (tree), t)->kind == TRACK_PROCESS
          && memory_use_of_track (tree->profile->memory, t) != NULL)
        g_array_append_val (lines, memory);
    }
  if (lines->len == 0)
    {
      g_array_unref (lines);
      return;
    }

  TrackLine line = track_tree_line (tree, node, TRACK_PART_COUNTERS);
  is_opened = is_opened || tree->counters_open[node];
  add_group (tree, node, depth, g_strdup (_ ("Counters")), line, is_opened)->line = line;
  if (is_opened)
    add_siblings (tree, lines, depth + 1);
  else
    g_array_unref (lines);
}

/* Whether a later device of the same process follows. */
static bool
has_later_device (const TrackTree *tree, uint32_t device, uint32_t node)
{
  for (uint32_t t = tree->tracks[device].end; t < tree->tracks[node].end; t = tree->tracks[t].end)
    if (trace_track (trace_of (tree), t)->kind == TRACK_DEVICE && tree->tracks[t].is_shown
        && tree->tracks[t].host == tree->tracks[device].host)
      return true;
  return false;
}

/* What is neither a device nor the host of one. */
static void
list_others (const TrackTree *tree, uint32_t first, uint32_t end, bool is_aside, GArray *lines)
{
  for (uint32_t t = first; t < end; t = tree->tracks[t].end)
    {
      TrackKind kind = trace_track (trace_of (tree), t)->kind;

      if (tree->tracks[t].is_shown && !tree->tracks[t].is_empty && kind != TRACK_DEVICE
          && kind != TRACK_COUNTER && tree->tracks[t].n_devices == 0 && tree->tracks[t].is_aside == is_aside)
        g_array_append_val (lines, t);
    }
}

/* Ranks follow one another below a node: first the devices of each, with their hosts, then its other processes. */
static void
list_rank (const TrackTree *tree, uint32_t node, uint32_t first, uint32_t end, GArray *lines)
{
  for (uint32_t t = first; t < end; t = tree->tracks[t].end)
    if (trace_track (trace_of (tree), t)->kind == TRACK_DEVICE && tree->tracks[t].is_shown)
      {
        uint32_t host = tree->tracks[t].host;

        if (!tree->tracks[t].is_empty && !track_tree_is_sampled_alone (tree, t))
          g_array_append_val (lines, t);
        if (host != TRACE_NONE && !has_later_device (tree, t, node))
          g_array_append_val (lines, host);
      }
  list_others (tree, first, end, false, lines);
  list_others (tree, first, end, true, lines);
}

static void
add_node (TrackTree *tree, uint32_t node, int depth)
{
  const Trace *trace = trace_of (tree);
  const TrackState *state = &tree->tracks[node];
  TrackLine counters = track_tree_line (tree, node, TRACK_PART_COUNTERS);
  uint32_t end;

  add_group (tree, node, depth, track_label_node (trace, node), node, is_open (tree, node));
  if (!is_open (tree, node))
    {
      place_all_below (tree, node);
      return;
    }

  GArray *lines = g_array_new (FALSE, FALSE, sizeof (TrackLine));
  g_array_append_val (lines, counters);
  for (uint32_t t = node + 1; t < state->end; t = end)
    {
      for (end = t; end < state->end && trace_track (trace, end)->rank == trace_track (trace, t)->rank;)
        end = tree->tracks[end].end;
      list_rank (tree, node, t, end, lines);
    }
  add_siblings (tree, lines, depth + 1);
}

/* ---- any line ---- */

char *
track_rows_label (const TrackTree *tree, uint32_t t)
{
  const Trace *trace = trace_of (tree);

  switch (trace_track (trace, t)->kind)
    {
    case TRACK_NODE:
      return track_label_node (trace, t);
    case TRACK_PROCESS:
      return process_label (tree, t);
    case TRACK_DEVICE:
      return track_label_device_group (trace, t);
    case TRACK_THREAD:
      return track_label_thread (trace, t);
    case TRACK_ANNOTATIONS:
    case TRACK_OPERATORS:
    case TRACK_CALLS:
    case TRACK_PYTHON:
    case TRACK_PROFILER:
      return g_strdup (track_label_band (trace_track (trace, t)->kind));
    default:
      return track_label_line (trace, t);
    }
}

static void
add_track (TrackTree *tree, uint32_t t, int depth)
{
  switch (trace_track (trace_of (tree), t)->kind)
    {
    case TRACK_NODE:
      add_node (tree, t, depth);
      break;
    case TRACK_PROCESS:
      add_process (tree, t, depth);
      break;
    case TRACK_DEVICE:
      add_device (tree, t, depth);
      break;
    case TRACK_THREAD:
      track_lines_add_thread (tree, t, depth);
      break;
    case TRACK_ANNOTATIONS:
    case TRACK_OPERATORS:
    case TRACK_CALLS:
    case TRACK_PYTHON:
    case TRACK_PROFILER:
      track_lines_add_band (tree, t, depth);
      break;
    case TRACK_COUNTER:
      track_lines_add_counter (tree, t, depth);
      break;
    default:
      track_lines_add (tree, t, depth);
      break;
    }
}

static void
add_any (TrackTree *tree, TrackLine line, int depth)
{
  uint32_t t = line % tree->n_tracks, first = tree->rows->len;

  switch ((TrackPart) (line / tree->n_tracks))
    {
    case TRACK_PART_COUNTERS:
      add_counters (tree, t, depth);
      break;
    case TRACK_PART_UTILIZATION:
      /* A job that was merged from summaries has few of the kernels: it would seem idle. */
      if (tree->tracks[t].device != TRACE_NONE && !trace_is_job (trace_of (tree)))
        track_lines_add_utilization (tree, t, depth);
      break;
    case TRACK_PART_INSTANTS:
      track_lines_add_instants (tree, t, depth);
      break;
    case TRACK_PART_MEMORY:
      track_lines_add_memory (tree, t, depth);
      break;
    default:
      add_track (tree, t, depth);
      break;
    }
  if (tree->rows->len == first)
    return;
  tree->lines[line].first_row = first;
  tree->lines[line].end_row = tree->rows->len;
}

/* Unless it stands among the pinned ones, or is not to be seen. */
void
track_rows_add_wanted (TrackTree *tree, TrackLine line, int depth)
{
  const LineState *state = &tree->lines[line];

  if (state->pin < 0 && !state->is_hidden && state->is_found)
    add_any (tree, line, depth);
}

/* ---- pinned rows ---- */

/* Away from what it belongs to, a line has to say what that is. */
static void
name_pinned (TrackTree *tree, TrackLine line, TimelineRow *row)
{
  const Trace *trace = trace_of (tree);
  uint32_t t = line % tree->n_tracks, parent = trace_track (trace, t)->parent;

  if (row->kind == ROW_GROUP || row->kind == ROW_UTILIZATION || row->kind == ROW_COUNTER)
    return;
  if (line != t)
    parent = t;
  if (parent == TRACE_NONE)
    return;

  g_autofree char *above = line == t && trace_track (trace, parent)->kind == TRACK_DEVICE
                             ? track_label_device (trace, parent)
                             : track_rows_label (tree, parent);
  const char *own = row->label != NULL ? row->label : row->band != NULL ? row->band : "";
  if (trace_track (trace, t)->kind == TRACK_THREAD && line == t)
    {
      row->detail = row->detail != NULL ? row->detail : g_string_chunk_insert (tree->texts, above);
      return;
    }
  if (row->label == NULL)
    row->band = NULL;
  row->label = track_lines_keep_text (tree, g_strdup_printf ("%s · %s", own, above));
  if (row->n_slices == 0 && row->count == NULL)
    row->n_slices = trace_track (trace, t)->n_slices;
}

static void
add_pinned (TrackTree *tree)
{
  for (guint i = 0; i < tree->pinned->len; i++)
    {
      TrackLine line = g_array_index (tree->pinned, TrackLine, i);
      guint first = tree->rows->len;

      if (tree->lines[line].is_hidden)
        continue;
      add_any (tree, line, 0);
      if (tree->rows->len > first)
        name_pinned (tree, line, row_at (tree, first));
    }
  for (guint r = 0; r < tree->rows->len; r++)
    row_at (tree, r)->is_pinned = true;
  tree->n_pinned_rows = tree->rows->len;
}

/* What pinned lines stand among are the pinned lines. */
static void
list_pinned (TrackTree *tree)
{
  guint first = tree->siblings->len;

  for (guint i = 0; i < tree->pinned->len; i++)
    {
      TrackLine line = g_array_index (tree->pinned, TrackLine, i);

      g_array_append_val (tree->siblings, line);
      tree->lines[line].first_sibling = first;
      tree->lines[line].n_siblings = tree->pinned->len;
    }
}

/* ---- notes ---- */

/* Takes text. */
static TimelineRow *
add_note (TrackTree *tree, char *text)
{
  TimelineRow *row = track_lines_add_row (tree, ROW_NOTE, TRACE_NONE, 0, track_lines_scaled_px (tree, 24));

  row->label = row->description = track_lines_keep_text (tree, text);
  return row;
}

static void
add_notes (TrackTree *tree)
{
  char count[NUMBER_TEXT_MAX];

  if (tree->rows->len == 0 && tree->has_filter)
    add_note (tree, g_strdup (_ ("No row name contains this text")));
  else if (tree->rows->len == 0 && tree->n_hidden == 0)
    add_note (tree, g_strdup (_ ("Nothing to show in this scope")));
  if (tree->n_hidden > 0 && !tree->has_filter)
    add_note (tree, g_strdup_printf (ngettext ("Show %s hidden row", "Show %s hidden rows", tree->n_hidden),
                                     track_lines_count_text (tree->n_hidden, count)))
      ->line = TRACK_LINE_HIDDEN;
  if (tree->n_empty > 0 && !tree->has_filter)
    add_note (tree, g_strdup_printf (ngettext ("%s empty row hidden", "%s empty rows hidden", tree->n_empty),
                                     track_lines_count_text (tree->n_empty, count)));
}

static void
place_rows (TrackTree *tree)
{
  int y_px = 0;

  for (guint r = 0; r < tree->rows->len; r++)
    {
      row_at (tree, r)->y_px = y_px;
      y_px += row_at (tree, r)->height_px;
    }
}

void
track_rows_build (TrackTree *tree)
{
  const Trace *trace = trace_of (tree);

  g_array_set_size (tree->rows, 0);
  g_string_chunk_clear (tree->texts);
  for (uint32_t i = 0; i < trace_n_rows (trace); i++)
    tree->row_of_lane[i] = UINT32_MAX;
  for (uint32_t line = 0; line < tree->n_tracks * N_TRACK_PARTS; line++)
    {
      tree->lines[line].first_row = tree->lines[line].end_row = UINT32_MAX;
      tree->lines[line].n_siblings = 0;
    }
  g_array_set_size (tree->siblings, 0);
  list_pinned (tree);
  add_pinned (tree);

  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (TrackLine));
  for (uint32_t t = 0; t < tree->n_tracks; t = tree->tracks[t].end)
    if (tree->tracks[t].is_shown)
      g_array_append_val (nodes, t);
  add_siblings (tree, nodes, 0);
  add_notes (tree);
  place_rows (tree);
}
