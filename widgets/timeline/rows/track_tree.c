/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>

#include "trace/derive/sample_peaks.h"
#include "trace/model/slice_find.h"
#include "trace/stats/host/gpu_counter.h"
#include "widgets/timeline/rows/gpu_host.h"
#include "widgets/timeline/rows/lane_row.h"
#include "widgets/timeline/rows/track_tree_private.h"

/* ---- shown tracks and their parents ---- */

static void
find_ends (TrackTree *tree)
{
  for (uint32_t t = tree->n_tracks; t > 0; t--)
    {
      uint32_t track = t - 1, parent = trace_track (trace_of (tree), track)->parent;

      if (tree->tracks[track].end < t)
        tree->tracks[track].end = t;
      if (parent != TRACE_NONE && tree->tracks[parent].end < tree->tracks[track].end)
        tree->tracks[parent].end = tree->tracks[track].end;
    }
}

bool
track_tree_is_sampled_alone (const TrackTree *tree, uint32_t device)
{
  const Trace *trace = trace_of (tree);
  bool has_samples = false;

  for (uint32_t t = device + 1; t < tree->tracks[device].end; t++)
    {
      if (trace_track (trace, t)->kind != TRACK_COUNTER)
        return false;
      has_samples = has_samples || gpu_counter_is_utilization (trace, trace_track (trace, t));
    }
  return has_samples;
}

static void
find_devices (TrackTree *tree)
{
  const Trace *trace = trace_of (tree);
  uint32_t likely = TRACE_NONE,
           likely_rank = TRACE_NONE; /* host of the devices of a rank that have no launches */

  for (uint32_t t = 0; t < tree->n_tracks; t++)
    tree->tracks[t].device = tree->tracks[t].host = TRACE_NONE;
  for (uint32_t d = 0; d < trace_n_devices (trace); d++)
    {
      uint32_t track = trace_device (trace, d)->track;

      for (uint32_t t = track; t < tree->tracks[track].end; t++)
        tree->tracks[t].device = d;
    }
  for (uint32_t t = 0; t < tree->n_tracks; t++)
    if (trace_track (trace, t)->kind == TRACK_DEVICE && !track_tree_is_sampled_alone (tree, t))
      {
        uint32_t process = gpu_host_process (trace, t), rank = trace_track (trace, t)->rank;

        if (process == TRACE_NONE && rank != likely_rank)
          {
            likely = gpu_host_likely_process (trace, rank);
            likely_rank = rank;
          }
        if (process == TRACE_NONE)
          process = likely;
        tree->tracks[t].host = process;
        if (process != TRACE_NONE)
          {
            tree->tracks[process].host = t;
            tree->tracks[process].n_devices++;
          }
      }
}

/* From the pyramids, to the precision of a float: it serves to order streams, and there may be any number of slices. */
static double
track_busy_ns (const Profile *profile, const TraceTrack *track)
{
  double span_ns = (double) profile->end_ns - (double) profile->begin_ns, busy_ns = 0;

  for (uint32_t lane = track->first_row; lane < track->first_row + track->n_rows; lane++)
    {
      LodCell cell;

      lane_row_query (profile->trace, lane, profile->begin_ns, profile->end_ns, 1, &cell);
      busy_ns += cell.longest == LOD_EMPTY ? 0 : (double) cell.busy * span_ns;
    }
  return busy_ns;
}

static void
measure_tracks (TrackTree *tree)
{
  const SampleColumns *samples = trace_samples (trace_of (tree));

  for (uint32_t t = 0; t < tree->n_tracks; t++)
    {
      const TraceTrack *track = trace_track (trace_of (tree), t);

      if (track->kind == TRACK_STREAM)
        tree->tracks[t].busy_ns = track_busy_ns (tree->profile, track);
      if (track->n_samples > 0)
        {
          SamplePeak peak =
            sample_peaks_of (samples, track->first_sample, track->first_sample + track->n_samples);

          tree->tracks[t].value_min = fmin (tree->tracks[t].value_min, peak.least);
          tree->tracks[t].value_max = fmax (tree->tracks[t].value_max, peak.most);
        }
    }
}

