/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of the timeline: the shown lines of the profile, their order and their heights.
 *
 *   node > counters
 *        > GPU i: utilization, device (annotations, streams by busy time, records of synchronisation), then the host
 *          process that launches on it, behind the last of its GPUs
 *        > processes without a GPU
 *   host thread = bands: annotations (3 lanes, then a strip), operators (3, then a strip), Python and the records of
 *   the profiler's own work (one closed strip each), calls (all lanes, always shown, last)
 *
 * If all rows fit and there is room below them, folded bands show more of their lanes (track_tree_open_bands ()).
 *
 * A closed group is one row, which shows the busy share of its contents. A strip stands for folded lanes: it is 3 px
 * high and shows their true coverage; opening it shows the lanes. Empty lines have no row; a note at the end counts
 * them. Pinned lines come first, with the names of what they belong to. Hidden lines, lines of ranks that are not chosen, and
 * lines that the filter does not find, have no rows. Siblings are in the user's order (track_tree_set_layout ()). A tree draws nothing and uses no
 * toolkit. It has one owner thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "widgets/state/profile.h"
#include "widgets/state/rank_choice.h"
#include "widgets/timeline/rows/track_layout.h"
#include "widgets/timeline/rows/track_part.h"

typedef enum
{
  ROW_GROUP,       /* heads a group, 24 px, bold */
  ROW_UTILIZATION, /* busy share of one device over time, 40 px */
  ROW_LANE,        /* one lane of slices */
  ROW_STRIP,       /* folded lanes */
  ROW_COUNTER,     /* samples as an area, 40 px */
  ROW_INSTANTS,    /* marks at moments */
  ROW_NOTE,        /* a sentence: "3 empty rows hidden" */
} TimelineRowKind;

/* A line that can be opened and closed; stays the same while the tree is rebuilt. */
typedef uint32_t TrackFold;
#define TRACK_FOLD_NONE UINT32_MAX

/* A line that can be pinned, hidden and moved: a part of a track. Stays the same while the tree is
 * rebuilt. For a line that folds it equals its TrackFold. */
typedef uint32_t TrackLine;
#define TRACK_LINE_NONE   UINT32_MAX
#define TRACK_LINE_HIDDEN (UINT32_MAX - 1) /* the row that shows how many lines are hidden */

typedef struct
{
  TimelineRowKind kind;
  uint32_t track;             /* track of the trace; TRACE_NONE for notes */
  uint32_t device;            /* index of trace_device () for rows of a device, else TRACE_NONE */
  uint32_t first_row, n_rows; /* trace rows drawn in it: 1 for a lane, the folded ones for a strip, else 0 */
  int depth;                  /* indentation, from 0 */
  int y_px, height_px;        /* from the top of the tree; rows are contiguous, ascending */
  TrackFold fold;             /* what a click on the row opens or closes, or TRACK_FOLD_NONE */
  bool is_open;
  bool is_device;     /* it shows device work, which is drawn in full colour with edges */
  const char *label;  /* at the left, on the first row of what it names, or NULL */
  const char *detail; /* after the label if there is room: "thread 3113936", or NULL */
  const char *band;   /* "operators": second label, on the first row of a band or the one below, or NULL */
  uint64_t n_slices;  /* number in the line that begins here, or of its instants; 0 if another row shows it */
  const char *count;  /* "+6 levels": at the right if n_slices is 0, or NULL */
  uint64_t n_overlaps; /* slices of the track that overlap without nesting: a mark in the gutter */
  double value_min;    /* the value at the bottom of a counter's row: the smallest sample or 0 */
  double value_max;    /* the value at the top of a counter's row: the largest sample or 0 */
  const char
    *description; /* complete, for assistive technology and tooltips: "stream 7 of GPU 3, 123 slices" */
  TrackLine line; /* line of the row; the thread on the first row of a thread; or TRACK_LINE_NONE */
  const MemorySeries *memory; /* of a counter whose samples are not those of its track, in bytes; or NULL */
  bool is_pinned;             /* the user pinned it: it is among the first rows and always in view */
  bool is_bytes;              /* the values of a counter's row are bytes */
} TimelineRow;

typedef struct TrackTree TrackTree;

/* text_px is the height of the text of a slice. A lane is 1.5 x text_px + 2 high (20 px at 12 px), and all other
 * heights follow from text_px, too. rank and device are indices of trace_rank () and trace_device (); a device includes
 * the host process that launches on it; TRACE_NONE means all. Everything starts open except folded bands and processes
 * of the profiler itself. The tree references profile. O(rows + slices of streams + samples). */
