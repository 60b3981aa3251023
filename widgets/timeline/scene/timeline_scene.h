/* SPDX-License-Identifier: Apache-2.0
 *
 * State that the widgets of one timeline share besides the ViewState: the tree of rows and which of them are open, the
 * size of the canvas, the vertical scroll position, the displayed span during a glide, and the focused row.
 *
 * Main thread only. Properties, for menus and the application:
 *   "ruler-mode" (string)          the origin of the times on the ruler: a word of ruler_mode_word ()
 *   "compares-steps" (bool)        whether the step in view is compared with the median step
 *   "layout-text" (string)         the user's changes to the rows, to be saved (track_layout_to_text ()); NULL and ""
 *                                  are the default
 *   "rows-text" (string)           the scroll position of the rows, to be saved (row_place_text ()); NULL: the top.
 *                                  Notifies when scrolling has come to rest. If set before there is a canvas, it
 *                                  takes effect once there is one. A row that does not exist scrolls nothing.
 *
 * Signals:
 *   "changed" (SceneChange mask)   something must be drawn again
 *   "zoomed"                       the user zoomed by hand
 *   "filter-wanted"                the user wants to type a filter for the rows */

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
  SCENE_CHANGED_SPAN = 1 << 0, /* the displayed span */
  SCENE_CHANGED_TREE = 1 << 1, /* rows, their positions, or the scroll position */
  SCENE_CHANGED_SELECTION = 1 << 2,
  SCENE_CHANGED_FOCUS = 1 << 3,   /* the focused row */
  SCENE_CHANGED_STYLE = 1 << 4,   /* theme, font: everything */
  SCENE_CHANGED_PROFILE = 1 << 5, /* other steps */
  SCENE_CAME_TO_REST = 1 << 6,    /* the span stopped moving */
  SCENE_CHANGED_MARKS = 1 << 7,   /* kept areas, markers */
  SCENE_CHANGED_FOUND = 1 << 8,   /* what a search found */
  SCENE_CHANGED_BOOKMARKS = 1 << 9,
  SCENE_CHANGED_SERIES =
    1 << 10, /* the slices with the name of the selected one, or whether others are dimmed */
  SCENE_CHANGED_FLOWS = 1 << 11,      /* all connections, or whether they are shown */
  SCENE_CHANGED_PAIRS = 1 << 12,      /* the pairs of forward and backward operators */
  SCENE_CHANGED_STRIP = 1 << 13,      /* the steps of the overview */
  SCENE_CHANGED_COMPARISON = 1 << 14, /* the comparison with the median step */
  SCENE_CHANGED_HOLD = 1 << 15,       /* whether a button or fingers hold the canvas */
} SceneChange;

TimelineScene *timeline_scene_new (ViewState *state);

ViewState *timeline_scene_state (TimelineScene *scene);
TimelineMotion *timeline_scene_motion (TimelineScene *scene);
SliceRelations *timeline_scene_relations (TimelineScene *scene);

/* Valid until the next change. */
const TimelineView *timeline_scene_view (TimelineScene *scene);
const TimelineRow *timeline_scene_rows (TimelineScene *scene, uint32_t *ret_n);

/* Returns the vertical scroll position. Its bounds follow the rows and the canvas. */
GtkAdjustment *timeline_scene_scroll (TimelineScene *scene);

/* Sets the canvas, whose style and frame clock are used. It reports its size and changes of its style. Takes no
 * reference; set NULL before the canvas is freed. */
void timeline_scene_set_canvas (TimelineScene *scene, GtkWidget *canvas);
void timeline_scene_restyle (TimelineScene *scene);

/* Sets the size of the canvas. The selection stays in view when the canvas becomes lower. */
void timeline_scene_set_canvas_size (TimelineScene *scene, int width_px, int height_px);

/* Sets the height that the rows are laid out to fill. It is the height of the canvas while nothing covers it, so that rows
 * do not change when something does. 0: the current height of the canvas. */
void timeline_scene_set_room (TimelineScene *scene, int room_px);

/* Returns whether the row of the selection is in view but would not be entirely in view if covered_px at the bottom of
 * the canvas were covered. */
bool timeline_scene_covers_selection (TimelineScene *scene, int covered_px);

/* Whether a button or fingers hold the canvas. Meanwhile their selection is not final, and rows do not move. */
bool timeline_scene_is_held (TimelineScene *scene);
void timeline_scene_set_held (TimelineScene *scene, bool is_held);

/* The width of the track column. Overview and ruler leave the same width free at their left. */
int timeline_scene_header_px (TimelineScene *scene);
void timeline_scene_set_header_px (TimelineScene *scene, int header_px);

/* Zoom and held commands at x_px of the canvas. The time at x_px stays in place. */
void timeline_scene_zoom_at (TimelineScene *scene, double x_px, double factor);
void timeline_scene_hold (TimelineScene *scene, TimelineCommand command, double x_px);
void timeline_scene_release (TimelineScene *scene, TimelineCommand command);

/* Selects a slice, such as the other end of a connection, and brings it into view. */
void timeline_scene_go_to_slice (TimelineScene *scene, uint64_t slice);

/* Opens a closed row or closes an open one. Returns false if the row does not fold. */
bool timeline_scene_toggle_row (TimelineScene *scene, uint32_t row);
bool timeline_scene_set_row_open (TimelineScene *scene, uint32_t row, bool is_open);

/* The focused row, or UINT32_MAX. Focusing a row scrolls it into view. */
uint32_t timeline_scene_focused_row (TimelineScene *scene);
void timeline_scene_focus_row (TimelineScene *scene, uint32_t row);

/* The matches of the last search, which are marked; NULL: none. The scene takes a reference. */
const SearchResult *timeline_scene_found (TimelineScene *scene);
void timeline_scene_set_found (TimelineScene *scene, SearchResult *found);

/* The user's changes to the rows. After changing them, call timeline_scene_layout_changed () once. */
TrackLayout *timeline_scene_layout (TimelineScene *scene);
void timeline_scene_layout_changed (TimelineScene *scene);

/* Returns whether a row has the keyboard focus, that is, a child of the track column. The column registers itself. Takes no
 * reference; set NULL before the column is freed. */
bool timeline_scene_has_row_focus (TimelineScene *scene);
void timeline_scene_set_column (TimelineScene *scene, GtkWidget *column);
