/* SPDX-License-Identifier: Apache-2.0
 *
 * Input on the timeline as pure functions of numbers: how far a held key has moved, the position of a
 * glide, the span after a drag. They use no widget and no clock. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "widgets/timeline/draw/timeline_draw.h"

/* ---- commands ---- */

/* timeline_command_table.c has their titles and keys. */
typedef enum
{
  TIMELINE_NO_COMMAND,
  TIMELINE_ZOOM_IN,
  TIMELINE_ZOOM_OUT,
  TIMELINE_PAN_EARLIER,
  TIMELINE_PAN_LATER,
  TIMELINE_WALK_LEFT,
  TIMELINE_WALK_RIGHT,
  TIMELINE_WALK_UP,
  TIMELINE_WALK_DOWN,
  TIMELINE_SCROLL_UP,
  TIMELINE_SCROLL_DOWN,
  TIMELINE_FIT_SELECTION,
  TIMELINE_FIT_CONNECTION,
  TIMELINE_FIT_ALL,
  TIMELINE_PREVIOUS_STEP,
  TIMELINE_NEXT_STEP,
  TIMELINE_SLOWEST_STEP,
  TIMELINE_MEDIAN_STEP,
  TIMELINE_SELECT_STEP, /* as an area */
  TIMELINE_FOLLOW_BACK,
  TIMELINE_FOLLOW_FORWARD,
  TIMELINE_OTHER_FLOW_BACK,
  TIMELINE_OTHER_FLOW_FORWARD,
  TIMELINE_NEXT_RANK, /* to the part of another rank in the selected collective */
  TIMELINE_PREVIOUS_RANK,
  TIMELINE_LAST_RANK,
  TIMELINE_SHOW_DETAILS,
  TIMELINE_CLEAR,
  TIMELINE_COPY,
  TIMELINE_COPY_NAME,
  TIMELINE_MARK_AREA,
  TIMELINE_KEEP_AREA,
  TIMELINE_DROP_KEPT_AREAS,
  TIMELINE_SET_MARKER_A,
  TIMELINE_SET_MARKER_B,
  TIMELINE_CLEAR_MARKERS,
  TIMELINE_AREA_END_EARLIER,
  TIMELINE_AREA_END_LATER,
  TIMELINE_AREA_BEGIN_EARLIER,
  TIMELINE_AREA_BEGIN_LATER,
  TIMELINE_AREA_FEWER_ROWS,
  TIMELINE_AREA_MORE_ROWS,
  TIMELINE_SEARCH,
  TIMELINE_NEXT_FOUND,
  TIMELINE_PREVIOUS_FOUND,
  TIMELINE_PIN_ROW,
  TIMELINE_FILTER_ROWS,
  TIMELINE_OPEN_ALL_ROWS,
  TIMELINE_CLOSE_ALL_ROWS,
  TIMELINE_SHOW_HIDDEN_ROWS,
  TIMELINE_CHOOSE_RANKS, /* asks which ranks are shown */
  TIMELINE_SLOWEST_RANKS_IN_STEP,
  TIMELINE_SLOWEST_RANKS,
  TIMELINE_RANK_PER_NODE,
  TIMELINE_ALL_RANKS,
  TIMELINE_COMPARE_RANKS, /* shows a rank beside the median rank */
  TIMELINE_BOOKMARK,
  TIMELINE_NEXT_BOOKMARK,
  TIMELINE_PREVIOUS_BOOKMARK,
  TIMELINE_NEXT_SAME_NAME,
  TIMELINE_PREVIOUS_SAME_NAME,
  TIMELINE_DIM_OTHERS,
  TIMELINE_EXPLAIN_GAP,
  TIMELINE_ALL_FLOWS,
  TIMELINE_BACK, /* to the previous view and selection */
  TIMELINE_FORWARD,
  TIMELINE_GO_TO,         /* asks for a time or a step */
  TIMELINE_COMPARE_STEPS, /* compares with the median step, or stops comparing */
  TIMELINE_CRITICAL_PATH, /* shows the critical path, or stops showing it */
  TIMELINE_LIST_VIEW,     /* switches between list and canvas */
  TIMELINE_COUNTERPART,   /* to the counterpart on the next side, where timelines are side by side */
  N_TIMELINE_COMMANDS
} TimelineCommand;

/* Returns whether the command continues as long as its key is held: timeline_held_distance (). */
bool timeline_command_is_held (TimelineCommand command);

/* Returns whether the command works only in the canvas. Elsewhere its key belongs to the widget that has the focus. */
bool timeline_command_is_of_canvas (TimelineCommand command);

/* ---- motion ---- */

typedef struct
{
  int64_t begin_ns, end_ns;
} TimeSpan;

/* Returns the distance moved by a key held for that time, in widths of the view. It is 0 for 0, strictly increasing, and
 * grows faster the longer the key is held. */
double timeline_held_distance (double held_s);

/* The minimum distance of a tap. */
#define TIMELINE_TAP_DISTANCE 0.12

/* Returns the factor of view_state_zoom_at () for a distance: below 1 for a distance above 0. */
double timeline_zoom_factor (double distance);

/* Returns the factor for a turn of the wheel. notches > 0 is a turn towards the user, which zooms out. */
double timeline_wheel_factor (double notches);

/* Maps progress 0 to 1 to 0 to 1, fast at first. */
double timeline_ease_out (double progress);

/* Returns a span between two spans. The length changes by equal factors, and the time that has the same place in both
 * stays there. At progress 1 the result is exactly to. */
TimeSpan timeline_glide (TimeSpan from, TimeSpan to, double progress);

/* ---- drags ---- */

/* In a click, the pointer moves by less than this. */
#define TIMELINE_CLICK_PX 4.0

bool timeline_is_drag (double dx_px, double dy_px);

typedef enum
{
  AREA_ELSEWHERE,
  AREA_BEGIN,
  AREA_END,
} AreaEdge;

/* Returns the edge of an area that can be grabbed at x_px. */
AreaEdge timeline_area_edge (const TimelineView *view, TimeSpan area, double x_px);

/* Returns the span in view after a drag in the overview from from_ns to to_ns. place is what was grabbed. Edges may
 * cross. OVERVIEW_STEP and OVERVIEW_TIME return before. */
TimeSpan timeline_overview_drag (OverviewPlace place, TimeSpan before, int64_t from_ns, int64_t to_ns);