static bool
is_work (const TraceTrack *track)
{
  return track->n_slices > 0 && track->kind != TRACK_PROFILER;
}

/* Where nothing works, what there is instead is not aside: marks of a program, for example. */
static void
find_processes_aside (TrackTree *tree)
{
  bool is_any_work = false;

  for (uint32_t t = 0; t < tree->n_tracks && !is_any_work; t++)
    is_any_work = is_work (trace_track (trace_of (tree), t));
  for (uint32_t t = 0; t < tree->n_tracks; t++)
    {
      bool has_work = false;

      for (uint32_t below = t + 1; below < tree->tracks[t].end && !has_work; below++)
        has_work = is_work (trace_track (trace_of (tree), below));
      tree->tracks[t].is_aside =
        trace_track (trace_of (tree), t)->kind == TRACK_PROCESS && is_any_work && !has_work;
    }
}

static void
find_empty (TrackTree *tree)
{
  for (uint32_t t = 0; t < tree->n_tracks; t++)
    tree->tracks[t].is_empty = true;
  for (uint32_t t = tree->n_tracks; t > 0; t--)
    {
      const TraceTrack *track = trace_track (trace_of (tree), t - 1);

      if (track->n_slices > 0 || track->n_instants > 0 || track->n_samples > 0)
        tree->tracks[t - 1].is_empty = false;
      if (!tree->tracks[t - 1].is_empty && track->parent != TRACE_NONE)
        tree->tracks[track->parent].is_empty = false;
    }
}

/* Of what is empty as a whole the head alone. */
static void
count_empty (TrackTree *tree)
{
  tree->n_empty = 0;
  for (uint32_t t = 0; t < tree->n_tracks; t++)
    {
      const TraceTrack *track = trace_track (trace_of (tree), t);

      tree->n_empty += tree->tracks[t].is_shown && tree->tracks[t].is_empty && track->parent != TRACE_NONE
                       && !tree->tracks[track->parent].is_empty && track->kind != TRACK_COUNTER;
    }
}

bool
track_tree_is_open_by_default (const TrackTree *tree, uint32_t t)
{
  TrackKind kind = trace_track (trace_of (tree), t)->kind;

  return kind == TRACK_NODE || kind == TRACK_DEVICE || (kind == TRACK_PROCESS && !tree->tracks[t].is_aside);
}

static void
reset_lines (TrackTree *tree)
{
  for (uint32_t line = 0; line < tree->n_tracks * N_TRACK_PARTS; line++)
    tree->lines[line] = (LineState){ .pin = -1, .place = -1, .size = TRACK_SIZE_NORMAL, .is_found = true };
  for (uint32_t t = 0; t < tree->n_tracks; t++)
    {
      tree->tracks[t].is_open = track_tree_is_open_by_default (tree, t);
      tree->tracks[t].is_by_hand = false;
      tree->counters_open[t] = true;
    }
  track_room_forget (tree);
  g_array_set_size (tree->pinned, 0);
  tree->has_filter = false;
  tree->n_hidden = tree->n_matches = 0;
}

static bool
is_wanted (const TrackTree *tree, uint32_t t)
{
  const TraceTrack *track = trace_track (trace_of (tree), t);
  uint32_t rank = tree->scope_rank, device = tree->scope_device;
  uint32_t wanted_track = device == TRACE_NONE ? TRACE_NONE : trace_device (trace_of (tree), device)->track;

  if (track->kind == TRACK_NODE)
    return true;
  if (rank != TRACE_NONE && track->rank != rank)
    return false;
  if (rank == TRACE_NONE && device == TRACE_NONE && track->rank != TRACE_NONE
      && !rank_choice_has (tree->ranks, track->rank))
    return false;
  if (wanted_track == TRACE_NONE)
    return true;
  if (track->kind == TRACK_DEVICE)
    return t == wanted_track;
  if (track->kind == TRACK_PROCESS)
    return t == tree->tracks[wanted_track].host;
  return tree->tracks[track->parent].is_shown;
}

