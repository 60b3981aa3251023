/* SPDX-License-Identifier: Apache-2.0 */

#include <glib/gi18n-lib.h>

#include "trace/model/memory_counter.h"
#include "widgets/timeline/rows/track_label.h"
#include "widgets/timeline/rows/track_tree_private.h"

/* Lanes of a band that are shown while it is folded. */
#define BAND_LANES   3
#define STREAM_LANES 8

/* Of the strip below the lanes of a band, and of the room below the lanes of a band without one; at 12 px of text. */
#define STRIP_PX    8
#define BAND_GAP_PX 4

const char *
track_lines_keep_text (TrackTree *tree, char *text)
{
  const char *kept = g_string_chunk_insert (tree->texts, text);

  g_free (text);
  return kept;
}

const char *
track_lines_count_text (uint64_t n, char buffer[NUMBER_TEXT_MAX])
{
  return number_text_count (&number_style_c, n, buffer);
}

TimelineRow *
track_lines_add_row (TrackTree *tree, TimelineRowKind kind, uint32_t track, int depth, int height_px)
{
  TimelineRow row = {
    .kind = kind,
    .track = track,
    .device = track == TRACE_NONE ? TRACE_NONE : tree->tracks[track].device,
    .depth = depth,
    .height_px = height_px,
    .fold = TRACK_FOLD_NONE,
    .line = track == TRACE_NONE ? TRACK_LINE_NONE : track,
  };

  if (track != TRACE_NONE)
    {
      TrackKind below = trace_track (trace_of (tree), track)->kind;
      row.is_device = below == TRACK_DEVICE || below == TRACK_STREAM || below == TRACK_SYNC
                      || below == TRACK_DEVICE_ANNOTATIONS;
    }
  g_array_append_val (tree->rows, row);
  return row_at (tree, tree->rows->len - 1);
}

int
track_lines_scaled_px (const TrackTree *tree, int px_at_12)
{
  return px_at_12 * tree->text_px / 12;
}

/* Of a row with a scale. */
static int
sized_px (const TrackTree *tree, uint32_t t, TrackPart part)
{
  return track_lines_scaled_px (tree, 40) * line_state (tree, t, part)->size / TRACK_SIZE_NORMAL;
}

void
track_lines_place (TrackTree *tree, uint32_t first, uint32_t n)
{
  for (uint32_t lane = first; lane < first + n; lane++)
    tree->row_of_lane[lane] = tree->rows->len - 1;
}

static void
add_lanes (TrackTree *tree, uint32_t first, uint32_t n, uint32_t track, int depth)
{
  for (uint32_t lane = first; lane < first + n; lane++)
    {
      TimelineRow *row = track_lines_add_row (tree, ROW_LANE, track, depth, tree->lane_px);

      row->first_row = lane;
      row->n_rows = 1;
      track_lines_place (tree, lane, 1);
    }
}

static bool
is_band_of_thread (TrackKind kind)
{
  return kind == TRACK_ANNOTATIONS || kind == TRACK_OPERATORS || kind == TRACK_CALLS || kind == TRACK_PYTHON
         || kind == TRACK_PROFILER;
}

int
track_lines_band_px (const TrackTree *tree, uint32_t t, uint32_t n_lanes)
{
  const TraceTrack *track = trace_track (trace_of (tree), t);
  int lanes_px = (int) n_lanes * tree->lane_least_px;

  if (n_lanes == track->n_rows)
    return lanes_px + (is_band_of_thread (track->kind) ? track_lines_scaled_px (tree, BAND_GAP_PX) : 0);
  return lanes_px + (n_lanes > 0 ? track_lines_scaled_px (tree, STRIP_PX) : tree->lane_least_px);
}

