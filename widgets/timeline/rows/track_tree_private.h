/* SPDX-License-Identifier: Apache-2.0
 *
 * What track_tree.c, track_filter.c, track_room.c, track_rows.c and track_lines.c share. */

#pragma once

#include "widgets/look/number_text.h"
#include "widgets/timeline/rows/track_tree.h"

/* What is known of a track for as long as the tree lives. */
typedef struct
{
  uint32_t end;    /* the first track behind those below it */
  uint32_t device; /* index of trace_device () for it and what is below; TRACE_NONE */
  uint32_t host; /* of a TRACK_DEVICE: the process that launches on it; of that process: one of its devices */
  uint32_t n_devices; /* that a process launches on */
  double busy_ns;     /* of a stream */
  double value_min;   /* of a counter, at most 0 */
  double value_max;   /* likewise, at least 0 */
  bool is_empty;      /* nothing lies in it or below it */
  bool is_aside;      /* a process that holds nothing but what the profiler says of itself, and instants */
  bool is_shown;
  bool is_open;    /* whatever the track can fold */
  bool is_by_hand; /* the user opened or closed it: room does not matter */
  uint32_t
    n_room_lanes; /* of a folded band: lanes that there is room for beside those that are always shown */
} TrackState;

/* What is known of a line, by its id: part x n_tracks + track. */
typedef struct
{
  int pin, place, size; /* as in the layout */
  bool is_hidden;
  bool is_found;                      /* by the filter, or above or below what is */
  bool is_opened;                     /* only something below it is found: that has to be seen */
  uint32_t first_row, end_row;        /* UINT32_MAX: it has none */
  uint32_t first_sibling, n_siblings; /* in siblings */
} LineState;

struct TrackTree
{
  const Profile *profile;
  int text_px;
  int lane_px, lane_least_px;
  int room_px;     /* that bands have been opened for; 0: none have */
  bool wants_room; /* a band that opens lane by lane has no room for its next one */
  uint32_t n_tracks;
  TrackState *tracks;
  bool *counters_open; /* by node track */
  GArray *rows;        /* TimelineRow */
  GStringChunk *texts;
  uint32_t *row_of_lane; /* by row of the trace */
  LineState *lines;      /* n_tracks x N_TRACK_PARTS */
  GArray *siblings;      /* TrackLine: lists one behind another */
  GArray *pinned;        /* TrackLine, in their order */
  bool has_filter;
  uint32_t n_pinned_rows, n_hidden, n_matches, n_empty;
};

static inline const Trace *
trace_of (const TrackTree *tree)
{
  return tree->profile->trace;
}

static inline TimelineRow *
row_at (const TrackTree *tree, uint32_t row)
{
  return &g_array_index (tree->rows, TimelineRow, row);
}

static inline LineState *
line_state (const TrackTree *tree, uint32_t track, TrackPart part)
{
  return &tree->lines[(uint32_t) part * tree->n_tracks + track];
}

/* Which lines the filter finds. O(tracks). */
void track_filter_apply (TrackTree *tree, const char *filter);

/* Whether the design has a group open. */
bool track_tree_is_open_by_default (const TrackTree *tree, uint32_t t);

/* ---- track_room.c ---- */

/* Forgets which bands there was room for; the rows stay as they are until they are made anew. O(tracks). */
void track_room_forget (TrackTree *tree);

/* Rows that are as high as lanes are. O(rows). */
uint32_t track_room_n_growing (const TrackTree *tree);

/* Lanes grow to this height. */
int track_room_grown_px (const TrackTree *tree);

/* ---- track_rows.c: what stands in what, and in which order ---- */

/* The texts of a line that it is found by: what its row is called. Transfer full. */
char *track_rows_label (const TrackTree *tree, uint32_t track);

/* The rows of a line and of what is below it, unless it stands among the pinned ones or is not to be seen. */
void track_rows_add_wanted (TrackTree *tree, TrackLine line, int depth);

/* Makes the rows anew, from what is shown and open. */
void track_rows_build (TrackTree *tree);

/* ---- track_lines.c: the rows of one line, below those there are ---- */

/* Takes text; valid until the rows are made anew. */
const char *track_lines_keep_text (TrackTree *tree, char *text);
const char *track_lines_count_text (uint64_t n, char buffer[NUMBER_TEXT_MAX]);
int track_lines_scaled_px (const TrackTree *tree, int px_at_12);
TimelineRow *
track_lines_add_row (TrackTree *tree, TimelineRowKind kind, uint32_t track, int depth, int height_px);

/* Lanes of the trace are drawn in the row last added. */
void track_lines_place (TrackTree *tree, uint32_t first, uint32_t n);

/* Height of a band that folds while this many of its lanes are shown and a strip stands for the others, if there are any; lanes as
 * high as they are at least. */
int track_lines_band_px (const TrackTree *tree, uint32_t t, uint32_t n_lanes);

void track_lines_add (TrackTree *tree, uint32_t t, int depth); /* a stream, async slices */
void track_lines_add_thread (TrackTree *tree, uint32_t t, int depth);
void track_lines_add_band (TrackTree *tree, uint32_t t, int depth); /* of a thread */
void track_lines_add_instants (TrackTree *tree, uint32_t t, int depth);
void track_lines_add_utilization (TrackTree *tree, uint32_t t, int depth);
void track_lines_add_counter (TrackTree *tree, uint32_t t, int depth);
void track_lines_add_memory (TrackTree *tree, uint32_t t, int depth);