/* A node with nothing shown below it is not shown. */
static void
choose_tracks (TrackTree *tree)
{
  for (uint32_t t = 0; t < tree->n_tracks; t++)
    tree->tracks[t].is_shown = is_wanted (tree, t);
  for (uint32_t t = 0; t < tree->n_tracks; t = tree->tracks[t].end)
    {
      bool any = false;

      for (uint32_t below = t + 1; below < tree->tracks[t].end && !any; below++)
        any = tree->tracks[below].is_shown;
      tree->tracks[t].is_shown = any;
    }
}

/* ---- the tree ---- */

TrackTree *
track_tree_new (const Profile *profile, int text_px, uint32_t rank, uint32_t device)
{
  TrackTree *tree = g_new0 (TrackTree, 1);
  const Trace *trace = profile->trace;

  tree->profile = profile_ref (profile);
  tree->text_px = text_px;
  tree->scope_rank = rank;
  tree->scope_device = device;
  tree->lane_px = tree->lane_least_px = text_px * 3 / 2 + 2;
  tree->n_tracks = trace_n_tracks (trace);
  tree->tracks = g_new0 (TrackState, tree->n_tracks);
  tree->counters_open = g_new0 (bool, tree->n_tracks);
  tree->rows = g_array_new (FALSE, FALSE, sizeof (TimelineRow));
  tree->texts = g_string_chunk_new (4096);
  tree->row_of_lane = g_new (uint32_t, trace_n_rows (trace));
  tree->lines = g_new (LineState, (size_t) tree->n_tracks * N_TRACK_PARTS);
  tree->siblings = g_array_new (FALSE, FALSE, sizeof (TrackLine));
  tree->pinned = g_array_new (FALSE, FALSE, sizeof (TrackLine));

  find_ends (tree);
  find_devices (tree);
  find_processes_aside (tree);
  find_empty (tree);
  measure_tracks (tree);
  choose_tracks (tree);
  count_empty (tree);
  reset_lines (tree);
  track_rows_build (tree);
  return tree;
}

void
track_tree_free (TrackTree *tree)
{
  if (tree == NULL)
    return;
  track_room_forget (tree);
  rank_choice_unref (tree->ranks);
  profile_unref (tree->profile);
  g_free (tree->tracks);
  g_free (tree->counters_open);
  g_array_unref (tree->rows);
  g_string_chunk_free (tree->texts);
  g_free (tree->row_of_lane);
  g_free (tree->lines);
  g_array_unref (tree->siblings);
  g_array_unref (tree->pinned);
  g_free (tree);
}

const TimelineRow *
track_tree_rows (const TrackTree *tree, uint32_t *ret_n)
{
  *ret_n = tree->rows->len;
  return row_at (tree, 0);
}

int
track_tree_height_px (const TrackTree *tree)
{
  const TimelineRow *last = row_at (tree, tree->rows->len - 1);

  return last->y_px + last->height_px;
}

int
track_tree_lane_px (const TrackTree *tree)
{
  return tree->lane_px;
}

/* While a band waits for room, the remaining room is less than one lane. */
static int
fitting_lane_px (const TrackTree *tree, int height_px)
{
  int n_lanes = (int) track_room_n_growing (tree);
  int least_px = track_tree_height_px (tree) - n_lanes * (tree->lane_px - tree->lane_least_px);

  if (n_lanes == 0 || tree->wants_room || height_px <= least_px)
    return tree->lane_least_px;
  return MIN (tree->lane_least_px + (height_px - least_px) / n_lanes, track_room_grown_px (tree));
}