/* Of a track that shows n_shown lanes while it is folded. What the user did to it goes before the room there is. */
static uint32_t
lanes_seen (const TrackTree *tree, uint32_t t, uint32_t n_shown)
{
  const TrackState *state = &tree->tracks[t];
  uint32_t n_all = trace_track (trace_of (tree), t)->n_rows;

  if (n_shown >= n_all || state->is_open)
    return n_all;
  return state->is_by_hand ? n_shown : MIN (n_shown + state->n_room_lanes, n_all);
}

/* The lanes of a track: n_shown of them while it is folded and there is no room for more (UINT32_MAX: it does not fold),
 * the others as a strip. Returns the first row added. */
static uint32_t
add_band (TrackTree *tree, uint32_t t, uint32_t n_shown, int depth)
{
  const TraceTrack *track = trace_track (trace_of (tree), t);
  uint32_t first = tree->rows->len;
  bool folds = track->n_rows > n_shown;
  uint32_t n_lanes = lanes_seen (tree, t, n_shown);
  bool is_open = n_lanes == track->n_rows;

  add_lanes (tree, track->first_row, n_lanes, t, depth);
  if (n_lanes < track->n_rows)
    {
      uint32_t n_folded = track->n_rows - n_lanes;
      TimelineRow *row = track_lines_add_row (
        tree, ROW_STRIP, t, depth, n_lanes > 0 ? track_lines_scaled_px (tree, STRIP_PX) : tree->lane_px);
      const char *levels = track_lines_keep_text (
        tree, g_strdup_printf (ngettext ("+%u level", "+%u levels", n_folded), (unsigned) n_folded));

      row->first_row = track->first_row + n_lanes;
      row->n_rows = n_folded;
      track_lines_place (tree, row->first_row, n_folded);

      /* A strip below lanes is too low for text: the lane above it says what it stands for. */
      row_at (tree, tree->rows->len - (n_lanes > 0 ? 2 : 1))->count = levels;
    }
  for (uint32_t r = first; r < tree->rows->len && folds; r++)
    {
      row_at (tree, r)->fold = t;
      row_at (tree, r)->is_open = is_open;
    }
  return first;
}

static uint32_t
lanes_while_folded (TrackKind kind)
{
  switch (kind)
    {
    case TRACK_PYTHON:
    case TRACK_PROFILER:
      return 0;
    case TRACK_ANNOTATIONS:
    case TRACK_OPERATORS:
    case TRACK_ASYNC:
      return BAND_LANES;
    case TRACK_CALLS:
      return UINT32_MAX;
    default:
      return STREAM_LANES;
    }
}

/* Of the rows from first on, which are one line of the tree; takes label. */
static void
describe_line (TrackTree *tree, uint32_t first, char *label, const char *of, uint64_t n_slices)
{
  char buffer[NUMBER_TEXT_MAX];
  const char *count = track_lines_count_text (n_slices, buffer);
  const char *description = track_lines_keep_text (
    tree, of == NULL ? g_strdup_printf (ngettext ("%s, %s slice", "%s, %s slices", n_slices), label, count)
                     : g_strdup_printf (ngettext ("%s of %s, %s slice", "%s of %s, %s slices", n_slices),
                                        label, of, count));

  row_at (tree, first)->label = track_lines_keep_text (tree, label);
  row_at (tree, first)->n_slices = n_slices;
  for (uint32_t r = first; r < tree->rows->len; r++)
    if (row_at (tree, r)->description == NULL)
      row_at (tree, r)->description = description;
}

void
track_lines_add_instants (TrackTree *tree, uint32_t t, int depth)
{
  uint64_t n = trace_track (trace_of (tree), t)->n_instants;
  char buffer[NUMBER_TEXT_MAX];
  TimelineRow *row;

  if (n == 0)
    return;
  row = track_lines_add_row (tree, ROW_INSTANTS, t, depth, tree->lane_px);
  row->line = track_tree_line (tree, t, TRACK_PART_INSTANTS);
  row->band = _ ("instants");
  row->n_slices = n;
  row->description = track_lines_keep_text (
    tree, g_strdup_printf (ngettext ("%s instant", "%s instants", n), track_lines_count_text (n, buffer)));
}

