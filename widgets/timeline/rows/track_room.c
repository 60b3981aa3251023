/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/rows/track_tree_private.h"

#define LANE_GROWN_PX 26

/* A band that is folded by default. */
typedef struct
{
  uint32_t track;
  uint32_t n_shown; /* lanes, while it is folded */
  int place;        /* of its kind: what opens first has the lowest */
  uint64_t n_calls; /* of its thread */
  guint row;        /* its first */
} Band;

static int
place_of (TrackKind kind)
{
  switch (kind)
    {
    case TRACK_ANNOTATIONS:
    case TRACK_OPERATORS:
      return 1;
    case TRACK_ASYNC:
      return 2;
    case TRACK_PYTHON:
      return 3;
    case TRACK_PROFILER:
      return 4;
    default:
      return 0;
    }
}

/* For the thread that a band belongs to. */
static uint64_t
count_calls (const TrackTree *tree, uint32_t band)
{
  const Trace *trace = trace_of (tree);
  uint32_t thread = trace_track (trace, band)->parent;
  uint64_t n = 0;

  if (thread == TRACE_NONE || trace_track (trace, thread)->kind != TRACK_THREAD)
    return 0;
  for (uint32_t t = thread + 1; t < tree->tracks[thread].end; t++)
    if (trace_track (trace, t)->kind == TRACK_CALLS)
      n += trace_track (trace, t)->n_slices;
  return n;
}

