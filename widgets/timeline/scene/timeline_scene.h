/* SPDX-License-Identifier: Apache-2.0
 *
 * What the widgets of one timeline share beside the ViewState: the tree of rows and what is open in it, the size of
 * the canvas, the vertical scroll position, the span as seen while it glides, and which row has the focus.
 *
 * Main thread only. Properties, for menus and the application:
 *   "ruler-mode" (string)          what the ruler counts from, as ruler_mode_word () has it
 *   "compares-steps" (bool)        what the step in view does otherwise than the median step is shown
 *
 * Signals:
 *   "changed" (SceneChange mask)   something has to be drawn again
 *   "zoomed"                       the user zoomed by hand
 *   "filter-wanted"                the user wants to type a filter of the rows
 *
 * Property:
 *   "layout-text" (string)         what the user did to the rows, to be remembered (track_layout_to_text ()); NULL
 *                                  and "" are as the design has it
 *   "rows-text" (string)           where the rows are scrolled to, likewise, told when they have come to rest
 *                                  (row_place_text ()); NULL: the top. Set before there is a canvas it waits for
 *                                  one; a row that is not there scrolls nothing */

#pragma once

#include <gtk/gtk.h>

#include "trace/search/search.h"
#include "widgets/state/view_state.h"
#include "widgets/timeline/scene/slice_relations.h"
#include "widgets/timeline/scene/timeline_motion.h"
#include "widgets/timeline/view/timeline_view.h"

/* The widget action that gives the focus from a page of details back to the rows. The timeline page has it. */
#define TIMELINE_FOCUS_ROWS "timeline-page.focus-rows"

#define TIMELINE_TYPE_SCENE (timeline_scene_get_type ())
G_DECLARE_FINAL_TYPE (TimelineScene, timeline_scene, TIMELINE, SCENE, GObject)

typedef enum
{
  SCENE_CHANGED_SPAN = 1 << 0, /* as seen */
  SCENE_CHANGED_TREE = 1 << 1, /* rows, their places, or the scroll position */
  SCENE_CHANGED_SELECTION = 1 << 2,
  SCENE_CHANGED_FOCUS = 1 << 3,   /* the focused row */
  SCENE_CHANGED_STYLE = 1 << 4,   /* theme, font: everything */
  SCENE_CHANGED_PROFILE = 1 << 5, /* other steps */
  SCENE_CAME_TO_REST = 1 << 6,    /* the span stopped moving */
  SCENE_CHANGED_MARKS = 1 << 7,   /* kept areas, markers */
  SCENE_CHANGED_FOUND = 1 << 8,   /* what a search found */
  SCENE_CHANGED_BOOKMARKS = 1 << 9,
  SCENE_CHANGED_SERIES =
    1 << 10, /* what is known of the selected slice's name, or whether others are dimmed */
  SCENE_CHANGED_FLOWS = 1 << 11,      /* all connections, or whether they are shown */
  SCENE_CHANGED_PAIRS = 1 << 12,      /* it is known which operators are backward of which */
  SCENE_CHANGED_STRIP = 1 << 13,      /* more is known of the steps */
  SCENE_CHANGED_COMPARISON = 1 << 14, /* what is shown beside the median step */
  SCENE_CHANGED_HOLD = 1 << 15,       /* whether a hand holds the canvas */
} SceneChange;

TimelineScene *timeline_scene_new (ViewState *state);

ViewState *timeline_scene_state (TimelineScene *scene);
TimelineMotion *timeline_scene_motion (TimelineScene *scene);
SliceRelations *timeline_scene_relations (TimelineScene *scene);

/* Valid until the next change. */
const TimelineView *timeline_scene_view (TimelineScene *scene);
const TimelineRow *timeline_scene_rows (TimelineScene *scene, uint32_t *ret_n);

/* Of the tree; its lower and upper bounds follow the rows and the canvas. */
GtkAdjustment *timeline_scene_scroll (TimelineScene *scene);

/* The canvas tells its size, is the widget whose style and frame clock count, and says when the style changed. It is
 * not referenced; NULL before it goes. */
void timeline_scene_set_canvas (TimelineScene *scene, GtkWidget *canvas);
void timeline_scene_restyle (TimelineScene *scene);

/* What is selected stays in view when the canvas becomes lower. */
void timeline_scene_set_canvas_size (TimelineScene *scene, int width_px, int height_px);

/* The height that the rows are made to fill: that of the canvas while nothing covers a part of it, so that rows stay as they
 * are when something does. 0: the height of the canvas. */
void timeline_scene_set_room (TimelineScene *scene, int room_px);

/* Whether the row of what is selected is in view, and would not be as a whole with so much of the canvas covered from
 * below. */
bool timeline_scene_covers_selection (TimelineScene *scene, int covered_px);

/* A button or fingers hold the canvas: what they select is not final, and nothing moves below them. */
bool timeline_scene_is_held (TimelineScene *scene);
void timeline_scene_set_held (TimelineScene *scene, bool is_held);

/* Width of the track column, which the overview and the ruler leave free at their left. */
int timeline_scene_header_px (TimelineScene *scene);
void timeline_scene_set_header_px (TimelineScene *scene, int header_px);

/* What a hand does at a place of the canvas: that time stays where it is. */
void timeline_scene_zoom_at (TimelineScene *scene, double x_px, double factor);
void timeline_scene_hold (TimelineScene *scene, TimelineCommand command, double x_px);
void timeline_scene_release (TimelineScene *scene, TimelineCommand command);

/* Shows and selects the other end of a connection. */
void timeline_scene_go_to_slice (TimelineScene *scene, uint64_t slice);

/* Opens what is closed and closes what is open; false: the row does not fold. */
bool timeline_scene_toggle_row (TimelineScene *scene, uint32_t row);
bool timeline_scene_set_row_open (TimelineScene *scene, uint32_t row, bool is_open);

/* UINT32_MAX: none. Scrolls it into view. */
uint32_t timeline_scene_focused_row (TimelineScene *scene);
void timeline_scene_focus_row (TimelineScene *scene, uint32_t row);

/* What was found by the last search, to be marked; NULL: nothing. The scene takes a reference. */
const SearchResult *timeline_scene_found (TimelineScene *scene);
void timeline_scene_set_found (TimelineScene *scene, SearchResult *found);
/* What the user did to the rows. Who changes it says so, once for any number of changes. */
TrackLayout *timeline_scene_layout (TimelineScene *scene);
void timeline_scene_layout_changed (TimelineScene *scene);

/* Whether keys go to a row: to a child of the track column, which says that it is it. Not referenced; NULL before it
 * goes. */
bool timeline_scene_has_row_focus (TimelineScene *scene);
void timeline_scene_set_column (TimelineScene *scene, GtkWidget *column);