/* A stream, a line of projected annotations or of synchronisations, async slices: whatever has a name of its own. */
void
track_lines_add (TrackTree *tree, uint32_t t, int depth)
{
  const TraceTrack *track = trace_track (trace_of (tree), t);
  uint32_t first = tree->rows->len;
  g_autofree char *of =
    track->parent != TRACE_NONE && trace_track (trace_of (tree), track->parent)->kind == TRACK_DEVICE
      ? track_label_device (trace_of (tree), track->parent)
      : NULL;

  add_band (tree, t, lanes_while_folded (track->kind), depth);
  track_rows_add_wanted (tree, track_tree_line (tree, t, TRACK_PART_INSTANTS), depth);
  if (tree->rows->len == first)
    return;
  describe_line (tree, first, track_label_line (trace_of (tree), t), of, track->n_slices);
  row_at (tree, first)->n_overlaps = track->n_overlaps;
}

void
track_lines_add_band (TrackTree *tree, uint32_t t, int depth)
{
  const TraceTrack *track = trace_track (trace_of (tree), t);
  g_autofree char *thread =
    track->parent != TRACE_NONE ? track_label_thread (trace_of (tree), track->parent) : g_strdup ("");
  const char *name = track_label_band (track->kind);
  uint32_t first = add_band (tree, t, lanes_while_folded (track->kind), depth);
  char buffer[NUMBER_TEXT_MAX];
  const char *description;
  TimelineRow *last;

  if (tree->rows->len == first)
    return;
  row_at (tree, first)->band = name;
  row_at (tree, first)->n_overlaps = track->n_overlaps;
  description = track_lines_keep_text (
    tree, g_strdup_printf (ngettext ("%s of %s, %s slice", "%s of %s, %s slices", track->n_slices), name,
                           thread, track_lines_count_text (track->n_slices, buffer)));
  for (uint32_t r = first; r < tree->rows->len; r++)
    row_at (tree, r)->description = description;

  /* A strip keeps bands apart; where there is none, a little room does. */
  last = row_at (tree, tree->rows->len - 1);
  if (last->kind == ROW_LANE)
    last->height_px += track_lines_scaled_px (tree, BAND_GAP_PX);
}

void
track_lines_add_thread (TrackTree *tree, uint32_t t, int depth)
{
  static const TrackKind bands[] = {
    TRACK_ANNOTATIONS, TRACK_OPERATORS, TRACK_PYTHON, TRACK_PROFILER, TRACK_CALLS,
  };
  const Trace *trace = trace_of (tree);
  uint32_t first = tree->rows->len;
  uint64_t n_slices = 0;
  g_autofree char *label = track_label_thread (trace, t);
  g_autofree char *detail = track_label_thread_detail (trace, t);

  for (size_t b = 0; b < G_N_ELEMENTS (bands); b++)
    for (uint32_t band = t + 1; band < tree->tracks[t].end; band++)
      if (trace_track (trace, band)->kind == bands[b])
        {
          guint before = tree->rows->len;

          track_rows_add_wanted (tree, band, depth);
          if (tree->rows->len > before)
            n_slices += trace_track (trace, band)->n_slices;
        }
  track_rows_add_wanted (tree, track_tree_line (tree, t, TRACK_PART_INSTANTS), depth);
  if (tree->rows->len == first)
    return;

  /* The first line is the thread's own: what its first band is called moves down where that has another. */
  TimelineRow *row = row_at (tree, first), *next = row + 1;
  if (first + 1 < tree->rows->len && next->track == row->track && next->kind == ROW_LANE)
    {
      next->band = row->band;
      row->band = NULL;
    }
  /* Of nothing but instants, their number says enough. */
  if (row->kind == ROW_INSTANTS)
    row->band = NULL;
  row->line = t;
  row->label = g_string_chunk_insert (tree->texts, label);
  row->detail = detail == NULL ? NULL : g_string_chunk_insert (tree->texts, detail);
  row->n_slices = n_slices > 0 ? n_slices : trace_track (trace, t)->n_instants;
}