void
track_tree_fit_height (TrackTree *tree, int height_px)
{
  track_tree_open_bands (tree, height_px);

  int lanes_px = fitting_lane_px (tree, height_px);
  if (lanes_px == tree->lane_px)
    return;
  tree->lane_px = lanes_px;
  track_rows_build (tree);
}

static void
fold_by_hand (TrackTree *tree, uint32_t t, bool is_open)
{
  tree->tracks[t].is_open = is_open;
  tree->tracks[t].is_by_hand = true;
}

void
track_tree_set_open (TrackTree *tree, TrackFold fold, bool is_open)
{
  if (fold < tree->n_tracks)
    fold_by_hand (tree, fold, is_open);
  else if (fold - tree->n_tracks < tree->n_tracks)
    tree->counters_open[fold - tree->n_tracks] = is_open;
  else
    return;
  track_rows_build (tree);
}

void
track_tree_set_all_open (TrackTree *tree, bool is_open)
{
  for (uint32_t t = 0; t < tree->n_tracks; t++)
    {
      fold_by_hand (tree, t, is_open);
      tree->counters_open[t] = is_open;
    }
  track_rows_build (tree);
}

uint32_t
track_tree_row_at (const TrackTree *tree, int y_px)
{
  uint32_t low = 0, high = tree->rows->len;

  if (y_px < 0 || y_px >= track_tree_height_px (tree))
    return UINT32_MAX;
  while (high - low > 1)
    {
      uint32_t middle = low + (high - low) / 2;

      if (row_at (tree, middle)->y_px <= y_px)
        low = middle;
      else
        high = middle;
    }
  return low;
}

uint32_t
track_tree_lane_of_slice (const TrackTree *tree, uint64_t slice)
{
  return slice_find_row (trace_of (tree), slice);
}

uint32_t
track_tree_row_of_slice (const TrackTree *tree, uint64_t slice)
{
  return tree->row_of_lane[track_tree_lane_of_slice (tree, slice)];
}

uint32_t
track_tree_row_of_lane (const TrackTree *tree, uint32_t lane)
{
  return tree->row_of_lane[lane];
}

/* ---- the user's changes ---- */

static bool
has_part (const TrackTree *tree, uint32_t t, TrackPart part)
{
  const TraceTrack *track = trace_track (trace_of (tree), t);

  switch (part)
    {
    case TRACK_PART_COUNTERS:
      return track->kind == TRACK_NODE;
    case TRACK_PART_UTILIZATION:
      return track->kind == TRACK_DEVICE;
    case TRACK_PART_INSTANTS:
      return track->n_instants > 0;
    case TRACK_PART_MEMORY:
      return memory_use_of_track (tree->profile->memory, t) != NULL;
    default:
      return true;
    }
}

static void
apply_to_line (TrackTree *tree, const TrackLayout *layout, uint32_t t, TrackPart part, const char *path)
{
  LineState *line = line_state (tree, t, part);
  TrackFolding folding = track_layout_folding (layout, path);
  TrackLine id = track_tree_line (tree, t, part);

  line->pin = track_layout_pin (layout, path);
  line->place = track_layout_place (layout, path);
  line->size = track_layout_size (layout, path);
  line->is_hidden = track_layout_is_hidden (layout, path);
  tree->n_hidden += line->is_hidden && tree->tracks[t].is_shown && !tree->tracks[t].is_empty;
  if (line->pin >= 0 && tree->tracks[t].is_shown && !tree->tracks[t].is_empty)
    g_array_append_val (tree->pinned, id);
  if (folding != TRACK_FOLD_DEFAULT && part == TRACK_PART_WHOLE)
    fold_by_hand (tree, t, folding == TRACK_FOLD_OPEN);
  if (folding != TRACK_FOLD_DEFAULT && part == TRACK_PART_COUNTERS)
    tree->counters_open[t] = folding == TRACK_FOLD_OPEN;
}

