/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by track_tree.c, track_filter.c, track_room.c, track_rows.c and track_lines.c. */

#pragma once

#include "widgets/look/number_text.h"
#include "widgets/timeline/rows/track_tree.h"

/* The facts and the state of a track. */
typedef struct
{
  uint32_t end;    /* the first track behind those below it */
  uint32_t device; /* index of trace_device () for it and the tracks below, or TRACE_NONE */
  uint32_t host; /* for a TRACK_DEVICE the process that launches on it; for that process one of its devices */
  uint32_t n_devices; /* number of devices that a process launches on */
  double busy_ns;     /* of a stream */
  double value_min;   /* of a counter, at most 0 */
  double value_max;   /* of a counter, at least 0 */
  bool is_empty;      /* it has no contents, nor has any track below it */
  bool is_aside;      /* a process with nothing but slices of the profiler itself and instants */
  bool is_shown;
  bool is_open;          /* of whatever the track can fold */
  bool is_by_hand;       /* the user opened or closed it, so it does not depend on the room */
  uint32_t n_room_lanes; /* of a folded band: lanes that there is room for beside those always shown */
} TrackState;

/* The state of a line, by its id: part x n_tracks + track. */
typedef struct
{
  int pin, place, size; /* as in the layout */
  bool is_hidden;
  bool is_found;                      /* the filter finds it, or a line above or below it */
  bool is_opened;                     /* the filter finds only a line below it, which must be visible */
  uint32_t first_row, end_row;        /* UINT32_MAX if it has no rows */
  uint32_t first_sibling, n_siblings; /* in siblings */
} LineState;

/* The default rows of a layout and the bands that can open in it (track_room.c). */
typedef struct TrackRoom TrackRoom;

struct TrackTree
{
  const Profile *profile;
  int text_px;
  int lane_px, lane_least_px;
  int room_px;          /* the height that bands were opened for, or 0 */
  bool wants_room;      /* a band that opens lane by lane has no room for its next lane */
  TrackRoom *room;      /* what the layout leaves to open; NULL until it is needed */
  uint32_t n_tracks;
  TrackState *tracks;
  bool *counters_open; /* by node track */
  GArray *rows;        /* TimelineRow */
  GStringChunk *texts;
  uint32_t *row_of_lane; /* by row of the trace */
  LineState *lines;      /* n_tracks x N_TRACK_PARTS */
  GArray *siblings;      /* TrackLine: all lists of siblings, one after another */
  GArray *pinned;        /* TrackLine, in the order of their rows */
  bool has_filter;
  uint32_t scope_rank, scope_device;
  const RankChoice *ranks; /* those shown; of no effect while the scope is one rank or device */
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

/* Sets which lines the filter finds. O(tracks). */
void track_filter_apply (TrackTree *tree, const char *filter);

/* Returns whether of a device only samples are known, its utilization among them. It has no line of its own: its counters are
 * those of its node. */
bool track_tree_is_sampled_alone (const TrackTree *tree, uint32_t device);

/* Returns whether a group is open by default. */
bool track_tree_is_open_by_default (const TrackTree *tree, uint32_t t);

/* ---- track_room.c ---- */

/* Forgets which bands there was room for, and frees what is known of the layout. The rows do not change until they are built
 * again. Call this when the layout changes, and before the tree is freed. O(tracks). */
void track_room_forget (TrackTree *tree);

/* Returns the number of rows that are as high as lanes, and so can grow. O(rows). */
uint32_t track_room_n_growing (const TrackTree *tree);

/* Returns the height that lanes grow to. */
int track_room_grown_px (const TrackTree *tree);

/* ---- track_rows.c: the order and nesting of rows ---- */

/* Returns the text that the filter searches for a line: the name of its row. Transfer full. */
char *track_rows_label (const TrackTree *tree, uint32_t track);

/* Adds the rows of a line and of all lines below it, unless it is pinned or not shown. */
void track_rows_add_wanted (TrackTree *tree, TrackLine line, int depth);

/* Builds the rows again from the lines that are shown and open. */
void track_rows_build (TrackTree *tree);

/* ---- track_lines.c: adds the rows of one line after the existing rows ---- */

/* Takes ownership of text. The result is valid until the rows are built again. */
const char *track_lines_keep_text (TrackTree *tree, char *text);
const char *track_lines_count_text (uint64_t n, char buffer[NUMBER_TEXT_MAX]);
int track_lines_scaled_px (const TrackTree *tree, int px_at_12);
TimelineRow *
track_lines_add_row (TrackTree *tree, TimelineRowKind kind, uint32_t track, int depth, int height_px);

/* Draws lanes of the trace in the row last added. */
void track_lines_place (TrackTree *tree, uint32_t first, uint32_t n);

/* Returns the height of a band that shows this many lanes, and a strip for the others if there are any, with lanes of
 * the least height. */
int track_lines_band_px (const TrackTree *tree, uint32_t t, uint32_t n_lanes);

void track_lines_add (TrackTree *tree, uint32_t t, int depth); /* a stream, async slices */
void track_lines_add_thread (TrackTree *tree, uint32_t t, int depth);
void track_lines_add_band (TrackTree *tree, uint32_t t, int depth); /* of a thread */
void track_lines_add_instants (TrackTree *tree, uint32_t t, int depth);
void track_lines_add_utilization (TrackTree *tree, uint32_t t, int depth);
void track_lines_add_counter (TrackTree *tree, uint32_t t, int depth);
void track_lines_add_memory (TrackTree *tree, uint32_t t, int depth);