void
track_lines_add_utilization (TrackTree *tree, uint32_t t, int depth)
{
  const Trace *trace = trace_of (tree);
  TimelineRow *row =
    track_lines_add_row (tree, ROW_UTILIZATION, t, depth, sized_px (tree, t, TRACK_PART_UTILIZATION));
  g_autofree char *device = track_label_device (trace, t);

  row->line = track_tree_line (tree, t, TRACK_PART_UTILIZATION);
  row->description = track_lines_keep_text (tree, g_strdup_printf (_ ("%s utilization"), device));
  if (trace_n_ranks (trace) > 1)
    {
      row->label = g_string_chunk_insert (tree->texts, device);
      row->band = _ ("utilization");
    }
  else
    row->label = row->description;
}

/* A counter of the history of an allocator reads like the memory that a profiler recorded. */
static void
name_memory_counter (TrackTree *tree, uint32_t t, TimelineRow *row)
{
  static const char *const names[N_MEMORY_COUNTERS] = {
    [MEMORY_COUNTER_ALLOCATED] = N_ ("allocated"),
    [MEMORY_COUNTER_RESERVED] = N_ ("reserved"),
    [MEMORY_COUNTER_AWAITS_FREE] = N_ ("awaiting release"),
    [MEMORY_COUNTER_NOT_ALLOCATED] = N_ ("reserved, unused"),
  };
  const Trace *trace = trace_of (tree);
  MemoryCounter counter = memory_counter_of_track (trace, t);

  if (counter == N_MEMORY_COUNTERS)
    return;
  g_autofree char *of = track_label_device (trace, trace_track (trace, t)->parent);
  row->label = track_lines_keep_text (tree, g_strdup_printf (_ ("%s memory"), of));
  row->band = _ (names[counter]);
  /* Translators: "GPU 0 memory, reserved" */
  row->description = track_lines_keep_text (tree, g_strdup_printf (_ ("%s memory, %s"), of, row->band));
  row->is_bytes = true;
}

void
track_lines_add_counter (TrackTree *tree, uint32_t t, int depth)
{
  TimelineRow *row = track_lines_add_row (tree, ROW_COUNTER, t, depth, sized_px (tree, t, TRACK_PART_WHOLE));

  row->label = row->description = track_lines_keep_text (tree, track_label_line (trace_of (tree), t));
  row->value_min = tree->tracks[t].value_min;
  row->value_max = tree->tracks[t].value_max;
  name_memory_counter (tree, t, row);
}

/* Of a device, beside its utilization; of a process, among the counters. */
void
track_lines_add_memory (TrackTree *tree, uint32_t t, int depth)
{
  const MemorySeries *series = memory_use_of_track (tree->profile->memory, t);
  bool is_device = trace_track (trace_of (tree), t)->kind == TRACK_DEVICE;
  TimelineRow *row;

  if (series == NULL)
    return;
  g_autofree char *of = is_device ? track_label_device (trace_of (tree), t) : track_rows_label (tree, t);
  row = track_lines_add_row (tree, ROW_COUNTER, t, depth, sized_px (tree, t, TRACK_PART_MEMORY));
  row->line = track_tree_line (tree, t, TRACK_PART_MEMORY);
  row->device = TRACE_NONE;
  row->memory = series;
  row->is_bytes = true;
  row->value_max = series->most;
  row->label = track_lines_keep_text (tree, is_device ? g_strdup_printf (_ ("%s memory"), of)
                                                      : g_strdup (_ ("CPU memory")));
  row->band = _ ("allocated");
  /* Translators: "memory allocated on GPU 3", "memory allocated on GPU 3 host · pid 1074" */
  row->description = track_lines_keep_text (tree, g_strdup_printf (_ ("memory allocated on %s"), of));
}