static int
compare_pins (gconstpointer a, gconstpointer b, gpointer data)
{
  const TrackTree *tree = data;
  int x = tree->lines[*(const TrackLine *) a].pin, y = tree->lines[*(const TrackLine *) b].pin;

  return x < y ? -1 : x > y;
}

void
track_tree_set_layout (TrackTree *tree, const TrackLayout *layout)
{
  reset_lines (tree);
  for (uint32_t t = 0; t < tree->n_tracks && !track_layout_is_default (layout); t++)
    {
      for (int part = TRACK_PART_WHOLE; part < N_TRACK_PARTS; part++)
        if (has_part (tree, t, (TrackPart) part))
          {
            g_autofree char *path = track_part_path (tree->profile->paths, t, (TrackPart) part);
            apply_to_line (tree, layout, t, (TrackPart) part, path);
          }
    }
  g_array_sort_with_data (tree->pinned, compare_pins, tree);
  track_filter_apply (tree, track_layout_filter (layout));
  track_rows_build (tree);
}

void
track_tree_set_ranks (TrackTree *tree, const RankChoice *ranks, const TrackLayout *layout)
{
  const RankChoice *before = tree->ranks;

  tree->ranks = rank_choice_ref (ranks);
  rank_choice_unref (before);
  choose_tracks (tree);
  count_empty (tree);
  track_tree_set_layout (tree, layout);
}

char *
track_tree_path (const TrackTree *tree, TrackLine line)
{
  return track_part_path (tree->profile->paths, line % tree->n_tracks, (TrackPart) (line / tree->n_tracks));
}

uint32_t
track_tree_n_tracks (const TrackTree *tree)
{
  return tree->n_tracks;
}

const Trace *
track_tree_trace (const TrackTree *tree)
{
  return trace_of (tree);
}

TrackLine
track_tree_line (const TrackTree *tree, uint32_t track, TrackPart part)
{
  return (uint32_t) part * tree->n_tracks + track;
}

uint32_t
track_tree_n_pinned_rows (const TrackTree *tree)
{
  return tree->n_pinned_rows;
}

uint32_t
track_tree_n_hidden (const TrackTree *tree)
{
  return tree->n_hidden;
}

uint32_t
track_tree_n_matches (const TrackTree *tree)
{
  return tree->n_matches;
}

bool
track_tree_rows_of_line (const TrackTree *tree, TrackLine line, uint32_t *ret_first, uint32_t *ret_end)
{
  if (line >= tree->n_tracks * N_TRACK_PARTS || tree->lines[line].first_row == UINT32_MAX)
    return false;
  *ret_first = tree->lines[line].first_row;
  *ret_end = tree->lines[line].end_row;
  return true;
}

const TrackLine *
track_tree_siblings (const TrackTree *tree, TrackLine line, uint32_t *ret_n)
{
  *ret_n = line < tree->n_tracks * N_TRACK_PARTS ? tree->lines[line].n_siblings : 0;
  return *ret_n == 0 ? NULL : &g_array_index (tree->siblings, TrackLine, tree->lines[line].first_sibling);
}

TrackLine
track_tree_moved_line (const TrackTree *tree, uint32_t row)
{
  TrackLine line = row < tree->rows->len ? row_at (tree, row)->line : TRACK_LINE_NONE;

  if (line >= tree->n_tracks * N_TRACK_PARTS)
    return TRACK_LINE_NONE;

  /* A line without a place of its own moves with its parent: a band with its thread. */
  while (line != TRACK_LINE_NONE && tree->lines[line].n_siblings == 0)
    {
      uint32_t t = line % tree->n_tracks;

      line = line == t ? trace_track (trace_of (tree), t)->parent : t;
    }
  return line != TRACK_LINE_NONE && tree->lines[line].n_siblings > 1 ? line : TRACK_LINE_NONE;
}
