/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of the timeline: which lines of the profile are shown, in which order, how high.
 *
 *   node > counters
 *        > GPU i: utilization, device (annotations, streams by busy time, records of synchronisation), then the host
 *          process that launches on it, behind the last of its GPUs
 *        > processes without a GPU
 *   host thread = bands: annotations (3 lanes, then a strip), operators (3, then a strip), Python and what the
 *   profiler says of itself (one closed strip each), calls (all lanes, always shown, last)
 *
 * A group that is closed is one row, which shows the busy share of what lies in it. A strip is what stands for
 * lanes that are folded: 3 px of true coverage; opening it shows the lanes. Nothing has no row. Pure: no drawing, no
 * toolkit. One owner thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "widgets/profile.h"

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

/* What can be opened and closed; stays the same while the tree is rebuilt. */
typedef uint32_t TrackFold;
#define TRACK_FOLD_NONE UINT32_MAX

typedef struct
{
  TimelineRowKind kind;
  uint32_t track;             /* of the trace; TRACE_NONE for notes */
  uint32_t device;            /* index of trace_device () for rows of a device, else TRACE_NONE */
  uint32_t first_row, n_rows; /* trace rows drawn in it: 1 for a lane, the folded ones for a strip, else 0 */
  int depth;                  /* indentation, from 0 */
  int y_px, height_px;        /* from the top of the tree; rows are contiguous, ascending */
  TrackFold fold;             /* opened and closed by a click on the row; TRACK_FOLD_NONE */
  bool is_open;
  bool is_device;          /* device work: edges and full colour; host rows are quiet */
  const char *label;       /* at the left, on the first row of what it names; NULL */
  const char *detail;      /* behind the label where there is room: "thread 3113936"; NULL */
  const char *band;        /* "operators": second label, on the first row of a band or the one below; NULL */
  uint64_t n_slices;       /* of the line that begins here, or of its instants; 0: another row says it */
  const char *count;       /* "+6 levels": at the right, where n_slices is 0; NULL */
  uint64_t n_overlaps;     /* slices of the track that overlap without nesting: a mark in the gutter */
  double value_min;        /* of a counter's samples, at most 0: what the bottom of its row is */
  double value_max;        /* likewise, at least 0: the top */
  const char *description; /* whole, for assistive technology and tooltips: "stream 7 of GPU 3, 123 slices" */
} TimelineRow;

typedef struct TrackTree TrackTree;

/* text_px: height of the text of a slice; lane = 1.5 x text + 2, 20 at 12 px, and every other height likewise.
 * rank: index of trace_rank (); device: of trace_device (), with the host process that launches on it; TRACE_NONE:
 * all. Everything is open but folded bands and processes of the profiler's own. profile is referenced. O(rows + slices of streams + samples). */
TrackTree *track_tree_new (const Profile *profile, int text_px, uint32_t rank, uint32_t device);
void track_tree_free (TrackTree *tree);

/* Ascending by y; valid until the tree changes. */
const TimelineRow *track_tree_rows (const TrackTree *tree, uint32_t *ret_n);
int track_tree_height_px (const TrackTree *tree);
int track_tree_lane_px (const TrackTree *tree);

/* If all rows fit into height_px, lanes grow to 26 px at most. */
void track_tree_fit_height (TrackTree *tree, int height_px);

/* O(rows). */
void track_tree_set_open (TrackTree *tree, TrackFold fold, bool is_open);

/* Opens or closes everything that can be. */
void track_tree_set_all_open (TrackTree *tree, bool is_open);

/* UINT32_MAX: none; a negative y_px is above the first. O(log rows). */
uint32_t track_tree_row_at (const TrackTree *tree, int y_px);

/* Where a slice is drawn: its lane, the strip that folds it, or the closed group above it; UINT32_MAX: its rank or
 * device is not shown. O(log lanes). */
uint32_t track_tree_row_of_slice (const TrackTree *tree, uint64_t slice);

/* The trace row (lane) that holds a slice, shown or not. O(log lanes). */
uint32_t track_tree_lane_of_slice (const TrackTree *tree, uint64_t slice);

/* The row that a trace row (lane) is drawn in, alone or with others; UINT32_MAX: it is not shown. */
uint32_t track_tree_row_of_lane (const TrackTree *tree, uint32_t lane);