TrackTree *track_tree_new (const Profile *profile, int text_px, uint32_t rank, uint32_t device);
void track_tree_free (TrackTree *tree);

/* Returns the rows, ascending by y, valid until the tree changes. */
const TimelineRow *track_tree_rows (const TrackTree *tree, uint32_t *ret_n);
int track_tree_height_px (const TrackTree *tree);
int track_tree_lane_px (const TrackTree *tree);

/* Opens folded bands while the rows, at their designed height, leave room in height_px. Bands of devices open first, then
 * annotations and operators of host threads (the thread with the most calls first), then async slices; among equals from
 * the top. These open lane by lane, each completely before the next. Bands of Python and of the profiler come last; each
 * opens completely or not at all, and only if all lanes can be 26 px high.
 *
 * A larger height never shows less of any band. A band that the user opened or closed stays so and does not change the
 * others: its room is not counted. The rest of the layout is counted. O(tracks + rows) after the layout changed and when a
 * band opens or closes; O(bands) for another height that changes no band; O(1) for the same height. */
void track_tree_open_bands (TrackTree *tree, int height_px);

/* Opens bands in the same way. If then no band waits for its next lane, lanes grow up to 26 px while all rows fit. */
void track_tree_fit_height (TrackTree *tree, int height_px);

/* Opens or closes a line. O(rows). */
void track_tree_set_open (TrackTree *tree, TrackFold fold, bool is_open);

/* Opens or closes all lines that can be. */
void track_tree_set_all_open (TrackTree *tree, bool is_open);

/* Returns the row at y_px, or UINT32_MAX; a negative y_px is above the first row. O(log rows). */
uint32_t track_tree_row_at (const TrackTree *tree, int y_px);

/* Returns the row in which a slice is drawn: its lane, the strip that folds it, or the closed group above
 * it; UINT32_MAX if its rank or device is not shown. O(log lanes). */
uint32_t track_tree_row_of_slice (const TrackTree *tree, uint64_t slice);

/* Returns the trace row (lane) of a slice, shown or not. O(log lanes). */
uint32_t track_tree_lane_of_slice (const TrackTree *tree, uint64_t slice);

/* Returns the row in which a trace row (lane) is drawn, alone or with others, or UINT32_MAX. */
uint32_t track_tree_row_of_lane (const TrackTree *tree, uint32_t lane);
/* ---- what the user did to it ---- */

/* Applies the layout, with defaults for everything that it does not set. O(tracks + rows). */
void track_tree_set_layout (TrackTree *tree, const TrackLayout *layout);

/* Shows the lines of these ranks alone, with the same layout. Has no effect in a tree of one rank or device. Takes a reference
 * to ranks. Lines keep their ids. O(tracks + rows). */
void track_tree_set_ranks (TrackTree *tree, const RankChoice *ranks, const TrackLayout *layout);

/* Returns the path of the line in layouts. Transfer full. */
char *track_tree_path (const TrackTree *tree, TrackLine line);

uint32_t track_tree_n_tracks (const TrackTree *tree);
const Trace *track_tree_trace (const TrackTree *tree);
TrackLine track_tree_line (const TrackTree *tree, uint32_t track, TrackPart part);

/* Returns the end of the pinned rows, which come first. */
uint32_t track_tree_n_pinned_rows (const TrackTree *tree);

/* Counts only lines of this scope that are not empty. */
uint32_t track_tree_n_hidden (const TrackTree *tree);

/* Returns the number of lines whose own name matches the filter. */
uint32_t track_tree_n_matches (const TrackTree *tree);

/* Returns the rows [*ret_first, *ret_end) of a line with everything below it. Returns false if it has none
 * now. */
bool track_tree_rows_of_line (const TrackTree *tree, TrackLine line, uint32_t *ret_first, uint32_t *ret_end);

/* Returns the siblings of a line in order, itself included, also those without a row now; n is 0 if the
 * line cannot be moved. Valid until the tree changes. */
const TrackLine *track_tree_siblings (const TrackTree *tree, TrackLine line, uint32_t *ret_n);

/* Returns the line that dragging the row moves, or TRACK_LINE_NONE. */
TrackLine track_tree_moved_line (const TrackTree *tree, uint32_t row);