/* Compares bands in the order in which they open. */
static int
compare_bands (gconstpointer a, gconstpointer b)
{
  const Band *x = a, *y = b;

  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  if (x->n_calls != y->n_calls)
    return x->n_calls > y->n_calls ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

/* Returns the bands that are folded in the rows as built, in the order in which they open. Transfer full. */
static GArray *
find_folded (const TrackTree *tree)
{
  GArray *bands = g_array_new (FALSE, FALSE, sizeof (Band));

  for (guint r = 0; r < tree->rows->len; r++)
    {
      const TimelineRow *row = row_at (tree, r);

      if (row->kind != ROW_STRIP)
        continue;
      const TraceTrack *track = trace_track (trace_of (tree), row->track);
      Band band = {
        .track = row->track,
        .n_shown = track->n_rows - row->n_rows,
        .place = place_of (track->kind),
        .n_calls = count_calls (tree, row->track),
        .row = r,
      };
      g_array_append_val (bands, band);
    }
  g_array_sort (bands, compare_bands);
  return bands;
}

/* Builds the rows with all bands folded by default and without spare room. The caller restores the user's changes. */
static void
build_as_designed (TrackTree *tree)
{
  for (uint32_t t = 0; t < tree->n_tracks; t++)
    {
      tree->tracks[t].is_open = track_tree_is_open_by_default (tree, t);
      tree->tracks[t].is_by_hand = false;
      tree->counters_open[t] = true;
    }
  track_rows_build (tree);
}

struct TrackRoom
{
  GArray *bands;      /* Band, in the order in which they open */
  int height_px;      /* of the default rows while lanes are as low as they get */
  uint32_t n_growing; /* default rows that grow with lanes */
};

/* Depends on the layout and not on a height. O(tracks + rows); leaves the default rows in the tree. */
static TrackRoom *
survey (TrackTree *tree)
{
  g_autofree TrackState *tracks = g_memdup2 (tree->tracks, tree->n_tracks * sizeof *tracks);
  g_autofree bool *counters_open = g_memdup2 (tree->counters_open, tree->n_tracks * sizeof *counters_open);
  TrackRoom *found = g_new (TrackRoom, 1);

  tree->lane_px = tree->lane_least_px;
  build_as_designed (tree);
  found->height_px = track_tree_height_px (tree);
  found->n_growing = track_room_n_growing (tree);
  found->bands = find_folded (tree);
  for (uint32_t t = 0; t < tree->n_tracks; t++)
    {
      tree->tracks[t].is_open = tracks[t].is_open;
      tree->tracks[t].is_by_hand = tracks[t].is_by_hand;
      tree->counters_open[t] = counters_open[t];
    }
  return found;
}

static void
room_free (TrackRoom *room)
{
  if (room != NULL)
    g_array_unref (room->bands);
  g_free (room);
}

uint32_t
track_room_n_growing (const TrackTree *tree)
{
  uint32_t n = 0;

  for (guint r = 0; r < tree->rows->len; r++)
    {
      const TimelineRow *row = row_at (tree, r);

      n += row->kind == ROW_LANE || row->kind == ROW_INSTANTS
           || (row->kind == ROW_STRIP && row->height_px == tree->lane_px);
    }
  return n;
}

int
track_room_grown_px (const TrackTree *tree)
{
  return MAX (LANE_GROWN_PX, tree->lane_least_px);
}

static uint32_t
n_lanes_of (const TrackTree *tree, const Band *band)
{
  return trace_track (trace_of (tree), band->track)->n_rows;
}

/* What the default rows and the bands opened so far take. */
typedef struct
{
  int height_px;
  uint32_t n_growing;
} Taken;

/* Returns how many lanes of a band that opens lane by lane the remaining room has, and takes them. */
static uint32_t
take_lanes (const TrackTree *tree, const Band *band, Taken *taken, int height_px)
{
  const int folded_px = track_lines_band_px (tree, band->track, band->n_shown);
  uint32_t n = band->n_shown;
  int more_px = 0;

  while (n < n_lanes_of (tree, band)
         && taken->height_px + track_lines_band_px (tree, band->track, n + 1) - folded_px <= height_px)
    more_px = track_lines_band_px (tree, band->track, ++n) - folded_px;
  taken->height_px += more_px;
  taken->n_growing += n - band->n_shown;
  return n - band->n_shown;
}

/* Returns all lanes of a closed strip and takes them, if lanes can then still grow to their full height; else 0. */
static uint32_t
take_strip (const TrackTree *tree, const Band *band, Taken *taken, int height_px)
{
  const uint32_t n = n_lanes_of (tree, band);
  const int grown_px = track_room_grown_px (tree) - tree->lane_least_px;
  int more_px = track_lines_band_px (tree, band->track, n) - track_lines_band_px (tree, band->track, 0);
  uint32_t n_growing = taken->n_growing + n - 1; /* the strip grew too */

  if ((double) taken->height_px + more_px + (double) n_growing * grown_px > height_px)
    return 0;
  taken->height_px += more_px;
  taken->n_growing = n_growing;
  return n;
}

void
track_room_forget (TrackTree *tree)
{
  for (uint32_t t = 0; t < tree->n_tracks; t++)
    tree->tracks[t].n_room_lanes = 0;
  g_clear_pointer (&tree->room, room_free);
  tree->room_px = 0;
  tree->wants_room = false;
}

/* Returns whether a band has another number of lanes than before. O(bands + lanes opened). */
static bool
share_room (TrackTree *tree, int height_px)
{
  Taken taken = { tree->room->height_px, tree->room->n_growing };
  bool has_room = true, differs = false;

  tree->wants_room = false;
  for (guint b = 0; b < tree->room->bands->len; b++)
    {
      const Band *band = &g_array_index (tree->room->bands, Band, b);
      TrackState *state = &tree->tracks[band->track];
      uint32_t n = 0;

      if (has_room)
        {
          n = band->n_shown == 0 ? take_strip (tree, band, &taken, height_px)
                                 : take_lanes (tree, band, &taken, height_px);
          has_room = band->n_shown + n == n_lanes_of (tree, band);
          tree->wants_room = !has_room && band->n_shown > 0;
        }
      differs = differs || n != state->n_room_lanes;
      state->n_room_lanes = n;
    }
  return differs;
}

void
track_tree_open_bands (TrackTree *tree, int height_px)
{
  bool is_first = tree->room == NULL;

  if (height_px == tree->room_px)
    return;
  tree->room_px = height_px;
  if (is_first)
    tree->room = survey (tree);
  if (!share_room (tree, height_px) && !is_first)
    return;
  tree->lane_px = tree->lane_least_px;
  track_rows_build (tree);
}
